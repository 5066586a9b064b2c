import json
from dataclasses import replace

import pytest

from records.store import Library, LibraryError
from records.store import library as library_module
from tests.records.store.example import RECORD, deal_rows, flag, remark, rows_of, written

FOUR = ["Anna", "Bruno", "Carla", "Dino"]


def four_players(match: str, deal: int, **keys: object) -> object:
    """A deal among four, as far as the library sees it."""
    return deal_rows(match, deal, players=FOUR, **keys)


def test_matches_sums_up_each_match(library: Library) -> None:
    """A row a match: first date, players and rules, deals, finished ones, score and flags by side."""
    library.add(
        [
            replace(deal_rows("sera", 2, date="2020-01-02"), flags=(flag(0), flag(1), flag(2))),
            replace(deal_rows("sera", 1, date="2020-01-01", score=[3, 0.5]), flags=(flag(2),)),
            deal_rows("sera", 3, plays=RECORD["plays"][:5], points=None, date=None),
            deal_rows("mattina", 7, score=None, date=None, players=["Anna", "Bruno"]),
        ]
    )
    matches = {row["match"]: row for row in library.matches().iter_rows(named=True)}
    sera = matches["sera"]
    assert (sera["date"], sera["deals"], sera["finished_deals"]) == ("2020-01-01", 3, 2)
    assert sera["players"] == ["giocatore1", "giocatore2"]
    assert (sera["preset"], json.loads(sera["rules"])) == ("napoli", RECORD["rules"])
    assert sera["score"] == [3 + 1 + 1, 0.5 + 2.5 + 2.5]
    assert (sera["flags_by_side"], sera["flags"]) == ([1, 3], 4)
    mattina = matches["mattina"]
    assert (mattina["date"], mattina["score"], mattina["flags_by_side"]) == (None, [1, 2.5], [0, 0])
    assert mattina["players"] == ["Anna", "Bruno"]


def test_four_players_are_two_sides(library: Library) -> None:
    """With four players, seats 0 and 2 are side 0, seats 1 and 3 side 1."""
    flags = (flag(0, seat=0), flag(1, seat=3), flag(2, seat=2))
    library.add([replace(four_players("sera", 1), flags=flags)])
    assert library.matches().select("players", "flags_by_side").rows() == [(FOUR, [2, 1])]


def test_three_players_are_three_sides(library: Library) -> None:
    """With three players each seat is a side, and the score has three numbers."""
    rows = deal_rows(players=FOUR[:3], score=[1, 2, 3], points=None)
    rows = replace(rows, deal=replace(rows.deal, points=(1.0, 0.0, 2.0)), flags=(flag(1, seat=2),))
    library.add([rows])
    assert library.matches().select("score", "flags_by_side").rows() == [([2, 2, 5], [0, 0, 1])]


def test_matches_come_latest_first_and_empty_library_has_columns(library: Library) -> None:
    """An empty library answers with no rows and all columns; of what was loaded together, the later date is first."""
    assert library.matches().columns[:4] == ["match", "date", "players", "preset"]
    library.add([deal_rows("vecchia", date="2008"), deal_rows("nuova", date="2020")])
    assert library.matches()["match"].to_list() == ["nuova", "vecchia"]


def test_deals_of_a_match_come_in_order(library: Library) -> None:
    """Deals by number, each with its facts and its counts of flags and remarks; others are left out."""
    library.add([replace(deal_rows(deal=2), flags=(flag(1), flag(2)), remarks=(remark(),)), deal_rows()])
    library.add([deal_rows("altra")])
    deals = library.deals_of("sera")
    assert deals.select("deal", "flags", "remarks", "dealer", "finished").rows() == [
        (1, 0, 0, 0, True),
        (2, 2, 1, 0, True),
    ]
    assert deals["points"].to_list() == [[1, 2.5], [1, 2.5]]


def test_a_deal_that_is_not_there_has_no_line(library: Library) -> None:
    """`line_of` gives None for an unknown match and for an unknown deal."""
    library.add([deal_rows()])
    assert library.line_of("sera", 2) is None
    assert library.line_of("altra", 1) is None


def test_plays_are_shown_as_text_in_both_decks(library: Library) -> None:
    """The view writes plays and tables as the notation does, with 40 cards and with 52."""
    bresciana = written(
        match="grande",
        rules="scopa-bresciana",
        table=["TD", "KS", "2C", "8B"],
        plays=["TCxTD", "KDxKS", "TBx2C+8B#"],
        points=None,
    )
    library.add([rows_of(bresciana), deal_rows()])
    grande = library.plays_of("grande")
    assert grande["play"].to_list() == ["TCxTD", "KDxKS", "TBx2C+8B#"]
    assert grande["table_before"].to_list() == ["2C 8B TD KS", "2C 8B KS", "2C 8B"]
    assert grande["player"].to_list() == ["giocatore2", "giocatore1", "giocatore2"]
    assert library.plays_of("sera")["table_before"].to_list()[:2] == ["AC 3D JD QC", "JD QC"]


def test_flags_are_counted_by_player_and_code(library: Library) -> None:
    """Flags by the name that is shown and by code, beside the number of all deals of that player."""
    library.add(
        [
            replace(deal_rows(deal=1), flags=(flag(0), flag(2), flag(4, "bad_spariglio"))),
            replace(deal_rows(deal=2), flags=(flag(1),)),
            deal_rows("altra", players=["giocatore2", "Anna"]),
        ]
    )
    assert library.flag_counts().rows() == [
        ("giocatore2", "scopa_offered", 2, 3),
        ("giocatore1", "scopa_offered", 1, 2),
        ("giocatore2", "bad_spariglio", 1, 3),
    ]


def test_a_deleted_match_loads_again_as_it_was(library: Library) -> None:
    """Deleting takes the match from every table and gives its lines in order; nothing else is touched."""
    rows = [replace(deal_rows(deal=deal), flags=(flag(1),), remarks=(remark(),)) for deal in (2, 1)]
    library.add([*rows, deal_rows("altra")])
    lines = library.delete_match("sera")
    assert lines == [rows[1].deal.line, rows[0].deal.line]
    assert library.matches()["match"].to_list() == ["altra"]
    for frame in (library.plays_of("sera"), library.flags_of("sera"), library.remarks_of("sera")):
        assert frame.is_empty()
    assert library.plays_of("altra").height == 36
    library.add(rows)
    assert library.lines_of("sera") == lines
    assert library.delete_match("nessuna") == []


def test_export_gives_every_line_in_order(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines by match and deal, all or of some matches, in as many pages as it takes."""
    monkeypatch.setattr(library_module, "EXPORTED_AT_ONCE", 2)
    rows = [deal_rows(match, deal) for match in ("b", "a") for deal in (3, 1, 2)]
    library.add(rows)
    lines = {entry.deal.key: entry.deal.line for entry in rows}
    in_order = [lines[key] for key in sorted(lines)]
    assert list(library.export_lines()) == in_order
    assert list(library.export_lines(["b"])) == in_order[3:]
    assert list(library.export_lines(["b", "a", "c"])) == in_order
    assert list(library.export_lines([])) == []


def test_an_export_does_not_hold_the_file(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is deleted while an export is under way is left out, and the rest comes."""
    monkeypatch.setattr(library_module, "EXPORTED_AT_ONCE", 1)
    library.add([deal_rows("a"), deal_rows("b"), deal_rows("c")])
    lines = library.export_lines()
    assert json.loads(next(lines))["match"] == "a"
    library.delete_match("b")
    assert [json.loads(line)["match"] for line in lines] == ["c"]


def test_a_renamed_player_is_shown_by_the_new_name_everywhere(library: Library) -> None:
    """Renaming changes what is shown and no line; the old name is nobody's then."""
    library.add([replace(deal_rows(), flags=(flag(1),))])
    line = library.line_of("sera", 1)
    assert library.rename_player("giocatore1", " Anna ") == ["giocatore1"]
    assert library.matches()["players"].to_list() == [["Anna", "giocatore2"]]
    assert library.deals_of("sera")["players"].to_list() == [["Anna", "giocatore2"]]
    assert library.flags_of("sera")["player"].to_list() == ["Anna"]
    assert library.flag_counts()["player"].to_list() == ["Anna"]
    assert set(library.plays_of("sera")["player"]) == {"Anna", "giocatore2"}
    assert library.line_of("sera", 1) == line
    assert library.rename_player("giocatore1", "Bruno") == []


def test_players_can_be_merged_and_parted(library: Library) -> None:
    """Two names shown as one count as one player; a further renaming takes both, and each can be parted."""
    library.add([deal_rows("a", players=["Anna", "Bruno"]), deal_rows("b", players=["Annina", "Bruno"])])
    library.rename_player("Annina", "Anna")
    assert library.players().rows() == [("Anna", ["Anna", "Annina"], 2), ("Bruno", ["Bruno"], 2)]
    assert library.rename_player("Anna", "Anna R.") == ["Anna", "Annina"]
    assert library.players()["player"].to_list() == ["Anna R.", "Bruno"]
    library.separate_player("Annina")
    assert library.players().rows() == [
        ("Anna R.", ["Anna"], 1),
        ("Annina", ["Annina"], 1),
        ("Bruno", ["Bruno"], 2),
    ]
    library.rename_player("Anna R.", "Anna")
    assert library.players()["player"].to_list() == ["Anna", "Annina", "Bruno"]


def test_two_players_can_swap_their_names(library: Library) -> None:
    """A name is looked up once: A shown as B does not become what B is shown as."""
    library.add([deal_rows(players=["A", "B"])])
    library.rename_player("A", "x")
    library.rename_player("B", "A")
    library.rename_player("x", "B")
    assert library.matches()["players"].to_list() == [["B", "A"]]


def test_an_empty_name_is_refused(library: Library) -> None:
    """A player cannot be shown as nobody."""
    library.add([deal_rows()])
    with pytest.raises(LibraryError) as raised:
        library.rename_player("giocatore1", "  ")
    assert raised.value.code == "library.name"
    assert library.players()["player"].to_list() == ["giocatore1", "giocatore2"]


def test_text_is_bound_and_never_part_of_a_question(library: Library) -> None:
    """Quotes and semicolons in names of matches and players are text like any other."""
    name = "o'; DROP TABLE deals; --\""
    library.add([deal_rows(name, players=[name, "Bruno"])])
    library.rename_player(name, name + "!")
    assert library.deals_of(name)["players"].to_list() == [[name + "!", "Bruno"]]
    assert len(library.lines_of(name)) == len(library.delete_match(name)) == 1
