"""The cards that a record lists, and the hands that its players received."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate

from engine.cards import RANKS, SUITS, card_text, cards_of, full_deck, mask_of, parse_card, texts_of
from engine.deals import Packets, packet_sizes
from engine.errors import CardError
from engine.rules import Rules
from records.faults import Finding, finding

UNSEEN = "??"
"""A card of a hand that the record's seat has not seen."""


def cards_expected(deck: int) -> str:
    """The ranks and the suits that make a card's text."""
    return f"{' '.join(RANKS[deck])} / {' '.join(SUITS)}"


def others(cards: Iterable[int], deck: int) -> str:
    """The cards of the deck that are none of ``cards``, as text."""
    return " ".join(texts_of(full_deck(deck) & ~mask_of(cards), deck))


def read_cards(key: str, texts: Sequence[str], deck: int) -> tuple[tuple[int, ...], list[Finding]]:
    """The cards that ``texts`` names, and a fault for each text that names none and each card named twice."""
    cards: list[int] = []
    findings = []
    for text in texts:
        try:
            card = parse_card(text, deck)
        except CardError:
            findings.append(finding("card.unknown", text or '""', cards_expected(deck), key=key))
            continue
        if card in cards:
            findings.append(finding("card.twice", card_text(card, deck), others(cards, deck), key=key))
        cards.append(card)
    return tuple(cards), findings


def read_table(
    texts: Sequence[str] | None, rules: Rules, played: Sequence[int | None]
) -> tuple[tuple[int, ...] | None, list[Finding]]:
    """The dealt table, and its faults; it may be left out (None) where the rules deal none or all plays are there.

    ``played`` has the card of each play, None where it cannot be read. The table that is missing is the deck without
    them, in the deck's order.
    """
    if texts is None and not rules.table:
        return (), []
    left = full_deck(rules.deck) & ~mask_of(card for card in played if card is not None)
    follows = left.bit_count() == rules.table and len(played) == rules.deck - rules.table
    if texts is None:
        return (cards_of(left) if follows else None), []
    cards, findings = read_cards("table", texts, rules.deck)
    if len(texts) != rules.table:
        findings.append(finding("table.count", str(len(texts)), str(rules.table)))
    if findings and follows:
        findings = [_repaired(fault, cards, texts_of(left & ~mask_of(cards), rules.deck), rules) for fault in findings]
    return cards, findings


def _repaired(fault: Finding, cards: Sequence[int], absent: Sequence[str], rules: Rules) -> Finding:
    """``fault`` of the table of a finished deal, whose plays tell that the cards ``absent`` belong there."""
    if fault.code == "table.count":
        whole = [*(card_text(card, rules.deck) for card in cards), *absent]
        return replace(fault, repair=" ".join(whole) if len(whole) == rules.table else None)
    return replace(fault, expected=" ".join(absent), repair=absent[0] if len(absent) == 1 else None)


def dealt_counts(rules: Rules, players: int, plays: int) -> tuple[int, ...]:
    """How many cards each seat may have received when so many plays were made.

    Just after the last card of a packet the next one may have been dealt or not.
    """
    totals = list(accumulate(packet_sizes(rules, players)))
    made = min(plays, totals[-1] * players)
    packet = next(number for number, total in enumerate(totals) if made <= total * players)
    return tuple(totals[packet : packet + 1 + (made == totals[packet] * players)])


def read_hands(
    written: Sequence[Sequence[str]],
    rules: Rules,
    players: int,
    seen_by: int | None,
    table: Sequence[int],
    plays: int,
) -> tuple[tuple[tuple[int | None, ...], ...], list[Finding]]:
    """The hands as listed (None: a card not seen), and their faults, in a deal of so many plays."""
    if len(written) != players:
        return (), [finding("hands.seats", str(len(written)), str(players))]
    findings = []
    hands = []
    seen = set(table)
    allowed = dealt_counts(rules, players, plays)
    for seat, texts in enumerate(written):
        hand: list[int | None] = []
        for written_card in texts:
            if written_card.strip() == UNSEEN:
                hand.append(None)
                continue
            cards, faults = read_cards("hands", [written_card], rules.deck)
            findings += faults
            for card in cards:
                if card in seen:
                    text = card_text(card, rules.deck)
                    findings.append(finding("card.twice", text, others(seen, rules.deck), key="hands", seat=seat))
                seen.add(card)
                hand.append(card)
        if None in hand and seen_by in {None, seat}:
            findings.append(finding("hands.unseen", UNSEEN, cards_expected(rules.deck), seat=seat))
        if len(texts) not in allowed:
            findings.append(finding("hands.count", str(len(texts)), ", ".join(map(str, allowed)), seat=seat))
        hands.append(tuple(hand))
    if not findings and len({len(hand) for hand in hands}) > 1:
        short = min(range(players), key=lambda seat: len(hands[seat]))
        findings.append(finding("hands.count", str(len(hands[short])), str(allowed[-1]), seat=short))
    return tuple(hands), findings


def packets_of_hands(
    hands: Sequence[Sequence[int | None]], rules: Rules, dealer: int, played: Sequence[int]
) -> Packets:
    """The packets that make up ``hands``, as masks by round and seat; a card not seen is known once it is played."""
    players = len(hands)
    sizes = packet_sizes(rules, players)
    ends = list(accumulate(sizes))
    known = mask_of(card for hand in hands for card in hand if card is not None)
    packets = []
    for start, end in zip((0, *ends), ends, strict=False):
        packet = []
        for seat, hand in enumerate(hands):
            received = hand[start:end]
            mask = mask_of(card for card in received if card is not None)
            shown = played[(seat - dealer - 1) % players :: players][start:end]
            for card in [card for card in shown if not known >> card & 1][: received.count(None)]:
                mask |= 1 << card
                known |= 1 << card
            packet.append(mask)
        packets.append(tuple(packet))
    return tuple(packets)


def hands_that_differ(
    hands: Sequence[Sequence[int | None]], rules: Rules, dealer: int, played: Sequence[int]
) -> list[Finding]:
    """The faults of ``hands`` that are not the cards which each seat of a finished deal has played."""
    findings = []
    players = len(hands)
    for seat, hand in enumerate(hands):
        listed = mask_of(card for card in hand if card is not None)
        shown = mask_of(played[(seat - dealer - 1) % players :: players])
        if listed & ~shown:
            missing = shown & ~listed
            findings.append(
                finding(
                    "hands.differ",
                    " ".join(texts_of(listed & ~shown, rules.deck)),
                    " ".join(texts_of(missing, rules.deck)),
                    seat=seat,
                )
            )
    return findings
