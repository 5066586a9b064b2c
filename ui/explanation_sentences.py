"""Why a play cost points, or was good, in words: one paragraph for each thing there is to say."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analysis.flags import FLAG_CODES
from analysis.thresholds import FORGETS_AFTER
from engine.cards import card_text, cards_of, full_deck, texts_of
from engine.plays import Play, play_text
from engine.positions import Position, play, scopa_of
from engine.replay import Replay
from engine.rules import Rules
from ui.principle_sentences import broken_sentence, principle_name
from ui.sentences import (
    ITALIAN,
    Pack,
    category_under,
    flag_name,
    flag_sentence,
    in_cases,
    listed,
    one_of_rank,
    rank_name,
    the_card,
)
from ui.verdict_sentences import PRECISE, points_text
from ui.words import Words

if TYPE_CHECKING:
    from analysis.differences import Difference
    from analysis.explanation import Advice, Explanation, Praise, Reason
    from analysis.foresight import Seen
    from analysis.known import Clue, Source


def explanation_paragraphs(w: Words, replay: Replay, told: "Explanation", pack: Pack = ITALIAN) -> tuple[str, ...]:
    """What there is to say of a play: why it cost, the line that shows it, what could be known; or praise, or advice.

    Nothing of a play that is neither a mistake nor worth praise nor against a flag. ``replay`` is that of ``told``.
    """
    return tuple(_paragraphs(w, Scene(w, replay, told, pack)))


class Scene:
    """A play that is explained, and how its plays, cards and seats are called."""

    def __init__(self, w: Words, replay: Replay, told: "Explanation", pack: Pack) -> None:
        self.w = w
        self.replay = replay
        self.told = told
        self.pack = pack
        self.rules: Rules = replay.deal.rules
        self.position: Position = replay.positions[told.ply]
        """Before the play."""
        self.better = self.text(self.position, told.better)

    def text(self, position: Position, made: Play) -> str:
        """A play of ``position`` as the notation writes it."""
        return play_text(made, scopa_of(position, made), self.rules.deck)

    def line(self, plays: tuple[Play, ...]) -> str:
        """Some plays from the position on, as the notation writes them."""
        position, texts = self.position, []
        for each in plays:
            texts.append(self.text(position, each))
            position = play(position, each)
        return " ".join(texts)

    def role(self, seat: int) -> str:
        """Whose seat it is, seen from the player's: ``self``, ``partner``, ``next``, ``previous`` or ``opponent``."""
        players = self.replay.deal.players
        turns = (seat - self.told.seat) % players
        if turns == 0:
            return "self"
        if players == 2:
            return "opponent"
        if self.position.side(seat) == self.position.side(self.told.seat):
            return "partner"
        return "next" if turns == 1 else "previous"

    def who(self, seat: int) -> str:
        """The seat in words: “il tuo compagno”."""
        return self.w(f"explanation.who.{self.role(seat)}")

    def category(self, name: str) -> str:
        """The name of a category under these rules."""
        return category_under(self.w, name, self.rules)

    def cards(self, mask: int) -> str:
        """The cards of ``mask`` in a sentence: one by name, more as the notation writes them."""
        texts = texts_of(mask, self.rules.deck)
        return the_card(self.w, texts[0], self.pack) if len(texts) == 1 else self.w.listed(texts)

    def any_of(self, mask: int) -> str:
        """One of the cards of ``mask``, by rank where it has all of the rank that are unseen: “un quattro o il 6C”."""
        unseen = full_deck(self.rules.deck) & ~(self.position.hands[self.told.seat] | self.position.table)
        for pile in self.position.piles:
            unseen &= ~pile
        names = []
        for rank in sorted({card // 4 for card in cards_of(mask)}):
            some = mask & 15 << 4 * rank
            texts = texts_of(some, self.rules.deck)
            whole = some == unseen & 15 << 4 * rank and len(texts) > 1
            names += (
                [one_of_rank(self.w, texts[0][0], self.pack)]
                if whole
                else [the_card(self.w, text, self.pack) for text in texts]
            )
        return listed(names, self.w("list.or"))


def _paragraphs(w: Words, scene: Scene) -> Iterator[str]:
    told = scene.told
    for reason in told.reasons:
        yield _reason(w, scene, reason)
    if told.seen:
        yield " ".join([w("explanation.seen"), *(_seen(w, scene, each) for each in told.seen)])
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
    if reason.code in FLAG_CODES:
        name = flag_name(w, reason.code, reason.facts)
        return f"{name}. {flag_sentence(w, reason.code, reason.facts, scene.better, scene.pack)}"
    said = broken_sentence(w, reason.code, reason.facts, scene.better, scene.pack)
    return f"{principle_name(w, reason.code)}. {said}"


def _seen(w: Words, scene: Scene, seen: "Seen") -> str:
    if seen.code == "points":
        return w(
            "explanation.seen.points",
            category=scene.category(seen.category),
            made=points_text(w, seen.made, PRECISE),
            better=scene.better,
            value=points_text(w, seen.better, PRECISE),
        )
    texts: dict[str, object] = {
        "made": in_cases(w, seen.made),
        "better": scene.better,
        "cases": in_cases(w, seen.better),
    }
    if seen.card is not None:
        card = the_card(w, card_text(seen.card, scene.rules.deck), scene.pack)
        captured = scene.told.better.taken | (1 << scene.told.better.card if scene.told.better.taken else 0)
        key = "explanation.seen.card.now" if captured >> seen.card & 1 else "explanation.seen.card"
        return _capital(w(key, card=card, **texts))
    if seen.code == "point":
        return w("explanation.seen.point", category=scene.category(seen.category), **texts)
    seat = scene.told.seat if seen.seat is None else seen.seat
    if scene.role(seat) == "self":
        return w("explanation.seen.scopa.self", **texts)
    return _capital(w("explanation.seen.scopa", who=scene.who(seat), **texts))


def _difference(w: Words, scene: Scene, found: "Difference") -> str:
    """Both lines, and the capture at the end of one of them."""
    event = found.event
    me = ".self" if scene.role(event.seat) == "self" else ""
    seat = scene.who(event.seat)
    at = scene.line(found.real if event.real else found.better).split()[-1]
    if event.code == "scopa":
        said = w(f"explanation.event.scopa{me}", who=seat, play=at)
    elif event.code == "cards":
        said = w(f"explanation.event.cards{me}", who=seat, play=at, n=event.cards.bit_count())
    else:
        said = w(f"explanation.event.takes{me}", who=seat, play=at, cards=scene.cards(event.cards))
    if not event.step:
        return w("explanation.line.now", event=said)
    ended = "real" if event.real else "better"
    return w(f"explanation.line.{ended}", real=scene.line(found.real), better=scene.line(found.better), event=said)


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
