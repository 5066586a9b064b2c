"""What the judge says of a deal as the card table shows it: texts and positions ready made."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from analysis.explanation import explain
from analysis.judgement import Candidate, DealVerdicts, Points, Verdict
from analysis.pipeline.reviewing import total_loss
from engine.cards import card_text, texts_of
from engine.plays import play_text
from engine.positions import Position, events_of, play, scopa_of
from engine.replay import Replay
from engine.scoring import CATEGORIES
from ui.cards import DESIGNS
from ui.explanation_sentences import explanation_paragraphs
from ui.position_data import Payload, positions_payload
from ui.sentences import Pack
from ui.verdict_sentences import (
    GLYPHS,
    grade_name,
    hindsight_sentence,
    kind_sentence,
    loss_sentence,
    points_text,
    provenance,
    with_margin,
)
from ui.words import Words

WORST = 3
"""How many of the worst plays stand on top."""


def review_payload(replay: Replay, verdicts: DealVerdicts, w: Words) -> Payload:
    """The review of the deal as a whole: the worst plays, what each side lost, luck, the curve, where it comes from."""
    sides = range(len(replay.positions[0].piles))
    graded = sorted(
        (each for each in verdicts.verdicts if each.grade is not None), key=lambda each: (-each.loss.mean, each.ply)
    )
    return {
        "level": verdicts.level,
        "provenance": provenance(w, verdicts),
        "worst": [each.ply for each in graded[:WORST]],
        "sides": [side_payload([(replay, verdicts)], side, w) for side in sides],
        "curves": [_curve(replay, verdicts, side, w) for side in sides],
    }


def side_payload(deals: Sequence[tuple[Replay, DealVerdicts]], side: int, w: Words) -> Payload:
    """What one side lost in some deals of a match, luck, result and what is left of it without luck.

    All are sums over the deals, but what was lost a decision. Of several deals, those that were finished and whose
    luck is known make up luck and result, so that the three numbers are of the same deals.
    """
    sides = len(deals[0][0].positions[0].piles)
    own = [each for _, verdicts in deals for each in verdicts.verdicts if each.seat % sides == side]
    lost = total_loss(own)
    each = Points(lost.mean / len(own), lost.error / len(own)) if own else None
    if len(deals) > 1:
        deals = [(replay, verdicts) for replay, verdicts in deals if replay.finished and verdicts.luck is not None]
    results = [result for replay, _ in deals if (result := result_of(replay, side)) is not None]
    luck = _total([verdicts.luck[side] for _, verdicts in deals if verdicts.luck is not None])
    later = _total([verdicts.later_luck[side] for _, verdicts in deals if verdicts.later_luck is not None])
    result = sum(results) if results else None
    without = None if luck is None or result is None else Points(result - luck.mean, luck.error)
    return {
        "each": None if each is None else with_margin(w, each),
        "lost": None if each is None else with_margin(w, lost),
        "small": with_margin(w, total_loss([one for one in own if one.grade is None])),
        "luck": None if luck is None else with_margin(w, luck),
        "later": None if later is None else with_margin(w, later),
        "result": None if result is None else points_text(w, result),
        "without": None if without is None else with_margin(w, without),
    }


def _total(points: Sequence[Points]) -> Points | None:
    return Points(sum(each.mean for each in points), hypot(*(each.error for each in points))) if points else None


def result_of(replay: Replay, side: int) -> float | None:
    """A finished deal's points of ``side`` less the best other side's; more is better."""
    if not replay.finished:
        return None
    totals = [float(each.total) for each in replay.score()]
    if replay.deal.rules.objective == "low":
        totals = [-each for each in totals]
    return totals[side] - max(total for other, total in enumerate(totals) if other != side)


def _curve(replay: Replay, verdicts: DealVerdicts, side: int, w: Words) -> list[Payload]:
    """The points that ``side`` expects after each play that was judged, and at the end what it made.

    With two sides, what one expects the other does with the opposite sign; with three, only its own decisions tell.
    """
    sides = len(replay.positions[0].piles)
    found = []
    for each in verdicts.verdicts:
        own = each.seat % sides == side
        if not own and sides != 2:
            continue
        value = each.judgement.candidates[each.chosen].value
        sign = 1 if own else -1
        ends = sorted((sign * value.low, sign * value.high))
        found.append(_point(each.ply + 1, sign * value.mean, ends, value.error, w))
    result = result_of(replay, side)
    if result is not None:
        found = [each for each in found if each["ply"] < len(replay.plays)]
        found.append(_point(len(replay.plays), result, [result, result], 0.0, w))
    return found


def _point(ply: int, value: float, ends: Sequence[float], error: float, w: Words) -> Payload:
    low, high = (round(end, 3) for end in ends)
    return {
        "ply": ply,
        "value": round(value, 3),
        "low": low,
        "high": high,
        "text": with_margin(w, Points(value, error)),
    }


def verdict_payload(replay: Replay, verdict: Verdict, w: Words) -> Payload:
    """The verdict on one play: its class, what it cost, what was better, how that goes on, the alternatives."""
    position, deck = replay.positions[verdict.ply], replay.deal.rules.deck
    candidates = verdict.judgement.candidates
    texts = [play_text(each.play, scopa_of(position, each.play), deck) for each in candidates]
    best = verdict.judgement.best
    told = verdict.grade is not None or verdict.kind is not None
    return {
        "grade": verdict.grade,
        "glyph": GLYPHS.get(verdict.grade or ""),
        "name": None if verdict.grade is None else grade_name(w, verdict.grade),
        "kind_text": kind_sentence(w, verdict),
        "loss": round(verdict.loss.mean, 3),
        "loss_short": points_text(w, -verdict.loss.mean, verdict.loss.error),
        "loss_text": loss_sentence(w, verdict.loss),
        "punished": verdict.kind == "mistake" and verdict.hindsight is not None,
        "split": _split(w, verdict.loss_split, verdict.loss.error),
        "best": None if best == verdict.chosen else texts[best],
        "hindsight": hindsight_sentence(w, verdict, texts),
        "candidates": [
            _candidate(w, text, each, verdict, number)
            for number, (text, each) in enumerate(zip(texts, candidates, strict=True))
        ],
        "line": line_payload(replay, verdict) if told and verdict.line else None,
        "why": explained(replay, verdict, w),
    }


def explained(replay: Replay, verdict: Verdict, w: Words) -> dict[str, list[str]]:
    """By design of the cards, the paragraphs that explain a play; none where nothing is to be said."""
    told, deck = explain(replay, verdict), replay.deal.rules.deck
    return {
        suits: list(explanation_paragraphs(w, replay, told, Pack(deck, suits == "french"))) for suits in DESIGNS[deck]
    }


def _split(w: Words, split: Sequence[float], error: float) -> list[list[str]]:
    """The categories that make a difference, with what they make."""
    nothing = points_text(w, 0.0, error)
    texts = [(category, points_text(w, value, error)) for category, value in zip(CATEGORIES, split, strict=True)]
    return [[category, text] for category, text in texts if text != nothing]


def _candidate(w: Words, text: str, candidate: Candidate, verdict: Verdict, number: int) -> Payload:
    hindsight = verdict.hindsight
    # A play that was soon left aside was so at a low moment: its figures are a little too bad.
    about = candidate.worlds < verdict.judgement.worlds
    sign = "≈ " if about else ""
    return {
        "play": text,
        "value": sign + with_margin(w, candidate.value),
        "loss": "–" if number == verdict.judgement.best else sign + with_margin(w, candidate.loss),
        "about": about,
        "order": None if number == verdict.judgement.best else round(candidate.loss.mean, 3),
        "split": _split(w, candidate.split, candidate.value.error),
        "win": None if candidate.win is None else w.percent(candidate.win),
        "open": None if hindsight is None else points_text(w, hindsight.values[number]),
        "best": number == verdict.judgement.best,
        "made": number == verdict.chosen,
    }


def line_payload(replay: Replay, verdict: Verdict) -> Payload:
    """The better play and how the deal goes on: plays, and the position after each of them."""
    places: list[Position] = [replay.positions[verdict.ply]]
    plays: list[Payload] = []
    for each in verdict.line:
        here = places[-1]
        scopa = scopa_of(here, each)
        deck = replay.deal.rules.deck
        plays.append(
            {
                "seat": here.turn,
                "card": card_text(each.card, deck),
                "taken": texts_of(each.taken, deck),
                "scopa": scopa,
                "events": list(events_of(here, each)),
                "matta": here.matta_value,
                "declaration": None,
                "text": play_text(each, scopa, deck),
            }
        )
        places.append(play(here, each))
    made = replace(replay, positions=(*replay.positions[: verdict.ply], *places))
    return {"plays": plays, "positions": list(positions_payload(made))[verdict.ply + 1 :]}
