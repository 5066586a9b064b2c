"""The worked deals (`tests/engine/worked_deals`), which the engine and the naive reference must play alike."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

import pytest

from engine.cards import mask_of, parse_card, texts_of
from engine.deals import Deal, packet_sizes
from engine.plays import Declaration, Play, declaration_text, parse_play, play_text
from engine.positions import Position, declare, events_of, legal_declarations, legal_plays, play, scopa_of, start
from engine.replay import replay
from engine.rules import Rules, preset, presets
from engine.scoring import match_after, score_of, wins_at_once
from tests.engine.worked_deals import CATEGORIES, NOTHING, OPENING, SILENT, WORKED_DEALS, WorkedDeal
from tests.reference import game as reference
from tests.reference.presets import options_of

PLAY_EVENTS = ("scopa", "picca", "simile", "quadriglia")


class Table(Protocol):
    """What plays a worked deal: the engine, or the naive reference."""

    def seat(self) -> int:
        """The seat to play."""

    def declarations(self) -> set[str]:
        """What it may declare."""

    def declare(self, text: str) -> None:
        """Declare that."""

    def plays(self) -> dict[str, tuple[str, ...]]:
        """Every legal play, with the bonuses that it earns."""

    def play(self, text: str) -> None:
        """Make that play."""

    def cards(self) -> str:
        """The table's cards."""

    def piles(self) -> tuple[frozenset[str], ...]:
        """By side, the captured cards."""

    def counts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By side, the scope, and the points of events."""


class EngineTable:
    """A worked deal at the engine's table."""

    def __init__(self, deal: WorkedDeal, rules: Rules) -> None:
        """Deal the cards."""
        self.position: Position = start(engine_deal(deal, rules))

    def seat(self) -> int:
        """The seat to play."""
        return self.position.turn

    def _declarations(self) -> dict[str, Declaration]:
        return {declaration_text(each, self.position.rules): each for each in legal_declarations(self.position)}

    def declarations(self) -> set[str]:
        """What it may declare."""
        return set(self._declarations())

    def declared(self, text: str) -> Declaration:
        """The declaration that the text writes."""
        return self._declarations()[text]

    def declare(self, text: str) -> None:
        """Declare that."""
        self.position = declare(self.position, self.declared(text))

    def _plays(self) -> dict[str, Play]:
        position = self.position
        return {play_text(each, scopa_of(position, each), position.rules.deck): each for each in legal_plays(position)}

    def plays(self) -> dict[str, tuple[str, ...]]:
        """Every legal play, with the bonuses that it earns."""
        return {text: events_of(self.position, each) for text, each in self._plays().items()}

    def play(self, text: str) -> None:
        """Make that play."""
        self.position = play(self.position, self._plays()[text])

    def cards(self) -> str:
        """The table's cards."""
        return " ".join(texts_of(self.position.table, self.position.rules.deck)) or NOTHING

    def piles(self) -> tuple[frozenset[str], ...]:
        """By side, the captured cards."""
        return tuple(frozenset(texts_of(pile, self.position.rules.deck)) for pile in self.position.piles)

    def counts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By side, the scope, and the points of events."""
        return self.position.scope, self.position.events


class ReferenceTable:
    """A worked deal at the reference's table."""

    def __init__(self, deal: WorkedDeal) -> None:
        """Deal the cards."""
        self.game = reference.start(options_of(deal.preset), deal.players, deal.dealer, deal.table, deal.packets)

    def seat(self) -> int:
        """The seat to play."""
        return self.game.seat

    def _declarations(self) -> dict[str, tuple[str, int | None]]:
        wild = self.game.options["matta"]
        return {
            f"({what})" if value is None else f"({what} {wild}={value})": (what, value)
            for what, value in self.game.legal_declarations()
        }

    def declarations(self) -> set[str]:
        """What it may declare."""
        return set(self._declarations())

    def declare(self, text: str) -> None:
        """Declare that."""
        self.game = self.game.declare(*self._declarations()[text])

    def _text(self, card: str, taken: frozenset[str]) -> str:
        captured = f"x{'+'.join(self._sorted(taken))}" if taken else ""
        return f"{card}{captured}{'#' if self.game.is_scopa(card, taken) else ''}"

    def _sorted(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=reference.deck(self.game.options).index)

    def sorted_text(self, cards: Iterable[str]) -> str:
        """The cards in the order of the deck."""
        return " ".join(self._sorted(cards)) or NOTHING

    def _plays(self) -> dict[str, reference.Play]:
        return {self._text(*each): each for each in self.game.legal_plays()}

    def plays(self) -> dict[str, tuple[str, ...]]:
        """Every legal play, with the bonuses that it earns."""
        game = self.game
        laid = {"last_laid": game.last_laid, "redealt": game.redealt}
        return {
            text: tuple(reference.play_bonuses(game.options, card, taken, **laid) if taken else ())
            for text, (card, taken) in self._plays().items()
        }

    def play(self, text: str) -> None:
        """Make that play."""
        self.game = self.game.play(*self._plays()[text])

    def cards(self) -> str:
        """The table's cards."""
        return self.sorted_text(self.game.table)

    def piles(self) -> tuple[frozenset[str], ...]:
        """By side, the captured cards."""
        return self.game.piles

    def counts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By side, the scope, and the points of events."""
        return self.game.scope, self.game.events


def engine_deal(deal: WorkedDeal, rules: Rules) -> Deal:
    """The cards of a worked deal as the engine takes them."""
    packets = tuple(
        tuple(mask_of(parse_card(card, rules.deck) for card in hand) for hand in row) for row in deal.packets
    )
    return Deal(rules, deal.dealer, tuple(parse_card(card, rules.deck) for card in deal.table), packets)


def follow(deal: WorkedDeal, table: Table) -> None:
    """Play a worked deal row by row, and compare everything that the rows tell with the table."""
    sides = len(deal.piles)
    scope, events = [0] * sides, [0] * sides
    silent = 0
    cards_played = 0
    for row in deal.rows:
        side = row.seat % sides
        expected = (0, deal.dealer) if row.action == OPENING else (cards_played + 1, table.seat())
        assert (row.number, row.seat) == expected
        if row.is_play:
            assert silent == row.number or not table.declarations()
            plays = table.plays()
            same_card = {text for text in plays if text.startswith(row.action[:2])}
            assert same_card == row.others | {row.action}
            assert sorted(each for each in row.events if each != "scopa") == sorted(plays[row.action])
            assert ("scopa" in row.events) == row.action.endswith("#")
            assert set(row.events) <= set(PLAY_EVENTS)
            table.play(row.action)
            cards_played += 1
            scope[side] += "scopa" in row.events
            events[side] += sum(each != "scopa" for each in row.events)
        elif row.action == SILENT:
            assert table.declarations() == row.others
            silent = row.number
        else:
            if row.action != OPENING:
                assert table.declarations() == row.others | {row.action}
                table.declare(row.action)
            (event,) = row.events
            events[side] += int(event.split()[1])
        if cards_played < sum(len(hand) for packet in deal.packets for hand in packet):
            assert table.cards() == row.table
        else:
            assert table.cards() == NOTHING
            left = deal.leftovers.partition(" to side ")[0]
            assert row.table == (NOTHING if left == "none" else left)
        assert table.counts() == (tuple(scope), tuple(events))
    assert cards_played == sum(len(hand) for packet in deal.packets for hand in packet)
    assert table.piles() == tuple(map(frozenset, deal.piles))


def check_engine(deal: WorkedDeal, rules: Rules) -> None:
    """The engine plays a worked deal as it is written, scores it so, and its points end the matches so."""
    assert [len(packet[0]) for packet in deal.packets] == list(packet_sizes(rules, deal.players))
    table = EngineTable(deal, rules)
    follow(deal, table)
    position = table.position
    assert position.over
    scored = score_of(position)
    assert tuple((*map(side.of, CATEGORIES), side.total) for side in scored) == deal.points
    assert tuple(side.carte for side in scored) == deal.carte
    assert tuple(side.suit for side in scored) == deal.suit
    assert deal.primiera == (None if rules.primiera == "off" else tuple(side.primiera for side in scored))
    assert wins_at_once(rules, deal.players, position.piles) == deal.wins_at_once
    for match in deal.matches:
        points = [side.total for side in scored]
        state = match_after(rules, list(map(Fraction, match.before)), points, deal.wins_at_once)
        assert (state.points, state.winner) == (match.after, match.winner)


def check_replay(deal: WorkedDeal, rules: Rules) -> None:
    """The engine replays the plays as a record gives them: written whole, and with the scopa signs left out."""
    written = [row for row in deal.rows if row.is_play]
    table = EngineTable(deal, rules)
    positions, declarations, scope = [], {}, []
    for row in deal.rows:
        if row.is_play:
            positions.append(table.position)
            scope.append(row.action.endswith("#"))
            table.play(row.action)
        elif row.action not in {OPENING, SILENT}:
            declarations[row.number - 1] = table.declared(row.action)
            table.declare(row.action)
    positions.append(table.position)
    parsed = [parse_play(row.action, rules.deck) for row in written]
    for plays in (parsed, [replace(each, scopa=False) for each in parsed]):
        replayed = replay(engine_deal(deal, rules), plays, declarations)
        assert replayed.failure is None
        assert replayed.finished
        assert replayed.positions == tuple(positions)
        assert replayed.scope == tuple(scope)
        assert [replayed.text(ply) for ply in range(len(written))] == [row.action for row in written]


@pytest.mark.parametrize("deal", WORKED_DEALS, ids=lambda deal: deal.name)
def test_engine(deal: WorkedDeal) -> None:
    """A worked deal comes out at the engine's table as its file says, row by row and in the end."""
    rules = preset(deal.preset)
    check_engine(deal, rules)
    check_replay(deal, rules)


@pytest.mark.parametrize("deal", WORKED_DEALS, ids=lambda deal: deal.name)
def test_reference(deal: WorkedDeal) -> None:
    """A worked deal comes out at the reference's table as its file says, row by row and in the end."""
    table = ReferenceTable(deal)
    follow(deal, table)
    game = table.game
    options, piles = game.options, game.piles
    assert game.is_over
    scored = game.score()
    assert tuple(tuple(side[name] for name in (*CATEGORIES, "total")) for side in scored) == deal.points
    assert tuple(map(len, piles)) == deal.carte
    suits = tuple(sum(reference.suit(card) == options["majority_suit"] for card in pile) for pile in piles)
    assert suits == deal.suit
    values = reference.primiera_values(options, piles)
    assert deal.primiera == (None if options["primiera"] == "off" else tuple(values))
    winner = reference.instant_winner(options, piles)
    assert winner == deal.wins_at_once
    left = deal.leftovers.partition(" to side ")
    assert (NOTHING if left[0] == "none" else left[0]) == table.sorted_text(game.leftovers)
    assert left[0] == "none" or int(left[2]) == game.last_capturer
    for match in deal.matches:
        totals = [side["total"] for side in scored]
        assert tuple(a + b for a, b in zip(match.before, totals, strict=True)) == match.after
        over, winning = reference.match_over(options, match.before, totals, winner)
        assert (over, winning) == (match.winner is not None, match.winner)


def test_every_preset_has_a_worked_deal() -> None:
    """Each preset is worked through at least once, and every number of players somewhere."""
    assert {deal.preset for deal in WORKED_DEALS} == set(presets())
    assert {deal.players for deal in WORKED_DEALS} == {2, 3, 4}


def test_the_special_rules_occur() -> None:
    """Together the deals show every event, declaration and way in which a match ends or goes on."""
    rows = [row for deal in WORKED_DEALS for row in deal.rows]
    events = {event.split()[0] for row in rows for event in row.events}
    assert events == {*PLAY_EVENTS, "knock", "table"}
    assert {row.action.strip("()").split()[0] for row in rows if not row.is_play} == {
        "table",
        "silent",
        "low",
        "triple",
    }
    ends = {
        (match.winner is None, max(match.after) >= preset(deal.preset).target)
        for deal in WORKED_DEALS
        for match in deal.matches
    }
    assert ends == {(True, False), (True, True), (False, True)}
