import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ui import cards, cardtable

CODES = cards.ITALIAN.codes()
ASSETS = Path(cardtable.__file__).parent / "assets"
SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour):
    """The relative luminance of a colour, as WCAG 2 defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    """The contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def without_colours(svg):
    """The drawing with every colour made the same."""
    return re.sub(r"#[0-9a-f]{6}", "#", svg)


def test_deck_has_forty_different_drawings():
    """The Italian deck has forty cards, each drawn, no two alike."""
    assert len(CODES) == 40
    assert len({cards.card_svg(code) for code in CODES}) == 40


@pytest.mark.parametrize("code", CODES)
def test_card_is_well_formed_and_bears_its_index(code):
    """A card is a well-formed SVG document that prints the Italian index, from 1 to 10."""
    root = ET.fromstring(cards.card_svg(code))
    assert root.get("viewBox") == "0 0 100 160"
    assert [text.text for text in root.iter(f"{SVG}text")] == [str("A234567JQK".index(code[0]) + 1)]


@pytest.mark.parametrize("code", CODES)
def test_card_shows_as_many_symbols_as_its_rank(code):
    """A numeral card has as many pips as its rank and the badge; a figure holds one symbol and has the badge."""
    symbols = cards.card_svg(code).count(cards.ITALIAN.suits[code[1]].symbol)
    assert symbols == (2 if code[0] in "JQK" else "A234567".index(code[0]) + 2)


def test_pips_lie_inside_the_card_and_apart():
    """Pips stay inside the card, below the index, and no two of them cover one another."""
    for size, centres in cards.ITALIAN.pips.values():
        radius = size * 0.46  # the widest symbol, the coin, fills 37 of the box's 40 units
        for x, y in centres:
            assert radius < x < cards.WIDTH - radius
            assert y - radius > 36
            assert y + radius < cards.HEIGHT - 2
        for index, (x, y) in enumerate(centres):
            for other_x, other_y in centres[:index]:
                assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (2 * radius - 1) ** 2


def test_suits_differ_in_shape_alone():
    """Who sees no colours tells the suits by their symbols."""
    suits = cards.ITALIAN.suits.values()
    assert len({without_colours(suit.symbol) for suit in suits}) == 4
    assert len({suit.ink for suit in suits}) == 4


def test_figures_differ_from_one_another():
    """Fante, cavallo and re are three drawings."""
    suit = cards.ITALIAN.suits["C"]
    assert len({draw(suit) for draw in cards.ITALIAN.figures.values()}) == 3


@pytest.mark.parametrize("suit", cards.ITALIAN.suits.values(), ids=lambda suit: suit.code)
def test_ink_is_readable_on_the_paper(suit):
    """Index and outlines have a contrast of at least 4.5:1 on the card, the coins' gold too."""
    assert contrast(suit.ink, cards.PAPER) >= 4.5


def test_unknown_card_is_the_back():
    """A card that nobody saw shows its back."""
    assert cards.card_svg(cards.UNKNOWN) == cards.back_svg()
    assert not list(ET.fromstring(cards.back_svg()).iter(f"{SVG}text"))


@pytest.mark.parametrize("code", ["", "7", "8D", "7X", "7DD", "TD"])
def test_card_of_another_deck_is_refused(code):
    """A code that the deck lacks is an error that quotes it."""
    with pytest.raises(ValueError, match=re.escape(repr(code))):
        cards.card_svg(code)


def test_sprite_defines_each_symbol_once_and_all_it_uses():
    """The sprite has every card, every suit and the back, and refers only to what it has."""
    sprite = ET.fromstring(cards.sprite(CODES))
    names = [node.get("id") for node in sprite.iter() if node.get("id")]
    assert len(names) == len(set(names))
    assert {f"card-{code}" for code in CODES} | {f"suit-{suit}" for suit in "DCBS"} | {"card-back"} <= set(names)
    assert {node.get("href") for node in sprite.iter(f"{SVG}use")} <= {f"#{name}" for name in names}


def test_words_are_those_that_the_scripts_say():
    """Every message of the scripts is in WORDS, and no word is there that no script says."""
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(ASSETS.glob("*.js")))
    groups = "|".join(sorted({word.split(".")[0] for word in cardtable.WORDS}))
    said = re.findall(rf'say\(\s*"({groups})"', source)
    said += re.findall(rf'["`]((?:{groups})\.(?:[a-z_.]|\$\{{[^}}]*\}})+)["`]', source)
    said = {name for name in said if not name.endswith(".js")}
    patterns = [re.sub(r"\\\$\\\{.*?\\\}", r"\\w+", re.escape(name)) for name in said]
    for name, pattern in zip(said, patterns, strict=True):
        assert any(re.fullmatch(pattern, word) for word in cardtable.WORDS), name
    for word in cardtable.WORDS:
        assert any(re.fullmatch(pattern, word) for pattern in patterns), word


def test_missing_word_is_named_before_anything_is_shown():
    """A page whose catalogue lacks a word is told which, whatever the deal."""
    words = dict.fromkeys(cardtable.WORDS, "x")
    del words["table.scopa"]
    with pytest.raises(KeyError, match=r"table\.scopa"):
        cardtable.card_table({"words": words}, key="table")


def test_component_is_declared_with_its_assets():
    """The name in the code is the one that pyproject.toml declares, and its folder has the files."""
    root = ASSETS.parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    declared = {
        f"{project['project']['name']}.{each['name']}": root / each["asset_dir"]
        for each in project["tool"]["streamlit"]["component"]["components"]
    }
    assert declared[cardtable.COMPONENT] == ASSETS
    assert (ASSETS / "main.js").is_file()
    assert (ASSETS / "main.css").is_file()
