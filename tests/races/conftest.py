"""Skip these tests where nothing compiles C."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from tests.helpers.kernels_as_c import c_compiler
from tests.races.interleavings import Explorer


@pytest.fixture(scope="session")
def explorer(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[Mapping[str, str | None], str | None], Explorer]:
    """Make an explorer of the switches of a find and a union, and of a text of the kernels."""
    if c_compiler() is None:
        pytest.skip("there is no C compiler: neither gcc nor clang nor cc")
    folder = tmp_path_factory.mktemp("explorers")

    def make(switches: Mapping[str, str | None], text: str | None = None) -> Explorer:
        return Explorer(folder, switches, text)

    return make
