"""Faults that other implementations had with aces, fifteens, knocks and opening tables: none of them is ours.

The identifiers are those of the list (`test_pitfalls.py` has the others). Disputes are tested for what our options say.
"""

import pytest

from engine.cards import cards_of, full_deck, mask_of, parse_card
from engine.deals import Deal, generator, packet_sizes, random_deal, thrown_in
from engine.errors import PlayError
from engine.plays import Declaration, Play
from engine.positions import Position, declare, legal_declarations, legal_plays, play, plays_of, scopa_of, start
from engine.rules import Rules, preset, with_options
from engine.scoring import score
from tests.engine.test_pitfalls import SCOPA, captures, cards, position

ACES = preset("scopa-d-assi")
OPTIONAL_ACES = preset("scopa-d-assi-opzionale")
SBARAZZINO = preset("sbarazzino")
FIFTEEN = preset("scopa-a-15")
CIRULLA = preset("cirulla")


def taking(card: str, taken: str) -> Play:
    """The play of a card that takes some others."""
    return Play(parse_card(card), cards(taken))


def is_scopa(rules: Rules, table: str, card: str, taken: str) -> bool:
    """Whether the play is legal, early in a deal, and a scopa."""
    before = position(rules, table, ("QD QC QB", f"{card} JD JC"))
    assert taking(card, taken) in legal_plays(before)
    return scopa_of(before, taking(card, taken))


def opened(rules: Rules, table: str, dealer: int, players: int = 2) -> Position:
    """The position before the first play, with this table and nothing known of the hands."""
    packets = tuple((0,) * players for _ in packet_sizes(rules, players))
    return start(Deal(rules, dealer, tuple(cards_of(cards(table))), packets))


def knocking(hand: str) -> Position:
    """A position of Cirulla whose seat to play, the first of its packet, holds ``hand``."""
    return position(CIRULLA, "4D 5B JS QS", ("KD KC KB", hand))


def test_cap_10_laying_where_capturing_is_optional() -> None:
    """CAP-10 (a dispute): with `compulsory` off the 5 may be laid beside the 5; with it on it must take."""
    optional = with_options(SCOPA, {"compulsory": False})
    table, hand = cards("5C"), cards("5D 2S")
    lay, take, other = Play(parse_card("5D")), taking("5D", "5C"), Play(parse_card("2S"))
    assert set(plays_of(optional, 2, table, hand)) == {lay, take, other}
    assert set(plays_of(SCOPA, 2, table, hand)) == {take, other}


def test_deal_04_kings_and_fifteens_aces_and_cirulla() -> None:
    """DEAL-04 (a dispute): three kings are dealt again in Scopa a 15 too; in Cirulla two aces are, and kings stand."""
    assert thrown_in(FIFTEEN, cards("KD KC KS 2B"))
    assert not thrown_in(CIRULLA, cards("KD KC KS 2B"))
    assert thrown_in(CIRULLA, cards("AD AC 5S 2B"))
    assert not thrown_in(CIRULLA, cards("AD KC 5S 2B"))


@pytest.mark.parametrize("name", ["cirulla", "scopa-bresciana", "sbarazzino", "scopone-in-due"])
def test_deal_05_the_whole_deck_after_every_step(name: str) -> None:
    """DEAL-05: no card is lost or doubled, when the dealer takes the opening table either; two aces never lie on it."""
    rules = preset(name)
    opening = 0
    for seed in range(60):
        now = start(random_deal(rules, 2, seed % 2, generator(seed)))
        opening += bool(rules.table and not now.table)
        assert not (name == "cirulla" and (now.table & cards("AD AC AB AS")).bit_count() > 1)
        while True:
            dealt_later = [] if now.over else [hand for packet in now.packets[now.round + 1 :] for hand in packet]
            parts = [now.table, *now.hands, *now.piles, *dealt_later]
            assert sum(parts) == full_deck(rules.deck)
            assert sum(part.bit_count() for part in parts) == rules.deck
            if now.over:
                break
            legal = legal_plays(now)
            now = play(now, legal[seed % len(legal)])
    assert (opening > 0) == (name == "cirulla")


def test_ace_01_a_sweep_is_a_scopa_by_option() -> None:
    """ACE-01 (a dispute): an ace that takes all makes a scopa in Sbarazzino and Cirulla, none in Scopa d'assi."""
    assert captures(ACES, "2D 3C", "AS") == [["2D", "3C"]]
    scope = [is_scopa(rules, "2D 3C", "AS", "2D 3C") for rules in (ACES, OPTIONAL_ACES, SBARAZZINO, CIRULLA)]
    assert scope == [False, False, True, True]


def test_ace_02_an_ace_on_the_table() -> None:
    """ACE-02 (a dispute): with an ace lying there the new one takes all under `always`, else only an ace or a 15."""
    assert captures(ACES, "AD 2C", "AS") == [["AD", "2C"]]
    assert captures(OPTIONAL_ACES, "AD 2C", "AS") == [["AD"]]
    assert captures(CIRULLA, "AD 2C", "AS") == [["AD"]]
    assert captures(CIRULLA, "AB KS 3C", "AD") == [["AB"], ["AB", "3C", "KS"]]
    assert is_scopa(CIRULLA, "AB KS 3C", "AD", "AB KS 3C")
    assert captures(CIRULLA, "AD AC 5S", "AS") == [["AC"], ["AD"]]


@pytest.mark.parametrize("rules", [ACES, OPTIONAL_ACES, SBARAZZINO, CIRULLA])
def test_ace_03_an_ace_on_an_empty_table_is_laid(rules: Rules) -> None:
    """ACE-03 (a dispute): on an empty table an ace takes nothing, not even itself: it lies there."""
    before = position(rules, "", ("QD QC QB", "AD JD JC"))
    assert Play(parse_card("AD")) in legal_plays(before)
    after = play(before, Play(parse_card("AD")))
    assert (after.table, after.piles) == (cards("AD"), (0, 0))


@pytest.mark.parametrize("rules", [ACES, OPTIONAL_ACES, SBARAZZINO, CIRULLA])
def test_ace_04_an_ace_may_be_the_very_first_play(rules: Rules) -> None:
    """ACE-04 (a dispute): the deal's first card may be an ace, and it takes the opening table."""
    table = "7C 5S 2B JD"
    before = position(rules, table, ("QD QC QB", "AS 3D KC"))
    assert before.ply == 0
    assert taking("AS", table) in legal_plays(before)


def test_ace_06_an_ace_on_a_lone_ace() -> None:
    """ACE-06 (a dispute): it is a scopa by `ace_sweep_scopa`; where the ace is taken as an equal card it always is."""
    assert not is_scopa(ACES, "AS", "AD", "AS")
    lone = with_options(ACES, {"ace_sweep_scopa": "lone_ace"})
    assert is_scopa(lone, "AS", "AD", "AS")
    assert not is_scopa(lone, "AS 2C", "AD", "AS 2C")
    assert is_scopa(SBARAZZINO, "AS", "AD", "AS")
    assert is_scopa(OPTIONAL_ACES, "AS", "AD", "AS")


def test_f15_01_and_02_sums_above_ten() -> None:
    """F15-01, F15-02: a set of more than ten makes fifteen with a small card, and a scopa if it is the table."""
    assert captures(FIFTEEN, "7C 5S", "3D") == [["5S", "7C"]]
    assert is_scopa(FIFTEEN, "7C 5S", "3D", "7C 5S")
    assert captures(FIFTEEN, "KC 3S", "2D") == [["3S", "KC"]]
    assert is_scopa(FIFTEEN, "KC 3S", "2D", "KC 3S")


def test_f15_03_an_equal_card_is_no_fifteen() -> None:
    """F15-03 (a dispute): in Scopa a 15 only the 8 takes the 7; in Cirulla the 7 does too."""
    assert captures(FIFTEEN, "7C", "7D") == []
    assert captures(FIFTEEN, "7C", "JD") == [["7C"]]
    assert captures(CIRULLA, "7C", "7D") == captures(CIRULLA, "7C", "JD") == [["7C"]]


def test_f15_05_the_player_chooses_between_equal_card_and_fifteen() -> None:
    """F15-05 (a dispute): the equal card rules sums out, never a fifteen, and the biggest capture is not forced."""
    assert captures(CIRULLA, "3C 5D 6S 7B", "7D") == [["3C", "5D"], ["7B"]]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("table", "points"), [("2C 3D 4S 6B", 1), ("6S 7D JD QC", 2)])
def test_cir_01_the_opening_table_is_the_dealers(players: int, table: str, points: int) -> None:
    """CIR-01: four cards that make 15 or 30 go to the present dealer, with the points, and it has captured last."""
    for dealer in range(players):
        at_start = opened(CIRULLA, table, dealer, players)
        side = at_start.side(dealer)
        sides = range(len(at_start.piles))
        assert at_start.piles == tuple(cards(table) if each == side else 0 for each in sides)
        assert at_start.events == tuple(points if each == side else 0 for each in sides)
        assert (at_start.table, at_start.last_capturer, at_start.turn) == (0, side, (dealer + 1) % players)


def test_cir_01_other_tables_stay() -> None:
    """CIR-01: a table of another sum stays on the table and pays nothing."""
    at_start = opened(CIRULLA, "2C 3D 4S 5B", 0)
    assert (at_start.table, at_start.events, at_start.last_capturer) == (cards("2C 3D 4S 5B"), (0, 0), None)


def test_cir_02_three_aces_are_worth_the_better_knock() -> None:
    """CIR-02 (a dispute): three aces are low and equal at once; the better of the two pays, not both."""
    before = knocking("AD AC AS")
    assert legal_declarations(before) == (Declaration("triple"),)
    assert declare(before, Declaration("triple")).events == (0, 10)
    with pytest.raises(PlayError, match=r"play\.illegal_declaration"):
        declare(before, Declaration("low"))


def test_cir_04_a_knock_at_its_moment_only() -> None:
    """CIR-04: one knocks at one's own turn before the packet's first card, once, and may pass by playing."""
    before = knocking("AD 2C 3S")
    low = Declaration("low")
    assert legal_declarations(before) == (low,)
    knocked = declare(before, low)
    assert (knocked.turn, knocked.ply, knocked.events) == (before.turn, before.ply, (0, 3))
    assert legal_declarations(knocked) == ()
    passed = play(before, legal_plays(before)[0])
    assert passed.events == (0, 0)
    other = legal_plays(passed)[0]
    later = play(passed, other)
    assert later.turn == before.turn
    assert legal_declarations(later) == ()
    with pytest.raises(PlayError, match=r"play\.illegal_declaration"):
        declare(later, low)


def test_cir_04_a_knock_waits_for_its_seats_turn() -> None:
    """CIR-04: the seat that is not to play has nothing to declare, whatever it holds."""
    before = position(CIRULLA, "4D 5B JS QS", ("AD 2C 3S", "KD QC JB"))
    assert before.turn == 1
    assert legal_declarations(before) == ()
    after = play(before, legal_plays(before)[0])
    assert after.turn == 0
    assert legal_declarations(after) == (Declaration("low"),)
    assert mask_of(cards_of(after.hands[0])) == cards("AD 2C 3S")


def test_an_empty_pile_has_a_plain_sum_of_nothing() -> None:
    """Where a missing suit only counts nothing (``partial``), a side without a card has 0, not a void primiera."""
    three = with_options(preset("scopa"), {"primiera": "partial"})
    assert [side.primiera for side in score(three, 3, [cards("7D 7C"), cards("KB"), 0], [0, 0, 0])] == [42, 10, 0]
    void = score(preset("scopa"), 3, [cards("7D 7C"), cards("KB"), 0], [0, 0, 0])
    assert [side.primiera for side in void] == [None, None, None]
