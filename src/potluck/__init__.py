"""Potluck: a table for cooking board games, and a fast engine of the same rules."""

__version__ = "0.1.0"
