"""Every option of every preset given every other value, to see which of the fast checks notices.

`python -m tests.mutations` prints the result and writes it to docs/mutations.md; `make soak` checks that page. Either
fails where a change goes unnoticed that is not listed as changing nothing (`values.EQUIVALENT`), and where a listed
one is noticed.

Three kinds of checks look at a changed preset, each by itself:

- the worked cases of the preset (`tests/data/cases.json`);
- the worked deals of the preset (`tests/engine/worked_deals`);
- random deals, dealt tables, piles and matches of the preset, on which the naive reference keeps the true rules.
"""
