"""What the search saw, counted again game by game, and by going through every way that a deal may end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, exp

import pytest

from analysis.explanation import SEED, Explanation, explain
from analysis.foresight import SEEN, Seen
from analysis.judge import LEVELS
from analysis.knowledge import view_at
from analysis.known import likely_outcomes, traced_worlds
from analysis.thresholds import EXPLAINED_WORLDS
from analysis.verdicts import verdict_at
from engine.cards import cards_of, parse_card
from engine.plays import Play
from engine.positions import Position, legal_declarations, play
from engine.replay import Replay
from engine.scoring import CATEGORIES, score
from records.notation import read_file
from tests.analysis.explained_games import Told
from tests.analysis.kernels.test_endings import World, next_worlds, with_hands, world_of
from tests.conftest import PROJECT

MOST_WAYS = 300
"""Ways the cards may lie that are gone through, at most."""

MOST_LEFT = 6
"""Plays left at which every way a deal may end is gone through."""

CLOSE = 0.09
"""How far a share of 512 games may be from the true one: four standard errors."""


@dataclass
class Game:
    """A deal that was played on."""

    position: Position
    """Before the play that is explained."""
    made: Play
    piles: list[set[int]]
    """By side, the cards captured from then on and before."""
    table: set[int]
    last: int | None
    """The side that captured last."""
    steps: list[tuple[int, int, int, bool, int]] = field(default_factory=list)
    """Who played what and took what, whether that was a scopa, and the halves of points that it earned besides."""
    ways: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    """By card captured later: how, by whom, with which card."""
    left: int = 0
    """Cards left on the table at the end."""

    def capture(self, seat: int, card: int, taken: int) -> None:
        """Make a play."""
        if not taken:
            self.table.add(card)
            return
        cards = set(cards_of(taken))
        assert cards <= self.table
        self.table -= cards
        self.last = self.position.side(seat)
        self.piles[self.last] |= {*cards, card}
        self.ways |= dict.fromkeys(cards, ("taken", seat, card)) | {card: ("used", seat, card)}

    def finish(self) -> None:
        """Sweep what is left."""
        self.left = len(self.table)
        if self.last is not None:
            self.piles[self.last] |= self.table
        self.ways |= {card: ("swept", -1, card) for card in self.table}


def games_of(deal: Replay, told: Explanation) -> tuple[list[Game], list[Game]]:
    """The games that were played on after the play made and after the better one."""
    view = view_at(deal, told.ply)
    assert view is not None
    outcomes = likely_outcomes(view, traced_worlds(view, SEED), (told.made, told.better), SEED)
    position = deal.positions[told.ply]
    found: tuple[list[Game], list[Game]] = ([], [])
    for number, made in enumerate((told.made, told.better)):
        for lines, piles in zip(outcomes.lines[:, number].tolist(), outcomes.piles[:, number].tolist(), strict=True):
            held = [set(cards_of(pile)) for pile in position.piles]
            game = Game(position, made, held, set(cards_of(position.table)), position.last_capturer)
            game.capture(told.seat, made.card, made.taken)
            game.ways.clear()
            for step, (card, taken, scopa, earned) in enumerate(lines):
                seat = (told.seat + 1 + step) % position.players
                game.capture(seat, card, taken)
                game.steps.append((seat, card, taken, bool(scopa), earned))
            game.finish()
            assert [set(cards_of(pile)) for pile in piles] == game.piles
            found[number].append(game)
    return found


PlayedOn = tuple[Replay, Explanation, tuple[list[Game], list[Game]]]


@pytest.fixture(scope="module")
def played_on(game: list[Told]) -> list[PlayedOn]:
    """The plays of which it is told what the search saw, with the games that were played on."""
    return [(deal, told, games_of(deal, told)) for deal, _, told in game if told.seen]


def mean(values: Iterator[float]) -> float:
    """Of the games that were played on."""
    return sum(values) / EXPLAINED_WORLDS


def wins(game: Game, category: str, side: int) -> bool:
    """Whether ``category`` brings a side points; by the cards alone."""
    rules, players = game.position.rules, game.position.players
    masks = [sum(1 << card for card in pile) for pile in game.piles]
    points = score(rules, players, masks, [0] * len(masks))[side].points
    return points[CATEGORIES.index(category)] > 0


def counted(seen: Seen, game: Game, told: Explanation) -> float:
    """What ``seen`` counts of one game."""
    position = game.position
    side = position.side(told.seat)
    match seen.code:
        case "card":
            return float(seen.card in game.piles[side])
        case "point":
            return float(wins(game, seen.category, side))
        case "last":
            return float(game.last == side)
        case "scopa_by" | "scopa_ours" | "bonus_by" | "bonus_ours":
            assert seen.seat is not None
            assert (position.side(seen.seat) == side) == seen.code.endswith("ours")
            rounds = game.steps[: position.players]
            column = 3 if seen.code.startswith("scopa") else 4
            return float(any(step[0] == seen.seat and step[column] for step in rounds))
        case "scope_by" | "scope_ours":
            ours = seen.code == "scope_ours"
            return float(sum(step[3] for step in game.steps if (position.side(step[0]) == side) == ours))
    assert seen.code == "ace"
    if game.made.card == seen.card:
        return float(game.made.taken.bit_count())
    return float(sum(taken.bit_count() for seat, card, taken, _, _ in game.steps if card == seen.card))


def test_shares_are_those_of_the_games_played_on(played_on: list[PlayedOn]) -> None:
    """Each share and each average that is told is counted again, and the better play is the better one by it."""
    for deal, told, after in played_on:
        low = deal.deal.rules.objective == "low"
        for seen in told.seen:
            assert seen.code in SEEN
            for number, said in enumerate((seen.made, seen.better)):
                assert said == pytest.approx(mean(counted(seen, each, told) for each in after[number]))
            wanted = seen.better - seen.made
            assert (-wanted if seen.code.endswith("_by") != low else wanted) >= 0.05 - 1e-9


KINDS = {
    "last": ("cirulla", 2, 32),
    "ace": ("cirulla", 4, 31),
    "scope_by": ("scopone-wikipedia", 0, 30),
    "scope_ours": ("sbarazzino", 1, 25),
    "bonus_by": ("scopa-bresciana", 1, 13),
    "bonus_ours": ("scopa-bresciana", 1, 36),
    "scopa_by": ("scopone-scientifico-wikipedia", 0, 34),
    "scopa_ours": ("sbarazzino", 0, 28),
    "card": ("scopone", 2, 27),
    "point": ("scopa-luciano", 2, 30),
}
"""By kind of what is seen: a sample game, the place of a deal in it, and a play of which it is told."""


def test_each_kind_is_told() -> None:
    """Nothing that can be seen goes untold: there is a play for each kind, counted again as all are."""
    assert set(KINDS) == set(SEEN)
    for code, (name, number, ply) in KINDS.items():
        deal = list(read_file(PROJECT / "sample_games" / f"{name}.jsonl"))[number].replay
        assert deal is not None
        verdict = verdict_at(deal, ply, LEVELS["quick"], seed=11)
        assert verdict is not None
        told = explain(deal, verdict)
        after = games_of(deal, told)
        found = [seen for seen in told.seen if seen.code == code]
        assert found, code
        for seen in found:
            for games, said in zip(after, (seen.made, seen.better), strict=True):
                assert said == pytest.approx(mean(counted(seen, each, told) for each in games))


def test_counts_of_points_and_leftovers(played_on: list[PlayedOn]) -> None:
    """How many cards a side ends with, and how many are left on the table, are counted again."""
    for deal, told, after in played_on:
        counts = [seen for seen in told.seen if seen.count is not None]
        rules = deal.deal.rules
        side = deal.positions[told.ply].side(told.seat)
        for seen in counts:
            suit = "DCBS".index(rules.majority_suit)
            for games, said in zip(after, (seen.count, seen.count_better), strict=True):
                if seen.code == "last":
                    assert said == pytest.approx(mean(float(each.left) for each in games))
                else:
                    wanted = [each.piles[side] for each in games]
                    if seen.category == "suit":
                        wanted = [{card for card in pile if card % 4 == suit} for pile in wanted]
                    assert said == pytest.approx(mean(float(len(each)) for each in wanted))


def ways_to(games: list[Game], card: int, *, ours: bool) -> Counter[tuple[str, int]]:
    """By way and seat, in how many games a card comes to the side that plays, or to the others."""
    found: Counter[tuple[str, int]] = Counter()
    for game in games:
        if card in game.ways and (card in game.piles[game.position.side(game.position.turn)]) == ours:
            how, seat, _ = game.ways[card]
            found[how, seat] += 1
    return found


def test_fates_are_the_ways_that_differ(played_on: list[PlayedOn]) -> None:
    """How a card comes to one side or the others: the way most more frequent than after the other play, if any is."""
    for deal, told, after in played_on:
        for seen in told.seen:
            if seen.code != "card":
                continue
            assert seen.card is not None
            low = deal.deal.rules.objective == "low"
            for number, fate, ours in ((0, seen.fate, low), (1, seen.fate_better, not low)):
                common = ways_to(after[number], seen.card, ours=ours)
                more = {
                    way: many - ways_to(after[1 - number], seen.card, ours=ours)[way] for way, many in common.items()
                }
                if fate is None:
                    assert max(more.values(), default=0) < 0.05 * EXPLAINED_WORLDS
                    continue
                assert fate.ours == ours
                way = fate.how, -1 if fate.seat is None else fate.seat
                assert more[way] == max(more.values()) >= 0.05 * EXPLAINED_WORLDS
                assert fate.share == pytest.approx(common[way] / EXPLAINED_WORLDS)
                if fate.how == "taken":
                    takers = [game.ways[seen.card] for game in after[number] if seen.card in game.ways]
                    ranks = Counter(card // 4 for how, seat, card in takers if (how, seat) == way)
                    rank, most = ranks.most_common(1)[0]
                    assert fate.rank == (rank if most > sum(ranks.values()) / 2 else None)
                    assert fate.always == (len(ranks) == 1)


def test_what_happens_after_either_play_is_no_fate() -> None:
    """The partner takes the settebello as often after the play made: what the better one brings is the own capture."""
    deal = list(read_file(PROJECT / "sample_games" / "scopone.jsonl"))[3].replay
    assert deal is not None
    verdict = verdict_at(deal, 27, LEVELS["quick"], seed=0)
    assert verdict is not None
    (seen,) = (each for each in explain(deal, verdict).seen if each.code == "card")
    assert seen.card == parse_card("7D")
    assert seen.fate_better is not None
    assert seen.fate_better.seat == verdict.seat


def test_scope_are_made_with_the_card_that_is_named(played_on: list[PlayedOn]) -> None:
    """The rank with which a scopa is mostly made."""
    for _, told, after in played_on:
        named = [seen for seen in told.seen if seen.rank is not None]
        for seen in named:
            games = after[0] if seen.made > seen.better else after[1]
            steps = [step for each in games for step in each.steps[: each.position.players]]
            ranks = Counter(card // 4 for seat, card, _, scopa, _ in steps if scopa and seat == seen.seat)
            rank, most = ranks.most_common(1)[0]
            assert seen.rank == rank
            assert most > sum(ranks.values()) / 2
            assert seen.always == (len(ranks) == 1)


def ways_of(position: Position) -> list[tuple[int, ...]]:
    """All hands that the seat to play must think possible; none: too many, or a packet is still to come."""
    if position.round + 1 < len(position.packets) or any(map(position.unknown, range(position.players))):
        return []
    others = [(position.turn + turn) % position.players for turn in range(1, position.players)]
    hidden = 0
    for seat in others:
        hidden |= position.hands[seat] & ~position.shown
    sizes = [(position.hands[seat] & ~position.shown).bit_count() for seat in others]
    number, left = 1, hidden.bit_count()
    for size in sizes:
        number, left = number * comb(left, size), left - size
    return list(_dealt(position, others, list(cards_of(hidden)))) if number <= MOST_WAYS else []


def _dealt(position: Position, others: list[int], hidden: list[int]) -> Iterator[tuple[int, ...]]:
    if not others:
        yield position.hands
        return
    seat = others[0]
    size = (position.hands[seat] & ~position.shown).bit_count()
    for some in combinations(hidden, size):
        hands = list(position.hands)
        hands[seat] = position.hands[seat] & position.shown | sum(1 << card for card in some)
        rest = [card for card in hidden if card not in some]
        yield from _dealt(with_hands(position, tuple(hands)), others[1:], rest)


def weighted_worlds(deal: Replay, ply: int) -> list[World]:
    """The possible hands with how likely each is, by the plays of the others, adding up to 1, and what is believed."""
    position = deal.positions[ply]
    passed = list(zip(deal.positions[:ply], deal.plays[:ply], strict=True))
    worlds = [world_of(position, hands, passed) for hands in ways_of(position)]
    total = sum(exp(weight) for weight, _, _ in worlds)
    return [(exp(weight) / total, each, beliefs) for weight, each, beliefs in worlds]


def test_clues_are_the_chances_of_all_ways_the_cards_may_lie(game: list[Told]) -> None:
    """The chance that a seat held some cards, by the plays so far: where few cards are hidden, counted exactly."""
    for deal, _, told in game:
        if not told.clues:
            continue
        worlds = weighted_worlds(deal, told.ply)
        for clue in told.clues if worlds else ():
            exact = sum(weight for weight, each, _ in worlds if each.hands[clue.seat] & clue.cards)
            even = sum(bool(each.hands[clue.seat] & clue.cards) for _, each, _ in worlds) / len(worlds)
            assert clue.chance == pytest.approx(exact, abs=CLOSE / 2)
            assert clue.counted == pytest.approx(even)
            if clue.ply is not None:
                assert (exact > even) == (clue.kind == "likely")


@dataclass
class End:
    """One way a deal may end."""

    chance: float
    position: Position
    scope: dict[int, int]
    """By seat, the scope of its next turn."""


def ends_of(deal: Replay, told: Explanation, first: Play) -> Iterator[End]:
    """Every way in which the deal may end after ``first``, with its chance: all hands, all plays, all kinds."""
    side = deal.positions[told.ply].side(told.seat)
    for weight, position, beliefs in weighted_worlds(deal, told.ply):
        yield from _ends((weight, play(position, first), beliefs), {}, side)


def _ends(world: World, scope: dict[int, int], side: int) -> Iterator[End]:
    """Where nobody plays for the best: ``side`` in the judge's own manner, others as what is believed of them."""
    weight, position, _ = world
    if position.over:
        yield End(weight, position, scope)
        return
    seat, mover = position.turn, position.side(position.turn)
    for after in next_worlds(world, side):
        made = after[1].scope[mover] - position.scope[mover]
        yield from _ends(after, scope if seat in scope else scope | {seat: made}, side)


def test_shares_are_near_those_of_all_ways_a_deal_may_end(game: list[Told]) -> None:
    """With few plays left, what the games that were played on show is what going through all of them shows."""
    for deal, _, told in game:
        position = deal.positions[told.ply]
        side = position.side(told.seat)
        left = len(deal.plays) - told.ply
        shares = [seen for seen in told.seen if seen.code in ("card", "last", "scopa_by", "scopa_ours")]
        if left > MOST_LEFT or not shares or legal_declarations(position) or not ways_of(position):
            continue
        for first, name in ((told.made, "made"), (told.better, "better")):
            ends = list(ends_of(deal, told, first))
            assert sum(end.chance for end in ends) == pytest.approx(1)
            for seen in shares:
                exact = 0.0
                for end in ends:
                    if seen.code == "card":
                        assert seen.card is not None
                        holds = bool(end.position.piles[side] >> seen.card & 1)
                    elif seen.code == "last":
                        holds = end.position.last_capturer == side
                    else:
                        assert seen.seat is not None
                        holds = bool(end.scope.get(seen.seat))
                    exact += end.chance * holds
                assert getattr(seen, name) == pytest.approx(exact, abs=CLOSE)
