"""The schema of the library: every table and column with its meaning, and the steps that lead to it.

A file's version is the number of `STEPS` it has been through; an empty file has version 0. A published step
never changes: a change of the schema is a further step. The meanings are stored in the file as comments, and
``docs/tables.md`` repeats them for people.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import TEXTS

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its DuckDB type and what it means."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table and what a row of it is."""

    name: str
    meaning: str
    columns: tuple[Column, ...]

    def statements(self) -> list[str]:
        """The SQL that makes the table, with its meanings as comments."""
        columns = ", ".join(f"{column.name} {column.type}" for column in self.columns)
        return [f"CREATE TABLE {self.name} ({columns})", *self.comments("TABLE")]

    def comments(self, kind: str) -> list[str]:
        """The SQL that writes the meanings beside the table, or the view, and its columns."""
        return [
            comment(kind, self.name, self.meaning),
            *(comment("COLUMN", f"{self.name}.{column.name}", column.meaning) for column in self.columns),
        ]


def comment(kind: str, name: str, meaning: str) -> str:
    """The SQL that writes ``meaning`` beside a table, a view or a column of ours."""
    quoted = meaning.replace("'", "''")
    return f"COMMENT ON {kind} {name} IS '{quoted}'"


META = Table(
    "meta",
    "Facts about the file itself.",
    (
        Column("key", "VARCHAR", "schema_version."),
        Column("value", "VARCHAR", "Its value as text."),
    ),
)

DEALS = Table(
    "deals",
    "A deal (smazzata); (match, deal) is unique.",
    (
        Column("deal_id", "BIGINT", "Its number in this file, from the sequence deal_ids; never used twice."),
        Column("identity", "VARCHAR", "Digest of the facts that make it this deal."),
        Column("match", "VARCHAR", "The match (partita) it belongs to."),
        Column("deal", "INTEGER", "Its number in the match, from 1."),
        Column("rules", "JSON", "The rules as the record writes them: a preset's name, or an object."),
        Column("rules_key", "JSON", "All resolved options, canonical: equal rules have equal text."),
        Column("preset", "VARCHAR", "The preset that the record names."),
        Column("players", "VARCHAR[]", "Names by seat as the record writes them; see names."),
        Column("dealer", "UTINYINT", "The dealer's seat, from 0."),
        Column("sides", "UTINYINT", "How many sides there are; a seat's side is seat modulo sides."),
        Column("table_cards", "UTINYINT[]", "The cards dealt face up, in order; a card is rank * 4 + suit."),
        Column("finished", "BOOLEAN", "Whether all cards have been played."),
        Column("score", "DOUBLE[]", "Each side's match points before the deal; NULL: not said."),
        Column("points", "DOUBLE[]", "Each side's points of the deal as computed; NULL: not finished."),
        Column("claimed", "DOUBLE[]", "Each side's points of the deal as the record claims them; NULL: not said."),
        Column("date", "VARCHAR", "The date as written, ISO 8601."),
        Column("site", "VARCHAR", "Where it was played."),
        Column("event", "VARCHAR", "The tournament or the evening."),
        Column("round", "VARCHAR", "The round of the event."),
        Column("source", "VARCHAR", "Where the record comes from."),
        Column("file", "VARCHAR", "The file it was loaded from; NULL: it was typed or pasted."),
        Column("line_number", "INTEGER", "Its line in that file, from 1."),
        Column("line", "VARCHAR", "The whole record as its canonical JSON line: nothing is lost."),
        Column("loaded_at", "TIMESTAMP", "When it was loaded, in UTC."),
    ),
)

PLAYS = Table(
    "plays",
    "A play of a deal.",
    (
        Column("deal_id", "BIGINT", "The deal."),
        Column("ply", "USMALLINT", "Its number in the deal, from 0."),
        Column("seat", "UTINYINT", "Who played, from 0."),
        Column("card", "UTINYINT", "The card played: rank * 4 + suit."),
        Column("taken", "UBIGINT", "The cards taken, as a mask: bit c stands for card c; 0: laid."),
        Column("scopa", "BOOLEAN", "Whether it is a scopa."),
        Column("table_before", "UBIGINT", "The cards that lay face up before it, as a mask."),
        Column("legal", "USMALLINT", "How many plays there were to choose from; NULL: the hand is not known."),
    ),
)

FLAGS = Table(
    "flags",
    "A play that breaks a principle.",
    (
        Column("deal_id", "BIGINT", "The deal."),
        Column("ply", "USMALLINT", "The play's number in the deal, from 0."),
        Column("seat", "UTINYINT", "Who played."),
        Column("code", "VARCHAR", "The principle: scopa_offered, card_given_up, bad_spariglio …"),
        Column("better", "VARCHAR", "The better play as text; NULL: there is none to name."),
        Column("facts", "JSON", "What the reason's sentence needs."),
        Column("version", "VARCHAR", "The version of the judgement that raised it."),
    ),
)

FINDING = (
    Column("file", "VARCHAR", "The file of the line; NULL: it was typed or pasted."),
    Column("line_number", "INTEGER", "The line in that file, from 1."),
    Column("ply", "USMALLINT", "The play concerned, from 0; NULL: none in particular."),
    Column("code", "VARCHAR", "What is wrong, a key of the message catalogues."),
    Column("found", "VARCHAR", "What was found."),
    Column("expected", "VARCHAR", "What would have been right."),
    Column("repair", "VARCHAR", "The smallest repair; NULL: none is known."),
    Column("params", "JSON", "What else the sentence needs."),
)

SET_ASIDE = Table(
    "set_aside",
    "A fault of a line that was kept without loading it; a line with several faults has a row each.",
    (
        Column("line_hash", "VARCHAR", "Digest of the text: what names the line, whatever file it came in."),
        *FINDING,
        Column("text", "VARCHAR", "The whole line."),
        Column("noticed_at", "TIMESTAMP", "When it was set aside, in UTC."),
    ),
)

REMARKS = Table(
    "remarks",
    "A remark on a deal that was loaded.",
    (
        Column("deal_id", "BIGINT", "The deal."),
        *FINDING,
        Column("noticed_at", "TIMESTAMP", "When it was made, in UTC."),
    ),
)

NAMES = Table(
    "names",
    "A player's name that is shown as another; several may be shown as one.",
    (
        Column("alias", "VARCHAR", "The name as the records write it; unique."),
        Column("name", "VARCHAR", "The name that is shown."),
    ),
)


def _texts(deck: int) -> str:
    return "[" + ", ".join(f"'{text}'" for text in TEXTS[deck]) + "]"


PLAYS_TEXT_SQL = f"""
CREATE VIEW plays_text AS
WITH dealt AS (
    SELECT deal_id, match, deal, players,
        CASE WHEN (rules_key->>'$.deck')::INTEGER = 52 THEN {_texts(52)} ELSE {_texts(40)} END AS texts
    FROM deals
), written AS (
    SELECT plays.*, match, deal, players[seat + 1] AS alias,
        texts[card + 1] AS card_text,
        list_transform(
            list_filter(range(52), lambda c: (taken >> c) & 1 = 1), lambda c: texts[c + 1]
        ) AS taken_texts,
        list_transform(
            list_filter(range(52), lambda c: (table_before >> c) & 1 = 1), lambda c: texts[c + 1]
        ) AS table_texts
    FROM plays JOIN dealt USING (deal_id)
)
SELECT deal_id, match, deal, ply, seat, coalesce(names.name, alias) AS player,
    card_text || CASE WHEN taken = 0 THEN '' ELSE 'x' || array_to_string(taken_texts, '+') END
        || CASE WHEN scopa THEN '#' ELSE '' END AS play,
    array_to_string(table_texts, ' ') AS table_before,
    legal
FROM written LEFT JOIN names USING (alias)
"""
"""The view's SQL. Deals hold the deck's size in their rules only, so the card texts are chosen from there."""

PLAYS_TEXT = Table(
    "plays_text",
    "A view: the plays with their cards as text, and with the name that is shown for the player.",
    (
        Column("deal_id", "BIGINT", "The deal."),
        Column("match", "VARCHAR", "Its match."),
        Column("deal", "INTEGER", "Its number in the match, from 1."),
        Column("ply", "USMALLINT", "The play's number in the deal, from 0."),
        Column("seat", "UTINYINT", "Who played, from 0."),
        Column("player", "VARCHAR", "The player's name as it is shown."),
        Column("play", "VARCHAR", "The play as in the notation: 7Dx3D+4B#."),
        Column("table_before", "VARCHAR", "The cards that lay face up before it, by rank, then suit."),
        Column("legal", "USMALLINT", "How many plays there were to choose from; NULL: the hand is not known."),
    ),
)

REVIEWS = Table(
    "reviews",
    "What the judge says of one decision of a deal, at one level.",
    (
        Column("deal_id", "BIGINT", "The deal."),
        Column("level", "VARCHAR", "quick or deep."),
        Column("ply", "USMALLINT", "The play's number in the deal, from 0."),
        Column("seat", "UTINYINT", "Who played, from 0."),
        Column("played", "VARCHAR", "The play made, as in the notation."),
        Column("best", "VARCHAR", "The best play by what the seat could know."),
        Column("class", "VARCHAR", "doubtful, mistake or blunder; NULL: it costs nothing worth a word, or not surely."),
        Column("kind", "VARCHAR", "mistake, unlucky, lucky_mistake or too_close; NULL: a good play."),
        Column("loss", "DOUBLE", "Expected points of the deal that it lost, to the side that made it."),
        Column("loss_error", "DOUBLE", "The standard error of loss; 0: exact."),
        Column(
            "loss_split", "DOUBLE[]", "loss by category: scope, carte, suit, primiera, combos, run, events, full_suit."
        ),
        Column("worlds", "INTEGER", "How many ways in which the unseen cards may lie it rests on."),
        Column("exact", "BOOLEAN", "Whether these were all ways there are."),
        Column(
            "candidates",
            "JSON",
            "Every legal play: play, value, error, split, loss, loss_error, loss_doubt, loss_split, worlds, win.",
        ),
        Column("chosen", "USMALLINT", "The place of the play made among the candidates, from 0."),
        Column("best_place", "USMALLINT", "The place of the best play among the candidates, from 0."),
        Column(
            "hindsight", "JSON", "With all hands open: values by candidate, loss, best, exact; NULL: not all are told."
        ),
        Column("line", "VARCHAR[]", "The best play, and how the deal goes on after it with the real hands."),
        Column("seed", "BIGINT", "What the random numbers began with."),
        Column("version", "INTEGER", "The version of the judge."),
    ),
)

REVIEW_MARKS = (
    Column("table_total", "USMALLINT", "The total on the table before the play."),
    Column("principles_apply", "UBIGINT", "The principles that some legal play keeps and some breaks, as a mask."),
    Column("principles_broken", "UBIGINT", "Of these, those that the play broke and the best play keeps."),
    Column("habits_apply", "UBIGINT", "The habits that could be shown, as a mask."),
    Column("habits_shown", "UBIGINT", "Of these, those that the play shows against the best play."),
    Column("principles_against", "UBIGINT", "Of those that apply, those that the play broke, whatever is best."),
    Column(
        "habits_done", "UBIGINT", "Of those that apply, those in which no legal play goes farther, whatever is best."
    ),
)
"""The columns of ``reviews`` that the profile of a player counts."""

REVIEWS_MARKED = Table(REVIEWS.name, REVIEWS.meaning, (*REVIEWS.columns, *REVIEW_MARKS))
"""The table of reviews as it is now."""

JUDGED_DEALS = Table(
    "judged_deals",
    "A deal that the judge has been through at one level; (deal_id, level) is unique.",
    (
        Column("deal_id", "BIGINT", "The deal."),
        Column("level", "VARCHAR", "quick or deep."),
        Column("seed", "BIGINT", "What the random numbers began with."),
        Column("version", "INTEGER", "The version of the judge: what an older one said is made again."),
        Column("luck", "DOUBLE[]", "Each side's luck in points; NULL: the record does not tell all hands."),
        Column("luck_error", "DOUBLE[]", "The standard errors of luck."),
        Column("decisions", "USMALLINT[]", "By seat, how many plays were judged: those with a choice."),
        Column("lost", "DOUBLE[]", "By seat, the points that these lost together."),
        Column("lost_error", "DOUBLE[]", "The standard errors of lost."),
        Column("small", "DOUBLE[]", "By seat, the part of lost that comes from plays without a class."),
        Column("worst_ply", "USMALLINT", "The play with a class that lost most; NULL: no play has a class."),
        Column("worst_seat", "UTINYINT", "Who made it."),
        Column("worst_loss", "DOUBLE", "What it lost."),
        Column("worst_class", "VARCHAR", "Its class."),
        Column("judged_at", "TIMESTAMP", "When it was judged, in UTC."),
    ),
)

LATER_LUCK = (
    Column(
        "later_luck", "DOUBLE[]", "The part of luck from cards dealt later; NULL: there are none, or luck is not known."
    ),
    Column("later_luck_error", "DOUBLE[]", "The standard errors of later_luck."),
)
"""The columns of ``judged_deals`` that tell the luck of later deals."""

JUDGED_DEALS_LATER = Table(JUDGED_DEALS.name, JUDGED_DEALS.meaning, (*JUDGED_DEALS.columns, *LATER_LUCK))
"""The table of judged deals as it is now."""

JUDGED_SQL = """
CREATE OR REPLACE VIEW judged AS
SELECT judged_deals.*, match, deal, sides
FROM judged_deals JOIN deals USING (deal_id)
QUALIFY row_number() OVER (PARTITION BY deal_id ORDER BY judged_deals.version DESC, level) = 1
"""
"""The view's SQL: of the levels, ``deep`` comes before ``quick``."""

JUDGED = Table(
    "judged",
    "A view: each judged deal once, by the newest judge and the deepest level.",
    (
        *JUDGED_DEALS_LATER.columns,
        Column("match", "VARCHAR", "Its match."),
        Column("deal", "INTEGER", "Its number in the match, from 1."),
        Column("sides", "UTINYINT", "How many sides there are."),
    ),
)

VERDICTS_SQL = """
CREATE OR REPLACE VIEW verdicts AS
SELECT deal_id, match, deal, ply, seat, coalesce(names.name, players[seat + 1]) AS player, played, best,
    class, kind, loss, loss - 1.96 * loss_error AS low,
    loss + 1.96 * sqrt(loss_error ** 2 + (candidates->chosen::BIGINT->>'$.loss_doubt')::DOUBLE ** 2) AS high,
    loss_split, (hindsight->>'$.loss')::DOUBLE AS hindsight_loss, level, worlds, exact, reviews.seed, reviews.version
FROM reviews JOIN judged USING (deal_id, level, version) JOIN (SELECT deal_id, players FROM deals) USING (deal_id)
    LEFT JOIN names ON alias = players[seat + 1]
"""

VERDICTS = Table(
    "verdicts",
    "A view: the decisions of the judged deals, each once, with the name that is shown for the player.",
    (
        Column("deal_id", "BIGINT", "The deal."),
        Column("match", "VARCHAR", "Its match."),
        Column("deal", "INTEGER", "Its number in the match, from 1."),
        Column("ply", "USMALLINT", "The play's number in the deal, from 0."),
        Column("seat", "UTINYINT", "Who played, from 0."),
        Column("player", "VARCHAR", "The player's name as it is shown."),
        Column("played", "VARCHAR", "The play made, as in the notation."),
        Column("best", "VARCHAR", "The best play by what the seat could know."),
        Column("class", "VARCHAR", "doubtful, mistake or blunder; NULL: none."),
        Column("kind", "VARCHAR", "mistake, unlucky, lucky_mistake or too_close; NULL: a good play."),
        Column("loss", "DOUBLE", "Expected points of the deal that it lost."),
        Column("low", "DOUBLE", "The lower end of the 95 % interval of loss."),
        Column("high", "DOUBLE", "The upper end of the 95 % interval of loss; loss_doubt counts here alone."),
        Column("loss_split", "DOUBLE[]", "loss by category."),
        Column("hindsight_loss", "DOUBLE", "What it lost with all hands open; NULL: not all are told."),
        Column("level", "VARCHAR", "quick or deep."),
        Column("worlds", "INTEGER", "How many ways in which the unseen cards may lie it rests on."),
        Column("exact", "BOOLEAN", "Whether these were all ways there are."),
        Column("seed", "BIGINT", "What the random numbers began with."),
        Column("version", "INTEGER", "The version of the judge."),
    ),
)

DRILLS = Table(
    "drills",
    "How far a learner is with a drill; (learner, drill) is unique.",
    (
        Column("learner", "VARCHAR", "The player's name as it is shown; empty: nobody in particular."),
        Column(
            "drill",
            "VARCHAR",
            "The drill's key: a digest of position and rules, or memory- and a digest of deal and seat.",
        ),
        Column("card", "JSON", "The state of its FSRS card, as the package fsrs writes it."),
        Column("due", "TIMESTAMP", "When it is to be asked again, in UTC."),
        Column("answers", "INTEGER", "How often it was answered."),
        Column("first_at", "TIMESTAMP", "When it was answered first, in UTC."),
    ),
)

DRILL_ANSWERS = Table(
    "drill_answers",
    "An answer of a learner to a drill.",
    (
        Column("learner", "VARCHAR", "The learner."),
        Column("drill", "VARCHAR", "The drill's key."),
        Column("number", "INTEGER", "Which answer to this drill it is, from 1."),
        Column("answered_at", "TIMESTAMP", "When it was given, in UTC."),
        Column("play", "VARCHAR", "The play that was tried, as in the notation; in a memory drill the answers (JSON)."),
        Column("loss", "DOUBLE", "What the best play is worth more, in expected points; NULL: a memory drill."),
        Column("class", "VARCHAR", "doubtful, mistake or blunder; NULL: it was accepted."),
        Column("rating", "UTINYINT", "What FSRS was told: 1 again, 2 hard, 3 good."),
        Column("card_before", "JSON", "The card before the answer, to which undoing goes back; NULL: there was none."),
        Column("due_before", "TIMESTAMP", "When it was due before the answer; NULL: it was new."),
    ),
)

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE SEQUENCE deal_ids",
        *(
            statement
            for table in (META, DEALS, PLAYS, FLAGS, SET_ASIDE, REMARKS, NAMES)
            for statement in table.statements()
        ),
        PLAYS_TEXT_SQL,
        *PLAYS_TEXT.comments("VIEW"),
    ),
    (
        *(statement for table in (REVIEWS, JUDGED_DEALS) for statement in table.statements()),
        JUDGED_SQL,
    ),
    tuple(statement for table in (DRILLS, DRILL_ANSWERS) for statement in table.statements()),
    (
        # What older judges said tells less of the plays, and is made again.
        *(f"DELETE FROM {table.name} WHERE version < 3" for table in (REVIEWS, JUDGED_DEALS)),
        VERDICTS_SQL,
        *VERDICTS.comments("VIEW"),
    ),
    (
        # Reviews without the marks cannot be counted, and are made again.
        *(f"DELETE FROM {table.name}" for table in (REVIEWS, JUDGED_DEALS)),
        *(
            statement
            for table, columns in ((REVIEWS, REVIEW_MARKS), (JUDGED_DEALS, LATER_LUCK))
            for column in columns
            for statement in (
                f"ALTER TABLE {table.name} ADD COLUMN {column.name} {column.type}",
                comment("COLUMN", f"{table.name}.{column.name}", column.meaning),
            )
        ),
        JUDGED_SQL,
        *JUDGED.comments("VIEW"),
    ),
)
"""The SQL of each step: the first makes a file of version 1 from an empty one.

A view holds nothing: the step that changed it last makes it, whatever an older program made of it.
"""

VERSION = len(STEPS)
"""The version of the schema that this program reads and writes."""


def version_of(cursor: "duckdb.DuckDBPyConnection") -> int | None:
    """The schema version of the open file: 0 for an empty one, None for a database that is no library."""
    tables = {
        name for (name,) in cursor.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
    }
    if not tables:
        return 0
    if not {"meta", "deals"} <= tables:
        return None
    found = cursor.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    return int(found[0]) if found and str(found[0]).isdecimal() else None


def migrate(cursor: "duckdb.DuckDBPyConnection", version: int) -> None:
    """Lead the open file from ``version`` to the newest: every step or none."""
    cursor.begin()
    try:
        for step in STEPS[version:]:
            for statement in step:
                cursor.execute(statement)
        cursor.execute("DELETE FROM meta WHERE key = 'schema_version'")
        cursor.execute("INSERT INTO meta VALUES ('schema_version', ?)", [str(len(STEPS))])
    except BaseException:
        cursor.rollback()
        raise
    cursor.commit()
