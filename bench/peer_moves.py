"""Random legal moves with the peer, tile-match-gym; run by the peer's own Python, prints one JSON line.

Usage: peer_moves.py SIZE COLOURS SECONDS
"""

import json
import sys
import time

import numpy as np
from tile_match_gym.tile_match_env import TileMatchEnv


def main() -> None:
    """Play uniformly among the effective actions, which the environment lists after every move."""
    size, colours, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    specials = ["vertical_laser", "horizontal_laser", "bomb"]
    env = TileMatchEnv(size, size, colours, 1_000_000_000, ["cookie"], specials, seed=1)
    luck = np.random.default_rng(2)
    _, info = env.reset(seed=1)
    for _ in range(20):  # compile what the peer compiles
        _, _, _, _, info = env.step(int(luck.choice(info["effective_actions"])))
    moves = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        _, _, _, _, info = env.step(int(luck.choice(info["effective_actions"])))
        moves += 1
    print(json.dumps({"moves_per_second": moves / (time.process_time() - began)}))


main()
