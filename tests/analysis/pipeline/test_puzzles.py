from analysis.drills import answer
from analysis.knowledge import view_at
from analysis.pipeline.puzzles import puzzle_drill, puzzles
from analysis.position_keys import position_key
from analysis.principles import CODES
from analysis.thresholds import PUZZLE_GAP, PUZZLE_MISSED


def test_every_puzzle_has_one_clearly_best_play() -> None:
    """At least 200, each once, easy ones first; every other play surely loses the gap and is not accepted."""
    found = puzzles()
    assert len(found) >= 200 and len({each.key for each in found}) == len(found)
    assert [each.missed for each in found] == sorted(each.missed for each in found)
    for each in found:
        drill = puzzle_drill(each)
        view = view_at(drill.replay, drill.ply)
        assert view is not None and position_key(view) == each.key
        judgement = drill.verdict.judgement
        lows = [one.loss.low for place, one in enumerate(judgement.candidates) if place != judgement.best]
        assert len(lows) >= 2 and min(lows) >= PUZZLE_GAP - 0.005, "stored to a thousandth"
        assert [answer(drill, one.play).accepted for one in judgement.candidates].count(True) == 1
        assert each.missed >= PUZZLE_MISSED and set(each.themes) <= set(CODES)
