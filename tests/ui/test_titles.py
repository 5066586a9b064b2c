import pytest

from ui.titles import date_text, match_title, plain, score_text, side_names
from ui.words import words


def test_pairs_have_both_names_and_one_where_they_are_alike() -> None:
    """Seats 0 and 2 play together, and two of one name are named once."""
    assert side_names(["Anna", "Bruno", "Carla", "Dino"], words("it")) == ["Anna e Carla", "Bruno e Dino"]
    assert match_title(["Greedy", "Random", "Greedy", "Random"], words("en")) == "Greedy – Random"
    assert side_names(["Anna", "Bruno", "Carla"], words("it")) == ["Anna", "Bruno", "Carla"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [("2008-12-29", "29 dic 2008"), ("2008-12-29T21:30:00", "29 dic 2008"), ("ieri", "ieri"), (None, None)],
)
def test_a_date_is_written_as_the_language_does(written: str | None, shown: str | None) -> None:
    """A moment gives its day; what is no date stays as it stands."""
    assert date_text(words("it"), written) == shown


def test_half_points_keep_their_half() -> None:
    """Whole points have no decimals, halves have one, as the language writes it."""
    assert score_text(words("it"), [3.0, 2.5]) == "3–2,5"


def test_a_name_is_never_read_as_markdown() -> None:
    """Every sign that Markdown or Streamlit would read is escaped."""
    assert plain("*a* [b](c) :d: $e$ <f>") == r"\*a\* \[b\]\(c\) &#58;d&#58; \$e\$ \<f\>"
