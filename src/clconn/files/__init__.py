r"""Graph files: one function reads all formats, and one writes them.

==================  ======================  ===============================================
format              suffixes                content
==================  ======================  ===============================================
``npz``             .npz                    everything: ``sources`` and ``targets``, or
                                            ``offsets`` and ``neighbors`` for rows, ``n``,
                                            ``directed`` and ``weights`` of any dtype, as
                                            NumPy arrays
``scipy``           .npz                    ``scipy.sparse.save_npz`` of any sparse format;
                                            a matrix of bools has no weights
``npy``             .npy                    one array of shape (m, 2) or (2, m), or
                                            ``X.sources.npy`` and ``X.targets.npy``,
                                            ``X.offsets.npy`` and ``X.neighbors.npy``,
                                            ``X.weights.npy``; only the single array (m, 2)
                                            is written, without weights and without
                                            vertices after the largest id
``matrix-market``   .mtx .mm                coordinate matrices of any field and symmetry;
                                            complex ones without weights; of a skew-symmetric
                                            one the stored triangle counts
``dimacs``          .gr .dimacs .col        ``p sp`` with ``a u v w``, ``p edge`` with
                                            ``e u v``, PACE's ``p tw`` with ``u v``; ids
                                            from 1
``ecl``             .egr                    binary rows with 32-bit or 64-bit header, int32
                                            weights; undirected edges at both ends, without
                                            self loops
``edge-list``       .txt .el .wel .edges    ``u v`` or ``u v weight``, ids from 0, separated by
                    .edgelist .tsv .csv     blanks, tabs, commas or semicolons, perhaps in
                                            double quotes, ``#`` and ``%`` comments,
                                            optionally a first line ``source,target``; the
                                            form of NetworkX, ``u v {'weight': 3.5}``; that
                                            of KONECT; the number of vertices only in a
                                            comment ``# Nodes: n``
``metis``           .graph .metis           undirected adjacency lists, ids from 1, integer
                                            weights; without self loops
==================  ======================  ===============================================

The content of a file decides its format, then the suffix. Text formats and ``ecl`` may
be compressed with gzip. If all lines have two numbers, or all have three, the file may
be an edge list or METIS, and the suffix decides. If a guess fails, the message says what
was guessed. A byte order mark before UTF-8 text is skipped. Pipes and open files are
read, too; a pipe has no suffix, unless it has a name.

Text whose lines differ in their digits alone is parsed by columns, in threads; anything else by
:func:`numpy.loadtxt`, which takes longer and one core. ``pip install 'clconn[fast-files]'`` adds
isal, with which gzip is decompressed in a third of the time, and pyarrow. That parses edge lists,
DIMACS and Matrix Market on all cores, if there are four or more: after the first 32 MB of a text,
or at once if your program has imported pyarrow. The graph and the errors are the same.

The arrays of ``npz`` (not compressed), ``npy`` and ``ecl`` (not gzip) files are mapped into memory,
if they have 64 KiB or more: the graph's arrays are the pages of the file where their types are the
graph's (int32 ids) and they are aligned, as in what clconn writes; others are copied or converted.
Writing to an array does not change the file. To replace or remove the file does not change the
graph; clconn itself always replaces. But a program that writes *into* the file may change the
graph behind clconn's checks, and one that cuts the file off may end your process (SIGBUS): take
``copy.deepcopy(graph)`` first. The checksums of an ``npz`` file are not compared for arrays that
are mapped.

The first line of an edge list is an edge. If it fits the numbers of vertices and edges
of the rest, or the size line of a Matrix Market file that lost its banner, a
:class:`clconn.errors.GraphFileWarning` says what to do. With the suffix .mtx, or if the
format is named, a file without its banner is read as a general matrix.

With ``renumber=True`` the ids of an ``edge-list``, or of the edges in ``npy`` and ``npz``,
are names: integers of any size, or words, such as ``alice bob 3``. The vertices are the
names that occur, in ascending order: integers by value, strings by code point. Vertices
without edges vanish, also those that ``# Nodes:`` or ``n`` count. If one id is no
integer, all are strings. Then only whole lines are comments, and a first line of words
names the columns if they are such as ``source,target``, if the third is such as
``weight``, or if the next line has integers. ``NA`` and the like among integers are an
error, and among words a name, with a warning. Only ``npz`` stores names
(``clconn.files.stored_names``); the other formats get the numbers of the vertices.

The format of KONECT has a first line such as ``% sym unweighted``. Its ids begin with 1,
so id i is vertex i - 1, and a second line ``% m n n`` may count isolated vertices. In a
bipartite file (``% bip``) the ids of the second column follow those of the first. Of four
columns the third is the weight, and the fourth, a time, is ignored; in other edge lists,
too, but with a warning. Edge lists of four columns separated by blanks need a suffix from
the table, because METIS files can look the same.

A graph is undirected unless an ``npz`` file or the caller says otherwise: with
``directed=True`` the entries of any file are arcs. Where the direction matters, as for
``clconn scc``, the command line reads entries as arcs, unless the file says that its edges have no
direction: an ``npz`` file with ``directed`` False, a Matrix Market file with a symmetry, ``metis``,
``p edge`` and ``p tw``, an edge list with SNAP's comment ``# Undirected graph`` or KONECT's
``% sym`` or ``% bip``.

Edges keep the order of the file, so edge ids in results count its entries. Parallel edges, self
loops and zero weights are kept. ``ecl`` and ``metis`` store each undirected edge twice and are read
as two entries for each edge; ``npz`` and ``scipy`` store rows unchanged. The other formats
store each undirected edge once, even if symmetric rows store it at both ends; if its two
entries differ, with the lighter weight (:meth:`clconn.Graph.undirected_edges`). Integer
weights become int64 (int32 for ``ecl``, any dtype in NumPy files), real weights float64. The
size of an ``ecl`` file shows whether it has weights, so a file without edges has none.
"""

from __future__ import annotations

from clconn.files.atomic import atomic_output
from clconn.files.contract import Format
from clconn.files.formats import FORMATS
from clconn.files.reading import detect_format, read
from clconn.files.writing import target_format, write

__all__ = ["FORMATS", "Format", "atomic_output", "detect_format", "read", "target_format", "write"]
