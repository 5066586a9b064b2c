"""The part of the house's plan that import-linter cannot see."""

import ast
from pathlib import Path

LONGEST_MODULE = 500
PACKAGES = ("engine", "records", "analysis", "ui", "tests", "bench")


def imported_packages(source: str) -> set[str]:
    """The top-level packages that a module's source imports, at any depth of it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add("." if node.level else (node.module or "").partition(".")[0])
    return found


def test_the_router_imports_only_streamlit_and_ui(project: Path) -> None:
    """`app.py` is a router: it knows Streamlit and `ui`, and no layer below."""
    assert imported_packages((project / "app.py").read_text("utf-8")) <= {"streamlit", "ui"}


def test_imports_are_seen_wherever_they_stand() -> None:
    """The check above sees late, dotted, renamed and relative imports."""
    source = "def f():\n    import numpy.linalg as n\n    from engine.cards import card\nfrom . import x\n"
    assert imported_packages(source) == {"numpy", "engine", "."}


def test_no_module_is_too_long(project: Path) -> None:
    """A module past 500 lines is split in the change that made it so."""
    modules = [project / "app.py", *(path for name in PACKAGES for path in (project / name).rglob("*.py"))]
    lengths = {str(path.relative_to(project)): len(path.read_text("utf-8").splitlines()) for path in modules}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}
