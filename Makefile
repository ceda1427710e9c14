# Two commands matter: `make tour` and `make test`. Each prepares what it needs, and a second run starts in seconds.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
EXPERIMENTS := ablation bench8 retries almanac almanac_grounded noise noise_lookup noise_seconds architectures architectures_seconds teams teams_seconds
OTHERS := hotpotqa xquad teams_hotpotqa teams_musique
# Their committed rows have no answers.
TEXTLESS := locked $(OTHERS)
PYTEST := $(BIN)/python -m pytest
# Replayed notebooks share the machine with other tests; what asks a model does not.
ALONE := (model and not notebook) or browser or fresh
FAST := not (model or process or browser or notebook or slow or long)
RECORDING ?= $(wildcard build/replies.jsonl.gz)
XQUAD ?= ../shared/data/xquad_en.json
HOTPOTQA ?= ../shared/data/hotpotqa_100.json
MUSIQUE ?= ../shared/data/musique_100.json
OF_XQUAD := CC BY-SA 4.0 (XQuAD by M. Artetxe, S. Ruder and D. Yogatama, after SQuAD by P. Rajpurkar et al.)
LESSON := corpora/algorithms build/datasets/xquad_fit --hold --licence MIT --licence "$(OF_XQUAD)"
export ANONYMIZED_TELEMETRY := False
export RAGAS_DO_NOT_TRACK := true
# The tests start hundreds of processes, and each would compile the module anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup models tour check test record attack nightly lab notebooks providers exercises book bundle workshop-check lint results agree others critics adopt screenshots lock pdfs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: $(VENV)/.installed ## make .venv and install the pinned set

$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(not (3, 11) <= v <= (3, 13) and "ragkit needs Python 3.11 to 3.13, and $(PYTHON) is %d.%d. Install one, or name it: make PYTHON=/path/to/python3.11" % v)'
	@echo "==> installing the pinned set into $(VENV) (about three minutes, three gigabytes)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null  # after `uv sync`
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	@# On Linux, torch comes from most indexes as a CUDA build, which needs libraries of its own beside the lock.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(grep '^torch==' requirements.lock)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m ipykernel install --sys-prefix --name python3 --display-name "ragkit" >/dev/null
	@rm -rf $(VENV)/share/jupyter/kernels/ragkit  # of an older set-up: the launcher offers one kernel
	@touch $@

models: setup ## get the model files (1.2 GB, once per user)
	@$(BIN)/python -m ragkit models

tour: export RAGKIT_PROVIDER = embedded
tour: models ## run notebook 00 headless and show the answer; leaves build/tour.html
	@echo "==> running the tour"
	@$(BIN)/python -m ragkit tour

check: lint ## lint, and the quick tests without a model, a process or a browser: some minutes, before each commit
	@$(PYTEST) -n 2 -m "$(FAST)"

test: models ## all tests and every notebook: first what can share the machine, then what needs it alone
	@echo "==> running the tests"
	@$(PYTEST) -n 2 -m "not ($(ALONE) or long)"; status=$$?; \
	$(PYTEST) -m "($(ALONE)) and not long" && exit $$status

record: models ## run every notebook fresh, and record what the model replies for the next tests
	@RAGKIT_FRESH=all $(PYTEST) -m notebook
	@$(BIN)/python tests/recordings.py

attack: models ## 200 random kills, then hostile documents with the filters off and on (40 minutes; the next call goes on); writes its results
	@RAGKIT_KILLS=200 $(BIN)/python -m pytest tests/security tests/runs/test_threads.py
	@$(BIN)/python -m benchmarks.defences
	@$(BIN)/python -m benchmarks.attack corpora/algorithms && $(BIN)/python -m benchmarks.tables

nightly: models ## what takes long: every notebook fresh, and the tests marked long
	@RAGKIT_FRESH=all $(PYTEST) -m "notebook or long"

lab: models ## JupyterLab on the notebooks
	@$(BIN)/jupyter lab --ServerApp.root_dir=. --LabApp.default_url=/lab/tree/notebooks \
		--ContentsManager.hide_globs=solutions --ContentsManager.hide_globs=__pycache__

# Another provider is asked with PROVIDER, BASE_URL and MODEL. Its key is in RAGKIT_API_KEY: an argument would be seen by all.
ifdef PROVIDER
notebooks: export RAGKIT_PROVIDER = $(PROVIDER)
notebooks: export RAGKIT_BASE_URL = $(BASE_URL)
notebooks: export RAGKIT_MODEL = $(MODEL)
endif
notebooks: models ## run every notebook, or those of ONLY="02 05", into build/notebooks; PROVIDER=openai BASE_URL=... MODEL=... asks an endpoint
	@$(BIN)/python -m ragkit notebooks $(ONLY)

providers: models ## run four notebooks on an OpenAI-compatible server and on an Ollama, both played by llama.cpp's own server
	@$(BIN)/python -m pytest tests/course/test_providers.py

exercises: setup ## write the learners' copies of the exercises from the solutions
	@$(BIN)/python -m ragkit exercises

BOOK := build/book
# After `make test`, build/tests/notebooks has executed notebooks, too.
EXECUTED ?= build/notebooks
book: setup $(BOOK)/env/.installed ## the course and the docs as a site, build/book/_build/html, with the outputs that `make notebooks` left
	@$(BIN)/python -m docs.book.gather --executed $(EXECUTED) --to $(BOOK)/source
	@echo "==> building the pages (about a minute)"
	@rm -rf $(BOOK)/_build
	@$(BOOK)/env/bin/jupyter-book build $(BOOK)/source --path-output $(BOOK) --quiet -W --keep-going
	@$(BIN)/python -m docs.book.check $(BOOK)/_build/html

# Sphinx stays out of .venv.
$(BOOK)/env/.installed: docs/book/requirements.txt
	@echo "==> installing Jupyter Book into $(BOOK)/env"
	@$(PYTHON) -m venv $(BOOK)/env
	@$(BOOK)/env/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r docs/book/requirements.txt
	@touch $@

bundle: models ## one archive that sets laptops up without a network; RECORDING=FILE takes recorded replies along
	@$(BIN)/python -m ragkit bundle $(if $(RECORDING),--recording $(RECORDING))

workshop-check: models ## run what the workshop plans run, on two cores, and say whether it fits; writes its results
	@$(BIN)/python -m benchmarks.workshop; status=$$?; $(BIN)/python -m benchmarks.tables && exit $$status

lint: setup ## ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

results: models ## thresholds, experiments and benchmarks, for hours; goes on where it was, says whether it agrees
	@$(BIN)/python -m benchmarks.calibrate corpora/algorithms --judge taught --hold-back 0.8
	@$(BIN)/python -m benchmarks.retrieval corpora/algorithms --rerank 15
	@$(BIN)/python -m benchmarks.strategies corpora/algorithms corpora/almanac
	@$(BIN)/python -m benchmarks.route_cache corpora/algorithms corpora/almanac
	@$(BIN)/python -m benchmarks.sparse
	@$(BIN)/python -m benchmarks.conversations test corpora/almanac corpora/algorithms
	@test -f build/results/ablation/judges.json || $(BIN)/python -m benchmarks.judges corpora/algorithms --to build/results/ablation
	@for name in $(EXPERIMENTS) locked; do \
		$(BIN)/python -m ragkit bench benchmarks/experiments/$$name.yml --to build/results/$$name || exit 1; \
		test ! -f benchmarks/results/$$name/manifest.json || \
		$(BIN)/python -m benchmarks.agree build/results/$$name benchmarks/results/$$name || exit 1; \
	done
	@test -f build/results/bench8/ragas.json || $(BIN)/python -m benchmarks.ragas build/results/bench8 --most 3
	@$(BIN)/python -m ragkit pairwise build/results/almanac --a tiered --b naive
	@$(BIN)/python -m benchmarks.failures build/results/almanac
	@$(BIN)/python -m benchmarks.gates build/results/almanac
	@$(BIN)/python -m benchmarks.tables

agree: models ## make a random tenth of the committed runs again, and name those that end differently (an hour)
	@for name in ablation almanac; do $(BIN)/python -m benchmarks.again benchmarks/experiments/$$name.yml || exit 1; done

others: models ## experiments on other people's documents (docs/others.md), whose files you bring; for hours, and goes on
	@test -d build/datasets/hotpotqa_100 || $(BIN)/python -m benchmarks.datasets $(HOTPOTQA) build/datasets/hotpotqa_100
	@test -d build/datasets/musique_100 || $(BIN)/python -m benchmarks.datasets $(MUSIQUE) build/datasets/musique_100
	@test -d build/datasets/xquad_en || $(BIN)/python -m benchmarks.datasets $(XQUAD) build/datasets/xquad_en
	@test -f build/xquad_unseen.jsonl || $(BIN)/python -m benchmarks.unseen build/datasets/xquad_en build/xquad_unseen.jsonl
	@for name in $(OTHERS); do \
		$(BIN)/python -m ragkit bench benchmarks/experiments/$$name.yml --to build/results/$$name || exit 1; \
	done

critics: models ## teach two adapters as those that ship were taught (XQUAD=path/to/xquad_en.json), two hours each; goes on where it was
	@test -d build/datasets/xquad_fit || $(BIN)/python -m benchmarks.datasets $(XQUAD) build/datasets/xquad_fit --part fit
	@for tier in balanced budget; do \
		test -f build/critics/$$tier/facts.json || \
		$(BIN)/python -m ragkit teach $(LESSON) --tier $$tier --to build/critics/$$tier --minutes 120 || exit 1; \
	done

adopt: models ## take build/results for benchmarks/results, rewrite the tables in the prose and check its statements
	@for name in $(EXPERIMENTS); do \
		mkdir -p benchmarks/results/$$name && \
		for file in manifest.json questions.jsonl rows.jsonl judges.json ragas.json pairwise.jsonl; do \
			test ! -f build/results/$$name/$$file || cp build/results/$$name/$$file benchmarks/results/$$name/ || exit 1; \
		done; \
	done
	@for name in $(TEXTLESS); do \
		test ! -f build/results/$$name/manifest.json || \
		$(BIN)/python -m benchmarks.without_texts build/results/$$name benchmarks/results/$$name || exit 1; \
	done
	@$(BIN)/python -m benchmarks.tables
	@$(BIN)/python -m benchmarks.statements

screenshots: models ## the pictures of README and docs, from real runs and committed rows; needs Chrome or Chromium
	@$(BIN)/python docs/screenshots.py
	@$(BIN)/python -m benchmarks.pays

pdfs: setup ## build the corpus's PDFs from their sources
	@$(BIN)/python corpora/algorithms/build_pdfs.py

lock: ## resolve pyproject.toml anew and rewrite requirements.lock
	@rm -rf build/lock && $(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip install --quiet --disable-pip-version-check '.[evaluate,cluster,mcp,teach,dev]'
	@grep '^#' requirements.lock > build/lock/new
	@build/lock/bin/python -m pip freeze --all --exclude ragkit --exclude pip | grep -vE '^(lark|rfc3987[-_]syntax)==' \
		| sed -E 's/\+cpu$$//; s/^(uvloop==.*)$$/\1 ; sys_platform != "win32"/' >> build/lock/new
	@mv build/lock/new requirements.lock

clean: ## remove build/, with results that were not adopted (model files stay in the cache)
	rm -rf build
