"""The review of many finished deals of one set of rules at once, as columns: what `analysis.review` finds of each."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analysis.flags import FLAG_CODES
from analysis.kernels import facts, reviews
from analysis.kernels.layout import VIEW_SIZE
from analysis.thresholds import FLAG_MARGIN
from analysis.values import card_values
from engine.columns import PlayedDeals, Texts, card_letters, pile_of
from engine.deals import Vector, packet_sizes, setup_vector
from engine.rules import Rules

FACTS: dict[str, tuple[tuple[str, int], ...]] = {
    "scopa_offered": (
        ("chance", facts.CHANCE),
        ("chance_better", facts.CHANCE),
        ("table", facts.CARDS),
        ("total", facts.NUMBER),
        ("total_better", facts.NUMBER),
        ("takers", facts.CARDS),
        ("unseen", facts.NUMBER),
        ("held", facts.NUMBER),
        ("low", facts.IF_TRUE),
    ),
    "card_given_up": (
        ("card", facts.CARD),
        ("how", facts.WORD),
        ("chance", facts.CHANCE),
        ("chance_better", facts.CHANCE),
        ("low", facts.IF_TRUE),
    ),
    "bad_spariglio": (
        ("role", facts.WORD),
        ("change", facts.NUMBER),
        ("change_better", facts.NUMBER),
        ("unpaired", facts.RANKS),
        ("low", facts.IF_TRUE),
    ),
    "knock_forgotten": (("what", facts.WORD), ("points", facts.NUMBER), ("hand", facts.CARDS)),
}
"""By code, what its facts are called and how they are written, in the order of `analysis.flags`."""

WORDS = ("laid", "not_taken", "left", "dealer", "hand", "low", "triple")
"""In the order of `analysis.kernels.facts`."""

FLAGS_A_DEAL = 8
"""For how many flags a deal there is room at first; where there are more, the review goes on in new room."""


@dataclass(frozen=True, slots=True)
class ReviewedDeals:
    """What came of some deals; a row a deal, a column a ply."""

    fine: NDArray[np.bool_]
    """False: something is wrong, or worth a remark; the other columns then mean nothing."""
    before: Vector
    """The mask of the table before the play."""
    legal: NDArray[np.uint16]
    """How many plays there were to choose from."""
    points: Vector
    """By side (the columns), halves of a point."""
    flag_deals: Vector
    """By flag, the row of its deal, in ascending order; the plies ascend too."""
    flag_plies: Vector
    flag_seats: Vector
    flag_codes: Vector
    """The places in `FLAG_CODES`."""
    better: Texts
    """By flag, what would have been better."""
    facts: Texts
    """By flag, its facts as JSON."""

    def kept(self, chosen: NDArray[np.bool_]) -> "ReviewedDeals":
        """The review of the ``chosen`` deals only."""
        if chosen.all():
            return self
        places = np.cumsum(chosen) - 1
        flags = chosen[self.flag_deals]
        return ReviewedDeals(
            fine=self.fine[chosen],
            before=self.before[chosen],
            legal=self.legal[chosen],
            points=self.points[chosen],
            flag_deals=places[self.flag_deals[flags]],
            flag_plies=self.flag_plies[flags],
            flag_seats=self.flag_seats[flags],
            flag_codes=self.flag_codes[flags],
            better=self.better.kept(flags),
            facts=self.facts.kept(flags),
        )


def review_deals(rules: Rules, players: int, deals: PlayedDeals, fine: NDArray[np.bool_]) -> ReviewedDeals:
    """The review of ``deals``; only those that are ``fine`` so far (by row) are looked at."""
    setup = setup_vector(rules, players)
    count, plays = deals.cards.shape
    fine = fine.copy()
    before = np.zeros((count, plays), dtype=np.int64)
    legal = np.zeros((count, plays), dtype=np.uint16)
    points = np.zeros((count, rules.sides(players)), dtype=np.int64)
    space = reviews.working_space(setup, len(packet_sizes(rules, players)))
    found: list[Vector] = []
    chances: list[NDArray[np.float64]] = []
    row = 0
    while row < count:
        room = max((count - row) * FLAGS_A_DEAL, 2 * reviews.WORST * plays)
        flags = np.empty((room, reviews.FLAG_SIZE), dtype=np.int64)
        chance = np.empty((room, 2))
        row, made = reviews.review_deals(
            setup,
            card_values(rules),
            FLAG_MARGIN,
            row,
            deals.dealers,
            deals.tables,
            deals.cards,
            deals.taken,
            deals.scopa,
            deals.declared,
            deals.whats,
            before,
            legal,
            points,
            fine,
            flags,
            chance,
            space,
        )
        found.append(flags[:made])
        chances.append(chance[:made])
    flags = np.concatenate(found) if len(found) != 1 else found[0]
    better, told = _texts_of(rules, setup, flags, np.concatenate(chances) if len(chances) != 1 else chances[0])
    return ReviewedDeals(
        fine=fine,
        before=before,
        legal=legal,
        points=points,
        flag_deals=flags[:, reviews.F_DEAL],
        flag_plies=flags[:, reviews.F_PLY],
        flag_seats=flags[:, reviews.F_SEAT],
        flag_codes=flags[:, reviews.F_CODE],
        better=better,
        facts=told,
    )


def _texts_of(rules: Rules, setup: Vector, flags: Vector, chances: NDArray[np.float64]) -> tuple[Texts, Texts]:
    """The better plays and the facts of ``flags``."""
    count = len(flags)
    bits, chance_texts = known_chances()
    kinds, keys, words = _written_facts()
    better = Texts(np.empty(count * facts.BETTER_ROOM, dtype=np.uint8), np.zeros(count + 1, dtype=np.int32))
    told = Texts(np.empty(count * facts.ROOM, dtype=np.uint8), np.zeros(count + 1, dtype=np.int32))
    written = facts.write_flags(
        setup,
        flags,
        chances.view(np.int64),
        bits,
        chance_texts.data,
        chance_texts.offsets,
        kinds,
        keys.data,
        keys.offsets,
        words.data,
        words.offsets,
        card_letters(rules.deck),
        told.data,
        told.offsets,
        better.data,
        better.offsets,
        np.zeros(VIEW_SIZE, dtype=np.int64),
        np.zeros(facts.MOST_FACTS, dtype=np.int64),
    )
    if written < count:
        raise AssertionError(f"a chance that no hand has: {chances[written]}")
    return better, told


@cache
def known_chances() -> tuple[Vector, Texts]:
    """The bits of every chance that a hand may have, in ascending order, and how JSON writes them."""
    chances = np.zeros(facts.MOST_CHANCES)
    numbers = np.unique(chances[: facts.every_chance(chances)])
    return numbers.view(np.int64), pile_of([repr(number) for number in numbers.tolist()])


@cache
def _written_facts() -> tuple[Vector, Texts, Texts]:
    """How each fact is written, what stands before it (codes × `facts.MOST_FACTS`), and the words."""
    kinds = np.full((len(FLAG_CODES), facts.MOST_FACTS), -1, dtype=np.int64)
    before = [""] * kinds.size
    for number, code in enumerate(FLAG_CODES):
        for place, (name, kind) in enumerate(FACTS[code]):
            kinds[number, place] = kind
            sign = ", " if place else "{"
            value = "true" if kind == facts.IF_TRUE else ""
            before[number * facts.MOST_FACTS + place] = f'{sign}"{name}": {value}'
    return kinds, pile_of(before), pile_of(WORDS)
