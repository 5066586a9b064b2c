"""One deal played card by card, and the rest of the rules under one roof."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from .captures import captures, is_by_value, is_scopa, is_sweep, may_lay, play_bonuses
from .cards import CardSet, Options, deck, rank, suit, value
from .dealing import (
    KNOCKING_HAND,
    Knock,
    Packets,
    TableBonus,
    check_deal,
    deal_out,
    knock,
    knock_kind,
    must_redeal,
    rounds,
    side_count,
    side_of,
    table_bonus,
)
from .scoring import (
    CATEGORIES,
    combo_points,
    instant_winner,
    match_over,
    primiera_values,
    primiera_winner,
    run_length,
    score,
)

__all__ = [
    "CATEGORIES",
    "CardSet",
    "Game",
    "Knock",
    "Options",
    "Packets",
    "Play",
    "TableBonus",
    "captures",
    "check_deal",
    "combo_points",
    "deal_out",
    "deck",
    "instant_winner",
    "is_by_value",
    "is_scopa",
    "is_sweep",
    "knock",
    "knock_kind",
    "match_over",
    "may_lay",
    "must_redeal",
    "play_bonuses",
    "primiera_values",
    "primiera_winner",
    "rank",
    "rounds",
    "run_length",
    "score",
    "side_count",
    "side_of",
    "start",
    "suit",
    "table_bonus",
    "value",
]

Play = tuple[str, CardSet]
"""The card and the set that it takes; an empty set lays the card."""

Item = TypeVar("Item")

Declaration = tuple[str, int | None]
"""What is declared (`low` or `triple`), and the value that the matta stands for, if it is in the hand."""


@dataclass(frozen=True, slots=True)
class Game:
    """One position of one deal, with everything that is hidden from the players."""

    options: Options
    players: int
    dealer: int
    packets: Packets
    packet: int
    """The index of the packet in play."""
    hands: tuple[tuple[str, ...], ...]
    table: tuple[str, ...]
    """In the order in which the cards came to lie there."""
    piles: tuple[CardSet, ...]
    """By side."""
    scope: tuple[int, ...]
    """By side."""
    events: tuple[int, ...]
    """By side: points of picca, simile, quadriglia, knocks and the table bonus."""
    last_capturer: int | None
    """The side."""
    ply: int
    last_laid: str | None
    """The card that the preceding play left on the table; None if it took, or if there was none."""
    redealt: bool
    """Cards were dealt after the preceding play."""
    matta_value: int | None
    """The value declared for the matta, until it is captured."""
    declared: frozenset[int]
    """The seats that declared in this packet."""
    shown: CardSet
    """Cards still in hands that a knock laid open."""
    leftovers: tuple[str, ...]
    """The cards on the table at the end of the deal; they are in the last capturer's pile too."""

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.dealer + 1 + self.ply) % self.players

    @property
    def side(self) -> int:
        """The side to play."""
        return side_of(self.players, self.seat)

    @property
    def last_ply(self) -> int:
        """The ply of the deal's very last card."""
        return int(self.options["deck"] - self.options["table"] - 1)

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return self.ply > self.last_ply

    @property
    def is_last_play(self) -> bool:
        """Whether the card to play is the deal's very last one."""
        return self.ply == self.last_ply

    def legal_plays(self) -> list[Play]:
        """Every play of the seat to play: for each card of its hand its captures, then the lay if it may."""
        if self.is_over:
            return []
        plays: list[Play] = []
        for card in self.hands[self.seat]:
            found = captures(self.options, self.table, card, matta_value=self.matta_value)
            plays += [(card, taken) for taken in found]
            if may_lay(self.options, self.table, card, matta_value=self.matta_value):
                plays.append((card, frozenset()))
        return plays

    def is_scopa(self, card: str, taken: CardSet) -> bool:
        """Whether this play would be a scopa here."""
        return is_scopa(
            self.options,
            self.table,
            card,
            taken,
            last_play=self.is_last_play,
            matta_value=self.matta_value,
        )

    def play(self, card: str, taken: CardSet = frozenset()) -> "Game":
        """The position after a legal play, with the next packet dealt or the deal closed if it is due."""
        if (card, taken) not in self.legal_plays():
            raise ValueError(f"illegal play {card} taking {sorted(taken)} at ply {self.ply}")
        hands = [tuple(each for each in hand if each != card) for hand in self.hands]
        after = replace(self, hands=tuple(hands), ply=self.ply + 1, redealt=False, shown=self.shown - {card})
        after = after._take(self, card, taken) if taken else after._lay(self, card)
        if not any(after.hands):
            after = after._close() if after.is_over else after._deal_next_packet()
        return after

    def _lay(self, before: "Game", card: str) -> "Game":
        return replace(self, table=(*before.table, card), last_laid=card)

    def _take(self, before: "Game", card: str, taken: CardSet) -> "Game":
        side = before.side
        bonuses = play_bonuses(self.options, card, taken, last_laid=before.last_laid, redealt=before.redealt)
        return replace(
            self,
            table=tuple(each for each in before.table if each not in taken),
            piles=_with(before.piles, side, before.piles[side] | taken | {card}),
            scope=_with(before.scope, side, before.scope[side] + int(before.is_scopa(card, taken))),
            events=_with(before.events, side, before.events[side] + len(bonuses)),
            last_capturer=side,
            last_laid=None,
            matta_value=None if self.options["matta"] in taken | {card} else before.matta_value,
        )

    def _deal_next_packet(self) -> "Game":
        following = self.packet + 1
        return replace(
            self,
            packet=following,
            hands=tuple(tuple(hand) for hand in self.packets[following]),
            redealt=True,
            declared=frozenset(),
        )

    def _close(self) -> "Game":
        piles = self.piles
        if self.last_capturer is not None:
            piles = _with(piles, self.last_capturer, piles[self.last_capturer] | set(self.table))
        return replace(self, piles=piles, table=(), leftovers=self.table, matta_value=None)

    def legal_declarations(self) -> list[Declaration]:
        """What the seat may declare before its first card of the packet: the best knock only."""
        if self.is_over or self.seat in self.declared:
            return []
        hand = self.hands[self.seat]
        if len(hand) != len(self.packets[self.packet][self.seat]) or len(hand) != KNOCKING_HAND:
            return []
        best = knock(self.options, hand)
        if best.points == 0:
            return []
        values: tuple[int | None, ...] = best.matta_values or (None,)
        return [(knock_kind(self.options, hand, declared), declared) for declared in values]

    def declare(self, what: str, matta_value: int | None = None) -> "Game":
        """The position after a legal declaration; the same seat is still to play."""
        if (what, matta_value) not in self.legal_declarations():
            raise ValueError(f"illegal declaration {what} {matta_value} at ply {self.ply}")
        hand = self.hands[self.seat]
        points = knock(self.options, hand).points
        return replace(
            self,
            events=_with(self.events, self.side, self.events[self.side] + points),
            matta_value=self.matta_value if matta_value is None else matta_value,
            declared=self.declared | {self.seat},
            shown=self.shown | set(hand) if self.options["knock_open"] else self.shown,
        )

    def score(self) -> list[dict[str, Fraction]]:
        """The points by side of what lies in the piles, by category."""
        return score(self.options, self.piles, self.scope, self.events)


def start(options: Options, players: int, dealer: int, table: Sequence[str], packets: Packets) -> Game:
    """The position before the first card, the dealer's opening bonus already given.

    ValueError where the cards are not a deal of this game, or where the table must be thrown in.
    """
    check_deal(options, players, table, packets)
    if must_redeal(options, table):
        raise ValueError("this table is thrown in")
    sides = side_count(players)
    opening = Game(
        options=options,
        players=players,
        dealer=dealer,
        packets=packets,
        packet=0,
        hands=tuple(tuple(hand) for hand in packets[0]),
        table=tuple(table),
        piles=(frozenset(),) * sides,
        scope=(0,) * sides,
        events=(0,) * sides,
        last_capturer=None,
        ply=0,
        last_laid=None,
        redealt=False,
        matta_value=None,
        declared=frozenset(),
        shown=frozenset(),
        leftovers=(),
    )
    bonus = table_bonus(options, table)
    if not bonus.takes:
        return opening
    side = side_of(players, dealer)
    return replace(
        opening,
        table=(),
        piles=_with(opening.piles, side, frozenset(table)),
        events=_with(opening.events, side, bonus.points),
        last_capturer=side,
    )


def _with(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])
