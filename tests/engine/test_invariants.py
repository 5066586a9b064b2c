"""What cannot happen in any deal, or must happen in each: the laws that follow from the rules.

Deals are random, played half by chance and half by whoever always makes a scopa if there is one, so that the bounds
are pressed upon. That two scope in a row are impossible and cards are conserved is part of the contract in
`tests/engine/test_positions.py`.
"""

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from engine.cards import RANKS, SEVEN, SUITS, cards_of, full_deck, mask_of, parse_card, suit_mask
from engine.deals import Deal, generator, random_deal
from engine.plays import Play
from engine.positions import Position, declare, legal_declarations, legal_plays, play, plays_of, scopa_of, start
from engine.replay import packets_from_plays
from engine.rules import Rules, preset, presets
from engine.scoring import SideScore, score, score_of

TABLES = [(name, players) for name, rules in presets().items() for players in rules.players]
DEALS = 6
"""Random deals of each preset and number of players."""

VALUE_PRESETS = [
    name
    for name, rules in presets().items()
    if rules.compulsory and rules.value_capture != "off" and rules.fifteen_capture == "off"
]
"""Those whose cards take by value, and must."""

PLAIN_PRESETS = [name for name in VALUE_PRESETS if presets()[name].ace_rule == "off"]
"""Those of them whose aces are ones."""

LEFTOVER_REMAINDER, FIFTEEN = 10, 15
"""Under `scopa-a-15`: 220 is fourteen times 15 and 10."""

PRIMIERA_VALUES = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "K": 10}
"""One card of each value that a suit can have in the primiera."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A random deal that was played to its end."""

    rules: Rules
    dealer_side: int
    positions: tuple[Position, ...]
    """Before each play and after the last one."""
    plays: tuple[Play, ...]
    leftovers: int
    """The mask of the table after the last card, before the last capturer took it."""

    @property
    def end(self) -> Position:
        """The position after the last play."""
        return self.positions[-1]

    @property
    def scores(self) -> tuple[SideScore, ...]:
        """By side, the points."""
        return score_of(self.end)


def played(rules: Rules, players: int, seed: int) -> PlayedDeal:
    """A random deal, played by chance if ``seed`` is even and with every possible scopa made if it is odd."""
    chooser = random.Random(seed)
    dealer = seed % players
    position = start(random_deal(rules, players, dealer, generator(seed + 900)))
    positions, plays = [], []
    leftovers = 0
    while not position.over:
        declarations = legal_declarations(position)
        if declarations:
            position = declare(position, chooser.choice(declarations))
        legal = legal_plays(position)
        sweeps = [each for each in legal if scopa_of(position, each)] if seed % 2 else []
        chosen = chooser.choice(sweeps or legal)
        positions.append(position)
        plays.append(chosen)
        leftovers = position.table & ~chosen.taken if chosen.taken else position.table | 1 << chosen.card
        position = play(position, chosen)
    return PlayedDeal(rules, dealer % len(position.piles), (*positions, position), tuple(plays), leftovers)


def arranged(rules: Rules, players: int, dealer: int, table: list[str], opening: list[str]) -> PlayedDeal:
    """A deal in which the other cards follow the opening in pairs of equal rank; every card takes as much as it can."""
    dealt = tuple(parse_card(card, rules.deck) for card in table)
    first = [parse_card(card, rules.deck) for card in opening]
    rest = [card for card in range(rules.deck) if card not in (*dealt, *first)]
    groups = [[card for card in rest if card // 4 == rank] for rank in range(rules.deck // 4)]
    pairs = [card for group in groups for card in group[: len(group) // 2 * 2]]
    order = [*first, *pairs, *(group[-1] for group in groups if len(group) % 2)]
    position = start(Deal(rules, dealer, dealt, packets_from_plays(rules, players, dealer, order)))
    positions, plays = [], []
    for card in order:
        chosen = max((each for each in legal_plays(position) if each.card == card), key=lambda each: each.taken)
        positions.append(position)
        plays.append(chosen)
        position = play(position, chosen)
    return PlayedDeal(rules, dealer % len(position.piles), (*positions, position), tuple(plays), 0)


@cache
def played_deals(name: str, players: int) -> tuple[PlayedDeal, ...]:
    """Some deals of a preset."""
    return tuple(played(preset(name), players, seed) for seed in range(DEALS))


def deals_of(names: list[str]) -> list[PlayedDeal]:
    """The deals of these presets, with every number of players."""
    return [deal for name, players in TABLES if name in names for deal in played_deals(name, players)]


def value(rules: Rules, card: int) -> int:
    """The number of a card in sums; 0 for the court cards of 52."""
    rank = card // 4 + 1
    return rank if rank <= 10 else 0


def total(rules: Rules, mask: int) -> int:
    """The sum of the numbers of the cards."""
    return sum(value(rules, card) for card in cards_of(mask))


def ranks_of(mask: int) -> Counter[int]:
    """How many cards of each rank, from 0, there are."""
    return Counter(card // 4 for card in cards_of(mask))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_length_of_a_deal(name: str, players: int) -> None:
    """A deal has 36 plays with four of 40 cards on the table, 40 with none, 48 of 52 cards; all cards end in piles."""
    expected = {(40, 4): 36, (40, 0): 40, (52, 4): 48}
    for deal in played_deals(name, players):
        assert len(deal.plays) == expected[deal.rules.deck, deal.rules.table]
        assert sum(deal.end.piles) == full_deck(deal.rules.deck)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_bounds_of_scope(name: str, players: int) -> None:
    """Every second play at most is a scopa, a side's only its own, the deal's last one only where that counts."""
    for deal in played_deals(name, players):
        plays = len(deal.plays)
        counts = deal.rules.last_play_scopa
        assert sum(deal.end.scope) <= (plays + 1) // 2
        sides = len(deal.end.piles)
        for side, scope in enumerate(deal.end.scope):
            last = side == deal.dealer_side and not counts
            assert scope <= plays // sides - last
    if name in PLAIN_PRESETS and players == 4:
        for deal in played_deals(name, players):
            most = {36: (18, 17), 40: (18, 19), 48: (24, 23)}[len(deal.plays)]
            for side, scope in enumerate(deal.end.scope):
                is_dealer = side == deal.dealer_side
                assert scope <= most[is_dealer] + (is_dealer and deal.rules.last_play_scopa)


@pytest.mark.parametrize(
    ("name", "players", "dealer", "table", "opening", "side", "scope"),
    [
        ("scopone-scientifico", 4, 1, "", "", 1, 19),
        ("scopone-scientifico-wikipedia", 4, 1, "", "", 1, 20),
        ("scopone-in-due", 2, 1, "", "", 1, 19),
        ("scopone-scientifico", 4, 1, "", "AD 2D 3D", 0, 18),
        ("scopa", 2, 1, "AD AC 4D 4C", "KD", 0, 18),
        ("scopone", 4, 1, "AD AC 4D 4C", "KD", 0, 18),
        ("scopa", 2, 1, "AD AC AB AS", "5D QD", 1, 17),
        ("scopa", 4, 1, "AD AC AB AS", "5D QD", 1, 17),
        ("scopa-bresciana", 2, 1, "AD AC 4D 4C", "TD", 0, 24),
    ],
)
def test_the_most_scope_are_reached(
    name: str, players: int, dealer: int, table: str, opening: str, side: int, scope: int
) -> None:
    """The bounds are exact: after an opening that clears the table, one side lays, the other takes the equal card."""
    deal = arranged(preset(name), players, dealer, table.split(), opening.split())
    assert deal.end.scope[side] == scope
    assert deal.end.scope[1 - side] == 0


@pytest.mark.parametrize(
    ("name", "players", "table", "opening", "side", "points"),
    [
        ("scopa", 2, "AD AC 4D 4C", "KD", 0, 22),
        ("napoli", 2, "AD AC 4D 4C", "KD", 0, 32),
        ("scopone-scientifico", 4, "", "", 1, 23),
        ("scopone-scientifico-wikipedia", 4, "", "", 1, 24),
    ],
)
def test_the_most_points_of_a_deal(name: str, players: int, table: str, opening: str, side: int, points: int) -> None:
    """One side captures all with as many scope as there can be: 18 and 4, with the napola 10 more."""
    deal = arranged(preset(name), players, 1, table.split(), opening.split())
    assert deal.end.piles[side] == full_deck(40)
    assert [scored.total for scored in deal.scores] == ([points, 0] if side == 0 else [0, points])


@pytest.mark.parametrize("name", [name for name, rules in presets().items() if rules.deck == 40])
def test_settebello_is_given_once(name: str) -> None:
    """In every deal one side has the settebello, for which it gets the point."""
    settebello = 1 << parse_card("7D")
    others = [combo for combo in preset(name).combos if combo.cards != settebello]
    for deal in deals_of([name]):
        for pile, scored in zip(deal.end.piles, deal.scores, strict=True):
            beside = sum(combo.points for combo in others if combo.cards & pile == combo.cards)
            assert scored.of("combos") - beside == bool(pile & settebello)


@pytest.mark.parametrize("name", ["scopa", "scopone", "scopone-scientifico", "scopone-wikipedia", "scopa-luciano"])
def test_category_points_of_a_deal(name: str) -> None:
    """Scope apart, a deal gives one to four points in all: the settebello, and each of the others at most once."""
    for deal in deals_of([name]):
        given = [sum(side.of(category) for side in deal.scores) for category in ("carte", "suit", "primiera", "combos")]
        assert max(given) <= 1
        assert given[-1] == 1
        assert all(side.total <= 4 + side.of("scope") for side in deal.scores)


def primieras(rules: Rules, piles: tuple[int, int]) -> tuple[int | None, int | None]:
    """Both sides' primiera."""
    one, other = score(rules, 2, piles, [0, 0])
    return one.primiera, other.primiera


def test_bounds_of_the_primiera() -> None:
    """A complete primiera is worth 40 to 84; 76 is the best that still loses to another one, 78 the highest tie.

    In each suit one side has the seven, the other the best of what is left to it: all ways for that in four suits. The
    ways of a suit are the same in each, and the order of the suits does not matter.
    """
    rules = preset("scopa")
    ways = [("7", rest) for rest in PRIMIERA_VALUES if rest != "7"]
    ways += [(second, first) for first, second in ways]
    losing, ties, all_values = [], [], []
    for chosen in combinations_with_replacement(ways, 4):
        one, other = (
            mask_of(parse_card(way[side] + suit) for way, suit in zip(chosen, SUITS, strict=True)) for side in (0, 1)
        )
        values = primieras(rules, (one, other))
        assert values == tuple(sum(PRIMIERA_VALUES[way[side]] for way in chosen) for side in (0, 1))
        least, most = sorted(each for each in values if each is not None)
        all_values += [least, most]
        (ties if least == most else losing).append(least)
    assert (min(all_values), max(all_values), max(losing), max(ties)) == (40, 84, 76, 78)


def test_three_sevens_may_lose_the_primiera() -> None:
    """Three sevens and a figure are 73, and lose to a seven and three sixes, which are 75."""
    piles = (mask_of(map(parse_card, ("7D", "7C", "7B", "KS"))), mask_of(map(parse_card, ("6D", "6C", "6B", "7S"))))
    assert primieras(preset("scopa"), piles) == (73, 75)
    assert [side.of("primiera") for side in score(preset("scopa"), 2, piles, [0, 0])] == [0, 1]


@pytest.mark.parametrize(("name", "players"), [(name, count) for name, count in TABLES if preset(name).run])
def test_one_side_has_the_run(name: str, players: int) -> None:
    """A run pays nothing or from three points to its cap, and to one side at most, as there is one ace of its suit."""
    run = preset(name).run
    assert run
    for deal in played_deals(name, players):
        paid = [int(side.of("run")) for side in deal.scores if side.of("run")]
        assert len(paid) <= 1
        assert all(run.min <= length <= run.cap for length in paid)


@pytest.mark.parametrize(("name", "cap"), [("napoli", 10), ("belora", 10), ("cirulla", 7), ("scopa-bresciana", 13)])
def test_every_split_of_the_run_suit(name: str, cap: int) -> None:
    """However the suit is split, the run is the unbroken row from its ace: of 3 to the cap, or none."""
    rules = preset(name)
    assert rules.run
    assert (rules.run.min, rules.run.cap) == (3, cap)
    cards = cards_of(suit_mask(rules.run.suit, rules.deck))
    for held in product((0, 1), repeat=len(cards)):
        pile = mask_of(card for card, has in zip(cards, held, strict=True) if has)
        row = (*held, 0).index(0)
        one, other = score(rules, 2, (pile, full_deck(rules.deck) & ~pile), [0, 0])
        assert one.of("run") == (min(row, cap) if row >= 3 else 0)
        assert not (one.of("run") and other.of("run"))


def test_bounds_of_cirulla() -> None:
    """Without the cappotto a deal's end pays a side at most 14: piccola 6, grande 5, carte, denari and primiera.

    All ways to split the coins, the side having every other card. With the 7D and a figure missing it is 11.
    """
    rules = preset("cirulla")
    coins = cards_of(suit_mask("D", 40))
    others = full_deck(40) & ~mask_of(coins)
    best: dict[bool, int] = {True: 0, False: 0}
    for held in product((0, 1), repeat=10):
        if not all(held):
            pile = others | mask_of(card for card, has in zip(coins, held, strict=True) if has)
            points = int(score(rules, 2, (pile, full_deck(40) & ~pile), [0, 0])[0].total)
            has_settebello = bool(held[SEVEN])
            best[has_settebello] = max(best[has_settebello], points)
    assert max(best.values()) == 14
    assert best[False] == 14
    figures_missing = full_deck(40) & ~mask_of([parse_card("KD")])
    assert score(rules, 2, (figures_missing, 1 << parse_card("KD")), [0, 0])[0].total == 7 + 4


@pytest.mark.parametrize("name", ["cirulla", "sbarazzino"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bounds_of_knocks(name: str, players: int) -> None:
    """A hand of three pays at most ten, so a player's knocks at most ten a packet; the dealt table pays two at most."""
    for deal in played_deals(name, players):
        opening = deal.positions[0]
        packets = len(opening.packets)
        assert max(deal.end.events) <= 10 * packets * (2 if players == 4 else 1) + 2


def test_bresciana_end() -> None:
    """However the swords are split, one of two sides gets their point, and a deal's end pays at most 18."""
    rules = preset("scopa-bresciana")
    swords = cards_of(suit_mask("S", 52))
    others = full_deck(52) & ~mask_of(swords)
    most = 0
    for held in product((0, 1), repeat=13):
        pile = others | mask_of(card for card, has in zip(swords, held, strict=True) if has)
        one, other = score(rules, 2, (pile, full_deck(52) & ~pile), [0, 0])
        assert one.of("suit") + other.of("suit") == 1
        most = max(most, int(one.total))
    assert most == 18
    assert all(sum(side.of("suit") for side in deal.scores) == 1 for deal in deals_of(["scopa-bresciana"]))


@pytest.mark.parametrize("name", VALUE_PRESETS)
def test_size_of_the_table(name: str) -> None:
    """A card stays only where none of its rank lies: the table has at most a card a rank, and the dealt pairs.

    So it has 13 cards of 40, 10 where none are dealt to it, 16 of 52; nobody captures later than that allows.
    """
    rules = preset(name)
    ranks = len(RANKS[rules.deck])
    most = ranks + max(rules.table - 1, 0)
    assert most == {(40, 4): 13, (40, 0): 10, (52, 4): 16}[rules.deck, rules.table]
    for deal in deals_of([name]):
        dealt_pairs = sum(count - 1 for count in ranks_of(deal.positions[0].table).values())
        for position, chosen in zip(deal.positions, deal.plays, strict=False):
            assert position.table.bit_count() <= ranks + dealt_pairs <= most
            if not chosen.taken:
                assert not ranks_of(position.table)[chosen.card // 4]
        first = next(ply for ply, chosen in enumerate(deal.plays) if chosen.taken)
        assert first <= most - rules.table


@pytest.mark.parametrize(
    ("name", "table", "size"),
    [("scopa", "QD QC QB QS", 13), ("scopone-in-due", "", 10), ("scopa-bresciana", "KD KC KB KS", 16)],
)
def test_the_largest_table_is_reached(name: str, table: str, size: int) -> None:
    """Cards laid from the highest rank down take nothing: they lie beside four equal ones."""
    rules = preset(name)
    ranks = RANKS[rules.deck][::-1]
    opening = [rank + "D" for rank in ranks if rank + "D" not in table]
    deal = arranged(rules, 2, 1, table.split(), opening)
    assert max(position.table.bit_count() for position in deal.positions) == size


@pytest.mark.parametrize("name", [name for name in VALUE_PRESETS if preset(name).table == 0])
def test_table_without_dealt_cards_has_different_ranks(name: str) -> None:
    """Where no cards are dealt to the table, no two cards on it are ever of one rank."""
    for deal in deals_of([name]):
        assert all(max(ranks_of(position.table).values(), default=1) == 1 for position in deal.positions)


@pytest.mark.parametrize("name", PLAIN_PRESETS)
def test_leftovers_by_value(name: str) -> None:
    """A capture by value takes the same sum twice from the deck: what is left is even, of each court card too."""
    for deal in deals_of([name]):
        assert total(deal.rules, deal.leftovers) % 2 == 0
        courts = {rank: count for rank, count in ranks_of(deal.leftovers).items() if rank >= 10}
        assert all(count % 2 == 0 for count in courts.values())


def test_leftovers_by_fifteen() -> None:
    """Under scopa a 15 the leftovers are 10 more than fifteens: the last card never clears the table."""
    for deal in deals_of(["scopa-a-15"]):
        assert total(deal.rules, deal.leftovers) % FIFTEEN == LEFTOVER_REMAINDER
        assert not scopa_of(deal.positions[-2], deal.plays[-1])


def test_sum_of_the_deck() -> None:
    """The numbers of either deck make 220; of 52 cards, twelve have none."""
    for name in ("scopa", "scopa-bresciana"):
        rules = preset(name)
        assert total(rules, full_deck(rules.deck)) == 220
    assert sum(value(preset("scopa-bresciana"), card) == 0 for card in range(52)) == 12


def test_choices_of_one_card() -> None:
    """On a table of different ranks a card has nine captures at most: the king, where ace to cavallo lie."""
    rules = preset("scopone-scientifico")
    most = 0
    for ranks in (held for size in range(11) for held in combinations(range(10), size)):
        table = mask_of(rank * 4 for rank in ranks)
        for rank in range(10):
            count = sum(each.taken != 0 for each in plays_of(rules, 4, table, 1 << (rank * 4 + 1)))
            most = max(most, count)
    assert most == 9
    everything_below = mask_of(rank * 4 for rank in range(9))
    assert len(plays_of(rules, 4, everything_below, 1 << parse_card("KC"))) == 9
