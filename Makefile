# The same doors as script/; `make bench` needs what script/test installs.

.PHONY: test demo bench rules

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

# docs/rules-table.md: which tests hold each rule, and which lines of the sources they quote.
rules:
	.venv/bin/python tests/rule_table.py
