# Affray's tasks. `make` alone lists them; every one may be run first and again.
PYTHON = python3
FUZZ_SECONDS = 600

VENV = .venv
PY = $(VENV)/bin/python
PIP = $(PY) -m pip --disable-pip-version-check
# Three for two cores: some tests wait for servers and browsers.
WORKERS = -n 3 --dist worksteal -rfER
# What is seen once. Pages, what a cluster carries and what sources say: interpreted, as `make table`
# runs from a checkout. The rest of the table, players that think, statistics of thousands of fights
# and long noisy runs: compiled, several times as fast.
PAGES = $(wildcard tests/web/test_browser*.py) tests/web/test_replay_page.py tests/web/test_page_types.py
ONCE = $(PAGES) tests/lab/test_report_browser.py tests/sim/test_on_ray.py \
	$(addprefix tests/project/test_,docs.py files.py imports.py)
LONG = $(filter-out $(PAGES),$(wildcard tests/web/test_*.py)) \
	$(wildcard tests/*/test_everything_happens.py) \
	$(addprefix tests/bots/test_,everywhere.py hidden.py) tests/sim/test_fitting.py \
	$(addprefix tests/lab/test_,coverage.py balance.py diff.py) tests/checking/test_played.py \
	tests/contract/test_view.py
INTERPRETED_ONLY = $(addprefix --ignore=,$(ONCE))
COMPILED_ONLY = $(addprefix --ignore=,$(LONG))

BASE = $(VENV)/.base-installed
DEV = $(VENV)/.dev-installed
DOCS = $(VENV)/.docs-installed
WEB = $(VENV)/.web-installed
BUILT = build/compiled/.built
PROGRAMS = $(VENV)/.programs-found
LISTED = build/files.txt
PACKAGE := $(shell find src/affray -type f ! -path '*/__pycache__/*')

# The checkout runs interpreted, from src; what was built runs from build/compiled. Both read
# their dependencies from .venv.
INTERPRETED = PYTHONPATH=$(CURDIR)/src
COMPILED = PYTHONPATH=$(CURDIR)/build/compiled
EXPECTED = $(COMPILED) AFFRAY_EXPECT_COMPILED=1

.DEFAULT_GOAL = help
.PHONY: help demo table test check format compiled rules bench bench-battles bench-bots bench-web bench-lab fuzz nightly-web docs changelog clean always

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "make %-10s %s\n", $$1, $$2 }'

demo: $(BASE) ## set up, watch a fight at once, build, then the same compiled: 2,000 times
	@$(INTERPRETED) $(PY) -m scripts.demo interpreted
	@$(MAKE) --no-print-directory $(BUILT)
	@$(COMPILED) $(PY) -m scripts.demo compiled

table: $(WEB) ## set up, and open the table in the browser
	@$(INTERPRETED) $(PY) -m affray serve --open

test: $(PROGRAMS) $(DEV) $(BUILT) ## set up, then the whole suite: interpreted, then compiled
	@echo "The suite, interpreted:"
	@$(PY) -m pytest -q $(WORKERS) $(COMPILED_ONLY)
	@echo "The suite, compiled:"
	@$(EXPECTED) $(PY) -m pytest -q $(WORKERS) -o pythonpath=. $(INTERPRETED_ONLY)

check: $(DEV) ## format, lint, types, imports, files and rules: quick, before every commit
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@$(PY) -m pytest -q tests/project/test_imports.py tests/project/test_files.py
	@$(INTERPRETED) $(PY) -m affray rules --check
	@$(INTERPRETED) $(PY) scripts/coverage_table.py --check

format: $(DEV) ## let ruff format and mend what it can
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

compiled: $(PROGRAMS) $(DEV) $(BUILT) ## build with mypyc, then the suite against what was built
	@$(EXPECTED) $(PY) -m pytest -q $(WORKERS) -o pythonpath=.

rules: $(BASE) ## which rules are enforced and tested; writes the table of the README
	@$(INTERPRETED) $(PY) -m affray rules --coverage
	@$(INTERPRETED) $(PY) scripts/coverage_table.py

bench: $(DEV) $(BUILT) ## measure the floors, compiled and interpreted
	@$(EXPECTED) $(PY) -m bench.battles
	@$(EXPECTED) $(PY) -m bench
	@$(INTERPRETED) $(PY) -m bench

bench-bots: $(DEV) $(BUILT) ## how well the players play, game by game: hours with all 400 fights (N=40)
	@$(EXPECTED) $(PY) -m bench.bots -n $(or $(N),400)

bench-battles: $(DEV) $(BUILT) ## measure a hundred a side on a large map, game by game
	@$(EXPECTED) $(PY) -m bench.battles

bench-web: $(DEV) $(BUILT) ## measure the table: its page in Chromium, then 200 tables of 6 seats
	@$(EXPECTED) $(PY) -m bench.web_pages; pages=$$?; $(EXPECTED) $(PY) -m bench.web && exit $$pages

bench-lab: $(DEV) $(BUILT) ## measure the lab: how close and cheap balancing is, what a verdict takes (N=20)
	@$(EXPECTED) $(PY) -m bench.lab -n $(or $(N),20)

fuzz: $(DEV) ## random fights with every invariant checked, then sessions: FUZZ_SECONDS a game of each
	@$(INTERPRETED) $(PY) -m affray fuzz --seconds $(FUZZ_SECONDS)
	@$(INTERPRETED) $(PY) -m affray fuzz --session --seconds $(FUZZ_SECONDS)

nightly-web: $(DEV) ## the table's long runs: 1,000 kills, 500 fights over bad lines, undo, hidden things, every look (SEED=7)
	@AFFRAY_KILLS=1000 AFFRAY_TORTURE=500 AFFRAY_UNDONE=2000 AFFRAY_PAIRS=200 AFFRAY_EXAMPLES=120 AFFRAY_AXE=all \
		AFFRAY_SEED=$(or $(SEED),7) $(PY) -m pytest -q -s -rfER --timeout 0 -o faulthandler_timeout=0 \
		$(addprefix tests/web/test_,kill.py torture.py undo.py unknown.py fuzz.py browser_looks.py)

docs: $(DOCS) ## build the documentation into build/site
	@$(INTERPRETED) $(PY) -m scripts.docs_pages
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet --strict
	@echo "build/site/index.html"

changelog: $(BASE) ## move the fragments of changelog.d into CHANGELOG.md, for a release
	@$(PY) scripts/changelog.py

clean: ## remove what was built and installed
	rm -rf build $(VENV) src/affray.egg-info

$(BASE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Affray needs Python 3.11 or newer: make PYTHON=python3.12")'
	@echo "Setting up $(VENV) ..."
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(PIP) install -q -c constraints.txt setuptools wheel mypy
	@$(PIP) install -q -c constraints.txt --no-build-isolation -e .
	@rm -rf build
	@touch $@

$(WEB): $(BASE)
	@echo "Installing what the table needs ..."
	@$(PIP) install -q -c constraints.txt --no-build-isolation -e ".[web]"
	@touch $@

$(DEV): $(BASE)
	@echo "Installing what the tests need ..."
	@$(PIP) install -q -c constraints.txt --no-build-isolation -e ".[dev]"
	@touch $@

$(PROGRAMS): $(BASE)
	@scripts/programs.sh
	@touch $@

$(DOCS): $(BASE)
	@echo "Installing what builds the documentation ..."
	@$(PIP) install -q -c constraints.txt --no-build-isolation -e ".[docs]"
	@touch $@

# Changes only when a file comes or goes, which no time stamp of the files that are left tells.
$(LISTED): always | $(BASE)
	@mkdir -p build
	@echo $(sort $(PACKAGE)) | tr ' ' '\n' > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Python files of an earlier build are removed, C objects that are still good are kept.
$(BUILT): $(BASE) $(LISTED) setup.py README.md LICENSE NOTICE $(PACKAGE)
	@echo "Building the package (compiled where there is a compiler) ..."
	@rm -rf build/wheel build/compiled
	@find build -path 'build/lib*' -type f ! -name '*.so' -delete
	@$(PY) scripts/building.py build/log.txt $(PIP) wheel -v --no-build-isolation --no-deps -w build/wheel .
	@grep -E '^ *(src/affray.*error:|affray: .*interpreted)' build/log.txt || true
	@$(PIP) install -q --no-deps --target build/compiled build/wheel/*.whl
	@touch $@
