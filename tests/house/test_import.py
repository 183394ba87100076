"""``import clconn`` is quick and light, and imports run one way."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GROUND_FLOOR = {
    "clconn.csr",
    "clconn.weight_keys",
    "clconn.errors",
    "clconn.graph",
    "clconn.graph_checks",
    "clconn.results",
    "clconn.symmetrize",
    "clconn.variants",
}
ROOMS = {
    "reference": GROUND_FLOOR | {"clconn.reference"},
    "opencl_backend": GROUND_FLOOR | {"clconn.opencl_backend", "clconn.kernels_cl"},
}


def _in_a_child(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def _seconds_of_import(module):
    code = (
        f"import time; started = time.perf_counter(); import {module}; "
        "print(time.perf_counter() - started)"
    )
    return min(float(_in_a_child(code)) for _ in range(5))


def test_import_takes_less_than_a_fifth_of_a_second():
    own = _seconds_of_import("clconn")
    # On a slow or busy machine numpy alone may take that long.
    assert own < 0.2 or own < 2 * _seconds_of_import("numpy")


def test_import_loads_nothing_heavy():
    loaded = set(_in_a_child("import clconn, sys; print(*sys.modules)").split())
    assert "clconn.variants" in loaded
    assert not loaded & {
        "numpy",
        "scipy",
        "pyopencl",
        "networkx",
        "tqdm",
        "platformdirs",
        "concurrent.futures",
    }
    assert not any(
        name.startswith(("clconn.reference", "clconn.opencl_backend")) for name in loaded
    )


def test_the_reference_needs_no_pyopencl():
    code = (
        "import sys; sys.modules['pyopencl'] = None; import clconn; "
        "graph = clconn.Graph.from_edges([0], [1], n=3); "
        "print(clconn.connected_components(graph, backend='reference', verify=True).count)"
    )
    assert _in_a_child(code).strip() == "2"


def test_every_public_name_is_there():
    import clconn

    for name in clconn.__all__:
        assert getattr(clconn, name) is not None
        assert name in dir(clconn)
    with pytest.raises(AttributeError, match="no attribute 'connected_component'"):
        _ = clconn.connected_component


def _imports(path: Path, *, on_top_only: bool = False) -> set[str]:
    """The modules of ours that a file imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = tree.body if on_top_only else ast.walk(tree)
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports across folders are absolute"
            found |= (
                {f"clconn.{alias.name}" for alias in node.names}
                if node.module == "clconn"
                else {node.module or ""}
            )
    return {name for name in found if name.split(".")[0] == "clconn"}


@pytest.mark.parametrize("room", ROOMS)
def test_the_rooms_stand_on_the_ground_floor_and_never_on_each_other(room):
    paths = sorted((ROOT / room).rglob("*.py"))
    assert paths
    for path in paths:
        for name in _imports(path):
            allowed = any(name == base or name.startswith(base + ".") for base in ROOMS[room])
            assert allowed, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("module", sorted(GROUND_FLOOR))
def test_the_ground_floor_stands_on_nothing(module):
    path = ROOT / "src" / Path(*module.split(".")).with_suffix(".py")
    assert _imports(path, on_top_only=True) <= GROUND_FLOOR - {module}
