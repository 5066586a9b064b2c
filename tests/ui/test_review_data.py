import json
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count, pairwise
from typing import Any

import pytest

from analysis.games import Game, batch_game, deal_seed, play_batch
from analysis.review import review
from engine.deals import generator, random_deal
from engine.plays import play_text
from engine.positions import legal_plays, play, scopa_of, start
from engine.rules import preset, presets, rules_of_record
from records.notation import Reading, read_line, write_line
from records.recording import record_of
from tests.conftest import PROJECT
from ui.cardtable import WORDS
from ui.review_data import table_data
from ui.samples import sample_files
from ui.words import LANGUAGES, words

SAMPLES = [line for path in sample_files() for line in path.read_text("utf-8").splitlines() if line.strip()]

REAL = (PROJECT / "sample_games" / "scopetta-2008-12-29.jsonl").read_text("utf-8").splitlines()
"""The five deals of a real match with napola."""

UNFINISHED = (PROJECT / "sample_games" / "scopetta-2010-10-16-unfinished.jsonl").read_text("utf-8").splitlines()[0]

GAMES = (("scopa", 2), ("scopa", 3), ("scopa", 4), ("scopone", 4), ("scopone-scientifico", 4), ("napoli", 2))

EVERY_GAME = [(name, players) for name, rules in presets().items() for players in rules.players]
"""Every preset with every number of players."""

NAMES = ("Anna", "Bruno", "Carla", "Dino")


def payload(reading: Reading, language: str = "it", **options: Any) -> dict[str, Any]:
    """What the card table gets for a line without faults."""
    assert reading.replay is not None and reading.ok
    return table_data(reading, review(reading.replay), words(language), **options)


def random_line(name: str, players: int, seed: int, plies: int = 99) -> str:
    """A deal of these rules whose plays are drawn in turn from the legal ones, as a line; at most ``plies`` plays."""
    rules = preset(name)
    deal = random_deal(rules, players, seed % players, generator(seed))
    position = start(deal)
    plays = []
    while not position.over and position.ply < plies:
        legal = legal_plays(position)
        chosen = legal[(seed + 7 * position.ply) % len(legal)]
        plays.append(play_text(chosen, scopa_of(position, chosen)))
        position = play(position, chosen)
    ranks, suits = "A234567JQK", "DCBS"
    return json.dumps(
        {
            "v": 1, "match": "prova", "deal": 1, "rules": name, "players": ["Anna", "Bruno", "Carla", "Dino"][:players],
            "dealer": deal.dealer, "table": [ranks[card // 4] + suits[card % 4] for card in deal.table], "plays": plays,
        }
    )  # fmt: skip


def game_line(rules: str | Mapping[str, Any], players: int, wanted: Callable[[Game], bool]) -> str:
    """The record of the first deal of two reference players, taking turns at the table, that is as ``wanted``."""
    options = rules_of_record(rules)
    names = ("greedy", "random", "greedy", "random")[:players]
    for number in count():
        batch = play_batch(options, 0, names, [deal_seed(1, number)])
        game = batch_game(options, 0, names, number, batch, 0)
        if wanted(game):
            break
    record = record_of(
        game.deal, game.plays, game.declarations, name=("prova", 1), rules_written=rules, players=NAMES[:players],
        score=(0,) * options.sides(players),
    )  # fmt: skip
    return write_line(record)


@cache
def game(name: str, players: int) -> dict[str, Any]:
    """What the card table gets for a deal under a preset, with a knock where the rules have knocks."""
    knocks = preset(name).knock is not None
    return payload(read_line(game_line(name, players, lambda deal: bool(deal.declarations) or not knocks)))


@cache
def knock_with_matta() -> dict[str, Any]:
    """A deal of Cirulla in which the wild card, declared as another number, is laid and taken later."""

    def wanted(deal: Game) -> bool:
        matta = preset("cirulla").matta
        laid = any(made.card == matta and not made.taken for made in deal.plays)
        return laid and any(knock.matta not in (None, 7) for knock in deal.declarations.values())

    return payload(read_line(game_line("cirulla", 2, wanted)))


@pytest.mark.parametrize("line", SAMPLES)
def test_a_deal_is_plain_json_with_every_word_in_both_languages(line: str) -> None:
    """The payload is plain JSON, and holds every word of the component in the reader's language."""
    for language in LANGUAGES:
        data = payload(read_line(line), language)
        assert json.loads(json.dumps(data)) == data
        assert set(data["words"]) == set(WORDS) and all(isinstance(text, str) for text in data["words"].values())
        assert data["lang"] == language


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_card_is_lost_between_hands_table_stock_and_piles(name: str, players: int, seed: int) -> None:
    """In every position of a finished deal the deck is whole, and no card is in two places."""
    data = payload(read_line(random_line(name, players, seed)))
    assert len(data["positions"]) == len(data["plays"]) + 1
    for position in data["positions"]:
        cards = [card for hand in position["hands"] for card in hand] + position["table"]
        cards += [card for pile in position["piles"] for card in pile["cards"]]
        assert len(cards) == len(set(cards)) == 40 - position["stock"]
        assert "??" not in cards


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_packet_is_marked_where_the_stock_gets_smaller(name: str, players: int) -> None:
    """The positions that are marked are those before which cards were dealt; the last position has no turn."""
    positions = payload(read_line(random_line(name, players, 5)))["positions"]
    for before, after in pairwise(positions):
        assert after["packet"] == (after["stock"] < before["stock"])
    assert not positions[0]["packet"]
    assert [position["turn"] is None for position in positions] == [False] * (len(positions) - 1) + [True]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_cards_stay_in_their_order_on_the_table(name: str, players: int) -> None:
    """What is taken goes, what is laid comes last, and all else stays where it is."""
    data = payload(read_line(random_line(name, players, 4)))
    for made, before, after in zip(data["plays"], data["positions"], data["positions"][1:], strict=False):
        left = [card for card in before["table"] if card not in made["taken"]]
        laid = [] if made["taken"] else [made["card"]]
        swept = after["turn"] is None and data["leftovers"] is not None
        assert after["table"] == ([] if swept else left + laid)


@pytest.mark.parametrize("line", REAL)
def test_the_last_piles_are_worth_the_points(line: str) -> None:
    """The points by category add up to the total, and the piles at the end hold what they are counted from."""
    data = payload(read_line(line))
    last = data["positions"][-1]["piles"]
    assert [side["total"] for side in data["points"]] == [
        sum(value for name, value in side.items() if name != "total") for side in data["points"]
    ]
    assert sum(pile["carte"] for pile in last) == 40 and sum(pile["suit"] for pile in last) == 10
    assert [pile["scope"] for pile in last] == [side["scope"] for side in data["points"]]
    for category in ("carte", "suit", "primiera"):
        for side, pile in enumerate(last):
            assert (category in pile["sure"]) == bool(data["points"][side][category])


def test_the_miscounted_deal_is_counted_right() -> None:
    """Deal 2 of the match of 2008-12-29 is 1–3, though its record says 2–2 (sample_games/README.md)."""
    data = payload(read_line(REAL[1]))
    assert [side["total"] for side in data["points"]] == [1, 3]
    assert data["leftovers"] == {"side": 1, "cards": ["3C", "7B", "JD"]}
    piles = data["positions"][-1]["piles"]
    assert [(pile["carte"], pile["suit"], pile["primiera"]) for pile in piles] == [(14, 3, 75), (26, 7, 78)]


def test_a_certain_point_stays_certain() -> None:
    """A category that is mathematically won is won by the same side at the end."""
    for line in REAL:
        data = payload(read_line(line))
        for position in data["positions"]:
            for side, pile in enumerate(position["piles"]):
                assert all(data["points"][side][category] for category in pile["sure"])


def test_a_napola_dies_when_another_side_has_one_of_its_first_cards() -> None:
    """``alive`` is false from the play on that gives another side ace, two or three of denari."""
    data = payload(read_line(REAL[4]))
    for position in data["positions"]:
        for side, pile in enumerate(position["piles"]):
            others = {card for other, rival in enumerate(position["piles"]) if other != side for card in rival["cards"]}
            assert pile["run"]["alive"] == (not others & {"AD", "2D", "3D"})
            assert pile["run"]["cards"] == [card for card in RUN if card in pile["cards"]]
    assert data["points"][1]["run"] == 7


RUN = [f"{rank}D" for rank in "A234567JQK"]


def test_rules_without_a_run_show_none() -> None:
    """A pile has no run where the rules pay none."""
    data = payload(read_line(random_line("scopa", 2, 1)))
    assert all(pile["run"] is None for position in data["positions"] for pile in position["piles"])


def test_flags_carry_a_name_a_reason_and_a_better_play_that_is_legal() -> None:
    """Each flag is said in words, and names a legal play other than the one made."""
    flags = 0
    for line in SAMPLES:
        for language in LANGUAGES:
            for made in payload(read_line(line), language)["plays"]:
                assert made["text"] in made["legal"] or not made["judged"]
                assert made["forced"] == (len(made["legal"]) == 1)
                for flag in made["flags"]:
                    flags += 1
                    assert flag["name"] and flag["reason"]
                    if flag["knock"]:
                        assert flag["better"] is None and flag["knock"] in made["offered"]
                    else:
                        assert flag["better"] in made["legal"] and flag["better"] != made["text"]
    assert flags


def test_pairs_have_one_name_and_seats_their_side() -> None:
    """Four players are two pairs, seats 0 and 2 against 1 and 3; others play for themselves."""
    four = payload(read_line(random_line("scopone", 4, 1)))
    assert four["sides"] == [0, 1, 0, 1] and four["side_names"] == ["Anna e Carla", "Bruno e Dino"]
    three = payload(read_line(random_line("scopa", 3, 1)), "en")
    assert three["sides"] == [0, 1, 2] and three["side_names"] == ["Anna", "Bruno", "Carla"]


def test_an_unfinished_deal_has_no_points_and_says_why() -> None:
    """Who resigned is named; hands that the record tells are judged."""
    data = payload(read_line(UNFINISHED))
    assert data["points"] is None and data["leftovers"] is None
    assert data["ended"] == "giocatore1 ha abbandonato la smazzata."
    assert all(made["judged"] for made in data["plays"])
    assert data["positions"][-1]["turn"] is not None


def test_hands_that_the_record_does_not_tell_stay_unknown_and_unjudged() -> None:
    """An unfinished deal without ``hands`` steps with unknown cards, and says how many plays are not judged."""
    data = payload(read_line(random_line("scopone", 4, 1, plies=10)))
    assert all(hand.count("??") for hand in data["positions"][0]["hands"])
    assert [len(hand) for hand in data["positions"][0]["hands"]] == [9] * 4
    assert not any(made["judged"] or made["flags"] or made["legal"] for made in data["plays"])
    assert words("it")("ended.none_judged", n=10) in data["ended"]


def test_the_address_may_ask_for_a_place_that_is_not_there() -> None:
    """A seat or a ply out of range opens at the nearest."""
    data = payload(read_line(REAL[0]), seat=7, ply=99)
    assert (data["seat"], data["ply"]) == (1, 36)


def test_a_persons_remark_and_names_shown_otherwise_are_there() -> None:
    """Notes stand at their play, and renamed players have the name that is shown."""
    line = json.dumps(json.loads(REAL[0]) | {"notes": {"12": "troppo presto"}})
    data = payload(read_line(line), players=("Anna", "Bruno"))
    assert data["plays"][12]["note"] == "troppo presto"
    assert data["players"] == data["side_names"] == ["Anna", "Bruno"]


def test_a_line_with_a_fault_has_nothing_to_show() -> None:
    """Asking for the table of a line that was set aside is an error of the caller."""
    with pytest.raises(ValueError):
        table_data(read_line("{}"), (), words("it"))


@pytest.mark.parametrize(("name", "players"), EVERY_GAME)
def test_every_preset_is_shown_whole(name: str, players: int) -> None:
    """Under every preset the payload is plain JSON, and in each position the deck is whole."""
    data = game(name, players)
    assert json.loads(json.dumps(data)) == data
    assert len(data["positions"]) == len(data["plays"]) + 1
    for position in data["positions"]:
        cards = [card for hand in position["hands"] for card in hand] + position["table"]
        cards += [card for pile in position["piles"] for card in pile["cards"]]
        assert len(cards) == len(set(cards)) == data["deck"] - position["stock"]


@pytest.mark.parametrize(("name", "players"), EVERY_GAME)
def test_only_what_the_rules_pay_is_counted(name: str, players: int) -> None:
    """Counts and categories are those that the rules can pay, and what was paid is among them."""
    data, rules = game(name, players), preset(name)
    assert ("primiera" in data["counts"]) == ("primiera" in data["categories"]) == (rules.primiera != "off")
    assert ("events" in data["counts"]) == bool(rules.knock or rules.table_bonus or rules.play_bonuses)
    assert (data["run"] is not None) == ("run" in data["categories"]) == (rules.run is not None)
    paid = {key for side in data["points"] for key, value in side.items() if value and key != "total"}
    assert paid <= set(data["categories"])
    assert data["low"] == (rules.objective == "low")
    assert data["suit"] == rules.majority_suit


def test_what_else_pays_has_the_name_that_players_give_it() -> None:
    """Knocks are accusi, with the dealer's for the table; picca, simile and quadriglia are premi."""
    assert {name: game(name, 2)["events"] for name in ("cirulla", "sbarazzino", "scopa-bresciana")} == {
        "cirulla": "Accusi",
        "sbarazzino": "Accusi",
        "scopa-bresciana": "Premi",
    }


@pytest.mark.parametrize(("name", "players"), EVERY_GAME)
def test_events_are_told_where_they_are_made(name: str, players: int) -> None:
    """Dealt table, knocks, picca, simile and quadriglia, as they are shown, add up to each side's points for events."""
    data = game(name, players)
    events = [0] * len(data["side_names"])
    if data["opening"]:
        events[data["sides"][data["dealer"]]] += data["opening"]["points"]
    for ply, made in enumerate(data["plays"]):
        side = data["sides"][made["seat"]]
        if made["declaration"]:
            assert made["declaration"] in made["offered"]
            events[side] += made["declaration"]["points"]
        assert [pile["events"] for pile in data["positions"][ply]["piles"]] == events
        events[side] += len(made["events"])
    assert [pile["events"] for pile in data["positions"][-1]["piles"]] == events
    assert [side["events"] for side in data["points"]] == events


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_knock_lays_the_hand_open_where_the_rules_say_so(players: int) -> None:
    """After a knock in Cirulla everybody sees the hand until it is played; in Sbarazzino nobody does."""
    for name in ("cirulla", "sbarazzino"):
        data = game(name, players)
        ply = next(ply for ply, made in enumerate(data["plays"]) if made["declaration"])
        seat = data["plays"][ply]["seat"]
        for later in range(ply, min(ply + 2 * players + 1, len(data["plays"]))):
            position = data["positions"][later]
            assert not set(position["shown"]) - {card for hand in position["hands"] for card in hand}
            assert (set(position["hands"][seat]) <= set(position["shown"])) == (name == "cirulla")


def test_the_wild_card_has_its_number_until_it_is_taken() -> None:
    """The declared number stands in every position from the knock on, and no longer once the card is captured."""
    data = knock_with_matta()
    declared = next(ply for ply, made in enumerate(data["plays"]) if (made["declaration"] or {}).get("matta"))
    number = data["plays"][declared]["declaration"]["matta"]
    taken = next(
        ply
        for ply, position in enumerate(data["positions"])
        if any("7C" in pile["cards"] for pile in position["piles"])
    )
    assert data["matta"] == "7C" and declared + 1 < taken
    values = [position["matta"] for position in data["positions"]]
    assert values == [None] * declared + [number] * (taken - declared) + [None] * (len(values) - taken)
    assert [made["matta"] for made in data["plays"]] == values[:-1]


def test_the_dealt_table_that_pays_goes_to_the_dealer() -> None:
    """Its four cards lie in the dealer's pile before the first play, and are told with their points."""
    line = game_line("cirulla", 2, lambda deal: sum(card // 4 + 1 for card in deal.deal.table) in (15, 30))
    data = payload(read_line(line))
    start = data["positions"][0]
    assert start["table"] == []
    assert sorted(data["opening"]["cards"]) == sorted(json.loads(line)["table"])
    assert set(start["piles"][data["dealer"]]["cards"]) == set(data["opening"]["cards"])
    assert start["piles"][data["dealer"]]["events"] == data["opening"]["points"] in (1, 2)
    assert game("sbarazzino", 2)["opening"] is None


def test_a_forgotten_knock_is_a_choice_of_its_play() -> None:
    """The flag names the knock that was better, with its points and in words; there is no better play to name."""
    line = game_line("sbarazzino", 2, lambda deal: len(deal.declarations) > 1)
    data = payload(read_line(line))
    silent = payload(read_line(json.dumps(json.loads(line) | {"declared": []})))
    for with_knock, without in zip(data["plays"], silent["plays"], strict=True):
        flags = [flag for flag in without["flags"] if flag["code"] == "knock_forgotten"]
        assert without["declaration"] is None and with_knock["offered"] == without["offered"]
        if with_knock["declaration"]:
            assert [flag["knock"] for flag in flags] == [with_knock["declaration"]]
            assert flags[0]["better"] is None and flags[0]["reason"]


def test_all_cards_of_the_suit_win_at_once() -> None:
    """The side that has all ten coins in Cirulla is told as the winner; elsewhere nobody is."""
    data = payload(read_line(game_line("cirulla", 2, lambda deal: deal.winner_at_once is not None)))
    side = data["at_once"]["side"]
    assert data["at_once"]["suit"] == "D" and data["positions"][-1]["piles"][side]["suit"] == 10
    assert game("scopa", 2)["at_once"] is None


def test_cards_that_pay_together_are_followed_like_the_run() -> None:
    """The stalla pays half a point; it is dead for a side as soon as another has one of its four cards."""
    rules = {"preset": "scopa", "combos": [[["7D"], 1], [["QD", "QC", "QB", "QS"], 0.5]]}
    data = payload(read_line(game_line(rules, 2, lambda deal: any(points.denominator == 2 for points in deal.points))))
    assert data["combos"] == ["Stalla"] and data["paid"] == ["7D"]
    for position in data["positions"]:
        for side, pile in enumerate(position["piles"]):
            own, other = (
                [card for card in position["piles"][whose]["cards"] if card[0] == "Q"] for whose in (side, 1 - side)
            )
            assert sorted(pile["combos"][0]["cards"]) == sorted(own)
            assert pile["combos"][0]["alive"] == (not other)
    assert sorted(side["combos"] % 1 for side in data["points"]) == [0, 0.5]


def test_cards_and_names_follow_custom() -> None:
    """Belora is shown with French suits unless the reader chooses otherwise; the run has each game's own name."""
    shown = {name: game(name, 2)["cards"] for name in ("scopa", "belora", "scopa-bresciana")}
    assert shown == {"scopa": "italian", "belora": "french", "scopa-bresciana": "italian"}
    runs = [game(name, 2)["run"] for name in ("napoli", "belora", "cirulla", "scopa-bresciana")]
    assert runs == ["Napola", "Belora", "Piccola", "Napola"]
    assert game("cirulla", 2)["combos"] == ["Grande"]
    assert game("scopa-bresciana", 2)["paid"] == ["2S", "TD", "JC"]
