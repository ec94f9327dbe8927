"""The federation's forms: behind its key, in both languages, for a desk and for a phone."""
