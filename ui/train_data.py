"""A drill as the Train page's table shows it: what the seat saw, and after an answer what it was worth."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.drills import Answer, Drill
from analysis.judgement import Verdict
from analysis.review import Decision
from analysis.verdicts import better_line
from engine.plays import play_text
from engine.positions import scopa_of
from records.notation import Reading, read_line
from ui.cardtable.training import TRAIN_WORDS
from ui.position_data import Payload, as_seen_by, positions_payload
from ui.review_data import table_data, template
from ui.verdict_data import line_payload, verdict_payload
from ui.verdict_sentences import GLYPHS, grade_name, loss_sentence
from ui.words import Words


def drill_data(drill: Drill, w: Words, answered: int, names: Sequence[str] | None = None) -> Payload:
    """The drill before it is answered: nothing in it tells more than its seat could know.

    ``answered``: how often it was answered before; ``names``: by seat, if they are not the record's.
    """
    data = _position(read_line(drill.line), drill.ply, drill.seat, w, names)
    deck = drill.replay.deal.rules.deck
    position = drill.replay.positions[drill.ply]
    legal = [play_text(each.play, scopa_of(position, each.play), deck) for each in drill.verdict.judgement.candidates]
    data["train"] = {
        "drill": drill.key, "answered": answered, "legal": legal, "from": 0, "counts": True, "answer": None,
    }  # fmt: skip
    return data


def memory_data(reading: Reading, ply: int, seat: int, w: Words, names: Sequence[str] | None = None) -> Payload:
    """A position of a deal to be remembered: the hand and the table, without the captures and what came before."""
    data = _position(reading, ply, seat, w, names)
    for position in data["positions"]:
        position["piles"] = [each | {"carte": None, "cards": []} for each in position["piles"]]
    nothing = {"taken": [], "scopa": False, "events": []}
    data["plays"] = [each | nothing for each in data["plays"]]
    data["train"] = {
        "drill": f"memory-{data['match']}-{data['deal']}-{ply}", "answered": 0, "legal": [], "from": ply,
        "counts": False, "answer": None,
    }  # fmt: skip
    return data


def _position(reading: Reading, ply: int, seat: int, w: Words, names: Sequence[str] | None) -> Payload:
    """The deal up to ``ply`` as ``seat`` saw it: nobody else's cards, and nothing of what came after."""
    replay = reading.replay
    if replay is None:
        raise ValueError("a line that was set aside has no positions")
    made = [
        Decision(at, position.turn, chosen, replay.declarations.get(at), None, ())
        for at, (position, chosen) in enumerate(zip(replay.positions, replay.plays[:ply], strict=False))
    ]
    data = table_data(reading, made, w, seat=seat, ply=ply, players=names)
    data["positions"] = as_seen_by(seat, data["positions"][: ply + 1])
    nothing = {"leftovers": None, "points": None, "at_once": None, "ended": None, "review": None}
    return data | nothing | {"words": {key: template(w, key) for key in TRAIN_WORDS}, "ply": ply}


def answer_data(data: Payload, drill: Drill, given: Answer, w: Words, due: str, provenance: str) -> Payload:
    """``data`` of the drill (`drill_data`) with the answer ``given``: its worth, what was better, all the plays.

    ``due`` and ``provenance`` are sentences: when the drill comes again, and where the numbers come from.
    """
    candidates = drill.verdict.judgement.candidates
    deck = drill.replay.deal.rules.deck
    position = drill.replay.positions[drill.ply]
    # How the game went on says something of the play that was made in it, not of another one.
    line = drill.verdict.line if given.place == drill.verdict.chosen else ()
    tried = replace(drill.verdict, chosen=given.place, grade=given.grade, kind=None, hindsight=None, line=line)
    payload = verdict_payload(drill.replay, tried, w)
    text = play_text(candidates[given.place].play, scopa_of(position, candidates[given.place].play), deck)
    best = given.place == drill.verdict.judgement.best
    made = drill.replay.text(drill.ply)
    told = drill.verdict.grade is not None and made != text
    answer = {
        "accepted": given.accepted,
        "grade": given.grade,
        "glyph": GLYPHS.get(given.grade or ""),
        "name": None if given.grade is None else grade_name(w, given.grade),
        "headline": _headline(w, given, best),
        "text": text,
        "loss_text": w("train.best_of_all") if best else loss_sentence(w, given.loss),
        "split": [] if best else payload["split"],
        "best": None if best else payload["best"],
        "why": payload["why"] if given.place == drill.verdict.chosen else _without_line(payload["why"], w),
        "past": w("train.played_then", play=made) if told else None,
        "candidates": payload["candidates"],
        "line": line_payload(drill.replay, _with_line(drill)),
        "due": due,
        "provenance": provenance,
    }  # fmt: skip
    full = list(positions_payload(drill.replay))[: drill.ply + 1]
    return data | {"positions": full, "train": data["train"] | {"answer": answer}}


def _without_line(why: dict[str, list[str]], w: Words) -> dict[str, list[str]]:
    """The explanation of a play that the game did not have: no line was looked for, so none is said to be missing."""
    nothing = w("explanation.no_line")
    return {suits: [each for each in paragraphs if each != nothing] for suits, paragraphs in why.items()}


def _with_line(drill: Drill) -> Verdict:
    """The verdict with the line that follows the best play, also where that was the play of the game."""
    verdict = drill.verdict
    if verdict.line:
        return verdict
    best = verdict.judgement.candidates[verdict.judgement.best].play
    return replace(verdict, line=better_line(drill.replay.positions[drill.ply], best))


def _headline(w: Words, given: Answer, best: bool) -> str:
    if best:
        return w("train.verdict.best")
    if given.close:
        return w("train.verdict.close")
    return w("train.verdict.accepted" if given.accepted else "train.verdict.failed")
