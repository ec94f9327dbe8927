"""The rules, options and lesson of a variant in words, by language."""
