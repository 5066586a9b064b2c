"""The knocks that a record tells of, as far as they can be read; whether the hands allow them, the replay says."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from engine.cards import card_text
from engine.deals import packet_sizes
from engine.kernels.declare import LARGEST_VALUE
from engine.rules import Rules
from records.faults import Finding, finding
from records.json_line import excerpt
from records.keys import out_of_range
from records.record import DECLARATIONS, Declaration, declaration_object


def read_declared(
    written: Sequence[dict[str, Any]] | None, rules: Rules, players: int, plays: int
) -> tuple[tuple[Declaration, ...] | None, list[Finding]]:
    """The declarations by ply, and their faults, in a deal of so many plays; None: the source does not say.

    Rules without knocks have nothing to say.
    """
    if rules.knock is None:
        if written:
            return (), [finding("declared.none", str(len(written)), "0")]
        return (), []
    if written is None:
        return None, []
    findings: list[Finding] = []
    declared: dict[int, Declaration] = {}
    opening = opening_plies(rules, players, plays)
    for entry in written:
        declaration = Declaration(entry["ply"], entry["what"], entry.get("matta"))
        ply = declaration.ply
        if declaration.what not in DECLARATIONS:
            findings.append(out_of_range("declared.what", declaration.what, ", ".join(DECLARATIONS)))
        elif ply not in opening:
            findings.append(finding("declared.ply", str(ply), ", ".join(map(str, opening)), ply=ply))
        elif ply in declared:
            first = excerpt(declaration_object(declared[ply]))
            findings.append(finding("declared.twice", excerpt(entry), first, ply=ply))
        elif declaration.matta is not None and not (
            rules.matta is not None and 1 <= declaration.matta <= LARGEST_VALUE
        ):
            wild = "null" if rules.matta is None else f"{card_text(rules.matta, rules.deck)} = 1 … {LARGEST_VALUE}"
            findings.append(finding("declared.matta", str(declaration.matta), wild, ply=ply))
        else:
            declared[ply] = declaration
    return tuple(declared[ply] for ply in sorted(declared)), findings


def opening_plies(rules: Rules, players: int, plays: int) -> list[int]:
    """The plays, of so many made, that are their seat's first of a packet."""
    starts = [players * total for total in accumulate(packet_sizes(rules, players)[:-1], initial=0)]
    return [ply for start in starts for ply in range(start, start + players) if ply < plays]
