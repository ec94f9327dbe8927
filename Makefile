# The same doors as script/; `make bench` needs what script/test installs.

.PHONY: docs hooks kit lint test demo bench bench-eye picture interface pins

lint:
	./script/lint

test:
	./script/test

demo:
	./script/demo

# Each benchmark prints its table and writes it down as well; what trains a net is asked for by name.
BENCHMARKS := $(filter-out support/% training/% page/round_picture,$(patsubst benchmarks/%.py,%,$(sort $(wildcard benchmarks/*/*.py))))
# How well the eye sees, on photographs (../shared/dice) and on tables of our own.
EYE := eye/photographs eye/limits eye/board eye/no_dice eye/signs eye/speed watching/sequences watching/handheld
# All of the eye but its photographs share one page.
page = $(if $(filter eye/photographs,$(1)),$(1),$(patsubst eye/%,eye/engineer,$(1)))

define measure
@set -e; $(foreach name,$(1),echo "== $(name)"; \
  .venv/bin/python -m benchmarks.$(subst /,.,$(name)) --out benchmarks/results/$(call page,$(name)).md;)
endef

bench:
	$(call measure,$(BENCHMARKS))

bench-eye:
	$(call measure,$(EYE))

# The versions of all libraries, and the hashes of those that the Debian package carries. It asks the package index.
pins:
	uv pip compile pyproject.toml --all-extras --universal --fork-strategy fewest --generate-hashes --no-header --no-annotate -o constraints.txt
	python3 -I script/deb/pinned.py | uv pip compile - --universal --no-deps --generate-hashes --no-header --no-annotate -o script/deb/wheels.txt

# pip takes constraints with hashes for nothing that is installed in place.
PLAIN := @sed -n '/^[a-z]/s/ *\\*$$//p' constraints.txt >.venv/constraints.txt

# The documents as a site, in docs/site/build.
docs:
	$(PLAIN)
	.venv/bin/python -m pip install --quiet --constraint .venv/constraints.txt furo myst-parser sphinx
	.venv/bin/python -m sphinx -W -q -c docs/site . docs/site/build

# The printed parts, their drawings and the drilling template, in build/kit; what the guide shows and offers goes to docs/kit.
kit:
	$(PLAIN)
	.venv/bin/python -m pip install --quiet --constraint .venv/constraints.txt build123d
	.venv/bin/python -m hardware.kit --out build/kit
	mkdir -p docs/kit && cp build/kit/*.stl build/kit/*.svg build/kit/*.pdf docs/kit/

# The animated picture of a round, with which the README begins.
picture:
	.venv/bin/python -m benchmarks.page.round_picture

# The documented interface, asked at length: some minutes.
interface:
	KNOBELTISCH_EXAMPLES=300 .venv/bin/python -m pytest tests/knobeltisch/test_interface.py

# A commit is checked first by what of script/lint takes about a second, on what is staged.
hooks:
	@hook="$$(git rev-parse --git-path hooks)/pre-commit"; \
	if [ -e "$$hook" ] && ! grep -q script.staged "$$hook"; then echo "$$hook is there already; it stays."; exit 1; fi; \
	mkdir -p "$$(dirname "$$hook")"; printf '#!/bin/sh\nexec .venv/bin/python -m script.staged\n' >"$$hook"; chmod +x "$$hook"
