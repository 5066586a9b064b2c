"""A record's plays carried out by the rules: every position, and the first failure with the valid part kept."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import card_text, texts_of
from engine.deals import Deal, Packets, packet_sizes, setup_vector
from engine.kernels import layout
from engine.kernels import replay as kernel
from engine.plays import Play, WrittenPlay, play_text
from engine.positions import Position, plays_of, position_from, scopa_of, start, state_vector
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
    sizes = packet_sizes(rules, players)
    packets = [[0] * players for _ in sizes]
    starts = [sum(sizes[:number]) * players for number in range(len(sizes))]
    number = 0
    for ply, card in enumerate(cards[: sum(sizes) * players]):
        if number + 1 < len(starts) and ply >= starts[number + 1]:
            number += 1
        packets[number][(dealer + 1 + ply) % players] |= 1 << card
    return tuple(tuple(packet) for packet in packets)


def replay(deal: Deal, written: Sequence[WrittenPlay]) -> Replay:
    """``deal`` with the ``written`` plays made in order, up to the first that the rules do not allow.

    A card that stands alone and must take is completed if only one capture is possible. A written ``#`` must be right;
    a missing one is added.
    """
    rules, players = deal.rules, deal.players
    setup = setup_vector(rules, players)
    before = start(deal)
    count = len(written)
    cards = np.array([play.card for play in written], dtype=np.int64)
    taken = np.array([kernel.NOT_WRITTEN if play.taken is None else play.taken for play in written], dtype=np.int64)
    states = np.zeros((count + 1, layout.STATE_SIZE), dtype=np.int64)
    states[0] = state_vector(before)
    scope = np.zeros(count, dtype=np.bool_)
    why = np.zeros(1, dtype=np.int64)
    packets = np.array(deal.packets, dtype=np.int64)
    found = np.empty(layout.MAX_CAPTURES, dtype=np.int64)
    made = int(kernel.replay(setup, packets, cards, taken, states, scope, found, why))
    wrong_sign = next((i for i in range(made) if written[i].scopa and not scope[i]), None)
    if wrong_sign is not None:
        made = wrong_sign
    positions = [before, *(position_from(states[i], before) for i in range(1, made + 1))]
    plays = tuple(Play(int(cards[i]), int(taken[i])) for i in range(made))
    failure = None
    if wrong_sign is not None:
        right = play_text(Play(int(cards[made]), int(taken[made])), False, rules.deck)
        failure = Failure(made, "play.no_scopa", written[made].text, right, right)
    elif made < count:
        failure = _failure(int(why[0]), positions[-1], written[made])
    return Replay(deal, tuple(positions), plays, tuple(bool(sign) for sign in scope[:made]), failure)


def _failure(why: int, position: Position, written: WrittenPlay) -> Failure:
    """What to tell about a play that `engine.kernels.replay.refusal` turned down."""
    deck = position.rules.deck
    ply = position.ply
    if why == kernel.AFTER_THE_END:
        return Failure(ply, "play.after_end", written.text, str(position.rules.deck - position.rules.table))
    if why == kernel.CARD_REPEATED:
        return Failure(ply, "play.card_repeated", written.text, _cards_left(position))
    if why == kernel.CARD_NOT_HELD:
        hand = " ".join(texts_of(position.hands[position.turn], deck))
        return Failure(ply, "play.not_held", written.text, hand)
    options = plays_of(position.rules, position.players, position.table, 1 << written.card)
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
