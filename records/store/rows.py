"""What goes into the library and what it answers: plain rows of numbers and text, with no game in them."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class DealKey(NamedTuple):
    """What names a deal in the library."""

    match: str
    deal: int
    """1, 2, 3 … within the match."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """The facts of one deal as the library keeps them; ``docs/tables.md`` says what each column means."""

    identity: str
    """The digest of the facts that make it this deal (``docs/notation.md``, "Identity")."""
    match: str
    deal: int
    rules: str
    """The record's ``rules`` as written, as JSON text."""
    rules_key: str
    """All resolved options as canonical JSON: equal rules have equal text."""
    preset: str
    players: tuple[str, ...]
    dealer: int
    sides: int
    table_cards: tuple[int, ...]
    finished: bool
    line: str
    """The whole canonical JSON line."""
    score: tuple[float, ...] | None = None
    """Each side's match points before the deal; None: not said."""
    points: tuple[float, ...] | None = None
    """Each side's points of the deal as our replay computes them; None: not finished."""
    claimed: tuple[float, ...] | None = None
    """Each side's points of the deal as the record claims them; None: not said."""
    date: str | None = None
    site: str | None = None
    event: str | None = None
    round: str | None = None
    source: str | None = None
    file: str | None = None
    line_number: int | None = None

    @property
    def key(self) -> DealKey:
        """The match and the number of the deal."""
        return DealKey(self.match, self.deal)


@dataclass(frozen=True, slots=True)
class PlayColumns:
    """The plays of one deal, a tuple a column, all of one length; the place in it is the ply."""

    seat: tuple[int, ...] = ()
    card: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    """Masks of the cards taken."""
    scopa: tuple[bool, ...] = ()
    table_before: tuple[int, ...] = ()
    """Masks of the cards that lay face up."""
    legal: tuple[int | None, ...] = ()
    """How many plays the seat could choose from; None: its hand is not known."""


@dataclass(frozen=True, slots=True)
class FlagRow:
    """A play that breaks a principle."""

    ply: int
    seat: int
    code: str
    better: str | None
    """The better play's text; None: there is none to name."""
    facts: str
    """What the reason needs, as JSON text."""
    version: str
    """The version of the judgement that raised it."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """A fault or a remark: a code with the place and the fields that its sentence needs."""

    code: str
    found: str
    expected: str
    file: str | None = None
    line_number: int | None = None
    """1-based."""
    ply: int | None = None
    """0-based."""
    repair: str | None = None
    params: str = "{}"
    """What else the sentence needs, as JSON text."""


@dataclass(frozen=True, slots=True)
class SetAsideRow:
    """A line that did not load, whole, with what is wrong in it."""

    text: str
    findings: tuple[FindingRow, ...]


@dataclass(frozen=True, slots=True)
class DealRows:
    """One deal with everything that is stored of it."""

    deal: DealRow
    plays: PlayColumns = PlayColumns()
    flags: tuple[FlagRow, ...] = ()
    remarks: tuple[FindingRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """What the judge says of one decision; ``docs/tables.md`` says what each column means."""

    ply: int
    seat: int
    played: str
    best: str
    grade: str | None
    """The column ``class``."""
    kind: str | None
    loss: float
    loss_error: float
    loss_split: tuple[float, ...]
    worlds: int
    exact: bool
    candidates: str
    """JSON text."""
    chosen: int
    best_place: int
    hindsight: str | None
    """JSON text."""
    line: tuple[str, ...]
    table_total: int | None = None
    """None, as the masks after it: a play outside the library, of which nothing is counted."""
    principles_apply: int | None = None
    principles_broken: int | None = None
    habits_apply: int | None = None
    habits_shown: int | None = None
    principles_against: int | None = None
    habits_done: int | None = None


@dataclass(frozen=True, slots=True)
class JudgedDealRow:
    """A deal that the judge has been through; ``docs/tables.md`` says what each column means."""

    level: str
    seed: int
    version: int
    luck: tuple[float, ...] | None
    luck_error: tuple[float, ...] | None
    later_luck: tuple[float, ...] | None
    later_luck_error: tuple[float, ...] | None
    decisions: tuple[int, ...]
    lost: tuple[float, ...]
    lost_error: tuple[float, ...]
    small: tuple[float, ...]
    worst_ply: int | None
    worst_seat: int | None
    worst_loss: float | None
    worst_class: str | None


@dataclass(frozen=True, slots=True)
class DealReview:
    """The judge's review of one deal at one level."""

    deal: JudgedDealRow
    decisions: tuple[ReviewRow, ...]
    """By ply."""


class Unjudged(NamedTuple):
    """A deal that waits for the judge."""

    deal_id: int
    match: str
    deal: int
    line: str
    """Its canonical line."""


class JudgedPlay(NamedTuple):
    """A play that the judge gave a class, with the deal that it belongs to."""

    line: str
    """The deal's canonical line."""
    level: str
    version: int
    review: ReviewRow


class SeatInDeal(NamedTuple):
    """Where a player sat in a deal."""

    match: str
    deal: int
    seat: int
    """The first of the player's seats."""


@dataclass(frozen=True, slots=True)
class DrillRow:
    """How far a learner is with a drill; ``docs/tables.md`` says what each column means."""

    learner: str
    drill: str
    card: str
    """JSON text."""
    due: datetime
    answers: int
    first_at: datetime


@dataclass(frozen=True, slots=True)
class DrillAnswerRow:
    """One answer of a learner to a drill."""

    answered_at: datetime
    play: str
    loss: float | None
    grade: str | None
    """The column ``class``."""
    rating: int


@dataclass(frozen=True, slots=True)
class Merged:
    """A deal that was there already, whose other keys differ from those that came now."""

    key: DealKey
    added: tuple[str, ...]
    """Keys that the stored line lacked and has now."""
    kept: tuple[str, ...]
    """Keys whose stored value stays, though another came."""
    file: str | None = None
    """Where the deal came from this time."""
    line_number: int | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """A deal that was not stored, since its name belongs to another one."""

    key: DealKey
    finding: FindingRow
    """What was set aside: ``record.conflict``, with what was found and what is stored."""


@dataclass(frozen=True, slots=True)
class AddResult:
    """What became of the deals that were given, each in the order given and in one list only."""

    loaded: tuple[DealKey, ...] = ()
    known: tuple[DealKey, ...] = ()
    """There already, and nothing differs."""
    merged: tuple[Merged, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAsideResult:
    """How many of the lines given were set aside now, and how many had been before."""

    added: int = 0
    known: int = 0
