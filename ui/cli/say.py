"""A plain line for the reader."""

import sys


def say(text: str, *, errors: bool = False) -> None:
    """Write ``text`` as a line of the output, or of that for ``errors``, at once."""
    stream = sys.stderr if errors else sys.stdout
    stream.write(f"{text}\n")
    stream.flush()
