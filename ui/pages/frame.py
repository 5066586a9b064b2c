"""What stands around every page: the language, the bar with the pages, and the work that starts unseen."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

from engine.errors import SettebelloError
from ui.pages.warming import warm
from ui.sentences import error_sentence
from ui.words import LANGUAGES, Words, choose_language, words

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page of the program."""

    script: str
    """Its file, from the project's folder."""
    title: str
    """The key of its name."""
    address: str
    """Its path in the browser, without a slash."""


LIBRARY = PageEntry("ui/pages/library.py", "page.library", "partite")
REVIEW = PageEntry("ui/pages/review.py", "page.review", "analisi")
TRAIN = PageEntry("ui/pages/train.py", "page.train", "allenamento")
PROFILE = PageEntry("ui/pages/profile.py", "page.profile", "profilo")
GUIDE = PageEntry("ui/pages/guide.py", "page.guide", "guida")

PAGES = (LIBRARY, REVIEW, TRAIN, PROFILE, GUIDE)
"""Every page, in the order of the bar; the first is the one that opens."""

STYLE = """
<style>
.stMainBlockContainer { padding: .6rem clamp(.75rem, 2.5vw, 2.5rem) 3rem; max-width: 1500px; }
.stMain [data-testid="stVerticalBlock"] { gap: .75rem; }
header.stAppHeader { background: transparent; pointer-events: none; height: 3rem; min-height: 3rem; }
header.stAppHeader * { pointer-events: none; }
header.stAppHeader button, header.stAppHeader button * { pointer-events: auto; }
.st-key-bar { padding-right: 2.5rem; flex-wrap: nowrap; gap: .25rem; }
.st-key-bar [data-testid="stMarkdownContainer"] p { font-weight: 700; letter-spacing: .01em; white-space: nowrap; }
.stMain [data-testid="stPageLink"] a:focus-visible { outline: 3px solid #1d8a5c; outline-offset: 1px; }
.st-key-language_choice { margin-left: auto; }
.stMain h1 { padding: .25rem 0 .5rem; font-size: 1.6rem; }
.stMain h2 { padding: .5rem 0 .25rem; font-size: 1.2rem; }
.stMain h3 { padding: .25rem 0 .5rem; font-size: 1rem; }
.stMain table td, .stMain table th { padding: .25rem .6rem; }
.st-key-remarks {
  background: color-mix(in srgb, currentColor 6%, transparent); border-radius: .5rem; padding: .35rem .75rem;
}
.st-key-remarks p { font-size: .9rem; }
.st-key-deal-choice button p, [class*="st-key-more-"] button p {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
@media (max-width: 640px) {
  .st-key-bar { padding-right: 1.75rem; }
  .st-key-bar [data-testid="stMarkdown"] { display: none; }
  .st-key-bar { gap: 0; }
  .st-key-bar [data-testid="stPageLink"] a { padding-inline: .22rem; }
  .st-key-bar [data-testid="stPageLink"] a p { font-size: .8rem; letter-spacing: -.01em; }
  .st-key-language_choice button { padding-inline: .35rem; min-width: 0; }
  .st-key-deal-head > :has(> .st-key-deal-choice) { width: 100% !important; flex: 1 0 100%; }
  .st-key-deal-choice { width: 100% !important; }
  .st-key-deal-choice .st-key-deal_number { width: auto !important; min-width: 0; flex: 1 1 0; }
  .st-key-deal-choice .st-key-deal_number input { font-size: .85rem; letter-spacing: -.01em; }
}
[data-testid="stButtonGroup"] button, [data-testid="stButtonGroup"] button p { color: inherit !important; }
[class*="st-key-fault-"] { border-left: 3px solid #b3420b; padding: .1rem 0 .1rem .7rem; gap: .5rem; }
[class*="st-key-fault-"] p { font-size: .95rem; }
.stMain [class*="st-key-match-"] [data-testid="stPageLink"] a { padding: 0; gap: .4rem; background: none; }
.stMain [class*="st-key-match-"] [data-testid="stPageLink"] * { white-space: normal; overflow: visible; }
.stMain [class*="st-key-match-"] [data-testid="stMarkdownContainer"] p { font-size: .95rem; }
.stMain [class*="st-key-match-"] [data-testid="stPageLink"] p { font-size: 1.05rem; }
</style>
"""
"""Less air than Streamlit leaves, so that the card table fits on a laptop's screen; one row for the bar."""


def reader_words() -> Words:
    """The words of the reader's language: the address names it, else the choice made before, else the browser."""
    named = st.query_params.get("lang")
    if named in LANGUAGES and named != st.session_state.get("language"):
        st.session_state.language = named
    elif "language" not in st.session_state:
        st.session_state.language = choose_language([st.context.locale])
    return words(st.session_state.language)


def address_of(w: Words, **facts: Any) -> dict[str, str]:
    """The query of an address: the ``facts`` that there are, and the language."""
    known = {name: str(value) for name, value in facts.items() if value is not None}
    return known | {"lang": w.language}


@contextmanager
def framed(w: Words, pages: Sequence[Any]) -> Iterator[None]:
    """The bar, then the page that is run meanwhile, then what makes later clicks quick."""
    st.html(STYLE)
    _bar(w, pages)
    yield
    warm()


def refused(w: Words, error: SettebelloError) -> None:
    """Why the page cannot be shown, mostly a library that is in use elsewhere, and a button to try again."""
    st.error(error_sentence(w, error), icon=":material/lock:")
    st.button(w("page.retry"), icon=":material/refresh:", key="retry")


def telling_errors(callback: Callable[P, None]) -> Callable[P, None]:
    """A widget's ``callback`` whose error is told above the page, mostly a library that is in use elsewhere."""

    @wraps(callback)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            callback(*args, **kwargs)
        except SettebelloError as error:
            st.error(error_sentence(words(st.session_state.language), error))

    return run


def _bar(w: Words, pages: Sequence[Any]) -> None:
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        st.markdown("Settebello", width="content")
        for page in pages:
            st.page_link(page, label=page.title, query_params=_target(w, page))
        st.session_state.language_choice = w.language
        st.segmented_control(
            w("language.choose"),
            LANGUAGES,
            key="language_choice",
            format_func=str.upper,
            label_visibility="collapsed",
            on_change=_choose_language,
        )


def _target(w: Words, page: Any) -> dict[str, str]:
    """Where the bar leads: back to the deal that was open last, if there was one."""
    opened = st.session_state.get("opened", {}) if page.url_path == REVIEW.address else {}
    return address_of(w, **opened)


def _choose_language() -> None:
    chosen = st.session_state.language_choice
    if chosen:
        st.session_state.language = chosen
        st.query_params["lang"] = chosen
