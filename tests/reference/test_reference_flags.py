"""The reference's three flags on positions that can be worked out by hand."""

import random
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from .flags import (
    bad_spariglio,
    card_given_up,
    flags,
    flags_of,
    loss_probability,
    paid_cards,
    scopa_offered,
    scopa_probability,
    unpaired_change,
)
from .game import CardSet, deck
from .knowledge import (
    Knowledge,
    knowledge,
    probability_by_enumeration,
    probability_by_formula,
)
from .presets import TABLES, options_of
from .random_deals import random_start

LAY: CardSet = frozenset()


def taking(*cards: str) -> CardSet:
    """The set of captured cards."""
    return frozenset(cards)


def view_of(
    preset: str,
    *,
    hand: str,
    table: str = "",
    unseen: str = "",
    ply: int,
    hand_sizes: tuple[int, ...],
    dealer: int = 0,
    last_capturer: int | None = 0,
    packet: int = 0,
    **overrides: Any,
) -> Knowledge:
    """A seat's knowledge in which these cards are hidden and every other one is captured."""
    options = options_of(preset, overrides)
    elsewhere = {*hand.split(), *table.split(), *unseen.split()}
    return Knowledge(
        options=options,
        players=len(hand_sizes),
        dealer=dealer,
        ply=ply,
        packet=packet,
        hand=tuple(hand.split()),
        table=tuple(table.split()),
        captured=frozenset(deck(options)) - elsewhere,
        last_capturer=last_capturer,
        hand_sizes=hand_sizes,
    )


def first_lead(hand: str) -> Knowledge:
    """The first lead of a ten-card scopone: everything but this hand is unseen."""
    options = options_of("scopone-scientifico")
    return Knowledge(
        options=options,
        players=4,
        dealer=3,
        ply=0,
        packet=0,
        hand=tuple(hand.split()),
        table=(),
        captured=frozenset(),
        last_capturer=None,
        hand_sizes=(10, 10, 10, 10),
    )


def test_first_lead() -> None:
    """A first lead, ten cards each: 146/203 for a single, 49/87 for a double, none with all four."""
    view = first_lead("AD 2D 2C 3D 3C 3B 4D 4C 4B 4S")
    assert scopa_probability(view, ("AD", LAY)) == Fraction(146, 203)
    assert scopa_probability(view, ("2D", LAY)) == Fraction(49, 87)
    assert scopa_probability(view, ("3D", LAY)) == Fraction(10, 30)
    assert scopa_probability(view, ("4D", LAY)) == 0


@pytest.mark.parametrize(("unseen", "hand"), [(8, 3), (12, 4), (18, 5), (7, 7), (1, 1)])
def test_both_ways_of_counting_agree(unseen: int, hand: int) -> None:
    """Writing every hand out and counting by formula give the same probability."""
    assert comb(unseen, hand) <= 20_000
    for wanted in range(unseen + 1):
        expected = probability_by_formula(unseen, hand, wanted)
        assert probability_by_enumeration(unseen, hand, wanted) == expected


def test_scopa_offered_names_the_safest_plays() -> None:
    """A lead is flagged if another leaves a scopa less often by 0.05; the better plays are all the safest."""
    view = first_lead("AD 2D 2C 3D 3C 3B 4D 4C 4B 4S")
    facts = scopa_offered(view, ("AD", LAY))
    assert facts is not None
    assert facts["better"] == {(card, LAY) for card in ("4D", "4C", "4B", "4S")}
    assert (facts["probability"], facts["best_probability"]) == (Fraction(146, 203), 0)
    assert facts["total"] == 1
    assert scopa_offered(view, ("4D", LAY)) is None


def test_threshold_of_naming() -> None:
    """A difference of exactly one in twenty is flagged, one in twenty-one is not."""
    twenty = "AD AC AB AS 2D 2C 2B 2S 3D 3C 3B 3S 5D 5C 5B 5S 6D 6C 6B 4C"
    for unseen, flagged in ((twenty, True), (twenty + " 6S", False)):
        view = view_of("scopone-scientifico", hand="4D KD", unseen=unseen, ply=1, hand_sizes=(10, 1, 1, 1), dealer=2)
        assert view.next_hand_size() == 1
        assert (scopa_offered(view, ("4D", LAY)) is not None) == flagged


def test_no_scopa_on_the_last_play() -> None:
    """Before the deal's last card a scopa is no danger, unless the rules count it there."""
    position: dict[str, Any] = {
        "hand": "4D",
        "table": "",
        "unseen": "4C",
        "ply": 38,
        "hand_sizes": (1, 0, 0, 1),
    }
    assert scopa_probability(view_of("scopone-scientifico", **position), ("4D", LAY)) == 0
    counted = view_of("scopone-scientifico-wikipedia", **position)
    assert scopa_probability(counted, ("4D", LAY)) == 1


def test_packet_dealt_in_between() -> None:
    """Where the next seat plays from a new packet, the whole packet counts as its hand."""
    options = options_of("scopa")
    unseen = "AC AB AS 5C 6C 7C"
    hidden = set(unseen.split())
    view = Knowledge(
        options=options,
        players=2,
        dealer=0,
        ply=29,
        packet=4,
        hand=("AD",),
        table=(),
        captured=frozenset(deck(options)) - hidden - {"AD"},
        last_capturer=0,
        hand_sizes=(1, 0),
    )
    assert view.next_hand_size() == 3
    assert scopa_probability(view, ("AD", LAY)) == 1 - Fraction(1, comb(6, 3))


def test_settebello_laid() -> None:
    """Laying the settebello where the next opponent may hold a seven is flagged, by its name."""
    view = view_of("scopone-scientifico", hand="7D KD", unseen="7C QD QC JD", ply=34, hand_sizes=(1, 2, 1, 2), dealer=2)
    assert view.seat == 1
    facts = card_given_up(view, ("7D", LAY))
    assert facts is not None
    assert (facts["card"], facts["probability"], facts["best_probability"]) == ("7D", Fraction(1, 4), 0)
    assert facts["better"] == {("KD", LAY)}
    assert card_given_up(view, ("KD", LAY)) is None


def test_settebello_not_taken() -> None:
    """Leaving the settebello on the table, when it could be taken, is flagged too."""
    view = view_of(
        "scopone-scientifico", hand="7B 5C", table="7D JS", unseen="7C QD QC JD", ply=34,
        hand_sizes=(1, 2, 1, 2), dealer=2,
    )  # fmt: skip
    facts = card_given_up(view, ("5C", LAY))
    assert facts is not None
    assert (facts["probability"], facts["best_probability"]) == (Fraction(1, 4), 0)
    assert facts["better"] == {("7B", taking("7D"))}


def test_leftovers_at_the_last_card() -> None:
    """The settebello among the leftovers goes to whoever captured last, the deal's last card counted.

    Before the last card the next opponent gets it if that card captures anything, or if the opponents
    captured last; the last card itself leaves it to the side that captured last.
    """
    last_but_one: dict[str, Any] = {"hand": "KD", "table": "7D 2C", "ply": 38, "hand_sizes": (1, 0, 0, 1)}
    capturing = view_of("scopone-scientifico", unseen="2B", last_capturer=1, **last_but_one)
    assert capturing.side == 1
    assert loss_probability(capturing, ("KD", LAY), "7D") == 1
    for capturer, expected in ((0, 1), (1, 0), (None, 0)):
        laying = view_of("scopone-scientifico", unseen="4B", last_capturer=capturer, **last_but_one)
        assert loss_probability(laying, ("KD", LAY), "7D") == expected
    last: dict[str, Any] = {"hand": "7D", "table": "2C", "ply": 39, "hand_sizes": (1, 0, 0, 0)}
    for capturer, expected in ((0, 0), (1, 1), (None, 0)):
        closing = view_of("scopone-scientifico", last_capturer=capturer, **last)
        assert closing.side == 0
        assert loss_probability(closing, ("7D", LAY), "7D") == expected
    taker = view_of("scopone-scientifico", hand="2S", table="7D 2C", last_capturer=1, ply=39, hand_sizes=(1, 0, 0, 0))
    assert loss_probability(taker, ("2S", taking("2C")), "7D") == 0


def test_paid_cards() -> None:
    """The single cards that the rules pay, and the first three of a run, each once; no larger combination."""
    assert paid_cards(options_of("scopa")) == ["7D"]
    assert paid_cards(options_of("sbarazzino")) == ["7D", "KD"]
    assert paid_cards(options_of("cirulla")) == ["7D", "AD", "2D", "3D"]
    assert paid_cards(options_of("scopa-bresciana")) == ["2S", "TD", "JC", "AS", "3S"]


def spariglio_view(
    preset: str = "scopone-scientifico",
    *,
    ply: int,
    hand_sizes: tuple[int, ...] = (2, 2, 2, 2),
    packet: int = 0,
    **overrides: Any,
) -> Knowledge:
    """A hand whose queen takes the queen (parity as it was) or five and four (three ranks unpaired).

    No coins, no sevens, no scopa near. The dealer's side plays the odd plies.
    """
    return view_of(
        preset,
        hand="QC KC",
        table="QB 5C 4C JB",
        unseen="5B 4B QS QD JS JC",
        ply=ply,
        hand_sizes=hand_sizes,
        packet=packet,
        **({"value_capture": "free"} | overrides),
    )


EQUAL = ("QC", taking("QB"))
SUM = ("QC", taking("5C", "4C"))


def test_spariglio_by_side() -> None:
    """The dealer's side is flagged for unpairing, the hand side for not unpairing.

    Each only where a capture of like value did the contrary.
    """
    hand_side, dealer_side = spariglio_view(ply=32), spariglio_view(ply=33)
    assert (unpaired_change(hand_side, EQUAL), unpaired_change(hand_side, SUM)) == (0, 3)
    assert bad_spariglio(hand_side, SUM) is None
    facts = bad_spariglio(hand_side, EQUAL)
    assert facts is not None
    assert (facts["change"], facts["better"], facts["dealer_side"]) == (0, {SUM}, False)
    assert bad_spariglio(dealer_side, EQUAL) is None
    facts = bad_spariglio(dealer_side, SUM)
    assert facts is not None
    assert (facts["change"], facts["better"], facts["dealer_side"]) == (3, {EQUAL}, True)


def test_spariglio_with_two_players() -> None:
    """With two players the dealer is the dealer's side; parity is judged in the last packet only."""
    pair = (2, 2)
    last = spariglio_view("scopa", ply=33, hand_sizes=pair, packet=5)
    assert last.seat == last.dealer
    assert bad_spariglio(last, SUM) is not None
    assert bad_spariglio(spariglio_view("scopa", ply=33, hand_sizes=pair, packet=4), SUM) is None


def test_spariglio_off() -> None:
    """Parity is off with three players and where some capture is not by value; a lay is never judged."""
    three = spariglio_view("scopa", ply=33, hand_sizes=(2, 2, 2), packet=3)
    assert bad_spariglio(three, SUM) is None
    assert bad_spariglio(spariglio_view(ply=33, fifteen_capture="free"), SUM) is None
    assert bad_spariglio(spariglio_view(ply=33), ("KC", LAY)) is None


@pytest.mark.parametrize(
    "overrides", [{"majority_suit": "B"}, {"combos": [[["QB"], 1]]}, {"combos": [[["5C"], Fraction(1, 2)]]}]
)
def test_spariglio_of_unlike_value(overrides: dict[str, Any]) -> None:
    """Captures that differ in paid cards or in cards of the majority suit are not of like value."""
    assert bad_spariglio(spariglio_view(ply=33, **overrides), SUM) is None


def dealer_choice(hand: str, table: str, unseen: str) -> Knowledge:
    """A choice of the dealer's side in a scopone in which equal cards do not come first."""
    return view_of(
        "scopone-scientifico",
        hand=hand,
        table=table,
        unseen=unseen,
        ply=33,
        hand_sizes=(2, 2, 2, 2),
        value_capture="free",
    )


NINE_BY_SUM = ("QC", taking("5C", "4C"))


@pytest.mark.parametrize(
    ("why", "hand", "table", "unseen", "play", "flagged"),
    [
        ("alike", "QC 5B", "5C 4C JB", "6B 6S QS 3B 3S", NINE_BY_SUM, True),
        ("one is a scopa", "QC 5B", "5C 4C", "6B 6S QS 3B 3S", NINE_BY_SUM, False),
        ("one leaves a scopa", "QC 5B", "5C 4C JB", "JS JC QS 3B 3S", NINE_BY_SUM, False),
        ("a seven less", "7C KC", "7B 3C 4C KB", "QS QD JS JC 3B", ("7C", taking("3C", "4C")), False),
        (
            "two cards more",
            "QC",
            "QB 2C 3C 4C JB",
            "JS JC 2B 3B QS QD",
            ("QC", taking("2C", "3C", "4C")),
            False,
        ),
    ],
)
def test_spariglio_of_like_value(
    why: str, hand: str, table: str, unseen: str, play: tuple[str, CardSet], flagged: bool
) -> None:
    """Like value: as many sevens, cards within one, both or neither a scopa, about the same scopa risk."""
    view = dealer_choice(hand, table, unseen)
    assert unpaired_change(view, play) > 0, why
    assert (bad_spariglio(view, play) is not None) == flagged, why


def test_fewer_points_win() -> None:
    """Where fewer points win, the same plays are judged the other way round."""
    assert bad_spariglio(spariglio_view(ply=33, objective="low"), SUM) is None
    facts = bad_spariglio(spariglio_view(ply=33, objective="low"), EQUAL)
    assert facts is not None
    assert facts["better"] == {SUM}
    view = view_of(
        "scopone-scientifico",
        hand="7D KD",
        unseen="7C QD QC JD",
        ply=34,
        hand_sizes=(1, 2, 1, 2),
        dealer=2,
        objective="low",
    )
    assert card_given_up(view, ("7D", LAY)) is None
    facts = card_given_up(view, ("KD", LAY))
    assert facts is not None
    assert facts["better"] == {("7D", LAY)}
    assert scopa_offered(view, ("7D", LAY)) is None
    facts = scopa_offered(view, ("KD", LAY))
    assert facts is not None
    assert facts["better"] == {("7D", LAY)}


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_laws_of_the_flags(preset: str, players: int) -> None:
    """A better play is another legal play without that flag; a forced play has none; 0 <= p <= 1."""
    chance = random.Random(f"{preset}-{players}")
    game = random_start(preset, players, chance)
    while not game.is_over:
        view, plays = knowledge(game), game.legal_plays()
        assert view.legal_plays() == plays
        chosen = chance.choice(plays)
        found = flags(game, chosen)
        for code, facts in found.items():
            if facts is None:
                continue
            assert len(plays) > 1
            assert facts["better"] <= set(plays) - {chosen}
            better = flags_of(view, next(iter(facts["better"])))[code]
            if code == "card_given_up":
                assert better is None or facts["card"] not in better["cards"]
            else:
                assert better is None
            assert 0 <= facts.get("probability", 0) <= 1
        game = game.play(*chosen)


def test_illegal_play_is_refused() -> None:
    """A play that is not legal has no flags: it is an error."""
    with pytest.raises(ValueError, match="illegal play"):
        flags_of(spariglio_view(ply=32), ("7D", LAY))
