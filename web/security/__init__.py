"""Permissions: who may ask what, from where, and how often."""
