"""Why combinations of an expression are still cliffs, by the name of the expression."""

REASONS = {
    "X + Z": "SciPy merges matrices, with two modes in one index. One loop takes 8 ns for each entry. Our loops merge two levels, one in the other. They take 14 ns. "
             "An operand in another order of its modes is sorted. That takes 20 to 35 ns for each entry. Random stores are 10 of them.",
    "X∘Z": "As for X + Z.",
    "contraction of two modes": "SciPy looks up rows by both modes in one array of all pairs. We look up one mode, and search the other one in a fiber. Entries are counted first, and then computed.",
    "A·x + A'·x": "The common factor is taken out, for (A + A')·x. That costs a pass over the matrix. Two products read it by rows.",
    "trace of A": "A list of coordinates is walked entry by entry. SciPy compares all rows with all columns in vectors.",
    "A'·X": "The estimate takes a step of a vectorized loop for as long as any other one.",
    "MTTKRP of order 3, mode 2": "Two half full factors meet along r. Half of the branches are mispredicted, which the estimate does not know.",
    "TTM, mode 0": "As for A'·X.",
    "A + B": "A sum with a dense operand stores every coordinate of its sparse result. Its time grows with the square of n.",
    "A + B + D": "As for A + B. No formulation is faster at this n.",
}


def of(name):
    return REASONS.get(name, "Not examined.")
