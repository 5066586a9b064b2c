"""Records of random deals, as hypothesis draws them: played legally, whole or cut short, with any of the other keys."""

import random
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from engine.cards import cards_of
from engine.deals import Deal, generator, random_deal
from engine.plays import Play
from engine.positions import Position, legal_plays, play, scopa_of, start
from engine.rules import rules_of_record
from records.keys import NAMES
from records.record import DealRecord

TABLES = (
    ("scopa", 2),
    ("scopa", 3),
    ("scopa", 4),
    ("napoli", 2),
    ({"preset": "napoli", "value_capture": "fewest", "target": 21}, 2),
    ({"preset": "scopa", "value_capture": "free", "last_play_scopa": True}, 3),
    ("scopone", 4),
    ("scopone-scientifico", 4),
    ("scopone-in-due", 2),
)
"""Rules as a record names them, and a number of players."""

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
"""Any text that UTF-8 can write."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
"""Any JSON value."""

HALVES = st.integers(-4, 60).map(lambda halves: Fraction(halves, 2))
"""Points of a side."""


def hands_of(deal: Deal, packets: int, seen_by: int | None, choose: random.Random) -> Any:
    """The hands of the first so many packets, as ``seen_by`` saw them; the cards of a packet in any order."""
    hands: list[tuple[int | None, ...]] = []
    for seat in range(deal.players):
        hand: list[int | None] = []
        for packet in deal.packets[:packets]:
            cards = list(cards_of(packet[seat]))
            choose.shuffle(cards)
            hand += [card if seen_by in {None, seat} or choose.random() < 0.2 else None for card in cards]
        hands.append(tuple(hand))
    return tuple(hands)


def played_deal(
    rules_written: Any, players: int, seed: int, length: int
) -> tuple[Deal, Position, list[Play], list[bool]]:
    """A random deal, the position after up to ``length`` random legal plays, these, and whether each was a scopa."""
    choose = random.Random(seed)
    deal = random_deal(rules_of_record(rules_written), players, choose.randrange(players), generator(seed))
    position = start(deal)
    plays: list[Play] = []
    scope: list[bool] = []
    while not position.over and len(plays) < length:
        chosen = choose.choice(legal_plays(position))
        scope.append(scopa_of(position, chosen))
        plays.append(chosen)
        position = play(position, chosen)
    return deal, position, plays, scope


@st.composite
def records(draw: st.DrawFn) -> DealRecord:
    """A record without faults."""
    rules_written, players = draw(st.sampled_from(TABLES))
    seed = draw(st.integers(0, 2**32))
    deal, position, plays, scope = played_deal(rules_written, players, seed, draw(st.sampled_from([0, 1, 13, 25, 40])))
    sides = deal.rules.sides(players)
    seats = st.integers(0, players - 1)
    points = st.none() | st.lists(HALVES, min_size=sides, max_size=sides).map(tuple)
    text = st.none() | TEXT
    seen_by = draw(st.none() | seats)
    packets = len(deal.packets) if position.over else position.round + 1
    hands = hands_of(deal, packets, seen_by, random.Random(seed)) if draw(st.booleans()) else None
    ended = st.fixed_dictionaries({"how": st.sampled_from(["resigned", "time", "abandoned"])}, optional={"seat": seats})
    clock = st.lists(st.integers(0, 10**6), min_size=len(plays), max_size=len(plays)).map(tuple)
    notes = st.dictionaries(st.integers(0, len(plays) - 1), TEXT, max_size=3) if plays else st.just({})
    return DealRecord(
        match=draw(TEXT.filter(bool)),
        deal=draw(st.integers(1, 99)),
        rules_written=rules_written,
        rules=deal.rules,
        players=tuple(draw(st.lists(TEXT, min_size=players, max_size=players))),
        dealer=deal.dealer,
        table=deal.table,
        plays=tuple(plays),
        scope=tuple(scope),
        hands=hands,
        seen_by=seen_by,
        ended=draw(st.none() | ended),
        score=draw(points),
        points=draw(points),
        clock=draw(st.none() | clock),
        notes=draw(notes),
        date=draw(st.sampled_from([None, "2008", "2008-12", "2008-12-29", "2008-12-29T21:30:00+01:00"])),
        site=draw(text),
        event=draw(text),
        round=draw(text),
        source=draw(text),
        extra=draw(st.dictionaries(TEXT.filter(lambda key: key not in NAMES), JSON, max_size=3)),
    )
