"""Slow oracles: second, independent readings of the rules, written for clarity and not for speed."""
