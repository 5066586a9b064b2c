"""Records into the library, replayed and judged: the one package that joins store and review."""

from analysis.pipeline.loading import load
from analysis.pipeline.report import LoadReport, Progress
from analysis.pipeline.rows import flag_rows, rows_of

__all__ = ["LoadReport", "Progress", "flag_rows", "load", "rows_of"]
