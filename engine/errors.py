"""Errors that carry a code and parameters; the words are made where they are shown."""

from typing import Any


class SettebelloError(ValueError):
    """Something given to the program is wrong."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        """What is wrong, a stable key of the message catalogues."""
        self.params = params
        """What the message needs: by custom ``found`` and ``expected`` among them, as text."""

    def __str__(self) -> str:
        return f"{self.code} {self.params}"


class CardError(SettebelloError):
    """A text that is no card, or no card of this deck."""


class RulesError(SettebelloError):
    """Options that are unknown, of a wrong type, or that cannot go together."""


class DealError(SettebelloError):
    """Cards that cannot have been dealt so."""


class PlayError(SettebelloError):
    """A play that cannot be read, or that the rules do not allow here."""
