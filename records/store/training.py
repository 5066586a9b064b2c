"""What a learner did with the drills: the plays to learn from, the state of each drill, answers and undoing them."""

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from records.store.judging import DECISION_COLUMNS, tuples
from records.store.rows import DrillAnswerRow, DrillRow, JudgedPlay, ReviewRow, SeatInDeal

if TYPE_CHECKING:
    import duckdb

MISTAKES = f"""
SELECT dealt.line, level, reviews.version, {DECISION_COLUMNS}
FROM reviews JOIN judged USING (deal_id, level, version)
    JOIN (SELECT deal_id, line, players FROM deals) AS dealt USING (deal_id)
    LEFT JOIN names ON alias = players[seat + 1]
WHERE class IS NOT NULL AND coalesce(names.name, players[seat + 1]) = $player
ORDER BY match, deal, ply
"""

SEATS = """
WITH seated AS (
    SELECT match, deal, loaded_at, date, unnest(range(len(players))) AS seat, unnest(players) AS alias
    FROM deals WHERE finished
)
SELECT match, deal, min(seat) FROM seated LEFT JOIN names USING (alias)
WHERE coalesce(names.name, alias) = $player
GROUP BY match, deal ORDER BY max(loaded_at) DESC, max(date) DESC NULLS LAST, match, deal
"""

STATES = "SELECT learner, drill, card, due, answers, first_at FROM drills WHERE learner = $learner ORDER BY due, drill"

STATE = "SELECT card, due, answers, first_at FROM drills WHERE learner = $learner AND drill = $drill"

FORGET_STATE = "DELETE FROM drills WHERE learner = $learner AND drill = $drill"

KEEP_STATE = "INSERT INTO drills BY NAME SELECT $learner AS learner, $drill AS drill, $card AS card, $due AS due, \
$answers AS answers, $first_at AS first_at"

KEEP_ANSWER = """
INSERT INTO drill_answers VALUES
    ($learner, $drill, $number, $answered_at, $play, $loss, $class, $rating, $card_before, $due_before)
"""

LAST_ANSWER = """
SELECT drill, number, card_before, due_before FROM drill_answers
WHERE learner = $learner AND list_contains($drills, drill) ORDER BY answered_at DESC, number DESC LIMIT 1
"""

FORGET_ANSWER = "DELETE FROM drill_answers WHERE learner = $learner AND drill = $drill AND number = $number"

RENAME = (
    # Who is one from now on goes on with what was answered under the new name, where both names answered.
    """
    DELETE FROM drill_answers WHERE learner = $old
        AND drill IN (SELECT drill FROM drills WHERE learner = $new)
    """,
    "DELETE FROM drills WHERE learner = $old AND drill IN (SELECT drill FROM drills WHERE learner = $new)",
    "UPDATE drills SET learner = $new WHERE learner = $old",
    "UPDATE drill_answers SET learner = $new WHERE learner = $old",
)


def mistakes_of(cursor: "duckdb.DuckDBPyConnection", player: str) -> list[JudgedPlay]:
    """The plays with a class of the player of this shown name, by match, deal and ply."""
    found = cursor.execute(MISTAKES, {"player": player}).fetchall()
    return [JudgedPlay(line, level, version, ReviewRow(*tuples(row))) for line, level, version, *row in found]


def seats_of(cursor: "duckdb.DuckDBPyConnection", player: str) -> list[SeatInDeal]:
    """Where the player of this shown name sat in the finished deals, those loaded last first."""
    return [SeatInDeal(*row) for row in cursor.execute(SEATS, {"player": player}).fetchall()]


def states_of(cursor: "duckdb.DuckDBPyConnection", learner: str) -> list[DrillRow]:
    """The drills that the learner has answered, those due first before others."""
    return [DrillRow(*row) for row in cursor.execute(STATES, {"learner": learner}).fetchall()]


def keep_answer(cursor: "duckdb.DuckDBPyConnection", state: DrillRow, answer: DrillAnswerRow) -> bool:
    """Store the ``answer`` and the ``state`` after it, in the open transaction.

    False, and nothing is stored, if the drill has been answered otherwise meanwhile: ``state.answers`` is not one more
    than what is stored.
    """
    named = {"learner": state.learner, "drill": state.drill}
    found = cursor.execute(STATE, named).fetchone()
    card, due, answers, _ = found or (None, None, 0, None)
    if state.answers != answers + 1:
        return False
    cursor.execute(FORGET_STATE, named)
    cursor.execute(KEEP_STATE, {field.name: getattr(state, field.name) for field in fields(DrillRow)})
    told = {field.name: getattr(answer, field.name) for field in fields(DrillAnswerRow)}
    told["class"] = told.pop("grade")
    cursor.execute(KEEP_ANSWER, named | told | {"number": state.answers, "card_before": card, "due_before": due})
    return True


def undo_answer(cursor: "duckdb.DuckDBPyConnection", learner: str, drills: Sequence[str]) -> str | None:
    """Take back the learner's last answer to any of ``drills``, in the open transaction.

    The drill's key; None: there is no answer to them.
    """
    last = cursor.execute(LAST_ANSWER, {"learner": learner, "drills": list(drills)}).fetchone()
    if last is None:
        return None
    drill, number, card, due = last
    named = {"learner": learner, "drill": drill}
    found = cursor.execute(STATE, named).fetchone()
    cursor.execute(FORGET_ANSWER, named | {"number": number})
    cursor.execute(FORGET_STATE, named)
    if found is not None and card is not None:
        cursor.execute(KEEP_STATE, named | {"card": card, "due": due, "answers": number - 1, "first_at": found[3]})
    return str(drill)


def rename(cursor: "duckdb.DuckDBPyConnection", old: str, new: str) -> None:
    """Give what the learner ``old`` answered to ``new``, in the open transaction."""
    for statement in RENAME:
        cursor.execute(statement, {"old": old, "new": new})
