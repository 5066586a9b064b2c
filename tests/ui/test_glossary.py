from ui.glossary import TERMS, glossary
from ui.words import LANGUAGES, words


def test_words_stand_in_the_order_of_the_italian_ones() -> None:
    """A reader finds a word by the alphabet, each once, in both languages at the same place."""
    italian = [term.italian for term in glossary(words("it"))]
    assert italian == sorted(set(italian))
    assert [term.italian for term in glossary(words("en"))] == italian


def test_a_word_without_a_translation_has_none() -> None:
    """Where the English say the Italian word, no second one is shown."""
    found = {term.italian: term.english for term in glossary(words("it"))}
    assert found["settebello"] is None
    assert found["mazziere"] == "dealer"


def test_meanings_are_in_the_language_of_the_reader() -> None:
    """The same word is explained in each language in its own words."""
    meanings = {language: [term.meaning for term in glossary(words(language))] for language in LANGUAGES}
    assert all(one != other for one, other in zip(meanings["it"], meanings["en"], strict=True))
    assert len(meanings["it"]) == len(TERMS)
