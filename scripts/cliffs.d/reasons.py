"""Why combinations of an expression are still cliffs, by the name of the expression."""

REASONS = {
    "X + Z": "SciPy merges the tensors as matrices with two modes in one index, in one loop of 8 ns for each entry. Our loops merge two levels, one in the other, in 14 ns. "
             "An operand in another order of its modes is sorted, in 20 to 35 ns for each entry, of which 10 are random stores: a plain loop that moves an index and a value takes as long.",
    "X∘Z": "as for X + Z.",
    "contraction of two modes": "SciPy looks up rows by both modes in one array of all pairs of coordinates (16 million for n = 4096). We look up one mode, and search the other one in a fiber, "
                                "once to count and once to compute.",
    "A·x + A'·x": "the common factor is taken out, for (A + A')·x, which costs a pass over the matrix. Two products of a dense matrix read it once each, by rows.",
    "trace of A": "a list of coordinates is walked row by row, and each row entry by entry; SciPy compares all rows with all columns in two vectorized passes.",
    "A'·X": "the estimate counts a step of a vectorized loop over a dense column like one of a loop over entries.",
    "MTTKRP of order 3, mode 2": "two factors that are stored half full meet along r: whether an entry of one is in the other is mispredicted half of the time, which the estimate does not know.",
    "A + B": "a sum with a dense operand stores every coordinate of its sparse result: the time grows with the square of n. It is 1.9 times that of the fastest formats.",
    "A + B + D": "as for A + B; no formulation is faster at this n.",
    "TTM, mode 0": "as for A'·X.",
}


def of(name):
    return REASONS.get(name, "not examined.")
