# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Exploring the design space
#
# There are hundreds of ways to find connected components, and none is the best on all graphs.
# clconn has 339 from one paper alone, and runs, verifies and ranks them on *your* graph and *your* device.
# This page explores a part of them on three graphs that could hardly be less alike.

# %%
import matplotlib.pyplot as plt
import numpy as np

import clconn

# %% [markdown]
# ## The table
#
# The name of a variant has three parts.
# *Edges* says in which order edges are met, and what is sampled first; *finish* how two trees are joined; *compression* how paths are shortened.

# %%
table = clconn.variants("components")
published = clconn.variants("components", origin="gconn")
print(f"{len(table)} variants, of which {len(published)} are GConn's")
for part in ("edges", "finish", "compression"):
    print(f"{part}:", ", ".join(dict.fromkeys(getattr(row, part) for row in table)))

# %% [markdown]
# ## Three graphs
#
# - A **social** network: short ways, few hubs, one giant component.
# - A **road** network: long ways, few edges for each vertex.
# - **Cliques**: many small components, no giant.

# %%
graphs = {
    "social": clconn.generate("rmat", scale=15, edges=400_000, seed=1),
    "road": clconn.generate("road", rows=120, columns=120, seed=1),
    "cliques": clconn.generate(
        "ssca2", n=1 << 15, maximum_clique_size=24, interclique_probability=0.0, seed=1
    ),
}
for name, graph in graphs.items():
    result = clconn.connected_components(graph)
    giant = result.sizes().max() / graph.n
    print(f"{name}: {graph.n:,} vertices, {graph.edge_count:,} entries,", end=" ")
    print(f"{result.count:,} components, {giant:.0%} in the largest")

# %% [markdown]
# ## Measure
#
# `explore` runs each variant with the graph on the device and the kernels built, verifies its answer, and takes the median of some runs.
# Nine variants keep this page short; without `variants` it takes all.

# %%
CHOSEN = [
    f"{edges}/{finish}"
    for edges in ("csr", "kout", "coo")
    for finish in ("ecl/split", "async/naive", "rem-cas/naive+split-one")
]
explorations = {
    name: clconn.explore(graph, variants=CHOSEN, repeats=3, time_limit=1.0)
    for name, graph in graphs.items()
}
for name, exploration in explorations.items():
    assert not exploration.failures()
    first, *_, last = exploration.ranking()
    print(f"{name}: from {first.milliseconds:.2f} ms ({first.variant})", end=" ")
    print(f"to {last.milliseconds:.2f} ms ({last.variant})")

# %% [markdown]
# All answers are right, and all are the same, bit for bit; only the times differ.


# %%
def slowdowns_of(exploration):
    """The time of each chosen variant over that of the fastest one."""
    ranking = {row.variant: exploration.slowdown(row) for row in exploration.ranking()}
    return [ranking[name] for name in CHOSEN]


slowdowns = np.array([slowdowns_of(exploration) for exploration in explorations.values()])
figure, axes = plt.subplots(figsize=(9, 3.2))
image = axes.imshow(np.log2(slowdowns), cmap="magma_r", aspect="auto", vmin=0, vmax=5)
axes.set_xticks(range(len(CHOSEN)), CHOSEN, rotation=40, ha="right", fontsize=8)
axes.set_yticks(range(len(graphs)), list(graphs))
for (y, x), slowdown in np.ndenumerate(slowdowns):
    ink = "white" if slowdown > 6 else "black"
    axes.text(x, y, f"{slowdown:.1f}", ha="center", va="center", color=ink, fontsize=8)
axes.set_title("Time over that of the fastest of each row")
figure.colorbar(image, label="log2 of the slowdown")
plt.show()

# %% [markdown]
# Look for three things in the picture, and then for your own on your device.
#
# - **Sampling** (`kout`) pays on a GPU where a giant component exists and vertices have many edges, because the edges between its vertices are never read.
#   Without a giant, and on a processor of few cores, it is work for nothing.
# - **Compression** matters where trees get deep.
#   `naive` does nothing on the way, which is good until it is very bad.
# - The **order of the edges** matters for memory: `coo` reads them as they come, `csr` by vertex.
#
# The graphs of this page are small, so that it runs in seconds, and such times jitter.
# On graphs of some hundred millions of edges an H100 shows clearer pictures; `docs/performance/design-space.md` has them.

# %% [markdown]
# ## What `"auto"` does
#
# Rules choose a variant by the device, the average degree and a short look at the graph, and the result says why:

# %%
for name, graph in graphs.items():
    result = clconn.connected_components(graph)
    print(f"{name}: {result.variant}, {result.reason}")

# %% [markdown]
# ## Keep what was found
#
# An exploration is a file, which a later one goes on from, and a page of HTML with the ranking and a heat map.
# On the command line: `clconn explore FILE -o found.json --html found.html`.

# %%
best = explorations["social"].ranking()[0].variant
print("on the social network take", best)
answer = clconn.connected_components(graphs["social"], variant=best, verify=True)
print(answer.count, "components, verified;", answer.timing)
