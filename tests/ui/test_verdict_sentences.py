import pytest

from analysis.judgement import Candidate, Hindsight, Judgement, Points, Verdict
from engine.plays import Play
from ui.verdict_sentences import hindsight_sentence, loss_sentence
from ui.words import words


def verdict(hindsight: Hindsight | None) -> Verdict:
    """A verdict on the first of two equal plays."""
    nothing = Points(0.0, 0.0)
    candidates = tuple(Candidate(Play(card, 0), nothing, (), nothing, (), 6, None) for card in (0, 1))
    return Verdict(3, 1, 0, Judgement(candidates, 0, 6, exact=True), None, None, hindsight, ())


@pytest.mark.parametrize(
    ("loss", "italian", "english"),
    [
        (0.0, "Non costa niente.", "It costs nothing."),
        (0.5, "Costa esattamente 0,5 punti.", "It costs exactly 0.5 points."),
        (1.0, "Costa esattamente 1 punto.", "It costs exactly 1 point."),
        (2.0, "Costa esattamente 2 punti.", "It costs exactly 2 points."),
    ],
)
def test_an_exact_loss(loss: float, italian: str, english: str) -> None:
    """A loss without an error has no interval, and one point is one."""
    points = Points(loss, 0.0)
    assert loss_sentence(words("it"), points) == italian
    assert loss_sentence(words("en"), points) == english


def test_hindsight_says_how_it_knows() -> None:
    """Solved or played out is told, and so is the better play; where the hands are not told, nothing is."""
    solved = verdict(Hindsight((0.0, 1.0), 1.0, 1, exact=True))
    assert hindsight_sentence(words("it"), solved, ("AD", "AC")) == (
        "Col senno di poi (a carte scoperte, calcolo esatto): costava 1 punto, la migliore era AC."
    )
    played_out = verdict(Hindsight((0.0, 1.26), 1.26, 1, exact=False))
    assert hindsight_sentence(words("en"), played_out, ("AD", "AC")) == (
        "In hindsight (all hands open, played out many times): it cost 1.3 points, the best was AC."
    )
    equal = verdict(Hindsight((1.0, 1.0), 0.0, 0, exact=True))
    assert hindsight_sentence(words("en"), equal, ("AD", "AC")) == (
        "In hindsight (all hands open, solved exactly): it cost nothing."
    )
    assert hindsight_sentence(words("it"), verdict(None), ("AD", "AC")) is None
