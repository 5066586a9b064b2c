"""The plays that a record writes: their text, and why one of them cannot have been made."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import full_deck, mask_of, parse_card, texts_of
from engine.errors import CardError, PlayError
from engine.plays import WrittenPlay, parse_play, play_text
from engine.positions import Position, plays_of, scopa_of
from engine.replay import Replay
from engine.rules import Rules
from records.cards import UNSEEN, cards_expected
from records.faults import Finding, finding
from records.json_line import excerpt

PLAY_SHAPE = "7D, 7Dx3D+4B, 2Cx2S#"
"""What plays look like."""

FIRST_CARD = re.compile(r"\s*((?:10|[0-9A-Z])\s*[DCBS♦♣♥♠])", re.IGNORECASE)
"""The card at the head of a play that cannot be read as a whole."""


@dataclass(frozen=True, slots=True)
class ListedPlays:
    """The plays of a record as they are written."""

    count: int
    """How many there are."""
    readable: tuple[WrittenPlay, ...]
    """Those before the first that cannot be read."""
    cards: tuple[int | None, ...]
    """The card of each play; None where it cannot be read."""
    unreadable: Finding | None
    """The fault of the first that cannot be read."""

    @property
    def known_cards(self) -> tuple[int, ...]:
        """The cards of the `readable` plays."""
        return tuple(play.card for play in self.readable)


def read_plays(written: Sequence[Any], deck: int) -> ListedPlays:
    """The plays that ``written`` lists; one that cannot be read ends those that can be replayed."""
    readable: list[WrittenPlay] = []
    cards: list[int | None] = []
    unreadable: Finding | None = None
    for ply, text in enumerate(written):
        play, fault = _read_play(text, deck, ply)
        cards.append(None if play is None else play.card)
        if unreadable is None:
            unreadable = fault
            if play is not None:
                readable.append(play)
    return ListedPlays(len(written), tuple(readable), tuple(cards), unreadable)


def _read_play(text: Any, deck: int, ply: int) -> tuple[WrittenPlay | None, Finding | None]:
    if not isinstance(text, str):
        return None, finding("key.type", excerpt(text), f'"{PLAY_SHAPE}"', ply=ply, key="plays")
    try:
        return parse_play(text, deck), None
    except PlayError as error:
        expected = PLAY_SHAPE
        params = {}
        if error.code == "play.unknown_card":
            expected = cards_expected(deck)
            params["card"] = error.params["found"]
        return None, finding(error.code, text or '""', expected, ply=ply, **params)


def captures_missing(plays: ListedPlays, rules: Rules) -> list[Finding]:
    """The fault of plays that write no captures at all where a card that can take may be laid instead."""
    written = plays.unreadable is not None or any(play.taken for play in plays.readable)
    if rules.compulsory or not plays.readable or written:
        return []
    return [finding("play.captures_missing", plays.readable[0].text, PLAY_SHAPE)]


def repeated_card(plays: ListedPlays, rules: Rules) -> list[Finding]:
    """The fault of the first play whose card an earlier one has played already."""
    played = 0
    for ply, (play, card) in enumerate(zip(plays.readable, plays.known_cards, strict=True)):
        if played >> card & 1:
            left = full_deck(rules.deck) & ~mask_of(plays.known_cards)
            expected = " ".join(texts_of(left, rules.deck))
            return [finding("play.card_repeated", play.text, expected, ply=ply)]
        played |= 1 << card
    return []


def first_wrong_play(plays: ListedPlays, replayed: Replay) -> list[Finding]:
    """The fault of the first play that the rules do not allow or that cannot be read, if there is one."""
    end = replayed.positions[-1]
    failure = replayed.failure
    if failure is not None:
        fault = finding(failure.code, failure.found, failure.expected, ply=failure.ply, repair=failure.repair)
    elif plays.unreadable is None:
        return []
    elif end.over:
        fault = finding("play.after_end", plays.unreadable.found, str(end.ply), ply=end.ply)
    else:
        fault = _with_options(plays.unreadable, end)
    if fault.code == "play.not_held" and end.unknown(end.turn):
        fault = replace(fault, expected=f"{fault.expected} {UNSEEN}".strip())
    return [replace(fault, params=dict(fault.params) | {"seat": end.turn})]


def _with_options(unreadable: Finding, position: Position) -> Finding:
    """``unreadable`` with the plays of the card at its head, where that card can be read and played."""
    deck = position.rules.deck
    head = FIRST_CARD.match(unreadable.found)
    if head is None or unreadable.code == "key.type":
        return unreadable
    try:
        card = parse_card(re.sub(r"\s", "", head[1]), deck)
    except CardError:
        return unreadable
    shown = position.table
    for pile in position.piles:
        shown |= pile
    if shown >> card & 1:
        return unreadable
    options = plays_of(position.rules, position.players, position.table, 1 << card)
    texts = [play_text(option, scopa_of(position, option), deck) for option in options]
    return replace(unreadable, expected=" ".join(texts), repair=texts[0] if len(texts) == 1 else None)
