"""A deal in progress as a frozen value, its legal plays, and the position after one of them."""

from dataclasses import dataclass

import numpy as np

from engine.cards import cards_of, mask_of
from engine.deals import Deal, Packets, Vector, packet_sizes, round_of, setup_vector
from engine.errors import PlayError
from engine.kernels import layout
from engine.kernels.captures import is_scopa, scopa_makers, table_total
from engine.kernels.declare import (
    declare as declare_kernel,
)
from engine.kernels.declare import (
    legal_declarations as legal_declarations_kernel,
)
from engine.kernels.declare import (
    open_table,
)
from engine.kernels.play import events_of as events_kernel
from engine.kernels.play import legal_plays as legal_plays_kernel
from engine.kernels.play import play_card
from engine.plays import Declaration, Play, declaration_text, play_text
from engine.rules import PLAY_BONUSES, Rules


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
    events: tuple[int, ...]
    """By side, points for knocks, the dealt table, picca, simile and quadriglia."""
    last_capturer: int | None
    """The side that captured last."""
    last_laid: int | None
    """The card that the play just before left on the table; None: it captured, or cards were dealt since."""
    matta_value: int | None
    """The number declared for the matta, until it is captured; None: it counts as its own."""
    declared: int
    """The mask of the seats that may declare no more in this packet."""
    shown: int
    """The mask of the cards in hands that a knock laid open."""
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
        return round_of(self.rules, self.players, self.ply - self.over)

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


def unknown_seat(position: Position) -> int | None:
    """The first seat whose hand, or whose cards still to come, the record does not tell whole; None: all is told."""
    later = slice(position.round + 1, None)
    sizes = packet_sizes(position.rules, position.players)[later]
    for seat in range(position.players):
        dealt = tuple(packet[seat].bit_count() for packet in position.packets[later])
        if position.unknown(seat) or dealt != sizes:
            return seat
    return None


def start(deal: Deal) -> Position:
    """The position before the first play of ``deal``, the dealt table already given to the dealer if it pays."""
    sides = deal.rules.sides(deal.players)
    dealt = Position(
        rules=deal.rules,
        first=(deal.dealer + 1) % deal.players,
        ply=0,
        hands=deal.packets[0],
        table=mask_of(deal.table),
        piles=(0,) * sides,
        scope=(0,) * sides,
        events=(0,) * sides,
        last_capturer=None,
        last_laid=None,
        matta_value=None,
        declared=0,
        shown=0,
        packets=deal.packets,
    )
    state = state_vector(dealt)
    open_table(setup_vector(deal.rules, deal.players), state)
    return position_from(state, dealt)


def legal_plays(position: Position) -> tuple[Play, ...]:
    """The legal plays of the seat to play, by card: singles, sums, fifteens, a lay; none after the end.

    :raises PlayError: ``play.hand_unknown`` where the record does not tell the whole hand.
    """
    if position.over:
        return ()
    _check_known(position)
    hand = position.hands[position.turn]
    return plays_of(position.rules, position.players, position.table, hand, position.matta_value)


def plays_of(rules: Rules, players: int, table: int, hand: int, matta: int | None = None) -> tuple[Play, ...]:
    """The plays that ``hand`` (a mask) has on ``table`` (a mask); ``matta``: the number declared for the wild card."""
    setup = setup_vector(rules, players)
    room = (int(setup[layout.MOST_CAPTURES]) + 1) * hand.bit_count()
    cards = np.empty(room, dtype=np.int64)
    taken = np.empty(room, dtype=np.int64)
    count = legal_plays_kernel(setup, table, hand, matta or 0, cards, taken)
    return tuple(map(Play, cards[:count].tolist(), taken[:count].tolist()))


def legal_declarations(position: Position) -> tuple[Declaration, ...]:
    """What the seat to play may declare before its card: only the best knock, with each number its matta may take.

    :raises PlayError: ``play.hand_unknown`` where the record does not tell the whole hand.
    """
    if position.over or position.rules.knock is None or position.declared >> position.turn & 1:
        return ()
    _check_known(position)
    setup = setup_vector(position.rules, position.players)
    values = int(legal_declarations_kernel(setup, state_vector(position)))
    hand = position.hands[position.turn]
    return tuple(knock_of(position.rules, hand, matta) for matta in range(values.bit_length()) if values >> matta & 1)


def knock_of(rules: Rules, hand: int, matta: int) -> Declaration:
    """The knock of ``hand`` (a mask) whose matta stands for ``matta``, 0 if it has none."""
    values = {matta if matta and card == rules.matta else card // 4 + 1 for card in cards_of(hand)}
    return Declaration("triple" if len(values) == 1 else "low", matta or None)


def declare(position: Position, declaration: Declaration) -> Position:
    """The position after ``declaration``; the same seat is to play.

    :raises PlayError: ``play.illegal_declaration`` with what may be declared.
    """
    legal = legal_declarations(position)
    if declaration not in legal:
        raise PlayError(
            "play.illegal_declaration",
            found=declaration_text(declaration, position.rules),
            expected=" ".join(declaration_text(each, position.rules) for each in legal),
        )
    state = state_vector(position)
    declare_kernel(setup_vector(position.rules, position.players), state, declaration.matta or 0)
    return position_from(state, position)


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


def _check_known(position: Position) -> None:
    if position.unknown(position.turn):
        raise PlayError("play.hand_unknown", seat=position.turn, ply=position.ply)


def scopa_of(position: Position, chosen: Play) -> bool:
    """Whether the legal play ``chosen`` is a scopa."""
    setup = setup_vector(position.rules, position.players)
    matta = position.matta_value or 0
    return bool(is_scopa(setup, position.table, chosen.card, chosen.taken, position.ply, matta))


def events_of(position: Position, chosen: Play) -> tuple[str, ...]:
    """The bonuses that the legal play ``chosen`` earns: some of picca, simile, quadriglia."""
    setup = setup_vector(position.rules, position.players)
    last_laid = -1 if position.last_laid is None else position.last_laid
    earned = int(events_kernel(setup, chosen.card, chosen.taken, last_laid))
    return tuple(name for bit, name in enumerate(PLAY_BONUSES) if earned >> bit & 1)


def makes_scopa(position: Position) -> int:
    """The mask of the cards that would make a scopa on the table, the rule of the last play apart."""
    setup = setup_vector(position.rules, position.players)
    return int(scopa_makers(setup, position.table, position.matta_value or 0))


def total_on_table(position: Position) -> int:
    """The sum of the values of the table's cards."""
    setup = setup_vector(position.rules, position.players)
    return int(table_total(setup, position.table, position.matta_value or 0))


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
    state[layout.EVENTS : layout.EVENTS + len(position.events)] = position.events
    state[layout.LAST_LAID] = -1 if position.last_laid is None else position.last_laid
    state[layout.MATTA_VALUE] = position.matta_value or 0
    state[layout.DECLARED] = position.declared
    state[layout.SHOWN] = position.shown
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
        events=tuple(numbers[layout.EVENTS : layout.EVENTS + sides]),
        last_laid=None if numbers[layout.LAST_LAID] < 0 else numbers[layout.LAST_LAID],
        matta_value=numbers[layout.MATTA_VALUE] or None,
        declared=numbers[layout.DECLARED],
        shown=numbers[layout.SHOWN],
        last_capturer=None if last < 0 else last,
        packets=before.packets,
    )
