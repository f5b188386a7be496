# Everything a person types here. `make play` needs Python 3.11 or newer and nothing else prepared.
#
#   make play      a table at http://localhost:8000 (PORT=8000 HOST=0.0.0.0 DB=var/potluck.db)
#   make test      the fast suites, about five minutes
#   make check     linters, types, catalogues, the long suites, packages
#   make mutants   break the rules in every small way: do the rule tests notice? (GAME=... SAMPLE=...)
#   make format    put Python sources in shape
#   make clean     remove everything that was made, but not var/, where your games are

PORT ?= 8000
HOST ?= 0.0.0.0
DB ?= var/potluck.db
VENV ?= .venv
JOBS ?= 2
BROWSERS = -n $(JOBS) --reruns 2

# The first Python that is new enough; `make PYTHON=/path/to/python play` chooses another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$python; break; fi; done)

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

export PIP_DISABLE_PIP_VERSION_CHECK = 1
CLIENT = $(BIN)/python -m tools.build_client

# The last line where there is no browser: a green run then says less than it seems to.
SKIPPED = (command -v chromium || command -v chromium-browser || command -v google-chrome) >/dev/null || \
	echo "-- NOT TESTED: no Chromium was found, so every browser test was skipped (Debian: apt install chromium)"

.DEFAULT_GOAL := play
.PHONY: play test check mutants format clean client shots lint typecheck words package

play: $(VENV)/.run client
	@mkdir -p $(dir $(DB))
	@exec $(BIN)/potluck serve --host $(HOST) --port $(PORT) --db $(DB)

# Installed once, and again when what is to be installed has changed.
$(VENV)/.run: pyproject.toml constraints.txt tools/venv.py
	@if [ -z "$(PYTHON)" ]; then echo "Potluck needs Python 3.11 or newer; none was found on the PATH." >&2; exit 1; fi
	@$(PYTHON) -m tools.venv $(VENV)

$(VENV)/.dev: pyproject.toml constraints.txt tools/venv.py
	@if [ -z "$(PYTHON)" ]; then echo "Potluck needs Python 3.11 or newer; none was found on the PATH." >&2; exit 1; fi
	@$(PYTHON) -m tools.venv $(VENV) --dev

client: $(VENV)/.run
	@$(CLIENT)

# Browser tests run apart: Playwright keeps an event loop in its process, which others must not meet. They
# mostly wait for what is to be seen, so several at a time cost little. They meet a real clock: on a machine that
# others use as well one may come too late, so it is tried up to twice more, and the summary says so.
# Many fast tests wait for a server or a clock, so one more than there are cores runs at a time.
test: $(VENV)/.dev
	@$(CLIENT)
	@echo "-- the client's tests"
	@$(CLIENT) npm run test
	@echo "-- the fast tests"
	$(BIN)/pytest -q -m "not slow and not browser" -n $$(($(JOBS) + 1)) --dist loadgroup --durations=8
	@echo "-- the fast tests in a browser"
	$(BIN)/pytest -q -m "browser and not slow" $(BROWSERS) --durations=4
	@$(SKIPPED)

check: $(VENV)/.dev lint typecheck words
	@$(CLIENT)
	@echo "-- the client's types"
	@$(CLIENT) npm run check
	@echo "-- the long tests"
	$(BIN)/pytest -q -m "slow and not browser" -n $(JOBS) --dist loadgroup --durations=12
	@echo "-- the long tests in a browser"
	$(BIN)/pytest -q -m "browser and slow" $(BROWSERS) --durations=4
	@$(SKIPPED)

lint: $(VENV)/.dev
	@echo "-- style"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

typecheck: $(VENV)/.dev
	@echo "-- types"
	$(BIN)/mypy
	$(BIN)/python -m tools.types --check

words: $(VENV)/.dev
	@echo "-- catalogues"
	$(BIN)/pytest -q tests/locale

# Goes on where it was stopped; what is known stands in var/mutants.
mutants: $(VENV)/.dev
	$(BIN)/python -m tools.mutants $(GAME) $(if $(SAMPLE),--sample $(SAMPLE))

format: $(VENV)/.dev
	$(BIN)/ruff check --fix-only --exit-zero .
	$(BIN)/ruff format .

# The pictures of the README: a real server, a position that was played, a real browser.
shots: $(VENV)/.dev
	@$(CLIENT)
	$(BIN)/python -m tools.screenshots

clean:
	rm -rf $(VENV) build dist client/node_modules src/potluck/web/static
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} +
