import pytest

from analysis.drills import answer
from analysis.pipeline.puzzles import puzzle_drill, puzzles
from ui.position_data import UNKNOWN
from ui.train_data import answer_data, drill_data
from ui.words import LANGUAGES, words

CHOSEN = puzzles()[::24]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drill_tells_no_more_than_its_seat_knew(language: str) -> None:
    """Only the own hand is there, nothing comes after the position, and no value of a play."""
    for puzzle in CHOSEN:
        drill = puzzle_drill(puzzle)
        data = drill_data(drill, words(language), 0)
        assert len(data["positions"]) == drill.ply + 1 and len(data["plays"]) == drill.ply
        for position in data["positions"]:
            others = [hand for seat, hand in enumerate(position["hands"]) if seat != drill.seat]
            assert all(code == UNKNOWN for hand in others for code in hand)
        assert (data["review"], data["points"], data["ended"], data["train"]["answer"]) == (None, None, None, None)
        assert len(data["train"]["legal"]) == len(drill.verdict.judgement.candidates)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_tells_its_worth(language: str) -> None:
    """The best play and its line are there; a play that the game did not have is never compared with the game."""
    w = words(language)
    for puzzle in CHOSEN:
        drill = puzzle_drill(puzzle)
        judgement = drill.verdict.judgement
        for place, each in enumerate(judgement.candidates):
            given = answer(drill, each.play)
            told = answer_data(drill_data(drill, w, 0), drill, given, w, "", "")["train"]["answer"]
            assert told["accepted"] == (place == judgement.best) and (told["best"] is None) == told["accepted"]
            assert told["line"]["plays"][0]["text"] == puzzle.review.best
            assert len(told["candidates"]) == len(judgement.candidates)
            if place != drill.verdict.chosen:
                assert w("explanation.no_line") not in told["why"]["italian"]
