import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from engine.cards import RANKS, SUITS
from ui import cards, cardtable

DESIGNS = [design for deck in cards.DESIGNS.values() for design in deck.values()]
CARDS = [pytest.param(design, code, id=f"{design.name}-{code}") for design in DESIGNS for code in design.codes()]
COURT = "JQK"
ASSETS = Path(cardtable.__file__).parent / "assets"
SVG = "{http://www.w3.org/2000/svg}"

every_design = pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)


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


@pytest.mark.parametrize("deck", RANKS)
def test_every_card_of_a_deck_has_its_own_drawing(deck):
    """Both kinds of suits have a drawing for each of the engine's 40 or 52 cards, no two alike."""
    for design in cards.DESIGNS[deck].values():
        assert sorted(design.codes()) == sorted(rank + suit for rank in RANKS[deck] for suit in SUITS)
        assert len({cards.card_svg(code, design) for code in design.codes()}) == deck


@pytest.mark.parametrize(
    ("design", "printed"),
    [
        (cards.ITALIAN, "1 2 3 4 5 6 7 8 9 10"),
        (cards.ITALIAN_52, "1 2 3 4 5 6 7 8 9 10 F C R"),
        (cards.FRENCH, "A 2 3 4 5 6 7 J Q K"),
        (cards.FRENCH_52, "A 2 3 4 5 6 7 8 9 10 J Q K"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_indices_are_those_that_italian_players_read(design, printed):
    """Italian cards are numbered; the court cards of the 52, which have no number, and French ones bear letters."""
    assert [design.indices[rank] for rank in RANKS[len(design.codes())]] == printed.split()


@pytest.mark.parametrize(("design", "code"), CARDS)
def test_card_is_well_formed_and_bears_its_index(design, code):
    """A card is a well-formed SVG document that prints its index once."""
    root = ET.fromstring(cards.card_svg(code, design))
    assert root.get("viewBox") == "0 0 100 160"
    assert [text.text for text in root.iter(f"{SVG}text")] == [design.indices[code[0]]]


@pytest.mark.parametrize(("design", "code"), CARDS)
def test_card_shows_as_many_symbols_as_its_rank(design, code):
    """A numeral card has as many pips as its rank and the badge; a figure holds one symbol and has the badge."""
    symbols = cards.card_svg(code, design).count(design.suits[code[1]].symbol)
    assert symbols == (2 if code[0] in COURT else "A23456789T".index(code[0]) + 2)


@every_design
def test_pips_lie_inside_the_card_and_apart(design):
    """Pips stay inside the card, below the index, and no two of them cover one another."""
    for size, centres in (design.pips[rank] for rank in design.indices if rank not in COURT):
        radius = size * 0.46  # the widest symbol, the coin, fills 37 of the box's 40 units
        for x, y in centres:
            assert radius < x < cards.WIDTH - radius
            assert y - radius > 36
            assert y + radius < cards.HEIGHT - 2
        for index, (x, y) in enumerate(centres):
            for other_x, other_y in centres[:index]:
                assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (2 * radius - 1) ** 2


@every_design
def test_suits_differ_in_shape_alone(design):
    """Who sees no colours tells the suits by their symbols."""
    suits = design.suits.values()
    assert len({without_colours(suit.symbol) for suit in suits}) == 4
    assert len({suit.ink for suit in suits}) == 4


def test_french_suits_are_shapes_of_their_own():
    """No French symbol is an Italian one in another colour."""
    shapes = {
        without_colours(suit.symbol) for design in (cards.ITALIAN, cards.FRENCH) for suit in design.suits.values()
    }
    assert len(shapes) == 8


@every_design
def test_figures_differ_from_one_another(design):
    """The three court cards of a deck are three drawings."""
    suit = design.suits["C"]
    assert len({draw(suit) for draw in design.figures.values()}) == 3


def test_the_french_queen_stands_where_the_italian_knight_rides():
    """Between fante and re the Italian decks have a cavallo, the French ones a donna."""
    suit = cards.ITALIAN.suits["C"]
    assert cards.ITALIAN.figures["Q"](suit) != cards.FRENCH.figures["Q"](suit)
    assert cards.ITALIAN.figures["K"](suit) == cards.FRENCH.figures["K"](suit)


@pytest.mark.parametrize(
    "suit", [suit for design in DESIGNS for suit in design.suits.values()], ids=lambda suit: f"{suit.code}{suit.ink}"
)
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


@every_design
def test_sprite_defines_each_symbol_once_and_all_it_uses(design):
    """The sprite has every card, every suit and the back, and refers only to what it has."""
    codes = design.codes()
    sprite = ET.fromstring(cards.sprite(codes, design))
    names = [node.get("id") for node in sprite.iter() if node.get("id")]
    wanted = {"card-back", *(f"card-{code}" for code in codes), *(f"suit-{suit}" for suit in SUITS)}
    assert len(names) == len(set(names))
    assert {f"{design.name}-{name}" for name in wanted} <= set(names)
    assert {node.get("href") for node in sprite.iter(f"{SVG}use")} <= {f"#{name}" for name in names}


def test_sprites_of_all_designs_go_on_one_page():
    """No two designs call a symbol alike, so that the reader can change the suits without loading anything."""
    sprites = [ET.fromstring(cards.sprite(design.codes(), design)) for design in DESIGNS]
    names = [node.get("id") for sprite in sprites for node in sprite.iter() if node.get("id")]
    assert len(names) == len(set(names))


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
