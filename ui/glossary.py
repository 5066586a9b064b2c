"""The words of the game in both languages, with what they mean; `docs/glossary.md` and the Guide show the same."""

from dataclasses import dataclass

from ui.words import Words, words

TERMS = (
    "a_monte",
    "accuso",
    "asso",
    "bastoni",
    "calare",
    "cappotto",
    "carta_franca",
    "carta_secca",
    "carte",
    "cavallo",
    "coppe",
    "denari",
    "doppia",
    "fante",
    "giocata",
    "giro",
    "grande",
    "mano",
    "matta",
    "mazziere",
    "mazzo",
    "mulinello",
    "napola",
    "palo_a_terra",
    "parte",
    "partita",
    "picca",
    "piccola",
    "presa",
    "primiera",
    "punto",
    "punto_sicuro",
    "quadriglia",
    "re",
    "re_bello",
    "registrazione",
    "scopa",
    "scopone",
    "segnalazione",
    "settebello",
    "simile",
    "smazzata",
    "spade",
    "spariglio",
    "stalla",
    "tavola",
)
"""The keys of the words, in the alphabetical order of the Italian ones."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game."""

    italian: str
    """What players say, in Italian."""
    english: str | None
    """In English; None: the Italian word is used."""
    meaning: str
    """What it means, as Markdown, in the reader's language."""


def glossary(w: Words) -> list[Term]:
    """Every word of the game, by its Italian name."""
    italian, english = words("it"), words("en")
    found = []
    for name in TERMS:
        word, translated = italian(f"term.{name}"), english(f"term.{name}")
        found.append(Term(word, None if translated == word else translated, w(f"term.{name}.meaning")))
    return found
