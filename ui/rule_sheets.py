"""The rules of a variant as a short sheet in the reader's language, made from its options alone.

Nothing here knows a preset but `about`: rules that a record composes have a sheet of their own in the same way.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import RANKS
from engine.rules import Knock, Rules, Run, options_of, preset, split_condition
from ui.rule_names import NAMED_COMBOS, option_words, plain_card
from ui.rule_sources import NOTES
from ui.words import Words

PLAIN = "scopa"
"""The preset that everybody knows, to which the others are compared."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the sheet."""

    heading: str
    """What it is about."""
    paragraphs: tuple[str, ...]
    """Its rules, a sentence or a few each."""


def about(w: Words, name: str) -> str:
    """What the preset called ``name`` is, and whose rules it follows."""
    return w(f"about.{name}")


def rules_text(w: Words, rules: Rules) -> list[Section]:
    """The whole of ``rules``: deal, captures, scopa, knocks and bonuses, points, match."""
    parts = {
        "deal": _deal(w, rules),
        "captures": _captures(w, rules),
        "scopa": _scopa(w, rules),
        f"events.{_events(rules)}": _bonuses(w, rules),
        "points": _points(w, rules),
        "match": _match(w, rules),
    }
    return [Section(w(f"sheet.title.{name}"), tuple(found)) for name, found in parts.items() if found]


def _events(rules: Rules) -> str:
    """What there is to earn besides scope and categories: ``knocks``, ``bonuses``, ``both``, or nothing."""
    bonuses = bool(rules.table_bonus or rules.play_bonuses)
    if rules.knock:
        return "both" if bonuses else "knocks"
    return "bonuses" if bonuses else ""


def differences_text(w: Words, rules: Rules) -> list[Section]:
    """The options in which ``rules`` are not those of plain Scopa; no section where there are none."""
    usual = options_of(preset(PLAIN))
    without_effect = {
        "majority": 3 not in rules.players,  # of two sides, the one with more has more than half
        "redeal_if": not rules.table,
    }
    found = tuple(
        f"{capitalised(option_words(w, name, value))}."
        for name, value in options_of(rules).items()
        if value != usual[name] and not without_effect.get(name, False)
    )
    return [Section(w("sheet.title.differences"), found)] if found else []


def sources_text(w: Words, rules: Rules) -> list[Section]:
    """Where the rule texts disagree about something that touches ``rules``."""
    found = tuple(w(f"sources.{name}") for name, touches in NOTES.items() if touches(rules))
    return [Section(w("sheet.title.sources"), found)] if found else []


def the_plain_card(w: Words, code: str) -> str:
    """A card by its rank and suit, with its article: “il sette di denari”."""
    return w("card.the.vowel" if code[0] in "A8" else "card.the", card=plain_card(w, code))


def points_words(w: Words, points: float) -> str:
    """A number of points, halves allowed: “3 punti”, “mezzo punto”."""
    if points == int(points):
        return w("sheet.points", n=int(points))
    return w("sheet.points.half") if points == 0.5 else w("sheet.points.halves", points=w.number(points))


def capitalised(text: str) -> str:
    """``text`` as a sentence begins."""
    return text[:1].upper() + text[1:]


def _either(w: Words, items: Iterable[str]) -> str:
    found = list(items)
    return "".join(found) if len(found) < 2 else f"{', '.join(found[:-1])} {w('list.or')} {found[-1]}"


def _deal(w: Words, rules: Rules) -> list[str]:
    counts = {players: w(f"sheet.count.{players}") for players in rules.players}
    alone = [words for players, words in counts.items() if players != 4]
    found = [w(f"sheet.deck.{rules.deck}"), w("sheet.players", players=_either(w, counts.values()))]
    if alone and rules.players != (2,):
        found.append(w("sheet.players.alone", players=_either(w, alone)))
    if 4 in counts:
        found.append(w("sheet.players.pairs"))
    found.append(w("sheet.turn"))
    dealt = "sheet.dealt.table" if rules.table else "sheet.dealt.no_table"
    found.append(w(dealt, hand=rules.hand, table=rules.table))
    found.append(_packets(w, rules))
    if rules.redeal_if:
        cards = w.listed(w(f"rank.{rank}", n=count) for rank, count in rules.redeal_if)
        found.append(w("sheet.redeal_if", cards=cards))
    elif rules.table:
        found.append(w("sheet.redeal_if.none"))
    return found


def _packets(w: Words, rules: Rules) -> str:
    # `engine.deals.packet_sizes` says the same, but brings the compiler along; a test compares.
    later = {players: (rules.deck - rules.table) // players - rules.hand for players in rules.players}
    if not any(later.values()):
        return w("sheet.packets.once")
    rounds = {players: 1 - -stock // rules.redeal for players, stock in later.items()}
    told = w.listed(
        w("sheet.packets.rounds", players=w(f"sheet.count.{players}"), count=count) for players, count in rounds.items()
    )
    found = [w("sheet.packets", redeal=rules.redeal, rounds=told)]
    found += [w("sheet.packets.short", n=stock % rules.redeal) for stock in later.values() if stock % rules.redeal]
    return " ".join(found)


def _captures(w: Words, rules: Rules) -> list[str]:
    found = [w("sheet.turn.play"), w(f"sheet.value.{rules.value_capture}"), w(f"sheet.values.{rules.deck}")]
    if rules.fifteen_capture != "off":
        found.append(w("sheet.fifteen.only" if rules.value_capture == "off" else "sheet.fifteen.too"))
    if rules.fifteen_capture == "fewest":
        found.append(w("sheet.fifteen.fewest"))
    found.append(w("sheet.one_set"))
    if rules.ace_rule != "off":
        found.append(w(f"sheet.ace.{rules.ace_rule}"))
    found.append(w("sheet.compulsory.yes" if rules.compulsory else "sheet.compulsory.no"))
    found.append(w("sheet.leftovers"))
    return found


def _scopa(w: Words, rules: Rules) -> list[str]:
    found = [w("sheet.scopa"), w("sheet.last_play.yes" if rules.last_play_scopa else "sheet.last_play.no")]
    if rules.ace_rule != "off":
        found.append(w(f"sheet.sweep.{rules.ace_sweep_scopa}"))
    return found


def _bonuses(w: Words, rules: Rules) -> list[str]:
    found = []
    for condition, points in rules.table_bonus:
        sign, total = split_condition(condition)
        key = "sheet.table_bonus.equal" if sign == "=" else "sheet.table_bonus.at_most"
        found.append(w(key, total=total, points=points_words(w, points)))
    if rules.table_bonus:
        found.append(w("sheet.table_bonus.after"))
    if rules.knock:
        found += _knock(w, rules.knock, shown=rules.knock_open)
    matta = options_of(rules)["matta"]
    if matta:
        use = "both" if rules.knock and rules.table_bonus else "knock" if rules.knock else "table"
        found.append(w(f"sheet.matta.{use}", card=the_plain_card(w, matta)))
        if rules.knock:
            found.append(w("sheet.matta.declared"))
    found += [w(f"sheet.bonus.{name}") for name in rules.play_bonuses]
    if rules.play_bonuses:
        found.append(w("sheet.bonus.added"))
    return found


def _knock(w: Words, knock: Knock, *, shown: bool) -> list[str]:
    alike = knock.distinct == knock.pair
    params = {
        "limit": knock.limit,
        "distinct": points_words(w, knock.distinct),
        "triple": points_words(w, knock.triple),
    }
    what = w("sheet.knock.alike", **params) if alike else w("sheet.knock.pair", pair=knock.pair, **params)
    return [what, w("sheet.knock.when"), w("sheet.knock_open.yes" if shown else "sheet.knock_open.no")]


def _points(w: Words, rules: Rules) -> list[str]:
    suit = capitalised(w(f"suit.{rules.majority_suit}"))
    found = [
        w(f"sheet.carte.{rules.majority}", least=rules.deck // 2 + 1),
        w(f"sheet.suit.{rules.majority}", suit=suit, least=rules.deck // 4 // 2 + 1),
    ]
    if rules.primiera == "off":
        found.append(w("sheet.primiera.off"))
    else:
        found.append(f"{w('sheet.primiera')} {w(f'sheet.primiera.{rules.primiera}')}")
    found.append(w("sheet.ties"))
    found += [_combo(w, rules, tuple(cards), points) for cards, points in options_of(rules)["combos"]]
    if rules.run:
        found.append(_run(w, rules.run, rules.deck))
    events = _events(rules)
    found.append(w(f"sheet.added.{events}") if events else w("sheet.added"))
    return found


def _combo(w: Words, rules: Rules, cards: tuple[str, ...], points: float) -> str:
    named = NAMED_COMBOS.get(cards) if rules.deck == 40 else None
    text = w(f"sheet.combo.{named}") if named else capitalised(w.listed(plain_card(w, card) for card in cards))
    key = "sheet.combo" if len(cards) == 1 else "sheet.combo.all"
    return w(key, cards=text, points=points_words(w, points))


def _run(w: Words, run: Run, deck: int) -> str:
    first = w.listed(w(f"rank.{rank}", n=1) for rank in RANKS[deck][: run.min])
    text = w("sheet.run", first=first, suit=w(f"suit.{run.suit}"))
    return text if run.cap == deck // 4 else f"{text} {w('sheet.run.most', most=run.cap)}"


def _match(w: Words, rules: Rules) -> list[str]:
    found = [w("sheet.counted"), w(f"sheet.match.{rules.objective}", n=rules.target)]
    if rules.full_suit_wins:
        found.append(w("sheet.full_suit", suit=w(f"suit.{rules.full_suit_wins}")))
    return found
