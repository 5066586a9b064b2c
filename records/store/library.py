"""The library of a person's games.

Every method opens the file, does its work and lets go, so that pages and commands can use it side by side.
Frames come back in the order in which a person reads them. A change is kept whole or not at all, and once its
method has returned it survives the end of the process.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from records.store import adding, aside, bulk, judging, profiling, queries, training
from records.store.bulk import DealTables
from records.store.frames import utc_now
from records.store.opening import LibraryError, default_path, reading, writing
from records.store.rows import (
    AddResult,
    DealReview,
    DealRows,
    DrillAnswerRow,
    DrillRow,
    JudgedPlay,
    SeatInDeal,
    SetAsideResult,
    SetAsideRow,
    Unjudged,
)

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

EXPORTED_AT_ONCE = 2000
"""How many lines an export holds in memory, and for how long it holds the file: some milliseconds."""


class Library:
    """The games in one file; safe to use from several threads.

    Every method raises `LibraryError`, with one of `ERROR_CODES`, where the file cannot be used.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        """The library at ``path``, else at `default_path`; the first method that is called makes the file."""
        self.path = Path(path) if path is not None else default_path()

    def add(self, rows: Sequence[DealRows]) -> AddResult:
        """What became of the deals: new ones are stored, none is ever overwritten; all in one transaction.

        A deal that is there already gives the keys that the stored line lacks; one that has the name of
        another is set aside as ``record.conflict``. A line that loads now is set aside no more.
        """
        with writing(self.path) as cursor:
            return adding.add(cursor, rows, utc_now())

    def stored(self, keys: "pa.Table") -> list[tuple[int, int]]:
        """Which of the deals in ``keys`` (``row``, ``match``, ``deal``) are there already: row and ``deal_id``."""
        with reading(self.path) as cursor:
            return bulk.stored(cursor, keys)

    def same_lines(self, lines: "pa.Table") -> list[int]:
        """The rows of ``lines`` (``row``, ``deal_id``, ``line``) that are stored just so."""
        with reading(self.path) as cursor:
            return bulk.same_lines(cursor, lines)

    @contextmanager
    def appending(self) -> "Iterator[Callable[[DealTables], bool]]":
        """A function that stores new deals (False, and it does nothing, if one is there): all in one transaction.

        It ends with the block; while it lasts, nothing else can be written.
        """
        with writing(self.path) as cursor:
            bulk.take_little_memory(cursor)
            now = utc_now()
            yield lambda tables: bulk.append(cursor, tables, now)

    def set_aside(self, rows: Sequence[SetAsideRow]) -> SetAsideResult:
        """How many of the lines are set aside now; one that is there with equal findings stays as it is."""
        with writing(self.path) as cursor:
            return aside.set_aside(cursor, rows, utc_now())

    def clear_set_aside(self, line_hash: str) -> int:
        """Forget a line that was set aside, named by the column of that name; how many rows it had."""
        with writing(self.path) as cursor:
            return aside.forget(cursor, [line_hash])

    def set_aside_rows(self) -> "pl.DataFrame":
        """The faults of the lines that are set aside, the latest first: the table ``set_aside``."""
        return self._frame(queries.SET_ASIDE_ROWS)

    def matches(self, version: int = 0) -> "pl.DataFrame":
        """A row a match, the latest loaded first.

        Columns: ``match``, ``date`` (the first), ``players`` (as shown), ``preset``, ``rules`` (JSON text),
        all three of the first deal, ``deals``, ``finished_deals``, ``score`` (by side: what it was before the
        first deal, plus the points of all), ``flags_by_side``, ``flags``, ``loaded_at`` (UTC, the latest),
        ``judged_deals`` (by judges of this ``version`` or later), and of these ``lost`` (points by side), ``decisions``
        (by side) and the worst play: ``worst_deal``, ``worst_ply``, ``worst_seat``, ``worst_loss``, ``worst_class``;
        NULL where there is none.
        """
        return self._frame(queries.MATCHES, version=version)

    def deals_of(self, match: str) -> "pl.DataFrame":
        """A row a deal, in order: its facts without the line, and how many ``flags`` and ``remarks``."""
        return self._frame(queries.DEALS_OF, match=match)

    def line_of(self, match: str, deal: int) -> str | None:
        """The deal's canonical JSON line; None where there is no such deal."""
        with reading(self.path) as cursor:
            found = cursor.execute(queries.LINE_OF, {"match": match, "deal": deal}).fetchone()
        return found[0] if found else None

    def lines_of(self, match: str) -> list[str]:
        """The canonical JSON lines of the match, in order."""
        return list(self.export_lines([match]))

    def export_lines(self, matches: Sequence[str] | None = None) -> Iterator[str]:
        """The canonical lines of these matches, or of all, by match and deal; the file is free meanwhile."""
        with reading(self.path) as cursor:
            if matches is None:
                found = cursor.execute(queries.DEAL_IDS).fetchall()
            else:
                found = cursor.execute(queries.DEAL_IDS_OF, {"matches": list(matches)}).fetchall()
        for start in range(0, len(found), EXPORTED_AT_ONCE):
            deal_ids = [deal_id for (deal_id,) in found[start : start + EXPORTED_AT_ONCE]]
            with reading(self.path) as cursor:
                lines = cursor.execute(queries.LINES, {"deal_ids": deal_ids}).fetchall()
            for (line,) in lines:
                yield line

    def unjudged(self, version: int, limit: int, matches: Sequence[str] | None = None) -> list[Unjudged]:
        """Deals that no judge of this ``version`` has been through, of these matches or of all.

        At most ``limit``; those loaded last come first, and a match's in order.
        """
        with reading(self.path) as cursor:
            return judging.unjudged(cursor, version, limit, matches)

    def judged_counts(self, version: int, matches: Sequence[str] | None = None) -> tuple[int, int]:
        """How many deals there are, of these matches or of all, and how many of them `unjudged` would give."""
        with reading(self.path) as cursor:
            return judging.counts(cursor, version, matches)

    def deal_to_judge(self, match: str, deal: int) -> Unjudged | None:
        """The deal as `unjudged` gives it, whether it was judged or not; None where there is no such deal."""
        with reading(self.path) as cursor:
            found = cursor.execute(queries.DEAL_TO_JUDGE, {"match": match, "deal": deal}).fetchone()
        return Unjudged(*found) if found else None

    def keep_review(self, deal: Unjudged, review: DealReview) -> bool:
        """Store the review, in place of those of its level and of older judges.

        False, and nothing is stored, if the deal is no longer there, or is not as it was when it was judged.
        """
        with writing(self.path) as cursor:
            return judging.keep(cursor, deal, review, utc_now())

    def review_of(self, match: str, deal: int, version: int) -> DealReview | None:
        """The deepest review of the deal by a judge of this ``version``; None: there is none yet."""
        with reading(self.path) as cursor:
            return judging.review_of(cursor, match, deal, version)

    def mistakes_of(self, player: str) -> list[JudgedPlay]:
        """The judged plays of the player of this shown name that have a class, by match, deal and ply."""
        with reading(self.path) as cursor:
            return training.mistakes_of(cursor, player)

    def decisions_counted(self, version: int) -> "pl.DataFrame":
        """A row a decision of everybody that a judge of this ``version`` or later has marked, by match, deal and ply.

        Columns: ``deal_id``, ``player`` (as shown), ``loss``, ``table_total``, the six masks of ``reviews``, ``place``
        (seats after the dealer, who has 0), ``seats``, ``phase`` (which third of the deal, from 0) and ``standing``
        (-1 behind, 0 level, 1 ahead of the best other side before the deal; NULL: not said).
        """
        return self._frame(profiling.DECISIONS, version=version)

    def deals_counted(self, player: str, version: int) -> "pl.DataFrame":
        """A row a judged deal and seat of the player of this shown name, by date.

        Columns: ``match``, ``deal``, ``date``, ``lost`` and ``decisions`` of the seat, ``side``, its ``luck`` and
        ``luck_error``, and its ``result`` (own points less the best other side's; the sign is changed where the lowest
        total wins, so that more is better).
        """
        return self._frame(profiling.DEALS, version=version, player=player)

    def costliest_of(self, player: str, version: int, limit: int) -> "pl.DataFrame":
        """The plays with a class of the player that cost most, at most ``limit``: columns of the view ``verdicts``."""
        return self._frame(profiling.COSTLIEST, version=version, player=player, limit=limit)

    def examples_of(self, player: str, version: int, place: int, limit: int, *, principles: bool) -> "pl.DataFrame":
        """The player's plays that show the habit at this ``place`` (or break the principle), those with a class first.

        At most ``limit``, the most costly first, and only those that cost something: columns of the view ``verdicts``.
        """
        return self._frame(
            profiling.EXAMPLES, version=version, player=player, place=place, limit=limit, principles=principles
        )

    def losses_by_class(self, player: str, version: int) -> "pl.DataFrame":
        """A row a class that the player's judged plays have, NULL first: ``class``, ``plays`` and ``lost`` (points)."""
        return self._frame(profiling.BY_CLASS, version=version, player=player)

    def profile_state(self) -> str:
        """A text that differs as soon as reviews, deals or names do: what was counted before may be kept till then."""
        with reading(self.path) as cursor:
            found = cursor.execute(profiling.STATE).fetchone()
        return str(found[0]) if found else ""

    def seats_of(self, player: str) -> list[SeatInDeal]:
        """Where the player of this shown name sat in the finished deals, those loaded last first."""
        with reading(self.path) as cursor:
            return training.seats_of(cursor, player)

    def drill_states(self, learner: str) -> list[DrillRow]:
        """The drills that the learner has answered, those due first before others."""
        with reading(self.path) as cursor:
            return training.states_of(cursor, learner)

    def keep_answer(self, state: DrillRow, answer: DrillAnswerRow) -> bool:
        """Store an answer to a drill and the drill's state after it.

        False, and nothing is stored, if ``state.answers`` is not one more than what is stored: it was answered
        meanwhile.
        """
        with writing(self.path) as cursor:
            return training.keep_answer(cursor, state, answer)

    def undo_answer(self, learner: str, drills: Sequence[str]) -> str | None:
        """Take back the learner's last answer to any of ``drills``: the key of that drill; None: there is none."""
        with writing(self.path) as cursor:
            return training.undo_answer(cursor, learner, drills)

    def plays_of(self, match: str) -> "pl.DataFrame":
        """A row a play of the match, in order: the view ``plays_text``."""
        return self._frame(queries.PLAYS_OF, match=match)

    def flags_of(self, match: str) -> "pl.DataFrame":
        """A row a flag of the match, by deal and ply: the table ``flags`` with the player's name as shown."""
        return self._frame(queries.FLAGS_OF, match=match)

    def flag_counts(self) -> "pl.DataFrame":
        """A row a player and code that occurs, most flags first: ``player``, ``code``, ``flags``, ``deals``.

        ``deals`` counts all deals of the player, with and without flags.
        """
        return self._frame(queries.FLAG_COUNTS)

    def remarks_of(self, match: str) -> "pl.DataFrame":
        """A row a remark on the match's deals, by deal and ply: the table ``remarks``."""
        return self._frame(queries.REMARKS_OF, match=match)

    def players(self) -> "pl.DataFrame":
        """A row a player: ``player`` (as shown), ``written`` (the names in the records), ``deals``."""
        return self._frame(queries.PLAYERS)

    def delete_match(self, match: str) -> list[str]:
        """Delete the match with all that hangs on it; its lines, which load again as they are."""
        with writing(self.path) as cursor:
            lines = cursor.execute(
                "SELECT line FROM deals WHERE match = $match ORDER BY deal", {"match": match}
            ).fetchall()
            for statement in queries.DELETE_MATCH:
                cursor.execute(statement, {"match": match})
        return [line for (line,) in lines]

    def rename_player(self, old: str, new: str) -> list[str]:
        """Show every player who is shown as ``old`` as ``new``; the names in the records that this concerns.

        Where ``new`` is there already the two are one from now on. The lines stay as they are.

        :raises LibraryError: ``library.name`` for an empty name, and as all methods.
        """
        new = new.strip()
        if not new:
            raise LibraryError("library.name", found=new)
        with writing(self.path) as cursor:
            aliases = [alias for (alias,) in cursor.execute(queries.ALIASES_OF, {"old": old}).fetchall()]
            if aliases:
                cursor.execute(queries.FORGET_ALIASES, {"aliases": aliases})
                cursor.execute(queries.NAME_ALIASES, {"aliases": aliases, "new": new})
                if old != new:
                    training.rename(cursor, old, new)
        return aliases

    def separate_player(self, alias: str) -> None:
        """Show the name ``alias`` of the records as itself again: undoes `rename_player`."""
        with writing(self.path) as cursor:
            cursor.execute(queries.FORGET_ALIASES, {"aliases": [alias]})

    def _frame(self, query: str, **bound: Any) -> "pl.DataFrame":
        with reading(self.path) as cursor:
            frame: pl.DataFrame = cursor.sql(query, params=bound or None).pl()
        return frame
