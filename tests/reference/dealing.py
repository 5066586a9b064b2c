"""How a deal is dealt: sides, packets, a thrown-in table, the dealer's opening table, knocks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from .cards import Options, deck, rank, value

Packets = Sequence[Sequence[Sequence[str]]]
"""Cards by packet (round), then by seat."""

MATTA_VALUES = range(1, 11)
KNOCKING_HAND = 3


def side_of(players: int, seat: int) -> int:
    """The seat's side: seats 0 and 2 against 1 and 3 with four players, else the seat itself."""
    return seat % 2 if players == 4 else seat


def side_count(players: int) -> int:
    """How many sides play."""
    return 2 if players == 4 else players


def rounds(options: Options, players: int) -> list[int]:
    """The cards that each player gets, packet by packet; ValueError where the deck does not divide so."""
    if players not in options["players"]:
        raise ValueError(f"{players} players cannot play this game")
    stock = options["deck"] - options["table"] - players * options["hand"]
    sizes = [options["hand"]]
    while options["redeal"] and stock >= players * options["redeal"]:
        sizes.append(options["redeal"])
        stock -= players * options["redeal"]
    if options["redeal"] and stock and stock % players == 0:
        sizes.append(stock // players)
        stock = 0
    if stock != 0:
        raise ValueError(f"{stock} cards would never be dealt")
    return sizes


def deal_out(options: Options, players: int, cards: Sequence[str]) -> tuple[list[str], list[list[list[str]]]]:
    """The table and the packets that a shuffled deck gives: the table's cards first, then seat by seat."""
    remaining = iter(cards)
    table = [next(remaining) for _ in range(options["table"])]
    packets = [[[next(remaining) for _ in range(size)] for _ in range(players)] for size in rounds(options, players)]
    return table, packets


def check_deal(options: Options, players: int, table: Sequence[str], packets: Packets) -> None:
    """Nothing, or a ValueError that says why these cards are not a deal of this game."""
    if len(table) != options["table"]:
        raise ValueError(f"{len(table)} cards on the table instead of {options['table']}")
    sizes = [[len(hand) for hand in packet] for packet in packets]
    if sizes != [[size] * players for size in rounds(options, players)]:
        raise ValueError(f"packets of the wrong sizes: {sizes}")
    dealt = list(table) + [card for packet in packets for hand in packet for card in hand]
    if sorted(dealt) != sorted(deck(options)):
        raise ValueError("the cards dealt are not the deck")


def must_redeal(options: Options, table: Iterable[str]) -> bool:
    """Whether the opening table is thrown in."""
    ranks = [card[0] for card in table]
    return any(ranks.count(symbol) >= least for symbol, least in options["redeal_if"].items())


@dataclass(frozen=True, slots=True)
class TableBonus:
    """What the opening table gives the dealer."""

    points: int
    takes: bool
    """The dealer takes the whole table."""
    matta_value: int | None
    """The value that the matta stood for; None where it was not needed."""


def table_bonus(options: Options, table: Sequence[str]) -> TableBonus:
    """The dealer's opening bonus, automatic; the matta takes the value that gives most."""
    best = TableBonus(_bonus_points(options, [rank(options, card) for card in table]), False, None)
    if options["matta"] in table:
        for declared in MATTA_VALUES:
            points = _bonus_points(options, [value(options, card, declared) for card in table])
            if points > best.points:
                best = TableBonus(points, False, declared)
    return TableBonus(best.points, best.points > 0, best.matta_value)


def _bonus_points(options: Options, values: list[int]) -> int:
    if not values:
        return 0
    best = 0
    for condition, points in options["table_bonus"].items():
        if condition.startswith("<="):
            holds = sum(values) <= int(condition[2:])
        elif condition.startswith("="):
            holds = sum(values) == int(condition[1:])
        else:
            raise ValueError(f"unknown table bonus {condition}")
        if holds:
            best = max(best, points)
    return best


@dataclass(frozen=True, slots=True)
class Knock:
    """The best declaration of a hand of three cards."""

    points: int
    """0 where there is nothing to declare."""
    matta_values: tuple[int, ...]
    """The values of the matta that reach those points; empty without a matta, or with nothing to declare."""


def knock(options: Options, hand: Sequence[str]) -> Knock:
    """The most that these three cards may declare."""
    if options["matta"] not in hand:
        return Knock(_knock_points(options, [rank(options, card) for card in hand]), ())
    points = {
        declared: _knock_points(options, [value(options, card, declared) for card in hand]) for declared in MATTA_VALUES
    }
    best = max(points.values())
    if best == 0:
        return Knock(0, ())
    return Knock(best, tuple(declared for declared in MATTA_VALUES if points[declared] == best))


def knock_kind(options: Options, hand: Sequence[str], matta_value: int | None) -> Literal["low", "triple"]:
    """`triple` for three equal cards, else `low`, with the matta at the declared value."""
    values = {value(options, card, matta_value) for card in hand}
    return "triple" if len(values) == 1 else "low"


def _knock_points(options: Options, values: list[int]) -> int:
    worth = options["knock"]
    if worth is None or len(values) != KNOCKING_HAND:
        return 0
    different = len(set(values))
    if different == 1:
        return int(worth["triple"])
    if sum(values) > worth["limit"]:
        return 0
    return int(worth["pair"] if different == 2 else worth["distinct"])
