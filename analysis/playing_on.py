"""A deal played on from one of its positions: a person at one seat, the judge at the others, the real cards.

Nothing of it is a fact of the game, so nothing of it is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analysis.judge import LEVELS, judge
from analysis.knowledge import SeatView, legal_plays_of, view_at
from engine.errors import SettebelloError
from engine.plays import Declaration, Play, WrittenPlay
from engine.positions import Position, declare, legal_declarations, play, unknown_seat
from engine.replay import Replay
from engine.replay import replay as replayed

LEVEL = LEVELS["quick"]
"""How hard the other seats look: some hundredths of a second for a play."""

SEED = 7
"""Of what the other seats draw: after the same plays they do the same, also when a play was taken back."""


class PlayingOnError(SettebelloError):
    """A position that cannot be played on from: ``playing.over`` or ``playing.unknown`` with the ``seat``."""


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A deal as it is played here: up to ``start`` as in the game, then anew."""

    game: Replay
    """The deal as it really went."""
    start: int
    """The play from which it is played anew, from 0."""
    seat: int
    """The person's seat."""
    plays: tuple[Play, ...]
    """Every play from the deal's first."""
    declarations: Mapping[int, Declaration]
    """By ply, the knock made before its card; perhaps one before a card that is still to be played."""
    replay: Replay
    """The deal with these; its last position comes after a knock that was made there."""

    @property
    def position(self) -> Position:
        """How it stands."""
        return self.replay.positions[-1]

    @property
    def own_turn(self) -> bool:
        """Whether the person is to play."""
        return not self.position.over and self.position.turn == self.seat

    @property
    def knocked(self) -> Declaration | None:
        """The knock that was made before the card that is now to be played."""
        return self.declarations.get(len(self.plays))

    @property
    def last_own(self) -> int | None:
        """The person's last play made here; None: there is none."""
        own = (ply for ply in range(len(self.plays) - 1, self.start - 1, -1) if self.turn_of(ply) == self.seat)
        return next(own, None)

    def turn_of(self, ply: int) -> int:
        """The seat that makes play ``ply``."""
        return (self.position.first + ply) % self.position.players


def play_on(game: Replay, ply: int, seat: int) -> PlayedOn:
    """``game`` from before play ``ply`` with the person at ``seat``; the other seats have played until it is its turn.

    What was declared before that play is to be declared again.

    :raises PlayingOnError: the deal is over there, or its record does not tell all cards.
    """
    position = game.positions[ply]
    if position.over:
        raise PlayingOnError("playing.over")
    unknown = unknown_seat(position)
    if unknown is not None:
        raise PlayingOnError("playing.unknown", seat=unknown)
    earlier = {at: made for at, made in game.declarations.items() if at < ply}
    return _others(_made(game, ply, seat, game.plays[:ply], earlier))


def with_play(played: PlayedOn, chosen: Play) -> PlayedOn:
    """The same after the person's play ``chosen`` and the plays of the others up to the person's next turn.

    :raises PlayError: ``chosen`` is not legal.
    :raises ValueError: it is not the person's turn.
    """
    _check_turn(played)
    play(played.position, chosen)
    return _others(_extended(played, chosen))


def with_knock(played: PlayedOn, declaration: Declaration) -> PlayedOn:
    """The same after the person's ``declaration``; the person is still to play.

    :raises PlayError: that may not be declared.
    :raises ValueError: it is not the person's turn.
    """
    _check_turn(played)
    declare(played.position, declaration)
    return _knocking(played, declaration)


def taken_back(played: PlayedOn) -> PlayedOn:
    """The same without the person's last knock or play and what followed; unchanged where there is none."""
    ply = len(played.plays) if played.knocked is not None and played.own_turn else played.last_own
    if ply is None:
        return played
    earlier = {at: made for at, made in played.declarations.items() if at < ply}
    return _made(played.game, played.start, played.seat, played.plays[:ply], earlier)


def reply(view: SeatView) -> Play:
    """The play that the judge finds best, by what ``view`` knows and nothing else."""
    legal = legal_plays_of(view)
    if len(legal) == 1:
        return legal[0]
    judgement = judge(view, LEVEL, SEED * 1_009 + view.ply)
    return judgement.candidates[judgement.best].play


def _check_turn(played: PlayedOn) -> None:
    if not played.own_turn:
        raise ValueError("not this seat's turn")


def _others(played: PlayedOn) -> PlayedOn:
    """The same when the other seats have played until the person is to play or the deal is over."""
    while not played.position.over and not played.own_turn:
        # Whoever plays low has nothing from points of its own; the others knock as the reference players do.
        offered = legal_declarations(played.position) if played.game.deal.rules.objective != "low" else ()
        if offered:
            played = _knocking(played, offered[0])
        view = view_at(played.replay, len(played.plays))
        if view is None:
            raise PlayingOnError("playing.unknown", seat=played.position.turn)
        played = _extended(played, reply(view))
    return played


def _extended(played: PlayedOn, chosen: Play) -> PlayedOn:
    return _made(played.game, played.start, played.seat, (*played.plays, chosen), played.declarations)


def _knocking(played: PlayedOn, declaration: Declaration) -> PlayedOn:
    declarations = {**played.declarations, len(played.plays): declaration}
    return _made(played.game, played.start, played.seat, played.plays, declarations)


def _made(
    game: Replay, start: int, seat: int, plays: tuple[Play, ...], declarations: Mapping[int, Declaration]
) -> PlayedOn:
    written = [WrittenPlay("", each.card, each.taken, scopa=False) for each in plays]
    made = replayed(game.deal, written, declarations)
    pending = declarations.get(len(plays))
    if pending is not None:
        # A replay leaves out what stands after its last play.
        made = replace(made, positions=(*made.positions[:-1], declare(made.positions[-1], pending)))
    return PlayedOn(game, start, seat, plays, declarations, made)
