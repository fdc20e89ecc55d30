"""Cliffs: the combinations that take much longer than the best formulation of the same expression on the same operands."""
import math

RATIO = 2.0        # of the time with conversions to the best
DIFFERENCE = 3e-4  # seconds
GROWTH = 1.6       # of the growths for each doubling


def total(run):
    return run["seconds"] + sum(one["seconds"] for one in run["conversions"])


def best_of(group, skip=None):
    """The fastest formulation of a group: one of its combinations without their conversions, or an alternative."""
    known = [r for r in [*group["runs"], *group["alternatives"]] if r["status"] == "ok" and r is not skip]
    return min(known, key=lambda run: run["seconds"], default=None)


def name_of(run):
    name = run.get("what") or " ".join(run["formats"].values())
    return name + (" without conversions" if run["conversions"] else "")


def same_formats(run):
    """(seconds, text) of the fastest on operands of the same formats, conversions included: SciPy, or another plan."""
    found = [(total(other), other["what"]) for other in run.get("others", []) if other["status"] == "ok"]
    if run.get("scipy") is not None:
        found.append((run["scipy"], "SciPy"))
    return min(found, default=None)


def reference(group, run):
    """(seconds, text) of the fastest formulation of the same: SciPy's, or ours."""
    best = best_of(group)
    found = [(best["seconds"], name_of(best))] if best else []
    same = same_formats(run)
    return min([*found, same] if same else found, default=None)


def growth(run):
    """The factor for each doubling of n, of the time with conversions; None if it was not measured."""
    times = sorted((int(n), seconds) for n, seconds in run.get("growth", {}).items())
    if len(times) < 2 or times[0][1] <= 0:
        return None
    return (times[-1][1] / times[0][1]) ** (1 / math.log2(times[-1][0] / times[0][0]))


def is_slow(mine, best):
    return mine > RATIO * best and mine - best > DIFFERENCE


def verdict(group, run):
    """Compares a run. `causes` of a cliff: "time" and "growth"; "formats": only operands in other formats are faster, and converting them is not."""
    if run["status"] != "ok":
        return None
    seconds, text = reference(group, run)
    mine = total(run)
    ratio, causes = mine / seconds if seconds else 1.0, []
    if is_slow(mine, seconds):
        same = same_formats(run)
        is_cliff = "others" not in run or (same and is_slow(mine, same[0]))
        causes.append("time" if is_cliff else "formats")
    grows, best = growth(run), best_of(group, skip=run)
    usual = growth(best) if best else None
    if grows and usual and grows > GROWTH * usual:
        last = max(run["growth"], key=int)
        if run["growth"][last] - best["growth"].get(last, run["growth"][last]) > DIFFERENCE:
            causes.append("growth")
    return {"ratio": ratio, "seconds": mine, "best": seconds, "by": text, "causes": causes, "growth": grows, "usual": usual}


def judged(document):
    """(group, run, verdict) of all runs that were measured."""
    return [(group, run, verdict(group, run)) for group in document["groups"] for run in group["runs"] if run["status"] == "ok"]


def cliffs(document):
    """The cliffs, worst first."""
    return worst_first(one for one in judged(document) if set(one[2]["causes"]) - {"formats"})


def bound_by_formats(document):
    """The runs that only other formats make faster, worst first."""
    return worst_first(one for one in judged(document) if one[2]["causes"] == ["formats"])


def worst_first(found):
    return sorted(found, key=lambda one: -one[2]["ratio"])


def refusals(document):
    return [(group, run) for group in document["groups"] for run in group["runs"] if run["status"] != "ok"]
