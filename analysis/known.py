"""Could it be known? Where the cards that mattered probably were, by which plays, and what a forgetful player knew."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from analysis.judge import Samples, closed_scene, judged, play_vectors
from analysis.judgement import GRADES, Z95, Judgement
from analysis.kernels.chances import paid_cards
from analysis.kernels.knowing import STEP_SIZE, play_worlds, trace_worlds
from analysis.kernels.learned import KINDS
from analysis.knowledge import SeatView
from analysis.principle_facts import same_rank, union
from analysis.thresholds import EXPLAINED_DRAWS, EXPLAINED_WORLDS, FORGETS_AFTER, TELLING, TRUST
from analysis.weights import kind_shares, learned_weights
from engine.cards import cards_of, mask_of
from engine.deals import Vector, generator, packet_sizes, setup_vector
from engine.kernels import layout
from engine.kernels.play import hand_at
from engine.plays import Play

CLUES = ("held", "excluded", "likely", "unlikely", "open")
"""What could be known of a seat and some cards: it holds one, it holds none, plays speak for it or against it, or
there was only counting."""

WHY = ("plays", "memory", "reasoning")
"""What a mistake came from: the plays of the others told it, one had to remember what is out, or neither."""


@dataclass(frozen=True, slots=True)
class Clue:
    """What could be known of who holds one of some cards."""

    kind: str
    """One of `CLUES`."""
    cards: int
    """The mask of the cards, all unseen."""
    seat: int
    """Whose hand is spoken of, as it is at its next turn."""
    chance: float
    """The chance that the seat held one of them, by counting and by the plays so far."""
    counted: float
    """The same by counting alone."""
    ply: int | None
    """The play that told most; None: none told much."""
    true: bool | None
    """Whether the seat in fact held one; None: the record does not tell."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A card that a forgetful player no longer knows to be out."""

    card: int
    ply: int
    """The play in which it was captured."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a mistake came from."""

    why: str
    """One of `WHY`."""
    loss: float
    """What the play loses for who sees nothing in the plays, or who forgets; for ``reasoning``, what it lost."""
    gone: tuple[Gone, ...]
    """For ``memory``, the cards of the rank that it was enough to forget; none: no single rank is it."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """Ways in which the unseen cards may lie."""

    states: Vector
    """Worlds × state."""
    packets: Vector
    """Worlds × rounds × seats."""
    chances: NDArray[np.float64]
    """Worlds × plays: the logarithm of the chance of each play of the others; no worlds: not asked for."""
    beliefs: NDArray[np.float64]
    """Worlds × seats × kinds: how likely each seat is to be a player of each kind."""

    def weights(self, without: int | None = None) -> NDArray[np.float64]:
        """How likely each is, adding up to 1; ``without``: not judged by that play."""
        total = self.chances.sum(axis=1) * TRUST
        if without is not None:
            total = total - self.chances[:, without] * TRUST
        likely = np.exp(total - total.max())
        return np.asarray(likely / likely.sum())

    def holding(self, seat: int, cards: int) -> NDArray[np.bool_]:
        """By world, whether ``seat`` holds one of ``cards`` at its next turn."""
        hands = self.states[:, layout.HANDS + seat]
        later = int(self.states[0, layout.ROUND]) + 1
        if not hands.any() and later < self.packets.shape[1]:
            hands = self.packets[:, later, seat]
        return np.asarray((hands & cards) != 0)


def traced_worlds(view: SeatView, seed: int, draws: int = EXPLAINED_DRAWS) -> Worlds:
    """Ways in which the cards that ``view`` does not see may lie, with what the plays say of each."""
    return _drawn(view, draws, seed, None, traced=True)


def _drawn(view: SeatView, draws: int, seed: int, forgotten: Vector | None, *, traced: bool) -> Worlds:
    scene = closed_scene(view)
    rounds = len(packet_sizes(view.rules, view.players))
    sides = view.rules.sides(view.players)
    states = np.zeros((draws, layout.STATE_SIZE), dtype=np.int64)
    packets = np.zeros((draws, rounds, view.players), dtype=np.int64)
    chances = np.zeros((draws if traced else 0, len(view.plays)))
    beliefs = np.zeros((draws, view.players, KINDS))
    trace_worlds(
        setup_vector(view.rules, view.players),
        learned_weights(),
        kind_shares(view.rules),
        scene.state,
        scene.past,
        *play_vectors(view.plays),
        np.zeros(sides, dtype=np.int64) if forgotten is None else forgotten,
        generator(seed),
        states,
        packets,
        chances,
        beliefs,
    )
    return Worlds(states, packets, chances, beliefs)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What came of some plays, each made in the same worlds and played on."""

    plays: tuple[Play, ...]
    samples: Samples
    """Worlds × plays × categories, halves of a point for the side that plays."""
    piles: Vector
    """Worlds × plays × sides: what each side owns at the end."""
    lines: Vector
    """Worlds × plays × steps × `STEP_SIZE`: how the deal went on after the play, to its end
    (`analysis.kernels.knowing.play_worlds`)."""


def likely_outcomes(view: SeatView, worlds: Worlds, plays: tuple[Play, ...], seed: int) -> Outcomes:
    """What comes of ``plays`` in `EXPLAINED_WORLDS` of the ``worlds``, taken as often as they are likely."""
    weights = worlds.weights()
    step = (np.arange(EXPLAINED_WORLDS) + 0.5) / EXPLAINED_WORLDS
    rows = np.minimum(np.searchsorted(np.cumsum(weights), step), len(weights) - 1)
    # In another order: a world that is taken twice would else be next to itself.
    rows = rows[np.arange(EXPLAINED_WORLDS) * 13 % EXPLAINED_WORLDS]
    drawn = Worlds(worlds.states[rows], worlds.packets[rows], worlds.chances[:0], worlds.beliefs[rows])
    return _outcomes(view, drawn, plays, seed, told=True)


def _outcomes(view: SeatView, worlds: Worlds, plays: tuple[Play, ...], seed: int, *, told: bool) -> Outcomes:
    """``told``: with the lines, which take their time."""
    count = len(worlds.states)
    steps = view.rules.deck - view.rules.table - view.ply - 1 if told else 0
    samples = np.zeros((count, len(plays), len(layout.CATEGORIES)), dtype=np.int64)
    piles = np.zeros((count, len(plays), view.rules.sides(view.players)), dtype=np.int64)
    lines = np.zeros((count, len(plays), steps, STEP_SIZE), dtype=np.int64)
    play_worlds(
        setup_vector(view.rules, view.players),
        learned_weights(),
        worlds.states,
        worlds.packets,
        worlds.beliefs,
        *play_vectors(plays),
        generator(seed),
        samples,
        piles,
        lines,
    )
    return Outcomes(plays, samples, piles, lines)


def clue_of(view: SeatView, worlds: Worlds, seat: int, cards: int, held: int | None) -> Clue | None:
    """What could be known of whether ``seat`` held one of ``cards``; None if none of them is unseen.

    ``held``: the hand that the seat in fact had; None: the record does not tell.
    """
    wanted = cards & (view.unseen & ~union(view.shown) | view.shown[seat])
    if not wanted:
        return None
    counted = _counted(view, seat, wanted)
    holding = worlds.holding(seat, wanted)
    chance = counted if counted in (0.0, 1.0) else float(worlds.weights() @ holding)
    ply = None
    kind = {0.0: "excluded", 1.0: "held"}.get(counted, "open")
    if kind == "open" and abs(chance - counted) >= TELLING:
        kind = "likely" if chance > counted else "unlikely"
        ply = _telling_ply(view, worlds, holding, chance, chance - counted)
    return Clue(kind, wanted, seat, chance, counted, ply, None if held is None else bool(held & wanted))


def _counted(view: SeatView, seat: int, wanted: int) -> float:
    """The chance that ``seat`` holds one of ``wanted``, all ways in which unseen cards may lie being alike."""
    if view.shown[seat] & wanted:
        return 1.0
    hidden = (view.unseen & ~union(view.shown)).bit_count()
    turns = (seat - view.seat) % view.players
    setup = setup_vector(view.rules, view.players)
    now = view.ply + turns
    size = int(hand_at(setup, now)) if now < view.rules.deck - view.rules.table else 0
    size -= view.shown[seat].bit_count()
    number = wanted.bit_count()
    return 1.0 if number > hidden - size else 1 - comb(hidden - number, size) / comb(hidden, size)


def _telling_ply(view: SeatView, worlds: Worlds, holding: NDArray[np.bool_], chance: float, moved: float) -> int | None:
    """The play without which the chance would be most different, if it made half of the difference ``moved``."""
    told: dict[int, float] = {}
    for ply in range(len(view.plays)):
        if worlds.chances[:, ply].any():
            told[ply] = chance - float(worlds.weights(ply) @ holding)
    if not told:
        return None
    ply = max(told, key=lambda each: told[each] * moved)
    return ply if told[ply] / moved >= 0.5 else None


def forgotten_cards(view: SeatView) -> tuple[Gone, ...]:
    """The cards that a forgetful player no longer knows to be out: captured more than `FORGETS_AFTER` plays ago.

    Not those that the rules pay alone: who owns the settebello nobody forgets.
    """
    paid = int(paid_cards(setup_vector(view.rules, view.players)))
    gone = []
    for ply, play in enumerate(view.plays[: max(view.ply - FORGETS_AFTER, 0)]):
        if play.taken:
            gone += [Gone(card, ply) for card in cards_of((play.taken | 1 << play.card) & ~paid)]
    return tuple(gone)


def source_of(view: SeatView, judgement: Judgement, chosen: int, seed: int) -> Source | None:
    """What the mistake of the play ``chosen`` came from.

    Judged again without what the plays say, and, if it then still is one, as a forgetful player: where the loss is
    surely gone, that was missing; where it surely is not, reasoning was. None: it is not sure.
    """
    loss = judgement.candidates[chosen].loss
    blind = _judged_again(view, judgement, chosen, (), seed)
    if _gone(blind, loss.mean, loss.error):
        return Source("plays", blind[0], ())
    gone = forgotten_cards(view)
    forgetful = blind
    if gone:
        forgetful = _judged_again(view, judgement, chosen, gone, seed)
        if _gone(forgetful, *blind):
            alone = _that_rank(view, judgement, chosen, gone, seed, blind)
            return Source("memory", forgetful[0], ()) if alone is None else Source("memory", *alone)
    left = all(mean - Z95 * error >= GRADES["doubtful"] for mean, error in (blind, forgetful))
    return Source("reasoning", loss.mean, ()) if left else None


def _gone(now: tuple[float, float], loss: float, error: float) -> bool:
    """Whether a loss has surely become too small for a class."""
    return now[0] < GRADES["doubtful"] and loss - now[0] > Z95 * (now[1] ** 2 + error**2) ** 0.5


def _judged_again(
    view: SeatView, judgement: Judgement, chosen: int, gone: Iterable[Gone], seed: int
) -> tuple[float, float]:
    """The loss of a play, with its standard error, to a player who does not know that those cards are ``gone``."""
    mask = mask_of(each.card for each in gone)
    forgotten = np.array([pile & mask for pile in view.piles], dtype=np.int64)
    worlds = _drawn(view, EXPLAINED_WORLDS, seed, forgotten, traced=False)
    legal = tuple(each.play for each in judgement.candidates)
    samples = _outcomes(view, worlds, legal, seed, told=False).samples
    counts = np.full(len(legal), EXPLAINED_WORLDS, dtype=np.int64)
    loss = judged(legal, samples, counts, [None] * len(legal)).candidates[chosen].loss
    return loss.mean, loss.error


def _that_rank(
    view: SeatView, judgement: Judgement, chosen: int, gone: tuple[Gone, ...], seed: int, blind: tuple[float, float]
) -> tuple[float, tuple[Gone, ...]] | None:
    """What is lost by a player who forgets the cards of one rank and nothing else, and these cards.

    None: no single rank is it. To be it, the rank must be enough to forget, for the loss to be surely gone, and enough
    to remember, all else being forgotten, for a sure mistake: any card that is forgotten hides the others a little.
    """

    def lost(*, but: bool, rank: int) -> tuple[float, float]:
        some = [each for each in gone if bool(rank >> each.card & 1) != but]
        return _judged_again(view, judgement, chosen, some, seed)

    ranks = sorted({same_rank(each.card) for each in gone})
    remembered = {rank: lost(but=True, rank=rank) for rank in ranks}
    best = max(ranks, key=lambda rank: remembered[rank][0])
    mean, error = remembered[best]
    if mean - Z95 * error < GRADES["doubtful"]:
        return None
    alone = lost(but=False, rank=best)
    return (alone[0], tuple(each for each in gone if best >> each.card & 1)) if _gone(alone, *blind) else None
