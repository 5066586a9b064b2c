"""The principles of capturing: sevens, coins, primiera, points that are decided, sparigli, the last capture."""

from typing import Any

from analysis.kernels.flags import SEVENS, by_value, like_value
from analysis.kernels.layout import HAND, LAST_CAPTURER, SEAT, TABLE
from analysis.kernels.marks import (
    ANCHOR,
    BEST_SPARIGLIO,
    BREAKS,
    CATEGORY_DECIDED,
    COINS_FIRST,
    DEALER_UNPAIRS_SEVENS,
    KEEPS,
    LAST_CAPTURE,
    LEAVE_THE_SEVEN,
    MOST_COMPARED,
    MULINELLO,
    PARTNERS_SEVEN,
    PRIMIERA_FIRST,
    TAKE_THE_SEVEN,
    TAKE_THEIR_SEVEN,
)
from analysis.kernels.scene import (
    BY_VALUE,
    CAPTURES,
    CARTE,
    COINS,
    DEALER,
    DEALERS_SIDE,
    DECIDED,
    LAID,
    MY_SIDE,
    PAID,
    PARTNER,
    PILES,
    PRIMIERA_POINT,
    RUN_CARDS,
    SEVENS_COUNT,
    STOCK_EMPTY,
    T_AFTER,
    T_CHANGE,
    T_GAIN,
    T_SCOPA,
    T_TAKERS,
    UNSEEN,
    best_by_suit,
    held_of_rank,
    like_risk,
    rank_of,
    unpaired_after,
)
from engine.kernels.bits import lowest, popcount
from engine.kernels.jit import kernel
from engine.kernels.layout import SEATS, SUIT

SIXES_AND_ACES = 15 << 20 | 15
SEVENTH = 1 << 24  # the rank of the sevens, as a bit of `odd_ranks`
PAIRS_OF_SEVEN = 7  # two ranks left unpaired by the best sparigli add up to it


@kernel
def capture_principles(
    setup: Any,
    view: Any,
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
    if scene[CAPTURES] == 0:
        return
    if scene[SEVENS_COUNT] == 1 and view[TABLE] & SEVENS != 0:
        sevens(setup, view, count, scene, traits, out)
    last_capture(view, taken, count, scene, out)
    if scene[CAPTURES] < 2 or count > MOST_COMPARED:
        return
    coins_first(setup, taken, count, margin, scene, traits, chance, out)
    gains(setup, taken, count, margin, scene, traits, chance, out)
    if scene[BY_VALUE] == 1:
        mulinello(setup, taken, count, traits, out)
        anchor(view, taken, count, scene, traits, out)
        if scene[STOCK_EMPTY] == 1 and setup[SEATS] != 3:
            best_spariglio(setup, view, cards, taken, count, margin, scene, traits, chance, out)
            dealer_unpairs_sevens(view, taken, count, scene, traits, out)


@kernel
def sevens(setup: Any, view: Any, count: int, scene: Any, traits: Any, out: Any) -> None:
    """The seven on the table: taken with the settebello or two sevens; whose seven is taken or left.

    A scopa is marked by none of these, and a seven that the rules pay is not left to anyone.
    """
    on_table = view[TABLE] & SEVENS
    held = view[HAND] & SEVENS
    strong = held & scene[PAID] != 0 or held & (held - 1) != 0
    partner = scene[PARTNER]
    laid_by_partner = laid_by_others = 0
    if partner >= 0:
        laid_by_partner = scene[LAID + partner] & on_table & ~scene[PAID]
        for seat in range(setup[SEATS]):
            if seat % 2 != scene[MY_SIDE]:
                laid_by_others |= scene[LAID + seat] & on_table
    is_dealer = partner >= 0 and view[SEAT] == scene[DEALER]
    others_may_hold = scene[UNSEEN] & SEVENS != 0
    for i in range(count):
        if traits[i, T_SCOPA] == 1:
            continue
        gain = traits[i, T_GAIN]
        if strong:
            out[TAKE_THE_SEVEN, i] = KEEPS if gain & on_table else BREAKS
        elif is_dealer and others_may_hold and laid_by_others & ~scene[PAID] != 0:
            out[LEAVE_THE_SEVEN, i] = BREAKS if gain & laid_by_others & ~scene[PAID] else KEEPS
        if scene[DEALERS_SIDE] == 0 and laid_by_others != 0:
            out[TAKE_THEIR_SEVEN, i] = KEEPS if gain & laid_by_others else BREAKS
        if scene[DEALERS_SIDE] == 0 and laid_by_partner != 0 and not strong and others_may_hold:
            out[PARTNERS_SEVEN, i] = BREAKS if gain & laid_by_partner else KEEPS


@kernel
def last_capture(view: Any, taken: Any, count: int, scene: Any, out: Any) -> None:
    """With one or two cards left to play in the deal, and another side having captured last: capture."""
    if scene[STOCK_EMPTY] == 0 or popcount(view[HAND]) > 2:
        return
    if view[LAST_CAPTURER] < 0 or view[LAST_CAPTURER] == scene[MY_SIDE]:
        return
    for i in range(count):
        out[LAST_CAPTURE, i] = KEEPS if taken[i] != 0 else BREAKS


@kernel
def coins_first(
    setup: Any, taken: Any, count: int, margin: float, scene: Any, traits: Any, chance: Any, out: Any
) -> None:
    """Of captures alike in risk, scopa and pairs: most paid cards, then sevens, coins, sixes and aces, cards."""
    for i in range(count):
        if taken[i] == 0:
            continue
        for j in range(count):
            if (
                taken[j] != 0
                and traits[i, T_SCOPA] == traits[j, T_SCOPA]
                and traits[i, T_CHANGE] == traits[j, T_CHANGE]
                and like_risk(chance, i, j, margin)
                and richness(setup, scene, traits[j, T_GAIN]) > richness(setup, scene, traits[i, T_GAIN])
            ):
                out[COINS_FIRST, i] = BREAKS
                if out[COINS_FIRST, j] != BREAKS:
                    out[COINS_FIRST, j] = KEEPS


@kernel
def richness(setup: Any, scene: Any, gain: int) -> int:
    """What a capture brings, as one number: each kind of card counts for more than all kinds after it."""
    rich = popcount(gain & scene[PAID])
    if scene[SEVENS_COUNT] == 1:
        rich = rich * 64 + popcount(gain & SEVENS)
    rich = rich * 64 + popcount(gain & setup[SUIT])
    if scene[SEVENS_COUNT] == 1:
        rich = rich * 64 + popcount(gain & SIXES_AND_ACES)
    return rich * 64 + popcount(gain)


@kernel
def gains(setup: Any, taken: Any, count: int, margin: float, scene: Any, traits: Any, chance: Any, out: Any) -> None:
    """Two captures by what they bring: the better primiera of otherwise like ones; no paying for decided points.

    ``PRIMIERA_FIRST``: same paid cards, as many of the majority suit, cards within one, and the primiera not decided.
    ``CATEGORY_DECIDED``: broken by a capture that brings more of a decided point alone, where another, of as much in
    every open one, brings more of one of them.
    """
    decided = scene[DECIDED]
    pile = scene[PILES + scene[MY_SIDE]]
    before = best_by_suit(pile)
    for i in range(count):
        if taken[i] == 0:
            continue
        mine = traits[i, T_GAIN]
        my_primiera = best_by_suit(pile | mine) - before
        for j in range(count):
            if taken[j] == 0 or traits[i, T_SCOPA] != traits[j, T_SCOPA] or not like_risk(chance, i, j, margin):
                continue
            other = traits[j, T_GAIN]
            primiera = best_by_suit(pile | other) - before - my_primiera
            carte = popcount(other) - popcount(mine)
            coins = popcount(other & setup[SUIT]) - popcount(mine & setup[SUIT])
            run = popcount(other & scene[RUN_CARDS]) - popcount(mine & scene[RUN_CARDS])
            same_paid = other & scene[PAID] == mine & scene[PAID]
            if decided & PRIMIERA_POINT == 0 and primiera > 0 and coins == 0 and abs(carte) <= 1 and same_paid:
                if traits[i, T_CHANGE] == traits[j, T_CHANGE]:
                    out[PRIMIERA_FIRST, i] = BREAKS
                    if out[PRIMIERA_FIRST, j] != BREAKS:
                        out[PRIMIERA_FIRST, j] = KEEPS
            if decided == 0 or not same_paid:
                continue
            dearer = False
            worse = better = False
            for k in range(4):
                bit = 1 << k
                more = carte if bit == CARTE else coins if bit == COINS else primiera if bit == PRIMIERA_POINT else run
                if decided & bit:
                    dearer = dearer or more < 0
                else:
                    worse = worse or more < 0
                    better = better or more > 0
            if dearer and better and not worse:
                out[CATEGORY_DECIDED, i] = BREAKS
                if out[CATEGORY_DECIDED, j] != BREAKS:
                    out[CATEGORY_DECIDED, j] = KEEPS


@kernel
def mulinello(setup: Any, taken: Any, count: int, traits: Any, out: Any) -> None:
    """With four players: a capture that leaves what one unseen card takes whole, so that the partner must lay."""
    if setup[SEATS] != 4:
        return
    for i in range(count):
        if taken[i] != 0:
            out[MULINELLO, i] = BREAKS if traits[i, T_TAKERS] != 0 else KEEPS


@kernel
def anchor(view: Any, taken: Any, count: int, scene: Any, traits: Any, out: Any) -> None:
    """A rank on the table whose other cards are all in my hand or gone: it is left there, and the rest taken.

    Not a card that the rules pay, nor where taking it makes a scopa; a capture keeps it if it leaves the card there and
    one of its rank in the hand.
    """
    anchors = 0
    rest = view[TABLE] & ~scene[PAID]
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if scene[UNSEEN] & rank_of(card) == 0 and held_of_rank(view, card) > 0:
            anchors |= 1 << card
    if anchors == 0:
        return
    for i in range(count):
        if taken[i] == 0 or traits[i, T_SCOPA] == 1:
            continue
        if taken[i] & anchors != 0:
            out[ANCHOR, i] = BREAKS
        elif traits[i, T_AFTER] & anchors != 0:
            kept = traits[i, T_AFTER] & anchors
            while kept != 0:
                card = lowest(kept)
                kept &= kept - 1
                if view[HAND] & ~traits[i, T_GAIN] & rank_of(card) != 0:
                    out[ANCHOR, i] = KEEPS


@kernel
def spariglio_rank(view: Any, gain: int) -> int:
    """How good a spariglio is: of three cards 1, and 2 if two ranks left unpaired make seven; else 0."""
    if popcount(gain) != 3:
        return 0
    unpaired = unpaired_after(view, gain)
    first = gain
    while first != 0:
        one = lowest(first)
        first &= first - 1
        other = first
        while other != 0:
            two = lowest(other)
            other &= other - 1
            if (
                (one >> 2) + (two >> 2) + 2 == PAIRS_OF_SEVEN
                and unpaired >> (one & -4) & 1
                and unpaired >> (two & -4) & 1
            ):
                return 2
    return 1


@kernel
def best_spariglio(
    setup: Any,
    view: Any,
    cards: Any,
    taken: Any,
    count: int,
    margin: float,
    scene: Any,
    traits: Any,
    chance: Any,
    out: Any,
) -> None:
    """The hand side's sparigli of like value: of three cards, above all with two unpaired ranks that make seven."""
    if scene[DEALERS_SIDE] == 1:
        return
    for i in range(count):
        if taken[i] != 0 and not by_value(cards[i], taken[i]):
            return
    paid = scene[PAID]
    for i in range(count):
        if traits[i, T_CHANGE] <= 0:
            continue
        for j in range(count):
            if traits[j, T_CHANGE] <= 0 or spariglio_rank(view, traits[j, T_GAIN]) <= spariglio_rank(
                view, traits[i, T_GAIN]
            ):
                continue
            if like_value(setup, view, cards, taken, chance, i, j, paid, margin):
                out[BEST_SPARIGLIO, i] = BREAKS
                if out[BEST_SPARIGLIO, j] != BREAKS:
                    out[BEST_SPARIGLIO, j] = KEEPS


@kernel
def dealer_unpairs_sevens(view: Any, taken: Any, count: int, scene: Any, traits: Any, out: Any) -> None:
    """The mazziere without a seven, the sevens being paired and not all out: a capture that unpairs them is best."""
    is_dealer = view[SEAT] == scene[DEALER] and view[HAND] & SEVENS == 0
    if not is_dealer or scene[SEVENS_COUNT] == 0 or unpaired_after(view, 0) & SEVENTH != 0:
        return
    for i in range(count):
        if taken[i] != 0:
            unpairs = unpaired_after(view, traits[i, T_GAIN]) & SEVENTH != 0
            out[DEALER_UNPAIRS_SEVENS, i] = KEEPS if unpairs else BREAKS
