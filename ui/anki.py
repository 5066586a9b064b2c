"""Drills as a deck for Anki: the position as a picture, the question, and what the judge says."""

import tempfile
from collections.abc import Sequence
from hashlib import blake2b
from html import escape
from pathlib import Path

import genanki

from analysis.drills import Drill
from analysis.knowledge import view_at
from engine.plays import play_text
from engine.positions import scopa_of
from engine.scoring import CATEGORIES
from records.notation import read_line
from ui.position_picture import position_svg
from ui.rule_names import rules_name
from ui.sentences import category_under
from ui.training_sentences import provenance_sentence
from ui.verdict_sentences import GLYPHS, grade_name, points_text
from ui.words import Words

MODEL = 1_746_203_511
"""Anki's number of our kind of note: the same for ever, so that a later export updates the notes of an earlier one."""

CSS = """
.card { font-family: system-ui, sans-serif; font-size: 18px; text-align: center; }
img { max-width: 100%; height: auto; }
table { margin: 8px auto; border-collapse: collapse; font-size: 16px; }
td, th { padding: 2px 10px; text-align: right; }
td:first-child, th:first-child { text-align: left; }
.best { font-weight: bold; }
small { opacity: .75; }
"""


def deck_number(name: str) -> int:
    """Anki's number of the deck of this name."""
    return int.from_bytes(blake2b(name.encode(), digest_size=4).digest()) | 1 << 30


def write_deck(path: Path, name: str, drills: Sequence[Drill], w: Words) -> int:
    """Write the ``drills`` as an Anki package with the deck called ``name``; how many notes it has."""
    model = genanki.Model(
        MODEL,
        "Settebello",
        fields=[{"name": field} for field in ("Key", "Picture", "Question", "Answer")],
        templates=[
            {
                "name": "Settebello",
                "qfmt": "{{Picture}}<p>{{Question}}</p>",
                "afmt": "{{FrontSide}}<hr id=answer>{{Answer}}",
            }
        ],
        css=CSS,
    )
    deck = genanki.Deck(deck_number(name), name)
    with tempfile.TemporaryDirectory() as folder:
        media = []
        for drill in drills:
            view = view_at(drill.replay, drill.ply)
            if view is None:
                continue
            picture = Path(folder) / f"settebello-{drill.key}-{w.language}.svg"
            picture.write_text(position_svg(view, w), encoding="utf-8")
            media.append(str(picture))
            fields = [drill.key, f'<img src="{picture.name}">', question(drill, w), answer_html(drill, w)]
            deck.add_note(genanki.Note(model=model, fields=fields, guid=genanki.guid_for("settebello", drill.key)))
        genanki.Package(deck, media_files=media).write_to_file(str(path))
    return len(deck.notes)


def question(drill: Drill, w: Words) -> str:
    """What is asked, with the rules and how far the deal is."""
    record = read_line(drill.line).record
    rules = "" if record is None else rules_name(w, record.rules_written)
    return escape(w("anki.question", rules=rules, ply=drill.ply + 1))


def answer_html(drill: Drill, w: Words) -> str:
    """The best play, then every play with what it loses, and where the numbers come from."""
    judgement, deck = drill.verdict.judgement, drill.replay.deal.rules.deck
    position = drill.replay.positions[drill.ply]
    best = judgement.candidates[judgement.best]

    def text(place: int) -> str:
        chosen = judgement.candidates[place].play
        return play_text(chosen, scopa_of(position, chosen), deck)

    order = sorted(
        range(len(judgement.candidates)), key=lambda at: (at != judgement.best, judgement.candidates[at].loss.mean)
    )
    rows = []
    for place in order:
        each = judgement.candidates[place]
        loss = "–" if each is best else points_text(w, each.loss.mean, each.loss.error)
        row_class = ' class="best"' if each is best else ""
        rows.append(f"<tr{row_class}><td>{escape(text(place))}</td><td>{escape(loss)}</td></tr>")
    parts = [f"<p><b>{escape(w('anki.best', play=text(judgement.best)))}</b></p>"]
    grade = drill.verdict.grade
    if grade is not None:
        split = drill.verdict.loss_split
        category = category_under(w, CATEGORIES[split.index(max(split))], drill.replay.deal.rules)
        loss = points_text(w, drill.verdict.loss.mean, drill.verdict.loss.error)
        told = w("anki.played", play=text(drill.verdict.chosen), grade=grade_name(w, grade), glyph=GLYPHS[grade],
                 loss=loss, category=category)  # fmt: skip
        parts.append(f"<p>{escape(told)}</p>")
    head = f"<tr><th>{escape(w('candidates.play'))}</th><th>{escape(w('candidates.loss'))}</th></tr>"
    parts.append(f"<table>{head}{''.join(rows)}</table>")
    parts.append(f"<p><small>{escape(provenance_sentence(w, drill))}</small></p>")
    return "".join(parts)
