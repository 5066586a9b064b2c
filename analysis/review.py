"""The review of a deal: an entry for every decision, as plain data."""

from dataclasses import dataclass

from analysis.flags import Flag, flags_of, forgotten_knock
from analysis.knowledge import legal_plays_of, view_at
from engine.plays import Declaration, Play
from engine.replay import Replay

VERSION = 2
"""Of the judgement: what it stored is made again when this changes."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One play, with the declaration before it, and what is to be said of it."""

    ply: int
    """Its number, from 0."""
    seat: int
    """Who played."""
    play: Play
    """What was played."""
    declaration: Declaration | None
    """What was declared before."""
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
    return tuple(_decision(replay, ply) for ply in range(len(replay.plays)))


def _decision(replay: Replay, ply: int) -> Decision:
    chosen = replay.plays[ply]
    position = replay.positions[ply]
    declaration = replay.declarations.get(ply)
    view = view_at(replay, ply)
    if view is None:
        return Decision(ply, position.turn, chosen, declaration, None, ())
    legal = legal_plays_of(view)
    flags = flags_of(view, legal, chosen)
    if replay.declarations_told:
        forgotten = forgotten_knock(position)
        flags = flags if forgotten is None else (forgotten, *flags)
    return Decision(ply, position.turn, chosen, declaration, legal, flags)
