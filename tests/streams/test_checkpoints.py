"""A stream that is killed goes on from its checkpoint: nothing is lost, nothing counted twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest

import clconn
from clconn.errors import GraphFileError, OutputError
from clconn.streams import open_batches, stream_components
from clconn.streams.checkpoint import read_place
from tests.streams.samples import EDGES, write_all

REFERENCE = {"backend": "reference"}


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("sources"))


@pytest.fixture
def state(tmp_path):
    return tmp_path / "state"


def _stream(source, state, **more):
    arguments = {"batch": 10, "every": 2, "checkpoint": state, "resume": True, **REFERENCE, **more}
    return stream_components(source.make(), **source.arguments, **arguments)


class StopError(Exception):
    """Ends a stream in the middle."""


def _stop_after(monkeypatch, batches):
    """Have the insertion of a batch fail."""
    original = clconn.IncrementalComponents.insert
    seen = []

    def insert(self, u, v):
        if len(seen) == batches:
            raise StopError
        seen.append(len(u))
        original(self, u, v)

    monkeypatch.setattr(clconn.IncrementalComponents, "insert", insert)
    return seen


@pytest.mark.parametrize("stop", [1, 2, 5, 13])
def test_going_on_where_the_last_checkpoint_was(sources, tmp_path, stop):
    for number, (name, source) in enumerate(sources.items()):
        state = tmp_path / f"{number}"
        with pytest.MonkeyPatch.context() as patch:
            _stop_after(patch, stop)
            with pytest.raises(StopError):
                _stream(source, state)
        expected = stop // 2 * 20
        assert state.exists() == (expected > 0), name
        with pytest.MonkeyPatch.context() as patch:
            seen = _stop_after(patch, None)
            streamed = _stream(source, state, batch=17)
        assert sum(seen) == 137 - expected, name
        assert (streamed.resumed_at, streamed.edge_count) == (expected, 137), name
        whole = stream_components(source.make(), **source.arguments, **REFERENCE).components()
        assert streamed.components().roots.tolist() == whole.roots.tolist(), name
        assert streamed.n == whole.n


def test_a_finished_stream_goes_on_at_its_end(sources, state):
    source = sources["edges.txt"]
    first = _stream(source, state)
    again = _stream(source, state)
    assert (again.resumed_at, again.batches, again.edge_count) == (137, first.batches, 137)
    assert again.components().labels.tolist() == first.components().labels.tolist()
    assert again.edges_per_second == 0


def test_no_edges(state):
    for _ in range(2):
        streamed = stream_components([], 4, checkpoint=state, resume=True, **REFERENCE)
        assert (streamed.count, streamed.edge_count) == (4, 0)


def test_another_device_and_variant_go_on(sources, state, device):
    source = sources["rows.npy"]
    with pytest.MonkeyPatch.context() as patch:
        _stop_after(patch, 4)
        with pytest.raises(StopError):
            _stream(source, state)
    streamed = _stream(source, state, backend=None, device=device, variant="coo/async/halve")
    assert (streamed.live.variant, streamed.resumed_at) == ("coo/async/halve", 40)
    whole = clconn.connected_components(clconn.Graph.from_edges(*EDGES.T), backend="scipy")
    assert streamed.components().roots.tolist() == whole.roots.tolist()


def test_the_components_of_a_checkpoint_alone(sources, state):
    with pytest.MonkeyPatch.context() as patch:
        _stop_after(patch, 5)
        with pytest.raises(StopError):
            _stream(sources["rows.npy"], state)
    live = clconn.IncrementalComponents.load(state, **REFERENCE)
    assert live.edge_count == 40
    whole = clconn.connected_components(
        clconn.Graph.from_edges(*EDGES[:40].T, live.n), backend="scipy"
    )
    assert live.components().roots.tolist() == whole.roots.tolist()


def test_an_existing_checkpoint_is_not_overwritten(sources, state):
    _stream(sources["edges.txt"], state)
    before = state.read_bytes()
    with pytest.raises(OutputError, match=r"state: is there already; .*--resume"):
        _stream(sources["edges.txt"], state, resume=False)
    assert state.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "difference"),
    [
        ("rows.npy", "kind"),
        ("quotes.csv", "size"),
        ("matrix.mtx", "format"),
        ("edges.txt by a pipe", "size"),
        ("edges.txt.gz", "size"),
        ("rows.npy as an array", "kind"),
    ],
)
def test_another_source_is_refused(sources, state, name, difference):
    _stream(sources["edges.txt"], state)
    with pytest.raises(GraphFileError, match=rf"state: is the checkpoint of another source than "
                       rf".*: the {difference} differs"):  # fmt: skip
        _stream(sources[name], state)


def test_the_same_size_and_another_beginning_is_refused(tmp_path, state):
    path = tmp_path / "edges.txt"
    for text in ("0 1\n2 3\n", "0 1\n2 4\n"):
        path.write_text(text)
        if state.exists():
            with pytest.raises(GraphFileError, match=r"the beginning differs; name that source"):
                stream_components(path, checkpoint=state, resume=True, **REFERENCE)
        else:
            stream_components(path, checkpoint=state, **REFERENCE)


def test_another_n_is_refused(sources, state):
    _stream(sources["rows.npy"], state)
    with pytest.raises(GraphFileError, match=r"begun without n \(--n\), and this is with n = 70"):
        _stream(sources["rows.npy"], state, n=70)


def test_a_checkpoint_that_is_cut_off_anywhere(sources, state):
    _stream(sources["rows.npy"], state)
    data = state.read_bytes()
    for length in (*range(0, len(data), 97), len(data) - 1):
        state.write_bytes(data[:length])
        with pytest.raises(GraphFileError, match=r"state: .*(checkpoint of a stream|damaged)"):
            _stream(sources["rows.npy"], state)
        assert state.read_bytes() == data[:length]


def test_a_checkpoint_with_a_wrong_byte(sources, state):
    _stream(sources["rows.npy"], state)
    data = state.read_bytes()
    whole = _stream(sources["rows.npy"], state).components().roots.tolist()
    for place in range(0, len(data), 53):
        wrong = bytearray(data)
        wrong[place] ^= 0xFF
        state.write_bytes(wrong)
        try:
            streamed = _stream(sources["rows.npy"], state)
        except GraphFileError as error:
            assert "state" in str(error)  # noqa: PT017
        else:
            # Bytes that nobody reads, such as dates.
            assert streamed.components().roots.tolist() == whole
            assert streamed.edge_count == 137


def _rewrite(state, **changes):
    """Change the words of a checkpoint."""
    with np.load(state) as archive:
        arrays = dict(archive)
    words = {**json.loads(arrays["clconn_stream"].item()), **changes}
    arrays["clconn_stream"] = np.array(json.dumps(words))
    with open(state, "wb") as stream:
        np.savez(stream, **arrays)


def test_checkpoints_of_other_programs(sources, state, tmp_path):
    source = sources["rows.npy"]
    _stream(source, state)
    _rewrite(state, version=2)
    with pytest.raises(GraphFileError, match="a checkpoint of format 2, and this clconn reads"):
        _stream(source, state)
    _rewrite(state, version=1, position={"edges": 20})
    with pytest.raises(GraphFileError, match="counts other edges than those before its place"):
        _stream(source, state)
    for words in ({"position": {"edges": -1}}, {"position": [1]}):
        _rewrite(state, **words)
        with pytest.raises(ValueError, match="is none that this source had"):
            _stream(source, state)
    clconn.IncrementalComponents(5, **REFERENCE).save(state)
    with pytest.raises(GraphFileError, match="has no place in a source"):
        _stream(source, state)
    with zipfile.ZipFile(state, "w") as archive:
        archive.writestr("clconn_stream.npy", b"something")
    with pytest.raises(GraphFileError, match="checkpoint of a stream"):
        _stream(source, state)
    state.write_text("0 1\n")
    with pytest.raises(GraphFileError, match="expected the checkpoint of a stream"):
        _stream(source, state)
    with pytest.raises(GraphFileError, match="Is a directory"):
        _stream(source, tmp_path)
    with pytest.raises(OutputError, match="there is no directory"):
        _stream(source, tmp_path / "nowhere" / "state")


def test_what_a_killed_program_left_is_overwritten(sources, state):
    part = state.with_name("state.part")
    part.write_bytes(b"half of a checkpoint")
    _stream(sources["rows.npy"], state)
    assert not part.exists()
    assert os.listdir(state.parent) == ["state"]


KILL = """
import os, random, signal, sys, time
import numpy as np
import clconn
from clconn.streams import stream_components
from clconn.streams.checkpoint import read_place

path, state, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
arguments = dict(batch=20, every=1, checkpoint=state, resume=True, backend="reference")
edges = np.load(sys.argv[4])
before = finished = kills = parts = went_on = 0
draw = random.Random(7)


def changed():
    return os.stat(state).st_mtime_ns if os.path.exists(state) else None


while kills < rounds:
    child = os.fork()
    if child == 0:
        streamed = stream_components(path, **arguments)
        os._exit(7 if streamed.edge_count == len(edges) else 1)
    if draw.random() < 0.7:
        # However slow the machine is, most children live to write a checkpoint.
        stamp = changed()
        deadline = time.monotonic() + 30
        while changed() == stamp and time.monotonic() < deadline:
            time.sleep(0.001)
            if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
    time.sleep(draw.random() * 0.03)
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 7, status
    kills += os.WIFSIGNALED(status)
    parts += os.path.exists(state + ".part")
    if not os.path.exists(state):
        assert before == 0
        continue
    place = read_place(state)
    count = place.position["edges"]
    live = clconn.IncrementalComponents.load(state, backend="reference")
    assert live.edge_count == count >= before, (live.edge_count, count, before)
    assert place.batches * 20 == count or count == len(edges)
    graph = clconn.Graph.from_edges(*edges[:count].T, live.n)
    whole = clconn.connected_components(graph, backend="scipy")
    assert (live.components().roots == whole.roots).all()
    went_on += count > before > 0
    before = count
    if count == len(edges):
        finished += 1
        before = 0
        os.remove(state)
streamed = stream_components(path, **arguments)
assert streamed.edge_count == len(edges)
whole = clconn.connected_components(clconn.Graph.from_edges(*edges.T), backend="scipy")
assert (streamed.components().roots == whole.roots).all()
print(kills, went_on, finished, parts)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("kind", ["text", "npy"])
def test_killed_at_random_moments(tmp_path, kind):
    edges = np.random.default_rng(5).integers(0, 5000, (4000, 2))
    edges[-1] = (5000, 4999)
    np.save(tmp_path / "edges.npy", edges)
    path = tmp_path / "edges.npy"
    if kind == "text":
        path = tmp_path / "edges.txt"
        path.write_text("".join(f"{u}\t{v}\n" for u, v in edges.tolist()))
    words = [sys.executable, "-W", "ignore", "-c", KILL, path, tmp_path / "state", "50",
             tmp_path / "edges.npy"]  # fmt: skip
    result = subprocess.run(
        [*map(str, words)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )
    assert (result.returncode, result.stderr) == (0, "")
    kills, went_on, *_ = map(int, result.stdout.split())
    assert kills == 50
    assert went_on >= 10
    assert {"state", "edges.npy"} <= set(os.listdir(tmp_path)) <= {
        "state", "state.part", "edges.npy", "edges.txt",
    }  # fmt: skip


def test_places_are_read_back(sources, state):
    streamed = _stream(sources["weights.csv"], state)
    place = read_place(str(state))
    with open_batches(sources["weights.csv"].make()) as batches:
        assert place.identity == batches.identity
    assert place.position["edges"] == streamed.edge_count
    assert (place.n, place.batches) == (None, 14)
