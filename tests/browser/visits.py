"""What a visitor does again and again: load the samples, open a deal, see where the card table stands."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

OF_STREAMLIT = {"presentation-role-conflict"}
"""Rules of accessibility that the uploader of Streamlit itself breaks."""


def load_samples(page: Page) -> None:
    """The one click that an empty library asks for."""
    page.get_by_role("button", name="Carica le partite d’esempio").click()
    expect(page.locator(".st-key-report")).to_contain_text("smazzate caricate", timeout=60_000)


def review(url: str, **facts: Any) -> str:
    """The address of a deal, of the pages at ``url``."""
    query = "&".join(f"{name}={value}" for name, value in facts.items())
    return f"{url}/analisi?{query}"


def table(page: Page) -> Locator:
    """The card table, when it is there."""
    shown = page.locator(".card-table")
    expect(shown).to_be_visible(timeout=60_000)
    expect(shown.locator(".counter")).to_be_visible()
    return shown


def at(page: Page, ply: int, plies: int = 36) -> None:
    """Pass when the table shows the position before play ``ply``, counted from 0, of so many ``plies``."""
    expect(page.locator(".card-table .counter")).to_have_text(re.compile(rf"^\s*{ply}\s*/\s*{plies}\s*$"))
