"""Sentences about flags, faults, remarks and errors, made from their codes and facts in the reader's language."""

from collections.abc import Callable, Iterable, Mapping
from math import comb
from typing import Any, NamedTuple, Protocol

from engine.cards import RANKS, SUITS, parse_card
from engine.errors import SettebelloError
from engine.rules import Rules
from ui.words import Words

LOW_TOTAL = 10
"""The highest total that one card can take by value: tutors warn of leaving so little on the table."""

FIFTEEN = 15
"""What a capture by fifteen adds up to."""

ROUNDING = 1e-6
"""Two equal chances may differ by this much."""

SETTEBELLO = 1 << parse_card("7D")
"""The mask of the card that, paid alone, gives its category its name."""

MATTA = "matta"
"""Stands for the wild card among the ranks."""


class FindingLike(Protocol):
    """What a fault or a remark tells: `records.faults.Finding`, or one read back from the library."""

    @property
    def file(self) -> str | None:
        """The file's name."""

    @property
    def line(self) -> int | None:
        """The line's number, from 1."""

    @property
    def ply(self) -> int | None:
        """The play's number, from 0."""

    @property
    def code(self) -> str:
        """What it is."""

    @property
    def found(self) -> str:
        """What the record says."""

    @property
    def expected(self) -> str:
        """What would have been right."""

    @property
    def repair(self) -> str | None:
        """The smallest change that makes it right."""

    @property
    def params(self) -> Mapping[str, Any]:
        """What else the sentence needs."""


class Pack(NamedTuple):
    """The cards that the reader looks at, whose suits and figures the words name."""

    deck: int = 40
    """40 or 52 cards."""
    french: bool = False
    """Quadri, cuori, fiori, picche with donne, not denari, coppe, bastoni, spade with cavalli."""


ITALIAN = Pack()


def card_name(w: Words, code: str, pack: Pack = ITALIAN) -> str:
    """A card's name: “sette di coppe”, and “settebello”; a text that is no card stays as it is."""
    if code[:-1] not in RANKS[pack.deck] or len(code) != 2 or code[1] not in SUITS:
        return code
    if code == "7D" and pack.deck == 40:
        return w("card.settebello")
    return w("card", rank=rank_name(w, code[0], pack), suit=suit_name(w, code[1], pack))


def the_card(w: Words, code: str, pack: Pack = ITALIAN) -> str:
    """A card's name with its article: “il sette di coppe”, “l'asso di denari”, “il settebello”."""
    return w(f"card.the{_article(code[0], pack)}", card=card_name(w, code, pack))


def rank_name(w: Words, rank: str, pack: Pack = ITALIAN, count: int = 1) -> str:
    """The name of ``count`` cards of ``rank`` (its sign in the notation): “asso”, “cavalli”."""
    return w(_rank_key(rank, pack), n=count)


def suit_name(w: Words, suit: str, pack: Pack = ITALIAN) -> str:
    """The name of ``suit`` (its sign in the notation): “denari”; with French suits, “quadri”."""
    return w(f"suit.{suit}.french" if pack.french else f"suit.{suit}")


def _rank_key(rank: str, pack: Pack) -> str:
    return "rank.queen" if rank == "Q" and pack.french else f"rank.{rank}"


def _article(rank: str, pack: Pack) -> str:
    """Which form of the article goes before a card of ``rank``: the end of the message's key."""
    if rank == "Q" and pack.french:
        return ".feminine"
    return ".vowel" if rank in "A8" else ""


def one_of_rank(w: Words, rank: str, pack: Pack = ITALIAN) -> str:
    """Some card of ``rank``, with its article: “un asso”."""
    return w(f"card.a{_article(rank, pack)}", rank=rank_name(w, rank, pack))


def _some_of_rank(w: Words, rank: str, count: int, pack: Pack) -> str:
    return one_of_rank(w, rank, pack) if count == 1 else w(_rank_key(rank, pack), n=count)


def listed(items: Iterable[str], last: str) -> str:
    """The items as a list whose last ones are joined by the word ``last``."""
    found = list(items)
    return "".join(found) if len(found) < 2 else f"{', '.join(found[:-1])} {last} {found[-1]}"


def category_name(w: Words, category: str, *, suit: str = "D", settebello: bool = False) -> str:
    """The name of one of the categories in which points are counted.

    ``suit`` is the majority suit of the rules; with ``settebello``, that card alone makes up the combinations.
    """
    if category == "suit" and suit != "D":
        return w(f"category.suit.{suit}")
    if category == "combos" and settebello:
        return w("category.combos.settebello")
    return w(f"category.{category}")


def category_under(w: Words, category: str, rules: Rules) -> str:
    """The name of a category as players of these ``rules`` call it."""
    settebello = rules.deck == 40 and [combo.cards for combo in rules.combos] == [SETTEBELLO]
    return category_name(w, category, suit=rules.majority_suit, settebello=settebello)


def flag_name(w: Words, code: str, facts: Mapping[str, Any] | None = None) -> str:
    """The short name of a flag: “Scopa offerta”; its ``facts`` tell where the lowest total wins and it is reversed."""
    reversed_name = f"flag.{code}.name.low"
    if facts is not None and facts.get("low") and reversed_name in w.messages:
        return w(reversed_name)
    return w(f"flag.{code}.name")


def flag_sentence(w: Words, code: str, facts: Mapping[str, Any], better: str, pack: Pack = ITALIAN) -> str:
    """Why a play was flagged, from its ``facts`` (`analysis.flags`), and what ``better`` would have done."""
    return SENTENCES[code](w, facts, better, pack)


def _scopa_offered(w: Words, facts: Mapping[str, Any], better: str, pack: Pack) -> str:
    left, chance = _left(w, facts, pack), facts["chance"]
    if facts.get("low"):
        instead = _scopa_better(w, facts, better, pack, ".low")
        if not facts["takers"] or not chance:
            return w("flag.scopa_offered.low.never", left=left, better=instead)
        return w(
            "flag.scopa_offered.low",
            left=left,
            takers=_takers(w, facts, pack),
            cases=in_cases(w, chance),
            count=_count(w, facts, pack),
            better=instead,
        )
    takers, instead = _takers(w, facts, pack), _scopa_better(w, facts, better, pack)
    if chance >= 1 and _some_lie_open(facts):
        return w("flag.scopa_offered.open", left=left, takers=takers, better=instead)
    cases, count = in_cases(w, chance), _count(w, facts, pack)
    return w("flag.scopa_offered", left=left, takers=takers, cases=cases, count=count, better=instead)


def _left(w: Words, facts: Mapping[str, Any], pack: Pack) -> str:
    """What the play leaves on the table, with the total where every card has a value."""
    table, total = facts["table"], facts["total"]
    cards = " ".join(table)
    values = [_value(card, pack) for card in table]
    if not all(values):
        return w("flag.left.cards", table=cards)
    if sum(values) != total:
        return w("flag.left.matta", total=total, table=cards)
    # Where aces or fifteens take the table too, that the total is at most ten says nothing.
    of_ten = total <= LOW_TOTAL and all(_value(card, pack) == total for card in facts["takers"])
    return w("flag.left.low" if of_ten else "flag.left", total=total, table=cards)


def _value(card: str, pack: Pack) -> int:
    """The printed number of a card, 0 for the court cards of the 52-card deck, which have none."""
    value = RANKS[pack.deck].index(card[0]) + 1
    return value if value <= LOW_TOTAL else 0


def _takers(w: Words, facts: Mapping[str, Any], pack: Pack) -> str:
    """The cards that would make the scopa, one of each kind: “un asso o un sette”."""
    return listed((name(1) for name, _ in _kinds(w, facts, pack)), w("list.or"))


def _kinds(w: Words, facts: Mapping[str, Any], pack: Pack) -> list[tuple[Callable[[int], str], int]]:
    """By kind of card that would make the scopa, what names so many of it, and how many there are."""
    counts: dict[str, int] = {}
    for card in facts["takers"]:
        kind = card[0] if _printed_takes(card, facts, pack) else MATTA
        counts[kind] = counts.get(kind, 0) + 1

    def naming(kind: str) -> Callable[[int], str]:
        return lambda count: w("card.matta") if kind == MATTA else _some_of_rank(w, kind, count, pack)

    return [(naming(kind), count) for kind, count in counts.items()]


def _printed_takes(card: str, facts: Mapping[str, Any], pack: Pack) -> bool:
    """Whether the number printed on ``card`` explains that it takes the table; if not, it is a matta of another."""
    value, total = _value(card, pack), facts["total"]
    return value in (0, 1, total, FIFTEEN - total)


def _some_lie_open(facts: Mapping[str, Any]) -> bool:
    """Whether cards that a knock laid open are in the chance: drawn from all unseen cards it would be another."""
    unseen, held = facts["unseen"], facts["held"]
    drawn = 1 - comb(unseen - len(facts["takers"]), held) / comb(unseen, held)
    return abs(drawn - facts["chance"]) > ROUNDING


def _count(w: Words, facts: Mapping[str, Any], pack: Pack) -> str:
    """What the chance comes from."""
    unseen, held = facts["unseen"], facts["held"]
    ranks = w.listed(name(count) for name, count in _kinds(w, facts, pack))
    if _some_lie_open(facts):
        return w("flag.count.open", n=unseen, ranks=ranks)
    holds = w("flag.held.all") if held >= unseen else w("flag.held", n=held)
    return w("flag.count", n=unseen, ranks=ranks, held=holds)


def _scopa_better(w: Words, facts: Mapping[str, Any], better: str, pack: Pack, low: str = "") -> str:
    """What the better play would have left; ``low``: the end of the messages where the lowest total wins."""
    total, chance = facts["total_better"], facts["chance_better"]
    cases = in_cases(w, chance)
    if pack.deck == 52:
        # Court cards count nothing, so that the total does not tell whether the table was empty.
        if not chance:
            return w("flag.scopa_better.cards.safe", better=better)
        return w(f"flag.scopa_better.cards{low}", better=better, cases=cases)
    if low:
        return w("flag.scopa_better.low", better=better, total=total, cases=cases)
    if not total:
        return w("flag.scopa_better.empty", better=better)
    if not chance:
        return w("flag.scopa_better.safe", better=better, total=total)
    return w("flag.scopa_better", better=better, total=total, cases=cases)


def _card_given_up(w: Words, facts: Mapping[str, Any], better: str, pack: Pack) -> str:
    card = the_card(w, facts["card"], pack)
    cases, cases_better = in_cases(w, facts["chance"]), in_cases(w, facts["chance_better"])
    if facts.get("low"):
        key = "flag.card_given_up.low" if facts["chance"] else "flag.card_given_up.low.never"
        return w(key, card=card, cases=cases, better=better, cases_better=cases_better)
    if "x" in better and facts["card"] in better:
        instead = w("flag.card_better.taken", better=better)
    elif not facts["chance_better"]:
        instead = w("flag.card_better.safe", better=better)
    else:
        instead = w("flag.card_better", better=better, cases=cases_better)
    return w(f"flag.card_given_up.{facts['how']}", card=card, cases=cases, better=instead)


def _bad_spariglio(w: Words, facts: Mapping[str, Any], better: str, pack: Pack) -> str:
    ranks = [rank_name(w, rank, pack) for rank in facts["unpaired"]]
    before, change = len(ranks), facts["change"]
    kind = "still" if not change else "become"
    after = before + change
    after_better = before + facts["change_better"]
    told = w(f"flag.unpaired.{kind}", n=after) if after else w(f"flag.unpaired.{kind}_none")
    return w(
        f"flag.bad_spariglio.{facts['role']}{'.low' if facts.get('low') else ''}",
        change=w("flag.unpaired", n=before, ranks=", ".join(ranks), after=told)
        if ranks
        else w("flag.unpaired.none", after=told),
        better=w("flag.spariglio_better", n=after_better, better=better)
        if after_better
        else w("flag.spariglio_better.none", better=better),
    )


def _knock_forgotten(w: Words, facts: Mapping[str, Any], better: str, pack: Pack) -> str:
    hand = facts["hand"]
    matta, stands_for = _matta_of(better)
    said = " ".join(hand)
    if matta:
        said = w("flag.knock_forgotten.matta", hand=said, card=matta, value=stands_for)
    if facts["what"] == "low":
        total = sum(stands_for if card == matta else RANKS[pack.deck].index(card[0]) + 1 for card in hand)
        said = w("flag.knock_forgotten.total", hand=said, total=total)
    return w("flag.knock_forgotten", n=facts["points"], what=w(f"declaration.{facts['what']}"), hand=said)


def _matta_of(declaration: str) -> tuple[str, int]:
    """The matta that a declaration, as the notation writes it, names, and its number; ``("", 0)`` for none."""
    card, _, value = declaration.strip("()").partition(" ")[2].partition("=")
    return card, int(value or 0)


def declaration_sentence(w: Words, declaration: str) -> str:
    """What a declaration, as the notation writes it (``(low 7C=3)``), says: “accusa carte basse, la matta vale 3”."""
    what = w(f"declaration.{declaration.strip('()').partition(' ')[0]}")
    matta, stands_for = _matta_of(declaration)
    if not matta:
        return w("declaration.made", what=what)
    return w("declaration.made.matta", what=what, card=matta, value=stands_for)


SENTENCES = {
    "scopa_offered": _scopa_offered,
    "card_given_up": _card_given_up,
    "bad_spariglio": _bad_spariglio,
    "knock_forgotten": _knock_forgotten,
}
"""By flag, what makes its sentence."""


def in_cases(w: Words, share: float) -> str:
    """In how many cases something happens: “nel 41 % dei casi”, “di sicuro”."""
    if share <= 0:
        return w("share.never")
    if share >= 1:
        return w("share.always")
    percent = round(share * 100)
    if not percent:
        return w("share.little")
    if percent == 100:
        return w("share.most")
    # Italian elides the article before a number that begins with a vowel: uno, otto, undici, ottanta.
    vowel = percent in {1, 8, 11} or percent // 10 == 8
    return w("share.in.vowel" if vowel else "share.in", percent=w.percent(share))


NOTHING = "–"
"""How a fault says that nothing would have been right."""

STDIN = "-"
"""How the commands name what comes through a pipe."""


def place_text(w: Words, finding: FindingLike) -> str:
    """Where a fault or a remark is: “partite.jsonl, riga 3, giocata 12”, plays counted from 1.

    What comes from no file is placed by its match and deal, if it tells them.
    """
    place = []
    if finding.file is not None:
        place.append(w("place.stdin") if finding.file == STDIN else finding.file)
    if finding.file is None and "match" in finding.params:
        place.append(w("place.deal", match=finding.params["match"], deal=finding.params["deal"]))
    elif finding.line is not None:
        place.append(w("place.line", line=finding.line))
    if finding.ply is not None:
        place.append(w("place.ply", ply=finding.ply + 1))
    return ", ".join(place)


def finding_sentence(w: Words, finding: FindingLike) -> str:
    """What a fault or a remark is, what would have been right, and the smallest repair; not its place."""
    params = dict(finding.params) | {"found": finding.found, "expected": finding.expected}
    key = _message(w, finding.code, params)
    parts = [_filled(w, key, params)]
    nothing = key == f"finding.{finding.code}.none"
    named = finding.expected not in ("", finding.repair) and not nothing
    if named and "{expected}" not in str(w.messages[key]):
        parts.append(_right(w, finding))
    if finding.repair:
        parts.append(w("finding.repair", repair=finding.repair))
    return " ".join([*(_closed(part) for part in parts[:-1]), parts[-1]])


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "…")) else f"{sentence}."


def error_sentence(w: Words, error: SettebelloError) -> str:
    """What an error is about, and what would have been right."""
    params = {"found": "", "expected": ""} | error.params
    key = _message(w, error.code, params)
    sentence = _filled(w, key, params)
    right = f"finding.{error.code}.right"
    if not params["expected"] or right not in w.messages:
        return sentence
    return f"{sentence} {w(right, **params)}"


def _right(w: Words, finding: FindingLike) -> str:
    special = f"finding.{finding.code}.right"
    if special in w.messages:
        return w(special, found=finding.found, expected=finding.expected)
    several = finding.code in SEVERAL_RIGHT and " " in finding.expected
    return w("finding.right_one_of" if several else "finding.right", expected=finding.expected)


SEVERAL_RIGHT = ("play.illegal_capture", "play.illegal", "play.ambiguous", "play.unreadable")
"""Codes whose ``expected`` lists plays, any of which may be meant."""


def _message(w: Words, code: str, params: Mapping[str, Any]) -> str:
    """The key of the message for ``code``: of a more special one where the ``params`` ask for it."""
    key = f"finding.{code}" if f"finding.{code}" in w.messages else f"error.{code}"
    special = f"{key}.{_special(code, params)}"
    return special if special in w.messages else key


def _special(code: str, params: Mapping[str, Any]) -> str:
    match code:
        case "library.locked":
            return "program" if params.get("program") else "pid" if params.get("pid") else ""
        case "rules.value":
            return "" if params.get("option") else "too_large"
        case "key.value":
            return str(params.get("key"))
        case "deal.unfinished":
            return "" if params.get("hands") else "no_hands"
        case "record.merged":
            return "" if params["found"] and params["expected"] else "added" if params["found"] else "kept"
        case "score.differs":
            return "as_claimed" if params.get("as_claimed") else ""
        case "declared.impossible":
            return "none" if params["expected"] == NOTHING else ""
    return ""


def _filled(w: Words, key: str, params: Mapping[str, Any]) -> str:
    filled = {"name" if name == "key" else name: value for name, value in params.items()}
    if "reason" in params and key.endswith("rules.together"):
        filled["why"] = w(f"{key}.{params['reason']}", **filled)
    return w(key, **filled)
