"""What every game stands on; this package knows no game."""
