"""Worked examples of a variant's rules: the cards are chosen here, and the engine says what follows from them.

Imported late by pages: what a capture is, only the compiled kernels know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import RANKS, mask_of, parse_card, texts_of
from engine.deals import Deal, packet_sizes
from engine.plays import Play
from engine.positions import Position, declare, events_of, legal_declarations, plays_of, scopa_of, start
from engine.rules import Rules
from engine.scoring import score
from ui.rule_sheets import capitalised, points_words, the_plain_card
from ui.words import Words

EQUAL_OR_SUM = ("7C 5D 2S AB", "7S")
SUMS = {40: ("5B 3C 2S AD", "JD"), 52: ("5B 3C 2S AD", "8D")}
FIFTEEN = ("AB JS 4C 5D 3S", "6D")
ACE = ("7C 4B KS", "AD")
ACE_ON_ACE = ("AS 7C 4B", "AD")
COURT = ("KS TD 3C", "KD")
SAME_SUIT = ("5S 3S 2S JC", "TS")
JUST_LAID = ("6S 4C", "6C", "6S")
"""Table and card played, as the notation writes them; the last with the card that the play before laid."""

HANDS = ("AD 3C 5S", "2D 2S 4C", "6D 6C 6B", "7C 2D 2S")
"""Packets that are worth a knock."""

TABLES = ("2C 3D 4S 6B", "AC 2D 2S 3B")
"""Dealt tables of 15 and of 8, that may go to the dealer."""

NO_BONUS = "KD KC KB KS"
"""A table that no rules give to the dealer."""


@dataclass(frozen=True, slots=True)
class Example:
    """Cards, and what the rules make of them."""

    shown: tuple[tuple[str, tuple[str, ...]], ...]
    """Groups of cards (in the notation), each with the words that say where they are."""
    text: str
    """What follows."""


def examples(w: Words, rules: Rules) -> list[Example]:
    """The examples that show what ``rules`` ask for."""
    return [*_captures(w, rules), *_table_bonus(w, rules), *_knocks(w, rules), *_run(w, rules)]


def _captures(w: Words, rules: Rules) -> Iterator[Example]:
    if rules.value_capture != "off":
        yield _capture(w, rules, *EQUAL_OR_SUM)
        yield _capture(w, rules, *SUMS[rules.deck])
    if rules.fifteen_capture != "off":
        yield _capture(w, rules, *FIFTEEN)
    if rules.ace_rule != "off":
        yield _capture(w, rules, *ACE)
        yield _capture(w, rules, *ACE_ON_ACE)
    if rules.deck == 52:
        yield _capture(w, rules, *COURT)
    if "simile" in rules.play_bonuses or "quadriglia" in rules.play_bonuses:
        yield _capture(w, rules, *SAME_SUIT)
    if "picca" in rules.play_bonuses:
        yield _capture(w, rules, *JUST_LAID)


def _capture(w: Words, rules: Rules, table: str, card: str, laid: str | None = None) -> Example:
    position = _position(rules, [card], table.split(), laid)
    plays = plays_of(rules, position.players, position.table, position.hands[position.turn])
    takes = [_taking(w, position, play) for play in plays if play.taken]
    name = capitalised(the_plain_card(w, card))
    joined = "".join([*takes[:1], *(w("example.or", capture=capture) for capture in takes[1:])])
    if not takes:
        text = w("example.stays", card=name)
    elif len(takes) < len(plays):
        text = w("example.takes_or_stays", card=name, captures=joined)
    else:
        text = w("example.takes", card=name, captures=joined)
    lying = tuple(other for other in table.split() if other != laid)
    shown = [(w("example.on_table"), lying)]
    shown += [(w("example.just_laid"), (laid,))] if laid else []
    return Example((*shown, (w("example.played"), (card,))), text)


def _taking(w: Words, position: Position, play: Play) -> str:
    """The cards that ``play`` takes, and what it earns by that."""
    cards = w.listed(the_plain_card(w, code) for code in texts_of(play.taken, position.rules.deck))
    earned = [w("example.scopa")] if scopa_of(position, play) else []
    earned += [w(f"bonus.{name}") for name in events_of(position, play)]
    return w("example.capture.special", cards=cards, names=w.listed(earned)) if earned else cards


def _table_bonus(w: Words, rules: Rules) -> Iterator[Example]:
    if not rules.table_bonus:
        return
    for table in TABLES:
        position = start(_deal(rules, [], table.split()))
        points = max(position.events)
        if points:
            text = w("example.table_bonus", points=points_words(w, points))
            yield Example(((w("example.on_table"), tuple(table.split())),), text)


def _knocks(w: Words, rules: Rules) -> Iterator[Example]:
    if rules.knock is None or rules.hand != 3:
        return
    told = set()
    for hand in HANDS:
        cards = hand.split()
        position = _position(rules, cards, NO_BONUS.split())
        for declaration in legal_declarations(position)[:1]:
            points = points_words(w, sum(declare(position, declaration).events))
            text = (
                w("example.knock", points=points)
                if declaration.matta is None
                else w("example.knock.matta", number=declaration.matta, points=points)
            )
            if text not in told:
                yield Example(((w("example.held"), tuple(cards)),), text)
            told.add(text)


def _run(w: Words, rules: Rules) -> Iterator[Example]:
    if rules.run is None:
        return
    cards = [rank + rules.run.suit for rank in RANKS[rules.deck][: rules.run.min + 1]]
    players = rules.players[0]
    piles = [mask_of(parse_card(card, rules.deck) for card in cards), *[0] * (rules.sides(players) - 1)]
    points = score(rules, players, piles, [0] * len(piles))[0].of("run")
    yield Example(((w("example.captured"), tuple(cards)),), w("example.run", points=points_words(w, float(points))))


def _position(rules: Rules, hand: Sequence[str], table: Sequence[str], laid: str | None = None) -> Position:
    """A deal's first position with this table, and these cards for the seat to play; ``laid`` was left just before."""
    return replace(
        start(_deal(rules, hand, table)),
        table=mask_of(parse_card(card, rules.deck) for card in table),
        last_laid=None if laid is None else parse_card(laid, rules.deck),
    )


def _deal(rules: Rules, hand: Sequence[str], table: Sequence[str]) -> Deal:
    """A deal of which only the ``table`` and the first player's ``hand`` are known."""
    players = rules.players[0]
    held = mask_of(parse_card(card, rules.deck) for card in hand)
    first = (held, *[0] * (players - 1))
    later = ((0,) * players,) * (len(packet_sizes(rules, players)) - 1)
    return Deal(rules, players - 1, tuple(parse_card(card, rules.deck) for card in table), (first, *later))
