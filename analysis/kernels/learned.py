"""How the judge's players choose: by chance, the more often the better a play looks to weights that were learned.

A play looks as good as the sum of its features (`FEATURES`) times the weights of the moment, of which there is one for
each role, phase and way of dealing (`moment`). All features are known to the seat that plays.

There are several manners of playing (``weights``: moments × features × manners): the first is the judge's own, the
others are the kinds of players that it reckons with. What kind somebody is, nobody is told: ``belief`` (kinds) says
how likely each is, and every play made moves it.
"""

from math import exp, log
from typing import Any

import numpy as np

from analysis.kernels.chances import matta_after, odd_ranks, table_after
from analysis.kernels.flags import SEVENS
from analysis.kernels.policies import SCOPA, knock_if_liked, step
from analysis.thresholds import COIN_VALUE, PAID_CARD_VALUE, SEVEN_VALUE
from engine.kernels.bits import lowest, popcount
from engine.kernels.captures import is_scopa, printed_total, scopa_makers, sum_takers
from engine.kernels.deal import below, fraction
from engine.kernels.jit import allocating_kernel, inlined, kernel
from engine.kernels.layout import (
    COMBO_COUNT,
    COMBOS,
    DECK,
    FIRST,
    HANDS,
    LARGEST_HAND,
    LAST_LAID,
    LAST_PLAY_SCOPA,
    LOW,
    MATTA_VALUE,
    MOST_CAPTURES,
    PILES,
    PLAIN,
    PLAYS,
    PLY,
    REDEAL,
    RUN_CAP,
    RUN_SUIT,
    SEATS,
    SIDES,
    SUIT,
    TABLE,
)
from engine.kernels.play import card_plays, hand_at, make_play
from engine.kernels.score import PRIMIERA_VALUES

FEATURES = (
    "scopa", "captures", "cards_won", "suit_won", "sevens_won", "sixes_won", "aces_won", "paid_won", "run_won",
    "spariglio", "equal_capture", "takes_last_laid", "copies_kept",
    "scopa_offered", "own_scopa_next", "cards_lost", "suit_lost", "sevens_lost", "aces_sixes_lost", "paid_lost",
    "run_lost", "ranks_matched", "value_matched", "total_low", "total", "cards_left", "table_cleared", "last_capture",
    "lays_suit", "lays_seven", "lays_paid", "lays_copies", "lays_last", "lays_unseen",
    "lays_1", "lays_2", "lays_3", "lays_4", "lays_5", "lays_6", "lays_7", "lays_8", "lays_9", "lays_10", "lays_more",
    "greedy_choice",
)  # fmt: skip
"""What a play is seen by, in the order of a row that `rate` fills."""

LAYS_SUIT = FEATURES.index("lays_suit")
LAYS_1 = FEATURES.index("lays_1")
LAYS_MORE = FEATURES.index("lays_more")
GREEDY_CHOICE = FEATURES.index("greedy_choice")
WIDTH = len(FEATURES)

ROLES, PHASES, DEALINGS = 2, 4, 2
MOMENTS = ROLES * PHASES * DEALINGS
MOST_TAKERS = 16  # cards counted in `none_held`

KINDS = 6
"""How many kinds of players the judge reckons with."""

OWN, EVERY_KIND = 0, -1
"""Manners: the judge's own, and all kinds at once."""

SLIP = 0.05
"""How often a player of any kind plays at random instead: so no play, and no hand, is ever thought impossible.

The others make at most 30 plays between two deals of cards: the chance of them all stays far above e**-600.
"""

ACES, SIXES = 15, 15 << 20


@allocating_kernel
def rating_space(setup: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Room for all plays of a hand and for what `rate` needs: cards, what they take, likings, one row, ``none``.

    Likings have as many columns as there are kinds; those of a single manner are in the first.
    """
    room = (setup[MOST_CAPTURES] + 1) * LARGEST_HAND
    return (
        np.empty(room, dtype=np.int64),
        np.empty(room, dtype=np.int64),
        np.empty((room, KINDS)),
        np.empty((1, WIDTH)),
        np.empty(MOST_TAKERS),
    )


@inlined
def dealing(redeal: int) -> int:
    """The way of dealing where later packets have ``redeal`` cards: 0 all cards at once, 1 in packets."""
    return 1 if redeal > 0 else 0


@inlined
def moment(setup: Any, ply: int) -> int:
    """The row of the weights for the play at ``ply``."""
    role = 1 if ply % setup[SEATS] % setup[SIDES] == setup[SIDES] - 1 else 0
    left = setup[PLAYS] - ply
    if 3 * left > 2 * setup[PLAYS]:
        phase = 0
    elif 5 * left > 2 * setup[PLAYS]:
        phase = 1
    elif 5 * left > setup[PLAYS]:
        phase = 2
    else:
        phase = 3
    return (dealing(setup[REDEAL]) * ROLES + role) * PHASES + phase


@inlined
def none_held(unknown: int, held: int, out: Any) -> None:
    """Fill ``out``: by number of cards, the chance that a hand of ``held`` cards of ``unknown`` has none of them."""
    out[0] = 1.0
    for wanted in range(1, MOST_TAKERS):
        left = unknown - wanted + 1
        out[wanted] = out[wanted - 1] * (left - held) / left if left > held else 0.0


@inlined
def card_worth(cards: int, suit: int, paid: int) -> int:
    """What ``cards`` are worth to Greedy (`analysis.values.card_values`), by the masks of the cards that count."""
    total = COIN_VALUE * popcount(cards & suit) + SEVEN_VALUE * popcount(cards & SEVENS)
    total += PAID_CARD_VALUE * popcount(cards & paid)
    while cards != 0:
        total += PRIMIERA_VALUES[min(lowest(cards) >> 2, len(PRIMIERA_VALUES) - 1)]
        cards &= cards - 1
    return total


@inlined
def rate(
    setup: Any,
    weights: Any,
    manner: int,
    state: Any,
    ply: int,
    hand: int,
    cards: Any,
    taken: Any,
    liking: Any,
    rows: Any,
    none: Any,
    plain: bool,
) -> int:
    """How many plays ``hand`` has in ``state`` at ``ply``; fills ``cards``, ``taken`` and by play its ``liking``.

    That of one ``manner`` goes into the first column, those of `EVERY_KIND` into a column each. Of ``state`` only what
    is public is read. ``rows`` gets the features of each play, the last row those of all that it has no row for;
    ``none`` (`MOST_TAKERS`) is working space.
    """
    sides = setup[SIDES]
    matta = 0 if plain else state[MATTA_VALUE]
    table = state[TABLE]
    out = 0
    suit = setup[SUIT]
    most_cards = 0
    most_suit = 0
    for other in range(sides):
        pile = state[PILES + other]
        out |= pile
        most_cards = max(most_cards, popcount(pile))
        most_suit = max(most_suit, popcount(pile & suit))
    unknown = ((1 << setup[DECK]) - 1) & ~(hand | table | out)
    cards_open = 0.5 if 2 * most_cards <= setup[DECK] else 0.0
    suit_open = 1.0 if 8 * most_suit <= setup[DECK] else 0.0
    paid = 0
    for i in range(setup[COMBO_COUNT]):
        combo = setup[COMBOS + 2 * i]
        if combo & (combo - 1) == 0:
            paid |= combo
    run = 0
    if setup[RUN_SUIT] >= 0:
        run = (0x1111111111111 << setup[RUN_SUIT]) & ((1 << (4 * setup[RUN_CAP])) - 1)
    ends = ply + 1 >= setup[PLAYS]
    held = 0 if ends else hand_at(setup, ply + 1)
    none_held(popcount(unknown), held, none)
    last_laid = state[LAST_LAID]
    sweep_counts = ply + 2 < setup[PLAYS] or setup[LAST_PLAY_SCOPA] == 1
    near_end = 1.0 if setup[PLAYS] - ply <= 2 * setup[SEATS] else 0.0
    sign = -1.0 if setup[LOW] else 1.0
    at = moment(setup, ply)
    last_row = rows.shape[0] - 1
    greedy = 0
    most_liked = -2 * SCOPA
    count = 0
    rest = hand
    while rest != 0:
        card = lowest(rest)
        bit = 1 << card
        rest &= rest - 1
        kept = hand & ~bit
        alike = 15 << (card & -4)
        for _ in range(card_plays(setup, table, card, matta, taken[count:], plain)):
            takes = taken[count]
            cards[count] = card
            after = table_after(table, card, takes)
            if plain:
                scopa = takes == table and takes != 0 and (not ends or setup[LAST_PLAY_SCOPA] == 1)
                makers = sum_takers(after)
            else:
                scopa = is_scopa(setup, table, card, takes, ply, matta)
                makers = scopa_makers(setup, after, matta_after(setup, matta, card, takes))
            worth, won = card_worth(bit, suit, paid), card_worth(takes | bit, suit, paid)
            liked = step(setup, scopa, makers & unknown != 0, takes, worth, won)
            if liked > most_liked:
                most_liked = liked
                greedy = count
            row = rows[min(count, last_row)]
            for i in range(WIDTH):
                row[i] = 0.0
            if takes != 0:
                won = takes | bit
                row[0] = 1.0 if scopa else 0.0
                row[1] = 1.0
                row[2] = cards_open * popcount(won)
                row[3] = suit_open * popcount(won & suit)
                row[4] = popcount(won & SEVENS)
                row[5] = popcount(won & SIXES)
                row[6] = popcount(won & ACES)
                row[7] = popcount(won & paid)
                row[8] = popcount(won & run)
                row[9] = popcount(odd_ranks(out | won)) - popcount(odd_ranks(out))
                row[10] = 1.0 if takes & alike != 0 else 0.0
                row[11] = 1.0 if last_laid >= 0 and takes >> last_laid & 1 else 0.0
                row[12] = popcount(kept & alike)
                row[27] = near_end * (1 + popcount(after))
            else:
                row[LAYS_SUIT] = 1.0 if bit & suit else 0.0
                row[LAYS_SUIT + 1] = 1.0 if bit & SEVENS else 0.0
                row[LAYS_SUIT + 2] = 1.0 if bit & paid else 0.0
                row[LAYS_SUIT + 3] = popcount(kept & alike)
                unseen = popcount(unknown & alike)
                row[LAYS_SUIT + 4] = 1.0 if unseen == 0 else 0.0
                row[LAYS_SUIT + 5] = unseen
                row[min(LAYS_1 + (card >> 2), LAYS_MORE)] = 1.0
            if not ends:
                if sweep_counts:
                    row[13] = 1.0 - none[min(popcount(makers & unknown), MOST_TAKERS - 1)]
                row[14] = 1.0 if makers & kept != 0 else 0.0
                left = after
                while left != 0:
                    of_rank = after & (15 << (lowest(left) & -4))
                    left &= ~of_rank
                    rank = 15 << (lowest(of_rank) & -4)
                    chance = 1.0 - none[popcount(unknown & rank)]
                    number = popcount(of_rank)
                    row[15] += cards_open * chance * number
                    row[16] += suit_open * chance * popcount(of_rank & suit)
                    row[17] += chance * popcount(of_rank & SEVENS)
                    row[18] += chance * popcount(of_rank & (ACES | SIXES))
                    row[19] += chance * popcount(of_rank & paid)
                    row[20] += chance * popcount(of_rank & run)
                    if kept & rank != 0:
                        row[21] += 1.0
                        row[22] += popcount(of_rank & suit) + popcount(of_rank & SEVENS) + popcount(of_rank & paid)
                total = printed_total(after)
                row[23] = 1.0 if total <= 10 and after != 0 else 0.0
                row[24] = 0.1 * min(total, 30)
                row[25] = 0.25 * popcount(after)
                row[26] = 1.0 if after == 0 else 0.0
            if manner == EVERY_KIND:
                for kind in range(KINDS):
                    liking[count, kind] = 0.0
                for i in range(WIDTH):
                    signed = sign * row[i]
                    for kind in range(KINDS):
                        liking[count, kind] += weights[at, i, 1 + kind] * signed
            else:
                value = 0.0
                for i in range(WIDTH):
                    value += weights[at, i, manner] * row[i]
                liking[count, 0] = sign * value
            count += 1
    if count <= rows.shape[0]:  # each play has a row of its own
        rows[greedy, GREEDY_CHOICE] = 1.0
    if manner == EVERY_KIND:
        for kind in range(KINDS):
            liking[greedy, kind] += weights[at, GREEDY_CHOICE, 1 + kind]
    else:
        liking[greedy, 0] += weights[at, GREEDY_CHOICE, manner]
    return count


@inlined
def soften(liking: Any, count: int, column: int) -> float:
    """Make the first ``count`` likings the chances that each is played, up to the factor returned."""
    most = liking[0, column]
    for i in range(1, count):
        most = max(most, liking[i, column])
    total = 0.0
    for i in range(count):
        liking[i, column] = exp(liking[i, column] - most)
        total += liking[i, column]
    return total


@inlined
def pick(liking: Any, count: int, random: Any) -> int:
    """One of the first ``count`` plays, drawn by their likings, which are lost; ``random`` moves on."""
    if count == 1:
        return 0
    total = soften(liking, count, 0)
    left = total * fraction(random)
    for i in range(count - 1):
        left -= liking[i, 0]
        if left < 0.0:
            return i
    return count - 1


@kernel
def chances_by_kind(
    setup: Any, weights: Any, state: Any, ply: int, hand: int, cards: Any, taken: Any, liking: Any, rows: Any, none: Any
) -> int:
    """How many plays ``hand`` has; ``liking`` (plays × kinds) becomes the chances that each kind makes them."""
    if setup[PLAIN]:
        count = rate(setup, weights, EVERY_KIND, state, ply, hand, cards, taken, liking, rows, none, True)
    else:
        count = rate(setup, weights, EVERY_KIND, state, ply, hand, cards, taken, liking, rows, none, False)
    for kind in range(KINDS):
        total = soften(liking, count, kind)
        for i in range(count):
            liking[i, kind] = (1.0 - SLIP) * liking[i, kind] / total + SLIP / count
    return count


@inlined
def learn(belief: Any, chances: Any, after: Any) -> float:
    """The chance of a play that each kind makes with one of ``chances``; ``after`` becomes ``belief`` after it."""
    chance = 0.0
    for kind in range(KINDS):
        chance += belief[kind] * chances[kind]
    for kind in range(KINDS):
        after[kind] = belief[kind] * chances[kind] / chance
    return chance


@kernel
def chance_of_play(
    setup: Any,
    weights: Any,
    belief: Any,
    state: Any,
    ply: int,
    hand: int,
    card: int,
    takes: int,
    cards: Any,
    taken: Any,
    liking: Any,
    rows: Any,
    none: Any,
) -> float:
    """The logarithm of the chance with which ``hand`` plays ``card`` and takes ``takes`` in ``state`` at ``ply``.

    ``belief`` (kinds) moves on.
    """
    count = chances_by_kind(setup, weights, state, ply, hand, cards, taken, liking, rows, none)
    for i in range(count):
        if cards[i] == card and taken[i] == takes:
            return log(learn(belief, liking[i], belief))
    return log(SLIP / count)  # what a forgetful seat believes of the table may not allow the play


@kernel
def learned_play(
    setup: Any, weights: Any, manner: int, state: Any, random: Any, cards: Any, taken: Any, liking: Any, rows: Any,
    none: Any,
) -> tuple[int, int]:  # fmt: skip
    """The card that the seat to play plays, in that ``manner``, and what it takes; ``random`` moves on."""
    hand = state[HANDS + (state[FIRST] + state[PLY]) % setup[SEATS]]
    count = rate(setup, weights, manner, state, state[PLY], hand, cards, taken, liking, rows, none, False)
    chosen = below(random, count) if slips(manner, random) else pick(liking, count, random)
    return cards[chosen], taken[chosen]


@inlined
def slips(manner: int, random: Any) -> bool:
    """Whether a player of this ``manner`` now plays at random; ``random`` moves on."""
    return manner != OWN and fraction(random) < SLIP


@kernel
def play_on(
    setup: Any,
    weights: Any,
    manners: Any,
    state: Any,
    packets: Any,
    random: Any,
    cards: Any,
    taken: Any,
    liking: Any,
    rows: Any,
    none: Any,
) -> None:
    """Play the deal of ``state`` to its end, each seat by its entry of ``manners`` (seats).

    The rest is working space.
    """
    if setup[PLAIN]:
        play_plies_on(setup, weights, manners, state, packets, random, cards, taken, liking, rows, none, True)
    else:
        play_plies_on(setup, weights, manners, state, packets, random, cards, taken, liking, rows, none, False)


@inlined
def play_plies_on(
    setup: Any,
    weights: Any,
    manners: Any,
    state: Any,
    packets: Any,
    random: Any,
    cards: Any,
    taken: Any,
    liking: Any,
    rows: Any,
    none: Any,
    plain: bool,
) -> None:
    """`play_on`, once for plain rules and once for all others."""
    seats = setup[SEATS]
    for ply in range(state[PLY], setup[PLAYS]):
        seat = (state[FIRST] + ply) % seats
        if not plain:
            knock_if_liked(setup, random, state)
        manner = manners[seat]
        hand = state[HANDS + seat]
        count = 0
        if hand & (hand - 1) == 0:
            cards[0] = lowest(hand)
            count = card_plays(setup, state[TABLE], cards[0], 0 if plain else state[MATTA_VALUE], taken, plain)
        if count != 1:  # an only play needs no rating
            count = rate(setup, weights, manner, state, ply, hand, cards, taken, liking, rows, none, plain)
        chosen = below(random, count) if slips(manner, random) else pick(liking, count, random)
        make_play(setup, state, packets, ply, seat, seat % setup[SIDES], cards[chosen], taken[chosen], plain)
