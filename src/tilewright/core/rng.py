"""The seeded generator that lives inside a state: SplitMix64, one 64-bit word.

One word keeps states small and copies cheap, and every seed is good. Kernels hold the word in a field `rng`
of the state record, so that saving a state saves its future.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tilewright.core.kernel import Compiler, Index, signed, unsigned

_GAMMA: Final = unsigned(0x9E3779B97F4A7C15)
_MIX_1: Final = unsigned(0xBF58476D1CE4E5B9)
_MIX_2: Final = unsigned(0x94D049BB133111EB)
_S30: Final = unsigned(30)
_S27: Final = unsigned(27)
_S31: Final = unsigned(31)
_S32: Final = unsigned(32)

inlined: Final = Compiler().inlined


@inlined
def advance(word: Index) -> Index:
    """The generator's next word."""
    return word + _GAMMA


@inlined
def output(word: Index) -> Index:
    """The 64 random bits that one word of the generator stands for; a good seed of another generator."""
    mixed = (word ^ (word >> _S30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _S27)) * _MIX_2
    return mixed ^ (mixed >> _S31)


@inlined
def below(word: Index, bound: int) -> int:
    """A number from 0 to bound - 1 (bound ≤ 2^31) made of one word of the generator."""
    return signed(((output(word) >> _S32) * unsigned(bound)) >> _S32)


def seeded(seed: int) -> np.uint64:
    """The word a state starts with; neighbouring seeds give unrelated games. Any integer is a seed."""
    word = seed & 0xFFFFFFFFFFFFFFFF
    for multiplier in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
        word = ((word ^ (word >> 30)) + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        word = ((word ^ (word >> 27)) * multiplier) & 0xFFFFFFFFFFFFFFFF
    return np.uint64(word ^ (word >> 31))
