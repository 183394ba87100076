"""What all tests share: the choice of OpenCL devices, and Hypothesis's settings.

A test with an argument ``device`` runs once for each usable OpenCL device, or for
each one that ``--device`` names; the device's name is in the test's name. Where
there is none such a test is skipped, and the summary says what is missing; with
``--require-opencl``, as in continuous integration, it fails, so that nobody takes an
untested backend for a tested one. A simulator, Oclgrind, takes part only when named, and
so does an unreliable device. What is known to fail on an implementation is expected to
(``tests/helpers/known_failures.py``).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.helpers.known_failures import known_failure

# No test reads or writes the user's binaries of programs; those about binaries have a folder.
os.environ["CLCONN_PROGRAM_CACHE"] = "0"

# Threads of two processes, and of their children, get in each other's way: with one for each the
# tests of the command line take 0.85 of the time (three runs in turns, two cores).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Compiling a kernel takes as long as it takes; no example is slow for another reason.
hypothesis.settings.register_profile("clconn", deadline=None)
hypothesis.settings.load_profile("clconn")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose devices."""
    group = parser.getgroup("clconn")
    group.addoption(
        "--device",
        action="append",
        metavar="SELECTOR",
        help="test on this OpenCL device, as in `clconn devices`; may be given several times "
        "(default: every usable device but simulators)",
    )
    group.addoption(
        "--without-opencl",
        action="store_true",
        help="skip the tests that need an OpenCL device",
    )
    group.addoption(
        "--sanitizer",
        action="store_true",
        help="run the kernels under Oclgrind too, for some minutes",
    )
    group.addoption(
        "--optimized",
        action="store_true",
        help="build all kernels as for users, also those of tests that go through many variants, "
        "which are built without optimization on a processor",
    )
    group.addoption(
        "--require-opencl",
        action="store_true",
        help="fail, instead of skipping, the tests that need an OpenCL device if there is none",
    )


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say loudly if nothing ran on OpenCL."""
    if _FOUND in config.stash and not config.stash[_FOUND][0]:
        terminalreporter.section("no OpenCL device was tested")
        terminalreporter.write_line(config.stash[_FOUND][1])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among what only grows: it takes a tenth of the time to collect tests.

    Nor among the tests themselves later on, which stay to the end: 4 % of the processor time of
    all tests went to that. By Python's usual thresholds a tenth of the time of tests of the
    reference and of files goes to some ten thousand searches a minute.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
        gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the sanitizer unless asked for, and mark what is known to fail on a device."""
    # A test without the argument runs on the default device, if on any.
    default = (config.stash.get(_FOUND, ([], ""))[0] or [None])[0]
    for item in items:
        callspec = getattr(item, "callspec", None)
        device = callspec.params.get("device", default) if callspec else default
        failure = known_failure(item.nodeid, device)
        if failure is not None:
            run = not failure.ends_process
            item.add_marker(pytest.mark.xfail(reason=failure.reason, strict=True, run=run))
    # A simulator takes minutes where a device takes none.
    if not config.getoption("--sanitizer"):
        for item in items:
            if "/sanitizer/" in item.path.as_posix():
                item.add_marker(pytest.mark.skip(reason="--sanitizer was not given"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each process of ``-n`` a part of the suite, and who is done half of another's rest.

    Neighbors then share programs that are in memory, and no process waits at the end while another
    has a row of long tests.
    """
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test with an argument ``device`` all the devices."""
    if "device" in metafunc.fixturenames:
        found, reason = _found(metafunc.config)
        if found:
            metafunc.parametrize("device", found, ids=_name, indirect=True, scope="session")
        else:
            metafunc.parametrize("device", [reason], ids=["none"], indirect=True, scope="session")


@pytest.fixture(scope="session")
def device(request: pytest.FixtureRequest) -> Any:
    """An OpenCL device."""
    if isinstance(request.param, str):
        if request.config.getoption("--require-opencl"):
            pytest.fail(request.param, pytrace=False)
        pytest.skip(request.param)
    return request.param


@pytest.fixture(autouse=True, scope="session")
def _remembered_invokers() -> Iterator[None]:
    """Let pyopencl make what calls a kernel once."""
    from tests.helpers.remembered_invokers import remembered_invokers

    with remembered_invokers():
        yield


@pytest.fixture(autouse=True, scope="module")
def _unoptimized(request: pytest.FixtureRequest) -> Iterator[None]:
    """Build what tests of many variants run on a processor without optimization."""
    found = request.config.stash.get(_FOUND, ([], ""))[0]
    if any(map(_is_processor, found)) and not request.config.getoption("--optimized"):
        from tests.helpers.unoptimized import all_without_optimization, goes_through_variants

        if goes_through_variants(request.path, Path(__file__).parent):
            with all_without_optimization():
                yield
            return
    yield


@pytest.fixture(autouse=True, scope="module")
def _few_contexts(request: pytest.FixtureRequest) -> Iterator[None]:
    """Drop the contexts that graphs kept for other tests hold; a GPU has room for a few only."""
    yield
    module = sys.modules.get("clconn.opencl_backend.device.runtime")
    found = request.config.stash.get(_FOUND, ([], ""))[0]
    if module is None or all(map(_is_processor, found)):
        return
    from clconn.graph import Graph

    module._recent.clear()
    shared = set(module._runtimes.values())
    gc.unfreeze()  # some graphs are made when tests are collected
    for graph in [each for each in gc.get_objects() if type(each) is Graph]:
        for key, device_copy in list(graph.device_copies.items()):
            if device_copy.runtime not in shared:
                del graph.device_copies[key]
    gc.collect()


def _is_processor(device: Any) -> bool:
    import pyopencl

    return bool(device.type & pyopencl.device_type.CPU)


_FOUND = pytest.StashKey[tuple[list[Any], str]]()


def _found(config: pytest.Config) -> tuple[list[Any], str]:
    """The devices to test on, and, if there are none, why."""
    if _FOUND not in config.stash:
        config.stash[_FOUND] = _find(config)
    return config.stash[_FOUND]


def _find(config: pytest.Config) -> tuple[list[Any], str]:
    selectors = config.getoption("--device")
    if config.getoption("--without-opencl"):
        if selectors:
            raise pytest.UsageError("--device and --without-opencl exclude each other")
        return [], "--without-opencl"
    # Not on top: collecting the other tests must not need pyopencl.
    from clconn.errors import BackendUnavailableError, DeviceError
    from clconn.opencl_backend.device.devices import default_device, select_device, usable_devices

    try:
        if selectors:
            return [select_device(selector) for selector in selectors], ""
        # Without any, the default is the one that PYOPENCL_CTX names, or the reason why not.
        return usable_devices() or [default_device()], ""
    except BackendUnavailableError as error:
        return [], str(error)
    except DeviceError as error:
        raise pytest.UsageError(str(error)) from None


def _name(device: Any) -> str:
    if isinstance(device, str):
        return "none"
    return f"{device.platform.name.strip()}:{device.name.strip()}".replace(" ", "-")
