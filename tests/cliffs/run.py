#!/usr/bin/env python3
"""The parts of `make cliffs` that measure nothing: the combinations, the verdicts, and the page from measurements.json."""
import itertools
import json
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "scripts" / "cliffs.d"))
sys.dont_write_bytecode = True

import covering  # noqa: E402
import expressions as ex  # noqa: E402
import judge  # noqa: E402
import page  # noqa: E402


class Combinations(unittest.TestCase):
    def test_every_pair_of_formats_is_measured(self):
        for expression in ex.EXPRESSIONS:
            rows = [tuple(formats[name] for name in expression.tensors) for formats in expression.combinations()]
            for a, b in itertools.combinations(range(len(expression.tensors)), 2):
                wanted = set(itertools.product(expression.choices[a], expression.choices[b]))
                self.assertEqual(wanted, {(row[a], row[b]) for row in rows}, expression.name)

    def test_arrays_are_small(self):
        levels = [list("abcdef")] * 4
        self.assertLess(len(covering.covering(levels)), 50)
        self.assertEqual(covering.covering(levels), covering.covering(levels))
        self.assertEqual(covering.covering([["x", "y"]]), [("x",), ("y",)])

    def test_the_whole_is_bounded(self):
        self.assertGreaterEqual(len(ex.EXPRESSIONS), 60)
        self.assertEqual(len(ex.EXPRESSIONS), len({expression.name for expression in ex.EXPRESSIONS}))
        self.assertLessEqual(sum(len(expression.combinations()) for expression in ex.EXPRESSIONS), ex.MOST_COMBINATIONS)

    def test_quick_combinations_are_legal(self):
        for expression in ex.EXPRESSIONS:
            for formats in expression.quick_combinations():
                self.assertEqual(list(formats), expression.tensors)
                for name, choices in zip(expression.tensors, expression.choices):
                    self.assertIn(formats[name], choices, expression.name)

    def test_every_size_has_bounded_work(self):
        for expression in ex.EXPRESSIONS:
            for formats in expression.combinations():
                sizes = ex.sizes(expression, formats)
                self.assertLessEqual(max(ex.work(expression, formats, n) for n in sizes[1:] or [0]), ex.MOST_WORK)
                self.assertEqual(sizes, [sizes[0] << at for at in range(len(sizes))])

    def test_each_access_thins_the_work(self):
        """A·A' costs what A·B' does."""
        aat, abt = (next(expression for expression in ex.EXPRESSIONS if expression.name == name) for name in ("A·A'", "A·B'"))
        entries = 8 * 1024
        self.assertEqual(ex.work(aat, {"C": "csr", "A": "csr"}, 1024) + entries, ex.work(abt, {"C": "csr", "A": "csr", "B": "csr"}, 1024))

    def test_a_split_computes_the_result_last(self):
        for expression in ex.EXPRESSIONS:
            if expression.split:
                self.assertEqual(ex.accesses(expression.split[-1])[0], expression.accesses[0])

    def test_flags(self):
        product = next(expression for expression in ex.EXPRESSIONS if expression.name == "A·X")
        self.assertEqual(ex.flags(product, {"Y": "dense", "A": "csc", "X": "dense"}, 1000),
                         ["-f=Y:dense", "-f=A:csc", "-f=X:dense", "-g=A:s:0.008", "-g=X:d", "-d=i:1000", "-d=k:1000", "-d=r:16"])


class Page(unittest.TestCase):
    def setUp(self):
        self.document = json.loads((HERE / "measurements.json").read_text(encoding="utf-8"))

    def test_verdicts(self):
        found = judge.cliffs(self.document)
        self.assertEqual([(run["formats"]["A"], v["causes"], v["by"]) for _, run, v in found],
                         [("csr", ["time"], "SciPy"), ("csc", ["time", "growth"], "csr csr csr, reorder(i, k, j)"), ("dcsr", ["growth"], "csr csr csr, reorder(i, k, j)")])
        self.assertAlmostEqual(found[0][2]["ratio"], 20)
        self.assertAlmostEqual(found[1][2]["growth"], 4)

    def test_a_small_difference_is_no_cliff(self):
        run = self.document["groups"][0]["runs"][0]
        run |= {"seconds": 2.5e-4, "scipy": 1e-5, "conversions": []}
        self.assertEqual(judge.verdict(self.document["groups"][0], run)["causes"], [])

    def test_slower_than_other_formats_only(self):
        group = self.document["groups"][0]
        run = group["runs"][1]
        run |= {"growth": {}, "scipy": 0.003, "others": [{"what": "convert(A, csr)", "status": "ok", "seconds": 0.001, "conversions": [{"seconds": 0.002}]}]}
        self.assertEqual(judge.verdict(group, run)["causes"], ["formats"])
        self.assertIn(run["formats"], [one["formats"] for _, one, _ in judge.bound_by_formats(self.document)])
        run["others"][0]["conversions"] = []
        self.assertEqual(judge.verdict(group, run)["causes"], ["time"])

    def test_page(self):
        text = page.page(self.document)
        for wanted in ("5 combinations of 1 expressions", "3 cliffs, 1 refusals", "Some processor", "interrupted",
                       "\n   20   10      0.5              0.5    2.00", "build/stardust run csc", "1 x unsupported", "error: COO is not supported here", "A·B: csr csr coo (1 ms by csr csr csr, reorder(i, k, j))"):
            self.assertIn(wanted, text)
        self.assertEqual(text.count("None."), 1)

    def test_page_of_nothing(self):
        self.document["groups"] = []
        self.assertEqual(page.page(self.document).count("None."), 3)


if __name__ == "__main__":
    unittest.main()
