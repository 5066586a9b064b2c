"""Try every change, and write docs/mutations.md."""

import sys

from tests.mutations.report import PAGE, all_outcomes, faults, page_of


def main() -> int:
    """Try every change, write the page and print it; 1 if something is wrong, else 0."""
    outcomes = all_outcomes()
    page = page_of(outcomes)
    PAGE.write_text(page, encoding="utf-8")
    found = faults(outcomes)
    sys.stdout.write(page + "".join(f"\nWRONG: {fault}" for fault in found) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
