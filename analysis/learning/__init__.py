"""How the judge's players learn: ``python -m analysis.learning``, the whole recipe (docs/decisions/0012-judge.md)."""
