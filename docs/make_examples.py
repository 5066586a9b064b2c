"""Writes `examples.md` and its pictures: the worst plays of the sample games, explained in both languages.

Run it where the project is installed: ``.venv/bin/python docs/make_examples.py``. It takes some minutes: all games are
judged quickly, and the deals with the worst plays deeply.
"""

from pathlib import Path

from analysis.explanation import Explanation, explain
from analysis.judgement import Verdict
from analysis.knowledge import view_at
from analysis.pipeline.reviewing import judge_reading
from engine.cards import texts_of
from engine.plays import play_text
from engine.positions import scopa_of
from records.notation import Reading, read_file
from ui.explanation_sentences import explanation_paragraphs
from ui.position_picture import play_marks, position_svg
from ui.rule_names import rules_name
from ui.sentences import Pack
from ui.verdict_sentences import GLYPHS, grade_name, hindsight_sentence, kind_sentence, loss_sentence
from ui.words import LANGUAGES, Words, words

PAGE = Path(__file__).with_name("examples.md")

PICTURES = Path(__file__).parent / "pictures" / "examples"
"""A picture a match, by the name of its file."""

GAMES = Path(__file__).parent.parent / "sample_games"

SHOWN = 10
"""How many plays the page shows, one of a match."""

LOOKED_AT = 30
"""How many of the worst plays by the quick review have their deals judged deeply."""

HEAD = """# Ten plays explained

The worst play of each of ten sample games, judged by `settebello review --level deep`, with what the program says of
it: first in Italian, then in English. Losses are in points of the deal. On the pictures ?? stands on the cards of the
play made, ✓ on those of the best one. Made by `.venv/bin/python docs/make_examples.py`; a test checks each stated fact
on the table, in the same way for every play of the sample games (`tests/analysis/test_explanation.py`).
"""


def worst(level: str, readings: list[tuple[str, Reading]]) -> list[tuple[str, Reading, Verdict]]:
    """The classed plays of some deals, the worst first."""
    found = []
    for name, reading in readings:
        verdicts = judge_reading(reading, level)
        if verdicts is not None:
            found += [(name, reading, each) for each in verdicts.verdicts if each.grade is not None]
    return sorted(found, key=lambda each: -each[2].loss.mean)


def chosen() -> list[tuple[str, Reading, Verdict]]:
    """The plays that the page shows."""
    everything = [(path.stem, reading) for path in sorted(GAMES.glob("*.jsonl")) for reading in read_file(path)]
    deals: dict[int, tuple[str, Reading]] = {}
    for name, reading, _ in worst("quick", everything)[:LOOKED_AT]:
        deals[id(reading)] = name, reading
    by_match: dict[str, tuple[str, Reading, Verdict]] = {}
    for each in worst("deep", list(deals.values())):
        by_match.setdefault(each[0], each)
    return list(by_match.values())[:SHOWN]


def section(number: int, name: str, reading: Reading, verdict: Verdict) -> str:
    """One play: the position, then its explanation in both languages."""
    record, replay = reading.record, reading.replay
    if record is None or replay is None:
        raise ValueError("a line with a fault has no explanation")
    position, deck = replay.positions[verdict.ply], record.rules.deck
    told = explain(replay, verdict)
    table, hand = texts_of(position.table, deck), texts_of(position.hands[verdict.seat], deck)
    seen = words("en")("picture.label", table=" ".join(table) or "–", hand=" ".join(hand))
    lines = [
        f"## {number}. `{replay.text(verdict.ply)}`, `{name}.jsonl`, deal {record.deal}, play {verdict.ply + 1}",
        "",
        f"![{seen}](pictures/examples/{name}.svg)",
        "",
        f"- rules: {rules_name(words('en'), record.rules_written)}; players: {len(record.players)}",
        f"- plays before: {' '.join(map(replay.text, range(verdict.ply))) or '–'}",
        f"- on the table: **{' '.join(table) or '–'}**",
        f"- in the hand: **{' '.join(hand)}**",
    ]
    for language in LANGUAGES:
        lines += ["", *said(words(language), reading, verdict, told)]
    return "\n".join(lines) + "\n"


def said(w: Words, reading: Reading, verdict: Verdict, told: Explanation) -> list[str]:
    """What the program says of a play, a quoted paragraph each."""
    replay = reading.replay
    if replay is None or verdict.grade is None:
        raise ValueError("only a play with a class is explained")
    position, deck = replay.positions[verdict.ply], replay.deal.rules.deck
    texts = [play_text(each.play, scopa_of(position, each.play), deck) for each in verdict.judgement.candidates]
    better = w("verdict.better", play=texts[verdict.judgement.best])
    parts = [
        f"**{grade_name(w, verdict.grade).capitalize()}.** {loss_sentence(w, verdict.loss)} {better}",
        *explanation_paragraphs(w, replay, told, Pack(deck)),
        kind_sentence(w, verdict),
        hindsight_sentence(w, verdict, texts) or "",
    ]
    return "\n>\n".join(f"> {each}" for each in parts if each).split("\n")


def picture(reading: Reading, verdict: Verdict) -> str:
    """The position of one play as its seat saw it, with the cards of the play made and of the best one marked."""
    replay = reading.replay
    view = None if replay is None else view_at(replay, verdict.ply)
    if view is None or verdict.grade is None:
        raise ValueError("only a play with a class is explained")
    candidates = verdict.judgement.candidates
    made, better = candidates[verdict.chosen].play, candidates[verdict.judgement.best].play
    marks = play_marks(view.rules.deck, made, better, GLYPHS[verdict.grade])
    return position_svg(view, words("en"), marks=marks)


def write() -> None:
    """Write the page and its pictures; pictures of matches that it no longer shows go."""
    plays = chosen()
    sections = (section(number, *each) for number, each in enumerate(plays, start=1))
    PAGE.write_text("\n".join([HEAD, *sections]), encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for name, reading, verdict in plays:
        (PICTURES / f"{name}.svg").write_text(picture(reading, verdict) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
