#!/usr/bin/python3
"""Runs the tool on the cases of cases_*.py, each in an empty folder of its own: tests/cli/run.py BUILD/stardust [--show] [NAME…]

A case has a name, and a line to run, or a list of lines of which the last is checked. Optional fields:

    files      files to create first; None for a folder
    interrupt  seconds after which the run is interrupted as by Ctrl-C, or by another "signal"
    disks      folders that are file systems with this many bytes free; the case is skipped if none can be mounted
    variables  environment variables
    exit       the exit code; default 0
    out, err   parts of stdout and stderr
    writes     files that must exist afterwards: their contents, a pattern, a test of the text, or for JSON the values by path; None for any
    scratch    a folder whose files are not checked
    same       groups of files that must be equal
    prints     a failure prints the results so far on stdout
    limited    the case depends on the memory limit of a run; it is skipped for an instrumented tool, which has none

In addition, every run must keep the promises of the tool: it ends soon, with a documented exit code. A failure prints a message in
the standard form to stderr, and nothing to stdout unless it was interrupted. A success prints only progress to stderr. No file appears
or changes except those that the case names.
"""
import concurrent.futures
import functools
import importlib
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
TABLES = ["cases_flags", "cases_kernels", "cases_indices", "cases_formats", "cases_files", "cases_fills", "cases_graphs", "cases_plan", "cases_examples", "cases_exec", "cases_sam", "cases_seen", "cases_cpu", "cases_gpu", "cases_mpi", "cases_outputs", "cases_spatial_artifact", "cases_host", "cases_paper", "cases_explore", "cases_tune", "cases_limits", "cases_passes", "cases_bad_flags", "cases_bad_notation", "cases_bad_files",
          "cases_bad_machines", "cases_types", "cases_complex"]
LABELS = {1: "error: ", 2: "not supported: ", 3: "wrong result: ", 130: "interrupted"}
SECONDS = 120  # a case takes milliseconds, a sanitized one on a busy machine half a minute
MEMORY = 4 << 30


class Failure(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failure(message)


def as_list(value):
    return value if isinstance(value, list) else [value]


def fill(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in folder.rglob("*")}


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@functools.lru_cache
def temporary_cache():
    return tempfile.TemporaryDirectory()


def cache():
    """The cache of compiled kernels, separate from the user's own. STARDUST_TEST_CACHE names one that outlives the run."""
    return os.environ.get("STARDUST_TEST_CACHE") or temporary_cache().name


def on_disks(words, disks):
    """The command, with each of the folders in a file system of its own with this number of bytes free."""
    mounts = [f"mkdir -p {name} && mount -t tmpfs -o size=1M,mode=700 small {name} && head -c {(1 << 20) - free} /dev/zero > {name}/ballast" for name, free in disks.items()]
    return ["unshare", "-m", "sh", "-c", " && ".join([*mounts, 'exec "$@"']), "sh", *words] if disks else words


@functools.lru_cache
def mounts_disks():
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(on_disks(["true"], {"disk": 0}), cwd=folder, capture_output=True).returncode == 0


def start(tool, arguments, folder, interrupt=None, name="SIGINT", disks={}, variables={}):
    """Runs the tool on a shell line, or on a list of arguments; $SOURCE is the root of the sources."""
    words = shlex.split(arguments) if isinstance(arguments, str) else arguments
    words = [word.replace("$SOURCE", str(SOURCE)) for word in words]
    limit = None if sanitized(tool) else limit_memory
    process = subprocess.Popen(on_disks([tool, *words], disks), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=limit, env={**os.environ, "XDG_CACHE_HOME": cache(), "TMPDIR": str(folder), **{name: value.replace("$PWD", str(folder)).replace("$BUILD", str(pathlib.Path(tool).resolve().parent)) for name, value in variables.items()}})
    try:
        if interrupt:
            time.sleep(interrupt)
            process.send_signal(getattr(signal, name))
        out, err = process.communicate(timeout=SECONDS)
        return subprocess.CompletedProcess(words, process.returncode, out, err)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise Failure(f"still runs after {SECONDS} s: {words}")


@functools.lru_cache
def sanitized(tool):
    """Whether the tool is sanitized, and reserves terabytes of address space."""
    return b"__asan_init" in pathlib.Path(tool).read_bytes()


def check_promises(code, out, err, prints):
    expect(code in (0, 1, 2, 3, 130), f"exit code {code}")
    err = re.sub(r"(?m)^progress: .*\n", "", err)  # of a long run, or on a busy computer
    err = re.sub(r"(?m)^==\d+==WARNING: ASan doesn't fully support makecontext.*\n+", "", err)  # the sanitizer itself, at emulated GPUs
    if code == 0:
        expect(err == "", "a success says something on stderr")
        return
    expect(err.startswith(LABELS[code]) or code == 3, f"a failure's message begins with '{LABELS[code]}'")
    expect(out == "" or code == 3 or prints, "a failure prints to stdout")
    expect(len(err) < 4000, "the message is longer than a screen")
    for word in ("internal error", "std::", "terminate", "basic_string", "what()", ".partial"):
        expect(word not in err, f"the message has '{word}'")


def check_texts(text, wanted, where):
    for fragment in as_list(wanted):
        found = fragment.search(text) if isinstance(fragment, re.Pattern) else fragment in text
        shown = fragment.pattern if isinstance(fragment, re.Pattern) else fragment
        expect(found, f"{where} has no {shown!r}")


def at(report, path):
    for step in path.split("."):
        report = report[int(step)] if isinstance(report, list) else report[step]
    return report


def check_files(before, after, writes):
    for name, wanted in writes.items():
        expect(name in after, f"{name} was not written")
        if wanted is None:
            continue
        if isinstance(wanted, dict):
            report = json.loads(after[name])
            for path, value in wanted.items():
                found = at(report, path)
                expect(value(found) if callable(value) else found == value, f"{name}: {path} is {found!r}")
        elif isinstance(wanted, re.Pattern):
            expect(wanted.search(after[name].decode()), f"{name} does not match {wanted.pattern!r}")
        elif callable(wanted):
            expect(wanted(after[name].decode()), f"{name} is\n{after[name].decode()}")
        else:
            expect(after[name] == (wanted if isinstance(wanted, bytes) else wanted.encode()), f"{name} is\n{after[name].decode(errors='replace')}")
    for name, content in after.items():
        if name in writes:
            continue
        expect(name in before, f"{name} was left behind")
        expect(before[name] == content, f"{name} was changed")
    for name in before:
        expect(name in after, f"{name} was removed")


def check(tool, case, show):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fill(folder, case.get("files", {}))
        if "prepare" in case:
            case["prepare"](folder)
        before = contents(folder)
        *first, last = as_list(case["run"])
        for arguments in first:  # the commands before the last must succeed
            done = start(tool, arguments, folder)
            expect(done.returncode == 0, f"{arguments} exits with {done.returncode}:\n{done.stderr.decode(errors='replace')}")
        done = start(tool, last, folder, case.get("interrupt"), case.get("signal", "SIGINT"), case.get("disks", {}), case.get("variables", {}))
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        try:
            check_promises(done.returncode, out, err, "interrupt" in case or case.get("prints"))
            expect(done.returncode == case.get("exit", 0), f"exit code {done.returncode}, not {case.get('exit', 0)}")
            check_texts(out, case.get("out", []), "stdout")
            check_texts(err, case.get("err", []), "stderr")
            expect(str(folder) not in err, "the message has the scratch folder's path")
            after = contents(folder)
            if "scratch" in case:
                before, after = ({name: content for name, content in files.items() if not (name + "/").startswith(case["scratch"] + "/")} for files in (before, after))
            check_files(before, after, case.get("writes", {}))
            for files in case.get("same", []):
                expect(len({after[f] for f in files}) == 1, f"{files} differ")
        except Failure as failure:
            raise Failure(f"{failure}\n--- stdout\n{out}--- stderr\n{err}")
        if show:
            print(f"=== {case['name']}: {last}\n{out}{err}")


def main():
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(HERE))
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    show = "--show" in sys.argv
    names = [word for word in sys.argv[2:] if word != "--show"]
    cases = [case for table in TABLES for case in importlib.import_module(table).CASES]
    expect(len({case["name"] for case in cases}) == len(cases), "two cases have one name")
    if sanitized(tool):
        cases = [case for case in cases if not case.get("limited")]
    if not (shutil.which("unshare") and mounts_disks()):
        cases = [case for case in cases if not case.get("disks")]
    if names:
        cases = [case for case in cases if any(name in case["name"] for name in names)]

    def outcome(case):
        try:
            check(tool, case, show)
        except Failure as failure:
            return str(failure)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(1 if show else len(os.sched_getaffinity(0))) as pool:
        for case, failure in zip(cases, pool.map(outcome, cases)):
            if failure:
                failed += 1
                print(f"FAILED {case['name']}: {case['run']}\n{failure}\n")
    print(f"{len(cases) - failed} of {len(cases)} cases pass")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
