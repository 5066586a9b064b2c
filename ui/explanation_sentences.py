"""Why a play cost points, or was good, in words: one paragraph for each thing there is to say."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analysis.flags import FLAG_CODES
from analysis.plain_reasons import PLAIN
from analysis.thresholds import FORGETS_AFTER
from engine.cards import card_text
from engine.replay import Replay
from ui.explanation_scene import Scene
from ui.foresight_sentences import plain_sentence, seen_paragraph
from ui.principle_sentences import broken_sentence, principle_name
from ui.sentences import ITALIAN, Pack, flag_name, flag_sentence, in_cases, rank_name, the_card
from ui.verdict_sentences import PRECISE, points_text
from ui.words import Words

if TYPE_CHECKING:
    from analysis.differences import Difference
    from analysis.explanation import Advice, Explanation, Praise, Reason
    from analysis.known import Clue, Source


def explanation_paragraphs(w: Words, replay: Replay, told: "Explanation", pack: Pack = ITALIAN) -> tuple[str, ...]:
    """What there is to say of a play: why it cost, the line that shows it, what could be known; or praise, or advice.

    Nothing of a play that is neither a mistake nor worth praise nor against a flag. ``replay`` is that of ``told``.
    """
    return tuple(_paragraphs(w, Scene(w, replay, told, pack)))


def praise_paragraphs(w: Words, replay: Replay, told: "Explanation", pack: Pack = ITALIAN) -> tuple[str, ...]:
    """What a play is praised for alone."""
    scene = Scene(w, replay, told, pack)
    return tuple(_praise(w, scene, praise) for praise in told.praise)


def _paragraphs(w: Words, scene: Scene) -> Iterator[str]:
    told = scene.told
    said = [_reason(w, scene, each) for each in told.reasons]
    if told.seen or (told.grade is not None and not told.reasons):
        # Beside what was seen there are only principles that do not say what was lost.
        said.insert(sum(each.code in PLAIN for each in told.reasons), seen_paragraph(w, scene, told.seen))
    yield from said
    if told.difference is not None:
        yield _difference(w, scene, told.difference)
    elif told.grade is not None:
        yield w("explanation.no_line")
    known = [_clue(w, scene, each) for each in told.clues]
    if told.source is not None:
        known.append(_source(w, scene, told.source))
    if known:
        yield " ".join([w("explanation.known"), *known])
    for praise in told.praise:
        yield _praise(w, scene, praise)
    for advice in told.advice:
        yield _advice(w, scene, advice)


def _reason(w: Words, scene: Scene, reason: "Reason") -> str:
    if reason.code in PLAIN:
        return plain_sentence(w, scene, reason)
    if reason.code in FLAG_CODES:
        name = flag_name(w, reason.code, reason.facts)
        return f"{name}. {flag_sentence(w, reason.code, reason.facts, scene.better, scene.pack)}"
    said = broken_sentence(w, reason.code, reason.facts, scene.better, scene.pack)
    return f"{principle_name(w, reason.code)}. {said}"


def _difference(w: Words, scene: Scene, found: "Difference") -> str:
    """Both lines, and the capture at the end of one of them."""
    event = found.event
    me = ".self" if scene.role(event.seat) == "self" else ""
    seat = scene.who(event.seat)
    real, better = scene.real_line(len(found.real)), scene.line(found.better)
    at = (real if event.real else better).split()[-1]
    if event.code == "scopa":
        said = w(f"explanation.event.scopa{me}", who=seat, play=at)
    elif event.code == "cards":
        said = w(f"explanation.event.cards{me}", who=seat, play=at, n=event.cards.bit_count())
    else:
        said = w(f"explanation.event.takes{me}", who=seat, play=at, cards=scene.cards(event.cards))
    if not event.step:
        return w("explanation.line.now", event=said)
    ended = "real" if event.real else "better"
    return w(f"explanation.line.{ended}", real=real, better=better, event=said)


def _clue(w: Words, scene: Scene, clue: "Clue") -> str:
    cards = scene.any_of(clue.cards)
    who = scene.who(clue.seat)
    texts: dict[str, object] = {"who": who, "cards": cards}
    if clue.kind in ("held", "excluded"):
        return w(f"explanation.clue.{clue.kind}", **texts)
    texts |= {"counted": in_cases(w, clue.counted)}
    if clue.kind != "open":
        texts |= {"cases": in_cases(w, clue.chance)}
    said = _capital(w(f"explanation.clue.{clue.kind}", **texts))
    if clue.ply is not None:
        said += " " + w("explanation.clue.by", ply=clue.ply + 1, play=scene.replay.text(clue.ply))
    if clue.true is not None:
        said += " " + w("explanation.clue.true" if clue.true else "explanation.clue.false")
    return said


def _source(w: Words, scene: Scene, source: "Source") -> str:
    """What the mistake came from: the plays, memory, or judgement."""
    if source.why == "reasoning":
        read = any(each.kind in ("likely", "unlikely") for each in scene.told.clues)
        # Where a clue was told, it must not be read as the cause.
        return w("explanation.source.reasoning.anyway" if read else "explanation.source.reasoning")
    loss = points_text(w, max(source.loss, 0.0), PRECISE)
    nothing = loss == points_text(w, 0.0)
    texts: dict[str, object] = {"cost": w("explanation.cost.nothing") if nothing else w("explanation.cost", loss=loss)}
    if source.why == "plays":
        return w("explanation.source.plays", **texts)
    if not source.gone:
        return w("explanation.source.memory", plays=FORGETS_AFTER, **texts)
    deck = scene.rules.deck
    told = [
        w("explanation.gone", card=the_card(w, card_text(each.card, deck), scene.pack), ply=each.ply + 1)
        for each in source.gone
    ]
    rank = rank_name(w, card_text(source.gone[0].card, deck)[0], scene.pack, len(told))
    return w(
        "explanation.source.memory.rank",
        n=len(told),
        rank=rank,
        gone=w.listed(told),
        **texts,
    )


def _praise(w: Words, scene: Scene, praise: "Praise") -> str:
    return w(
        f"explanation.praise.{praise.code}",
        other=scene.text(scene.position, praise.other),
        loss=points_text(w, praise.loss.mean, praise.loss.error),
    )


def _advice(w: Words, scene: Scene, advice: "Advice") -> str:
    """A flag that the judge does not share, with what its better play is worth."""
    key = "explanation.advice.less" if advice.gain < 0 else "explanation.advice.more"
    return w(
        key,
        name=flag_name(w, advice.code),
        better=scene.text(scene.position, advice.better),
        gain=points_text(w, abs(advice.gain), PRECISE),
    )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
