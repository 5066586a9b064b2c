"""Which judge this is, for pages that show what it said and load none of it."""

JUDGE_VERSION = 7
"""Reviews by another version are made again."""
