"""One deal as the card table shows it: positions, plays, flags and points, computed by the engine, said in words."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from analysis.flags import Flag, better_text, is_told
from analysis.judgement import DealVerdicts, Verdict
from analysis.review import Decision
from engine.cards import SUITS, card_text, texts_of
from engine.plays import Declaration, Play, play_text
from engine.positions import Position, declare, events_of, legal_declarations, scopa_of, start
from engine.replay import Replay
from engine.rules import Combo, Rules, plain_number
from engine.scoring import CATEGORIES, wins_at_once
from records.notation import Reading
from records.record import DealRecord
from ui.cards import DESIGNS
from ui.cardtable import WORDS
from ui.position_data import Payload, paid_alone, paid_sets, positions_payload
from ui.sentences import Pack, category_under, flag_name, flag_sentence
from ui.titles import side_names
from ui.verdict_data import review_payload, verdict_payload
from ui.verdict_sentences import flag_cost
from ui.words import Words

FRENCH_BY_CUSTOM = ("belora",)
"""Presets that are played with the Milanese cards, which have the French suits: a reader may choose otherwise."""

SELDOM = ("run", "events", "full_suit")
"""Categories that stand in the table of points only where somebody has some; others, wherever the rules have them."""

RUN_NAMES = {"belora": "collected.belora", "cirulla": "collected.piccola"}
"""What the run is called under a preset; elsewhere it is the napola."""

COMBO_NAMES = (
    ({"JD", "QD", "KD"}, "collected.grande"),
    ({f"Q{suit}" for suit in SUITS}, "collected.stalla"),
    ({f"J{suit}" for suit in SUITS}, "collected.stalla"),
)
"""Sets of cards that players have a name for."""


def table_data(
    reading: Reading,
    decisions: Sequence[Decision],
    w: Words,
    seat: int = 0,
    ply: int = 0,
    players: Sequence[str] | None = None,
    verdicts: DealVerdicts | None = None,
) -> Payload:
    """The whole deal for `ui.cardtable.card_table`, opened at ``ply`` with ``seat`` at the bottom.

    ``players`` are the names to show by seat, if they are not the record's. A seat or a ply that the deal does not
    have gives the nearest. ``verdicts``: what the judge says, if it has been through the deal.

    :raises ValueError: the reading has a fault, so that there is no deal to show.
    """
    record, replay = reading.record, reading.replay
    if record is None or replay is None:
        raise ValueError("a line that was set aside has no positions")
    names = tuple(players or record.players)
    count, rules = len(names), record.rules
    preset = _preset_of(record)
    positions = list(positions_payload(replay))
    by_ply = {} if verdicts is None else {each.ply: each for each in verdicts.verdicts}
    return {
        "lang": w.language,
        "words": {key: template(w, key) for key in WORDS},
        "match": record.match,
        "deal": record.deal,
        "players": list(names),
        "sides": [chair % record.side_count for chair in range(count)],
        "side_names": side_names(names, w),
        "dealer": record.dealer,
        "seat": min(max(seat, 0), count - 1),
        "ply": min(max(ply, 0), len(positions) - 1),
        "deck": rules.deck,
        "cards": "french" if preset in FRENCH_BY_CUSTOM else "italian",
        "suit": rules.majority_suit,
        "low": rules.objective == "low",
        "matta": None if rules.matta is None else card_text(rules.matta, rules.deck),
        "counts": _counts(rules),
        "categories": _categories(rules),
        "paid": texts_of(paid_alone(rules), rules.deck),
        "events": _events_name(rules, w),
        "run": None if rules.run is None else w(RUN_NAMES.get(preset, "collected.napola")),
        "combos": [w(_combo_name(combo, rules)) for combo in paid_sets(rules)],
        "score": None if record.score is None else [plain_number(points) for points in record.score],
        "opening": _opening(replay),
        "positions": positions,
        "plays": [_play(replay, record, decision, by_ply.get(decision.ply), w) for decision in decisions],
        "review": None if verdicts is None else review_payload(replay, verdicts, w),
        "leftovers": _leftovers(replay),
        "points": points_by_side(replay) if replay.finished else None,
        "at_once": _at_once(replay),
        "ended": None if replay.finished else ended_sentence(record, names, decisions, w),
    }


def template(w: Words, key: str) -> str:
    """A message as the scripts fill it in; of a plural, the singular."""
    message = w.messages[key]
    return message if isinstance(message, str) else message[0]


def _preset_of(record: DealRecord) -> str:
    written = record.rules_written
    return written if isinstance(written, str) else str(written.get("preset", ""))


def _counts(rules: Rules) -> list[str]:
    """The running counts that these rules pay for."""
    counts = ["carte", "suit", "primiera", "scope", "events"]
    unpaid = {name for name in ("primiera", "events") if name not in _categories(rules)}
    return [name for name in counts if name not in unpaid]


def _categories(rules: Rules) -> list[str]:
    """The categories in which these rules can pay."""
    paying = {
        "primiera": rules.primiera != "off",
        "combos": bool(rules.combos),
        "run": rules.run is not None,
        "events": bool(rules.table_bonus or rules.knock or rules.play_bonuses),
        "full_suit": False,
    }
    return [name for name in CATEGORIES if paying.get(name, True)]


def _events_name(rules: Rules, w: Words) -> str:
    """What players call all that pays beside the categories: knocks, with the dealer's for the table, or bonuses."""
    if not rules.play_bonuses:
        return w("events.knocks" if rules.knock else "events.bonuses")
    return w("events.both" if rules.knock else "events.bonuses")


def _combo_name(combo: Combo, rules: Rules) -> str:
    cards = set(texts_of(combo.cards, rules.deck))
    return next((name for named, name in COMBO_NAMES if named == cards), "collected.other")


def points_by_side(replay: Replay) -> list[dict[str, int | float]]:
    """By side, the points of a finished deal by category, and their ``total``."""
    return [
        {category: plain_number(scored.of(category)) for category in CATEGORIES} | {"total": plain_number(scored.total)}
        for scored in replay.score()
    ]


def points_rows(
    data: Payload, claimed: Sequence[float | Fraction] | None, rules: Rules, w: Words
) -> list[tuple[str, str, list[str]]]:
    """Of a finished deal, as `table_data` gives it, a row a category, then ``total``: key, name, points by side.

    Where the record claims other points than those, they stand in a last row, ``claimed``.
    """
    points = data["points"]
    rows = []
    for key in points[0]:
        if key != "total" and (any(side[key] for side in points) or (key in data["categories"] and key not in SELDOM)):
            name = data["events"] if key == "events" else category_under(w, key, rules)
            rows.append(
                (key, name[:1].upper() + name[1:], [w.number(side[key]) if side[key] else "·" for side in points])
            )
    totals = [float(side["total"]) for side in points]
    rows.append(("total", w("review.total"), [w.number(total) for total in totals]))
    if claimed is not None and [float(each) for each in claimed] != totals:
        rows.append(("claimed", w("review.claimed"), [w.number(float(each)) for each in claimed]))
    return rows


def ended_sentence(record: DealRecord, players: Sequence[str], decisions: Sequence[Decision], w: Words) -> str:
    """Why an unfinished deal stopped, and what is therefore not judged."""
    ended = record.ended or {}
    how, seat = ended.get("how"), ended.get("seat")
    if how is None:
        why = w("ended.unsaid", n=len(record.plays))
    elif seat is None:
        why = w(f"ended.{how}")
    else:
        why = w(f"ended.{how}_by", player=players[seat])
    unjudged = sum(decision.legal is None for decision in decisions)
    if not unjudged:
        return why
    return f"{why} {w('ended.unjudged' if unjudged < len(decisions) else 'ended.none_judged', n=unjudged)}"


def _opening(replay: Replay) -> Payload | None:
    """The dealt table that paid the dealer, who took it before the first play."""
    opened = start(replay.deal)
    side = opened.last_capturer
    if side is None:
        return None
    return {"cards": texts_of(opened.piles[side], opened.rules.deck), "points": opened.events[side]}


def _declaration(declaration: Declaration, points: int) -> Payload:
    return {"what": declaration.what, "matta": declaration.matta, "points": points}


def made_knock(replay: Replay, ply: int) -> Payload | None:
    """The knock before play ``ply``, with the points that it made."""
    declaration = replay.declarations.get(ply)
    if declaration is None:
        return None
    position = replay.positions[ply]
    side = position.side(position.turn)
    before = (replay.positions[ply - 1] if ply else start(replay.deal)).events[side]
    if ply and replay.positions[ply - 1].side(replay.positions[ply - 1].turn) == side:
        before += len(events_of(replay.positions[ply - 1], replay.plays[ply - 1]))
    return _declaration(declaration, position.events[side] - before)


def offered_knocks(replay: Replay, ply: int) -> list[Payload]:
    """What the seat might have declared before play ``ply``, whether it did or not."""
    position = replay.positions[ply]
    if ply in replay.declarations:
        position = replace(position, declared=position.declared & ~(1 << position.turn))
    side = position.side(position.turn)
    return [
        _declaration(each, declare(position, each).events[side] - position.events[side])
        for each in legal_declarations(position)
    ]


def _play(replay: Replay, record: DealRecord, decision: Decision, verdict: Verdict | None, w: Words) -> Payload:
    position, rules = replay.positions[decision.ply], replay.deal.rules
    chosen = decision.play
    grade = None if verdict is None else verdict.grade
    # A judged play without a class is no mistake, whatever principle it breaks; what was not declared is one.
    wrong = any(verdict is None or isinstance(flag.better, Declaration) for flag in decision.flags)

    def text(play: Play) -> str:
        return play_text(play, scopa_of(position, play), rules.deck)

    return {
        "seat": decision.seat,
        "card": card_text(chosen.card, rules.deck),
        "taken": texts_of(chosen.taken, rules.deck),
        "scopa": replay.scope[decision.ply],
        "events": list(events_of(position, chosen)),
        "matta": position.matta_value,
        "declaration": made_knock(replay, decision.ply),
        "offered": offered_knocks(replay, decision.ply) if decision.legal is not None else [],
        "text": replay.text(decision.ply),
        "forced": decision.forced,
        "legal": [text(play) for play in decision.legal or ()],
        "judged": decision.legal is not None,
        "flags": [_flag(flag, position, verdict, w) | {"told": is_told(flag, grade)} for flag in decision.flags],
        "verdict": None if verdict is None else verdict_payload(replay, verdict, w),
        "mistake": wrong or grade is not None,
        "note": record.notes.get(decision.ply, ""),
    }


def _flag(flag: Flag, position: Position, verdict: Verdict | None, w: Words) -> Payload:
    """A flag in words, with what it cost; what would have been better is a play's text, or a declaration."""
    better = better_text(flag.better, position)
    knock = _declaration(flag.better, flag.facts["points"]) if isinstance(flag.better, Declaration) else None
    return {
        "code": flag.code,
        "name": flag_name(w, flag.code, flag.facts),
        "reason": {
            suits: flag_sentence(w, flag.code, flag.facts, better, Pack(position.rules.deck, suits == "french"))
            for suits in DESIGNS[position.rules.deck]
        },
        "better": None if knock else better,
        "cost": flag_cost(w, verdict, flag.better, better) if verdict and isinstance(flag.better, Play) else None,
        "knock": knock,
    }


def _at_once(replay: Replay) -> Payload | None:
    """The side that the deal made the winner of the match whatever the points, and the suit that it has whole."""
    rules = replay.deal.rules
    side = wins_at_once(rules, replay.deal.players, replay.positions[-1].piles)
    return None if side is None else {"side": side, "suit": rules.full_suit_wins}


def _leftovers(replay: Replay) -> Payload | None:
    """The cards that the last capturer swept at the end; None: none, or not yet."""
    last = replay.positions[-1]
    side = last.last_capturer
    if not replay.plays or not last.over or side is None:
        return None
    play = replay.plays[-1]
    captured = play.taken | 1 << play.card if play.taken else 0
    swept = last.piles[side] & ~replay.positions[-2].piles[side] & ~captured
    if not swept:
        return None
    return {"side": side, "cards": texts_of(swept, replay.deal.rules.deck)}
