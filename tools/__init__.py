"""The tooling of the house: setting up, building, gates. Standard library only; the game never imports it."""
