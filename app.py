"""The pages' router: which pages there are, and in which language."""

import streamlit as st

from ui.cards import card_svg
from ui.pages.frame import PAGES, framed, reader_words


def main() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="Settebello", page_icon=card_svg("7D"), layout="wide")
    w = reader_words()
    pages = [
        st.Page(page.script, title=w(page.title), url_path=page.address, default=page is PAGES[0]) for page in PAGES
    ]
    current = st.navigation(pages, position="hidden")
    with framed(w, pages):
        current.run()


if __name__ == "__main__":
    main()
