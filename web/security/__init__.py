"""Permissions: who may request what, from where, and how often."""
