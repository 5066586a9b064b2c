"""Every stated fact of every explanation of the sample games, recomputed from the replay, and every line replayed."""

import re
from pathlib import Path

import pytest

from analysis.explanation import ABOUT, MOST_CLUES, MOST_REASONS, Explanation, explain
from analysis.judge import Level
from analysis.judgement import Verdict
from analysis.knowledge import view_at
from analysis.known import forgotten_cards
from analysis.principles import PRINCIPLES, principles
from analysis.review import review
from analysis.thresholds import FORGETS_AFTER
from analysis.verdicts import verdict_at
from engine.cards import card_text, parse_card
from engine.positions import legal_plays, play, scopa_of
from engine.replay import Replay
from records.notation import read_file
from tests.conftest import PROJECT
from ui.explanation_sentences import explanation_paragraphs
from ui.sentences import Pack
from ui.words import LANGUAGES, words

FEW = Level(64, dropping=False)
Told = tuple[Replay, Verdict, Explanation]


GAMES = sorted((PROJECT / "sample_games").glob("*.jsonl"))

FIRST = slice(2)
ALL = slice(None)


def explained(path: Path, deals: slice) -> list[Told]:
    """The plays of some deals of a game that are classed, flagged or praised, with their explanations."""
    found = []
    for reading in list(read_file(path))[deals]:
        deal = reading.replay
        assert deal is not None
        flagged = {each.ply for each in review(deal) if each.flags}
        for ply in range(len(deal.plays)):
            verdict = verdict_at(deal, ply, FEW, seed=11)
            if verdict is None:
                continue
            told = explain(deal, verdict)
            if told.grade or told.praise or ply in flagged:
                found.append((deal, verdict, told))
    return found


@pytest.fixture(
    scope="module",
    params=[
        *(pytest.param((path, FIRST), id=path.stem) for path in GAMES),
        *(pytest.param((path, ALL), id=f"{path.stem}-whole", marks=pytest.mark.soak) for path in GAMES),
    ],
)
def game(request: pytest.FixtureRequest) -> list[Told]:
    """The first two deals of one of the sample games; in the long runs, all."""
    return explained(*request.param)


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
        for reason in told.reasons:
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
                assert scopa_of(deal.positions[told.ply], praise.other)
        for advice in told.advice:
            assert told.grade is None
            assert advice.gain == losses[advice.better].value.mean - losses[told.made].value.mean


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_is_said(game: list[Told], language: str) -> None:
    """Every explanation has its sentences, complete, naming only cards that are in the deck, and the same each time."""
    w = words(language)
    for deal, _, told in game:
        pack = Pack(deal.deal.rules.deck)
        paragraphs = explanation_paragraphs(w, deal, told, pack)
        assert paragraphs or told.grade is None
        for paragraph in paragraphs:
            assert not re.search(r"[{}\[\]]|None", paragraph), paragraph
            assert paragraph[0].isupper() or paragraph[0].isdigit(), paragraph
            assert paragraph.endswith((".", "?")), paragraph
        if told.grade is not None:
            assert told.reasons or told.seen
    for deal, verdict, told in game[:3]:
        assert explain(deal, verdict) == told
