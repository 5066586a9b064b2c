import polars as pl
import pytest

from ui.charts import Dot, Step, dots, flags_by_deal, flags_by_player, luck_and_skill, trend
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


ROWS = [
    Dot("Anna", 0.2, 0.1, 0.3, "0,2", "alarm", pulled=0.18, others=0.05, thick=True),
    Dot("<b>Bruno</b>", 0.1, 0.05, 0.15, "0,1", "plain", pulled=0.09, others=0.12),
    Dot("Carla", 0.4, -3.0, 3.8, "0,4", "quiet", pulled=0.11, others=0.07),
]


@pytest.mark.parametrize("dark", [False, True])
def test_dots_stand_at_their_values_under_their_names(dark: bool) -> None:
    """Each row has its mark and interval at its place, its name as text above it, and nothing of it is read as code."""
    figure = dots(ROWS, words("it"), "punti", dark=dark)
    marks = {
        (place, kind): (x, low, high)
        for kind, trace in zip(("plain", "alarm", "quiet"), figure.data, strict=False)
        for x, place, low, high in zip(trace.x, trace.y, trace.error_x.arrayminus, trace.error_x.array, strict=True)
    }
    assert marks == {
        (number, row.kind): (row.mean, pytest.approx(row.mean - row.low), pytest.approx(row.high - row.mean))
        for number, row in enumerate(ROWS)
    }
    told = {note.y: note.text for note in figure.layout.annotations}
    assert told == {0: "<b>Anna</b> · 0,2", 1: "&lt;b&gt;Bruno&lt;/b&gt; · 0,1", 2: "Carla · 0,4"}


def test_what_rests_on_too_little_is_grey_and_hollow_and_has_no_corrected_value() -> None:
    """A row under the minimum has neither the colour of a leak nor its mark, and does not stretch the axis."""
    figure = dots(ROWS, words("it"), "punti", dark=False)
    plain, alarm, quiet, pulled, others = figure.data
    assert len({plain.marker.symbol, alarm.marker.symbol, quiet.marker.symbol}) == 3
    assert quiet.marker.color not in (plain.marker.color, alarm.marker.color)
    assert list(quiet.y) == [2]
    assert list(pulled.y) == list(others.y) == [0, 1]
    low, high = figure.layout.xaxis.range
    assert -0.1 < low <= 0 and 0.4 <= high < 0.5


STEPS = [Step("1 gen", 2.0, 0.3, 0.2, 0.4), Step("8 gen", 6.0, 0.2, 0.1, 0.3), Step("15 gen", 9.0, 0.1, 0.0, 0.2)]


def test_a_trend_has_a_line_only_if_it_is_sure() -> None:
    """The steps stand at their deals with their intervals; a line is drawn from its first value to its last."""
    unsure = trend(STEPS, 0.2, None, words("it"), dark=False)
    sure = trend(STEPS, 0.2, (0.3, 0.1), words("it"), dark=False)
    assert list(unsure.data[0].x) == [2.0, 6.0, 9.0] and list(unsure.data[0].y) == [0.3, 0.2, 0.1]
    assert list(unsure.data[0].error_y.array) == pytest.approx([0.1] * 3)
    assert words("it")("profile.trend.line") not in [trace.name for trace in unsure.data]
    (line,) = [trace for trace in sure.data if trace.name == words("it")("profile.trend.line")]
    assert (list(line.x), list(line.y)) == ([2.0, 9.0], [0.3, 0.1])


def test_luck_and_skill_are_summed_up_and_differ_without_colours() -> None:
    """Each line is the running sum of its values; no two have the same dash or mark."""
    values = {"result": [1.0, -2.0, 3.0], "luck": [0.5, 0.5, -1.0], "without": [0.5, -2.5, 4.0], "lost": [-1.0] * 3}
    figure = luck_and_skill(values, ["a", "b", "c"], words("it"), dark=True)
    sums = [list(trace.y) for trace in figure.data]
    assert sums == [[1.0, -1.0, 2.0], [0.5, 1.0, 0.0], [0.5, -2.0, 2.0], [-1.0, -2.0, -3.0]]
    assert len({(trace.line.dash, trace.marker.symbol) for trace in figure.data}) == 4
    assert len({trace.line.dash for trace in figure.data}) == 4


@pytest.mark.parametrize(("language", "separators"), [("it", ",."), ("en", ".,")])
def test_numbers_on_the_axes_are_written_as_the_language_does(language: str, separators: str) -> None:
    """An Italian axis has commas."""
    assert dots(ROWS, words(language), "", dark=False).layout.separators == separators
    assert trend(STEPS, 0.2, None, words(language), dark=False).layout.separators == separators
