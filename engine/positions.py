"""A deal in progress as a frozen value, its legal plays, and the position after one of them."""

from dataclasses import dataclass

import numpy as np

from engine.cards import mask_of
from engine.deals import Deal, Packets, Vector, packet_sizes, setup_vector
from engine.errors import PlayError
from engine.kernels import layout
from engine.kernels.captures import sweepers, table_total
from engine.kernels.play import is_scopa, play_card
from engine.kernels.play import legal_plays as legal_plays_kernel
from engine.plays import Play, play_text
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Position:
    """Everything about a deal in progress, hidden cards included."""

    rules: Rules
    """The rules in force."""
    first: int
    """The seat of the deal's first play."""
    ply: int
    """Plays made so far."""
    hands: tuple[int, ...]
    """By seat, the mask of the cards known to be held; in an unfinished record some may be unknown (`unknown`)."""
    table: int
    """The mask of the cards face up on the table."""
    piles: tuple[int, ...]
    """By side, the mask of the cards captured."""
    scope: tuple[int, ...]
    """By side, the scope made."""
    last_capturer: int | None
    """The side that captured last."""
    packets: Packets
    """What each seat receives in every packet of the deal."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def over(self) -> bool:
        """Whether the deal's last play has been made."""
        return self.ply == self.rules.deck - self.rules.table

    @property
    def turn(self) -> int:
        """The seat to play; after the end, the seat that would be."""
        return (self.first + self.ply) % self.players

    @property
    def round(self) -> int:
        """Packets dealt so far, less one."""
        later = self.ply // self.players - self.rules.hand
        return 0 if later < 0 or self.over or not self.rules.redeal else 1 + later // self.rules.redeal

    def side(self, seat: int) -> int:
        """The side of ``seat``."""
        return seat % len(self.piles)

    def unknown(self, seat: int) -> int:
        """How many cards ``seat`` holds that the record does not tell."""
        return self.hand_size(seat) - self.hands[seat].bit_count()

    def hand_size(self, seat: int) -> int:
        """How many cards ``seat`` holds."""
        if self.over:
            return 0
        sizes = packet_sizes(self.rules, self.players)[: self.round + 1]
        played = (self.ply - (seat - self.first) % self.players + self.players - 1) // self.players
        return sum(sizes) - played


def start(deal: Deal) -> Position:
    """The position before the first play of ``deal``."""
    sides = deal.rules.sides(deal.players)
    return Position(
        rules=deal.rules,
        first=(deal.dealer + 1) % deal.players,
        ply=0,
        hands=deal.packets[0],
        table=mask_of(deal.table),
        piles=(0,) * sides,
        scope=(0,) * sides,
        last_capturer=None,
        packets=deal.packets,
    )


def legal_plays(position: Position) -> tuple[Play, ...]:
    """The legal plays of the seat to play, by card, then singles before sums; none after the end.

    :raises PlayError: ``play.hand_unknown`` where the record does not tell the whole hand.
    """
    if position.over:
        return ()
    if position.unknown(position.turn):
        raise PlayError("play.hand_unknown", seat=position.turn, ply=position.ply)
    return plays_of(position.rules, position.players, position.table, position.hands[position.turn])


def plays_of(rules: Rules, players: int, table: int, hand: int) -> tuple[Play, ...]:
    """The plays that ``hand`` (a mask) has on ``table`` (a mask)."""
    cards = np.empty(layout.MAX_PLAYS, dtype=np.int64)
    taken = np.empty(layout.MAX_PLAYS, dtype=np.int64)
    count = legal_plays_kernel(setup_vector(rules, players), table, hand, cards, taken)
    return tuple(Play(int(cards[i]), int(taken[i])) for i in range(count))


def play(position: Position, chosen: Play) -> Position:
    """The position after ``chosen``.

    :raises PlayError: ``play.illegal`` with the legal plays, if ``chosen`` is not one of them.
    """
    legal = legal_plays(position)
    if chosen not in legal:
        deck = position.rules.deck
        raise PlayError(
            "play.illegal",
            found=play_text(chosen, False, deck),
            expected=" ".join(play_text(other, scopa_of(position, other), deck) for other in legal),
        )
    state = state_vector(position)
    packets = np.array(position.packets, dtype=np.int64)
    play_card(setup_vector(position.rules, position.players), state, packets, chosen.card, chosen.taken)
    return position_from(state, position)


def scopa_of(position: Position, chosen: Play) -> bool:
    """Whether the legal play ``chosen`` is a scopa."""
    setup = setup_vector(position.rules, position.players)
    return bool(is_scopa(setup, position.table, chosen.taken, position.ply))


def takes_all(position: Position) -> int:
    """The mask of the cards of the deck that could take the whole table."""
    return int(sweepers(setup_vector(position.rules, position.players), position.table))


def total_on_table(position: Position) -> int:
    """The sum of the values of the table's cards."""
    return int(table_total(position.table))


def state_vector(position: Position) -> Vector:
    """``position`` as the kernels read it."""
    state = np.zeros(layout.STATE_SIZE, dtype=np.int64)
    state[layout.TABLE] = position.table
    state[layout.PLY] = position.ply
    state[layout.FIRST] = position.first
    state[layout.LAST_CAPTURER] = -1 if position.last_capturer is None else position.last_capturer
    state[layout.ROUND] = position.round
    state[layout.HANDS : layout.HANDS + position.players] = position.hands
    state[layout.PILES : layout.PILES + len(position.piles)] = position.piles
    state[layout.SCOPE : layout.SCOPE + len(position.scope)] = position.scope
    return state


def position_from(state: Vector, before: Position) -> Position:
    """The position that ``state`` describes, in the same deal as ``before``."""
    numbers = state.tolist()
    last = numbers[layout.LAST_CAPTURER]
    sides = len(before.piles)
    return Position(
        rules=before.rules,
        first=before.first,
        ply=numbers[layout.PLY],
        hands=tuple(numbers[layout.HANDS : layout.HANDS + before.players]),
        table=numbers[layout.TABLE],
        piles=tuple(numbers[layout.PILES : layout.PILES + sides]),
        scope=tuple(numbers[layout.SCOPE : layout.SCOPE + sides]),
        last_capturer=None if last < 0 else last,
        packets=before.packets,
    )
