"""What a player's rates are pulled towards and stand beside: the players of the library and the reference players."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from analysis.cells import Name
from analysis.pipeline.references import Reference
from analysis.statistics.rates import Bits, Decisions, Numbers, Places, Rate, rates_of
from analysis.statistics.shrinkage import Group, group_of, shrunken
from analysis.thresholds import GROUP_PLAYERS, LEAK_DECISIONS


@dataclass(frozen=True, slots=True)
class Groups:
    """What is known of the players of the library, by player and cell."""

    opportunities: Numbers
    """Players × cells."""
    means: Numbers
    """Players × cells: points lost an opportunity."""
    spread: Numbers
    """By cell, the standard deviation of one opportunity's part in a mean, over all players; 0: nothing tells it."""
    others: Bits
    """By player, whether it is another one."""

    @staticmethod
    def of(decisions: Decisions, players: Places, mine: Bits) -> "Groups":
        """What the decisions say; ``players``: by decision, a number; ``mine``: whether it is the player's own."""
        size = int(players.max()) + 1
        opportunities, lost, spread = [], [], []
        for place, rate in enumerate(rates_of(decisions)):
            counted, could = decisions.shown[:, place], decisions.applies[:, place]
            opportunities.append(np.bincount(players[could], minlength=size))
            lost.append(np.bincount(players[counted], decisions.lost[counted], minlength=size))
            spread.append(rate.error * rate.decisions**0.5 if rate.deals > 1 else 0.0)
        often = np.array(opportunities, dtype=float).T
        means = np.array(lost).T / np.maximum(often, 1.0)
        others = np.ones(size, dtype=bool)
        others[players[mine]] = False
        return Groups(often, means, np.array(spread), others)

    def error(self, cell: int, rate: Rate) -> float:
        """The standard error of a player's rate by what decisions of all players differ: 0 events prove nothing."""
        return float(self.spread[cell] / max(rate.decisions, 1) ** 0.5)

    def group(self, cell: int, own: Rate, references: Mapping[str, Rate]) -> tuple[Group | None, str | None]:
        """How the cell's rate is spread over players, and of whom that was told besides the player.

        The player belongs to the group: among others who are all alike, one who surely differs would be pulled to them
        in spite of all evidence.
        """
        counts = self.opportunities[:, cell]
        known = counts >= LEAK_DECISIONS
        if (known & self.others).sum() >= GROUP_PLAYERS and self.spread[cell] > 0:
            return group_of(self.means[known, cell], self.spread[cell] / np.sqrt(counts[known])), "players"
        told = [rate for name, rate in references.items() if name not in NO_MODEL and rate.error > 0]
        error = self.error(cell, own)
        if not told or error == 0:
            return None, None
        found = group_of(
            np.array([own.mean, *(each.mean for each in told)]), np.array([error, *(each.error for each in told)])
        )
        return found, None if found is None else "references"


NO_MODEL = ("random",)
"""Reference players that nobody plays like: no part of a group."""


def pulled(rate: Rate, error: float, group: Group | None) -> Rate | None:
    """The ``rate``, of which this is the ``error``, pulled towards the group; None: there is none."""
    if group is None:
        return None
    mean, left = shrunken(rate.mean, error, group)
    return Rate(rate.decisions, rate.deals, mean, left)


def mixed_rates(references: Mapping[str, Reference], name: Name, tables: Places) -> dict[str, Rate]:
    """By reference player, its rate in the cell, mixed by how many of the ``tables`` (0 or 1) are of each kind."""
    found = {}
    shares = np.bincount(tables, minlength=2) / len(tables)
    for player, reference in references.items():
        key = (name.kind, name.code)
        parts = [(float(share), rates.get(key)) for share, rates in zip(shares, reference, strict=True) if share]
        known = [(share, rate) for share, rate in parts if rate is not None]
        if len(known) < len(parts):
            continue
        found[player] = Rate(
            sum(rate.decisions for _, rate in known),
            sum(rate.deals for _, rate in known),
            sum(share * rate.mean for share, rate in known),
            float(np.sqrt(sum((share * rate.error) ** 2 for share, rate in known))),
        )
    return found
