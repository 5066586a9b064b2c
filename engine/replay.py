"""A record's plays carried out by the rules: every position, and the first failure with the valid part kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import card_text, texts_of
from engine.deals import Deal, Packets, packet_sizes, round_of, setup_vector
from engine.kernels import layout
from engine.kernels import replay as kernel
from engine.plays import Declaration, Play, WrittenPlay, declaration_text, play_text
from engine.positions import (
    Position,
    knock_of,
    legal_declarations,
    plays_of,
    position_from,
    scopa_of,
    start,
    state_vector,
)
from engine.rules import Rules
from engine.scoring import SideScore, score_of


@dataclass(frozen=True, slots=True)
class Failure:
    """The first play that the rules do not allow."""

    ply: int
    """Its number, from 0."""
    code: str
    """What is wrong: a key of the message catalogues."""
    found: str
    """The play as written."""
    expected: str
    """What would have been right, as card texts."""
    repair: str | None = None
    """The play that would make it right, where there is just one."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A deal replayed as far as the rules allow."""

    deal: Deal
    """The cards as dealt."""
    positions: tuple[Position, ...]
    """Before each play and after the last valid one: one more than `plays`."""
    plays: tuple[Play, ...]
    """The plays made, captures completed."""
    scope: tuple[bool, ...]
    """By play, whether it was a scopa."""
    declarations: Mapping[int, Declaration]
    """By ply, the declaration made before its card; `positions` come after it."""
    declarations_told: bool
    """Whether the record tells them: if not, some may have been made."""
    failure: Failure | None
    """Why the rest could not be played; None: nothing is wrong."""

    @property
    def finished(self) -> bool:
        """Whether the deal was played to its last card."""
        return self.positions[-1].over

    def score(self) -> tuple[SideScore, ...]:
        """By side, what the captured cards are worth at the last position."""
        return score_of(self.positions[-1])

    def text(self, ply: int) -> str:
        """The canonical text of play ``ply``."""
        return play_text(self.plays[ply], self.scope[ply], self.deal.rules.deck)


def packets_from_plays(rules: Rules, players: int, dealer: int, cards: Sequence[int]) -> Packets:
    """What each seat received in each packet, as far as the ``cards`` played tell: whole in a finished deal."""
    packets = [[0] * players for _ in packet_sizes(rules, players)]
    for ply, card in enumerate(cards[: rules.deck - rules.table]):
        packets[round_of(rules, players, ply)][(dealer + 1 + ply) % players] |= 1 << card
    return tuple(tuple(packet) for packet in packets)


def replay(deal: Deal, written: Sequence[WrittenPlay], declarations: Mapping[int, Declaration] | None = None) -> Replay:
    """``deal`` with the ``written`` plays made in order, up to the first that the rules do not allow.

    A card that stands alone and must take is completed if only one capture is possible; where it may stay it is laid. A
    written ``#`` must be right; a missing one is added. ``declarations`` come before the card of their ply; None: the
    record does not tell them. One after the last of the plays that are ``written`` is passed over.
    """
    told = declarations is not None
    declarations = declarations or {}
    rules, players = deal.rules, deal.players
    setup = setup_vector(rules, players)
    before = start(deal)
    count = len(written)
    cards = np.array([play.card for play in written], dtype=np.int64)
    taken = np.array([kernel.NOT_WRITTEN if play.taken is None else play.taken for play in written], dtype=np.int64)
    declared = np.full(count, kernel.NOT_DECLARED, dtype=np.int64)
    for ply, declaration in declarations.items():
        if ply < count:
            declared[ply] = declaration.matta or 0
    states = np.zeros((count + 1, layout.STATE_SIZE), dtype=np.int64)
    states[0] = state_vector(before)
    scope = np.zeros(count, dtype=np.bool_)
    why = np.zeros(1, dtype=np.int64)
    packets = np.array(deal.packets, dtype=np.int64)
    found = np.empty(int(setup[layout.MOST_CAPTURES]), dtype=np.int64)
    made = int(kernel.replay(setup, packets, declared, cards, taken, states, scope, found, why))
    positions = [position_from(states[i], before) for i in range(made + 1)]
    plays = tuple(map(Play, cards[:made].tolist(), taken[:made].tolist()))
    failure = None
    if made < count:
        failure = _failure(int(why[0]), positions[-1], written[made], declarations.get(made))
    for ply in range(made):
        wrong = _misnamed(positions[ply], declarations.get(ply)) or _missigned(
            ply, written[ply], plays[ply], bool(scope[ply]), rules
        )
        if wrong is not None:
            made, failure = ply, wrong
            break
    return Replay(
        deal, tuple(positions[: made + 1]), plays[:made], tuple(scope[:made].tolist()), declarations, told, failure
    )


def _misnamed(position: Position, declaration: Declaration | None) -> Failure | None:
    """The failure of a declaration that its hand allows under another name."""
    if declaration is None or position.unknown(position.turn):
        return None
    right = knock_of(position.rules, position.hands[position.turn], declaration.matta or 0)
    if right == declaration:
        return None
    found, expected = (declaration_text(each, position.rules) for each in (declaration, right))
    return Failure(position.ply, "declared.impossible", found, expected, expected)


def _missigned(ply: int, written: WrittenPlay, made: Play, scopa: bool, rules: Rules) -> Failure | None:
    """The failure of a play whose scopa sign is wrong."""
    if not written.scopa or scopa:
        return None
    right = play_text(made, False, rules.deck)
    return Failure(ply, "play.no_scopa", written.text, right, right)


def _failure(why: int, position: Position, written: WrittenPlay, declaration: Declaration | None) -> Failure:
    """What to tell about a play that `engine.kernels.replay` turned down, or about the declaration before it."""
    deck = position.rules.deck
    ply = position.ply
    if why == kernel.DECLARATION_ILLEGAL and declaration is not None:
        legal = () if position.unknown(position.turn) else legal_declarations(position)
        texts = [declaration_text(each, position.rules) for each in legal]
        repair = texts[0] if len(texts) == 1 else None
        return Failure(
            ply, "declared.impossible", declaration_text(declaration, position.rules), " ".join(texts) or "–", repair
        )
    if why == kernel.AFTER_THE_END:
        return Failure(ply, "play.after_end", written.text, str(position.rules.deck - position.rules.table))
    if why == kernel.CARD_REPEATED:
        return Failure(ply, "play.card_repeated", written.text, _cards_left(position))
    if why == kernel.CARD_NOT_HELD:
        hand = " ".join(texts_of(position.hands[position.turn], deck))
        return Failure(ply, "play.not_held", written.text, hand)
    hand_of_one = 1 << written.card
    options = plays_of(position.rules, position.players, position.table, hand_of_one, position.matta_value)
    texts = [play_text(play, scopa_of(position, play), deck) for play in options]
    code = "play.ambiguous" if why == kernel.CAPTURE_AMBIGUOUS else "play.illegal_capture"
    return Failure(ply, code, written.text, " ".join(texts), texts[0] if len(texts) == 1 else None)


def _cards_left(position: Position) -> str:
    """The cards that nobody has shown yet, as text."""
    shown = position.table
    for pile in position.piles:
        shown |= pile
    deck = position.rules.deck
    return " ".join(card_text(card, deck) for card in range(deck) if not shown >> card & 1)
