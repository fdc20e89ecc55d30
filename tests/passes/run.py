#!/usr/bin/env python3
"""Text in, text out: every pass by itself.

  run.py STARDUST             runs tests/passes/FORM/PASS/*.txt, where FORM is the pass's input form
  run.py STARDUST --update    writes the current outputs of the passes, for review in the diff

A test is a comment, the input text, and the output text:

  # The reason for the test.
  # flags: -s="split_up(i, io, ii, 4)"     (optional; -p=… if other passes run, too)
  --- in
  ...
  --- out
  ...

`--- out unchanged` stands for the same text, `--- out error` for a refusal. A pass of `stardust opt --list` needs a test
in which it applies, and one in which it does not apply or refuses.
"""
import difflib
import shlex
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent


class Test:
    def __init__(self, path):
        self.path = path
        head, _, rest = path.read_text().partition("--- in\n")
        self.input, _, expected = rest.partition("--- out")
        self.head = head
        self.kind, _, self.expected = expected.partition("\n")
        self.kind = self.kind.strip()
        flags = [line.removeprefix("# flags:") for line in head.splitlines() if line.startswith("# flags:")]
        self.flags = shlex.split(" ".join(flags))

    def run(self, tool):
        """(kind, text) of the output."""
        form, name = self.path.parent.parent.name, self.path.parent.name
        passes = [] if any(flag.startswith("-p") for flag in self.flags) else [f"-p={name}"]
        ran = subprocess.run([tool, "opt", f"--ir={form}", *passes, *self.flags],
                             input=self.input, text=True, capture_output=True, timeout=60)
        if ran.returncode not in (0, 1, 2):
            return f"exit code {ran.returncode}", ran.stderr
        if ran.returncode:
            return "error", ran.stderr
        same = subprocess.run([tool, "opt", f"--ir={form}"], input=self.input, text=True, capture_output=True, timeout=60)
        return ("unchanged", "") if ran.stdout == same.stdout else ("", ran.stdout)

    def differences(self, kind, text):
        wanted, got = f"--- out {self.kind}".rstrip() + "\n" + self.expected, f"--- out {kind}".rstrip() + "\n" + text
        return list(difflib.unified_diff(wanted.splitlines(True), got.splitlines(True), str(self.path), "now"))

    def update(self, kind, text):
        self.path.write_text(f"{self.head}--- in\n{self.input}--- out {kind}".rstrip() + "\n" + text)


def passes_of(tool):
    """(form, name) of all passes; a plan cannot be parsed."""
    listed = subprocess.run([tool, "opt", "--list"], text=True, capture_output=True, check=True).stdout.splitlines()[2:]
    rows = [line.split()[:2] for line in listed]
    return [("cin" if form == "plan" else form, name) for name, form in rows]


def main():
    tool, update = sys.argv[1], "--update" in sys.argv
    problems, kinds = [], {}
    tests = [Test(path) for path in sorted(here.glob("*/*/*.txt"))]
    for test in tests:
        kind, text = test.run(tool)
        kinds.setdefault((test.path.parent.parent.name, test.path.parent.name), set()).add(kind or "applies")
        if kind.startswith("exit code"):
            problems.append(f"{test.path}: {kind}\n{text}")
        elif update:
            test.update(kind, text)
        elif difference := test.differences(kind, text):
            problems.append("".join(difference))
    passes = passes_of(tool)
    for form, name in passes:
        found = kinds.get((form, name), set())
        if "applies" not in found:
            problems.append(f"{form}/{name}: no test in which it applies\n")
        if not found & {"unchanged", "error"}:
            problems.append(f"{form}/{name}: no test in which it does not apply, or that it refuses\n")
    for form, name in kinds.keys() - set(passes):
        problems.append(f"{form}/{name}: there is no such pass\n")
    print("\n".join(problems), end="")
    print(f"{len(tests)} tests of {len(passes)} passes, {len(problems)} problems")
    return len(problems) > 0


sys.exit(main())
