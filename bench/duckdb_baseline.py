"""Baseline: DuckDB alone reads a records file and writes `deals` and the unnested `plays`, with no replay.

usage: duckdb_baseline.py FILE.jsonl      prints seconds and the database's size, three times.
"""

import sys
import tempfile
import time
from pathlib import Path

import duckdb

COLUMNS = (
    "{v:'INT',match:'VARCHAR',deal:'INT',rules:'VARCHAR',players:'VARCHAR[]',dealer:'INT',"
    "plays:'VARCHAR[]',date:'VARCHAR'}"
)

for _ in range(3):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "baseline.duckdb"
        con = duckdb.connect(str(path))
        start = time.perf_counter()
        con.execute(
            "create table deals as select row_number() over () as id, * from "
            f"read_json(?, format='newline_delimited', columns={COLUMNS})",
            [sys.argv[1]],
        ).fetchall()
        con.execute(
            "create table plays as select id, unnest(range(len(plays))) as ply, unnest(plays) as play from deals"
        ).fetchall()
        con.close()
        print(f"{time.perf_counter() - start:.2f} s, {path.stat().st_size / 1e6:.0f} MB")
