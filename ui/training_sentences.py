"""What the Train page says of due dates and of where a drill's numbers come from."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from babel.dates import format_time

from ui.words import Words

if TYPE_CHECKING:
    from analysis.drills import Drill
    from analysis.scheduling import Queue


def due_sentence(w: Words, found: "Queue", now: datetime) -> str:
    """How many drills are due and how many new ones there are today; where there are none, when the next comes."""
    parts = []
    if found.due:
        parts.append(f"**{w('train.due', n=len(found.due))}**")
    if found.new:
        parts.append(w("train.new", n=len(found.new)))
    if found.waiting:
        parts.append(w("train.later", n=found.waiting))
    if not found.drills:
        parts.insert(0, f"**{w('train.nothing_due')}**")
        if found.next_at is not None:
            parts.append(w("train.next_at", when=when_text(w, found.next_at, now)))
    return " · ".join(parts)


def when_text(w: Words, at: datetime, now: datetime) -> str:
    """A moment to come as people say it: the time today, tomorrow, or the day."""
    local = at.astimezone(now.tzinfo)
    days = (local.date() - now.date()).days
    if days <= 0:
        return w("train.when.today", time=format_time(local.time(), "short", locale=w.locale))
    if days == 1:
        return w("train.when.tomorrow")
    return w("train.when.day", n=days, day=w.date(local.date()))


def again_sentence(w: Words, due: datetime, now: datetime) -> str:
    """When the drill that was just answered comes again."""
    if due - now < timedelta(hours=1):
        return w("train.again_minutes", n=max(1, round((due - now).total_seconds() / 60)))
    return w("train.again", when=when_text(w, due, now))


def provenance_sentence(w: Words, drill: "Drill") -> str:
    """How hard the judge looked at the position."""
    return w(
        "train.provenance",
        level=w(f"verdict.level.{drill.level}"),
        n=drill.verdict.judgement.worlds,
        version=drill.version,
    )
