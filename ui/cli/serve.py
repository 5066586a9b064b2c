"""``settebello serve``: the pages, on this machine only."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import NoReturn

from ui.cli.errors import CommandError
from ui.cli.say import say
from ui.words import Words

ADDRESS = "127.0.0.1"
FIRST_PORT = 8501
PORTS = 20
"""How many ports are tried, from the first on, where none is asked for."""

PATIENCE = 60.0
"""Seconds that the pages may take to answer."""

APP = Path(__file__).resolve().parents[2] / "app.py"


def serve_pages(w: Words, port: int | None, *, headless: bool, database: Path | None) -> int:
    """The exit code of the pages, which are served until Ctrl-C; a browser opens unless ``headless``.

    :raises CommandError: the port is taken, or the pages are not there or do not start.
    """
    if not APP.is_file():
        raise CommandError("command.no_pages", found=str(APP))
    chosen = _free_port(port)
    # Streamlit opens the browser by itself where there is a screen; its settings lie beside the pages.
    command = [sys.executable, "-m", "streamlit", "run", str(APP)]
    command += [f"--server.port={chosen}", f"--server.address={ADDRESS}", "--logger.hideWelcomeMessage=true"]
    command += ["--logger.level=warning"]
    command += ["--server.headless=true"] if headless else []
    environment = dict(os.environ)
    if database is not None:
        environment["SETTEBELLO_DB"] = str(database.expanduser().resolve())
    signal.signal(signal.SIGTERM, _interrupt)
    server = subprocess.Popen(command, env=environment)
    try:
        _wait_until_it_answers(server, chosen)
        say(w("command.serve.ready", address=f"http://{ADDRESS}:{chosen}"))
        say(w("command.serve.how_to_stop"))
        return server.wait()
    except KeyboardInterrupt:
        say(w("command.serve.stopped"))
        return 0
    finally:
        _stop(server)


def _interrupt(*_: object) -> NoReturn:
    """End as Ctrl-C does, so that whoever ends this process ends its server too."""
    raise KeyboardInterrupt


def _free_port(asked: int | None) -> int:
    """``asked``, or the first free port where None.

    :raises CommandError: ``command.port``: it is taken.
    """
    candidates = range(FIRST_PORT, FIRST_PORT + PORTS) if asked is None else (asked,)
    for port in candidates:
        if _is_free(port):
            return port
    raise CommandError("command.port", found=f"{candidates[0]}")


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            # What the server does too: a port whose last connections are still being closed is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError:
            return False
    return True


def _wait_until_it_answers(server: subprocess.Popen[bytes], port: int) -> None:
    """Return once the pages answer.

    :raises CommandError: ``command.silent``: they never did.
    """
    deadline = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://{ADDRESS}:{port}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise CommandError("command.silent")


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End the server if it still runs; Ctrl-C has reached it too, and it gets the time to end by itself."""
    if server.poll() is None:
        server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
