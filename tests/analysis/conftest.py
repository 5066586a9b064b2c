"""What the tests of explanations share: the sample games, explained."""

import pytest

from tests.analysis.explained_games import FIRST, GAMES, Told, explained


@pytest.fixture(
    scope="module",
    params=[
        *(pytest.param((path, FIRST), id=path.stem) for path in GAMES),
        *(pytest.param((path, None), id=f"{path.stem}-whole", marks=pytest.mark.soak) for path in GAMES),
    ],
)
def game(request: pytest.FixtureRequest) -> list[Told]:
    """The first two deals of one of the sample games; in the long runs, all."""
    return explained(*request.param)
