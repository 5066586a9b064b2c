# Two commands matter: `make run` opens the pages, `make test` checks everything. Each sets up what it needs.

PYTHON ?= python3
WORKERS ?= auto

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
WARMED := $(VENV)/.warmed
KERNELS := $(wildcard engine/*.py engine/kernels/*.py analysis/*.py analysis/kernels/*.py)
PYTEST := $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.PHONY: help run env check test bench soak clean browser

help:
	@echo "make run     open the pages"
	@echo "make test    every check and every test, in a browser too"
	@echo "make check   the quick part of it: lint, types, contracts, words, docs"
	@echo "make bench   measure the kernels, the store and the pages"
	@echo "make soak    the long random runs"
	@echo "make env     build $(VENV) and compile the kernels"
	@echo "make clean   remove all that the other commands made"

run: env
	$(BIN)/settebello serve

env: $(WARMED)

$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Settebello needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1)."; \
		echo "Name another one with: make $(or $(MAKECMDGOALS),env) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make environments: its venv module is missing."; \
		echo "On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@echo "1/3 Making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@echo "2/3 Installing the packages (some 400 MB the first time)"
	@$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -e '.[dev]' -c constraints.txt
	@touch $@

$(WARMED): $(INSTALLED) $(KERNELS)
	@echo "3/3 Compiling the kernels (a minute or two the first time)"
	@$(BIN)/python -m analysis.warm
	@touch $@

check: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PYTEST) -q tests/test_architecture.py tests/test_docs.py tests/ui/test_words.py

browser: env
	@$(BIN)/python -m tests.browser.ensure

# The compiler hides what the plain Python of a kernel would show, and compiled code reads out of bounds in silence:
# so the kernels' tests run three ways, first with all others (compiled), then uncompiled, then bounds-checked.
test: check browser
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not soak and not browser"
	NUMBA_DISABLE_JIT=1 $(PYTEST) -n $(WORKERS) --dist worksteal -m "kernels and not soak"
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -n $(WORKERS) --dist worksteal -m "kernels and not soak"
	$(PYTEST) -n $(WORKERS) --dist loadfile -m "browser and not soak" tests

bench: env
	$(BIN)/python -m bench

soak: browser
	$(PYTEST) -n $(WORKERS) --dist worksteal -m soak

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
