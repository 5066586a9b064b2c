"""The real pages in a real browser: a server of our own, and pages opened as a person's device would."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.ensure import installed_browser
from tests.browser.visits import load_samples

BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAPTOP = (1280, 800)
PHONE = (390, 844)
SECONDS_TO_START = 60
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

Violation = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Server:
    """The pages, being served."""

    url: str
    """Without a slash at its end."""
    database: Path
    """The store that these pages read and write; nobody else's."""


def free_port() -> int:
    """A port on the loopback address that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_healthy(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return when the server answers; raise with its output if it ended or took too long."""
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"The server did not start:\n{log.read_text('utf-8', 'replace')}")


@contextmanager
def serving(project: Path, folder: Path) -> Iterator[Server]:
    """A server of the real app, its store in the given empty folder, for as long as the context lasts."""
    database, log = folder / "settebello.duckdb", folder / "server.log"
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    options = [f"--server.port={port}", "--server.headless=true", "--server.fileWatcherType=none"]
    environment = {**os.environ, "SETTEBELLO_DB": str(database)}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, *options], cwd=project, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            url = f"http://127.0.0.1:{port}"
            wait_until_healthy(url, process, log)
            yield Server(url, database)
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture(scope="session")
def server(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this run; what one test loads, the next one finds."""
    with serving(project, tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def new_server(project: Path, tmp_path: Path) -> Iterator[Server]:
    """A server with an empty store, for this test alone."""
    with serving(project, tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this run."""
    executable = installed_browser()
    if executable is None:
        pytest.fail("No Chromium here. `make test` installs one; so does: python -m tests.browser.ensure")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable, args=BROWSER_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def loaded(server: Server, browser: Browser) -> Server:
    """The shared server, with the sample games in its library."""
    context = browser.new_context(locale="it-IT")
    page = context.new_page()
    page.goto(server.url)
    load_samples(page)
    context.close()
    return server


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """A function of (url, size=LAPTOP, color_scheme="light", locale="it-IT"): a fresh visitor's page there.

    A visitor at `PHONE` size has touch. At its end, an uncaught error in a page's script fails the test.
    """
    errors: list[str] = []
    with ExitStack() as contexts:

        def visit(
            url: str,
            *,
            size: tuple[int, int] = LAPTOP,
            color_scheme: Literal["light", "dark"] = "light",
            locale: str = "it-IT",
            **more: Any,
        ) -> Page:
            phone = size[0] < 600
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme=color_scheme,
                locale=locale,
                has_touch=phone,
                is_mobile=phone,
                **more,
            )
            contexts.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(url)
            return page

        yield visit
    assert errors == []


@pytest.fixture
def page(open_page: OpenPage, server: Server) -> Page:
    """The first page of the shared server, as an Italian visitor's laptop shows it."""
    return open_page(server.url)


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[Violation]]:
    """A function of (page, within="body"): the accessibility rules broken there, and by which elements.

    The rules are those of WCAG 2.2 A and AA, and axe-core's best practices.
    """
    script = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

    def violations(page: Page, within: str = "body") -> list[Violation]:
        page.evaluate(script)
        options = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": STANDARDS}}
        answer = page.evaluate(f"axe.run({json.dumps(within)}, {json.dumps(options)})")
        return [
            {
                "rule": found["id"],
                "impact": found["impact"],
                "help": found["help"],
                "elements": [{"target": node["target"], "why": node["failureSummary"]} for node in found["nodes"]],
            }
            for found in answer["violations"]
        ]

    return violations
