#!/usr/bin/env python3
"""The headers of compiled kernels, each by itself, with the options of strict builds: tests/runtime/run.py INSTANCES

INSTANCES is generated/runtime of a build: all headers, and the instances of the templates. The templates themselves are compiled, too, for
use in an editor: there T is double, or int64_t if the template is only for integers.
"""
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import which

SOURCES = Path(__file__).resolve().parent.parent.parent / "src/backend/cpu/runtime"
PROCESSORS = [[], ["-mavx2"], ["-mavx512f", "-mavx512vl", "-mavx512bw", "-mavx512vbmi2"]]
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]


def type_flags(template):
    """The type T of a template that is compiled itself."""
    types = re.search(r"T: ([a-z0-9 ]+)\.", template.read_text())
    return ["-DT=int64_t"] if types and "f64" not in types[1].split() else []


def command(compiler, flags, headers, scratch):
    """Compiles each of the headers by itself."""
    files = []
    for header in headers:
        files.append(Path(scratch) / f"{header.stem}.c")
        files[-1].write_text(f'#include "{header}"\nextern int declared;\n')
    return [compiler, *STRICT, *flags, *map(str, files)]


def refusal(command):
    ran = subprocess.run(command, capture_output=True, text=True)
    return f"{' '.join(command)}\n{ran.stderr}" if ran.returncode else ""


def main():
    instances = sorted(header for header in Path(sys.argv[1]).resolve().glob("*.h") if not header.name.startswith("stardust_cuda"))  # C++
    templates = {flags: [t for t in sorted(SOURCES.glob("*_T.h")) if tuple(type_flags(t)) == flags] for flags in [(), ("-DT=int64_t",)]}
    compilers = [name for name in ("gcc", "clang") if which(name)]
    with tempfile.TemporaryDirectory() as scratch:
        commands = [command(compiler, processor, instances, scratch) for compiler in compilers for processor in PROCESSORS]
        commands += [command(compilers[0], [*PROCESSORS[-1], *flags], headers, scratch) for flags, headers in templates.items()]
        with ThreadPoolExecutor(2) as pool:
            refusals = list(filter(None, pool.map(refusal, commands)))
    print(*refusals, sep="\n", end="")
    print(f"{len(instances)} headers, {' and '.join(compilers)}: {len(refusals)} of {len(commands)} commands refused")
    return len(refusals) > 0


sys.exit(main())
