"""The sentences of every explanation of the sample games: whole, and with each fact's numbers and cards in them."""

import re
from collections.abc import Iterator

import pytest

from analysis.differences import Difference, Event
from analysis.explanation import Explanation, Reason
from analysis.foresight import Seen
from analysis.judgement import Points
from analysis.known import Clue
from analysis.thresholds import EXPLAINED_WORLDS, LINE_PLIES
from engine.cards import card_text
from engine.plays import Play, play_text
from engine.positions import scopa_of
from engine.replay import Replay
from records.notation import read_file
from tests.analysis.explained_games import Told
from tests.conftest import PROJECT
from ui.explanation_sentences import explanation_paragraphs
from ui.sentences import Pack, card_name, in_cases, one_of_rank
from ui.verdict_sentences import points_text
from ui.words import LANGUAGES, Words, words

EMPTY = re.compile(r"[{}\[\]]|None|  | [,.;:](?!\w)|\( |\(\)|[,;:] ?[.;,]|\.\.|: ;|^\W")
"""What a sentence with an empty part looks like."""

SAME = re.compile(r": (?P<one>[^:;]+); (?:con|dopo|with|after) [^:;]+: (?P<two>[^:;.]+)\.")
"""How often something happens after either play."""


def shares(w: Words, value: float) -> tuple[str, ...]:
    """How a share may be written."""
    if value <= 0:
        return w("explanation.share.never"), w("share.never")
    if value >= 1:
        return w("explanation.share.always"), w("share.always"), w("share.most")
    return (in_cases(w, value),)


Forms = tuple[str, ...]
"""How something may be written."""

CIRULLA = [each.replay for each in read_file(PROJECT / "sample_games" / "cirulla.jsonl")]
"""Deals with knocks, in some of which the matta stands for another number."""

AT_ONCE = {"it": "subito", "en": "at once"}
NOTHING = {"it": "niente", "en": "nothing"}


def facts_of(w: Words, deal: Replay, told: Explanation) -> Iterator[Forms]:
    """What must be found in the sentences, each in one of several forms."""
    pack = Pack(deal.deal.rules.deck)
    for reason in told.reasons:
        yield (notation(deal, told, told.better),)
        yield from _of_reason(w, pack, reason)
    if told.seen:
        yield (str(EXPLAINED_WORLDS),)
        yield (notation(deal, told, told.better),)
    for seen in told.seen:
        yield from _of_seen(w, pack, told, seen)
    if told.difference is not None:
        yield (card_text(told.difference.event.play.card, pack.deck),)
    for clue in told.clues:
        yield from _of_clue(w, deal, clue)
    for gone in told.source.gone if told.source is not None else ():
        yield (card_name(w, card_text(gone.card, pack.deck), pack),)
        yield (f" {gone.ply + 1}",)
    for praise in told.praise:
        yield (notation(deal, told, praise.other),)
        yield (points_text(w, praise.loss.mean, praise.loss.error),)
    for advice in told.advice:
        yield (notation(deal, told, advice.better),)


def notation(deal: Replay, told: Explanation, made: Play) -> str:
    """A play of the position that is explained, as the notation writes it."""
    return play_text(made, scopa_of(deal.positions[told.ply], made), deal.deal.rules.deck)


def _of_reason(w: Words, pack: Pack, reason: Reason) -> Iterator[Forms]:
    facts = reason.facts
    if reason.code in ("scopa_offered", "card_given_up"):
        # That it cannot be is said without a share; then the better play has one.
        yield shares(w, facts["chance"] or facts["chance_better"])
    if reason.code == "scopa_offered":
        for card in facts["table"]:
            yield (card,)
    elif reason.code == "card_given_up":
        yield (card_name(w, facts["card"], pack),)
    elif "parts" in facts:
        for part in facts["parts"].values():
            for card in part:
                if isinstance(card, str):
                    yield (card_name(w, card, pack),)


def _of_seen(w: Words, pack: Pack, told: Explanation, seen: Seen) -> Iterator[Forms]:
    if seen.code in ("card", "ace") and seen.card is not None:
        yield (card_name(w, card_text(seen.card, pack.deck), pack),)
    if seen.rank is not None:
        yield (one_of_rank(w, card_text(4 * seen.rank, pack.deck)[0], pack),)
    for value, made in ((seen.made, told.made), (seen.better, told.better)):
        if seen.code in ("scope_by", "scope_ours"):
            yield numbers(w, value)
        elif seen.code == "ace":
            yield numbers(w, value) if value else (NOTHING[w.language],)
        elif seen.code == "card" and made.taken and (made.taken | 1 << made.card) >> (seen.card or 0) & 1:
            yield (AT_ONCE[w.language],)
        else:
            yield shares(w, value)
    for fate in (seen.fate, seen.fate_better):
        if fate is not None:
            yield shares(w, fate.share)
            if fate.rank is not None:
                yield (one_of_rank(w, card_text(4 * fate.rank, pack.deck)[0], pack),)
    if seen.code == "last" and seen.count is not None:
        yield numbers(w, seen.count)


def _of_clue(w: Words, deal: Replay, clue: Clue) -> Iterator[Forms]:
    if clue.kind not in ("held", "excluded"):
        yield shares(w, clue.counted)
    if clue.kind in ("likely", "unlikely"):
        yield shares(w, clue.chance)
    if clue.ply is not None:
        yield (f" {clue.ply + 1} ({deal.text(clue.ply)})",)


def numbers(w: Words, value: float) -> Forms:
    """How an average may be written."""
    return tuple(w.number(value, decimals).replace("-", "−") for decimals in (1, 2))


def stands(form: str, said: str) -> bool:
    """Whether ``form`` is in ``said``, and not as a part of another number."""
    return re.search(rf"(?<!\d)(?<!\d[.,]){re.escape(form)}(?!\d|[.,]\d)", said) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_say_every_fact(game: list[Told], language: str) -> None:
    """The numbers and cards of each fact stand in the sentences, and so does the better play."""
    w = words(language)
    for deal, _, told in game:
        said = " ".join(explanation_paragraphs(w, deal, told, Pack(deal.deal.rules.deck)))
        for forms in facts_of(w, deal, told):
            assert any(stands(form, said) for form in forms), (forms, said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_whole(game: list[Told], language: str) -> None:
    """No sentence has an empty part, ends without a stop, or says that two plays differ where its words do not."""
    w = words(language)
    for deal, _, told in game:
        paragraphs = explanation_paragraphs(w, deal, told, Pack(deal.deal.rules.deck))
        assert paragraphs or told.grade is None
        for paragraph in paragraphs:
            assert not EMPTY.search(paragraph), paragraph
            assert paragraph[0].isupper() or paragraph[0].isdigit(), paragraph
            assert paragraph.endswith((".", "?")), paragraph
            for each in SAME.finditer(paragraph):
                assert each["one"] != each["two"], paragraph


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (
            {"combos": ["7D"], "suit": [2, 0], "carte": [3, 0]},
            "il settebello e un’altra carta di denari (3 carte in tutto)",
        ),
        ({"combos": ["7D"], "primiera": [3, 1]}, "il settebello e altri 2 sette invece di 1"),
        ({"combos": ["7D"], "suit": [1, 0], "primiera": [1, 0]}, "il settebello"),
        (
            {"primiera": [1, 0], "suit": [1, 0], "carte": [4, 2]},
            "un sette e una carta di denari (4 carte in tutto invece di 2)",
        ),
        ({"carte": [5, 0]}, "5 carte"),
    ],
)
def test_cards_are_not_counted_twice(parts: dict[str, list[int | str]], said: str) -> None:
    """What a capture brings adds up: a card that was named is not counted among the others, all are in the total."""
    deal = CIRULLA[0]
    assert deal is not None
    play = deal.plays[0]
    reason = Reason("took_less", {"parts": parts, "suit": "D"}, 1.0)
    told = Explanation(0, deal.positions[0].turn, play, play, "doubtful", Points(0.3, 0.0), reasons=(reason,))
    assert f"prendevi subito {said}" in explanation_paragraphs(words("it"), deal, told)[0]


def test_one_on_average_is_singular() -> None:
    """An average that is written as 1 has its noun in the singular."""
    deal = CIRULLA[0]
    assert deal is not None
    play = deal.plays[0]
    for seen, said in (
        (Seen("last", "carte", 0.1, 0.6, count=1.0, count_better=1.7), "resta in tavola in media 1 carta; con"),
        (Seen("last", "carte", 0.1, 0.6, count=1.2, count_better=1.7), "restano in tavola in media 1,2 carte; con"),
        (Seen("ace", "carte", 0.0, 1.0, card=0), "dopo prende in media 1 carta."),
        (Seen("scope_ours", "scope", 1.0, 1.5), "fai in media 1 scopa; con"),
    ):
        told = Explanation(
            0, deal.positions[0].turn, play, play, "doubtful", Points(0.3, 0.0), split=(("carte", 0.3),), seen=(seen,)
        )
        assert said in explanation_paragraphs(words("it"), deal, told)[0]


@pytest.mark.parametrize("deal", CIRULLA)
def test_the_line_of_the_game_goes_on_past_a_knock(deal: Replay) -> None:
    """What was played after a knock is written as it was, also where the matta counts as another number since."""
    for ply in range(len(deal.plays)):
        real = deal.plays[ply : ply + LINE_PLIES]
        last = ply + len(real) - 1
        position = deal.positions[last]
        event = Event("cards", True, len(real), position.turn, deal.plays[last], False, 1)
        difference = Difference("carte", real, deal.plays[ply : ply + 1], event)
        told = Explanation(
            ply, deal.positions[ply].turn, real[0], real[0], "doubtful", Points(0.3, 0.0), difference=difference
        )
        line = " ".join(deal.text(each) for each in range(ply, last + 1))
        assert f"{line}, " in " ".join(explanation_paragraphs(words("it"), deal, told))


@pytest.mark.parametrize(
    ("said", "bad"),
    [
        ("Il settebello finisce: mai; con 7D: mai.", True),
        ("Il settebello finisce: mai; con 7D: di sicuro.", False),
        ("L’ultima presa è tua: in nessun caso; con 5C: in nessun caso.", True),
        ("You make a scopa: in 3 % of cases; after 7D: in 4 % of cases.", False),
    ],
)
def test_sameness_is_found(said: str, bad: bool) -> None:
    """What the test of sentences looks for is what it finds."""
    assert any(each["one"] == each["two"] for each in SAME.finditer(said)) == bad
