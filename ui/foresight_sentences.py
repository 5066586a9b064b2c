"""What the search saw, and what was plainly better, in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analysis.thresholds import EXPLAINED_WORLDS
from engine.cards import SUITS, card_text, mask_of, parse_card, suit_mask
from ui.explanation_scene import Scene
from ui.sentences import in_cases, listed, one_of_rank, suit_name, the_card
from ui.words import Words

if TYPE_CHECKING:
    from analysis.explanation import Reason
    from analysis.fates import Fate
    from analysis.foresight import Seen


def seen_paragraph(w: Words, scene: Scene, seen: tuple["Seen", ...]) -> str:
    """What was lost, and how it shows when the deal is played on many times; or that nothing stands out."""
    categories = w.listed(dict.fromkeys(scene.category(name) for name, _ in scene.told.split))
    if not seen:
        return w("explanation.seen.nothing", categories=categories)
    begun = w("explanation.seen", categories=categories, games=EXPLAINED_WORLDS)
    return " ".join([begun, *(_capital(_seen(w, scene, each)) for each in seen)])


def games_text(w: Words, share: float) -> str:
    """In how many of the games that were played on: of those, never of all that could be."""
    if share <= 0:
        return w("explanation.share.never")
    return w("explanation.share.always") if share >= 1 else in_cases(w, share)


def average_text(w: Words, value: float, other: float) -> str:
    """``value``, with the decimals that tell it from ``other``."""
    return w.number(value, 1 if round(value, 1) != round(other, 1) else 2)


def _seen(w: Words, scene: Scene, seen: "Seen") -> str:
    texts: dict[str, object] = {
        "better": scene.better,
        "made": games_text(w, seen.made),
        "cases": games_text(w, seen.better),
    }
    if seen.code in ("card", "point", "last"):
        return {"card": _card, "point": _point, "last": _last}[seen.code](w, scene, seen, texts)
    if seen.seat is not None:
        return _next(w, scene, seen, texts)
    return _averages(w, scene, seen)


def _next(w: Words, scene: Scene, seen: "Seen", texts: dict[str, object]) -> str:
    """What a seat does in this round: a scopa, with which card, or what earns a bonus."""
    seat = scene.told.seat if seen.seat is None else seen.seat
    me = ".self" if scene.role(seat) == "self" else ""
    if seen.code.startswith("bonus"):
        bonus = listed((w(f"bonus.{name}") for name in scene.rules.play_bonuses), w("list.or"))
        return w(f"explanation.seen.bonus{me}", who=scene.who(seat), bonus=bonus, **texts)
    using = _using(w, scene, seen.rank, always=seen.always)
    using = f",{using}" if using else ""
    # The card is told of the play after which there are more scope.
    sides = {"using": using, "instead": ""} if seen.made > seen.better else {"using": "", "instead": using}
    return w(f"explanation.seen.scopa{me}", who=scene.who(seat), **texts, **sides)


def _averages(w: Words, scene: Scene, seen: "Seen") -> str:
    """What there is on average: scope, cards that an ace takes."""
    made, value = average_text(w, seen.made, seen.better), average_text(w, seen.better, seen.made)
    if seen.code == "ace" and seen.card is not None:
        texts: dict[str, object] = {"card": scene.card(seen.card), "better": scene.better, "value": value}
        if seen.made:
            return w("explanation.seen.ace", n=round(seen.made), **texts)
        return w("explanation.seen.ace.nothing", n=_plural(value), **texts)
    whose = scene.side if seen.code == "scope_ours" else scene.others
    return w(f"explanation.seen.scope.{whose}", n=_plural(made), made=made, better=scene.better, value=value)


def _plural(average: str) -> int:
    """A number whose noun has the form that belongs to the ``average`` as it is written."""
    return 1 if average == "1" else 2


def _card(w: Words, scene: Scene, seen: "Seen", texts: dict[str, object]) -> str:
    """Who ends up with a card, and how it comes there."""
    card = seen.card or 0
    told = scene.told
    end = ""
    for name, play in (("now", told.better), ("made", told.made)):
        if play.taken and (play.taken | 1 << play.card) >> card & 1:
            end = f".{name}"
    said = [w(f"explanation.seen.card{end}.{scene.side}", card=scene.card(card), **texts)]
    fates: dict[str, object] = {}
    if seen.fate is not None:
        fates["made"] = _fate(w, scene, seen.fate)
    if seen.fate_better is not None:
        fates["instead"] = _fate(w, scene, seen.fate_better)
    if fates:
        which = "both" if len(fates) == 2 else "made" if seen.fate is not None else "better"
        said.append(w(f"explanation.fate.{which}", better=scene.better, **fates))
    return " ".join(said)


def _fate(w: Words, scene: Scene, fate: "Fate") -> str:
    cases = games_text(w, fate.share)
    if fate.seat is None:
        end = scene.side if fate.ours else scene.others
        return w(f"explanation.fate.swept.{end}", cases=cases)
    me = ".self" if scene.role(fate.seat) == "self" else ""
    using = _using(w, scene, fate.rank, always=fate.always)
    return w(f"explanation.fate.{fate.how}{me}", who=scene.who(fate.seat), using=using, cases=cases)


def _using(w: Words, scene: Scene, rank: int | None, *, always: bool) -> str:
    """With which card something is mostly done; nothing if there is no such card."""
    if rank is None:
        return ""
    card = one_of_rank(w, card_text(4 * rank, scene.rules.deck)[0], scene.pack)
    return w("explanation.using" if always else "explanation.using.mostly", card=card)


def _point(w: Words, scene: Scene, seen: "Seen", texts: dict[str, object]) -> str:
    """Who wins a point, and with how many cards on average."""
    category = scene.category(seen.category)
    said = [w(f"explanation.seen.point.{scene.side}", category=category, **texts)]
    if seen.count is not None and seen.count_better is not None and seen.count_better > seen.count:
        count, instead = seen.count, seen.count_better
        counts: dict[str, object] = {
            "count": average_text(w, count, instead),
            "instead": average_text(w, instead, count),
        }
        if counts["count"] != counts["instead"]:
            said.append(w(f"explanation.seen.count.{scene.side}", category=category, better=scene.better, **counts))
    return " ".join(said)


def _last(w: Words, scene: Scene, seen: "Seen", texts: dict[str, object]) -> str:
    """Who captures last, and how many cards are left for it."""
    left, instead = seen.count or 0.0, seen.count_better or 0.0
    counts = {"count": average_text(w, left, instead), "instead": average_text(w, instead, left)}
    alike = ".alike" if counts["count"] == counts["instead"] else ""
    said = w(f"explanation.seen.last.{scene.side}", **texts)
    few = _plural(counts["count"])
    return f"{said} {w(f'explanation.seen.last.left{alike}', n=few, better=scene.better, **counts)}"


def plain_sentence(w: Words, scene: Scene, reason: "Reason") -> str:
    """What was plainly better, with its name before it."""
    key = f"explanation.plain.{reason.code}"
    texts: dict[str, object] = {"better": scene.better}
    if "parts" in reason.facts:
        texts["parts"] = _parts(w, scene, reason.facts)
        other = scene.told.made if reason.code == "took_less" else scene.told.better
        if not other.taken:
            key += ".nothing"
    return f"{w(f'explanation.plain.{reason.code}.name')}. {_capital(w(key, **texts))}"


def _parts(w: Words, scene: Scene, facts: Mapping[str, Any]) -> str:
    """What is taken: the cards that pay by name, then how many other sevens, others of the suit, and cards in all."""
    parts = facts["parts"]
    deck = scene.rules.deck
    named = [card for category in ("combos", "run") for card in parts.get(category, ())]
    named = list(dict.fromkeys(named))
    mask = mask_of(parse_card(card, deck) for card in named)
    said = [the_card(w, card, scene.pack) for card in named]
    suit = facts["suit"]
    for category, cards in (("primiera", 15 << 24), ("suit", suit_mask(suit, deck) if suit in SUITS else 0)):
        more, less = parts.get(category, (0, 0))
        # Those named already need no count.
        known = (mask & cards).bit_count()
        if more - less > known:
            other = ".other" if known else ""
            part = w(f"explanation.part.{category}{other}", n=more - known, suit=suit_name(w, suit, scene.pack))
            said.append(_instead(w, part, less))
    if "carte" in parts:
        more, less = parts["carte"]
        if not said:
            return _instead(w, w("explanation.part.carte", n=more), less)
        total = _instead(w, w("explanation.part.carte.all", n=more), less)
        return w("explanation.part.total", parts=w.listed(said), total=total)
    return w.listed(said)


def _instead(w: Words, part: str, less: int) -> str:
    """A part of what is taken, beside how many the other play takes."""
    return w("explanation.part.instead", part=part, less=less) if less else part


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
