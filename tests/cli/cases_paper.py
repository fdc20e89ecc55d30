"""Repeated measurements of the paper's tables: the fast ones, and refusals."""
import re

from shared import bad, case

KERNELS = ["SpMV", "Plus3", "SDDMM", "MatTransMul", "Residual", "TTV", "TTM", "MTTKRP", "InnerProd", "Plus2"]
LOC = {**{f"kernels.{name}.spatial.ours": lambda lines: lines > 20 for name in KERNELS},
       "kernels.SpMV.input": {"ours": 5, "paper": 10}, "kernels.Plus2.spatial.paper": 163, "command": "stardust paper --only=loc"}
OUT = {"o": None, "o/.stardust": None, "o/README.md": re.compile(r"## Lines of code(.|\n)*\| Plus2 \| 5 \| 6 \| \d+ \| 163 \|")}
OURS = {"o/.stardust": ""}  # a folder that stardust has written to
paper = "paper --only=loc --out=o"

CASES = [
    case("the paper's lines of code", paper, out="written to o/README.md", writes={**OUT, "o/loc.json": LOC}, scratch="o/runs"),
    case("the paper's resources are beside the lines of code", [paper, "paper --only=resources --out=o --jobs=1"], out="MC and shuffle as published: ",
         writes={"o": None, "o/.stardust": None, "o/loc.json": LOC, "o/README.md": re.compile(r"## Lines of code(.|\n)*## Resources(.|\n)*\| SpMV \| 16 \| 16 \|"),
                 "o/resources.json": {"kernels.SpMV.MC": 35, "kernels.SpMV.shuffle": 16, "kernels.SpMV.published.MC": 35}}, scratch="o/runs"),
    case("the paper's runtimes, interrupted", "paper --only=perf --out=o", interrupt=1.5, exit=130, err=["interrupted while measuring: the page has", "continues from the finished runs"],
         writes={"o": None, "o/.stardust": None, "o/README.md": re.compile("needs the data sets"), "o/perf.svg": re.compile("^<svg"), "o/perf.json": {"kernels.SpMV.HBM2E": None}},
         scratch="o/runs"),
    bad("the DRAM model without measurements", "paper --only=dram --out=o", ["the part dram needs the data sets", "--data=DIR"]),
    bad("an unknown part of the paper", "paper --only=pref --out=o", ["there is no part 'pref'", "did you mean perf?"]),
    bad("no part of the paper", "paper --only=, --out=o", "there is no part ''"),
    bad("data sets that are not there", "paper --data=none --out=o", ["there is no matrices/bcsstk30-like.mtx.gz in none", "--data"]),
    bad("results where a file is", "paper --only=loc --out=o", "cannot write o: it is not a directory", files={"o": "x"}),
    bad("no jobs at a time", "paper --jobs=0 --out=o", "jobs"),
    bad("results of an earlier call that cannot be read", "paper --only=loc --out=o", ["o/perf.json cannot be read", "remove it"], files={"o/perf.json": "{", **OURS}, scratch="o"),
    bad("results of another schema", "paper --only=loc --out=o", "o/perf.json cannot be read", files={"o/perf.json": "{}", **OURS}, scratch="o"),
]
