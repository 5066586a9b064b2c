import polars as pl
import pytest

from ui.charts import flags_by_deal, flags_by_player
from ui.words import words

FLAGS = pl.DataFrame(
    {
        "player": ["Anna", "Anna", "Bruno", "Anna"],
        "code": ["scopa_offered", "bad_spariglio", "scopa_offered", "scopa_offered"],
        "deal": [1, 1, 3, 3],
    }
)


@pytest.mark.parametrize("dark", [False, True])
def test_flags_by_player_counts_each_kind_of_each_player(dark: bool) -> None:
    """A bar's parts are the counts of one kind by player; who has none is there with none."""
    figure = flags_by_player(FLAGS, ["Anna", "Bruno", "Carla"], words("it"), dark=dark)
    counts = {trace.name: dict(zip(trace.y, trace.x, strict=True)) for trace in figure.data}
    assert counts == {
        "▲ Scopa offerta": {"Anna": 2, "Bruno": 1, "Carla": 0},
        "■ Spariglio sbagliato": {"Anna": 1, "Bruno": 0, "Carla": 0},
    }


def test_flags_by_deal_shows_the_deals_between_as_well() -> None:
    """A deal without flags has its place on the axis."""
    figure = flags_by_deal(FLAGS, ["Anna", "Bruno"], words("en"), dark=False)
    counts = {trace.name: dict(zip(trace.x, trace.y, strict=True)) for trace in figure.data}
    assert counts == {"Anna": {"1": 2, "2": 0, "3": 1}, "Bruno": {"1": 0, "2": 0, "3": 1}}


def test_no_two_parts_differ_by_colour_alone() -> None:
    """The parts of a bar have patterns of their own, for who sees no colours."""
    for figure in (
        flags_by_player(FLAGS, ["Anna", "Bruno"], words("it"), dark=False),
        flags_by_deal(FLAGS, ["Anna", "Bruno"], words("it"), dark=True),
    ):
        patterns = [trace.marker.pattern.shape for trace in figure.data]
        assert len(set(patterns)) == len(patterns)
