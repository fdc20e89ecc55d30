"""The Python of the scripts that compare with SciPy."""
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent


def in_environment():
    """Continues in a virtual environment below build/ that has the versions of requirements.txt, with libraries of one thread."""
    home = SOURCE / "build" / "cliffs-python"
    requirements = pathlib.Path(__file__).with_name("requirements.txt")
    subprocess.run([SOURCE / "scripts" / "python_environment", home, requirements], check=True, stdout=sys.stderr)
    if pathlib.Path(sys.prefix).resolve() != home.resolve():
        python = home / "bin" / "python3"
        threads = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
        os.execve(python, [str(python), *sys.argv], {**os.environ, **threads})
