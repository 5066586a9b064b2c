import pytest

from analysis.cells import CELLS, KINDS
from ui.profile_names import cell_name, cell_sentence, kind_name
from ui.words import LANGUAGES, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_has_its_own_name(language: str) -> None:
    """Each kind and cell can be named, no two of a kind alike; habits and principles have a sentence, views none."""
    w = words(language)
    assert len({kind_name(w, kind) for kind in KINDS}) == len(KINDS)
    names = [(name.kind, cell_name(w, name.kind, name.code)) for name in CELLS]
    assert len(set(names)) == len(names)
    for name in CELLS:
        assert (cell_sentence(w, name.kind, name.code) is None) == (name.kind not in KINDS[:2])
