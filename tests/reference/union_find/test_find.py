"""Every find keeps the invariant, and each shortens the path as it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.union_find.find import FINDS, compress, finalize, halve, naive, single, split
from tests.helpers.strategies import forests

CHAIN = [0, 0, 1, 2, 3, 4, 5]


def _path(parents: list[int], v: int) -> list[int]:
    path = [v]
    while parents[path[-1]] != path[-1]:
        path.append(parents[path[-1]])
    return path


@pytest.mark.parametrize("find", FINDS.values(), ids=FINDS)
@given(parents=forests(), data=st.data())
def test_find_returns_the_root_and_moves_nothing_to_another_tree(find, parents, data):
    before = parents.copy()
    roots = [_path(before, v)[-1] for v in range(len(before))]
    v = data.draw(st.integers(0, len(parents) - 1))

    assert find(parents, v) == roots[v]
    assert all(now <= then for now, then in zip(parents, before, strict=True))
    assert [_path(parents, u)[-1] for u in range(len(parents))] == roots
    # A find touches its own path only, and gives its vertices parents on that path.
    path = _path(before, v)
    for u, (now, then) in enumerate(zip(parents, before, strict=True)):
        assert now == then or (u in path and now in path)


@pytest.mark.parametrize(
    ("find", "expected"),
    [
        (naive, [0, 0, 1, 2, 3, 4, 5]),
        (single, [0, 0, 1, 2, 3, 4, 0]),
        (compress, [0, 0, 0, 0, 0, 0, 0]),
        (halve, [0, 0, 0, 2, 2, 4, 4]),
        (split, [0, 0, 0, 1, 2, 3, 4]),
    ],
)
def test_what_each_find_leaves_of_a_chain(find, expected):
    parents = CHAIN.copy()
    assert find(parents, 6) == 0
    assert parents == expected


@pytest.mark.parametrize("find", FINDS.values(), ids=FINDS)
def test_a_root_finds_itself(find):
    parents = [0, 1]
    assert find(parents, 1) == 1
    assert parents == [0, 1]


@pytest.mark.parametrize("find", FINDS.values(), ids=FINDS)
@given(parents=forests())
def test_finalize_points_every_vertex_to_its_root(find, parents):
    roots = [_path(parents, v)[-1] for v in range(len(parents))]
    finalize(parents, find)
    assert parents == roots
