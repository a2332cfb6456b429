"""The lab: many games, and what they say about a level."""
