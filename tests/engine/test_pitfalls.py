"""Faults that other implementations had (rules.md's companion list of pitfalls): none of them is ours.

The identifiers are those of the list. Disputes are tested for what our options say.
"""

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from engine.cards import cards_of, full_deck, mask_of, parse_card, texts_of
from engine.deals import Deal, generator, packet_sizes, random_deal, thrown_in
from engine.errors import PlayError
from engine.plays import Play, parse_play
from engine.positions import Position, legal_plays, play, plays_of, scopa_of, start
from engine.replay import packets_from_plays, replay
from engine.rules import Rules, preset, with_options
from engine.scoring import SideScore, match_after, score

SCOPA = preset("scopa")


def cards(text: str) -> int:
    """The mask of cards written with spaces."""
    return mask_of(parse_card(card) for card in text.split())


def captures(rules: Rules, table: str, hand: str) -> list[list[str]]:
    """All captures of the cards of ``hand``, sorted."""
    plays = plays_of(rules, rules.players[0], cards(table), cards(hand))
    return sorted(texts_of(each.taken) for each in plays if each.taken)


def scored(rules: Rules, *piles: str, scope: Sequence[int] | None = None) -> tuple[SideScore, ...]:
    """The scores of some piles."""
    players = {2: 2, 3: 3}[len(piles)]
    return score(rules, players, [cards(pile) for pile in piles], scope or [0] * len(piles))


def points(side: SideScore) -> dict[str, Fraction]:
    """The categories that pay."""
    names = ("scope", "carte", "suit", "primiera", "combos", "run")
    return {name: side.of(name) for name in names if side.of(name)}


def position(rules: Rules, table: str, dealt: tuple[str, ...], **changes: object) -> Position:
    """A position of ``rules`` with this table and these hands, the seat after the dealer (0) to play."""
    packets = (tuple(cards(hand) for hand in dealt),) * len(packet_sizes(rules, len(dealt)))
    deal = Deal(rules, 0, tuple(cards_of(cards(table))), packets)
    at_start = start(deal)
    return Position(**{name: changes.get(name, getattr(at_start, name)) for name in Position.__slots__})


def test_cap_03_and_04_choice_between_equal_cards() -> None:
    """CAP-03, CAP-04: with two equal cards on the table the player chooses, and the settebello can be taken."""
    assert captures(SCOPA, "7D 7C 4S 3B", "7S") == [["7C"], ["7D"]]
    assert captures(SCOPA, "7C 7D 2S", "7S") == [["7C"], ["7D"]]


def test_cap_07_two_sums_of_the_fewest_cards() -> None:
    """CAP-07: fewest cards first leaves the choice between sums of equal size, and an equal card excludes them."""
    fewest = preset("scopa-bga")
    assert captures(fewest, "4B 4C 6B 2S 3C", "JB") == [["2S", "6B"], ["4C", "4B"]]
    assert captures(fewest, "4B 4C 6B 2S 3C JC", "JB") == [["JC"]]


def test_cap_08_the_engine_does_not_choose() -> None:
    """CAP-08: every capture is offered, not only the one of most cards."""
    assert captures(SCOPA, "4D AS 3C 2B", "5D") == [["2B", "3C"], ["AS", "4D"]]


def test_cap_09_and_10_a_card_that_can_take_must_take() -> None:
    """CAP-09, CAP-10: where capturing is compulsory no legal play lays a card that could take."""
    table = "3C 2S 3D 3B"
    plays = plays_of(SCOPA, 2, cards(table), cards("6S 2D 5D"))
    assert all(each.taken for each in plays)
    assert captures(SCOPA, table, "5D") == [["2S", "3B"], ["2S", "3C"], ["2S", "3D"]]
    assert captures(SCOPA, table, "2D") == [["2S"]]
    assert captures(SCOPA, table, "6S") == [["3C", "3B"], ["3D", "3B"], ["3D", "3C"]]
    with pytest.raises(PlayError):
        play(position(SCOPA, "5C", ("AD AC AB", "5D 2S 4S")), Play(parse_card("5D")))


def test_sco_05_the_table_stays_empty_after_a_scopa() -> None:
    """SCO-05: a swept table is not refilled in mid packet."""
    before = position(SCOPA, "4C", ("AD AC AB", "4D 2S 5S"))
    assert play(before, Play(parse_card("4D"), cards("4C"))).table == 0


def test_sco_07_and_pts_04_a_new_deal_starts_from_nothing() -> None:
    """SCO-07, PTS-04: scope and piles are empty at the start of every deal."""
    for number in range(3):
        first = start(random_deal(SCOPA, 2, number % 2, generator(number)))
        assert (first.scope, first.piles, first.last_capturer) == ((0, 0), (0, 0), None)


def test_deal_03_three_kings_throw_the_deal_in() -> None:
    """DEAL-03: three or four kings on the table are dealt again, two stand, and no random deal has them."""
    assert thrown_in(SCOPA, cards("KD KC KS 2B"))
    assert thrown_in(SCOPA, cards("KD KC KS KB"))
    assert not thrown_in(SCOPA, cards("KD KC QS 2B"))
    assert not thrown_in(preset("scopa-luciano"), cards("KD KC KS 2B"))
    kings = cards("KD KC KB KS")
    for seed in range(3000):
        deal = random_deal(SCOPA, 2, 0, generator(seed))
        assert (mask_of(deal.table) & kings).bit_count() < 3


def test_deal_05_forty_different_cards_after_every_step() -> None:
    """DEAL-05: the deck is conserved from the deal to the last play."""
    for seed in range(20):
        now = start(random_deal(SCOPA, 3, 0, generator(seed)))
        while True:
            later = sum(sum(packet) for packet in now.packets[now.round + 1 :]) if not now.over else 0
            parts = [now.table, *now.hands, *now.piles]
            assert sum(parts) + later == full_deck(40)
            if now.over:
                break
            now = play(now, legal_plays(now)[seed % len(legal_plays(now))])


def test_end_01_and_02_leftovers_go_to_the_last_capturer() -> None:
    """END-01, END-02: the cards left at the end go to the side that captured last, not to the last to play."""
    empty = ("", "", "")
    for last_capturer in (0, 1):
        at_end = position(
            preset("scopa"),
            "7D QC",
            empty,
            ply=35,
            first=0,
            last_capturer=last_capturer,
            hands=(0, 0, cards("2S")),
        )
        after = play(at_end, Play(parse_card("2S")))
        assert after.table == 0
        assert after.piles[last_capturer] == cards("7D QC 2S")


def test_primiera() -> None:
    """PRI-02 to PRI-06, PRI-10: void without a suit, nobody's when tied, over four suits, with the seeds' values."""
    both_void = scored(SCOPA, "7S 7B AC", "4S 4B 2D")
    assert [side.primiera for side in both_void] == [None, None]
    assert not any(side.of("primiera") for side in both_void)
    tie = scored(
        SCOPA,
        "AD 2D 3D 4D 5D AC 2C 3C 4C 5C AB 2B 3B 4B 7B AS 2S 5S 6S 7S",
        "6D 7D JD QD KD 6C 7C JC QC KC 5B 6B JB QB KB 3S 4S JS QS KS",
    )
    assert [side.primiera for side in tie] == [74, 74]
    assert [points(side) for side in tie] == [{}, {"combos": 1}]
    assert [side.primiera for side in scored(SCOPA, "7S 5C 5B 4D", "2S 6C AB 3D")] == [65, 59]
    assert [side.primiera for side in scored(SCOPA, "7D 7C 7S 2B", "6D 6C 6S 6B")] == [75, 72]
    low = scored(SCOPA, "6S 6C 6D 6B", "7S AC AD AB")
    assert [side.primiera for side in low] == [72, 69]
    assert [side.of("primiera") for side in low] == [1, 0]
    same = scored(SCOPA, "7D 7C 6S 6B", "7S 7B 6D 6C")
    assert [side.primiera for side in same] == [78, 78]
    assert not any(side.of("primiera") for side in same)


def test_pri_09_all_figures_are_worth_ten() -> None:
    """PRI-09 (a dispute): fante, cavallo and re count ten each, so this one is tied."""
    assert [side.primiera for side in scored(SCOPA, "7D 7C KS KB", "7S 7B QD JC")] == [62, 62]


def test_pts_01_ties_give_nobody_a_point() -> None:
    """PTS-01: equal numbers of cards or coins pay neither side."""
    assert [points(side) for side in scored(SCOPA, "7C 7B", "6C 6B")] == [{}, {}]


def test_pts_02_majorities_of_three_players() -> None:
    """PTS-02: under “most” 15 cards and 4 coins win with three players; 4-4-2 coins win for nobody."""
    one = cards("AD 2D 3D 4D AC 2C 3C 4C 5C 6C 7C JC QC KC AB")
    two = cards("5D 6D 7D 2B 3B 4B 5B 6B 7B JB QB KB AS")
    three = full_deck(40) & ~one & ~two
    names = score(SCOPA, 3, [one, two, three], [0, 0, 0])
    assert [(side.carte, side.suit) for side in names] == [(15, 4), (13, 3), (12, 3)]
    assert [side.of("carte") for side in names] == [1, 0, 0]
    assert [side.of("suit") for side in names] == [1, 0, 0]
    absolute = score(with_options(SCOPA, {"majority": "absolute"}), 3, [one, two, three], [0, 0, 0])
    assert not any(side.of("carte") or side.of("suit") for side in absolute)
    shared = scored(SCOPA, "AD 2D 3D 4D", "5D 6D 7D JD", "QD KD")
    assert not any(side.of("suit") for side in shared)


def test_pts_03_and_tgt_01_match_points() -> None:
    """PTS-03, TGT-01: deals add their points; level at the target another deal is played, 11-12 is over."""
    assert match_after(SCOPA, [Fraction(2), Fraction(1)], [Fraction(4), Fraction(0)]).points == (6, 1)
    assert not match_after(SCOPA, [Fraction(10), Fraction(9)], [Fraction(1), Fraction(2)]).over
    assert match_after(SCOPA, [Fraction(10), Fraction(9)], [Fraction(1), Fraction(3)]).winner == 1


def test_pts_05_partners_share_their_piles() -> None:
    """PTS-05: with four players carte is counted by side: a play of seat 2 goes to side 0."""
    hand = "AD 2D 3D 4D 5D 6D 7D JD QD"
    before = position(preset("scopone"), "4C", ("", "", hand, ""), ply=1)
    assert play(before, Play(parse_card("4D"), cards("4C"))).piles == (cards("4C 4D"), 0)


def test_nap_03_a_napola_of_seven(sample_games: Path) -> None:
    """NAP-03: in a real game a run of seven coins, with cards, denari, settebello and primiera, made eleven points."""
    path = sample_games / "scopetta-2008-12-29.jsonl"
    record = next(each for each in map(json.loads, path.read_text(encoding="utf-8").splitlines()) if each["deal"] == 5)
    rules = with_options(preset("napoli"), {"value_capture": "fewest"})
    written = [parse_play(text) for text in record["plays"]]
    packets = packets_from_plays(rules, 2, record["dealer"], [each.card for each in written])
    table = tuple(parse_card(card) for card in record["table"])
    first, second = replay(Deal(rules, record["dealer"], table, packets), written).score()
    assert points(first) == {"scope": 1}
    assert points(second) == {"carte": 1, "suit": 1, "combos": 1, "primiera": 1, "run": 7}
    assert (second.carte, second.suit, second.primiera, second.run) == (26, 9, 76, 7)


def test_trn_01_a_second_play_is_refused() -> None:
    """TRN-01: a card that was just played cannot be played again, and the position it came from is unharmed."""
    before = position(SCOPA, "4C", ("AD AC AB", "4D 2S 5S"))
    after = play(before, Play(parse_card("4D"), cards("4C")))
    with pytest.raises(PlayError):
        play(after, Play(parse_card("4D")))
    assert before.hands[1] == cards("4D 2S 5S")
    assert scopa_of(before, Play(parse_card("4D"), cards("4C")))


def test_ai_03_no_hidden_random_state() -> None:
    """AI-03: a deal depends on its own seed alone: no global generator is read or moved."""
    state = random.getstate()
    assert random_deal(SCOPA, 2, 0, generator(3)) == random_deal(SCOPA, 2, 0, generator(3))
    assert random_deal(SCOPA, 2, 0, generator(3)) != random_deal(SCOPA, 2, 0, generator(4))
    assert random.getstate() == state
