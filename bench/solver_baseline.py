"""The baseline of the solver: a plain alpha-beta with open hands for Scopone scientifico (null windows, one table).

Also where the positions of the comparison come from: fixed seeds of random play.
"""

import numpy as np
from numba import njit

PRIMIERA = np.array([16, 12, 13, 14, 15, 18, 21, 10, 10, 10], dtype=np.int64)
COINS = np.uint64(sum(1 << (rank * 4) for rank in range(10)))
SETTEBELLO = 24
MOVES = 64  # room for the plays of one position
WIDEST = 100


@njit(inline="always")
def count(x):
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(inline="always")
def first(x):
    return count((x & (~x + np.uint64(1))) - np.uint64(1))


@njit
def captures(table, rank, out):
    n = 0
    same = (table >> np.uint64(rank * 4)) & np.uint64(15)
    if same:
        for suit in range(4):
            if (same >> np.uint64(suit)) & np.uint64(1):
                out[n] = np.uint64(1) << np.uint64(rank * 4 + suit)
                n += 1
        return n
    low = table & ((np.uint64(1) << np.uint64(rank * 4)) - np.uint64(1))
    target = rank + 1
    if count(low) < 2:
        return 0
    cards = np.empty(20, np.int64)
    m = 0
    rest = low
    while rest:
        cards[m] = first(rest)
        m += 1
        rest &= rest - np.uint64(1)
    stack = np.empty(20, np.int64)
    depth = 0
    total = 0
    mask = np.uint64(0)
    i = 0
    while True:
        if i < m and total + (cards[i] >> 2) + 1 <= target:
            value = (cards[i] >> 2) + 1
            stack[depth] = i
            depth += 1
            total += value
            mask |= np.uint64(1) << np.uint64(cards[i])
            if total == target:
                if depth >= 2 and n < out.shape[0]:
                    out[n] = mask
                    n += 1
                depth -= 1
                total -= value
                mask &= ~(np.uint64(1) << np.uint64(cards[i]))
            i += 1
        else:
            if depth == 0:
                break
            depth -= 1
            i = stack[depth]
            total -= (cards[i] >> 2) + 1
            mask &= ~(np.uint64(1) << np.uint64(cards[i]))
            i += 1
    return n


@njit
def best_of_suit(mask, suit):
    best = 0
    for rank in range(10):
        if (mask >> np.uint64(rank * 4 + suit)) & np.uint64(1):
            best = max(best, PRIMIERA[rank])
    return best


@njit
def primiera(mask):
    total = 0
    for suit in range(4):
        best = best_of_suit(mask, suit)
        if best == 0:
            return 0
        total += best
    return total


@njit
def primiera_key(mask):
    key = 0
    for suit in range(4):
        key = key * 22 + best_of_suit(mask, suit)
    return key


@njit
def score(mine, theirs):
    a = count(mine)
    b = count(theirs)
    points = (a > b) - (a < b)
    a = count(mine & COINS)
    b = count(theirs & COINS)
    points += (a > b) - (a < b)
    points += 1 if (mine >> np.uint64(SETTEBELLO)) & np.uint64(1) else -1
    a = primiera(mine)
    b = primiera(theirs)
    return points + (a > b) - (a < b)


@njit(inline="always")
def mix(h):
    h ^= h >> np.uint64(33)
    h *= np.uint64(0xFF51AFD7ED558CCD)
    h ^= h >> np.uint64(33)
    h *= np.uint64(0xC4CEB9FE1A85EC53)
    return h ^ (h >> np.uint64(33))


@njit(inline="always")
def total_of(cards):
    total = 0
    while cards:
        total += (first(cards) >> 2) + 1
        cards &= cards - np.uint64(1)
    return total


@njit(
    "int64(uint64[:],uint64,uint64,uint64,int64,int64,int64,int64,"
    "uint64[:],int8[:],int8[:],uint64[:,:],int64[:,:],int64[:])"
)
def search(hands, table, m0, m1, last, ply, alpha, beta, keys, lows, highs, moves, order, nodes):
    nodes[0] += 1
    seat = ply & 3
    if ply == 40:
        if last == 0:
            m0 |= table
        else:
            m1 |= table
        return score(m0, m1)
    sign = 1 if (seat & 1) == 0 else -1
    left = 40 - ply
    key = mix(hands[0] ^ mix(hands[1] ^ mix(hands[2] ^ mix(hands[3] ^ mix(table + np.uint64(ply & 3))))))
    seven = 2
    if (m0 >> np.uint64(SETTEBELLO)) & np.uint64(1):
        seven = 0
    elif (m1 >> np.uint64(SETTEBELLO)) & np.uint64(1):
        seven = 1
    piles = np.uint64(count(m0)) * np.uint64(1000003) + np.uint64(count(m0 & COINS)) * np.uint64(7919)
    piles += np.uint64(seven) * np.uint64(31) + np.uint64(last + 1)
    piles = piles * np.uint64(2654435761) + np.uint64(primiera_key(m0)) * np.uint64(250000)
    key ^= mix(mix(piles + np.uint64(primiera_key(m1))))
    place = np.int64(key & np.uint64(keys.shape[0] - 1))
    asked_alpha = alpha
    asked_beta = beta
    if left > 1 and keys[place] == key:
        low = np.int64(lows[place])
        high = np.int64(highs[place])
        if low >= beta:
            return low
        if high <= alpha or low == high:
            return high
        alpha = max(alpha, low)
        beta = min(beta, high)
    n = 0
    hand = hands[seat]
    while hand:
        card = first(hand)
        hand &= hand - np.uint64(1)
        found = captures(table, card >> 2, moves[41])
        if found == 0:
            moves[ply, n] = np.uint64(card)
            worth = -50
            if total_of(table | (np.uint64(1) << np.uint64(card))) <= 10:
                worth -= 20
            if card == SETTEBELLO:
                worth -= 30
            if (card & 3) == 0:
                worth -= 3
            if (card >> 2) == 6:
                worth -= 6
            order[ply, n] = worth
            n += 1
        for j in range(found):
            if n >= MOVES - 1:
                break
            taken = moves[41, j]
            moves[ply, n] = np.uint64(card) | (taken << np.uint64(8))
            after = table & ~taken
            got = taken | (np.uint64(1) << np.uint64(card))
            worth = count(got) * 4 + count(got & COINS) * 6
            if (got >> np.uint64(SETTEBELLO)) & np.uint64(1):
                worth += 60
            if after == np.uint64(0):
                worth += 100
            elif total_of(after) <= 10:
                worth -= 25
            if got & (np.uint64(15) << np.uint64(24)):
                worth += 8
            order[ply, n] = worth
            n += 1
    best = -1000 * sign
    for i in range(n):
        chosen = i
        for j in range(i + 1, n):
            if order[ply, j] > order[ply, chosen]:
                chosen = j
        move = moves[ply, chosen]
        moves[ply, chosen] = moves[ply, i]
        order[ply, chosen] = order[ply, i]
        card = np.int64(move & np.uint64(255))
        taken = move >> np.uint64(8)
        bit = np.uint64(1) << np.uint64(card)
        hands[seat] &= ~bit
        rest = keys, lows, highs, moves, order, nodes
        if taken == np.uint64(0):
            value = search(hands, table | bit, m0, m1, last, ply + 1, alpha, beta, *rest)
        else:
            after = table & ~taken
            bonus = sign if after == np.uint64(0) and ply < 39 else 0
            got = taken | bit
            if seat & 1:
                value = search(hands, after, m0, m1 | got, 1, ply + 1, alpha - bonus, beta - bonus, *rest)
            else:
                value = search(hands, after, m0 | got, m1, 0, ply + 1, alpha - bonus, beta - bonus, *rest)
            value += bonus
        hands[seat] |= bit
        if sign > 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    if left > 1:
        if keys[place] != key:
            keys[place] = key
            lows[place] = -WIDEST
            highs[place] = WIDEST
        if best <= asked_alpha:
            highs[place] = min(best, np.int64(highs[place]))
        elif best >= asked_beta:
            lows[place] = max(best, np.int64(lows[place]))
        else:
            lows[place] = best
            highs[place] = best
    return best


@njit
def random_position(seed, plies):
    """Hands, table, both piles and the last capturer after so many plays at random."""
    np.random.seed(seed)
    deck = np.arange(40)
    found = np.empty(64, np.uint64)
    hands = np.zeros(4, np.uint64)
    np.random.shuffle(deck)
    for seat in range(4):
        for k in range(10):
            hands[seat] |= np.uint64(1) << np.uint64(deck[seat * 10 + k])
    table = np.uint64(0)
    piles = np.zeros(2, np.uint64)
    last = -1
    for ply in range(plies):
        hand = hands[ply & 3]
        skipped = np.random.randint(count(hand))
        while skipped:
            hand &= hand - np.uint64(1)
            skipped -= 1
        card = first(hand)
        bit = np.uint64(1) << np.uint64(card)
        hands[ply & 3] &= ~bit
        n = captures(table, card >> 2, found)
        if n == 0:
            table |= bit
        else:
            taken = found[np.random.randint(n)]
            table &= ~taken
            piles[ply & 1] |= taken | bit
            last = ply & 1
    return hands, table, piles[0], piles[1], last


def solve(position, plies, bits):
    """The value in points, what was made before apart, with a table of ``2 ** bits`` positions."""
    hands, table, m0, m1, last = position
    keys = np.zeros(1 << bits, np.uint64)
    lows, highs = np.zeros(1 << bits, np.int8), np.zeros(1 << bits, np.int8)
    moves, order = np.zeros((42, MOVES), np.uint64), np.zeros((42, MOVES), np.int64)
    nodes = np.zeros(1, np.int64)
    least, most, value = -WIDEST, WIDEST, 0
    while least < most:
        beta = value + 1 if value == least else value
        value = search(hands, table, m0, m1, last, plies, beta - 1, beta, keys, lows, highs, moves, order, nodes)
        if value < beta:
            most = value
        else:
            least = value
    return value
