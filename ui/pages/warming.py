"""What the first review needs, made ready while a person still looks at the first page."""

import threading

import streamlit as st


@st.cache_resource(show_spinner=False)
def warm() -> threading.Thread:
    """The thread, one a server, that imports the kernels and the charts and runs them once."""
    thread = threading.Thread(target=_get_ready, name="warming", daemon=True)
    thread.start()
    return thread


def _get_ready() -> None:
    from analysis.warm import warm_replay
    from ui import charts, review_data  # noqa: F401

    warm_replay()
