"""Whole deals of every preset, worked card by card, and what reads them.

A file is a table to be followed with cards in hand. Before it stand the preset, the players, the dealer and what each
seat receives; after it the piles, the counts, the points and what these do to four matches. A row is a card played, a
declaration (`(low 7C=3)`), one that was possible and not made (`(silent)`), or the dealt table that goes to the dealer
(`(table)`). Cards stand in the order of the deck, captures are written as in docs/notation.md. A remark is for people.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.reference.presets import options_of

NOTHING = "–"
CATEGORIES = ("scope", "carte", "suit", "primiera", "combos", "run", "events")
OPENING, SILENT = "(table)", "(silent)"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a worked deal."""

    number: int
    """The card of the deal that is played or comes next, from 1; 0: before the first."""
    seat: int
    """Who plays, declares, is silent, or as dealer takes the table."""
    action: str
    """The play, the declaration, `(silent)` or `(table)`."""
    others: frozenset[str]
    """What else the same card, or the same hand's knock, might have been."""
    events: tuple[str, ...]
    """What it makes at once: scopa, picca, simile, quadriglia, or `knock 3` and `table 2` with the points."""
    table: str
    """The table afterwards; after the last card, the leftovers."""

    @property
    def is_play(self) -> bool:
        """Whether a card is played."""
        return not self.action.startswith("(")


@dataclass(frozen=True, slots=True)
class Match:
    """What the deal's points do to a match."""

    before: tuple[int, ...]
    """By side, the match points before the deal."""
    after: tuple[int, ...]
    """By side, the match points after it."""
    winner: int | None
    """The side that has won; None: they play on."""


@dataclass(frozen=True, slots=True)
class WorkedDeal:
    """A file of `worked_deals`."""

    name: str
    preset: str
    players: int
    dealer: int
    table: tuple[str, ...]
    packets: tuple[tuple[tuple[str, ...], ...], ...]
    rows: tuple[Row, ...]
    leftovers: str
    """Cards and side, as `4C 5D to side 1`, or `none`."""
    piles: tuple[tuple[str, ...], ...]
    carte: tuple[int, ...]
    suit: tuple[int, ...]
    primiera: tuple[int | None, ...] | None
    """None: it is not scored."""
    points: tuple[tuple[int, ...], ...]
    """By side, the points of each of `CATEGORIES`, then the total."""
    wins_at_once: int | None
    """The side that has won the match by all cards of a suit."""
    matches: tuple[Match, ...]


def worked_deal(path: Path) -> WorkedDeal:
    """The worked deal in a file."""
    fields: dict[str, str] = {}
    rows, points, matches = [], [], []
    for line in path.read_text("utf-8").splitlines():
        if not line or line.startswith(("#", "play |", "points |")):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if cells[0].isdecimal():
            rows.append(_row(cells))
        elif cells[0].startswith("side "):
            points.append(tuple(map(int, cells[1 : len(CATEGORIES) + 2])))
        elif line.startswith("match: "):
            matches.append(_match(line.removeprefix("match: ")))
        else:
            key, _, text = line.partition(": ")
            assert key not in fields, key
            fields[key] = text
    numbers = {key: fields.pop(key).partition(" | ")[0].split() for key in list(fields) if key in ("carte", "primiera")}
    (suit,) = (key for key in fields if key.startswith("suit "))
    packets = [fields.pop(f"packet {number + 1}") for number in range(sum(key.startswith("packet ") for key in fields))]
    piles = [fields.pop(f"pile {side}") for side in range(len(points))]
    deal = WorkedDeal(
        name=path.stem,
        preset=fields.pop("preset"),
        players=int(fields.pop("players")),
        dealer=int(fields.pop("dealer")),
        table=tuple(_cards(fields.pop("table"))),
        packets=tuple(tuple(_hands(packet)) for packet in packets),
        rows=tuple(rows),
        leftovers=fields.pop("leftovers").partition(",")[0],
        piles=tuple(tuple(_cards(pile)) for pile in piles),
        carte=tuple(map(int, numbers["carte"])),
        suit=tuple(map(int, fields.pop(suit).partition(" | ")[0].split())),
        primiera=tuple(None if each == NOTHING else int(each) for each in numbers["primiera"])
        if "primiera" in numbers
        else None,
        points=tuple(points),
        wins_at_once=int(fields.pop("wins at once")[-1]) if "wins at once" in fields else None,
        matches=tuple(matches),
    )
    assert suit == f"suit {options_of(deal.preset)['majority_suit']}"
    assert set(fields) == {"shows"}
    return deal


def _cards(text: str) -> list[str]:
    return [] if text == NOTHING else text.split()


def _hands(text: str) -> Iterator[tuple[str, ...]]:
    for number, hand in enumerate(text.split(" | ")):
        seat, *cards = hand.removeprefix("seat ").split()
        assert int(seat) == number
        yield tuple(cards)


def _row(cells: list[str]) -> Row:
    number, seat, action, others, events, table, *_ = [*cells, ""]
    names = events.replace("knock ", "knock_").replace("table ", "table_").split()
    apart = [f"({each}" for each in others.split("(")[1:]] if action.startswith("(") else others.split()
    return Row(
        int(number),
        int(seat),
        action,
        frozenset(each.strip() for each in apart),
        tuple(name.replace("_", " ") for name in names),
        table,
    )


def _match(text: str) -> Match:
    totals, _, end = text.partition(": ")
    before, after = (tuple(map(int, each.split())) for each in totals.split("->"))
    return Match(before, after, None if end == "play on" else int(end.removeprefix("side ").removesuffix(" wins")))


FILES = sorted(Path(__file__).parent.glob("*.txt"))

WORKED_DEALS = tuple(map(worked_deal, FILES))
"""Every worked deal."""
