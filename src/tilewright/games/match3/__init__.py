"""Match-3: one engine for designer-v1 and Match 3 Master (rules/match3.md)."""
