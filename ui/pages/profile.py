"""The page Profilo: what a player loses, by which habit, when, and whether it changes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from analysis.versions import JUDGE_VERSION
from engine.errors import SettebelloError
from ui.pages.choosing import chosen_player
from ui.pages.drawn import drawn
from ui.pages.frame import GUIDE, LIBRARY, REVIEW, TRAIN, address_of, reader_words, refused
from ui.pages.loading import library
from ui.pages.players import players
from ui.pages.reviewing import review_status
from ui.profile_names import kind_name
from ui.profile_sentences import (
    COMPETING_KINDS,
    FEW_DEALS,
    KINDS,
    MOST_DOTS,
    compared_sentence,
    grind_sentence,
    known_luck,
    leak_cost,
    leak_sentences,
    looked_sentence,
    lost_sentence,
    luck_sentence,
    ranged,
    trend_sentence,
    view_sentence,
    with_unit,
)
from ui.profile_tables import MOST_ROWS, cells_table, classes_table, comparison_table, matches_table
from ui.titles import date_text, plain
from ui.verdict_sentences import GLYPHS, PRECISE, grade_name, points_text
from ui.words import Words

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from analysis.pipeline.profile import Profile
    from analysis.pipeline.profile_plays import ClassFigures, ShownPlay
    from records.store import Library

EXAMPLES = 3  # plays that a leak names (Streamlit would show a text below it)

STYLE = """
<style>
.costly { display: flex; flex-wrap: wrap; gap: .5rem 1.6rem; }
.costly figure { margin: 0; }
.costly figcaption { font-size: .85rem; margin-bottom: .2rem; }
.costly .cards { display: flex; flex-wrap: wrap; gap: .2rem; align-items: center; }
.costly img { height: 4.2rem; }
.costly span { font-size: .85rem; padding: 0 .2rem; }
.stMain [class*="st-key-costly-"] [data-testid="stPageLink"] a,
.stMain [class*="st-key-leak"] [data-testid="stPageLink"] a { padding: 0; background: none; }
.stMain [class*="st-key-costly-"] [data-testid="stPageLink"] *,
.stMain [class*="st-key-leak"] [data-testid="stPageLink"] * { white-space: normal; overflow: visible; }
[class*="st-key-leak"] { border-left: 4px solid #b3420b; padding: .1rem 0 .1rem .9rem; gap: .4rem; }
.st-key-profile [data-testid="stMarkdownContainer"] table { width: 100%; font-variant-numeric: tabular-nums; }
.st-key-profile [data-testid="stMarkdownContainer"] td:not(:first-child) { white-space: nowrap; }
@media (max-width: 640px) {
  .st-key-profile [data-testid="stMarkdownContainer"] table td,
  .st-key-profile [data-testid="stMarkdownContainer"] table th { padding: .25rem .2rem; font-size: .75rem; }
  .costly img { height: 3.4rem; }
}
</style>
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page shows of a player."""

    profile: "Profile"
    classes: "tuple[ClassFigures, ...]"
    examples: "tuple[tuple[ShownPlay, ...], ...]"
    """By leak."""
    shown: tuple[dict[str, Any] | None, ...]
    """By leak, what the seat saw at the first example, as `positions`; None: there is no example."""
    positions: tuple[dict[str, Any], ...]
    """By costly play, what its seat saw, as texts of cards: ``table``, ``hand``, ``deck``, and the deal's ``date``."""


@dataclass(slots=True)
class Pictures:
    """Charts that are drawn after all words: their script is large."""

    waiting: "list[tuple[DeltaGenerator, str, Callable[[Any, bool], Any]]]"
    """Where, what it shows in words, and what makes it of the module with the charts, dark or not."""

    def later(self, title: str, make: Callable[[Any, bool], Any]) -> None:
        """Keep a place here for the chart that ``make`` gives."""
        self.waiting.append((st.container(), title, make))

    def draw(self) -> None:
        """Draw all of them."""
        from ui import profile_figures

        dark = st.context.theme.type == "dark"
        for place, title, make in self.waiting:
            place.plotly_chart(make(profile_figures, dark), key=title, config={"displayModeBar": False}, alt=title)


def show(w: Words) -> None:
    """The profile of the player that the address names, else of who has most games here."""
    st.html(STYLE)
    st.title(w("page.profile"), anchor=False)
    try:
        deals = {row["player"]: row["deals"] for row in library().players().to_dicts()}
        if not deals:
            st.markdown(w("profile.nothing"))
            st.page_link(
                LIBRARY.script, label=w("page.library"), icon=":material/arrow_forward:", query_params=address_of(w)
            )
            return
        player = chosen_player(w("profile.who"), deals, "profile_name")
        with st.container(key="profile"):
            _player(w, player)
        players(w)
    except SettebelloError as error:
        refused(w, error)


def _player(w: Words, player: str) -> None:
    """What is not judged yet; then, question by question, words, pictures and tables."""
    with st.spinner(w("profile.counting")):
        seen = _seen(library().path, player, library().profile_state())
    matches = library().matches(JUDGE_VERSION).to_dicts()
    waiting = sum(match["deals"] - match["judged_deals"] for match in matches if player in match["players"])
    if seen is None:
        st.markdown(w("profile.not_reviewed", name=plain(player)) if waiting else w("profile.no_decisions"))
    elif waiting:
        st.markdown(w("profile.waiting", n=waiting))
    if waiting:
        review_status(w, matches, lambda _: None)
    if seen is None:
        return
    pictures = Pictures([])
    _overall(w, seen, pictures)
    _leaks(w, seen)
    _grind(w, seen)
    _cells(w, seen, pictures)
    _time(w, seen, pictures)
    _costliest(w, seen)
    st.page_link(
        GUIDE.script,
        label=w("profile.numbers"),
        icon=":material/help:",
        query_params=address_of(w, part="numbers"),
    )
    pictures.draw()


@st.cache_resource(max_entries=20, show_spinner=False)
def _seen(path: Path, player: str, state: str) -> Seen | None:  # noqa: ARG001
    """What the page shows of a player, counted again when the ``state`` of the library is another."""
    from analysis.pipeline.profile import profile_of
    from analysis.pipeline.profile_plays import by_class, examples_of
    from records.store import Library

    found = Library(path)
    profile = profile_of(found, player)
    if profile is None:
        return None
    examples = tuple(examples_of(found, player, leak.kind, leak.code, EXAMPLES) for leak in profile.leaks)
    shown = tuple(_position(found, each[0]) if each else None for each in examples)
    positions = tuple(_position(found, each) for each in profile.costliest)
    return Seen(profile, by_class(found, player), examples, shown, positions)


def _position(found: "Library", each: "ShownPlay") -> dict[str, Any]:
    """What the seat of a play saw at its turn."""
    from analysis.knowledge import view_at
    from engine.cards import texts_of
    from records.notation import read_line

    reading = read_line(found.line_of(each.match, each.deal) or "")
    view = None if reading.replay is None else view_at(reading.replay, each.ply)
    if view is None or reading.record is None:
        raise ValueError("a play that was judged has a position")
    deck = view.rules.deck
    return {
        "table": list(texts_of(view.table, deck)),
        "hand": list(texts_of(view.hand, deck)),
        "deck": deck,
        "date": reading.record.date,
    }


def _overall(w: Words, seen: Seen, pictures: Pictures) -> None:
    """How much is lost, and beside whom."""
    profile = seen.profile
    told, drawing = st.columns([5, 6], gap="large")
    with told:
        st.header(w("profile.title.overall"), anchor=False)
        st.markdown(lost_sentence(w, profile))
        st.markdown(compared_sentence(w, profile))
        if profile.deals < FEW_DEALS:
            st.markdown(f":material/info: {w('profile.few_deals')}")
        with st.expander(w("profile.table")):
            st.markdown(comparison_table(w, profile))
    with drawing:
        pictures.later(w("profile.chart.comparison"), lambda make, dark: make.comparison_figure(w, profile, dark=dark))
        st.caption(w("profile.references"))


def _leaks(w: Words, seen: Seen) -> None:
    """What the player keeps doing wrong."""
    profile = seen.profile
    st.header(w("profile.title.leaks"), anchor=False)
    if not profile.leaks:
        if profile.looked_at:
            st.markdown(w("profile.leak.none", n=profile.looked_at))
            st.markdown(w("profile.leak.no_proof", deals=w("library.deals", n=profile.deals)))
        else:
            st.markdown(looked_sentence(w, profile))
        return
    for place, (leak, examples, shown) in enumerate(zip(profile.leaks, seen.examples, seen.shown, strict=True)):
        with st.container(key=f"leak-{place}"):
            if place:
                st.markdown(leak_cost(w, leak))
            else:
                costs, *more = leak_sentences(w, profile, leak)
                st.markdown(costs)
                st.markdown(" ".join(more))
            _examples(w, examples, None if place else shown)
            # Only mistakes are asked again: plays that cost something surely.
            if any(each.grade for each in examples):
                st.page_link(
                    TRAIN.script,
                    label=w("profile.leak.train"),
                    icon=":material/fitness_center:",
                    query_params=address_of(w, player=profile.player, only=f"{leak.kind}.{leak.code}"),
                )
    st.markdown(looked_sentence(w, profile))


def _examples(w: Words, examples: "Sequence[ShownPlay]", shown: dict[str, Any] | None) -> None:
    """The ways to the plays that show a leak; ``shown``: what the seat saw at the first, which is drawn."""
    for place, each in enumerate(examples):
        loss = with_unit(w, points_text(w, each.loss, PRECISE))
        st.page_link(
            REVIEW.script,
            label=w(
                "profile.example",
                match=plain(each.match), deal=each.deal, number=each.ply + 1, played=plain(each.played),
                best=plain(each.best), loss=loss,
            ),
            icon=":material/play_arrow:",
            query_params=address_of(w, match=each.match, deal=each.deal, ply=each.ply, seat=each.seat),
        )  # fmt: skip
        if not place and shown is not None:
            st.html(_cards(w, each, shown))


def _grind(w: Words, seen: Seen) -> None:
    """How one loses with no blunder."""
    st.header(w("profile.title.grind"), anchor=False)
    st.markdown(grind_sentence(w, seen.classes, seen.profile.deals))
    with st.expander(w("profile.table")):
        st.markdown(classes_table(w, seen.classes))


def _cells(w: Words, seen: Seen, pictures: Pictures) -> None:
    """Where points are lost, by what the reader asks for."""
    profile = seen.profile
    st.header(w("profile.title.cells"), anchor=False)
    kinds = [kind for kind in KINDS if any(cell.kind == kind for cell in profile.cells)]
    # Streamlit forgets a widget's value when another page is shown.
    if st.session_state.get("profile_kind") not in kinds:
        st.session_state.profile_kind = kinds[0]
    picked = st.segmented_control(
        w("profile.by"),
        kinds,
        key="profile_kind",
        format_func=lambda name: kind_name(w, name),
        label_visibility="collapsed",
        required=True,
    )
    kind = str(picked)
    cells = [cell for cell in profile.cells if cell.kind == kind]
    leaks = {(leak.kind, leak.code): place for place, leak in enumerate(profile.leaks, 1)}
    st.markdown(view_sentence(w, kind, cells))
    if leaks and kind in COMPETING_KINDS:
        st.markdown(w("profile.view.overlap"))
    if kind in COMPETING_KINDS and len(cells) > MOST_DOTS:
        st.markdown(w("profile.view.shown", n=MOST_DOTS))
    pictures.later(
        w("profile.chart.cells", kind=kind_name(w, kind)),
        lambda make, dark: make.cells_figure(w, cells, leaks, dark=dark),
    )
    with st.expander(w("profile.table")):
        st.markdown(cells_table(w, cells, leaks))
        groups = {cell.group for cell in cells if cell.group is not None}
        for group in sorted(groups):
            st.markdown(w(f"profile.group.{group}"))


def _time(w: Words, seen: Seen, pictures: Pictures) -> None:
    """Whether it changes, and what luck did."""
    profile = seen.profile
    changing, lucky = st.columns(2, gap="large")
    with changing:
        st.header(w("profile.title.trend"), anchor=False)
        st.markdown(trend_sentence(w, profile.trend, profile.deals))
        if len(profile.matches) > 1:
            pictures.later(w("profile.chart.trend"), lambda make, dark: make.trend_figure(w, profile, dark=dark))
    with lucky:
        st.header(w("profile.title.luck"), anchor=False)
        st.markdown(luck_sentence(w, profile.matches))
        if len(known_luck(profile.matches)) > 1:
            pictures.later(w("profile.chart.luck"), lambda make, dark: make.luck_figure(w, profile, dark=dark))
    with st.expander(w("profile.table")):
        if len(profile.matches) > MOST_ROWS:
            st.markdown(w("profile.latest", n=MOST_ROWS))
        st.markdown(matches_table(w, profile.matches))


def _costliest(w: Words, seen: Seen) -> None:
    """The plays that cost most, with what the seat saw."""
    st.header(w("profile.title.costliest"), anchor=False)
    if not seen.profile.costliest:
        st.markdown(w("profile.costliest.none"))
    for place, (each, position) in enumerate(zip(seen.profile.costliest, seen.positions, strict=True)):
        with st.container(border=True, key=f"costly-{place}"):
            loss = ranged(w, each.loss, each.low, each.high, PRECISE, unit=True)
            st.page_link(
                REVIEW.script,
                label=w(
                    "profile.costly", place=place + 1, glyph=GLYPHS[each.grade], grade=grade_name(w, each.grade),
                    loss=loss, match=plain(date_text(w, position["date"]) or each.match), deal=each.deal,
                    number=each.ply + 1,
                ),
                icon=":material/play_arrow:",
                query_params=address_of(w, match=each.match, deal=each.deal, ply=each.ply, seat=each.seat),
            )  # fmt: skip
            st.html(_cards(w, each, position))


def _cards(w: Words, each: "ShownPlay", position: dict[str, Any]) -> str:
    """The table, the hand, the play made and the best one, drawn."""
    deck = position["deck"]
    groups = [
        (w("profile.on_table"), drawn(w, position["table"], deck) or escape(w("profile.empty_table"))),
        (w("profile.in_hand"), drawn(w, position["hand"], deck)),
        (w("profile.played"), _play(w, each.played, deck)),
        (w("profile.best"), _play(w, each.best, deck)),
    ]
    figures = "".join(
        f'<figure><figcaption>{escape(name)}</figcaption><div class="cards">{cards}</div></figure>'
        for name, cards in groups
    )
    return f'<div class="costly">{figures}</div>'


def _play(w: Words, text: str, deck: int) -> str:
    """A play drawn: the card, and what it takes or that it was laid."""
    from engine.cards import texts_of
    from engine.plays import parse_play

    written = parse_play(text, deck)
    card, taken = texts_of(1 << written.card, deck), texts_of(written.taken or 0, deck)
    verb = w("profile.takes" if taken else "profile.lays")
    return f"{drawn(w, card, deck)}<span>{escape(verb)}</span>{drawn(w, taken, deck)}"


if __name__ == "__main__":
    show(reader_words())
