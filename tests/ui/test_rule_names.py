import pytest

from engine.rules import options_of, preset, presets
from ui.rule_names import differences, option_words, rules_name
from ui.words import LANGUAGES, words

VALUES = {
    "deck": [40, 52],
    "players": [[2], [2, 3, 4]],
    "hand": [3, 10],
    "redeal": [0, 3],
    "table": [0, 4],
    "redeal_if": [{}, {"K": 3}, {"A": 2}],
    "value_capture": ["off", "free", "equal_first", "fewest"],
    "fifteen_capture": ["off", "free", "fewest"],
    "ace_rule": ["off", "always", "unless_ace", "optional"],
    "ace_sweep_scopa": ["never", "lone_ace", "always"],
    "compulsory": [True, False],
    "last_play_scopa": [True, False],
    "table_bonus": [{}, {"=15": 1, "=30": 2}, {"<=9": 3}],
    "knock": [None, {"limit": 9, "distinct": 2, "pair": 3, "triple": 10}],
    "knock_open": [True, False],
    "matta": [None, "7C"],
    "play_bonuses": [[], ["picca"], ["picca", "simile", "quadriglia"]],
    "majority": ["most", "absolute"],
    "majority_suit": ["D", "S"],
    "primiera": ["off", "void", "below", "partial"],
    "combos": [[], [[["7D"], 1]], [[["JD", "QD", "KD"], 2.5]]],
    "run": [None, {"suit": "D", "min": 3, "cap": 7}],
    "full_suit_wins": [None, "D"],
    "target": [1, 21],
    "objective": ["high", "low"],
}
"""Every option with its values, or with examples of them."""


def test_every_option_has_examples_here() -> None:
    """The table above knows every option there is."""
    assert set(VALUES) == set(options_of(preset("scopa")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_option_has_a_phrase_of_its_own(language: str) -> None:
    """No two values of an option are said alike, in either language."""
    for name, values in VALUES.items():
        phrases = [option_words(words(language), name, value) for value in values]
        assert all(phrases) and len(set(phrases)) == len(values), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_a_name_of_its_own(language: str) -> None:
    """Presets are told apart by their names."""
    names = [rules_name(words(language), name) for name in presets()]
    assert len(set(names)) == len(names)


def test_only_what_differs_from_the_preset_is_said() -> None:
    """A record's rules are its preset's name and the options that differ; one written as it is anyway is left out."""
    written = {"preset": "napoli", "value_capture": "fewest", "target": 11}
    assert rules_name(words("it"), written) == "Scopa con napola, presa del minor numero di carte"
    assert rules_name(words("en"), written) == "Scopa with napola, the capture of fewest cards"
    assert differences(words("it"), "napoli") == []


def test_rules_that_cannot_be_read_keep_the_name_they_give() -> None:
    """A preset or an option that this version does not know is no reason to fail."""
    assert rules_name(words("it"), "scopa-del-futuro") == "scopa-del-futuro"
    assert rules_name(words("it"), {"preset": "scopa", "futura": 1}) == "Scopa"
