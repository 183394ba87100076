"""The step model itself: the same work by either way to switch between stacks."""

import os
import subprocess
import sys
from pathlib import Path

import clconn
from tests.kernel_work.families import FAMILIES
from tests.kernel_work.lockstep import SWITCH

ROOT = Path(__file__).resolve().parents[2]


def _work(runtime):
    graph = FAMILIES["path-beside-sparse"](1 << 12)
    runtime.work.clear()
    clconn.connected_components(graph, device=runtime, variant="csr/async/single", verify=True)
    return [(work.kernel, work.rounds, work.loads) for work in runtime.work]


def test_other_machines_count_the_same(runtime, request):
    """In a process of its own, since kernels call the first executor that a process loads."""
    if os.environ.get(SWITCH):
        print(_work(runtime))
        return
    name = f"{Path(__file__).relative_to(ROOT)}::{request.node.name}"
    child = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", name],
        cwd=ROOT, env={**os.environ, SWITCH: "1"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert str(_work(runtime)) in child.stdout
