"""Covering arrays: few rows in which every pair of values of every two factors occurs."""
import itertools
import random


def covering(factors, seed=1):
    """Rows, one value of each factor in each, that cover all pairs of values; `factors` are lists of values.

    Greedy: each row begins with a pair that is not covered yet, and takes for each further factor the value with most new pairs.
    """
    if len(factors) < 2:
        return [(value,) for value in factors[0]] if factors else [()]
    choose = random.Random(seed)
    missing = {pair for a, b in itertools.combinations(range(len(factors)), 2) for pair in pairs_of(factors, a, b)}
    rows = []
    while missing:
        rows.append(max((candidate(factors, missing, choose) for _ in range(8)), key=lambda row: len(pairs(row) & missing)))
        missing -= pairs(rows[-1])
    return rows


def pairs_of(factors, a, b):
    return {((a, x), (b, y)) for x in factors[a] for y in factors[b]}


def pairs(row):
    return set(itertools.combinations(enumerate(row), 2))


def candidate(factors, missing, choose):
    row = dict(choose.choice(sorted(missing)))
    rest = [at for at in range(len(factors)) if at not in row]
    choose.shuffle(rest)
    for at in rest:
        gains = [(sum(tuple(sorted([(at, value), item])) in missing for item in row.items()), choose.random(), value) for value in factors[at]]
        row[at] = max(gains)[2]
    return tuple(row[at] for at in range(len(factors)))
