"""Tilewright: play, design and simulate tile-matching games on one set of rules cores."""

__version__ = "0.1.0"
