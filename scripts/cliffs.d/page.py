"""The page docs/results/cliffs.md, from the measurements."""
import collections

import reasons
from judge import DIFFERENCE, GROWTH, RATIO, bound_by_formats, cliffs, judged, reference, refusals, same_formats

BINS = (0.5, 1, 1.5, 2, 4, 10, 100)


def page(document):
    found, bound, refused, all_runs = cliffs(document), bound_by_formats(document), refusals(document), judged(document)
    count = len(all_runs) + len(refused)
    return "\n".join([
        "# Performance cliffs",
        "",
        "`make cliffs` writes this page from bench/results/cliffs.json; do not edit it.",
        "",
        f"{count} combinations of {len({g['expression'] for g in document['groups']})} expressions and the formats of their tensors"
        f"{' (the quick subset)' if document['quick'] else ''}: {len(found)} cliffs, {len(refused)} refusals.",
        "",
        f"Measured with stardust {document['stardust']['version']} ({document['stardust']['git']}) on {document['processor']['name']}, "
        f"{document['processor']['count']} processors, 1 thread, double; seed {document['seed']}; "
        f"NumPy {document['versions']['numpy']}, SciPy {document['versions']['scipy']}.",
        *again(document),
        "" if document["complete"] else "\nThe run was interrupted: not all combinations are measured.\n",
        "A combination is compared with the fastest of these formulations:",
        "",
        "- SciPy or NumPy, on operands of the same formats, with random contents of the same density;",
        "- the same formats with `stored()`, with another plan of the planner, or converted into the fastest other formats, with conversions;",
        "- the same expression with other formats of the sparse tensors, without the time of conversions;",
        "- for a chain, two or three statements.",
        "",
        f"The time of a combination contains its conversions. It is a *cliff* if it is more than {RATIO:g} times the fastest on operands in its formats, "
        f"and more than {1e3 * DIFFERENCE:g} ms longer. It is also one if it grows with n more than {GROWTH:g} times as fast for each doubling. "
        "A matrix has 8 entries for each row, a tensor 64 for each slice, and a sparse vector a tenth of its coordinates. "
        "Times are the least median of two measurements for all that looked like a cliff at first.",
        "",
        "## Cliffs",
        "",
        "`best`: the fastest of all these. `same formats`: the fastest of SciPy and the other plans for the same formats, with conversions. "
        "`growth` and `usual`: the factor of the time for each doubling of n, and that of the fastest formulation of ours.",
        "",
        *(cliff_table(found) if found else ["None."]),
        "",
        *commands(found, document["seed"]),
        *reasons_of(found),
        "## Bound by formats",
        "",
        f"These take more than {RATIO:g} times the fastest formulation, but only on operands in other formats: "
        "nothing that was tried on operands in these formats is twice as fast, conversions into the fastest formats among it.",
        "",
        *(cliff_table(bound) if bound else ["None."]),
        "",
        "## Ratios",
        "",
        "The number of combinations of each expression by their ratio to the fastest formulation.",
        "",
        *ratio_table(document),
        "",
        "## Refusals",
        "",
        *(refusal_lists(refused) if refused else ["None."]),
        "",
    ])


def again(document):
    """Where and with which tool groups were measured again, after a change that was made for them."""
    marks = collections.Counter((mark["stardust"]["git"], mark["processor"]["name"]) for mark in (group["again"] for group in document["groups"] if "again" in group))
    return [line for (git, name), count in marks.items()
            for line in ("", f"{count} groups of combinations of one expression had a cliff. They were measured again with {git} on {name}.")]


def reasons_of(found):
    """The reason for each expression with a cliff."""
    names = list(dict.fromkeys(group["expression"] for group, _, _ in found))
    return ["Reasons:", "", *(f"- {name}: {reasons.of(name)}" for name in names), ""] if found else []


def table(rows):
    """Rows of text in aligned columns, the first as the head; numbers to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    left = [any(row[at] and not row[at][0].isdigit() for row in rows[1:]) for at in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(w) if l else cell.rjust(w) for cell, w, l in zip(row, widths, left)).rstrip() for row in rows]
    return ["```text", lines[0], "  ".join("-" * w for w in widths), *lines[1:], "```"]


def cliff_table(found):
    head = ("ratio", "ms", "best ms", "same formats ms", "growth", "usual", "expression", "formats", "n", "fastest", "conversions, ms")
    rows = [(f"{v['ratio']:.3g}", f"{1e3 * v['seconds']:.3g}", f"{1e3 * v['best']:.3g}", same(run), shown(v["growth"]), shown(v["usual"]),
             group["expression"], " ".join(run["formats"].values()), str(group["n"]), v["by"], copies(run)) for group, run, v in found]
    return table([head, *rows])


def same(run):
    best = same_formats(run)
    return f"{1e3 * best[0]:.3g}" if best else ""


def shown(value):
    return f"{value:.2f}" if value else ""


def copies(run):
    return ", ".join(f"{one['tensor']} {1e3 * one['seconds']:.2g}" for one in run["conversions"])


def commands(found, seed, most=100):
    if not found:
        return []
    return ["Commands that repeat them, in the same order" + (f" (the first {most})" if len(found) > most else "") + ":", "",
            "```sh", *(run["command"] for _, run, _ in found[:most]), "```", ""]


def ratio_table(document):
    rows = collections.defaultdict(lambda: [0] * (len(BINS) + 1))
    worst = collections.defaultdict(float)
    for group, _, v in judged(document):
        rows[group["expression"]][sum(v["ratio"] >= edge for edge in BINS)] += 1
        worst[group["expression"]] = max(worst[group["expression"]], v["ratio"])
    head = ("expression", f"< {BINS[0]:g}", *(f"{edge:g} –" for edge in BINS), "worst")
    return table([head, *((name, *(str(n) if n else "" for n in row), f"{worst[name]:.3g}") for name, row in rows.items())])


def refusal_lists(refused):
    kinds = collections.defaultdict(list)
    for group, run in refused:
        lines = run["message"].splitlines()
        message = next((line for line in lines if line.startswith("error")), lines[0] if lines else "")
        kinds[run["status"], message].append((group, run))
    lines = []
    for (status, message), some in sorted(kinds.items(), key=lambda kind: (kind[0][0], -len(kind[1]))):
        lines += [f"{len(some)} x {status}, for example the first:", "", "```text", message, some[0][1]["command"],
                  "", *[f"{group['expression']}: {' '.join(run['formats'].values())}{fastest(group, run)}" for group, run in some[:20]], "```", ""]
    return lines


def fastest(group, run):
    """The time of the fastest other formulation, where there is one: a refusal beside it is worse."""
    best = reference(group, run)
    return f" ({1e3 * best[0]:.3g} ms by {best[1]})" if best else ""


def text_list(document, most=60):
    """The worst cliffs as plain lines, for a terminal."""
    lines = []
    for group, run, v in cliffs(document)[:most]:
        grows = f", grows {v['growth']:.2f} (usual {v['usual']:.2f})" if v["growth"] and v["usual"] else ""
        lines += [f"{v['ratio']:8.2f}x  {1e3 * v['seconds']:9.3f} ms, best {1e3 * v['best']:.3f} ms by {v['by']}, same formats {same(run) or '-'} ms{grows}: {group['expression']} "
                  f"[{' '.join(run['formats'].values())}] ({', '.join(v['causes'])})", f"           {run['command']}"]
    return lines
