"""The three flags that the user asked for by name, worked out by brute force from one seat's knowledge.

Probabilities are exact fractions, so the thresholds need no tolerance. Where fewer points win
(`objective: low`) each flag looks the other way.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from .captures import captures, is_by_value, is_scopa
from .cards import CardSet, Options, count_of_suit, is_numeric, rank, value
from .dealing import side_of
from .game import Game, Play
from .knowledge import Knowledge, knowledge

WORTH_NAMING = Fraction(1, 20)
"""A difference of probability from which a play is flagged, and up to which two captures are alike."""

RUN_CARDS = "A23"
"""The first cards of a run: without them it pays nothing."""

SEVEN = 7

Facts = dict[str, Any]


def flags(game: Game, play: Play) -> dict[str, Facts | None]:
    """By code: None, or the facts, with the acceptable better plays under `better`."""
    return flags_of(knowledge(game), play)


def flags_of(view: Knowledge, play: Play) -> dict[str, Facts | None]:
    """The same from what a seat knows; ValueError where the play is not legal."""
    if play not in view.legal_plays():
        raise ValueError(f"illegal play {play[0]} taking {sorted(play[1])}")
    return {
        "scopa_offered": scopa_offered(view, play),
        "card_given_up": card_given_up(view, play),
        "bad_spariglio": bad_spariglio(view, play),
    }


def scopa_probability(view: Knowledge, play: Play) -> Fraction:
    """The probability that the next opponent then holds a card that makes a scopa."""
    table = view.table_after(play)
    if view.is_last_play or not table:
        return Fraction(0)
    next_is_last = view.ply + 1 == view.last_ply
    dangerous = [
        card
        for card in view.unseen
        if any(
            is_scopa(view.options, table, card, taken, last_play=next_is_last, matta_value=view.matta_value)
            for taken in captures(view.options, table, card, matta_value=view.matta_value)
        )
    ]
    return view.next_holds_one_of(dangerous)


def paid_cards(options: Options) -> list[str]:
    """The single cards that the rules pay, and the first three of the run."""
    cards = [combo[0] for combo, points in options["combos"] if len(combo) == 1 and points > 0]
    if options["run"] is not None:
        cards += [symbol + options["run"]["suit"] for symbol in RUN_CARDS]
    return list(dict.fromkeys(cards))


def loss_probability(view: Knowledge, play: Play, card: str) -> Fraction:
    """The probability that this card on the table goes to the next opponent at its next play.

    At the deal's end it may go with the leftovers, to the side that captured last.
    """
    table = view.table_after(play)
    if card not in table:
        return Fraction(0)
    capturer = view.capturer_after(play)
    opponent_swept_last = capturer is not None and capturer != view.side
    if view.is_last_play:
        return Fraction(int(opponent_swept_last))
    next_is_last = view.ply + 1 == view.last_ply
    takers = []
    for held in view.unseen:
        found = captures(view.options, table, held, matta_value=view.matta_value)
        takes_it = any(card in taken for taken in found)
        gets_leftovers = next_is_last and (bool(found) or opponent_swept_last)
        if takes_it or gets_leftovers:
            takers.append(held)
    return view.next_holds_one_of(takers)


def scopa_offered(view: Knowledge, play: Play) -> Facts | None:
    """Whether another play leaves the next opponent a scopa less often, by at least one in twenty."""
    risks = {each: scopa_probability(view, each) for each in view.legal_plays()}
    better = _better_plays(view.options, risks, play)
    if not better:
        return None
    values = [value(view.options, card, view.matta_value) for card in view.table_after(play)]
    return {
        "probability": risks[play],
        "best_probability": risks[next(iter(better))],
        "total": sum(each for each in values if is_numeric(each)),
        "better": better,
    }


def card_given_up(view: Knowledge, play: Play) -> Facts | None:
    """Whether a paid card goes to an opponent less often after another play, by at least one in twenty.

    `cards` has the facts of every such card; those of the card with the widest difference, the first
    where several are equally wide, stand beside it.
    """
    given_up: dict[str, Facts] = {}
    for card in paid_cards(view.options):
        risks = {each: loss_probability(view, each, card) for each in view.legal_plays()}
        better = _better_plays(view.options, risks, play)
        if better:
            given_up[card] = {
                "card": card,
                "probability": risks[play],
                "best_probability": risks[next(iter(better))],
                "better": better,
            }
    if not given_up:
        return None
    widest = max(given_up.values(), key=lambda each: abs(each["probability"] - each["best_probability"]))
    return {**widest, "cards": given_up}


def _better_plays(options: Options, risks: dict[Play, Fraction], play: Play) -> frozenset[Play]:
    """The plays of least risk (of most, where fewer points win) if the play is worth naming beside them."""
    sign = -1 if options["objective"] == "low" else 1
    others = {each: sign * risk for each, risk in risks.items() if each != play}
    if not others or sign * risks[play] < min(others.values()) + WORTH_NAMING:
        return frozenset()
    return frozenset(each for each, risk in others.items() if risk == min(others.values()))


def bad_spariglio(view: Knowledge, play: Play) -> Facts | None:
    """Whether the capture moves the parity of the ranks against its side where one of like value did not."""
    if not play[1] or not parity_matters(view):
        return None
    choice = [each for each in view.legal_plays() if each[1]]
    if not all(is_by_value(view.options, card, taken) for card, taken in choice):
        return None
    if not _is_against_the_side(view, play):
        return None
    better = frozenset(
        each for each in choice if not _is_against_the_side(view, each) and of_like_value(view, play, each)
    )
    if not better:
        return None
    return {
        "change": unpaired_change(view, play),
        "unpaired": frozenset(unpaired_ranks(view.options, view.captured)),
        "dealer_side": is_dealer_side(view),
        "better": better,
    }


def parity_matters(view: Knowledge) -> bool:
    """Whether the parity of the ranks is judged: not with three players, only with nothing left to deal."""
    return view.players != 3 and (view.options["redeal"] == 0 or view.is_last_packet)


def is_dealer_side(view: Knowledge) -> bool:
    """Whether the seat to play belongs to the dealer's side."""
    return view.side == side_of(view.players, view.dealer)


def unpaired_ranks(options: Options, captured: Iterable[str]) -> set[int]:
    """The ranks of which an odd number of cards is captured (U)."""
    ranks = [rank(options, card) for card in captured]
    return {each for each in ranks if ranks.count(each) % 2 == 1}


def unpaired_change(view: Knowledge, play: Play) -> int:
    """How many more ranks are unpaired after this capture than before (delta U)."""
    after = unpaired_ranks(view.options, view.captured | _gained(play))
    return len(after) - len(unpaired_ranks(view.options, view.captured))


def _is_against_the_side(view: Knowledge, play: Play) -> bool:
    """Whether the capture unpairs for the side that wants pairs, or pairs for the side that breaks them."""
    wants_pairs = is_dealer_side(view)
    if view.options["objective"] == "low":
        wants_pairs = not wants_pairs
    unpairs = unpaired_change(view, play) > 0
    return unpairs if wants_pairs else not unpairs


def of_like_value(view: Knowledge, one: Play, other: Play) -> bool:
    """Whether two captures gain alike, and leave alike chances of a scopa."""
    one_gain, other_gain = _gained(one), _gained(other)
    paid = set(paid_cards(view.options))
    suit = view.options["majority_suit"]
    return (
        one_gain & paid == other_gain & paid
        and count_of_suit(one_gain, suit) == count_of_suit(other_gain, suit)
        and _sevens(view.options, one_gain) == _sevens(view.options, other_gain)
        and abs(len(one_gain) - len(other_gain)) <= 1
        and view.scores_scopa(one) == view.scores_scopa(other)
        and abs(scopa_probability(view, one) - scopa_probability(view, other)) <= WORTH_NAMING
    )


def _gained(play: Play) -> CardSet:
    card, taken = play
    return taken | {card}


def _sevens(options: Options, cards: CardSet) -> int:
    return sum(1 for card in cards if rank(options, card) == SEVEN)
