"""The suite on each OpenCL implementation, in an environment of its own.

``nox`` runs those of the implementations and that of data frames, ``nox -s intel`` one, and ``nox
-s pocl -- -n 2 tests/public`` hands arguments to pytest. A session makes its own virtual
environment and kernel cache in ``.nox``, and shows pyopencl one implementation alone, whatever else
the machine has. Known failures are marked in ``tests/helpers/known_failures.py``, each with its
reason.

``nox -s docs`` makes the documentation site, ``nox -s pythons oldest`` tries each Python and the
oldest packages, and ``nox -s dashboard`` looks at the dashboard in a browser.
``nox -s networkx`` runs NetworkX's own tests with clconn as its backend.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.options.error_on_missing_interpreters = True
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["pocl", "pocl-debian", "intel", "rusticl", "oclgrind", "frames"]

INTEL = ("intel-opencl-rt==2026.2.0", "intel-cmplr-lib-rt==2026.2.0")
DASHBOARD = ("dashboard", "regressions", "recording")
# What every Python and the oldest packages have to pass: what users call, and what they type.
REPRESENTATIVE = (
    "tests/house/test_import.py", "tests/public", "tests/command_line", "tests/files",
    "tests/faces/test_csgraph.py",
)  # fmt: skip
# The lower bounds in pyproject.toml; the tests themselves need a newer scipy than clconn.
OLDEST = (
    "numpy==1.26.*", "scipy==1.11.*", "pyopencl==2024.3", "platformdirs==2.2.*", "tqdm==4.60.*",
    "networkx==3.5.*", "isal==1.5.*", "pyarrow==16.0.*",
)  # fmt: skip
TEST_TOOLS = ("pytest>=8", "pytest-timeout>=2.2", "hypothesis>=6.100")
# What a simulator can bear: a test of 70,000 numbers takes it longer than the time limit.
BEARABLE_IN_A_SIMULATOR = ("tests/sanitizer", "tests/opencl_backend/device")


def test(session: nox.Session, driver: Path, *arguments: str, **variables: str) -> None:
    """Run pytest where pyopencl sees the implementation of this driver alone.

    All kernels are built as for users.

    Parameters
    ----------
    driver
        The library, or a folder without any, which leaves those that pyopencl's folder has.
    arguments
        For pytest, if the command line gives none.
    """
    environment = {
        **variables,
        "OCL_ICD_VENDORS": str(driver),
        "PYOPENCL_CTX": "0",  # what must be named is named
        "XDG_CACHE_HOME": str(Path(session.virtualenv.location).resolve() / "cache"),
        "POCL_CACHE_DIR": None,
        "PYTHONPATH": None,
    }
    session.run("clconn", "devices", env=environment)
    options = ("--require-opencl", "--optimized")
    command = ("python", "-m", "pytest", *options, *(session.posargs or arguments))
    session.run(*command, env=environment)


def system_library(session: nox.Session, name: str, package: str) -> Path:
    """The path of a driver that a package of the distribution installs."""
    found = sorted(Path("/usr/lib").glob(f"**/{name}"))
    if not found:
        session.error(f"{name} is not in /usr/lib; apt install {package}, or its like")
    return found[0]


@nox.session
def pocl(session: nox.Session) -> None:
    """PoCL from PyPI."""
    session.install(".[pocl,test]")
    test(session, Path(session.create_tmp()), "-n", "2")


@nox.session(name="pocl-debian")
def pocl_debian(session: nox.Session) -> None:
    """PoCL of the distribution."""
    session.install(".[test]")
    test(session, system_library(session, "libpocl.so.2", "pocl-opencl-icd"), "-n", "2")


@nox.session
def intel(session: nox.Session) -> None:
    """Intel's runtime from PyPI, for processors of any make."""
    session.install(".[test]", *INTEL)
    test(session, Path(session.virtualenv.location).resolve() / "lib/libintelocl.so", "-n", "2")


@nox.session
def rusticl(session: nox.Session) -> None:
    """Mesa's rusticl, on llvmpipe: folder by folder, since llvmpipe keeps all that it compiles.

    One process for all tests of a core would take 14 GB.
    """
    session.install(".[test]")
    driver = system_library(session, "libRusticlOpenCL.so.1", "mesa-opencl-icd")
    folders = sorted({str(file.parent) for file in Path("tests").rglob("test_*.py")})
    failed = []
    for folder in folders if not session.posargs else [""]:
        files = map(str, sorted(Path(folder).glob("test_*.py")))
        try:
            test(session, driver, "-n", "2", *files, RUSTICL_ENABLE="llvmpipe")
        except CommandFailed:
            failed.append(folder or "what was asked for")
    if failed:
        session.error(f"tests failed in {', '.join(failed)}")


@nox.session
def oclgrind(session: nox.Session) -> None:
    """Oclgrind: the sanitizer, and of the suite what a simulator can bear."""
    session.install(".[test]")
    driver = system_library(session, "liboclgrind-rt-icd.so", "oclgrind")
    # Its interpreter lacks functions that LLVM's optimizer inserts, above all for `restrict`.
    options = {"OCLGRIND_BUILD_OPTIONS": "-cl-opt-disable -Dinline=static -Drestrict="}
    # pyopencl's cache knows nothing of them.
    options["PYOPENCL_NO_CACHE"] = "1"
    test(session, driver, "-n", "2", "--sanitizer", *BEARABLE_IN_A_SIMULATOR, **options)


@nox.session
def dashboard(session: nox.Session) -> None:
    """The dashboard in Chromium (apt install chromium chromium-driver), without a network."""
    session.install(".[pocl,test,benchmark]", "selenium>=4.20")
    if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
        session.error("chromium is not installed; apt install chromium chromium-driver")
    tests = ("tests/browser", *(f"tests/house/test_{name}.py" for name in DASHBOARD))
    session.run("python", "-m", "pytest", *(session.posargs or tests), env={"PYTHONPATH": None})


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def pythons(session: nox.Session) -> None:
    """Each Python that is to be had, with the newest packages for it."""
    session.install(".[pocl,test]")
    test(session, Path(session.create_tmp()), *REPRESENTATIVE)


@nox.session(python="3.11")
def oldest(session: nox.Session) -> None:
    """The oldest packages that clconn takes."""
    session.install(".[pocl,networkx,fast-files]", *OLDEST, *TEST_TOOLS)
    test(session, Path(session.create_tmp()), "tests/command_line")
    # Other tests make matrices as only this scipy can.
    session.install("scipy==1.15.*")
    test(session, Path(session.create_tmp()), *REPRESENTATIVE)


@nox.session
def docs(session: nox.Session) -> None:
    """The documentation site in ``docs/_build/html``: its notebooks run, a warning is an error."""
    session.install(".[pocl,docs]", "cffconvert")
    session.run("cffconvert", "--validate", "--infile", "CITATION.cff")
    options = ("-E", "-n", "-W", "--keep-going", *session.posargs)
    environment = {"PYTHONPATH": None}
    session.run("python", "-m", "sphinx", *options, "docs", "docs/_build/html", env=environment)


@nox.session
def frames(session: nox.Session) -> None:
    """Every library of data frames, graphs and arrays that tests otherwise skip: 700 MB.

    PyTorch is left out: its package brings CUDA, of several gigabytes.
    """
    libraries = ("pandas", "polars", "pyarrow", "narwhals", "igraph", "rustworkx", "jax")
    session.install(".[pocl,test]", *libraries, "dask[dataframe]")
    required = ",".join((*libraries[:-1], "jax.numpy", "dask.dataframe"))
    files = (
        "tests/interchange", "tests/public/test_tables_of_results.py",
        "tests/files/test_arrow_lines.py", "tests/distributed",
    )  # fmt: skip
    command = ("python", "-m", "pytest", *(session.posargs or files))
    session.run(*command, env={"CLCONN_TEST_LIBRARIES": required, "PYTHONPATH": None})


@nox.session
def networkx(session: nox.Session) -> None:
    """All tests of NetworkX, with clconn as its backend: a quarter of an hour.

    First NetworkX answers what clconn does not, then tests that ask it are expected to fail.
    """
    session.install(".[pocl,test]")
    command = ("python", "-m", "pytest", "-q", "--pyargs", "networkx")
    for fallback in ("1", ""):
        environment = {
            "NETWORKX_TEST_BACKEND": "clconn",
            "NETWORKX_FALLBACK_TO_NX": fallback,
            "PYTHONPATH": None,
        }
        session.run(*command, *(session.posargs or ("-n", "2")), env=environment)
