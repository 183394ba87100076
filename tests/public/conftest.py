"""Fixtures of the public functions: both backends, OpenCL where there is a device."""

from __future__ import annotations

import pytest

import clconn


@pytest.fixture(scope="session")
def any_device(pytestconfig: pytest.Config) -> None:
    """Skip a test where no OpenCL device is usable."""
    if pytestconfig.getoption("--without-opencl") or not any(
        device.usable for platform in clconn.devices().platforms for device in platform.devices
    ):
        pytest.skip("no OpenCL device")


@pytest.fixture(scope="session", params=["reference", "opencl"])
def backend(request: pytest.FixtureRequest) -> str:
    """Each backend by its name; OpenCL on the default device."""
    if request.param == "opencl":
        request.getfixturevalue("any_device")
    name: str = request.param
    return name
