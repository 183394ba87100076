r"""Graph files: one function to read and one to write all formats.

==================  ======================  ===============================================
format              suffixes                what it holds
==================  ======================  ===============================================
``npz``             .npz                    everything: ``sources`` and ``targets``, or
                                            ``offsets`` and ``neighbors`` for rows, ``n``,
                                            ``directed`` and ``weights`` of any dtype, as
                                            NumPy arrays
``scipy``           .npz                    ``scipy.sparse.save_npz`` of any sparse format;
                                            a matrix of bools has no weights; not whether
                                            it is directed
``npy``             .npy                    one array of shape (m, 2), or ``X.sources.npy``
                                            and ``X.targets.npy``, ``X.offsets.npy`` and
                                            ``X.neighbors.npy``, ``X.weights.npy``; only
                                            the single array is written, without weights
                                            and without vertices behind the largest id
``matrix-market``   .mtx .mm                coordinate matrices: pattern, integer or real,
                                            general or symmetric; not whether it is directed
``dimacs``          .gr .dimacs .col        ``p sp`` with ``a u v w``, ``p edge`` with
                                            ``e u v``, PACE's ``p tw`` with ``u v``; ids
                                            from 1; not whether it is directed
``ecl``             .egr                    binary rows with 32-bit or 64-bit header, int32
                                            weights; undirected edges at both ends, without
                                            self loops
``edge-list``       .txt .el .wel .edges    ``u v`` or ``u v weight``, ids from 0, parted by
                    .edgelist .tsv          blanks, tabs or commas, ``#`` and ``%`` comments,
                                            perhaps a first line ``source,target``; what
                                            NetworkX writes, ``u v {'weight': 3.5}``; the
                                            number of vertices only in a comment
                                            ``# Nodes: n``; not whether it is directed
``metis``           .graph .metis           undirected adjacency lists, ids from 1, integer
                                            weights; without self loops
==================  ======================  ===============================================

Files are recognised by content, then by suffix; gzip is looked through for text
and ``ecl``. Lines of two or three numbers that are all alike may be an edge list
or METIS, and then the suffix decides. Where a guess fails, the message says what
was guessed. A byte order mark before UTF-8 text is skipped. Everything is read as
undirected unless the file or the caller says otherwise. Edges keep the order of the file, so edge
ids in results count its entries; parallel edges, self loops and zero weights
are kept. ``ecl`` and ``metis`` store each undirected edge twice and are read as
they are stored, with two entries for each edge; ``npz`` and ``scipy`` store rows
as they are. Elsewhere each undirected edge is written once, also where symmetric
rows hold it at both ends (:meth:`clconn.Graph.undirected_edges`). Integer weights are read exactly
as int64 (NumPy files: as they are, ``ecl``: int32), real ones as float64. ``ecl``
tells weights by the length of the file, so without edges there are none.
"""

from __future__ import annotations

from clconn.files.atomic import atomic_output
from clconn.files.contract import Format
from clconn.files.formats import FORMATS
from clconn.files.reading import detect_format, read
from clconn.files.writing import target_format, write

__all__ = ["FORMATS", "Format", "atomic_output", "detect_format", "read", "target_format", "write"]
