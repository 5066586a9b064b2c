"""Writes a whole match of every preset, played by the reference players, beside this script.

Run it where the project is installed: ``.venv/bin/python sample_games/make.py``. The same seeds give the same bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analysis.games import play_match
from engine.rules import preset
from records.notation import write_line
from records.recording import record_of

FOLDER = Path(__file__).parent

PAIR = ("Greedy", "Random")
THREE = ("Greedy", "Random", "Greedy")
PAIRS = ("Greedy", "Random", "Greedy", "Random")


@dataclass(frozen=True, slots=True)
class Match:
    """A match to be played."""

    players: tuple[str, ...]
    """The reference players by seat."""
    seed: int
    """Chosen so that the match is of a few deals and shows what is special to its rules (README.md)."""


MATCHES = {
    "scopa": Match(PAIR, 9),
    "scopone-scientifico": Match(PAIRS, 4),
    "scopone": Match(PAIRS, 3),
    "scopone-stars": Match(PAIRS, 7),
    "scopone-in-due": Match(PAIR, 8),
    "scopa-wikipedia": Match(THREE, 1),
    "scopone-scientifico-wikipedia": Match(PAIRS, 19),
    "scopone-wikipedia": Match(PAIRS, 28),
    "napoli": Match(PAIR, 55),
    "belora": Match(THREE, 40),
    "scopa-d-assi": Match(THREE, 2),
    "scopa-d-assi-opzionale": Match(PAIR, 6),
    "sbarazzino": Match(PAIRS, 24),
    "scopa-a-15": Match(PAIR, 5),
    "ciapa-no": Match(THREE, 11),
    "cirulla": Match(PAIR, 37),
    "scopa-luciano": Match(PAIRS, 6),
    "scopa-bga": Match(PAIRS, 3),
    "scopa-bresciana": Match(PAIR, 5),
}
"""By preset, its match."""


def lines(name: str, match: Match) -> Iterator[str]:
    """The lines of a match under the preset ``name``, a deal each."""
    players = tuple(player.lower() for player in match.players)
    for game, score in play_match(preset(name), players, match.seed):
        record = record_of(
            game.deal,
            game.plays,
            game.declarations,
            name=(f"sample-{name}", game.number + 1),
            rules_written=name,
            players=match.players,
            score=score,
            source=f"Settebello: a match of the reference players Greedy and Random, seed {match.seed}",
        )
        yield f"{write_line(record)}\n"


def made() -> dict[str, str]:
    """By file name, what the script writes."""
    return {f"{name}.jsonl": "".join(lines(name, match)) for name, match in MATCHES.items()}


if __name__ == "__main__":
    for file_name, text in made().items():
        (FOLDER / file_name).write_text(text, encoding="utf-8", newline="\n")
