"""Every stated fact of every explanation of the sample games, recomputed from the replay, and every line replayed."""

import pytest

from analysis.explanation import ABOUT, MOST_CLUES, MOST_REASONS, explain
from analysis.judge import LEVELS
from analysis.knowledge import view_at
from analysis.known import forgotten_cards
from analysis.plain_reasons import PLAIN
from analysis.principles import PRINCIPLES, principles
from analysis.thresholds import FORGETS_AFTER
from analysis.verdicts import verdict_at
from engine.cards import card_text, parse_card, texts_of
from engine.plays import Play
from engine.positions import legal_plays, play, scopa_of
from engine.replay import Replay
from records.notation import read_file
from tests.analysis.explained_games import Told
from tests.conftest import PROJECT
from ui.explanation_sentences import explanation_paragraphs
from ui.principle_sentences import principle_name
from ui.words import words

WHOLE_GAME = (
    "bad_spariglio",
    "anchor",
    "opening",
    "lay_a_double",
    "answer_the_partner",
    "partners_double",
    "category_decided",
    "best_spariglio",
    "last_two",
    "last_capture",
)
"""Principles about everything that cards are captured for."""


def seen_by(deal: Replay, ply: int) -> set[int]:
    """The cards that the seat to play at ``ply`` sees, or saw: its hand and whatever was laid, taken or knocked."""
    position = deal.positions[ply]
    cards = {each.card for each in deal.plays[:ply]}
    everything = position.hands[position.turn] | deal.positions[0].table | position.table
    for pile in position.piles:
        everything |= pile
    return cards | {card for card in range(deal.deal.rules.deck) if everything >> card & 1}


def holding_chance(hidden: int, size: int, wanted: int) -> float:
    """The chance that a hand of ``size`` of ``hidden`` cards has one of ``wanted``, one card after the other."""
    none = 1.0
    for drawn in range(size):
        none *= max(hidden - wanted - drawn, 0) / (hidden - drawn)
    return 1 - none


def test_reasons_are_true_of_both_plays(game: list[Told]) -> None:
    """A principle is named only where the play made breaks it and the measured best play is better by it."""
    contested = {rule.code for rule in PRINCIPLES if rule.contested}
    for deal, verdict, told in game:
        view = view_at(deal, told.ply)
        assert view is not None
        marks = {each.code: each for each in principles(view)}
        assert len(told.reasons) <= MOST_REASONS
        assert told.better == verdict.judgement.candidates[verdict.judgement.best].play
        assert told.grade is not None or not told.reasons
        for reason in told.reasons:
            assert reason.share >= 0.25
            if reason.code in PLAIN:
                continue
            assert reason.code in ABOUT
            assert reason.code not in contested
            if reason.code in ("scopa_offered", "card_given_up"):
                worse = reason.facts["chance"] - reason.facts["chance_better"]
                assert (-worse if reason.facts.get("low") else worse) >= 0.05 - 1e-9
            else:
                assert told.made in marks[reason.code].breaks
                assert told.better in marks[reason.code].keeps


def test_scopa_facts_are_recomputed_on_the_table(game: list[Told]) -> None:
    """What lies on the table, which cards take it, how many are unseen and the chance are those of the replay."""
    for deal, _, told in game:
        rules = deal.deal.rules
        for reason in told.reasons:
            if reason.code != "scopa_offered":
                continue
            after = deal.positions[told.ply + 1]
            facts = reason.facts
            hidden = set(range(rules.deck)) - seen_by(deal, told.ply)
            shown = {card for card in hidden if deal.positions[told.ply].shown >> card & 1}
            if told.ply + 1 < rules.deck - rules.table and not after.unknown(after.turn):
                assert facts["table"] == [card_text(c, rules.deck) for c in range(rules.deck) if after.table >> c & 1]
            assert facts["unseen"] == len(hidden)
            takers = {parse_card(card, rules.deck) for card in facts["takers"]}
            assert takers <= hidden
            if not shown:
                chance = holding_chance(len(hidden), facts["held"], len(takers))
                assert facts["chance"] == pytest.approx(chance)
            if rules.deck == 40 and rules.ace_rule == "off" and rules.matta is None:
                on_table = {parse_card(card) for card in facts["table"]}
                total = sum(card // 4 + 1 for card in on_table)
                assert facts["total"] == total
                if rules.fifteen_capture == "off" and takers:
                    assert takers == {card for card in hidden if card // 4 + 1 == total}


def captured(made: Play, deck: int) -> set[str]:
    """The cards that a play takes, its own among them."""
    return {*texts_of(made.taken, deck), card_text(made.card, deck)} if made.taken else set()


def test_plain_reasons_are_on_the_table(game: list[Told]) -> None:
    """What the better play takes more is what it takes; a scopa that costs is one, and the better play is none.

    They are told only where no principle says what was lost, and before those that do not.
    """
    for deal, _, told in game:
        rules, before = deal.deal.rules, deal.positions[told.ply]
        low = rules.objective == "low"
        for reason in told.reasons:
            if reason.code not in PLAIN:
                continue
            others = [each for each in told.reasons if each.code not in PLAIN]
            assert told.reasons[len(told.reasons) - len(others) :] == tuple(others)
            assert all(each.code in WHOLE_GAME for each in others)
            if reason.code in ("scopa_costs", "scopa_unwanted"):
                assert scopa_of(before, told.made)
                assert not scopa_of(before, told.better)
                assert low == (reason.code == "scopa_unwanted")
                continue
            assert low == (reason.code == "took_more")
            more, less = (captured(each, rules.deck) for each in (told.better, told.made))
            if low:
                more, less = less, more
            parts = reason.facts["parts"]
            assert parts
            kinds = {"primiera": "7", "suit": rules.majority_suit, "carte": ""}
            for category, part in parts.items():
                if category in kinds:
                    counts = [sum(kinds[category] in card for card in cards) for cards in (more, less)]
                    assert part == counts
                    assert counts[0] > counts[1]
                else:
                    assert part
                    assert set(part) <= more - less
                    paying = {card for combo in rules.combos for card in texts_of(combo.cards, rules.deck)}
                    if rules.run is not None and category == "run":
                        paying = {f"{rank}{rules.run.suit}" for rank in "A234567JQK"[: rules.run.min]}
                    assert set(part) <= paying


def test_what_names_the_loss_comes_first(game: list[Told]) -> None:
    """A principle about all that cards are captured for comes last, and what the search saw is told with it."""
    for _, _, told in game:
        whole = [each.code in WHOLE_GAME for each in told.reasons]
        assert whole == sorted(whole)
        assert all(each.code in PLAIN or each.code in WHOLE_GAME for each in told.reasons) or not told.seen


def explained_play(name: str, deal: int, ply: int, level: str) -> Told:
    """A play of a sample game; ``deal``: its number."""
    replay = list(read_file(PROJECT / "sample_games" / f"{name}.jsonl"))[deal - 1].replay
    assert replay is not None
    verdict = verdict_at(replay, ply, LEVELS[level], seed=0)
    assert verdict is not None
    return replay, verdict, explain(replay, verdict)


@pytest.mark.parametrize("level", ["quick", "deep"])
def test_commanding_the_round_does_not_come_before_the_settebello(level: str) -> None:
    """However many of the losses the settebello does not explain, it is told before a principle that explains all."""
    _, _, told = explained_play("scopa", 2, 14, level)
    assert told.reasons[0].code == "card_given_up"
    assert told.reasons[0].facts["card"] == "7D"


def test_commanding_the_round_does_not_silence_what_was_seen() -> None:
    """What was lost, here the coins, is told before the principle that holds for the whole game."""
    replay, _, told = explained_play("scopetta-2008-12-29", 1, 25, "quick")
    assert [each.code for each in told.reasons] == ["anchor"]
    assert "card" in [each.code for each in told.seen]
    first, second, *_ = explanation_paragraphs(words("en"), replay, told)
    assert "coins" in first
    assert second.startswith(principle_name(words("en"), "anchor"))


def test_lines_are_played_and_end_in_what_is_said(game: list[Told]) -> None:
    """Both lines are legal from the position; the event is the last play of its line, and makes the difference."""
    for deal, _, told in game:
        found = told.difference
        if found is None:
            continue
        assert found.real == deal.plays[told.ply : told.ply + len(found.real)]
        assert found.better[0] == told.better
        assert len(found.real) == len(found.better) == found.event.step + 1
        position = before = deal.positions[told.ply]
        for each in found.better:
            before = position
            assert each in legal_plays(position)
            position = play(position, each)
        event = found.event
        if event.real:
            before = deal.positions[told.ply + event.step]
        assert event.play == (found.real if event.real else found.better)[-1]
        assert event.seat == before.turn
        assert event.scopa == scopa_of(before, event.play)
        assert event.scopa or event.code != "scopa"
        captured = event.play.taken | 1 << event.play.card
        assert event.play.taken
        assert event.cards & ~captured == 0
        assert event.cards
        low = deal.deal.rules.objective == "low"
        ours = before.side(event.seat) == before.side(told.seat)
        assert ours == (event.real == low)


def test_clues_are_what_could_be_counted(game: list[Told]) -> None:
    """The cards of a clue are unseen, what is counted is right, what was true was, and nothing true is excluded."""
    for deal, _, told in game:
        position = deal.positions[told.ply]
        hidden = set(range(deal.deal.rules.deck)) - seen_by(deal, told.ply)
        assert len(told.clues) <= MOST_CLUES
        for clue in told.clues:
            cards = {card for card in range(deal.deal.rules.deck) if clue.cards >> card & 1}
            assert cards
            assert cards <= hidden
            assert 0 <= clue.chance <= 1
            if not position.shown:
                turns = (clue.seat - position.turn) % deal.deal.players
                size = deal.positions[min(told.ply + turns, len(deal.plays))].hand_size(clue.seat)
                if told.ply + turns < len(deal.plays):
                    assert clue.counted == pytest.approx(holding_chance(len(hidden), size, len(cards)))
            if clue.true:
                assert clue.kind != "excluded"
                assert clue.chance > 0
            if clue.true is False:
                assert clue.kind != "held"
            if clue.ply is not None:
                assert clue.ply < told.ply
                assert (deal.positions[0].first + clue.ply) % deal.deal.players != told.seat


def test_what_was_forgotten_went_when_it_is_said(game: list[Told]) -> None:
    """A card that a player may have forgotten was captured in that play, long enough ago."""
    for deal, _, told in game:
        view = view_at(deal, told.ply)
        assert view is not None
        gone = told.source.gone if told.source is not None else ()
        for each in (*gone, *forgotten_cards(view)):
            before, after = deal.positions[each.ply], deal.positions[each.ply + 1]
            assert sum(pile >> each.card & 1 for pile in before.piles) == 0
            assert sum(pile >> each.card & 1 for pile in after.piles) == 1
            assert told.ply - each.ply > FORGETS_AFTER


def test_praise_and_advice_are_measured(game: list[Told]) -> None:
    """Only the best play is praised, for what the others surely lose; advice tells what following it is worth."""
    for deal, verdict, told in game:
        losses = {each.play: each for each in verdict.judgement.candidates}
        for praise in told.praise:
            assert told.made == told.better
            assert praise.loss == losses[praise.other].loss
            if praise.code == "only_play":
                assert all(each.loss.low >= 0.5 for made, each in losses.items() if made != told.made)
            if praise.code == "scopa_declined":
                assert deal.deal.rules.objective == "high"
                assert scopa_of(deal.positions[told.ply], praise.other)
                assert not scopa_of(deal.positions[told.ply], told.made)
            assert praise.loss.low >= 0.2
        for advice in told.advice:
            assert told.grade is None
            assert advice.gain == losses[advice.better].value.mean - losses[told.made].value.mean


def test_the_same_play_has_the_same_explanation(game: list[Told]) -> None:
    """Every mistake has something said of it, and each time the same."""
    for deal, verdict, told in game[:3]:
        assert explain(deal, verdict) == told
