"""Words: the rules, options and lesson of a variant in a language."""
