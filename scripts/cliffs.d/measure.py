"""One measurement: the tool's, or SciPy's."""
import json
import pathlib
import shlex
import subprocess
import tempfile

COMMON = ["--target=cpu", "--threads=1", "-t=double"]
LIMIT = 10  # seconds
BRIEF = 3  # seconds, of plans that are tried beside the chosen one
FAR = 10  # times the estimated steps of the chosen plan: plans beyond are not tried
RUNS = 7


class Tool:
    def __init__(self, path, seed):
        self.path, self.seed = path, seed

    def run(self, text, flags, schedule="", runs=RUNS, limit=LIMIT):
        """`text` is an expression, or several as a tuple. The answer has a `status`; `ok` has `seconds`, without the `conversions`."""
        with tempfile.TemporaryDirectory() as folder:
            kernel = text
            if not isinstance(text, str):
                kernel = f"{folder}/chain.sd"
                pathlib.Path(kernel).write_text("\n".join(text) + "\n", encoding="utf-8")
            report = pathlib.Path(folder) / "report.json"
            more = [f"-s={schedule}"] if schedule else []
            arguments = [self.path, "run", kernel, *flags, *more, *COMMON, f"--seed={self.seed}", f"--time={runs}", f"--json={report}", "--quiet"]
            try:
                done = subprocess.run(arguments, capture_output=True, text=True, timeout=limit, check=False)
            except subprocess.TimeoutExpired:
                if runs > 1 and limit == LIMIT:
                    return self.run(text, flags, schedule, runs=1)
                return {"status": "timeout", "message": f"more than {limit} s, with the check of the result"}
            if done.returncode:
                return {"status": refusal(done.returncode, done.stderr), "message": done.stderr.strip()[:600]}
            return timed(json.loads(report.read_text(encoding="utf-8")))


def refusal(code, message):
    if code == 2:
        return "memory" if "memory" in message.lower() else "unsupported"
    return {1: "refused", 3: "wrong"}.get(code, "error")


def timed(report):
    """The times of all statements of a report."""
    statements = [*report.get("earlier", []), report]
    parts = [statement["cpu"] for statement in statements]
    conversions = [{key: one[key] for key in ("tensor", "from", "to", "seconds")} for part in parts for one in part["conversions"]]
    others = [one for part in parts for one in part.get("candidates", []) if not one["taken"]]
    steps = sum(one["steps"] for part in parts for one in part.get("candidates", []) if one["taken"])
    return {"status": "ok", "stardust": report["stardust"], "seconds": sum(part["seconds"]["median"] for part in parts), "conversions": conversions,
            "candidates": [one["schedule"] for one in others if one["steps"] <= FAR * steps][:3]}


def with_conversions(run):
    return run["seconds"] + sum(one["seconds"] for one in run["conversions"])


def scipy_seconds(compute, least=5, most=25, budget=0.25):
    """The median of several runs; None without an equivalent."""
    if compute is None:
        return None
    seconds = [compute()]
    while len(seconds) < most and (len(seconds) < least or sum(seconds) < budget) and sum(seconds) < LIMIT:
        seconds.append(compute())
    return sorted(seconds)[len(seconds) // 2]


def command(text, flags, schedule="", seed=42):
    """The command that repeats a measurement; a chain of statements needs its lines in a file."""
    more = [f"-s={schedule}"] if schedule else []
    kernel = text if isinstance(text, str) else " ; ".join(text)
    return shlex.join(["build/stardust", "run", kernel, *flags, *more, *COMMON, f"--seed={seed}", f"--time={RUNS}"])
