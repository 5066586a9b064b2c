"""Memory drills: what a player should still know of the cards that went, asked in the middle of a deal."""

import json
from dataclasses import dataclass
from hashlib import blake2b

from analysis.knowledge import SeatView, view_at
from analysis.position_keys import DIGEST_SIZE
from engine.cards import NUMBERS, RANKS
from engine.deals import generator
from engine.replay import Replay

EARLIEST = 1 / 3
"""Of the deal's plays: before, there is little to remember."""

LATEST = 11 / 12
"""Of the deal's plays: after, little is left to ask."""

LEFT = 5
"""The rank whose unseen cards are counted: the sixes, the second best of the primiera."""


KEY = "memory-"
"""How the keys of memory drills begin; no other drill's does."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was answered; None: that question was left open."""

    unpaired: tuple[int, ...]
    """The ranks named, from 0, in order."""
    left: int | None
    settebello_gone: bool | None


@dataclass(frozen=True, slots=True)
class Questions:
    """A position and the right answers."""

    ply: int
    """The play before which it is asked, from 0."""
    seat: int
    """Who is to play and answers."""
    unpaired: tuple[int, ...]
    """The ranks (from 0) of which an odd number of cards has been captured."""
    left: int
    """How many cards of the rank `LEFT` are neither captured, nor on the table, nor in the own hand."""
    settebello_gone: bool | None
    """Whether somebody has captured the settebello; None: the rules pay nothing for it."""

    @property
    def count(self) -> int:
        """How many questions these are."""
        return 2 if self.settebello_gone is None else 3

    def right(self, given: Recalled) -> tuple[bool, ...]:
        """By question, in the order of the fields, whether ``given`` answers it rightly."""
        found = (given.unpaired == self.unpaired, given.left == self.left)
        return found if self.count == 2 else (*found, given.settebello_gone == self.settebello_gone)


def memory_key(match: str, deal: int, seat: int) -> str:
    """The key of the memory drill of ``seat`` in this deal: the same whatever a judge says of it."""
    text = json.dumps([match, deal, seat])
    return KEY + blake2b(text.encode(), digest_size=DIGEST_SIZE).hexdigest()


def asked_in(replay: Replay, seat: int, key: str) -> Questions | None:
    """What the drill called ``key`` asks of ``seat``: always the same position; None: there is none to ask about."""
    return questions(replay, seat, int(key.removeprefix(KEY)[:15], 16))


def questions_at(view: SeatView) -> Questions:
    """What is asked of the seat that looks, with the answers."""
    rules = view.rules
    unpaired = [rank for rank in range(len(RANKS[rules.deck])) if (view.out >> 4 * rank & 15).bit_count() % 2]
    settebello = 1 << NUMBERS[rules.deck]["7D"]
    paid = any(combo.cards == settebello and combo.points > 0 for combo in rules.combos)
    return Questions(
        ply=view.ply,
        seat=view.seat,
        unpaired=tuple(unpaired),
        left=(view.unseen >> 4 * LEFT & 15).bit_count(),
        settebello_gone=bool(view.out & settebello) if paid else None,
    )


def questions(replay: Replay, seat: int, seed: int) -> Questions | None:
    """A position of the middle of ``replay`` in which ``seat`` is to play, chosen by ``seed``; None: there is none."""
    count = replay.deal.rules.deck - replay.deal.rules.table
    plies = [
        ply
        for ply in range(int(count * EARLIEST), min(int(count * LATEST), len(replay.plays)))
        if replay.positions[ply].turn == seat
    ]
    if not plies:
        return None
    view = view_at(replay, plies[int(generator(seed)[0]) % len(plies)])
    return None if view is None else questions_at(view)
