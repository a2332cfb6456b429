"""Bots: players that receive views and nothing else."""

from __future__ import annotations

from tilewright.bots.policy import PolicyBot
from tilewright.bots.registry import BOTS, Bot, bot_for

__all__ = ["BOTS", "Bot", "PolicyBot", "bot_for"]
