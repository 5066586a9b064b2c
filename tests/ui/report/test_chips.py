import pytest

from ui.cards import DESIGNS
from ui.report.chips import Chips, parts_of
from ui.sentences import Pack
from ui.words import words

IT = Chips(words("it"), DESIGNS[40]["italian"], Pack(40))


@pytest.mark.parametrize(
    ("text", "parts"),
    [("7D", ("7D", [], False)), ("7Dx3D+4B", ("7D", ["3D", "4B"], False)), ("2Cx2S#", ("2C", ["2S"], True))],
)
def test_a_play_has_its_parts(text: str, parts: tuple[str, list[str], bool]) -> None:
    """The card, what it takes, whether it is a scopa."""
    assert parts_of(text) == parts


def test_a_play_is_seen_and_heard() -> None:
    """Who cannot see the chips gets the play in words; the chips are hidden from who listens."""
    shown = IT.play("2Cx2S#")
    assert '<span class="spoken">due di coppe prende due di spade, scopa</span>' in shown
    assert shown.count("#italian-suit-") == 2 and 'aria-hidden="true"' in shown


def test_a_sentence_has_chips_for_cards_and_plays_only() -> None:
    """Cards and plays become chips, the last dot and other words stay, and markup in the text is text."""
    shown = IT.sentence("Meglio 7Dx3D+4B. <b>7</b> KO e AS!")
    assert shown.count('class="chip') == 4
    assert "&lt;b&gt;7&lt;/b&gt; KO e " in shown and shown.startswith("Meglio ") and shown.endswith("!")


def test_french_cards_have_french_names() -> None:
    """With French suits the words are theirs."""
    chips = Chips(words("it"), DESIGNS[52]["french"], Pack(52, french=True))
    assert "quadri" in chips.words("7D") and "donna" in chips.words("QC")


def test_the_wild_card_says_what_it_stands_for() -> None:
    """Where the matta has a number, it is seen and heard with it, played or taken; other cards never are."""
    chips = Chips(words("it"), DESIGNS[40]["italian"], Pack(40), matta="7C")
    for shown in (chips.play("7Cx3D+2B", 5), chips.pictures("5Dx7C", 5), chips.sentence("Meglio 7C.", 5)):
        assert shown.count("<em>=5</em>") == 1 and shown.count("sette di coppe (vale 5)") == 1
    assert "<em>" not in chips.play("7Cx7D") + chips.play("7Dx5S+2C", 5) + chips.pictures("7C")
