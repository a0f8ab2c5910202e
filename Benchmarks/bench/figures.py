"""What a list of measurements comes to."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """The median over the rounds, and the lowest and the highest round."""

    median: float
    low: float
    high: float


def spread(values: Iterable[float]) -> Spread:
    known = sorted(values)
    return Spread(statistics.median(known), known[0], known[-1])


def ratios(values: Sequence[float], base: Sequence[float]) -> Spread:
    """The quotients round by round: both stood under the same load in a round, and only there."""
    if len(values) != len(base):
        raise ValueError(f"{len(values)} rounds beside {len(base)}")
    return spread(value / other for value, other in zip(values, base))


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of a straight line through the logarithms: 1 for linear growth, 2 for quadratic."""
    sizes = [math.log(size) for size, _ in points]
    costs = [math.log(cost) for _, cost in points]
    return statistics.linear_regression(sizes, costs).slope
