import re
import xml.etree.ElementTree as ET

import pytest

from analysis.knowledge import SeatView, view_at
from engine.cards import texts_of
from records.notation import read_line
from tests.conftest import PROJECT
from ui.position_picture import BEST, play_marks, position_svg
from ui.words import LANGUAGES, words

SVG = "{http://www.w3.org/2000/svg}"
LINE = (PROJECT / "sample_games" / "scopone.jsonl").read_text("utf-8").splitlines()[0]


def view(ply: int) -> SeatView:
    """What the seat at this play of a deal of Scopone saw."""
    replay = read_line(LINE).replay
    assert replay is not None
    found = view_at(replay, ply)
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_stands_alone_and_says_what_it_shows(language: str) -> None:
    """A document that refers to nothing: its label names the cards, all are drawn; long names leave the counts."""
    seen = view(14)
    root = ET.fromstring(position_svg(seen, words(language), ("Anna", "<b>", "Carla", "D" * 90)))
    assert not [each for each in root.iter() if "href" in each.attrib]
    label = str(root.get("aria-label"))
    assert root.get("role") == "img" and label == root.findtext(f"{SVG}title")
    cards = [*texts_of(seen.table, 40), *texts_of(seen.hand, 40)]
    assert all(code in label for code in cards)
    backs = 2 * sum(bool(pile) for pile in seen.piles)
    assert len(root.findall(f"{SVG}svg")) == len(cards) + backs
    said = [each.text or "" for each in root.findall(f"{SVG}text")]
    own = seen.seat % 2
    assert str(seen.piles[own].bit_count()) in said[0] and str(seen.piles[1 - own].bit_count()) in said[1]
    assert max(map(len, said)) <= 60 and "<b>" in " ".join(said)


def test_without_names_each_other_side_is_told_by_its_place() -> None:
    """Of three sides the two others are told apart, one opponent is not several, and two pairs are you and they."""
    w = words("it")
    for name, expected in (
        ("ciapa-no", ["Tu", "A destra", "A sinistra"]),
        ("scopetta-2008-12-29", ["Tu", "Avversario"]),
        ("scopone", ["Tu", "Avversari"]),
    ):
        replay = read_line((PROJECT / "sample_games" / f"{name}.jsonl").read_text("utf-8").splitlines()[0]).replay
        assert replay is not None
        for ply in range(3):
            seen = view_at(replay, ply)
            assert seen is not None
            said = [each.text or "" for each in ET.fromstring(position_svg(seen, w)).findall(f"{SVG}text")]
            assert [line.partition(":")[0] for line in said[: len(expected)]] == expected


def test_marks_stand_on_the_cards_of_both_plays() -> None:
    """The sign of the play made and that of the best, on the cards played and taken; both where they meet."""
    replay = read_line(LINE).replay
    assert replay is not None
    made, better = replay.plays[0], replay.plays[2]
    marks = play_marks(40, made, better, "?!")
    assert marks == {
        **dict.fromkeys(texts_of(made.taken | 1 << made.card, 40), ("?!",)),
        **dict.fromkeys(texts_of(better.taken | 1 << better.card, 40), (BEST,)),
    }
    assert play_marks(40, made, made, "??")[texts_of(1 << made.card, 40)[0]] == ("??", BEST)
    seen = view(0)
    away = texts_of(seen.unseen, 40)[0]
    root = ET.fromstring(position_svg(seen, words("it"), marks={"6B": ("??", BEST), away: ("?",)}))
    assert [each.text for each in root.findall(f"{SVG}text") if each.text in {"?", "??", BEST}] == ["??", BEST]


def test_a_picture_in_a_page_uses_its_sprite() -> None:
    """Referred cards are those of the sprite of the design, and nothing is drawn twice."""
    drawn = position_svg(view(14), words("it"), suits="french", referred=True)
    assert set(re.findall(r'href="#(\w+)-card-', drawn)) == {"french"}
    assert len(drawn) < 4000


def test_a_matta_shows_the_number_that_it_stands_for() -> None:
    """Declared at a knock, the number stands on the card in the hand, and nothing stands on it before."""
    replay = read_line((PROJECT / "sample_games" / "cirulla.jsonl").read_text("utf-8").splitlines()[0]).replay
    assert replay is not None
    ply, knock = next((ply, made) for ply, made in replay.declarations.items() if made.matta)
    for at, expected in ((ply, [f"={knock.matta}"]), (ply - replay.deal.players, [])):
        seen = view_at(replay, at)
        assert seen is not None
        texts = [each.text or "" for each in ET.fromstring(position_svg(seen, words("it"))).findall(f"{SVG}text")]
        assert [text for text in texts if text.startswith("=")] == expected
