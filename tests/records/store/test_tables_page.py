import re
from pathlib import Path

import duckdb

from records.store import VERSION, Library

SECTION = re.compile(r"^## (?P<name>\w+)\n\n(?P<meaning>[^\n]+)\n\n(?P<table>(?:\|[^\n]*\n)+)", re.MULTILINE)
ROW = re.compile(r"^\| (\w+) \| ([\w\[\]]+) \| (.+) \|$", re.MULTILINE)


def test_the_page_of_tables_says_what_is_in_the_file(library: Library, project: Path) -> None:
    """``docs/tables.md`` has every table and column with name, type and meaning, in the file's order, and no other."""
    library.matches()
    with duckdb.connect(library.path) as file:
        columns = file.execute(
            "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
            "WHERE NOT internal ORDER BY column_index"
        ).fetchall()
        meanings = dict(
            file.execute(
                "SELECT table_name, comment FROM duckdb_tables() UNION "
                "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal"
            ).fetchall()
        )
    page = (project / "docs" / "tables.md").read_text(encoding="utf-8")
    sections = {section["name"]: section for section in SECTION.finditer(page)}
    assert {name: section["meaning"] for name, section in sections.items()} == meanings
    for name, section in sections.items():
        in_file = [column for table, *column in columns if table == name]
        assert [list(row) for row in ROW.findall(section["table"].split("\n", 2)[2])] == in_file
    assert f"schema version {VERSION};" in page
