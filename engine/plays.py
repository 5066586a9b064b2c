"""A play, its text and the inverse: ``7D``, ``7Dx3D+4B``, ``2Cx2S#`` (docs/notation.md, "Cards and plays")."""

import re
from dataclasses import dataclass

from engine.cards import card_text, mask_of, parse_card, texts_of
from engine.errors import CardError, PlayError
from engine.rules import Rules


@dataclass(frozen=True, slots=True, order=True)
class Play:
    """A card of the hand and the set it takes."""

    card: int
    """The card played."""
    taken: int = 0
    """The mask of the cards it takes from the table; 0: it is laid and takes nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Declaration:
    """A knock, made before the first card of a packet."""

    what: str
    """``low`` or ``triple``: which it is follows from the hand and ``matta``."""
    matta: int | None = None
    """The number that the wild card stands for; None: the hand has none."""


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play as a record gives it, which may leave the capture to be completed."""

    text: str
    """The text as found."""
    card: int
    """The card played."""
    taken: int | None
    """The mask of the cards taken; None: the card stands alone."""
    scopa: bool
    """Whether the scopa sign is written."""


PLAY = re.compile(r"\s*(?P<card>[^x×+#\s]+)\s*(?:[x×]\s*(?P<taken>[^x×#]+?))?\s*(?P<scopa>#?)\s*", re.IGNORECASE)


def play_text(play: Play, scopa: bool, deck: int = 40) -> str:
    """The canonical text of ``play``: captured cards by rank, then suit, and ``#`` for a scopa."""
    taken = f"x{'+'.join(texts_of(play.taken, deck))}" if play.taken else ""
    return f"{card_text(play.card, deck)}{taken}{'#' if scopa else ''}"


def declaration_text(declaration: Declaration, rules: Rules) -> str:
    """The declaration as the text form writes it: ``(low)``, ``(triple 7C=6)``."""
    if declaration.matta is None or rules.matta is None:
        return f"({declaration.what})"
    return f"({declaration.what} {card_text(rules.matta, rules.deck)}={declaration.matta})"


def parse_play(text: str, deck: int = 40) -> WrittenPlay:
    """The play that ``text`` writes.

    :raises PlayError: ``play.unreadable`` or ``play.card_twice``; an unknown card is ``play.unknown_card``.
    """
    match = PLAY.fullmatch(text)
    if match is None:
        raise PlayError("play.unreadable", found=text)
    try:
        card = parse_card(match["card"], deck)
        taken = [parse_card(part, deck) for part in match["taken"].split("+")] if match["taken"] else []
    except CardError as error:
        raise PlayError("play.unknown_card", **(error.params | {"play": text})) from error
    mask = mask_of(taken)
    if mask.bit_count() != len(taken) or mask >> card & 1:
        raise PlayError("play.card_twice", found=text)
    return WrittenPlay(text, card, mask if taken else None, bool(match["scopa"]))
