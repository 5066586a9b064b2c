"""Every flag raised or not is confirmed by brute force from the definitions in docs/numbers.md, "Flags"."""

import pytest

from analysis.flags import FLAG_CODES, Flag, flags_of
from analysis.kernels.chances import hand_at
from analysis.knowledge import seat_view
from engine.deals import packet_sizes, setup_vector
from engine.plays import Play
from engine.rules import preset, with_options
from tests.conftest import KernelMode
from tests.engine.kernels.random_deals import FAMILIES, deals, reference_play, walk
from tests.reference import flags as reference

pytestmark = pytest.mark.kernels

DEALS: dict[KernelMode, int] = {"compiled": 200, "uncompiled": 5, "bounds-checked": 20}
"""How many random deals of each family are judged."""

JUDGED = ["scopa in two", "scopa in three", "scopa in four", "scopone 9+4", "scopone scientifico", "napola"]
JUDGED += ["last play counts", "free captures", "combos and another suit", "short last deal"]


def by_code(flags: tuple[Flag, ...], code: str) -> list[Flag]:
    """The flags of one code."""
    return [flag for flag in flags if flag.code == code]


@pytest.mark.parametrize("family", JUDGED)
def test_flags_agree(family: str, kernel_mode: KernelMode) -> None:
    """Which flags a play gets, their chances, and a better play that the definition accepts."""
    name, players, options = FAMILIES[family]
    rules = with_options(preset(name), options)
    raised = dict.fromkeys(FLAG_CODES, 0)
    for number, deal in enumerate(deals(rules, players, DEALS[kernel_mode], seed=99)):
        made: list[Play] = []
        for position, game, legal, chosen in walk(deal, seed=number):
            if position.over:
                break
            found = flags_of(seat_view(position, tuple(made)), legal, chosen)
            made.append(chosen)
            expected = reference.flags(game, reference_play(chosen, rules.deck))
            for code in FLAG_CODES:
                ours = by_code(found, code)
                theirs = expected[code]
                raised[code] += len(ours)
                if theirs is None:
                    assert not ours, (code, theirs)
                    continue
                check(code, ours, theirs, rules.deck)
    # Parity is off with three players, and one card in the last packet leaves it next to no choice.
    parity = players != 3 and packet_sizes(rules, players)[-1] > 1
    if kernel_mode == "compiled":
        assert raised["scopa_offered"] and raised["card_given_up"]
        assert bool(raised["bad_spariglio"]) == parity


def check(code: str, ours: list[Flag], theirs: reference.Facts, deck: int) -> None:
    """One code's flags against the facts of the brute force."""
    if code == "card_given_up":
        assert {flag.facts["card"] for flag in ours} == set(theirs["cards"])
        for flag in ours:
            check_chance(flag, theirs["cards"][flag.facts["card"]], deck)
        return
    (flag,) = ours
    if code == "scopa_offered":
        check_chance(flag, theirs, deck)
        assert flag.facts["total"] == theirs["total"]
    else:
        assert reference_play(flag.better, deck) in theirs["better"]
        assert flag.facts["change"] == theirs["change"]
        assert (flag.facts["role"] == "dealer") == theirs["dealer_side"]
        assert len(flag.facts["unpaired"]) == len(theirs["unpaired"])


def check_chance(flag: Flag, theirs: reference.Facts, deck: int) -> None:
    """The chances of a flag, and its better play, against exact fractions."""
    assert flag.facts["chance"] == pytest.approx(float(theirs["probability"]), abs=1e-9)
    assert flag.facts["chance_better"] == pytest.approx(float(theirs["best_probability"]), abs=1e-9)
    assert reference_play(flag.better, deck) in theirs["better"]


def test_hand_size_of_the_next_seat() -> None:
    """The hand that chances count with is the one held when it plays: a packet dealt in between is counted in."""
    for name, players, options in FAMILIES.values():
        rules = with_options(preset(name), options)
        for deal in deals(rules, players, 1, seed=3):
            for position, _, _, _ in walk(deal, seed=0):
                if not position.over:
                    assert hand_at(setup_vector(rules, players), position.ply) == position.hand_size(position.turn)
