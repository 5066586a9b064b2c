"""The knocks that a record tells of, checked as far as the hands are known."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from engine.cards import card_text, cards_of, texts_of
from engine.deals import Packets, packet_sizes
from engine.rules import Knock, Rules
from records.faults import Finding, finding
from records.json_line import excerpt
from records.keys import out_of_range
from records.record import DECLARATIONS, Declaration, declaration_object


def read_declared(
    written: Sequence[dict[str, Any]] | None,
    rules: Rules,
    dealer: int,
    packets: Packets,
    plays: int,
) -> tuple[tuple[Declaration, ...] | None, list[Finding]]:
    """The declarations by ply, and their faults, in a deal of so many plays; None: the source does not say.

    ``packets`` are the cards received, as far as they are known. Rules without knocks have nothing to say.
    """
    if rules.knock is None:
        if written:
            return (), [finding("declared.none", str(len(written)), "0")]
        return (), []
    if written is None:
        return None, []
    findings: list[Finding] = []
    declared: dict[int, Declaration] = {}
    players = len(packets[0])
    for entry in written:
        declaration = Declaration(entry["ply"], entry["what"], entry.get("matta"))
        if declaration.what not in DECLARATIONS:
            findings.append(out_of_range("declared.what", declaration.what, ", ".join(DECLARATIONS)))
            continue
        ply = declaration.ply
        opening = opening_plies(rules, players, plays)
        if ply not in opening:
            findings.append(finding("declared.ply", str(ply), ", ".join(map(str, opening)), ply=ply))
            continue
        if ply in declared:
            findings.append(
                finding("declared.twice", excerpt(entry), excerpt(declaration_object(declared[ply])), ply=ply)
            )
            continue
        declared[ply] = declaration
        packet = sum(1 for start in _packet_starts(rules, players) if start <= ply) - 1
        size = packet_sizes(rules, players)[packet]
        hand = packets[packet][(dealer + 1 + ply) % players]
        findings += _check_hand(declaration, rules, hand, whole=hand.bit_count() == size)
    return tuple(declared[ply] for ply in sorted(declared)), findings


def _packet_starts(rules: Rules, players: int) -> list[int]:
    sizes = packet_sizes(rules, players)
    return [players * total for total in accumulate(sizes[:-1], initial=0)]


def opening_plies(rules: Rules, players: int, plays: int) -> list[int]:
    """The plays, of so many made, that are their seat's first of a packet."""
    starts = _packet_starts(rules, players)
    return [ply for start in starts for ply in range(start, start + players) if ply < plays]


def _check_hand(declaration: Declaration, rules: Rules, hand: int, *, whole: bool) -> list[Finding]:
    """The faults of a declaration from ``hand`` (a mask, ``whole`` if all its cards are known)."""
    ply, matta = declaration.ply, declaration.matta
    highest = rules.deck // 4
    if matta is not None:
        held = rules.matta is not None and (not whole or bool(hand >> rules.matta & 1))
        if not held or not 1 <= matta <= highest:
            expected = f"{card_text(rules.matta, rules.deck)} = 1 … {highest}" if rules.matta is not None else "null"
            return [finding("declared.matta", str(matta), expected, ply=ply)]
    if not whole or rules.knock is None:
        return []
    values = [matta if matta is not None and card == rules.matta else card // 4 + 1 for card in cards_of(hand)]
    if _may_declare(declaration.what, values, rules.knock):
        return []
    limit = f"≤ {rules.knock.limit}" if declaration.what == "low" else "= = ="
    text = " ".join(texts_of(hand, rules.deck))
    return [finding("declared.impossible", text, limit, ply=ply, what=declaration.what)]


def _may_declare(what: str, values: Sequence[int], knock: Knock) -> bool:
    return sum(values) <= knock.limit if what == "low" else len(set(values)) == 1
