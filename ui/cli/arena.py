"""``settebello arena``: reference players against each other on the same deals, seats swapped."""

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from analysis.arena import ArenaResult, Counts, arena
from analysis.games import Game, player
from engine.rules import Rules, rules_of_record
from records.notation import write_line
from records.record import DealRecord, rules_key
from records.recording import record_of
from ui.cli.errors import CommandError
from ui.cli.output import console, print_json, progress
from ui.rule_names import rules_name
from ui.words import Words

NINETY_FIVE = 1.96
"""Standard errors to each side of a mean that make an interval of 95 %."""

DECIMALS = 3
"""Of the points a deal and their margin."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What the arena was asked for."""

    first: str
    """A reference player."""
    second: str
    """The other one."""
    deals: int
    """Deals; each is played twice, with the seats swapped."""
    seed: int
    """The same seed gives the same deals and plays."""
    rules: str
    """A preset's name, or an object of rules as JSON."""
    players: int | None
    """How many sit at the table; None: the most that the rules allow."""


def hold(w: Words, contest: Contest, record: Path | None, *, as_json: bool) -> int:
    """The exit code 0, once the contest was played and its result printed; ``record`` gets every deal.

    :raises PlayerError: an unknown player.
    :raises RulesError: rules that so many cannot play.
    """
    written = _written_rules(contest.rules)
    rules = rules_of_record(written)
    players = max(rules.players) if contest.players is None else contest.players
    for name in (contest.first, contest.second):
        player(name)
    with (
        _recorder(record, contest, written, rules, players) as recorder,
        progress(w("command.arena.progress"), contest.deals) as bar,
    ):
        result = arena(
            rules,
            players,
            contest.first,
            contest.second,
            contest.deals,
            contest.seed,
            progress=lambda played: bar.advance(bar.task_ids[0], played),
            record=recorder,
        )
    if as_json:
        print_json(result_object(result, written, players))
    else:
        _print_result(w, result, written, players, record)
    return 0


def _written_rules(text: str) -> str | dict[str, Any]:
    """The rules as a record would write them.

    :raises CommandError: ``command.rules``: neither a name nor JSON.
    """
    if not text.lstrip().startswith("{"):
        return text
    try:
        written: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError as error:
        raise CommandError("command.rules", found=text) from error
    return written


def result_object(result: ArenaResult, written: str | dict[str, Any], players: int) -> dict[str, Any]:
    """The result as a program reads it; counts of deals and points are those of ``first``."""
    return {
        "first": result.first,
        "second": result.second,
        "rules": written,
        "players": players,
        "deals": result.deals,
        "seed": result.seed,
        **_counts_object(result.total),
        "as_dealer_side": _counts_object(result.as_dealer_side),
        "as_hand_side": _counts_object(result.as_hand_side),
        "seconds_per_decision": result.seconds_per_decision,
    }


def _counts_object(counts: Counts) -> dict[str, Any]:
    found = asdict(counts)
    return found | {"mean_se": None if math.isnan(counts.mean_se) else counts.mean_se}


def _print_result(
    w: Words, result: ArenaResult, written: str | dict[str, Any], players: int, record: Path | None
) -> None:
    out = console()
    first, second = _name(result.first), _name(result.second)
    out.print(Text(w("command.arena.title", first=first, second=second), style="bold"))
    deals = w("command.arena.played", n=result.deals)
    seed = w("command.arena.seed_shown", seed=result.seed)
    out.print(f"{rules_name(w, written)} · {w('command.arena.seats', n=players)} · {deals} · {seed}")
    table = Table(box=None, pad_edge=False)
    for column in ("", *(f"command.arena.{name}" for name in ("wins", "ties", "losses", "points"))):
        table.add_column(w(column, first=first) if column else "", justify="right" if column else "left")
    for row, counts in (
        ("command.arena.as_dealer", result.as_dealer_side),
        ("command.arena.as_hand", result.as_hand_side),
        ("command.arena.total", result.total),
    ):
        played = counts.wins + counts.ties + counts.losses
        table.add_row(
            w(row, first=first),
            *(f"{count} ({w.percent(count / played)})" for count in (counts.wins, counts.ties, counts.losses)),
            _signed(w, counts.mean) + _margin(w, counts),
        )
    out.print(table)
    out.print(w("command.arena.points_meaning"))
    out.print(w("command.arena.speed", speed=w.number(1 / result.seconds_per_decision, 0)))
    if record is not None:
        out.print(w("command.arena.recorded", n=2 * result.deals, file=record))


def _signed(w: Words, value: float) -> str:
    return ("−" if value < 0 else "+") + w.number(abs(value), DECIMALS, DECIMALS)


def _margin(w: Words, counts: Counts) -> str:
    return "" if math.isnan(counts.mean_se) else f" ± {w.number(NINETY_FIVE * counts.mean_se, DECIMALS, DECIMALS)}"


def _name(player: str) -> str:
    return player.capitalize()


@contextmanager
def _recorder(
    path: Path | None, contest: Contest, written: str | dict[str, Any], rules: Rules, players: int
) -> Iterator[Callable[[Game], None] | None]:
    """What writes each game as a line of the file at ``path`` while the block runs; None where none is wanted."""
    if path is None:
        yield None
        return
    with path.open("w", encoding="utf-8", newline="\n") as file:
        seatings = 0

        def write(game: Game) -> None:
            nonlocal seatings
            file.write(write_line(game_record(game, contest, written, rules, players, seatings % 2)) + "\n")
            seatings += 1

        yield write


def game_record(
    game: Game, contest: Contest, written: str | dict[str, Any], rules: Rules, players: int, seating: int
) -> DealRecord:
    """The record of one ``game``: ``seating`` 0 has the first player on the dealer's side, 1 on the hand's."""
    first, second = _name(contest.first), _name(contest.second)
    rules_name_in_match = written if isinstance(written, str) else f"{written['preset']}-{_digest(rules)}"
    number = game.number + 1
    match = (
        f"arena-{rules_name_in_match}-{players}-{contest.first}-{contest.second}-{contest.seed}-{number}{'ab'[seating]}"
    )
    return record_of(
        game.deal,
        game.plays,
        game.declarations,
        name=(match, 1),
        rules_written=written,
        players=tuple(map(_name, game.names)),
        score=(Fraction(0),) * rules.sides(players),
        source=f"Settebello arena: reference players {first} and {second}, seed {contest.seed}, deal {number}",
    )


def _digest(rules: Rules) -> str:
    """A short text that differs where the options do."""
    return blake2b(rules_key(rules).encode(), digest_size=3).hexdigest()
