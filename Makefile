# The same doors as script/; `make bench` needs what script/test installs.

.PHONY: test demo bench bench-eye bench-appliance rules interface

test:
	./script/test

demo:
	./script/demo

# Each benchmark prints its table and writes it down as well.
bench:
	@set -e; for one in benchmarks/*.py; do \
	  name=$$(basename "$$one" .py); \
	  echo "== $$name"; \
	  .venv/bin/python "$$one" --out "benchmarks/results/$$name.md"; \
	done

# How well the eye sees, on photographs (../shared/dice) and on tables of our own.
EYE := board_photos own_dice read_photos eye_curves eye_selection eye_board eye_sequences eye_no_dice eye_speed watch_handheld

bench-eye:
	@set -e; for name in $(EYE); do \
	  echo "== $$name"; \
	  .venv/bin/python "benchmarks/$$name.py" --out "benchmarks/results/$$name.md"; \
	done

# The box as a whole: its start, its load, a camera that stalls. Wants two cores that nobody else uses.
bench-appliance:
	.venv/bin/python benchmarks/appliance.py --out benchmarks/results/appliance.md

# docs/rules-table.md: which tests hold each rule, and which lines of the sources they quote.
rules:
	.venv/bin/python tests/rule_table.py

# The documented interface, asked at length: some minutes.
interface:
	KNOBELTISCH_EXAMPLES=300 .venv/bin/python -m pytest tests/knobeltisch/test_interface.py
