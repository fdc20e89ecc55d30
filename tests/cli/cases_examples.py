"""The examples on the simulated accelerator, unchanged; tests/unit/driver/examples.cpp runs all of them on the oracle."""
from pathlib import Path

from shared import case

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = sorted(str(file.relative_to(EXAMPLES).with_suffix("")) for file in EXAMPLES.rglob("*.sd") if file.parent.name != "functions")

CASES = [case(f"the example {name} on capstan", f"run $SOURCE/examples/{name}.sd --print=result", out="right, compared in full") for name in NAMES]
# Rows of the result that are longer than all bursts in flight of a store.
CASES += [case("a store longer than its buffers", "run $SOURCE/examples/paper/plus2.sd -d=i:3 -d=j:200 -d=k:200 --print=result", out="right, compared in full")]
# Hand-written programs: interpreter and simulator agree word by word, and the program's own assertions hold.
PROGRAMS = sorted(file.stem for file in (EXAMPLES / "spatial").glob("*.scala"))
CASES += [case(f"exec {name}", f"exec $SOURCE/examples/spatial/{name}.scala", out=" right: ", scratch="gen") for name in PROGRAMS]
