"""The principles of laying: doubles, answers and calls, sevens, kings, the last two cards, escapes."""

from typing import Any

from analysis.kernels.flags import ROUNDING, SEVENS
from analysis.kernels.layout import HAND, OUT, PLY, SEAT, TABLE
from analysis.kernels.marks import (
    ANSWER_THE_PARTNER,
    BREAKS,
    CALL_THE_SEVEN,
    HIGHEST_MULTIPLICITY,
    KEEPS,
    LAST_TWO,
    LAY_A_DOUBLE,
    MULINELLO_ESCAPE,
    NEVER_LAY_A_SEVEN,
    NOT_TAKEN_BEFORE,
    OPENING,
    PARTNERS_DOUBLE,
    THREE_KINGS_GONE,
)
from analysis.kernels.scene import (
    BY_VALUE,
    CAPTURES,
    DEALER,
    DECLINED,
    LAID,
    MY_SIDE,
    PAID,
    PARTNER,
    SCOPE,
    SEVENS_COUNT,
    STOCK_EMPTY,
    T_GAIN,
    T_SCOPA,
    T_TAKERS,
    UNSEEN,
    held_of_rank,
    rank_of,
    same_rank,
    unpaired_after,
)
from engine.kernels.bits import lowest, popcount
from engine.kernels.jit import kernel
from engine.kernels.layout import DECK, SEATS, SIDES

OPENING_PLIES = 2  # the first plays of the deal, for which the opening speaks


@kernel
def lay_principles(
    setup: Any,
    view: Any,
    history_cards: Any,
    history_taken: Any,
    cards: Any,
    taken: Any,
    count: int,
    margin: float,
    scene: Any,
    traits: Any,
    chance: Any,
    out: Any,
) -> None:
    """Mark the plays by all principles of this module (`analysis.kernels.principles.judge_principles`)."""
    if scene[SEVENS_COUNT] == 1:
        never_lay_a_seven(cards, taken, count, scene, out)
    if scene[BY_VALUE] == 0:
        return
    not_taken_before(count, scene, traits, out)
    three_kings_gone(setup, view, cards, taken, count, scene, chance, out)
    if setup[SEATS] != 3 and scene[STOCK_EMPTY] == 1 and view[SEAT] == scene[DEALER] and popcount(view[HAND]) == 2:
        last_two(view, cards, count, traits, out)
    if scene[PARTNER] >= 0 and view[PLY] >= 2:
        partner(view, history_cards, history_taken, cards, taken, count, margin, scene, traits, chance, out)
    if scene[CAPTURES] == 0:
        multiplicity(view, cards, count, out)
        if scene[PARTNER] >= 0 and scene[SEVENS_COUNT] == 1:
            call_the_seven(view, cards, count, out)
        if setup[SEATS] != 3 and view[PLY] >= 3:
            escape(view, history_taken, cards, count, scene, out)


@kernel
def multiplicity(view: Any, cards: Any, count: int, out: Any) -> None:
    """Nothing can be captured: on an empty table the rank held most often, else a card that is held twice."""
    most = 0
    for i in range(count):
        most = max(most, held_of_rank(view, cards[i]))
    for i in range(count):
        held = held_of_rank(view, cards[i])
        if view[TABLE] == 0:
            row = OPENING if view[PLY] < OPENING_PLIES else HIGHEST_MULTIPLICITY
            out[row, i] = KEEPS if held == most else BREAKS
        else:
            out[LAY_A_DOUBLE, i] = KEEPS if held > 1 else BREAKS


@kernel
def partner(
    view: Any,
    history_cards: Any,
    history_taken: Any,
    cards: Any,
    taken: Any,
    count: int,
    margin: float,
    scene: Any,
    traits: Any,
    chance: Any,
    out: Any,
) -> None:
    """The card that the partner has just laid: answered if the opponent took it by an equal one, else not taken."""
    ply = view[PLY]
    if history_taken[ply - 2] != 0:
        return
    laid = history_cards[ply - 2]
    unseen = same_rank(laid, scene[UNSEEN])
    if history_taken[ply - 1] == 1 << laid and history_cards[ply - 1] >> 2 == laid >> 2:
        # The fourth card must be one that the partner may hold.
        if unseen > 0:
            for i in range(count):
                if taken[i] == 0:
                    out[ANSWER_THE_PARTNER, i] = KEEPS if cards[i] >> 2 == laid >> 2 else BREAKS
        return
    bit = scene[LAID + scene[PARTNER]] & (1 << laid) & ~scene[PAID]
    if bit == 0 or unseen == 0:
        return
    risk = 2.0
    for i in range(count):
        if traits[i, T_GAIN] & bit != 0 and traits[i, T_SCOPA] == 0:
            out[PARTNERS_DOUBLE, i] = BREAKS
            risk = min(risk, chance[i])
    for i in range(count):
        if traits[i, T_GAIN] & bit == 0 and chance[i] <= risk + margin + ROUNDING:
            out[PARTNERS_DOUBLE, i] = KEEPS


@kernel
def call_the_seven(view: Any, cards: Any, count: int, out: Any) -> None:
    """Nothing to capture and a seven in the hand: lay what adds up to seven with a card of the table."""
    if view[HAND] & SEVENS == 0:
        return
    for i in range(count):
        wanted = 7 - ((cards[i] >> 2) + 1)
        calls = wanted > 0 and view[TABLE] & (15 << ((wanted - 1) << 2)) != 0
        out[CALL_THE_SEVEN, i] = KEEPS if calls else BREAKS


@kernel
def escape(view: Any, history_taken: Any, cards: Any, count: int, scene: Any, out: Any) -> None:
    """In a mulinello against the seat's side: lay a card of which no other is unseen, so that only sums can take it."""
    ply = view[PLY]
    if history_taken[ply - 1] == 0 or history_taken[ply - 2] != 0 or history_taken[ply - 3] == 0:
        return
    for i in range(count):
        out[MULINELLO_ESCAPE, i] = KEEPS if same_rank(cards[i], scene[UNSEEN]) == 0 else BREAKS


@kernel
def three_kings_gone(
    setup: Any, view: Any, cards: Any, taken: Any, count: int, scene: Any, chance: Any, out: Any
) -> None:
    """The fourth king, the others being out: behind in scope, it is laid rather than a card that risks a scopa."""
    king = 15 << (setup[DECK] - 4)
    if view[HAND] & king == 0 or popcount(view[OUT] & king) != 3:
        return
    most = 0
    for side in range(setup[SIDES]):
        if side != scene[MY_SIDE]:
            most = max(most, scene[SCOPE + side])
    if scene[SCOPE + scene[MY_SIDE]] >= most:
        return
    for i in range(count):
        if taken[i] != 0:
            continue
        if king >> cards[i] & 1:
            out[THREE_KINGS_GONE, i] = KEEPS
        elif chance[i] > ROUNDING:
            out[THREE_KINGS_GONE, i] = BREAKS


@kernel
def last_two(view: Any, cards: Any, count: int, traits: Any, out: Any) -> None:
    """The mazziere's last two cards: the one is kept whose rank the play leaves paired, if only one of the two does."""
    for i in range(count):
        kept = view[HAND] & ~(1 << cards[i])
        unpaired = unpaired_after(view, traits[i, T_GAIN])
        if traits[i, T_SCOPA] == 0:
            out[LAST_TWO, i] = BREAKS if unpaired & rank_of(lowest(kept)) != 0 else KEEPS


@kernel
def never_lay_a_seven(cards: Any, taken: Any, count: int, scene: Any, out: Any) -> None:
    """While a seven that the rules pay is unseen, no seven is laid."""
    if scene[UNSEEN] & scene[PAID] & SEVENS == 0:
        return
    for i in range(count):
        if taken[i] == 0:
            out[NEVER_LAY_A_SEVEN, i] = BREAKS if SEVENS >> cards[i] & 1 else KEEPS


@kernel
def not_taken_before(count: int, scene: Any, traits: Any, out: Any) -> None:
    """Of plays that offer a scopa, those whose takers are all of ranks that the next seat could have taken and did not.

    It is evidence, never proof: only the played card must capture.
    """
    if scene[DECLINED] == 0:
        return
    for i in range(count):
        takers = traits[i, T_TAKERS]
        if takers != 0:
            out[NOT_TAKEN_BEFORE, i] = KEEPS if takers & ~scene[DECLINED] == 0 else BREAKS
