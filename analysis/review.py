"""The review of a deal: an entry for every decision, as plain data."""

from dataclasses import dataclass

from analysis.flags import Flag, flags_of
from analysis.knowledge import legal_plays_of, view_at
from engine.plays import Play
from engine.replay import Replay

VERSION = 1
"""Of the judgement: what it stored is made again when this changes."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One play, and what is to be said of it."""

    ply: int
    """Its number, from 0."""
    seat: int
    """Who played."""
    play: Play
    """What was played."""
    legal: tuple[Play, ...] | None
    """The legal plays; None: the record does not tell the hand, so that nothing is judged."""
    flags: tuple[Flag, ...]
    """The principles it broke."""

    @property
    def forced(self) -> bool:
        """Whether there was no choice."""
        return self.legal is not None and len(self.legal) == 1


def review(replay: Replay) -> tuple[Decision, ...]:
    """The decisions of ``replay``, in order, each judged from what its seat could know."""
    decisions = []
    for ply, chosen in enumerate(replay.plays):
        view = view_at(replay, ply)
        legal = None if view is None else legal_plays_of(view)
        flags = () if view is None or legal is None else flags_of(view, legal, chosen)
        decisions.append(Decision(ply, replay.positions[ply].turn, chosen, legal, flags))
    return tuple(decisions)
