"""Why a play cost points, or was good: reason codes with parameters, each true on the table, no sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from analysis.differences import Difference, difference_of
from analysis.flags import Flag, flags_against, flags_of
from analysis.foresight import Seen, seen_of
from analysis.judgement import GRADES, Candidate, Points, Verdict
from analysis.knowledge import SeatView, view_at
from analysis.known import Clue, Outcomes, Source, clue_of, likely_outcomes, source_of, traced_worlds
from analysis.plain_reasons import plain_reasons
from analysis.principle_facts import same_rank
from analysis.principles import PRINCIPLES, Principle, principles
from analysis.thresholds import MAIN_SHARE, ONLY_PLAY
from engine.cards import mask_of, parse_card
from engine.plays import Play
from engine.positions import Position, scopa_of
from engine.replay import Replay
from engine.scoring import CATEGORIES

PRAISE = ("only_play", "scopa_declined", "spariglio")
"""What a good play may be praised for."""

SEED = 1
"""Of the worlds that an explanation looks at: the same play has the same explanation."""

MOST_REASONS = 2
"""Principles named for one play, at most: the third explains nothing."""

ROUNDING = 1e-9
"""Chances that differ by less are the same."""

MOST_CLUES = 2
"""Clues told of one play, at most."""

TABLE = ("scope",)
PILES = ("carte", "suit", "primiera", "combos", "run")
RICH = ("suit", "primiera", "combos", "run")

ABOUT: dict[str, tuple[str, ...]] = {
    "scopa_offered": TABLE,
    "card_given_up": ("combos", "suit", "primiera", "run"),
    "bad_spariglio": (*TABLE, *PILES),
    "missed_scopa": TABLE,
    "mulinello": (*TABLE, "carte"),
    "mulinello_escape": (*TABLE, "carte"),
    "anchor": (*TABLE, *PILES),
    "three_kings_gone": TABLE,
    "opening": (*TABLE, *PILES),
    "lay_a_double": (*TABLE, *PILES),
    "answer_the_partner": PILES,
    "partners_double": PILES,
    "call_the_seven": ("primiera", "combos"),
    "take_the_seven": ("primiera", "combos"),
    "leave_the_seven": ("primiera", "combos"),
    "take_their_seven": ("primiera", "combos"),
    "partners_seven": ("primiera", "combos"),
    "coins": (*RICH, "carte"),
    "primiera": ("primiera",),
    "category_decided": PILES,
    "best_spariglio": (*TABLE, *PILES),
    "last_two": (*TABLE, *PILES),
    "last_capture": PILES,
}
"""By principle, the categories in which breaking it costs; the contested ones explain nothing and are not here."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A principle that the play made broke and the better one keeps; where there is none, what is plainly better."""

    code: str
    """A key of `ABOUT`, or one of `analysis.plain_reasons.PLAIN`."""
    facts: Mapping[str, Any]
    """Those of the flag (`analysis.flags`), where it is one; else those of the principle, or of the plain reason."""
    share: float
    """The share of the loss in the categories that the reason is about, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A flag whose better play is no better: shown with what it is worth here."""

    code: str
    """One of `analysis.flags.FLAG_CODES`."""
    better: Play
    """The play that the principle asks for."""
    gain: float
    """Points that it is worth more than the play made; below 0, less."""


@dataclass(frozen=True, slots=True)
class Praise:
    """Why a play deserves praise."""

    code: str
    """One of `PRAISE`."""
    other: Play
    """The next best play; the scopa not taken; the best capture of like value that spoils the pairs."""
    loss: Points
    """What that one loses."""
    facts: Mapping[str, Any]
    """For ``spariglio``, those of the principle."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of one play."""

    ply: int
    seat: int
    made: Play
    better: Play
    """The best play; the same, if it was made."""
    grade: str | None
    """Its class (`Verdict.grade`)."""
    loss: Points
    split: tuple[tuple[str, float], ...] = ()
    """The categories in which most was lost, the largest first."""
    reasons: tuple[Reason, ...] = ()
    """The principles that explain the loss, the best first; where none says what was lost (`says_what`), before them
    what is plainly better."""
    seen: tuple[Seen, ...] = ()
    """Where no principle says what was lost: what the search saw; none, if nothing stands out beside the reasons."""
    difference: Difference | None = None
    """The line that shows it; None: with these cards there is none."""
    clues: tuple[Clue, ...] = ()
    """Could it be known: of the cards that matter."""
    source: Source | None = None
    """What the mistake came from; None: it is none."""
    advice: tuple[Advice, ...] = ()
    """Flags that the judge does not share."""
    praise: tuple[Praise, ...] = ()


def explain(replay: Replay, verdict: Verdict) -> Explanation:
    """The explanation of the play that ``verdict`` is on.

    Only a play with a class is explained; one that is good may be praised.

    :raises ValueError: the record does not tell the hand.
    """
    view = view_at(replay, verdict.ply)
    if view is None:
        raise ValueError("a play of an unknown hand has no verdict")
    candidates = verdict.judgement.candidates
    legal = tuple(each.play for each in candidates)
    made, better = candidates[verdict.chosen], candidates[verdict.judgement.best]
    told = Explanation(verdict.ply, verdict.seat, made.play, better.play, verdict.grade, verdict.loss)
    if verdict.grade is None:
        flags = flags_of(view, legal, made.play)
        position = replay.positions[verdict.ply]
        return replace(told, advice=_advice(flags, verdict), praise=_praise(view, position, verdict))
    split = main_categories(verdict)
    reasons = _reasons(view, legal, verdict)
    worlds = traced_worlds(view, SEED)
    seen: tuple[Seen, ...] = ()
    if not any(map(says_what, reasons)):
        reasons = (*_plain(view, replay.positions[verdict.ply], verdict), *reasons)[:MOST_REASONS]
        outcomes = likely_outcomes(view, worlds, (made.play, better.play), SEED)
        seen = _seen(view, outcomes, split)
    clues = []
    for seat, cards, chance in dict.fromkeys(_that_matter(view, reasons, seen)):
        clue = clue_of(view, worlds, seat, cards, _next_hand(replay.positions[verdict.ply], seat))
        if clue is not None and (chance is None or abs(clue.counted - chance) < ROUNDING):
            clues.append(clue)
    categories = tuple(category for category, _ in split)
    return replace(
        told,
        split=split,
        reasons=reasons,
        seen=seen,
        difference=difference_of(replay, verdict, categories) if verdict.line else None,
        clues=tuple(clues[:MOST_CLUES]),
        source=source_of(view, verdict.judgement, verdict.chosen, SEED),
    )


def main_categories(verdict: Verdict) -> tuple[tuple[str, float], ...]:
    """The categories with a good part of what was lost, the largest first."""
    lost = [each for each in zip(CATEGORIES, verdict.loss_split, strict=True) if each[1] > 0]
    total = sum(points for _, points in lost)
    lost.sort(key=lambda each: -each[1])
    return tuple(each for place, each in enumerate(lost) if not place or each[1] >= MAIN_SHARE * total)


def share_of(verdict: Verdict, categories: tuple[str, ...]) -> float:
    """The share of what was lost that was lost in ``categories``."""
    lost = {category: max(points, 0.0) for category, points in zip(CATEGORIES, verdict.loss_split, strict=True)}
    total = sum(lost.values())
    return sum(lost[category] for category in categories) / total if total else 0.0


def _reasons(view: SeatView, legal: tuple[Play, ...], verdict: Verdict) -> tuple[Reason, ...]:
    """The principles that the play broke, the best one keeps, and that agree with where points were lost."""
    made, better = legal[verdict.chosen], legal[verdict.judgement.best]
    facts: list[tuple[str, Mapping[str, Any]]] = [
        (flag.code, flag.facts) for flag in flags_against(view, legal, made, better)
    ]
    facts += [
        (each.code, each.facts)
        for each in principles(view, made, better)
        if made in each.breaks and better in each.keeps and each.code not in COMPARED
    ]
    found = [Reason(code, told, share_of(verdict, _about(code, told))) for code, told in facts if code in ABOUT]
    found = [each for each in found if each.share >= MAIN_SHARE]
    places = [rule.code for rule in PRINCIPLES]
    found.sort(key=lambda each: (not says_what(each), -round(each.share, 1), places.index(each.code)))
    return tuple(found[:MOST_REASONS])


def says_what(reason: Reason) -> bool:
    """Whether a principle is about some of what cards are captured for; one about all of it fits nearly any loss."""
    return not set(PILES) <= set(_about(reason.code, reason.facts))


def _plain(view: SeatView, position: Position, verdict: Verdict) -> tuple[Reason, ...]:
    """What needs no principle and agrees with where points were lost."""
    made, better = (verdict.judgement.candidates[place].play for place in (verdict.chosen, verdict.judgement.best))
    plain = plain_reasons(view, made, better, scopa_of(position, made), scopa_of(position, better))
    found = [Reason(code, facts, share_of(verdict, about)) for code, facts, about in plain]
    return tuple(each for each in found if each.share >= MAIN_SHARE)


def _about(code: str, facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The categories in which breaking a principle costs; for the richer capture, those in which it is richer."""
    if code != "coins":
        return ABOUT[code]
    return tuple(category for name, category in RICHER.items() if facts[name] != facts[f"{name}_less"])


RICHER = {"paid": "combos", "coins": "suit", "sevens": "primiera", "cards": "carte"}
"""By fact of the richer capture, the category that it brings something for."""

COMPARED = ("scopa_offered", "card_given_up")
"""The principles that compare chances: the flag says by how much two plays differ."""


def _seen(view: SeatView, outcomes: Outcomes, split: tuple[tuple[str, float], ...]) -> tuple[Seen, ...]:
    """What the search saw of the category in which most was lost; if nothing, of the next."""
    for category, _ in split:
        found = seen_of(view, outcomes, category)
        if found:
            return found
    return ()


def _that_matter(
    view: SeatView, reasons: tuple[Reason, ...], seen: tuple[Seen, ...]
) -> list[tuple[int, int, float | None]]:
    """The seats and cards of which it is asked whether they could be known.

    With the chance that a reason told of them, where other cards might have done the same: then they are not what
    matters.
    """
    deck = view.rules.deck
    following = (view.seat + 1) % view.players
    wanted: list[tuple[int, int, float | None]] = []
    for reason in reasons:
        if reason.code == "scopa_offered":
            wanted.append((following, mask_of(parse_card(card, deck) for card in reason.facts["takers"]), None))
        elif reason.code == "card_given_up":
            cards = same_rank(parse_card(reason.facts["card"], deck)) & view.unseen
            wanted.append((following, cards, float(reason.facts["chance"])))
        elif reason.code == "mulinello":
            wanted.append((following, mask_of(parse_card(card, deck) for card in reason.facts["takers"]), None))
    wanted += [
        (following, 1 << each.card, None) for each in seen if each.card is not None and view.unseen >> each.card & 1
    ]
    return wanted


def _next_hand(position: Position, seat: int) -> int | None:
    """What ``seat`` in fact holds at its next turn; None if the record does not tell."""
    if position.unknown(seat):
        return None
    hand = position.hands[seat]
    later = position.round + 1
    return hand if hand or later >= len(position.packets) else position.packets[later][seat]


def _advice(flags: tuple[Flag, ...], verdict: Verdict) -> tuple[Advice, ...]:
    """The flags of a play that the judge does not call a mistake, with what their better play is worth."""
    by_play = {each.play: each for each in verdict.judgement.candidates}
    made = verdict.judgement.candidates[verdict.chosen]
    return tuple(
        Advice(flag.code, flag.better, by_play[flag.better].value.mean - made.value.mean)
        for flag in flags
        if isinstance(flag.better, Play)
    )


def _praise(view: SeatView, position: Position, verdict: Verdict) -> tuple[Praise, ...]:
    """What the best play is praised for, if it was made; the first is what counts most."""
    if verdict.chosen != verdict.judgement.best:
        return ()
    candidates = verdict.judgement.candidates
    made = candidates[verdict.chosen]
    others = sorted((each for each in candidates if each is not made), key=lambda each: each.loss.mean)
    found = []
    sure = all(each.loss.low >= ONLY_PLAY for each in others)
    # That a scopa is to be made, and that one of two plays is better, needs no praise.
    if sure and len(others) > 1 and not scopa_of(position, made.play):
        found.append(Praise("only_play", others[0].play, others[0].loss, {}))
    sweeps = [each for each in others if scopa_of(position, each.play)]
    # Where the lowest total wins nobody wants a scopa.
    wanted = view.rules.objective != "low" and not scopa_of(position, made.play)
    if sweeps and wanted and sweeps[0].loss.low >= GRADES["doubtful"]:
        found.append(Praise("scopa_declined", sweeps[0].play, sweeps[0].loss, {}))
    for principle in principles(view, None, made.play):
        if principle.code == "bad_spariglio" and made.play in principle.keeps:
            found += _spariglio(principle, others)
    return tuple(found)


def _spariglio(principle: Principle, others: list[Candidate]) -> list[Praise]:
    """The praise of a spariglio that is worth something."""
    wrong = [each for each in others if each.play in principle.breaks]
    if wrong and wrong[0].loss.low >= GRADES["doubtful"]:
        return [Praise("spariglio", wrong[0].play, wrong[0].loss, principle.facts)]
    return []
