"""Sentences about flags, faults, remarks and errors, made from their codes and facts in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from engine.cards import RANKS, SUITS
from engine.errors import SettebelloError
from ui.words import Words

LOW_TOTAL = 10
"""The highest total that one card can take by value: tutors warn of leaving so little on the table."""


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


def card_name(w: Words, code: str, deck: int = 40) -> str:
    """A card's name: “sette di coppe”, and “settebello”; a text that is no card stays as it is."""
    if code[:-1] not in RANKS[deck] or len(code) != 2 or code[1] not in SUITS:
        return code
    if code == "7D" and deck == 40:
        return w("card.settebello")
    return w("card", rank=rank_name(w, code[0], deck), suit=suit_name(w, code[1], deck))


def the_card(w: Words, code: str, deck: int = 40) -> str:
    """A card's name with its article: “il sette di coppe”, “l'asso di denari”, “il settebello”."""
    return w(f"card.the{_article(code[0], deck)}", card=card_name(w, code, deck))


def rank_name(w: Words, rank: str, deck: int = 40) -> str:
    """The name of one card of ``rank`` (its sign in the notation): “asso”, “cavallo”."""
    return w(_rank_key(rank, deck), n=1)


def suit_name(w: Words, suit: str, deck: int = 40) -> str:
    """The name of ``suit`` (its sign in the notation): “denari”; of the 52-card deck, “quadri”."""
    return w(f"suit.{suit}" if deck == 40 else f"suit.{suit}52")


def _rank_key(rank: str, deck: int) -> str:
    return "rank.Q52" if rank == "Q" and deck == 52 else f"rank.{rank}"


def _article(rank: str, deck: int) -> str:
    """Which form of the article goes before a card of ``rank``: the end of the message's key."""
    if rank == "Q" and deck == 52:
        return ".feminine"
    return ".vowel" if rank in "A8" else ""


def _one_of_rank(w: Words, rank: str, deck: int) -> str:
    return w(f"card.a{_article(rank, deck)}", rank=rank_name(w, rank, deck))


def _some_of_rank(w: Words, rank: str, count: int, deck: int) -> str:
    return _one_of_rank(w, rank, deck) if count == 1 else w(_rank_key(rank, deck), n=count)


def _listed(items: Iterable[str], last: str) -> str:
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


def flag_name(w: Words, code: str) -> str:
    """The short name of a flag: “Scopa offerta”."""
    return w(f"flag.{code}.name")


def flag_sentence(w: Words, code: str, facts: Mapping[str, Any], better: str, deck: int = 40) -> str:
    """Why a play was flagged, from its ``facts`` (`analysis.flags`), and what the play ``better`` would have done."""
    return SENTENCES[code](w, facts, better, deck)


def _scopa_offered(w: Words, facts: Mapping[str, Any], better: str, deck: int) -> str:
    ranks: dict[str, int] = {}
    for card in facts["takers"]:
        ranks[card[0]] = ranks.get(card[0], 0) + 1
    total, total_better = facts["total"], facts["total_better"]
    unseen, held = facts["unseen"], facts["held"]
    left = "flag.left.low" if total <= LOW_TOTAL else "flag.left"
    if not total_better:
        instead = w("flag.scopa_better.empty", better=better)
    elif not facts["chance_better"]:
        instead = w("flag.scopa_better.safe", better=better, total=total_better)
    else:
        cases = _in_cases(w, facts["chance_better"])
        instead = w("flag.scopa_better", better=better, total=total_better, cases=cases)
    return w(
        "flag.scopa_offered",
        left=w(left, total=total, table=" ".join(facts["table"])),
        takers=_listed((_one_of_rank(w, rank, deck) for rank in ranks), w("list.or")),
        cases=_in_cases(w, facts["chance"]),
        count=w(
            "flag.count",
            n=unseen,
            ranks=w.listed(_some_of_rank(w, rank, count, deck) for rank, count in ranks.items()),
            held=w("flag.held.all") if held >= unseen else w("flag.held", n=held),
        ),
        better=instead,
    )


def _card_given_up(w: Words, facts: Mapping[str, Any], better: str, deck: int) -> str:
    card = facts["card"]
    if "x" in better and card in better:
        instead = w("flag.card_better.taken", better=better)
    elif not facts["chance_better"]:
        instead = w("flag.card_better.safe", better=better)
    else:
        instead = w("flag.card_better", better=better, cases=_in_cases(w, facts["chance_better"]))
    return w(
        f"flag.card_given_up.{facts['how']}",
        card=the_card(w, card, deck),
        cases=_in_cases(w, facts["chance"]),
        better=instead,
    )


def _bad_spariglio(w: Words, facts: Mapping[str, Any], better: str, deck: int) -> str:
    del deck  # the ranks stand as the signs of the notation
    ranks = facts["unpaired"]
    before, change = len(ranks), facts["change"]
    kind = "still" if not change else "become"
    after = before + change
    after_better = before + facts["change_better"]
    told = w(f"flag.unpaired.{kind}", n=after) if after else w(f"flag.unpaired.{kind}_none")
    return w(
        f"flag.bad_spariglio.{facts['role']}",
        change=w("flag.unpaired", n=before, ranks=", ".join(ranks), after=told)
        if ranks
        else w("flag.unpaired.none", after=told),
        better=w("flag.spariglio_better", n=after_better, better=better)
        if after_better
        else w("flag.spariglio_better.none", better=better),
    )


SENTENCES = {
    "scopa_offered": _scopa_offered,
    "card_given_up": _card_given_up,
    "bad_spariglio": _bad_spariglio,
}
"""By flag, what makes its sentence."""


def _in_cases(w: Words, share: float) -> str:
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
    if finding.expected and finding.expected != finding.repair and "{expected}" not in str(w.messages[key]):
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
    return ""


def _filled(w: Words, key: str, params: Mapping[str, Any]) -> str:
    filled = {"name" if name == "key" else name: value for name, value in params.items()}
    if "reason" in params and key.endswith("rules.together"):
        filled["why"] = w(f"{key}.{params['reason']}", **filled)
    return w(key, **filled)
