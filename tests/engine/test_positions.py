"""The contract that every game keeps, whatever its rules, and the laws of positions."""

import random

import pytest

from engine.cards import SUITS, cards_of, full_deck, mask_of, parse_card
from engine.deals import Deal, generator, packet_sizes, random_deal
from engine.errors import PlayError
from engine.plays import Declaration, Play
from engine.positions import (
    Position,
    declare,
    legal_declarations,
    legal_plays,
    makes_scopa,
    play,
    scopa_of,
    start,
    total_on_table,
)
from engine.rules import Rules, options_of, preset, presets, rules_from, with_options
from engine.scoring import CATEGORIES, decided, score_of
from tests.engine.kernels.random_deals import FAMILIES

TABLES = [(name, players) for name, rules in presets().items() for players in rules.players]


CIRULLA_PACKETS = (("5C 5B 5S", "2D 4B 7C"), *[("", "")] * 5)


def conserved(position: Position) -> bool:
    """Whether the table, hands, piles and the packets to come make up the deck, each card once."""
    later = [] if position.over else [mask for packet in position.packets[position.round + 1 :] for mask in packet]
    parts = [position.table, *position.hands, *position.piles, *later]
    together = 0
    for part in parts:
        together |= part
    return together == full_deck(position.rules.deck) and sum(parts) == together


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_contract(name: str, players: int) -> None:
    """Cards are conserved, some play is legal until the end, plays change nothing they were given, and it ends."""
    rules = preset(name)
    for seed in range(10):
        chooser = random.Random(seed)
        position = start(random_deal(rules, players, seed % players, generator(seed)))
        assert position.turn == (seed % players + 1) % players
        scope = 0
        for ply in range(rules.deck - rules.table):
            assert conserved(position)
            assert (position.ply, position.over) == (ply, False)
            legal = legal_plays(position)
            assert len(legal) == len(set(legal)) > 0
            assert {each.card for each in legal} == set(cards_of(position.hands[position.turn]))
            before = (position.hands, position.table, position.piles)
            chosen = chooser.choice(legal)
            swept = scopa_of(position, chosen)
            after = play(position, chosen)
            assert (position.hands, position.table, position.piles) == before
            assert sum(after.scope) == sum(position.scope) + swept
            # Two scope in a row are impossible: after one the table is empty.
            assert not (swept and makes_scopa(after))
            scope += swept
            position = after
        assert position.over
        assert conserved(position)
        assert legal_plays(position) == ()
        assert sum(position.piles) == full_deck(rules.deck)
        scored = score_of(position)
        assert sum(side.of("scope") for side in scored) == scope
        assert all(side.total == sum(side.points) for side in scored)
        singles = sum(combo.points for combo in rules.combos if combo.cards.bit_count() == 1)
        assert singles <= sum(side.of("combos") for side in scored) <= sum(combo.points for combo in rules.combos)


def test_declarations() -> None:
    """A knock is offered before a seat's first card of a packet, shows the hand where it must, and is paid once."""
    rules = preset("cirulla")
    packets = tuple(tuple(mask_of(map(parse_card, hand.split())) for hand in packet) for packet in CIRULLA_PACKETS)
    table = tuple(map(parse_card, ("KD", "QB", "JS", "6D")))
    position = start(Deal(rules, 0, table, packets))
    assert legal_declarations(position) == (Declaration("low", 1), Declaration("low", 2), Declaration("low", 3))
    with pytest.raises(PlayError) as error:
        declare(position, Declaration("triple", 4))
    assert (error.value.code, error.value.params["expected"]) == (
        "play.illegal_declaration",
        "(low 7C=1) (low 7C=2) (low 7C=3)",
    )
    knocked = declare(position, Declaration("low", 3))
    assert (knocked.events, knocked.matta_value, knocked.shown) == ((0, 3), 3, position.hands[1])
    assert legal_declarations(knocked) == ()
    after = play(knocked, legal_plays(knocked)[0])
    assert legal_declarations(after) == (Declaration("triple"),)
    silent = play(after, legal_plays(after)[0])
    assert legal_declarations(silent) == ()
    assert silent.events == (0, 3)


def test_an_illegal_play_names_the_legal_ones() -> None:
    """A play that is not legal is refused with all that are."""
    position = start(random_deal(preset("scopone"), 4, 0, generator(4)))
    other = next(card for card in range(40) if not position.hands[position.turn] >> card & 1)
    with pytest.raises(PlayError) as error:
        play(position, Play(other))
    assert error.value.code == "play.illegal"
    assert len(str(error.value.params["expected"]).split()) == len(legal_plays(position))


def test_an_unknown_hand_has_no_legal_plays() -> None:
    """Where the record does not tell a whole hand, its plays are not guessed."""
    rules = preset("scopa")
    packets = ((1 << 39, 0b111 << 4),) + ((0, 0),) * 5
    position = start(Deal(rules, 1, (0, 1, 2, 3), packets))
    assert (position.turn, position.unknown(0), position.unknown(1)) == (0, 2, 0)
    with pytest.raises(PlayError) as error:
        legal_plays(position)
    assert error.value.code == "play.hand_unknown"


def renamed(mask: int, order: list[int]) -> int:
    """``mask`` with the suits in another order."""
    return sum(1 << (card // 4 * 4 + order[card % 4]) for card in cards_of(mask))


def renamed_rules(rules: Rules, order: list[int]) -> Rules:
    """``rules`` with the suits that they name in another order."""
    options = options_of(rules)
    new = {suit: SUITS[order[number]] for number, suit in enumerate(SUITS)}
    options["majority_suit"] = new[options["majority_suit"]]
    options["combos"] = [[[text[0] + new[text[1]] for text in cards], points] for cards, points in options["combos"]]
    if options["matta"]:
        options["matta"] = options["matta"][0] + new[options["matta"][1]]
    if options["full_suit_wins"]:
        options["full_suit_wins"] = new[options["full_suit_wins"]]
    if options["run"]:
        options["run"]["suit"] = new[options["run"]["suit"]]
    return rules_from(options)


@pytest.mark.parametrize("family", FAMILIES)
def test_renaming_the_suits_changes_nothing(family: str) -> None:
    """A deal and its rules with the suits renamed have the renamed plays, scope and points."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    for seed in range(5):
        chooser = random.Random(seed)
        order = chooser.sample(range(4), 4)
        deal = random_deal(rules, players, 0, generator(seed + 50))
        mirrored = Deal(
            renamed_rules(rules, order),
            0,
            tuple(cards_of(renamed(1 << card, order))[0] for card in deal.table),
            tuple(tuple(renamed(mask, order) for mask in packet) for packet in deal.packets),
        )
        position, mirror = start(deal), start(mirrored)
        while not position.over:
            declarations = legal_declarations(position)
            assert declarations == legal_declarations(mirror)
            if declarations:
                position, mirror = declare(position, declarations[-1]), declare(mirror, declarations[-1])
            legal = {
                each: Play(cards_of(renamed(1 << each.card, order))[0], renamed(each.taken, order))
                for each in legal_plays(position)
            }
            assert set(legal.values()) == set(legal_plays(mirror))
            chosen = chooser.choice(list(legal))
            position, mirror = play(position, chosen), play(mirror, legal[chosen])
            assert total_on_table(position) == total_on_table(mirror)
        assert (position.scope, position.events) == (mirror.scope, mirror.events)
        assert [side.points for side in score_of(position)] == [side.points for side in score_of(mirror)]


@pytest.mark.parametrize(
    "family", ["scopa in 2", "scopa in 3", "scopone in 4", "free captures", "scopa-bresciana in 4"]
)
def test_decided_categories_stay(family: str) -> None:
    """A category that is called decided is in the end won by that side; by the last play most have been called."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    called = 0
    for seed in range(20):
        chooser = random.Random(seed)
        position = start(random_deal(rules, players, 0, generator(seed)))
        sure: list[set[str]] = [set() for _ in position.piles]
        while not position.over:
            position = play(position, chooser.choice(legal_plays(position)))
            for side, names in enumerate(decided(position)):
                assert sure[side] <= names
                sure[side] |= names
        for side, scored in enumerate(score_of(position)):
            won = {category for category in ("carte", "suit", "primiera") if scored.of(category)}
            assert sure[side] == won
            called += len(won)
    assert called > 20


def test_later_packets_are_dealt_when_all_hands_are_empty() -> None:
    """The next packet comes when nobody has a card left, and the table is not filled up."""
    rules = preset("scopa")
    position = start(random_deal(rules, 3, 2, generator(8)))
    sizes = packet_sizes(rules, 3)
    for ply in range(36):
        assert position.round == ply // 9
        assert [position.hand_size(seat) for seat in range(3)] == [hand.bit_count() for hand in position.hands]
        assert sum(hand.bit_count() for hand in position.hands) == 3 * sizes[0] - ply % 9
        position = play(position, legal_plays(position)[0])


def test_categories_are_one_list() -> None:
    """The categories of points are those of the documentation, in one order."""
    assert CATEGORIES == ("scope", "carte", "suit", "primiera", "combos", "run", "events", "full_suit")
