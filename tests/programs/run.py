#!/usr/bin/env python3
"""The programs of all examples, byte for byte: Spatial for the accelerator, the kernel functions in C for the CPU, CUDA, and stream graphs
of the paper's kernels, of its SpGEMM in six loop orders, and of a few more. passes.txt lists the passes that changed each of them: an optimization that no longer applies is a difference there.

  run.py STARDUST             compares with the texts next to this file
  run.py STARDUST --update    rewrites them, for review in the diff
"""
import difflib
import itertools
import re
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
source = here.parent.parent
examples = sorted([*source.glob("examples/*.sd"), *source.glob("examples/paper/*.sd")])


SPGEMM = "X(i,j) = B(i,k) * C(k,j)"
SPGEMM_FLAGS = ["-f=X,B,C:ss", "-d=i:9", "-d=j:9", "-d=k:9"]
MORE_GRAPHS = ["spmm", "ttmc", "sddmm_spmm"]  # beside those of the paper


def stardust(tool, kernel, *flags):
    named = str(kernel.relative_to(source)) if isinstance(kernel, Path) else kernel
    ran = subprocess.run([tool, "compile", named, "--quiet", *flags],
                         cwd=source, text=True, capture_output=True)
    return ran.stdout if ran.returncode == 0 else f"exit code {ran.returncode}\n{ran.stderr}"


def kernel_functions(c):
    """The text after the runtime: the functions of the kernel, and its parallel loop bodies."""
    begin = re.search(r"^(struct \w+_loop\w* \{|static void \w+\(void\* shared\)|stardust_status \w+\()", c, re.MULTILINE)
    return c[begin.start():] if begin else c


def name_of(example):
    return f"{example.parent.name}_{example.stem}" if example.parent.name == "paper" else example.stem


def changing_passes(tool, example, *flags):
    """The names of the passes that changed something, for each expression of the file."""
    return " ".join(re.findall(r"^\*\*\* after (\S+)$", stardust(tool, example, "--print-changed", *flags), re.MULTILINE))


def passes(tool):
    return "".join(f"{name_of(example)} {target}: {changing_passes(tool, example, *flags)}\n" for example in examples
                   for target, flags in (("spatial", []), ("c", ["--target=cpu"]), ("cuda", ["--target=gpu"])))


def programs(tool, example):
    name = name_of(example)
    spatial = stardust(tool, example)
    if "class " in spatial:  # the host runs the others, in C
        yield here / "spatial" / f"{name}.scala", spatial
    yield here / "c" / f"{name}.c", kernel_functions(stardust(tool, example, "--target=cpu"))
    yield here / "cuda" / f"{name}.cu", stardust(tool, example, "--target=gpu")


def graphs(tool):
    for example in examples:
        if example.parent.name == "paper" or example.stem in MORE_GRAPHS:
            yield here / "sam" / f"{name_of(example)}.gv", stardust(tool, example, "--target=sam")
    for order in itertools.permutations("ijk"):
        yield here / "sam" / f"spgemm_{''.join(order)}.gv", stardust(tool, SPGEMM, *SPGEMM_FLAGS, f"-s=reorder({','.join(order)})", "--target=sam")


def main():
    tool, update = sys.argv[1], "--update" in sys.argv
    texts = dict(program for example in examples for program in programs(tool, example))
    texts.update(graphs(tool))
    texts[here / "passes.txt"] = passes(tool)
    differing = 0
    for path, text in texts.items():
        if update:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            continue
        expected = path.read_text() if path.exists() else ""
        if text != expected:
            differing += 1
            sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), text.splitlines(True), str(path), "now", n=1))
    for stale in {*here.glob("spatial/*"), *here.glob("c/*"), *here.glob("cuda/*"), *here.glob("sam/*")} - texts.keys():
        if update:
            stale.unlink()
        else:
            differing += 1
            print(f"{stale}: no example has this program")
    print(f"{len(texts)} texts, {differing} differ" + ("" if update or not differing else "; run.py STARDUST --update writes them"))
    return differing > 0 and not update


sys.exit(main())
