"""Rules are data: presets round-trip, options are checked one by one and together, and what is not built says so."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.deals import packet_sizes, setup_vector
from engine.errors import RulesError
from engine.rules import Rules, options_of, preset, presets, rules_from, rules_of_record, with_options

SCOPA = options_of(preset("scopa"))


def test_every_preset_is_the_published_one(project: Path) -> None:
    """Reading a preset and writing its options gives the published text back."""
    published = json.loads((project / "engine" / "presets.json").read_text(encoding="utf-8"))
    assert {name: options_of(rules) for name, rules in presets().items()} == published
    assert list(published["scopa"]) == list(Rules.__slots__)


def test_a_record_names_its_rules() -> None:
    """A record's rules are a preset or a preset with the options that differ; anything else is an error."""
    assert rules_of_record("scopa") == preset("scopa")
    changed = rules_of_record({"preset": "napoli", "value_capture": "fewest", "target": 21})
    assert (changed.value_capture, changed.target) == ("fewest", 21)
    assert changed.run == preset("napoli").run
    for wrong in (None, 3, ["scopa"], {"value_capture": "fewest"}):
        with pytest.raises(RulesError) as error:
            rules_of_record(wrong)
        assert error.value.code == "rules.written"
    with pytest.raises(RulesError) as error:
        rules_of_record("scopetta")
    assert error.value.code == "rules.preset"
    assert "scopa-bga" in error.value.params["expected"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("deck", 41),
        ("deck", True),
        ("players", []),
        ("players", [5]),
        ("hand", "3"),
        ("hand", 2),
        ("redeal", 5),
        ("table", 36),
        ("redeal_if", {"K": 5}),
        ("combos", [[["7D"], 1e30]]),
        ("redeal_if", []),
        ("value_capture", "most"),
        ("compulsory", 1),
        ("primiera", None),
        ("matta", "7X"),
        ("combos", [["7D", 1]]),
        ("combos", [[["7D"], 0.3]]),
        ("combos", [[["7D"], True]]),
        ("run", {"suit": "D", "min": 3}),
        ("knock", {"limit": 9}),
        ("table_bonus", {"15": 1}),
        ("table_bonus", {">=15": 1}),
        ("table_bonus", {"=": 1}),
        ("play_bonuses", ["pica"]),
        ("full_suit_wins", "X"),
        ("objective", "middle"),
        ("target", -1),
    ],
)
def test_a_wrong_value_names_its_option(option: str, value: Any) -> None:
    """A value of the wrong kind is an error that names the option, what was found and what is right."""
    with pytest.raises(RulesError) as error:
        rules_from(SCOPA | {option: value})
    assert error.value.code == "rules.value"
    assert error.value.params["option"] == option
    assert error.value.params["expected"]


def test_unknown_and_missing_options() -> None:
    """An option that does not exist, or one that is not there, is named."""
    with pytest.raises(RulesError) as error:
        rules_from(SCOPA | {"napola": True})
    assert (error.value.code, error.value.params["found"]) == ("rules.unknown", "napola")
    with pytest.raises(RulesError) as error:
        rules_from({name: value for name, value in SCOPA.items() if name != "deck"})
    assert (error.value.code, error.value.params["option"]) == ("rules.missing", "deck")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"value_capture": "off"}, "no_capture"),
        ({"deck": 52, "hand": 4, "redeal": 4}, "primiera_52"),
        ({"deck": 52, "hand": 4, "redeal": 4, "primiera": "off", "matta": "7C"}, "matta_52"),
        ({"matta": "7C"}, "matta_unused"),
        ({"table": 0, "hand": 10, "redeal": 0, "players": [4]}, "redeal_if_no_table"),
        ({"redeal_if": {"T": 2}}, "redeal_if_rank"),
        ({"run": {"suit": "D", "min": 3, "cap": 11}}, "run_cap"),
        ({"run": {"suit": "D", "min": 5, "cap": 4}}, "run_cap"),
        ({"target": 0}, "target"),
        ({"players": [4], "hand": 10}, "deal"),
        ({"redeal": 0}, "deal"),
    ],
)
def test_options_that_cannot_go_together(options: dict[str, Any], reason: str) -> None:
    """A combination that no game can be played by is refused with its reason."""
    with pytest.raises(RulesError) as error:
        with_options(preset("scopa"), options)
    assert (error.value.code, error.value.params["reason"]) == ("rules.together", reason)


def test_every_preset_plays() -> None:
    """Every preset gives the kernels a setup for every number of players that it allows."""
    for rules in presets().values():
        for players in rules.players:
            assert setup_vector(rules, players)[0] == rules.deck


def test_packets() -> None:
    """The deck is dealt out in packets, the last of them short where it does not go up."""
    assert packet_sizes(preset("scopa"), 2) == (3,) * 6
    assert packet_sizes(preset("scopone"), 4) == (9,)
    assert packet_sizes(preset("scopone-in-due"), 2) == (10, 3, 3, 3, 1)
    with pytest.raises(RulesError) as error:
        packet_sizes(preset("scopone"), 2)
    assert error.value.code == "rules.players"


def test_halves_stay_exact() -> None:
    """A combo may pay half a point, and writes it back as it was."""
    stalla = {"combos": [[["7D"], 1], [["QD", "QC", "QB", "QS"], 0.5]]}
    rules = with_options(preset("scopa"), stalla)
    assert rules.combos[1].points == Fraction(1, 2)
    assert options_of(rules)["combos"] == stalla["combos"]
