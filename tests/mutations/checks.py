"""What looks at a changed preset: its worked cases, its worked deals, and the naive reference with the true rules."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from engine.cards import mask_of, parse_card, texts_of
from engine.deals import Deal, packet_sizes, thrown_in
from engine.errors import PlayError, RulesError
from engine.plays import Declaration, Play
from engine.positions import Position, declare, events_of, legal_declarations, legal_plays, play, scopa_of, start
from engine.rules import Rules, preset, with_options
from engine.scoring import match_after, score, wins_at_once
from tests.engine.test_rules_cases import ALL_CASES, CHECKS
from tests.engine.test_worked_deals import check_engine
from tests.engine.worked_deals import WORKED_DEALS
from tests.reference import game as reference
from tests.reference.presets import options_of as reference_options
from tests.reference.random_deals import random_start

SEED = 2026
DEALS = 12
"""Random deals of each number of players."""

OPENINGS = 150
SPLITS = 150
"""Random tables, and random ways to split the deck into piles."""

NOTICED = (AssertionError, PlayError, RulesError, KeyError, IndexError, ValueError)
"""How a check fails."""


def state_of(game: reference.Game) -> dict[str, Any]:
    """What the reference says about a position, as the engine writes it."""

    def masks(parts: Iterable[Iterable[str]]) -> tuple[int, ...]:
        return tuple(mask_of(parse_card(card, game.options["deck"]) for card in cards) for cards in parts)

    return {
        "ply": game.ply,
        "hands": masks(game.hands),
        "table": masks([game.table])[0] if not game.is_over else 0,
        "piles": masks(game.piles),
        "scope": game.scope,
        "events": game.events,
        "last_capturer": game.last_capturer,
        "matta_value": game.matta_value,
        "shown": masks([game.shown])[0],
    }


@dataclass(frozen=True, slots=True)
class Step:
    """One play of a random deal by the true rules, or a declaration."""

    before: dict[str, Any]
    """The position, as `state_of` has it."""
    declarations: frozenset[tuple[str, int | None]]
    """What may be declared."""
    plays: dict[reference.Play, tuple[str, ...]]
    """Every legal play, with what it makes at once."""
    declared: tuple[str, int | None] | None
    """What is declared; None: a card is played."""
    played: reference.Play | None
    """The card and what it takes; None: something is declared, or the deal is over."""


def made_by(game: reference.Game, chosen: reference.Play) -> tuple[str, ...]:
    """What a legal play makes at once."""
    card, taken = chosen
    bonuses = reference.play_bonuses(game.options, card, taken, last_laid=game.last_laid, redealt=game.redealt)
    return (*(bonuses if taken else ()), *(["scopa"] if game.is_scopa(card, taken) else []))


def steps_of(game: reference.Game, chance: random.Random) -> Iterator[Step]:
    """A deal played at random to its end; half of what may be declared is declared."""
    while True:
        declarations = game.legal_declarations()
        plays = {each: made_by(game, each) for each in game.legal_plays()}
        declared = chance.choice(declarations) if declarations and chance.random() < 0.5 else None
        played = chance.choice(list(plays)) if plays and declared is None else None
        yield Step(state_of(game), frozenset(declarations), plays, declared, played)
        if declared is not None:
            game = game.declare(*declared)
        elif played is not None:
            game = game.play(*played)
        else:
            return


@cache
def random_deals(name: str) -> tuple[tuple[reference.Game, tuple[Step, ...]], ...]:
    """Random deals of a preset by the true rules, the shortest first."""
    chance = random.Random(f"{SEED} {name}")
    starts = [random_start(name, players, chance) for _ in range(DEALS) for players in preset(name).players]
    return tuple((game, tuple(steps_of(game, chance))) for game in starts)


def check_random_deals(name: str, rules: Rules) -> None:
    """Random deals by the true rules are legal, and come out the same, by these."""
    sizes = {players: reference.rounds(reference_options(name), players) for players in preset(name).players}
    assert {players: list(packet_sizes(rules, players)) for players in rules.players} == sizes
    for game, steps in random_deals(name):
        deck = rules.deck
        packets = [[mask_of(parse_card(card, deck) for card in hand) for hand in packet] for packet in game.packets]
        table = tuple(parse_card(card, deck) for card in opening_table(game))
        position = start(Deal(rules, game.dealer, table, tuple(map(tuple, packets))))
        for step in steps:
            position = follow(position, step)
        assert position.over


def opening_table(game: reference.Game) -> list[str]:
    """The dealt table of a game that has just begun: the dealer may have it by now."""
    dealt = {card for packet in game.packets for hand in packet for card in hand}
    return [card for card in reference.deck(game.options) if card not in dealt]


def follow(position: Position, step: Step) -> Position:
    """The position after a step, everything about the one before it having been compared."""
    deck = position.rules.deck
    assert {name: getattr(position, name) for name in step.before} == step.before
    declarations = legal_declarations(position)
    assert {(each.what, each.matta) for each in declarations} == step.declarations
    legal = {}
    for each in legal_plays(position):
        chosen = texts_of(1 << each.card, deck)[0], frozenset(texts_of(each.taken, deck))
        legal[chosen] = (*events_of(position, each), *(["scopa"] if scopa_of(position, each) else []))
    assert legal == step.plays
    if step.declared is not None:
        return declare(position, Declaration(*step.declared))
    if step.played is not None:
        card, taken = step.played
        return play(position, Play(parse_card(card, deck), mask_of(parse_card(each, deck) for each in taken)))
    return position


def biased_cards(options: reference.Options, count: int, chance: random.Random) -> list[str]:
    """Different cards, most often of one or two ranks or of low ones: tables that are thrown in, or pay."""
    ranks = [card[0] for card in reference.deck(options)[::4]]
    favourites = chance.choice([["K"], ["A"], ["Q"], ["K", "Q"], ["A", "2", "3", "4"], ["7", "A", "2"], ranks])
    cards = sorted(reference.deck(options), key=lambda card: (card[0] not in favourites, chance.random()))
    loose = chance.randrange(count + 1)
    return cards[: count - loose] + chance.sample(cards[count - loose :], loose)


def check_openings(name: str, rules: Rules) -> None:
    """Random dealt tables are thrown in, and pay the dealer, as by the true rules."""
    options = reference_options(name)
    chance = random.Random(f"{SEED} {name}")
    players = rules.players[0]
    for _ in range(OPENINGS if options["table"] else 0):
        cards = biased_cards(options, options["table"], chance)
        table = tuple(parse_card(card, rules.deck) for card in cards)
        assert thrown_in(rules, mask_of(table)) == reference.must_redeal(options, cards)
        bonus = reference.table_bonus(options, cards)
        position = start(Deal(rules, 0, table, tuple((0,) * players for _ in packet_sizes(rules, players))))
        assert (position.events[0], position.table == 0) == (bonus.points, bonus.takes)


def biased_piles(options: reference.Options, sides: int, chance: random.Random) -> list[list[str]]:
    """The deck split by chance; often one side has most of it, lacks a suit, or has all or nearly all of one."""
    cards = reference.deck(options)
    weights = [chance.choice([1, 1, 3, 10]) for _ in range(sides)]
    owner = {card: chance.choices(range(sides), weights)[0] for card in cards}
    suit = chance.choice("DDSSCB")
    lucky = chance.randrange(sides)
    suit_cards = [card for card in cards if card[1] == suit]
    match chance.choice(["plain", "whole", "but one", "run", "none", "even"]):
        case "whole":
            owner |= dict.fromkeys(suit_cards, lucky)
        case "but one":
            owner |= dict.fromkeys(suit_cards, lucky) | {chance.choice(suit_cards): (lucky + 1) % sides}
        case "run":
            length = chance.randrange(1, len(suit_cards))
            owner |= dict.fromkeys(suit_cards[:length], lucky) | {suit_cards[length]: (lucky + 1) % sides}
        case "none":
            owner |= dict.fromkeys(suit_cards, (lucky + 1) % sides)
        case "even":
            owner = {card: number % sides for number, card in enumerate(chance.sample(cards, len(cards)))}
    return [[card for card in cards if owner[card] == side] for side in range(sides)]


def check_scores(name: str, rules: Rules) -> None:
    """Random piles have the points that they have by the true rules, and end matches as they do."""
    options = reference_options(name)
    chance = random.Random(f"{SEED} {name}")
    for number in range(SPLITS):
        players = preset(name).players[number % len(preset(name).players)]
        sides = reference.side_count(players)
        split = biased_piles(options, sides, chance)
        scope, events = ([chance.randrange(4) for _ in range(sides)] for _ in range(2))
        piles = [mask_of(parse_card(card, rules.deck) for card in pile) for pile in split]
        ours = score(rules, players, piles, scope, events)
        theirs = reference.score(options, split, scope, events)
        for side in range(sides):
            for category in reference.CATEGORIES:
                assert ours[side].of(category) == theirs[side][category], category
        if options["primiera"] != "off":
            assert [side.primiera for side in ours] == reference.primiera_values(options, split)
        at_once = reference.instant_winner(options, split)
        assert wins_at_once(rules, players, piles) == at_once
        totals = [side["total"] for side in theirs]
        near = [Fraction(options["target"] + chance.randrange(-2, 2)) - total for total in totals]
        state = match_after(rules, near, totals, at_once)
        assert (state.over, state.winner) == reference.match_over(options, near, totals, at_once)


def check_cases(name: str, rules: Rules) -> None:
    """The worked cases of a preset come out as their sources say."""
    for case in ALL_CASES:
        if case["preset"] == name:
            CHECKS[case["kind"]](case, with_options(rules, case.get("overrides", {})))


def check_worked_deals(name: str, rules: Rules) -> None:
    """The worked deals of a preset come out as their files say."""
    for deal in WORKED_DEALS:
        if deal.preset == name:
            check_engine(deal, rules)


def check_random(name: str, rules: Rules) -> None:
    """The naive reference, which keeps the true rules, agrees on everything random."""
    check_openings(name, rules)
    check_scores(name, rules)
    check_random_deals(name, rules)


LOOKS: dict[str, Callable[[str, Rules], None]] = {
    "worked cases": check_cases,
    "worked deals": check_worked_deals,
    "random": check_random,
}


def noticed_by(name: str, rules: Rules) -> tuple[str, ...]:
    """The kinds of checks that fail when a preset is played by other rules."""
    failing = []
    for look, check in LOOKS.items():
        try:
            check(name, rules)
        except NOTICED:
            failing.append(look)
    return tuple(failing)
