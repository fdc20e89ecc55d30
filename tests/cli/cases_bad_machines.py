"""Malformed machine and memory descriptions."""
import pathlib
import re

from shared import AX, READ, RUN, bad

MACHINES = pathlib.Path(__file__).resolve().parent.parent.parent / "machines"
MACHINE = (MACHINES / "capstan.toml").read_text()
PROCESSOR = (MACHINES / "cpu" / "xeon-avx512.toml").read_text()
MEMORY = (MACHINES / "memory" / "hbm2e.toml").read_text()


def line(text, key, value):
    changed, count = re.subn(rf"(?m)^{key} *=.*$", f"{key} = {value}" if value is not None else "", text, count=1)
    assert count == 1, key
    return changed


def machine(name, text, err, **rest):
    return bad(f"machine: {name}", f"{RUN} {READ} --machine=m.toml -o=y:y.tns", err, files={**AX, "m.toml": text}, **rest)


def memory(name, text, err, **rest):
    return bad(f"memory: {name}", f"{RUN} {READ} --memory=m.toml -o=y:y.tns", err, files={**AX, "m.toml": text}, **rest)


def processor(name, text, err, **rest):
    return bad(f"processor: {name}", f"{RUN} {READ} --target=cpu --processor=m.toml -o=y:y.tns", err, files={**AX, "m.toml": text}, **rest)


CASES = [
    machine("empty", "", "m.toml"),
    machine("no TOML", "%%MatrixMarket\n", ["does not parse", "m.toml:1:1"]),
    machine("binary", b"\x00\xff\xfe\x01", "m.toml"),
    machine("no lanes", line(MACHINE, "lanes", None), "lanes"),
    machine("0 lanes", line(MACHINE, "lanes", 0), ["lanes", "m.toml:"]),
    machine("negative lanes", line(MACHINE, "lanes", -16), "lanes"),
    machine("10^12 lanes", line(MACHINE, "lanes", 10**12), "lanes"),
    machine("lanes as a text", line(MACHINE, "lanes", '"many"'), ["lanes", "m.toml:"]),
    machine("a fraction of a lane", line(MACHINE, "lanes", 1.5), "lanes"),
    machine("an unknown key", MACHINE.replace("wordsPerBank", "wordsPerBanc"), ["wordsPerBanc", "did you mean wordsPerBank?"]),
    machine("an unknown table", MACHINE + "\n[skanner]\nx = 1\n", "skanner"),
    machine("a network of no kind", line(MACHINE, "model", '"mesh"'), ['network.model must be "ideal", "pointToPoint" or "hybrid"', "m.toml:"]),
    machine("a network of a number", line(MACHINE, "model", 1), "network.model must be"),
    machine("a clock of 0", line(MACHINE, "clockGhz", 0), "clockGhz"),
    machine("a clock of nan", line(MACHINE, "clockGhz", "nan"), "clockGhz"),
    machine("a clock of inf", line(MACHINE, "clockGhz", "inf"), "clockGhz"),
    machine("no units", line(MACHINE, "pcu", 0), "pcu"),
    machine("a key twice", MACHINE.replace("[pcu]", "[pcu]\nlanes = 4"), "m.toml:"),
    machine("a memory", MEMORY, "m.toml"),
    bad("machine: a folder", f"{RUN} {READ} --machine=d", "there is no machine d", files={**AX, "d": None}),
    machine("deep TOML", "x = " + "[" * 5000, "m.toml"),
    memory("empty", "", "m.toml"),
    memory("no channels", line(MEMORY, "channels", 0), "channels"),
    memory("absurd channels", line(MEMORY, "channels", 10**9), "channels"),
    memory("a negative time", line(MEMORY, "tRCD", -14.0), "tRCD"),
    memory("no time", line(MEMORY, "tRCD", None), "tRCD"),
    memory("an unknown time", MEMORY + "tXYZ = 3\n", "tXYZ"),
    memory("a machine", MACHINE, "m.toml"),
    processor("empty", "", "m.toml"),
    processor("no sums", line(PROCESSOR, "sums", 0), ["unrolled.sums", "m.toml:"]),
    processor("a threshold that is missing", line(PROCESSOR, "shortSum", None), "shortSum"),
    processor("an unknown threshold", PROCESSOR.replace("mostKeys", "mostKey"), ["mostKey", "did you mean mostKeys?"]),
    processor("a workspace that is small and hashed", line(PROCESSOR, "small", 1 << 23), "small is at most mostDense"),
    processor("a memory", MEMORY, "m.toml"),
    bad("processor: a name", f"{RUN} {READ} --target=cpu --processor=xeon", ["there is no processor xeon", "did you mean xeon-avx512?"], files=AX),
    bad("processor: of the accelerator", f"{RUN} {READ} --processor=xeon-avx512", ["a processor is of the CPU", "add --target=cpu, or leave out --processor"], files=AX),
    bad("processor: a value", f"{RUN} {READ} --target=cpu --set=processor.unrolled.sums=65", ["unrolled.sums", "processor.unrolled.sums=65"], files=AX),
    bad("processor: no such value", f"{RUN} {READ} --target=cpu --set=processor.unrolled.sum=2", "did you mean", files=AX),
    bad("memory: a missing file", f"{RUN} {READ} --memory=none.toml", "there is no memory system none.toml", files=AX),

    *[bad(f"memory: {said}", f"{RUN} {READ} --memory={said} -o=y:y.tns", err, files=AX)
      for said, err in {"hbm2e@fast": "'fast' is no bandwidth", "hbm2e@": "'' is no bandwidth", "hbm2e@0": ["cannot have 0 GB/s", "GB/s is possible"],
                        "hbm2e@nan": "cannot have nan GB/s", "hbm2e@1e9": "is possible", "ideal@20": "no limit", "hbm3@20": "there is no memory system hbm3"}.items()],
]
