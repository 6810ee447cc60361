# make play and make test need nothing but Python 3.11+ (with venv) and make.

BIN := .venv/bin
SEATS ?= 3
BOTS ?= 2
PORT ?= 2222
EXTRA ?= play
TESTS ?= tests
PYTEST := $(BIN)/python -m pytest -q -n auto --maxprocesses 8 --dist worksteal
export RUNES_PYTHON
# Tests start many processes: what is compiled once is not compiled in each of them again.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help install play demo quick test test-long lowest check format docs site bench cast wheel clean

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; \
	    do printf '  make %-9s %s\n' "$$name" "$$text"; done

# One stamp for each extra: a second call installs nothing.
.venv/.installed-%: pyproject.toml .ci/venv
	@.ci/venv $*

install: .venv/.installed-$(EXTRA)  ## install what a command asks for: make install EXTRA=lab

play: .venv/.installed-play  ## play: a first screen, then a table in this terminal; friends can ssh in
	@$(BIN)/runes host --front --seats $(SEATS) --bots $(BOTS) --port $(PORT)

demo: .venv/.installed-play  ## watch two bots play a whole game over ssh, and both verifiers check it
	@$(BIN)/python -m rr_net.cli.demo

quick: .venv/.installed-test  ## run the tests without sockets, processes and long work
	RUNES_QUICK=1 $(PYTEST) --ignore tests/lab -m "not e2e and not socket and not slow" $(TESTS)

test: .venv/.installed-test  ## run every test but those of the laboratory, on all cores
	$(PYTEST) --ignore tests/lab $(TESTS)

test-long: .venv/.installed-test  ## run every test with its full numbers, the laboratory too: an hour or more
	RUNES_LONG=1 $(PYTEST) $(TESTS)

lowest: .venv/.installed-test  ## play a game with the oldest versions of all that is depended on
	@$(BIN)/python -m tests.lab.starting --lowest

check: .venv/.installed-dev  ## format, lint, types, layers, style, the house and the pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_layers.py tests/test_style.py tests/test_house.py tests/test_docs.py

format: .venv/.installed-dev  ## rewrite the files as check wants them
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: .venv/.installed-dev  ## rewrite what the pages take from the code
	@$(BIN)/python -m tests.support.docs

site: .venv/.installed-site  ## build the pages as a site into build/site, where no link leads nowhere
	@$(BIN)/python -m mkdocs build --strict

bench: .venv/.installed-play  ## measure the rules, the proofs, past games and the host
	$(BIN)/python -m tests.lab.rules
	$(BIN)/python -m tests.lab.fairness
	$(BIN)/python -m tests.lab.history
	$(BIN)/python -m tests.lab.relay
	$(BIN)/python -m tests.lab.host --sessions 1 10 50 100

cast: .venv/.installed-test  ## film twenty seconds of a real game: docs/screens/evening.cast and .svg
	@$(BIN)/python -m tests.support.captures.film

wheel: .venv/.installed-dev  ## build the wheel into dist/
	$(BIN)/python -m build --wheel --outdir dist .

clean:  ## remove .venv and everything that was built
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
