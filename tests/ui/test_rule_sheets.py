from typing import Any

import pytest

from engine.deals import packet_sizes
from engine.errors import RulesError
from engine.rules import Rules, preset, presets, rules_of_record, with_options
from tests.ui.test_rule_names import VALUES
from ui.rule_examples import examples
from ui.rule_sheets import about, differences_text, points_words, rules_text, sources_text
from ui.rule_sources import NOTES
from ui.words import LANGUAGES, words

ITALIAN = words("it")


def told(rules: Rules, language: str = "it") -> str:
    """The whole sheet as one text."""
    sections = rules_text(words(language), rules)
    return "\n".join(line for section in sections for line in (section.heading, *section.paragraphs))


def worked(name: str, **changes: Any) -> list[str]:
    """What the examples of a preset, with some options changed, say."""
    return [example.text for example in examples(ITALIAN, with_options(preset(name), changes))]


def section(rules: Rules, heading: str) -> tuple[str, ...]:
    """The paragraphs of the sheet's part with this heading; none without it."""
    return next((part.paragraphs for part in rules_text(ITALIAN, rules) if part.heading == heading), ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", presets())
def test_every_option_that_matters_is_told(name: str, language: str) -> None:
    """Another value of any option makes another sheet, in both languages, where the option has an effect at all."""
    rules = preset(name)
    usual = told(rules, language)
    silent = set()
    for option, values in VALUES.items():
        for value in values:
            try:
                other = with_options(rules, {option: value})
            except RulesError:
                continue
            if other != rules and told(other, language) == usual:
                silent.add(option)
    without_effect = set()
    if rules.ace_rule == "off":
        without_effect.add("ace_sweep_scopa")
    if rules.knock is None:
        without_effect.add("knock_open")
    if all(len(packet_sizes(rules, players)) == 1 for players in rules.players):
        without_effect.add("redeal")
    assert silent == without_effect


@pytest.mark.parametrize("name", presets())
def test_the_packets_told_are_those_dealt(name: str) -> None:
    """The number of packets by players, and the size of a short last one, are the engine's."""
    rules = preset(name)
    deal = section(rules, "Giocatori e distribuzione")
    sizes = {players: packet_sizes(rules, players) for players in rules.players}
    if not rules.redeal:
        assert "Le carte si danno tutte in una volta." in deal
        assert all(len(found) == 1 for found in sizes.values())
        return
    packets = next(text for text in deal if "Distribuzioni:" in text)
    counts = {2: "in due", 3: "in tre", 4: "in quattro"}
    assert f"altre {rules.redeal} a testa" in packets
    for players, found in sizes.items():
        assert f"{len(found)} {counts[players]}" in packets
        assert ("Nell’ultima" in packets) == (found[-1] < rules.redeal)


def test_presets_of_equal_options_have_equal_sheets() -> None:
    """A sheet comes from the options and from nothing else."""
    assert told(preset("napoli")) == told(preset("belora"))
    assert told(preset("scopa")) == told(preset("scopa-wikipedia"))


def test_composed_rules_have_a_sheet_of_their_own() -> None:
    """A record's object of options is told like a preset: here a stalla of half a point, and a napola of up to ten."""
    written = {"preset": "napoli", "combos": [[["7D"], 1], [["QD", "QC", "QB", "QS"], 0.5]], "target": 31}
    rules = rules_of_record(written)
    points = section(rules, "Punti della smazzata")
    assert "Stalla (i quattro cavalli): mezzo punto a chi le ha tutte." in points
    assert any(text.startswith("Napola: chi ha asso, due e tre di denari") for text in points)
    assert "Si gioca a 31 punti" in section(rules, "Fine della partita")[1]


def test_thresholds_are_more_than_half_of_the_deck() -> None:
    """21 of 40 cards and 6 of 10 coins; 27 of 52 and 7 of 13 swords."""
    points = " ".join(section(preset("scopone"), "Punti della smazzata"))
    assert "almeno 21" in points and "almeno 6" in points
    points = " ".join(section(preset("scopa-bresciana"), "Punti della smazzata"))
    assert "almeno 27" in points and "Spade" in points and "almeno 7" in points


@pytest.mark.parametrize(
    ("name", "heading"),
    [("sbarazzino", "Accusi"), ("scopa-bresciana", "Premi"), ("cirulla", "Accusi e premi")],
)
def test_knocks_and_bonuses_have_their_part_where_there_are_any(name: str, heading: str) -> None:
    """The part is called after what it tells, and is missing where there is nothing to tell."""
    assert section(preset(name), heading)
    assert not section(preset("scopa"), heading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_says_what_it_is(language: str) -> None:
    """Each preset has a sentence of its own."""
    found = [about(words(language), name) for name in presets()]
    assert len(set(found)) == len(found)


def test_plain_scopa_differs_in_nothing_from_itself() -> None:
    """What differs is told only where it does; an option without effect is no difference."""
    assert differences_text(ITALIAN, preset("scopa")) == []
    assert differences_text(ITALIAN, preset("ciapa-no"))[0].paragraphs == (
        "Si gioca a 21 punti.",
        "Vince chi fa meno punti.",
    )
    scopone = " ".join(differences_text(ITALIAN, preset("scopone-scientifico"))[0].paragraphs)
    assert "metà" not in scopone and "monte" not in scopone


def test_every_note_on_the_sources_touches_some_preset_and_not_all() -> None:
    """A disagreement stands on the pages of the presets that it is about; only the duty to capture is about all."""
    touched = {name: [touches(rules) for rules in presets().values()] for name, touches in NOTES.items()}
    assert [name for name, found in touched.items() if not any(found)] == []
    assert [name for name, found in touched.items() if all(found)] == ["compulsory"]


def test_notes_are_those_of_the_rules() -> None:
    """The Bresciana is told its gaps, Cirulla nothing of kings, and Scopone in two how its deal was read."""
    pages = {name: " ".join(sources_text(ITALIAN, preset(name))[0].paragraphs) for name in presets()}
    assert "fin dove arriva la napola" in pages["scopa-bresciana"]
    assert "due assi" in pages["cirulla"] and "tre re" not in pages["cirulla"]
    assert "dieci a testa e tavola vuota" in pages["scopone-in-due"]


def test_the_engine_works_out_the_captures() -> None:
    """7 with 7, 5, 2 and an ace on the table; 8 with 5, 3, 2 and an ace: by each rule of captures by value."""
    equal, two_sums = worked("scopa")
    assert equal == "Il sette di spade prende il sette di coppe."
    five_and_three = "il tre di coppe e il cinque di bastoni"
    three_cards = "l’asso di denari, il due di spade e il cinque di bastoni"
    assert two_sums == f"Il fante di denari prende {three_cards}; oppure {five_and_three}."
    assert worked("scopa-bga") == [equal, f"Il fante di denari prende {five_and_three}."]
    assert worked("scopa", value_capture="free")[0] == (
        "Il sette di spade prende il sette di coppe; oppure il due di spade e il cinque di denari."
    )
    assert worked("scopa", compulsory=False)[0].endswith("il sette di coppe; oppure resta in tavola.")


def test_the_engine_works_out_fifteens_and_aces() -> None:
    """6 makes fifteen with ace and 8, with 4 and 5, and with ace, 3 and 5, which is one card too many in Scopa a 15."""
    (fewest,) = worked("scopa-a-15")
    ace_and_jack, four_and_five = "l’asso di bastoni e il fante di spade", "il quattro di coppe e il cinque di denari"
    assert fewest == f"Il sei di denari prende {ace_and_jack}; oppure {four_and_five}."
    assert "l’asso di bastoni, il tre di spade e il cinque di denari" in worked("scopa-a-15", fifteen_capture="free")[0]
    whole = "il quattro di bastoni, il sette di coppe e il re di spade"
    assert worked("scopa-d-assi")[2] == f"L’asso di denari prende {whole}."
    assert worked("sbarazzino")[2] == f"L’asso di denari prende {whole} (scopa)."
    assert worked("scopa-d-assi-opzionale")[2] == f"L’asso di denari prende {whole}; oppure resta in tavola."
    assert worked("cirulla")[4] == "L’asso di denari prende l’asso di spade."


def test_the_engine_works_out_what_is_earned_besides() -> None:
    """A table of 15, knocks with and without the matta, a napola of four cards; picca, simile and quadriglia."""
    assert worked("cirulla")[5:] == [
        "Il mazziere prende tutte le carte e segna 1 punto.",
        "Si può accusare: 3 punti.",
        "Si può accusare: 10 punti.",
        "La matta sta per 2 e si può accusare: 10 punti.",
        "La napola vale 4 punti.",
    ]
    assert worked("sbarazzino")[4:] == [
        "Si può accusare: 2 punti.",
        "Si può accusare: 3 punti.",
        "Si può accusare: 10 punti.",
    ]
    bresciana = worked("scopa-bresciana")
    assert bresciana[2] == "Il re di denari prende il re di spade."
    assert bresciana[3].endswith("(simile e quadriglia).")
    assert bresciana[4] == "Il sei di coppe prende il sei di spade (picca)."


def test_points_are_said_with_their_halves() -> None:
    """One, several, half a point, and more than that with a half."""
    assert [points_words(ITALIAN, value) for value in (1, 3, 0.5, 1.5)] == [
        "1 punto",
        "3 punti",
        "mezzo punto",
        "1,5 punti",
    ]
