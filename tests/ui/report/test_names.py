from ui.report.names import NumberedNames, ShownNames
from ui.words import words


def test_people_are_numbered_as_they_first_sit_down() -> None:
    """A person keeps the number from deal to deal, wherever it sits."""
    tables = [(("Anna", "Bruno"), ("Anna", "Bruno")), (("Carla", "Anna"), ("Carla", "Anna"))]
    names = NumberedNames(tables, words("en"))
    assert names.of(("Carla", "Anna", "Bruno")) == ("Player 3", "Player 1", "Player 2")


def test_a_name_is_found_as_a_word_only() -> None:
    """Within another word it is none; a short name is one only as it is written; particles are none."""
    names = NumberedNames([(("Di Maio", "Al", "Anna"), ("Di Maio", "Al", "Anna"))], words("it"))
    assert names.text("Annata di vino, al banco") == "Annata di vino, al banco"
    assert names.text("maio e ANNA con Al") == "Giocatore 1 e Giocatore 3 con Giocatore 2"
    assert names.text("anna’s") == "Giocatore 3’s"


def test_the_longest_name_wins() -> None:
    """A name that holds another is replaced whole, signs and all."""
    names = NumberedNames([(("Anna", "Anna-Maria (zia)"), ("Anna", "Anna-Maria (zia)"))], words("it"))
    assert names.text("Anna-Maria (zia)!") == "Giocatore 2!"


def test_an_apostrophe_is_written_in_two_ways() -> None:
    """A name with an apostrophe is found with either sign, and by what follows it; the particle before it is a word."""
    names = NumberedNames([(("D'Angelo", "Dell’Acqua"), ("D'Angelo", "Dell’Acqua"))], words("it"))
    assert "Angelo" not in names.text("D’Angelo") and "Angelo" not in names.text("qui Angelo sbaglia")
    assert "Acqua" not in names.text("Dell'Acqua") and names.text("la fine dell’asso") == "la fine dell’asso"


def test_old_and_new_names_are_one_person() -> None:
    """What the record calls a person is replaced by the number of whom it is now."""
    names = NumberedNames([(("Anna", "Bruno"), ("nonna", "B."))], words("it"))
    assert names.text("la nonna e Anna") == "la Giocatore 1 e Giocatore 1"


def test_letters_with_accents_are_the_same_however_they_are_coded() -> None:
    """A letter and its accent as one sign or as two are the same name."""
    names = NumberedNames([(("Nicolò", "Zoé"), ("Nicolò", "Zoé"))], words("it"))
    assert names.text("Nicolo\u0300") == "Giocatore 1"


def test_a_name_without_letters_hides_nothing_else() -> None:
    """An empty name does not match everywhere."""
    names = NumberedNames([(("", "?"), ("", "?"))], words("it"))
    assert names.of(("", "?")) == ("Giocatore 1", "Giocatore 2")
    assert names.text("chi?") == "chi?"


def test_shown_names_are_as_they_are() -> None:
    """Without anonymity only signs that a page cannot hold are replaced."""
    names = ShownNames()
    assert names.of(("Anna",)) == ("Anna",)
    assert names.text("a\x00b\ud800") == "a�b�"
