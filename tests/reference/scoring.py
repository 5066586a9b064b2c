"""What the piles of a finished deal are worth, and whether the match is over."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from .cards import RANKS_BY_DECK, SUITS, Options, count_of_suit

Number = int | float | Fraction
Piles = Sequence[Collection[str]]
"""The captured cards by side."""

CATEGORIES = ("scope", "carte", "suit", "primiera", "combos", "run", "events")
PRIMIERA_VALUES = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}


def score(
    options: Options, piles: Piles, scope: Sequence[Number], events: Sequence[Number] | None = None
) -> list[dict[str, Fraction]]:
    """The deal's points by side: every category, and their `total`, as exact fractions.

    `events` are the points made in play beside the scope (picca, simile, quadriglia, knocks, table bonus).
    """
    awards = {
        "carte": _majority_winner(options, [len(pile) for pile in piles], options["deck"]),
        "suit": _majority_winner(
            options,
            [count_of_suit(pile, options["majority_suit"]) for pile in piles],
            len(RANKS_BY_DECK[options["deck"]]),
        ),
        "primiera": primiera_winner(options, piles),
    }
    points = []
    for side, pile in enumerate(piles):
        own = {category: Fraction(int(winner == side)) for category, winner in awards.items()}
        own["scope"] = Fraction(scope[side])
        own["combos"] = combo_points(options, pile)
        own["run"] = Fraction(run_length(options, pile))
        own["events"] = Fraction(events[side]) if events is not None else Fraction(0)
        points.append(
            {category: own[category] for category in CATEGORIES} | {"total": sum(own.values(), start=Fraction(0))}
        )
    return points


def _majority_winner(options: Options, counts: list[int], whole: int) -> int | None:
    if options["majority"] == "absolute":
        return next((side for side, count in enumerate(counts) if 2 * count > whole), None)
    return _only_best(dict(enumerate(counts)))


def _only_best(values: dict[int, int]) -> int | None:
    """The side with the highest value; None where that place is shared, or nobody competes."""
    best = [side for side in values if values[side] == max(values.values())]
    return best[0] if len(best) == 1 else None


def primiera_values(options: Options, piles: Piles) -> list[int | None]:
    """Each side's primiera; None where it is void, or where the game has none."""
    return [_primiera_value(options, pile) for pile in piles]


def _primiera_value(options: Options, pile: Collection[str]) -> int | None:
    if options["primiera"] == "off" or (options["primiera"] == "void" and not _has_every_suit(pile)):
        return None
    best_by_suit = [max((PRIMIERA_VALUES[card[0]] for card in pile if card[1] == suit), default=0) for suit in SUITS]
    return sum(best_by_suit)


def _has_every_suit(pile: Collection[str]) -> bool:
    return {card[1] for card in pile} == set(SUITS)


def primiera_winner(options: Options, piles: Piles) -> int | None:
    """The side that scores the primiera, or None."""
    competing = {side: worth for side, worth in enumerate(primiera_values(options, piles)) if worth is not None}
    if options["primiera"] == "below":
        complete = {side: worth for side, worth in competing.items() if _has_every_suit(piles[side])}
        competing = complete or competing
    return _only_best(competing)


def combo_points(options: Options, pile: Collection[str]) -> Fraction:
    """The points of the card sets that lie complete in the pile."""
    return sum(
        (Fraction(points) for cards, points in options["combos"] if set(cards) <= set(pile)),
        start=Fraction(0),
    )


def run_length(options: Options, pile: Collection[str]) -> int:
    """The points of the unbroken run from the ace, 0 where it is too short."""
    run = options["run"]
    if run is None:
        return 0
    length = 0
    for symbol in RANKS_BY_DECK[options["deck"]]:
        if symbol + run["suit"] not in pile:
            break
        length += 1
    return min(length, run["cap"]) if length >= run["min"] else 0


def instant_winner(options: Options, piles: Piles) -> int | None:
    """The side whose full suit wins the match at once, or None."""
    suit = options["full_suit_wins"]
    whole = len(RANKS_BY_DECK[options["deck"]])
    if suit is None:
        return None
    return next((side for side, pile in enumerate(piles) if count_of_suit(pile, suit) == whole), None)


def match_over(
    options: Options, before: Sequence[Number], hand: Sequence[Number], at_once: int | None = None
) -> tuple[bool, int | None]:
    """Whether the match is over after this deal, and the side that won it.

    `at_once` is the side that holds a full suit that wins the match.
    """
    if at_once is not None:
        return True, at_once
    totals = [Fraction(old) + Fraction(new) for old, new in zip(before, hand, strict=True)]
    if max(totals) < options["target"]:
        return False, None
    wanted = min(totals) if options["objective"] == "low" else max(totals)
    if totals.count(wanted) > 1:
        return False, None
    return True, totals.index(wanted)
