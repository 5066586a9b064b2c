"""The principles on random deals: against naive predicates over card texts, against the flags, and their laws."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from analysis.flags import flags_of
from analysis.kernels import scene as kernel
from analysis.knowledge import SeatView, seat_view
from analysis.principle_facts import DECIDED
from analysis.principles import PRINCIPLES, declaration_principles, judge, principles
from engine.cards import full_deck, texts_of
from engine.plays import Play
from engine.positions import Position, legal_declarations, scopa_of
from engine.rules import preset, with_options
from engine.scoring import decided
from tests.conftest import KernelMode
from tests.engine.kernels.random_deals import FAMILIES, deals, walk

DEALS: dict[KernelMode, int] = {"compiled": 12, "uncompiled": 1, "bounds-checked": 2}
"""How many random deals of each family are judged."""

Marks = tuple[set[Play], set[Play]]
"""The plays that keep a principle and those that break it."""


def decisions(family: str, count: int, seed: int = 7) -> Iterator[tuple[Position, SeatView, tuple[Play, ...]]]:
    """Every decision with a choice of some random deals."""
    name, players, options = FAMILIES[family]
    for number, deal in enumerate(deals(with_options(preset(name), options), players, count, seed)):
        made: list[Play] = []
        for position, _, legal, chosen in walk(deal, seed=number):
            if len(legal) > 1:
                yield position, seat_view(position, tuple(made)), legal
            made.append(chosen)


def texts(view: SeatView, mask: int) -> list[str]:
    """The cards of a mask as texts."""
    return texts_of(mask, view.rules.deck)


def rank_of(view: SeatView, play: Play) -> str:
    """The rank that a play lays or captures with."""
    return texts(view, 1 << play.card)[0][0]


def held(view: SeatView, rank: str) -> int:
    """How many cards of ``rank`` the seat holds."""
    return sum(card[0] == rank for card in texts(view, view.hand))


def by_value(view: SeatView) -> bool:
    """Whether printed values alone decide what takes."""
    rules = view.rules
    return rules.value_capture != "off" and rules.fifteen_capture == rules.ace_rule == "off" and rules.matta is None


def is_dealer(view: SeatView) -> bool:
    """Whether the seat is the mazziere."""
    return (view.seat + 1) % view.players == view.first


def in_last_packet(position: Position) -> bool:
    """Whether nothing is dealt after this hand."""
    return position.round == len(position.packets) - 1


def missed_scopa(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """Every scopa keeps it, every other play breaks it."""
    scope = {play for play in legal if scopa_of(position, play)}
    return scope, set(legal) - scope


def multiplicity(applies: Callable[[SeatView], bool], most: bool) -> Callable[..., Marks]:
    """Of plays that all lay: those of the rank held most, or of a rank held twice."""

    def marks(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
        if not by_value(view) or any(play.taken for play in legal) or not applies(view):
            return set(), set()
        counts = {play: held(view, rank_of(view, play)) for play in legal}
        least = max(counts.values()) if most else 2
        kept = {play for play in legal if counts[play] >= least}
        return kept, set(legal) - kept

    return marks


def answer(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """The partner's card was taken by an equal one; lay another if the fourth is unseen."""
    if view.players != 4 or len(view.plays) < 2 or not by_value(view):
        return set(), set()
    laid, taker = view.plays[-2:]
    rank = rank_of(view, laid)
    if laid.taken or texts(view, taker.taken) != texts(view, 1 << laid.card) or rank_of(view, taker) != rank:
        return set(), set()
    if not any(card[0] == rank for card in texts(view, view.unseen)):
        return set(), set()
    lays = {play for play in legal if not play.taken}
    kept = {play for play in lays if rank_of(view, play) == rank}
    return kept, lays - kept


def sevens_pay(view: SeatView) -> bool:
    """Whether sevens are worth more than other cards."""
    return view.rules.primiera != "off" or any("7" in "".join(texts(view, c.cards)) for c in view.rules.combos)


def take_the_seven(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """A seven lies there, and the hand has the settebello or two sevens."""
    mine = [card for card in texts(view, view.hand) if card[0] == "7"]
    paid = [texts(view, combo.cards) for combo in view.rules.combos]
    if not sevens_pay(view) or not (len(mine) > 1 or any([card] in paid for card in mine)):
        return set(), set()
    plain = {play for play in legal if not scopa_of(position, play)}
    kept = {play for play in plain if any(card[0] == "7" for card in texts(view, play.taken))}
    return kept, plain - kept


def never_lay_a_seven(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """The settebello pays and is unseen."""
    paid = [texts(view, combo.cards) for combo in view.rules.combos]
    if not any(card[0] == "7" and [card] in paid for card in texts(view, view.unseen)):
        return set(), set()
    lays = {play for play in legal if not play.taken}
    broken = {play for play in lays if rank_of(view, play) == "7"}
    return lays - broken, broken


def last_capture(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """Two cards at most are left to the seat, and another side captured last."""
    last = position.last_capturer
    if view.hand.bit_count() > 2 or not in_last_packet(position) or last in {None, position.side(view.seat)}:
        return set(), set()
    captures = {play for play in legal if play.taken}
    return captures, set(legal) - captures


def last_two(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """The mazziere keeps the card of whose rank an even number is out."""
    if not by_value(view) or view.players == 3 or not is_dealer(view):
        return set(), set()
    if view.hand.bit_count() != 2 or not in_last_packet(position):
        return set(), set()
    kept, broken = set[Play](), set[Play]()
    for play in legal:
        if scopa_of(position, play):
            continue
        out = view.out | (play.taken | 1 << play.card if play.taken else 0)
        (other,) = texts(view, view.hand & ~(1 << play.card))
        odd = sum(card[0] == other[0] for card in texts(view, out)) % 2
        (broken if odd else kept).add(play)
    return kept, broken


def dealer_unpairs_sevens(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """The mazziere has no seven, and an even number of sevens is out."""
    off = not by_value(view) or view.players == 3 or not is_dealer(view) or not sevens_pay(view)
    if off or not in_last_packet(position) or held(view, "7"):
        return set(), set()
    if sum(card[0] == "7" for card in texts(view, view.out)) % 2:
        return set(), set()
    captures = {play for play in legal if play.taken}
    kept = {play for play in captures if sum(card[0] == "7" for card in texts(view, play.taken)) % 2}
    return kept, captures - kept


def escape(position: Position, view: SeatView, legal: tuple[Play, ...]) -> Marks:
    """Captured, laid, captured by the other side, the own, the other; and nothing to capture."""
    before = [bool(play.taken) for play in view.plays[-3:]]
    if not by_value(view) or view.players == 3 or before != [True, False, True] or any(play.taken for play in legal):
        return set(), set()
    unseen = {card[0] for card in texts(view, view.unseen)}
    kept = {play for play in legal if rank_of(view, play) not in unseen}
    return kept, set(legal) - kept


NAIVE: dict[str, Callable[..., Marks]] = {
    "missed_scopa": missed_scopa,
    "opening": multiplicity(lambda view: not view.table and view.ply < 2, most=True),
    "highest_multiplicity": multiplicity(lambda view: not view.table and view.ply >= 2, most=True),
    "lay_a_double": multiplicity(lambda view: view.table != 0, most=False),
    "answer_the_partner": answer,
    "take_the_seven": take_the_seven,
    "never_lay_a_seven": never_lay_a_seven,
    "last_capture": last_capture,
    "last_two": last_two,
    "dealer_unpairs_sevens": dealer_unpairs_sevens,
    "mulinello_escape": escape,
}
"""Principles that are easily said, written again over card texts."""


def compare(family: str, count: int, seed: int = 7) -> Counter[str]:
    """Judge random deals both ways; how often each of `NAIVE` applied."""
    applied = Counter[str]()
    for position, view, legal in decisions(family, count, seed):
        low = view.rules.objective == "low"
        ours = {each.code: each for each in principles(view)}
        for code, predicate in NAIVE.items():
            kept, broken = predicate(position, view, legal)
            if low or not kept or not broken:
                assert code not in ours, (code, view)
                continue
            applied[code] += 1
            assert (set(ours[code].keeps), set(ours[code].breaks)) == (kept, broken), (code, view)
    return applied


@pytest.mark.kernels
@pytest.mark.parametrize("family", FAMILIES)
def test_naive_predicates_agree(family: str, kernel_mode: KernelMode) -> None:
    """Where a principle applies and which plays keep and break it is what the plain words say."""
    compare(family, DEALS[kernel_mode])


def test_naive_predicates_apply() -> None:
    """On many deals each of the naive predicates has applied: the comparison compares something."""
    applied = compare("scopone in 4", 80, seed=2) + compare("scopone-scientifico in 4", 20, seed=2)
    assert set(applied) == set(NAIVE)


@pytest.mark.kernels
@pytest.mark.parametrize("family", FAMILIES)
def test_laws_of_the_principles(family: str, kernel_mode: KernelMode) -> None:
    """What applies is kept and broken by some legal play, by none both; card facts name cards of the deck."""
    order = [rule.code for rule in PRINCIPLES]
    for position, view, legal in decisions(family, DEALS[kernel_mode]):
        found = principles(view)
        assert [each.code for each in found] == sorted((each.code for each in found), key=order.index)
        for each in found:
            keeps, breaks = set(each.keeps), set(each.breaks)
            assert keeps and breaks and not keeps & breaks
            assert keeps | breaks <= set(legal)
            for chance in (each.facts.get("chance"), each.facts.get("chance_better")):
                assert chance is None or 0 <= chance <= 1
        for each in declaration_principles(position):
            declared = set(legal_declarations(position))
            assert each.keeps and each.breaks
            assert set(each.keeps) <= declared
            assert set(each.breaks) <= declared | set(legal)


@pytest.mark.kernels
@pytest.mark.parametrize("family", FAMILIES)
def test_the_flags_are_principles(family: str, kernel_mode: KernelMode) -> None:
    """A play breaks one of the three flags' principles exactly if it gets that flag.

    Where several cards pay, each play may give up one or another: then no play keeps the principle.
    """
    for _, view, legal in decisions(family, max(1, DEALS[kernel_mode] // 3)):
        flagged = {code: set[Play]() for code in ("scopa_offered", "card_given_up", "bad_spariglio")}
        for play in legal:
            for flag in flags_of(view, legal, play):
                flagged[flag.code].add(play)
        found = {each.code: each for each in principles(view)}
        for code, plays in flagged.items():
            if code not in found:
                assert plays in (set(), set(legal))
            else:
                assert set(found[code].breaks) == plays


@pytest.mark.kernels
@pytest.mark.parametrize("family", FAMILIES)
def test_the_scene_is_the_position(family: str, kernel_mode: KernelMode) -> None:
    """Piles, scope and decided points worked out from the plays are those of the table; who laid what adds up."""
    for position, view, legal in decisions(family, DEALS[kernel_mode]):
        scene = judge(view, legal).scene
        sides = len(position.piles)
        assert tuple(scene[kernel.PILES : kernel.PILES + sides]) == position.piles
        if by_value(view):
            assert tuple(scene[kernel.SCOPE : kernel.SCOPE + sides]) == position.scope
        sure = set().union(*decided(position))
        named = {name for bit, name in DECIDED.items() if scene[kernel.DECIDED] & bit}
        absent = {"run"} | ({"primiera"} if view.rules.primiera == "off" else set())
        assert named - absent == sure - absent
        laid = [int(mask) for mask in scene[kernel.LAID : kernel.LAID + view.players]]
        dealt = full_deck(view.rules.deck)
        for play in view.plays:
            dealt &= ~(1 << play.card)
        assert sum(laid) == view.table & ~dealt
        for ply, play in enumerate(view.plays):
            if view.table >> play.card & 1:
                assert laid[(view.first + ply) % view.players] >> play.card & 1
