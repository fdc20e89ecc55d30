"""The page of a run (--report), for every example: its names are the user's or those of conversions that the report lists, and its numbers agree with each other and with the report in JSON.
If Chromium is available, the page opens without an error and fits its window, and its graph can be zoomed, moved and folded. Usage: run.py STARDUST"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
# The words permitted in a name besides those of the expression and its schedule.
ENGLISH = set("""positions coordinates values value of in turn summed from the counts loop sum product minimum maximum over counting entries row column before they are
stored what stores filling finding which how many ranks bit vector vectors combining workspace search for position coordinate whether it has a term logical or and""".split())
WORD = re.compile(r"[A-Za-z_]\w*")


def page_of(html):
    begin = html.index('id="data">') + len('id="data">')
    return json.loads(html[begin:html.index("</script>", begin)])


def names_of(simulation):
    for part in ("groups", "loops"):
        yield from (item["what"] for item in simulation[part])
    yield from (memory["what"] for memory in simulation["graph"]["memories"])
    yield from (row["what"] for row in simulation["timeline"]["rows"])
    yield from (row["serves"] for row in simulation["used"]["rows"])
    yield from (unit["holds"] for unit in simulation["grid"]["units"] if unit["holds"])
    yield from (item["item"] for item in simulation["blame"]["items"])


def check_names(simulation, step, trace, faults):
    settings = dict(map(tuple, simulation["settings"]))
    listed = [text for conversion in step.get("conversions", []) for text in (conversion.get("copy", ""), conversion["why"])]
    known = ENGLISH.union(*(WORD.findall(text) for text in (settings["expression"], settings["schedule"], *listed)))
    for name in names_of(simulation):
        unknown = [word for word in WORD.findall(name) if word not in known]
        if unknown:
            faults.append(f"{unknown[0]} of \"{name}\" is in no text of the user")
    tracks = {event["args"]["name"] for event in trace["traceEvents"] if event["name"] == "thread_name"}
    wanted = {f"{group['what']}, {group['how']}" for group in simulation["groups"]}
    for name in wanted - {re.sub(r", body \d+$", "", track) for track in tracks}:
        faults.append(f"the trace has no track for \"{name}\"")


def check_numbers(simulation, resources, text, faults):
    used = simulation["used"]
    for i, kind in enumerate(used["kinds"]):
        numbers = {"header": used["used"][i], "JSON": resources[kind], "rows": sum(row["units"][i] for row in used["rows"])}
        if kind != "shuffle":  # which occupy no cell
            numbers["grid"] = sum(unit["kind"] == kind for unit in simulation["grid"]["units"])
        if len(set(numbers.values())) != 1:
            faults.append(f"{kind}: {numbers}")
    if not re.search(r"^all +" + " +".join(f"{n} of {of}" for n, of in zip(used["used"], used["available"])) + r"\s*$", text, re.M):
        faults.append(f"the text table has other units than {used['used']}")


def check_cycles(simulation, faults):
    cycles = simulation["numbers"]["cycles"]
    for group in simulation["groups"]:
        if sum(group["cycles"]) != cycles * group["copies"]:
            faults.append(f"the causes of {group['what']}, {group['how']} add up to {sum(group['cycles'])}, not {cycles} for each of {group['copies']}")
    for row in simulation["timeline"]["rows"]:
        if not (1 <= row["first"] <= row["last"] <= cycles and any(row["busy"]) and max(row["busy"]) <= 100):
            faults.append(f"the row of {row['what']} in the timeline is {row}")


# Uses the graph as a reader does; the names of failures are written to the page.
DRIVE = """
const wrong = [];
const is = (what, holds) => { if (!holds) wrong.push(what); };
const svg = document.querySelector('#graph svg'), view = () => svg.getAttribute('viewBox'), count = (kind) => svg.querySelectorAll(kind).length;
const change = (what, act) => { const before = view(); act(); is(what, view() !== before); };
const button = (name) => document.querySelector(`#graph button[aria-label="${name}"]`);
const inside = () => { const [x, y, w, h] = view().split(' ').map(Number), b = svg.getBBox(); return b.x >= x && b.y >= y && b.x + b.width <= x + w && b.y + b.height <= y + h; };
is('the page is wider than its window', document.documentElement.scrollWidth <= innerWidth);
is('the graph is not in view at first', inside());
const frame = svg.getBoundingClientRect(), at = {clientX: frame.left + 40, clientY: frame.top + 40, bubbles: true, cancelable: true, pointerId: 1};
change('the wheel does not zoom', () => svg.dispatchEvent(new WheelEvent('wheel', {...at, deltaY: -200})));
change('dragging does not move', () => {
  svg.setPointerCapture = () => {};  // of a finger that is none
  svg.dispatchEvent(new PointerEvent('pointerdown', at));
  svg.dispatchEvent(new PointerEvent('pointermove', {...at, clientX: at.clientX + 50}));
  svg.dispatchEvent(new PointerEvent('pointerup', at));
});
for (const key of ['+', '-', 'ArrowLeft', 'ArrowUp']) change(`the key ${key} does nothing`, () => svg.dispatchEvent(new KeyboardEvent('keydown', {key})));
for (const name of ['zoom in', 'zoom out']) change(`${name} does nothing`, () => button(name).click());
change('0 does not fit', () => svg.dispatchEvent(new KeyboardEvent('keydown', {key: '0'})));
is('the graph is not in view when fitted', inside());
button('unfold all loops').click();
const all = count('.node');
is('a loop stays folded', count('.folded') === 0);
const heads = count('.head');
button('fold all loops').click();
is('a loop stays unfolded', count('.head') === 0 && (heads === 0 || count('.node') < all));
is('folded, the graph is not in view', inside());
const click = (e) => { for (const kind of ['pointerdown', 'pointerup', 'click']) e.dispatchEvent(kind === 'click' ? new MouseEvent(kind, {bubbles: true}) : new PointerEvent(kind, {bubbles: true, pointerId: 1})); };
if (heads) {
  const before = count('.node');
  click(svg.querySelector('.folded').parentNode);
  is('a click does not unfold a loop', count('.node') > before);
  svg.querySelector('.head').parentNode.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}));
  is('Enter does not fold a loop', count('.node') === before);
}
button('unfold all loops').click();
const copies = [...svg.querySelectorAll('g.toggle')].find((e) => e.querySelector('.node:not(.folded)'));
if (copies) {
  const parts = count('text.tiny');
  click(copies);
  is('a click does not show the copies of a box', count('text.tiny') > parts + 1);
}
for (const button of document.querySelectorAll('nav button')) button.click();
"""


def check_browser(chromium, html, width, faults):
    caught = "<script>const failures = []; addEventListener('error', (event) => failures.push(event.message));</script>"
    told = "<script>try {" + DRIVE + "failures.push(...wrong); } catch (error) { failures.push(String(error)); } document.body.innerHTML = '<pre id=\"told\">' + JSON.stringify(failures) + '</pre>';</script>"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        path.write_text(html.replace("<style>", caught + "<style>", 1).replace("</body>", told + "</body>"))
        dom = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile", f"--window-size={width},900",
                              "--virtual-time-budget=2000", "--dump-dom", f"file://{path}"], capture_output=True, text=True, timeout=120, check=True).stdout
    found = re.search(r'<pre id="told">(.*?)</pre>', dom)
    faults += [f"at {width} px: {fault}" for fault in (json.loads(found.group(1)) if found else ["the page did not run"])]


def check(stardust, example, chromium, faults):
    with tempfile.TemporaryDirectory() as folder:
        page, report, trace = (Path(folder, name) for name in ("r.html", "r.json", "t.json"))
        done = subprocess.run([stardust, "run", example, f"--report={page}", f"--json={report}", f"--trace={trace}", "--print=resources"],
                              capture_output=True, text=True, timeout=300)
        if done.returncode == 2 and "needs a statement that runs on the accelerator" in done.stderr:
            return  # it has complex numbers
        done.check_returncode()
        text = done.stdout
        html, whole, traced = page.read_text(), json.loads(report.read_text()), json.loads(trace.read_text())
    steps = [*whole.get("earlier", []), whole]
    simulations = page_of(html)["simulations"]
    if len(steps) != len(simulations):
        faults.append(f"{len(simulations)} simulations on the page of {len(steps)} expressions")
    for simulation, step in zip(simulations, steps):
        check_names(simulation, step, traced, faults)
        check_numbers(simulation, step["resources"], text, faults)
        check_cycles(simulation, faults)
    if chromium:
        for width in chromium[1]:
            check_browser(chromium[0], html, width, faults)


def main():
    stardust = str(Path(sys.argv[1]).resolve())
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    widths = {"spmv": [1280], "spgemm": [1280, 1024, 500], "gcn_layer": [1280]}  # of one pass, of several, of several expressions
    count = 0
    for example in sorted((SOURCE / "examples").glob("*.sd")) + sorted((SOURCE / "examples" / "paper").glob("*.sd")):
        faults = []
        is_opened = chromium and example.parent.name == "examples" and example.stem in widths
        check(stardust, example, (chromium, widths[example.stem]) if is_opened else None, faults)
        for fault in dict.fromkeys(faults):
            print(f"{example.relative_to(SOURCE)}: {fault}")
        count += bool(faults)
    if not chromium:
        print("no Chromium: the pages were not opened")
    sys.exit(1 if count else 0)


main()
