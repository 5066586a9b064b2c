"""How games come in: files dropped, or a text pasted, and the questions that a text without a header leaves."""

from typing import Any

import streamlit as st

from engine.rules import presets
from ui.pages.loading import load_files, load_pasted
from ui.rule_names import preset_name
from ui.words import Words

TYPES = ("jsonl", "json", "gz", "txt")
"""The files that are taken."""


UPLOADER = """
<style>
[data-testid="stFileUploaderDropzone"] :is(button p, [data-testid="stFileUploaderDropzoneInstructions"] span) {{
  font-size: 0;
}}
[data-testid="stFileUploaderDropzone"] :is(button p, span)::after {{ font-size: .875rem; }}
[data-testid="stFileUploaderDropzone"] button p::after {{ content: "{choose}"; }}
[data-testid="stFileUploaderDropzoneInstructions"] span::after {{ content: "{each}"; }}
</style>
"""
"""Streamlit knows what stands in its uploader in English alone."""


def adding(w: Words, *, opened: bool) -> None:
    """The box with both ways in; ``opened`` where there is nothing else to do yet."""
    asked = st.session_state.get("asked")
    with st.expander(w("library.add"), expanded=opened or bool(asked), icon=":material/add:"):
        files, paste = st.tabs([w("library.files"), w("library.paste")], default=w("library.paste") if asked else None)
        with files:
            _files(w)
        with paste:
            _paste(w)
            if asked:
                _questions(w, asked)


def _files(w: Words) -> None:
    most = int(st.get_option("server.maxUploadSize"))
    st.html(UPLOADER.format(choose=w("library.choose"), each=w("library.each", n=most)))
    turn = st.session_state.setdefault("upload", 0)
    given = st.file_uploader(
        w("library.drop"),
        type=TYPES,
        accept_multiple_files=True,
        key=f"upload-{turn}",
        help=w("library.drop_help"),
    )
    if given:
        # A new uploader takes the place of this one, so that the files are not loaded again on the next click.
        st.session_state.upload = turn + 1
        load_files(w, given)
        st.rerun()


def _paste(w: Words) -> None:
    with st.form("paste", border=False):
        text = st.text_area(w("library.paste_label"), key="pasted", height=140, placeholder=w("library.paste_example"))
        sent = st.form_submit_button(w("library.paste_load"))
    if sent and text.strip():
        st.session_state.asked = load_pasted(w, text)
        st.rerun()


def _questions(w: Words, asked: tuple[str, ...]) -> None:
    """A form for what the header leaves out."""
    st.info(w("library.asked"), icon=":material/help:")
    with st.form("header", border=False):
        answers = {key: _question(w, key) for key in asked}
        if st.form_submit_button(w("library.paste_load"), key="header_load", type="primary"):
            defaults = {key: value for key, value in answers.items() if value not in ("", [])}
            st.session_state.answers = defaults
            st.session_state.asked = load_pasted(w, st.session_state.get("pasted", ""), defaults)
            st.rerun()


def _question(w: Words, key: str) -> Any:
    label = w(f"library.ask.{key}")
    match key:
        case "rules":
            return st.selectbox(label, list(presets()), format_func=lambda name: preset_name(w, name), key="ask_rules")
        case "deal":
            return st.number_input(label, min_value=1, value=1, step=1, key="ask_deal")
        case "dealer":
            return st.number_input(label, min_value=1, max_value=4, value=1, step=1, key="ask_dealer") - 1
        case "players":
            names = st.text_input(label, placeholder="Anna; Bruno", key="ask_players")
            return [name.strip() for name in names.split(";") if name.strip()]
        case "table":
            return st.text_input(label, placeholder="JD QC 3D AC", key="ask_table").split()
        case _:
            return st.text_input(label, key=f"ask_{key}").strip()
