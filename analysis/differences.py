"""The shortest line that shows what a better play was good for: beside it, how the deal really went on."""

from dataclasses import dataclass, replace

from analysis.judgement import Verdict
from analysis.kernels.chances import paid_cards
from analysis.kernels.flags import SEVENS
from engine.cards import suit_mask
from engine.deals import setup_vector
from engine.plays import Play
from engine.positions import Position, play, scopa_of
from engine.replay import Replay
from engine.rules import Rules

SHOWN = ("scopa", "card", "coins", "cards")
"""What a line may show: a scopa, a card that the rules pay, cards of the majority suit, cards."""


@dataclass(frozen=True, slots=True)
class Event:
    """A capture that makes the difference."""

    code: str
    """One of `SHOWN`."""
    real: bool
    """Whether it happened in the game, to the disadvantage of who played; else it is in the better line."""
    step: int
    """How many plays after the one that is judged, which is 0."""
    seat: int
    """Who makes it."""
    play: Play
    scopa: bool
    """Whether it is a scopa."""
    cards: int
    """The mask of the cards that matter in it; for ``scopa`` and ``cards``, all that it takes, its own among them."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two lines from the same position, cut where they first differ in what was lost."""

    category: str
    """The category of the loss that they show."""
    real: tuple[Play, ...]
    """The play made and how the game went on."""
    better: tuple[Play, ...]
    """The better play and how it would have gone on, the others playing as the judge's players do."""
    event: Event


def difference_of(replay: Replay, verdict: Verdict, categories: tuple[str, ...]) -> Difference | None:
    """The shortest line that shows the loss in one of ``categories``, tried in this order; None: with these cards none.

    Both lines are replayed with the real hands.
    """
    for category in categories:
        found = _shown(replay, verdict, category)
        if found is not None:
            return found
    return None


def _shown(replay: Replay, verdict: Verdict, category: str) -> Difference | None:
    rules = replay.deal.rules
    start = replay.positions[verdict.ply]
    side = start.side(verdict.seat)
    sign = -1 if rules.objective == "low" else 1
    need = NEEDED.get(category, 1)
    real = replay.plays[verdict.ply : verdict.ply + len(verdict.line)]
    one, other = start, start
    for step in range(min(len(real), len(verdict.line))):
        before = one, other
        one, other = replay.positions[verdict.ply + step + 1], play(other, verdict.line[step])
        # What is swept at the end belongs to no play.
        if one.over or other.over:
            break
        if sign * (_worth(other, category, side) - _worth(one, category, side)) < need:
            continue
        event = _event(before, (real[step], verdict.line[step]), category, side, sign)
        if event is not None:
            return Difference(category, real[: step + 1], verdict.line[: step + 1], replace(event, step=step))
    return None


NEEDED = {"carte": 3}
"""By category, how much a line must be ahead to show something; 1 where not named."""

CODE_OF = {"scope": "scopa", "combos": "card", "suit": "coins", "primiera": "card", "carte": "cards", "run": "card"}
"""By category, what shows it."""


def cards_that_make(rules: Rules, players: int, category: str) -> int:
    """The mask of the cards that count for ``category``; for the primiera, the sevens."""
    if category == "combos":
        return int(paid_cards(setup_vector(rules, players)))
    if category == "suit":
        return suit_mask(rules.majority_suit, rules.deck)
    if category == "primiera":
        return SEVENS
    if category == "run":
        return 0 if rules.run is None else suit_mask(rules.run.suit, rules.deck) & ((1 << 4 * rules.run.min) - 1)
    return (1 << rules.deck) - 1


def _worth(position: Position, category: str, side: int) -> int:
    """What ``side`` has of ``category`` so far, less what the others have."""
    if category == "scope":
        counts = position.scope
    elif category in CODE_OF:
        cards = cards_that_make(position.rules, position.players, category)
        counts = tuple((pile & cards).bit_count() for pile in position.piles)
    else:
        return 0
    return 2 * counts[side] - sum(counts)


def _event(
    before: tuple[Position, Position], made: tuple[Play, Play], category: str, side: int, sign: int
) -> Event | None:
    """The last capture of the two lines, if it is of the kind wanted and on the right side."""
    for number, (position, each) in enumerate(zip(before, made, strict=True)):
        real = number == 0
        ours = position.side(position.turn) == side
        scopa = scopa_of(position, each)
        taken = each.taken | 1 << each.card if each.taken else 0
        cards = taken & cards_that_make(position.rules, position.players, category)
        harmful = ours == (sign < 0)
        if not cards or (category == "scope" and not scopa) or harmful != real:
            continue
        return Event(CODE_OF[category], real, 0, position.turn, each, scopa, cards)
    return None
