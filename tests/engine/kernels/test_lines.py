"""Bytes read in bulk: strings, days, numbers, digests and plays come out as the plain readers give them."""

import datetime as dt
import hashlib
import json
import random

import numpy as np
import pytest

from engine.cards import mask_of
from engine.columns import card_letters, gathered, pile_of, read_deals
from engine.kernels import digest, lines, texts
from engine.plays import Play, parse_play, play_text
from engine.rules import preset

pytestmark = [
    pytest.mark.kernels,
    pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning"),  # uncompiled; the digest means it
]


def bytes_of(raw: bytes) -> np.ndarray:
    """``raw`` as the kernels read it."""
    return np.frombuffer(raw, dtype=np.uint8)


def test_strings_are_utf8() -> None:
    """A string is taken only if it is UTF-8 without control characters, quotes and backslashes."""
    chooser = random.Random(4)
    parts = [b"a", b"~", b"\x7f", b"\xc3\xa8", b"\xe2\x99\xa6", b"\xf0\x9f\x83\x8f", b"\xc0\xaf", b"\xed\xa0\x80"]
    parts += [b"\xf4\x90\x80\x80", b"\xe0\x80\x80", b"\x80", b"\xff", b"\n", b"\\", b"\xc3"]
    taken = 0
    for _ in range(400):
        inside = b"".join(chooser.choices(parts, k=chooser.randrange(4)))
        text = bytes_of(b'"' + inside + b'",')
        try:
            plain = json.loads(b'"' + inside + b'"') == inside.decode() and b"\\" not in inside
        except ValueError:
            plain = False
        assert (lines.string_end(text, 0, len(text)) == len(inside) + 2) == plain, inside
        taken += plain
    assert taken > 50


def test_days() -> None:
    """A date is taken if it is a day of the calendar."""
    chooser = random.Random(9)
    days = 0
    for _ in range(2000):
        year, month, day = chooser.choice((0, 1900, 2000, 2023, 2024)), chooser.randrange(14), chooser.randrange(33)
        written = f"{year:04}-{month:02}-{day:02}"
        try:
            right = bool(dt.date.fromisoformat(written))
        except ValueError:
            right = False
        quoted = f'"{written}"'.encode()
        assert lines.is_day(bytes_of(quoted), 0, len(quoted)) == right, written
        days += right
    assert days > 500


@pytest.mark.parametrize(
    ("written", "halves"),
    [
        ("[0,0]", (0, 0)),
        ("[11,2.5]", (22, 5)),
        ("[-3,0.5]", (-6, 1)),
        ("[-0.5,1]", (-1, 2)),
        ("[-0,1]", None),
        ("[1.0,1]", None),
        ("[01,1]", None),
        ("[1,2,3]", None),
        ("[1]", None),
        ("[1, 2]", None),
        ("[1.25,2]", None),
        ("[]", None),
    ],
)
def test_points(written: str, halves: tuple[int, int] | None) -> None:
    """Points are taken as a strict writer writes whole and half numbers, and doubled."""
    out = np.zeros((1, 2), dtype=np.int64)
    fine = np.ones(1, dtype=np.bool_)
    text = bytes_of(b"x" + written.encode() + b",")
    lines.read_halves(text, np.array([[1, 1 + len(written)]], dtype=np.int64), out, fine)
    assert bool(fine[0]) == (halves is not None)
    assert halves is None or tuple(out[0].tolist()) == halves


def test_plays() -> None:
    """A list of plays is taken if each is in its canonical text, and gives card, cards taken and sign."""
    chooser = random.Random(6)
    rules = preset("scopone-scientifico")
    for _ in range(20):
        made = []
        for card in chooser.sample(range(40), 40):
            taken = mask_of(
                chooser.sample([other for other in range(40) if other != card], chooser.choice((0, 0, 1, 3)))
            )
            made.append((Play(card, taken), bool(taken) and chooser.random() < 0.3))
        written = [play_text(play, sign) for play, sign in made]
        text = json.dumps(written, separators=(",", ":")).encode()
        spans = np.array([[0, len(text)]], dtype=np.int64)
        nowhere = np.full((1, 2), -1, dtype=np.int64)
        deals, fine = read_deals(bytes_of(text), np.zeros(1, dtype=np.int64), nowhere, spans, nowhere, rules)
        assert fine[0]
        assert deals.cards[0].tolist() == [parse_play(each).card for each in written]
        assert deals.taken[0].tolist() == [parse_play(each).taken or 0 for each in written]
        assert deals.scopa[0].tolist() == [sign for _, sign in made]
        out = np.zeros(200, dtype=np.uint8)
        play, sign = made[0]
        end = texts.write_play(out, 0, play.card, play.taken, sign, card_letters(40))
        assert out[:end].tobytes().decode() == written[0]


@pytest.mark.parametrize(
    "wrong", ['"7d"', '"7Dx"', '"7Dx4B+3D"', '"7Dx3D+"', '"7Dx7D"', '"7D##"', '"7D "', "7D", '"1D"', '""']
)
def test_plays_of_another_form(wrong: str) -> None:
    """A list with a play that no strict writer writes is not taken."""
    text = ("[" + ",".join([wrong, *['"4C"'] * 39]) + "]").encode()
    spans = np.array([[0, len(text)]], dtype=np.int64)
    nowhere = np.full((1, 2), -1, dtype=np.int64)
    rules = preset("scopone-scientifico")
    _, fine = read_deals(bytes_of(text), np.zeros(1, dtype=np.int64), nowhere, spans, nowhere, rules)
    assert not fine[0]


def test_digests() -> None:
    """A digest of parts is that of `hashlib` for the parts put together, of any length."""
    chooser = random.Random(3)
    text = chooser.randbytes(3000)
    parts = []
    for first in (0, 1, 127, 128, 129, 255, 256, 700):
        start, other = chooser.randrange(2000), chooser.randrange(2000)
        parts.append([[start, start + first], [5, 5], [other, other + chooser.randrange(300)]])
    parts[0] = [[0, 0]] * 3
    parts[3] = [[9, 9 + 128], [0, 0], [0, 0]]
    out = np.zeros((len(parts), 32), dtype=np.uint8)
    space = np.zeros(2048, dtype=np.uint8), np.zeros(8, dtype=np.uint64), np.zeros(16, dtype=np.uint64)
    digest.digests(bytes_of(text), np.array(parts, dtype=np.int64), 16, *space, out)
    for row, spans in zip(out, parts, strict=True):
        whole = b"".join(text[start:end] for start, end in spans)
        assert row.tobytes().decode() == hashlib.blake2b(whole, digest_size=16).hexdigest()


def test_piles() -> None:
    """Many texts in one pile come out as they went in, all or some."""
    written = ["", "è", "scopa", "", "7Dx3D+4B"]
    pile = pile_of(written)
    assert list(pile) == written
    assert pile[1:3] == written[1:3]
    assert list(pile.kept(np.array([False, True, False, True, True]))) == ["è", "", "7Dx3D+4B"]
    assert list(gathered(bytes_of(b"abc"), np.array([[1, 3], [0, 1]], dtype=np.int64))) == ["bc", "a"]
