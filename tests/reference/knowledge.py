"""What a seat may know when it plays, and the next opponent's unknown hand, counted by brute force."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from .game import CardSet, Game, Options, Play, captures, deck, is_scopa, may_lay, rounds, side_of

ENUMERATED_HANDS = 20_000
"""Up to so many possible hands are written out one by one; beyond, they are counted by formula."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One seat's knowledge when it is its turn; nothing here depends on cards that it cannot see."""

    options: Options
    players: int
    dealer: int
    ply: int
    packet: int
    """The index of the packet in play."""
    hand: tuple[str, ...]
    table: tuple[str, ...]
    captured: CardSet
    """Every card in a pile, of all sides."""
    last_capturer: int | None
    """The side."""
    hand_sizes: tuple[int, ...]
    """Cards held, by seat."""
    matta_value: int | None = None
    """The matta's declared value while it is in a hand or on the table."""
    shown: tuple[CardSet, ...] = ()
    """By seat, cards of other hands that a knock laid open; empty: no hand lies open."""

    @property
    def seat(self) -> int:
        """The seat to play, whose knowledge this is."""
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
    def is_last_play(self) -> bool:
        """Whether the card to play is the deal's very last one."""
        return self.ply == self.last_ply

    @property
    def is_last_packet(self) -> bool:
        """Whether nothing is left to deal."""
        return self.packet == len(rounds(self.options, self.players)) - 1

    @property
    def unseen(self) -> list[str]:
        """The cards in the other hands and in the stock."""
        seen = set(self.hand) | set(self.table) | self.captured
        return [card for card in deck(self.options) if card not in seen]

    def legal_plays(self) -> list[Play]:
        """Every legal play of this hand."""
        plays: list[Play] = []
        for card in self.hand:
            found = captures(self.options, self.table, card, matta_value=self.matta_value)
            plays += [(card, taken) for taken in found]
            if may_lay(self.options, self.table, card, matta_value=self.matta_value):
                plays.append((card, frozenset()))
        return plays

    def scores_scopa(self, play: Play) -> bool:
        """Whether this play would be a scopa."""
        card, taken = play
        return is_scopa(
            self.options,
            self.table,
            card,
            taken,
            last_play=self.is_last_play,
            matta_value=self.matta_value,
        )

    def table_after(self, play: Play) -> tuple[str, ...]:
        """The cards on the table after this play, before leftovers are taken."""
        card, taken = play
        if not taken:
            return (*self.table, card)
        return tuple(each for each in self.table if each not in taken)

    def capturer_after(self, play: Play) -> int | None:
        """The side that captured last, this play counted."""
        return self.side if play[1] else self.last_capturer

    def next_hand_size(self) -> int:
        """Cards in the next seat's hand when it plays, a packet dealt in between included; 0 at the end."""
        if self.is_last_play:
            return 0
        held = self.hand_sizes[(self.seat + 1) % self.players]
        return held or rounds(self.options, self.players)[self.packet + 1]

    def next_holds_one_of(self, wanted: list[str]) -> Fraction:
        """The probability that the next seat, when it plays, holds at least one of these unseen cards.

        Cards that a knock laid open are where they lie: only the others can be anywhere.
        """
        open_cards = frozenset[str]().union(*self.shown)
        open_next = self.shown[(self.seat + 1) % self.players] if self.shown else frozenset()
        if open_next & set(wanted):
            return Fraction(1)
        hidden = [card for card in self.unseen if card not in open_cards]
        may_be_held = [card for card in wanted if card not in open_cards]
        return probability_of_holding(len(hidden), self.next_hand_size() - len(open_next), len(may_be_held))


def knowledge(game: Game) -> Knowledge:
    """What the seat to play knows of this position."""
    return Knowledge(
        options=game.options,
        players=game.players,
        dealer=game.dealer,
        ply=game.ply,
        packet=game.packet,
        hand=game.hands[game.seat],
        table=game.table,
        captured=frozenset[str]().union(*game.piles),
        last_capturer=game.last_capturer,
        hand_sizes=tuple(len(hand) for hand in game.hands),
        matta_value=game.matta_value,
        shown=tuple(
            frozenset() if seat == game.seat else game.shown & set(hand) for seat, hand in enumerate(game.hands)
        ),
    )


@cache
def probability_of_holding(unseen: int, hand: int, wanted: int) -> Fraction:
    """The probability that a hand drawn from the unseen cards holds at least one of the wanted ones."""
    if comb(unseen, hand) <= ENUMERATED_HANDS:
        return probability_by_enumeration(unseen, hand, wanted)
    return probability_by_formula(unseen, hand, wanted)


def probability_by_enumeration(unseen: int, hand: int, wanted: int) -> Fraction:
    """The same probability, every possible hand written out (the wanted cards are numbered first)."""
    hands = list(combinations(range(unseen), hand))
    holding = sum(1 for cards in hands if any(card < wanted for card in cards))
    return Fraction(holding, len(hands))


def probability_by_formula(unseen: int, hand: int, wanted: int) -> Fraction:
    """The same probability, as one minus the hands that avoid every wanted card."""
    return 1 - Fraction(comb(unseen - wanted, hand), comb(unseen, hand))
