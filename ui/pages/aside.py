"""The lines that were set aside, now and earlier: nothing that was given is lost."""

from typing import Any

import streamlit as st

from ui.pages.loading import library
from ui.pages.report import faulty
from ui.stored_findings import stored_finding
from ui.words import Words


def aside(w: Words) -> None:
    """Every line that is set aside, with its faults, its text, the repair and the way to forget it."""
    rows = library().set_aside_rows().to_dicts()
    if not rows:
        return
    lines: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        lines.setdefault(row["line_hash"], []).append(row)
    with st.expander(w("aside.title", n=len(lines)), icon=":material/inbox:"):
        st.caption(w("aside.about"))
        for name, faults in lines.items():
            with st.container(border=True, key=f"aside-{name[:12]}"):
                for number, row in enumerate(faults):
                    faulty(w, stored_finding(row), row["text"], key=f"aside-{name[:12]}-{number}")
                st.code(faults[0]["text"], language=None, wrap_lines=False)
                if st.button(w("aside.forget"), key=f"forget-{name[:12]}", icon=":material/delete:", type="tertiary"):
                    library().clear_set_aside(name)
                    st.rerun()
