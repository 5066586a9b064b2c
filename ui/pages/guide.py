"""The page Guida: the rules of every variant, the words, the numbers and the notation."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from engine.rules import presets
from ui.glossary import glossary
from ui.guide_entries import LINE, RULES, TEXT, notation, numbers
from ui.pages.drawn import drawn
from ui.pages.frame import address_of, reader_words
from ui.rule_names import preset_name
from ui.rule_sheets import PLAIN, Section, about, differences_text, rules_text, sources_text
from ui.titles import plain
from ui.words import Words, words

# The parts of the page, as the address names them; the first opens. (Streamlit would show a text below it.)
PARTS = ("rules", "words", "numbers", "notation")

STYLE = """
<style>
.st-key-guide_part button, .st-key-guide_part button p { color: inherit !important; }
.example { margin: 0 0 1.1rem; }
.example .groups { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; }
.example figure { margin: 0; }
.example figcaption { font-size: .8rem; opacity: .75; margin-bottom: .2rem; }
.example img { height: 4.6rem; margin-right: .25rem; vertical-align: top; }
.example p { margin: .4rem 0 0; font-size: .95rem; line-height: 1.45; }
</style>
"""


def show(w: Words) -> None:
    """The part that the address names."""
    st.html(STYLE)
    st.title(w("page.guide"), anchor=False)
    part = st.query_params.get("part", "")
    st.session_state.guide_part = part if part in PARTS else PARTS[0]
    st.segmented_control(
        w("guide.part"),
        PARTS,
        key="guide_part",
        format_func=lambda name: w(f"guide.part.{name}"),
        label_visibility="collapsed",
        required=True,
        on_change=_choose_part,
        args=(w,),
    )
    {"rules": _rules, "words": _words, "numbers": _numbers, "notation": _notation}[st.session_state.guide_part](w)


def _choose_part(w: Words) -> None:
    # Without the variant of the rules: the address stays that of the part.
    st.query_params.from_dict(address_of(w, part=st.session_state.guide_part))


def _rules(w: Words) -> None:
    """The rules of one variant: what they are, examples, and what is particular about them."""
    asked = st.query_params.get("rules", PLAIN)
    if asked not in presets():
        st.warning(w("guide.rules.missing", rules=plain(asked)), icon=":material/help:")
    name = asked if asked in presets() else PLAIN
    st.session_state.guide_rules = name
    st.selectbox(
        w("guide.rules.choose"),
        list(presets()),
        key="guide_rules",
        format_func=lambda preset: preset_name(w, preset),
        on_change=_choose_rules,
        args=(w,),
        width=420,
    )
    rules = presets()[name]
    told, shown = st.columns([3, 2], gap="large")
    with told:
        st.markdown(about(w, name))
        _sections(rules_text(w, rules))
    with shown:
        _sections(differences_text(w, rules))
        st.header(w("sheet.title.examples"), anchor=False)
        st.html(_examples(w.language, name))
    _sections(sources_text(w, rules))


def _choose_rules(w: Words) -> None:
    st.query_params.from_dict(address_of(w, rules=st.session_state.guide_rules))


def _sections(sections: Sequence[Section]) -> None:
    for section in sections:
        st.header(section.heading, anchor=False)
        st.markdown("\n".join(f"- {paragraph}" for paragraph in section.paragraphs))


@st.cache_data(max_entries=100, show_spinner=False)
def _examples(language: str, name: str) -> str:
    """The worked examples of a preset, with their cards drawn."""
    # Late: only the engine knows what a card takes, and it brings the compiled kernels along.
    from ui.rule_examples import examples

    w, rules = words(language), presets()[name]
    parts = []
    for example in examples(w, rules):
        groups = "".join(
            f"<figure><figcaption>{escape(place)}</figcaption>{drawn(w, cards, rules.deck)}</figure>"
            for place, cards in example.shown
        )
        parts.append(f'<div class="example"><div class="groups">{groups}</div><p>{escape(example.text)}</p></div>')
    return "".join(parts)


def _words(w: Words) -> None:
    """The glossary, in both languages."""
    heads = [w("guide.words.word"), w("guide.words.meaning")]
    rows = []
    for term in glossary(w):
        word = f"**{term.italian}**"
        rows.append([f"{word} · {term.english}" if term.english else word, term.meaning])
    st.markdown(_table(heads, rows))


def _numbers(w: Words) -> None:
    """What each number means, and what it does not."""
    st.markdown(w("guide.numbers.intro"))
    columns = st.columns(2, gap="large")
    groups = list(numbers(w).items())
    for column, found in zip(columns, (groups[: len(groups) // 2], groups[len(groups) // 2 :]), strict=True):
        with column:
            for group, entries in found:
                st.header(group, anchor=False)
                st.markdown("\n".join(f"- **{entry.name}**: {entry.meaning}" for entry in entries))


def _notation(w: Words) -> None:
    """How a game is written down."""
    st.markdown(w("guide.notation.intro"))
    st.code(LINE, language=None, wrap_lines=True)
    heads = [w("guide.notation.sign"), w("guide.notation.meaning")]
    st.markdown(_table(heads, [[f"`{entry.name}`", entry.meaning] for entry in notation(w)]))
    st.markdown(w("guide.notation.text"))
    st.code(TEXT, language=None, wrap_lines=True)
    st.markdown(w("guide.notation.rules"))
    st.code(RULES, language=None, wrap_lines=True)
    st.markdown(f"{w('guide.notation.forgiven')}\n\n{w('guide.notation.faults')}")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    show(reader_words())
