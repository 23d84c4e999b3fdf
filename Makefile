# Boneyard's commands. `make help` lists them. Needs only python3 (3.11 or newer) with its venv module.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
STAMP := $(VENV)/.installed-dev
# What is installed into .venv; the image is compiled with requirements-compile.lock, which has less.
LOCK ?= requirements-dev.lock
BENCH_STAMP := $(VENV)/.installed-bench
# What computer players spend their time in; `make compiled` makes machine code of it.
COMPILABLE := $(addprefix games/computers/,search.py exact.py worlds.py) games/seventy_nine/suits.py games/nos/kernel.py \
  $(wildcard games/*/position.py games/*/value.py games/*/inference.py)
COMPILED_STAMP := build/.compiled
RELEASE_PY := $(VENV)-release/bin/python
# Three for two processors: some tests wait, for Chromium, PostgreSQL or a process that they kill.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((3 * (os.cpu_count() or 1) + 1) // 2)')
# Each of the many processes that the tests start would compile the bot again.
unexport PYTHONDONTWRITEBYTECODE
UV_COMPILE := $(PY) -m uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url

.DEFAULT_GOAL := help
.PHONY: help setup play compiled uncompiled test check format bench strength coach puzzles soak pictures site lock sbom dist release clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 16

setup: $(STAMP) ## Make .venv from the lock file (once for every change of it)
	@[ ! -e $(COMPILED_STAMP) ] || [ -z "$$(find $(COMPILABLE) -newer $(COMPILED_STAMP))" ] || { \
	  echo "The sources of what was compiled have changed, so they are used again: make compiled"; $(MAKE) --silent uncompiled; }

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Boneyard needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12 setup" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python has no venv module with pip. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(LOCK) | $(VENV)/bin/python
	@echo "Installing what Boneyard needs into $(VENV) (once; a minute or two)"
	$(PIP) install --require-hashes -r $(LOCK)
	@touch $@

$(BENCH_STAMP): requirements-bench.lock | $(STAMP)
	$(PIP) install --require-hashes -r requirements-bench.lock
	@touch $@

$(RELEASE_PY): requirements-release.lock | $(VENV)/bin/python
	$(PYTHON) -m venv $(VENV)-release
	$@ -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-release.lock
	@touch $@

play: setup ## Run the bot: with DISCORD_TOKEN in Discord, else in a local browser page
	@exec $(PY) -m bot $(ARGS)

compiled: setup ## Compile the search of computer players, which then try two to four times as much (needs gcc)
	@rm -rf build/compiling && mkdir -p build/compiling && cp -r games build/compiling
	@cd build/compiling && "$(CURDIR)/$(PY)" -m mypyc $(COMPILABLE) > log 2>&1 || { cat log >&2; exit 1; }
	@cd build/compiling && cp --parents *.so $$(find games -name '*.so') "$(CURDIR)"
	@rm -rf build/compiling && touch $(COMPILED_STAMP)

uncompiled: ## Go back to the sources of what was compiled
	@rm -f games/*.so games/*/*.so *__mypyc*.so $(COMPILED_STAMP)
	@[ ! -d build ] || rmdir --ignore-fail-on-non-empty build

test: setup ## Run the tests (CI=true: also those that take long, and none is skipped)
	@$(PY) -m pytest -q -n $(WORKERS) --dist worksteal $(ARGS)

check: setup ## Format, lint, types, import contracts
	@$(PY) -m ruff format --check --quiet . || { echo "Not formatted as above: make format" >&2; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy
	@$(VENV)/bin/lint-imports --no-cache
	@$(PY) -m bot.tools.proofreading
	@$(PY) -m tests.english

format: setup ## Put the code and the catalogues into the one format, and write docs/verify.html, docs/settings.md and .env.example
	@$(PY) -m bot.tools.proofreading --sort
	@$(PY) -m bot.tools.verify_page
	@$(PY) -m bot.tools.settings_pages
	@$(PY) -m ruff format --quiet .
	@$(PY) -m ruff check --quiet --fix-only .

bench: setup $(BENCH_STAMP) ## Measure the engine, clicks and their answers, pictures and memory
	@$(PY) -m tests.benchmarks $(ARGS)

strength: setup ## Play the levels of computers against each other and write docs/strength.md (hours; can be stopped)
	@$(PY) -m tests.strength $(ARGS)

coach: setup ## Let the review judge strong against itself and write docs/strength.md (hours; can be stopped)
	@$(PY) -m tests.coach $(ARGS)

puzzles: setup ## Find puzzles in matches between computers (hours; can be stopped)
	@$(PY) -m tests.coach.puzzles $(ARGS)

soak: setup ## Kill the bot 200 times, then play for 20 minutes (ARGS="kills --lives 20" for less)
	@$(PY) -m tests.soak $(ARGS)

pictures: setup ## Draw the README's pictures again, from the playground in Chromium
	@$(PY) -m tests.pictures

site: setup ## Write a static site from the rules, commands, pictures and docs into build/site
	@$(PY) -m bot.tools.site $(ARGS)

lock: setup ## Renew the lock files from pyproject.toml (UPGRADE=--upgrade for newer versions)
	@$(PY) -m uv --version >/dev/null 2>&1 || $(PIP) install uv
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV_COMPILE) $(UPGRADE) pyproject.toml -o requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV_COMPILE) $(UPGRADE) pyproject.toml --extra playground --extra dev -c requirements.lock -o requirements-dev.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV_COMPILE) $(UPGRADE) pyproject.toml --extra playground --extra dev --extra bench -c requirements-dev.lock -o requirements-bench.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV_COMPILE) $(UPGRADE) --group compile -c requirements-dev.lock -o requirements-compile.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV_COMPILE) $(UPGRADE) --group release -c requirements.lock -o requirements-release.lock

sbom: $(RELEASE_PY) ## Write the packages of the image as CycloneDX into dist/sbom.cdx.json
	@$(RELEASE_PY) deploy/release.py sbom

dist: $(RELEASE_PY) ## Build wheel, sdist, constraints and SBOM of the last commit into dist
	@$(RELEASE_PY) deploy/release.py dist

release: $(RELEASE_PY) ## Commit and tag a release: make release VERSION=0.2.0
	@$(RELEASE_PY) deploy/release.py cut "$(VERSION)"

clean: uncompiled ## Remove .venv and all caches (the data folder stays)
	rm -rf $(VENV) $(VENV)-release .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
