"""Meshes as a slicer reads them."""

from pathlib import Path

import numpy as np

_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("colour", "<u2")])


def read_stl(path: Path) -> np.ndarray:
    """The triangles of a binary STL, shape (n, 3, 3), in mm."""
    data = path.read_bytes()
    triangles = np.frombuffer(data, dtype=_TRIANGLE, offset=84)
    assert len(triangles) == int.from_bytes(data[80:84], "little")
    return triangles["corners"].astype(float)


def edges_of(triangles: np.ndarray) -> list[tuple[bytes, bytes]]:
    """Each triangle's three edges, in its sense of turning; corners that are equal have equal bytes."""
    names = [[corner.tobytes() for corner in triangle + 0.0] for triangle in triangles]
    return [edge for a, b, c in names for edge in ((a, b), (b, c), (c, a))]


def volume_of(triangles: np.ndarray) -> float:
    """In mm³; negative where the triangles turn their backs outwards."""
    return float(np.einsum("ij,ij->", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6)


def rims_at(triangles: np.ndarray, z: float) -> list[np.ndarray]:
    """The closed lines in which a level face at the height z ends, each as its corners, shape (n, 2)."""
    level = triangles[np.all(np.abs(triangles[..., 2] - z) < 1e-4, axis=1)]
    edges = edges_of(level)
    turned = {(end, start) for start, end in edges}
    following = {start: end for start, end in edges if (start, end) not in turned}
    rims = []
    while following:
        start, corner = following.popitem()
        rim = [start]
        while corner != start:
            rim.append(corner)
            corner = following.pop(corner)
        rims.append(np.array([np.frombuffer(name)[:2] for name in rim]))
    return rims
