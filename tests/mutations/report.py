"""What became of every change, what is wrong with that, and the page about it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields

from engine.errors import RulesError
from engine.rules import Rules, presets
from tests.conftest import PROJECT
from tests.mutations.checks import LOOKS, noticed_by
from tests.mutations.values import EQUIVALENT, Mutant, mutants

PAGE = PROJECT / "docs" / "mutations.md"

INTRODUCTION = """# Changed options

Made by `python -m tests.mutations`. Every option of every preset is given every other value (of options without an
end of values, those of the presets and their neighbours), and three kinds of checks look at the result, each by
itself: the worked cases of the preset, its worked deals, and random deals, tables, piles and matches on which the naive
reference keeps the true rules. A change that none of them notices is listed below with a reason.
"""

REFUSED = """## Refused changes

These values are an error ([rules](rules.md#options-that-cannot-go-together)). So `deck` cannot be changed alone: the
presets of 40 cards have a primiera, which 52 cards have not, and the one of 52 pays the ten of coins `TD`, which is not
among 40.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant."""

    mutant: Mutant
    refused: str | None
    """Why its options cannot go together; None: it plays."""
    looks: tuple[str, ...]
    """The kinds of checks that notice it."""


def outcome_of(mutant: Mutant) -> Outcome:
    """Whether the mutant plays, and what notices it."""
    try:
        rules = mutant.rules
    except RulesError as error:
        return Outcome(mutant, str(error.params.get("reason", error.code)), ())
    return Outcome(mutant, None, noticed_by(mutant.preset, rules))


def faults(outcomes: Iterable[Outcome]) -> list[str]:
    """What is wrong: presets that fail as they are, unlisted survivors, listed ones that are noticed, idle reasons."""
    found = [f"{name} fails unchanged" for name, rules in presets().items() if noticed_by(name, rules)]
    idle = set(EQUIVALENT)
    for outcome in outcomes:
        mutant = outcome.mutant
        listed = [each for each in EQUIVALENT if each.covers(mutant)]
        survives = outcome.refused is None and not outcome.looks
        title = f"{mutant.preset} with {mutant.option} {mutant.value}"
        if survives:
            idle -= set(listed)
        if survives and not listed:
            found.append(f"{title} goes unnoticed")
        elif listed and outcome.looks:
            found.append(f"{title} is listed as changing nothing and is noticed by {', '.join(outcome.looks)}")
    return found + [f"no change of {each.option} has the reason: {each.reason}" for each in EQUIVALENT if each in idle]


def page_of(outcomes: list[Outcome]) -> str:
    """The page of the documentation: what was tried, what noticed it, what may go unnoticed, what was refused."""
    lines = [
        INTRODUCTION,
        f"| option | changes | refused | played | {' | '.join(LOOKS)} | nobody |",
        f"| --- | {'--- | ' * (len(LOOKS) + 4)}".rstrip(),
    ]
    names = [field.name for field in fields(Rules)]
    lines += [_row(f"`{name}`", [each for each in outcomes if each.mutant.option == name]) for name in names]
    lines += [_row("all", outcomes), ""]
    lines += [
        "## Changes that change nothing",
        "",
        "| option | presets | changes | reason |",
        "| --- | --- | --- | --- |",
    ]
    for each in EQUIVALENT:
        covered = [other for other in outcomes if each.covers(other.mutant) and other.refused is None]
        shown = ", ".join(f"`{name}`" for name in each.presets)
        lines.append(f"| `{each.option}` | {shown} | {len(covered)} | {each.reason} |")
    lines += [
        "",
        REFUSED,
        "| option | reason | changes |",
        "| --- | --- | --- |",
    ]
    refused = Counter((each.mutant.option, each.refused) for each in outcomes if each.refused)
    lines += [
        f"| `{option}` | {REFUSALS[reason]} | {refused[option, reason]} |"
        for option in names
        for reason in REFUSALS
        if (option, reason) in refused
    ]
    return "\n".join(lines) + "\n"


REFUSALS = {
    "rules.value": "a card that the deck does not have",
    "primiera_52": "a primiera with 52 cards",
    "matta_52": "a matta with 52 cards",
    "deal": "the cards cannot be dealt evenly",
    "redeal_if_no_table": "a table is thrown in, and none is dealt",
    "no_capture": "no captures at all",
    "matta_unused": "a matta without knocks and table bonus",
    "run_cap": "a run longer than its suit",
}
"""Why options are refused, by the code of the error."""


def _row(title: str, outcomes: list[Outcome]) -> str:
    refused = sum(each.refused is not None for each in outcomes)
    played = [each for each in outcomes if each.refused is None]
    noticed = [sum(look in each.looks for each in played) for look in LOOKS]
    numbers = [len(outcomes), refused, len(played), *noticed, sum(not each.looks for each in played)]
    return f"| {title} | {' | '.join(map(str, numbers))} |"


def all_outcomes() -> list[Outcome]:
    """What became of every mutant."""
    return [outcome_of(mutant) for mutant in mutants()]
