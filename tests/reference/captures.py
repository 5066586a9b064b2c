"""What one card may take, whether it may stay, and what the capture scores at once (rules 0.2)."""

from collections.abc import Iterable

from .cards import CardSet, Options, is_numeric, rank, suit, value

ACE = 1
FIFTEEN = 15


def captures(options: Options, table: Iterable[str], card: str, *, matta_value: int | None = None) -> list[CardSet]:
    """Every set that the card may take, each once, smaller sets first.

    `matta_value` is the value declared for the matta, wherever that card is (hand or table).
    """
    cards = list(table)
    if not cards:
        return []
    if is_sweep(options, cards, card, matta_value=matta_value):
        return [frozenset(cards)]
    found = _captures_by_value(options, cards, card, matta_value)
    found += _captures_of_fifteen(options, cards, card, matta_value)
    return sorted(set(found), key=lambda taken: (len(taken), sorted(cards.index(each) for each in taken)))


def may_lay(options: Options, table: Iterable[str], card: str, *, matta_value: int | None = None) -> bool:
    """Whether the card may stay on the table without taking."""
    cards = list(table)
    if not captures(options, cards, card, matta_value=matta_value):
        return True
    if not options["compulsory"]:
        return True
    return options["ace_rule"] == "optional" and is_sweep(options, cards, card, matta_value=matta_value)


def is_sweep(options: Options, table: Iterable[str], card: str, *, matta_value: int | None = None) -> bool:
    """Whether the card's only capture is the whole table by the ace rule (step 2)."""
    cards = list(table)
    if not cards or value(options, card, matta_value) != ACE:
        return False
    if options["ace_rule"] == "always":
        return True
    an_ace_lies_there = any(value(options, each, matta_value) == ACE for each in cards)
    return options["ace_rule"] in ("unless_ace", "optional") and not an_ace_lies_there


def is_scopa(
    options: Options,
    table: Iterable[str],
    card: str,
    taken: CardSet,
    *,
    last_play: bool,
    matta_value: int | None = None,
) -> bool:
    """Whether taking this set with this card is a scopa; `last_play` is the deal's very last card."""
    cards = list(table)
    if not cards or taken != frozenset(cards):
        return False
    if last_play and not options["last_play_scopa"]:
        return False
    if not is_sweep(options, cards, card, matta_value=matta_value):
        return True
    if options["ace_sweep_scopa"] == "lone_ace":
        return len(cards) == 1 and value(options, cards[0], matta_value) == ACE
    return bool(options["ace_sweep_scopa"] == "always")


def play_bonuses(
    options: Options, card: str, taken: CardSet, *, last_laid: str | None = None, redealt: bool = False
) -> list[str]:
    """The names of the one-point events of this capture (picca, simile, quadriglia).

    `last_laid` is the card that the preceding play left on the table, None if that play took;
    `redealt` says that cards were dealt since.
    """
    earned = {
        "picca": last_laid is not None and not redealt and taken == {last_laid},
        "simile": len(taken) >= 2 and all(suit(each) == suit(card) for each in taken),
        "quadriglia": len(taken) >= 3,
    }
    return [name for name in options["play_bonuses"] if earned[name]]


def is_by_value(options: Options, card: str, taken: CardSet) -> bool:
    """Whether the printed ranks alone justify the capture: one equal card, or a sum of numeric cards."""
    ranks = [rank(options, each) for each in taken]
    if len(ranks) == 1:
        return ranks[0] == rank(options, card)
    return all(is_numeric(each) for each in ranks) and sum(ranks) == rank(options, card)


def _captures_by_value(options: Options, table: list[str], card: str, matta_value: int | None) -> list[CardSet]:
    family = options["value_capture"]
    if family == "off":
        return []
    played = value(options, card, matta_value)
    singles = [frozenset([each]) for each in table if value(options, each, matta_value) == played]
    sums: list[CardSet] = []
    if is_numeric(played):
        sums = [each for each in _sets_adding_to(options, table, played, matta_value) if len(each) >= 2]
    if family == "free":
        return singles + sums
    if singles:
        return singles
    return _smallest(sums) if family == "fewest" else sums


def _captures_of_fifteen(options: Options, table: list[str], card: str, matta_value: int | None) -> list[CardSet]:
    family = options["fifteen_capture"]
    played = value(options, card, matta_value)
    if family == "off" or not is_numeric(played):
        return []
    found = _sets_adding_to(options, table, FIFTEEN - played, matta_value)
    return _smallest(found) if family == "fewest" else found


def _sets_adding_to(options: Options, table: list[str], total: int, matta_value: int | None) -> list[CardSet]:
    if total == 0:
        return [frozenset()]
    found: list[CardSet] = []
    for index, card in enumerate(table):
        worth = value(options, card, matta_value)
        if is_numeric(worth) and worth <= total:
            rest = _sets_adding_to(options, table[index + 1 :], total - worth, matta_value)
            found += [others | {card} for others in rest]
    return found


def _smallest(sets: list[CardSet]) -> list[CardSet]:
    size = min((len(each) for each in sets), default=0)
    return [each for each in sets if len(each) == size]
