#!/usr/bin/python3
"""Installs a build and uses it as in the guide: tests/install/run.py BUILD SCRATCH

The commands and the programs are those of the guide and the tutorial. A block "```c spmv.c" is a file of the reader's project. A block "```sh in=sources" runs
in the folder of the sources, and a block "```sh in=project" in the project's, with an initially empty home folder. A block "```text in=project" has
commands after "$ ", each with its exact output.
"""
import _ctypes
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
PAGES = ["guide/install.md", "guide/c.md", "guide/cpp.md", "tutorial/5-your-program.md"]
RESULT = ["7", "6", "19"]  # the output of every program in a block of the language sh
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def expect(condition, message):
    if not condition:
        sys.exit(f"FAILED: {message}")


def run(command, folder, home, fails=False):
    """The standard output of a command, or its messages if it must fail."""
    environment = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "DESTDIR")}
    done = subprocess.run(command, cwd=folder, env={**environment, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    expect(bool(done.returncode) == fails, f"{command}\nin {folder} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stderr if fails else done.stdout


def sources(build, folder):
    """The folder of the sources as a reader sees it, containing `build` wherever it is."""
    folder.mkdir()
    for name in ("Makefile", "scripts"):
        (folder / name).symlink_to(SOURCE / name)
    (folder / "build").symlink_to(build)


def follow_session(page, text, exports, folder, home):
    """Runs the commands of a session; each prints the lines below it. Returns the exports, which stay valid on the rest of the page."""
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        if command.startswith("export "):
            exports += command + "\n"
        printed = run(["sh", "-e", "-c", exports + command], folder, home)
        expect(printed == shown, f"{page}:\n{command}\nprints\n{printed}")
    return exports


def follow_guide(folders, home):
    """Runs all commands of the pages; each program that they start must print the result."""
    blocks = [(page, *block) for page in PAGES for block in BLOCK.findall((SOURCE / "docs" / page).read_text())]
    for _, _, name, text in blocks:
        if not name.startswith("in="):
            (folders["project"] / name).write_text(text)
    exports = {}
    for page, language, place, text in blocks:
        folder = folders.get(place.removeprefix("in="))
        if folder and language == "text":
            exports[page] = follow_session(page, text, exports.get(page, ""), folder, home)
        elif folder:
            printed = run(["sh", "-e", "-c", text], folder, home)
            programs = len(re.findall(r"^(\./|build/)", text, re.MULTILINE))
            found = re.findall(r"^(?:\(\d\) = )?(\d+)$", printed, re.MULTILINE)
            expect(found == RESULT * programs, f"{page}:\n{text}prints\n{printed}")
    return len(blocks)


def check_shared(library):
    """The library exports only its C functions, and stays loaded."""
    shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    others = [line for line in shown.splitlines() if not re.search(r" (stardust_[a-z_]+|STARDUST_C_1)(@@?STARDUST_C_1)?$", line)]
    expect(not others, f"{library} shows more than stardust_c.h: {others}")
    loaded = ctypes.CDLL(str(library))
    header = (SOURCE / "include/stardust/stardust_c.h").read_text()
    version = int(re.search(r"#define STARDUST_C_VERSION (\d+)", header)[1])
    expect(loaded.stardust_c_version() == version, "another version of the interface")
    _ctypes.dlclose(loaded._handle)
    expect(library.resolve().name in pathlib.Path("/proc/self/maps").read_text(), "dlclose unloads the library, in whose code threads may sleep")


def check_paper(folder, home):
    """The sddmm figure of the paper: A(i,j) = B(i,j) * sum over k of (i-k) * (k+2j), by hand for the entries (i, i+1 mod 4)."""
    shutil.copytree(HERE / "project", folder)
    command = f"cmake -S . -B build -DCMAKE_PREFIX_PATH={home}/.local && cmake --build build && build/sddmm_user"
    printed = run(["sh", "-e", "-c", command], folder, home)
    expect(re.findall(r"= (-?\d+)$", printed, re.MULTILINE) == ["-26", "-32", "30", "16"], f"wrong result:\n{printed}")


def check_unbuilt(folder, home):
    """A build that lacks the libraries, as left by `make run`, is not installed partially."""
    run(["cmake", "-S", str(SOURCE), "-B", str(folder), "-G", "Ninja", "-DSTARDUST_TESTS=OFF", "-DSTARDUST_BENCH=OFF"], home, home)
    said = run(["cmake", "--install", str(folder), "--prefix", str(folder / "prefix")], home, home, fails=True)
    expect("is not built yet: run 'make install'" in " ".join(said.split()), f"no remedy is named:\n{said}")
    expect(not (folder / "prefix").exists(), "an unbuilt library is installed in part")


def main():
    build, scratch = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    shutil.rmtree(scratch, ignore_errors=True)
    home = scratch / "home"
    folders = {"sources": scratch / "sources", "project": scratch / "project"}
    for folder in (home, folders["project"]):
        folder.mkdir(parents=True)
    sources(build, folders["sources"])
    expect(follow_guide(folders, home) > 8, "the guide has lost its blocks")
    check_shared(home / ".local/lib/libstardust.so")
    check_paper(scratch / "paper", home)
    check_unbuilt(scratch / "unbuilt", home)
    expect("machine  capstan" in run([str(home / ".local/bin/stardust"), "machines"], scratch, home), "the installed tool has no machines")
    shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
