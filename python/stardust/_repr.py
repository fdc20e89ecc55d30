"""Tensors in notebooks."""

import html as _html

import numpy as np

_CELLS = 48  # along the longer side of a picture


def spy(tensor):
    """A picture in SVG of the places of the entries of a matrix or vector; empty for other orders."""
    if tensor.ndim not in (1, 2) or 0 in tensor.shape:
        return ""
    coords = tensor.coords
    values = tensor._core.coordinates()[1]
    kept = values != 0
    rows = coords[0][kept] if tensor.ndim == 2 else np.zeros(int(kept.sum()), np.int64)
    columns = coords[-1][kept]
    extents = (1, *tensor.shape)[-2:]
    longest = max(extents)
    height, width = (max(1, min(extent, round(extent * _CELLS / longest))) for extent in extents)
    counts = np.zeros((height, width))
    np.add.at(counts, (rows * height // extents[0], columns * width // extents[1]), 1)
    shades = counts / counts.max() if counts.size and counts.max() else counts
    side = 3
    cells = [
        f'<rect x="{x * side}" y="{y * side}" width="{side}" height="{side}" fill-opacity="{0.25 + 0.75 * shades[y, x]:.2f}"/>'
        for y, x in zip(*np.nonzero(counts))
    ]
    return (
        f'<svg width="{width * side + 2}" height="{height * side + 2}" viewBox="-1 -1 {width * side + 2} {height * side + 2}">'
        f'<rect x="-0.5" y="-0.5" width="{width * side + 1}" height="{height * side + 1}" fill="none" stroke="gray"/>'
        f'<g fill="currentColor">{"".join(cells)}</g></svg>'
    )


def html(tensor):
    """A table of the properties of a tensor, and a picture of its entries."""
    rows = {
        "shape": " × ".join(map(str, tensor.shape)) or "scalar",
        "format": tensor.format or "scalar",
        "type": str(tensor.dtype),
        "stored": f"{tensor.nnz:,} ({100 * tensor.density:.3g} %)",
        "bytes": f"{tensor.nbytes:,}",
    }
    cells = "".join(f"<tr><th>{name}</th><td>{_html.escape(value)}</td></tr>" for name, value in rows.items())
    picture = spy(tensor) if tensor.nnz <= 5_000_000 else ""
    return f'<table><tr><td><table>{cells}</table></td><td>{picture}</td></tr></table>'
