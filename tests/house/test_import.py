"""``import clconn`` is quick and light, and imports run one way."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GROUND_FLOOR = {
    "clconn.cached_properties",
    "clconn.csr",
    "clconn.design_space",
    "clconn.device_requests",
    "clconn.errors",
    "clconn.exact_weights",
    "clconn.graph",
    "clconn.graph_arrays",
    "clconn.graph_checks",
    "clconn.graph_conversion",
    "clconn.graph_display",
    "clconn.graph_pieces",
    "clconn.host_arrays",
    "clconn.host_memory",
    "clconn.html_tables",
    "clconn.id_checks",
    "clconn.incremental.engine",
    "clconn.incremental.largest_end",
    "clconn.incremental.pairs",
    "clconn.interchange",
    "clconn.matplotlib_import",
    "clconn.nearest_names",
    "clconn.scipy_labels",
    "clconn.networkx_edges",
    "clconn.parallel_passes",
    "clconn.percentage",
    "clconn.problems",
    "clconn.renumbering",
    "clconn.results",
    "clconn.sparse_ids",
    "clconn.subgraphs",
    "clconn.symmetrize",
    "clconn.topological_order",
    "clconn.user_rows",
    "clconn.vertex_names",
    "clconn.weight_keys",
}
PACKAGES = {
    "reference": GROUND_FLOOR | {"clconn.reference"},
    "opencl_backend": GROUND_FLOOR | {"clconn.opencl_backend", "clconn.kernels_cl"},
}
LAYERS = (
    "device",
    "primitives",
    "graph",
    "plan",
    "union_find",
    "components",
    "spanning_forest",
    "minimum_forest",
    "strong_components",
    "incremental",
    "pieces",
)
"""The rooms, in reference, opencl_backend and kernels_cl alike: each imports only from itself and
from those before it."""


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
    assert "clconn" in loaded
    assert not loaded & {
        "numpy",
        "scipy",
        "pyopencl",
        "networkx",
        "tqdm",
        "platformdirs",
        "concurrent.futures",
    }
    # An interrupt during the import would print a traceback, and the command line begins with it.
    assert not any(name.startswith("clconn.") for name in loaded)
    assert "typing" not in loaded or "typing" in _in_a_child("import sys; print(*sys.modules)")


def test_clusters_need_dask_only_when_they_are_asked():
    code = (
        "import sys; sys.modules['dask'] = sys.modules['distributed'] = None; import clconn\n"
        "try: clconn.distributed.connected_components([])\n"
        "except clconn.errors.MissingLibraryError as error: print(error)"
    )
    assert "pip install 'clconn[distributed]'" in _in_a_child(code)


def test_only_the_command_line_stands_on_clusters():
    for path in (ROOT / "src" / "clconn").rglob("*.py"):
        if not {"distributed", "command_line"} & set(path.parts) and path.name != "__init__.py":
            for name in _imports(path):
                assert not _is_below(name, {"clconn.distributed"}), f"{path} imports {name}"


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


def _is_below(name, allowed):
    return any(name == base or name.startswith(base + ".") for base in allowed)


def test_scipy_backend_stands_on_the_ground_floor():
    allowed = GROUND_FLOOR | {"clconn.scipy_backend"}
    for path in (ROOT / "src" / "clconn" / "scipy_backend").rglob("*.py"):
        for name in _imports(path):
            assert _is_below(name, allowed), f"{path.relative_to(ROOT)} imports {name}"


def test_only_users_stand_on_the_faces():
    for folder in ("src/clconn", *PACKAGES):
        for path in (ROOT / folder).rglob("*.py"):
            if "faces" in path.parts or path.name == "csgraph.py":
                continue
            for name in _imports(path):
                assert not _is_below(name, {"clconn.faces"}), (
                    f"{path.relative_to(ROOT)} imports {name}"
                )


@pytest.mark.parametrize("folder", ["faces", "distributed"])
def test_the_faces_stand_on_the_public_functions(folder):
    paths = list((ROOT / "src" / "clconn" / folder).rglob("*.py"))
    assert paths
    for path in paths:
        for name in _imports(path):
            assert not _is_below(
                name, {"clconn.scipy_backend", *(f"clconn.{package}" for package in PACKAGES)}
            ), f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_the_packages_stand_on_the_ground_floor_and_never_on_each_other(package):
    paths = sorted((ROOT / package).rglob("*.py"))
    assert paths
    for path in paths:
        for name in _imports(path):
            assert _is_below(name, PACKAGES[package]), f"{path.relative_to(ROOT)} imports {name}"


def test_the_ground_floor_stands_on_nothing():
    for module in sorted(GROUND_FLOOR):
        place = ROOT / "src" / Path(*module.split("."))
        paths = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
        for path in paths:
            for name in _imports(path, on_top_only=True):
                assert _is_below(name, GROUND_FLOOR), f"{path.relative_to(ROOT)} imports {name}"


def _layer(room):
    assert room in LAYERS, f"{room} is no room; the layers are {LAYERS}"
    return LAYERS.index(room)


@pytest.mark.parametrize("package", PACKAGES)
def test_rooms_import_downwards_only(package):
    for path in sorted((ROOT / package).glob("*/*.py")):
        for name in _imports(path):
            parts = name.split(".")
            if parts[1] == package and len(parts) > 2:
                assert _layer(parts[2]) <= _layer(path.parent.name), (
                    f"{path.relative_to(ROOT)} imports {name}, which is above it"
                )


def test_kernels_include_downwards_only():
    paths = sorted((ROOT / "kernels_cl").glob("*/*"))
    assert paths
    for path in paths:
        included = re.findall(r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
        for header in included:
            assert (ROOT / "kernels_cl" / header).is_file(), f"{path}: there is no {header}"
            assert _layer(header.split("/")[0]) <= _layer(path.parent.name), (
                f"{path.relative_to(ROOT)} includes {header}, which is above it"
            )


def test_cores_are_counted_where_no_affinity_is_known(monkeypatch):
    from clconn.parallel_passes import usable_cores

    assert usable_cores() >= 1
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    assert usable_cores() >= 1
