# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Road networks
#
# A county repairs its roads.
# Which roads are the least that must stay open?
# Which bridge limits the trucks between two towns?
# How many closures can the county bear before it falls apart, and in which order should roads be opened again?

# %%
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from scipy.spatial import Delaunay

import clconn

# %% [markdown]
# ## A county
#
# Towns lie at random, and roads join neighbors: the sides of a Delaunay triangulation, without the longest ones.
# The weight of a road is its length.
# Real networks come from a file in one line, `clconn.read("roads.gr.gz")`, with the same functions afterwards.

# %%
random = np.random.default_rng(7)
TOWNS = 2_000
places = random.random((TOWNS, 2)) * 100  # kilometers
corners = Delaunay(places).simplices
sides = np.sort(np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]]))
sides = np.unique(sides, axis=0)
lengths = np.linalg.norm(places[sides[:, 0]] - places[sides[:, 1]], axis=1)
short = lengths < np.quantile(lengths, 0.93)
sources, targets, lengths = *sides[short].T, lengths[short]

county = clconn.Graph.from_edges(sources, targets, n=TOWNS, weights=lengths)
print(county)


# %%
def draw(axes, edges, **style):
    """Draw roads as lines between their towns."""
    lines = np.stack([places[sources[edges]], places[targets[edges]]], axis=1)
    axes.add_collection(LineCollection(lines, **style))
    axes.set(xlim=(0, 100), ylim=(0, 100), aspect="equal", xticks=[], yticks=[])


# %% [markdown]
# ## The least that must stay open
#
# The minimum spanning forest keeps every town connected that is connected now, with as few kilometers as possible.

# %%
forest = clconn.minimum_spanning_forest(county)
kept = forest.edge_ids
print(f"{kept.size:,} of {lengths.size:,} roads:", end=" ")
print(f"{forest.total_weight:,.0f} of {lengths.sum():,.0f} km")

figure, axes = plt.subplots(figsize=(6, 6))
draw(axes, np.arange(lengths.size), colors="0.85", linewidths=0.8)
draw(axes, kept, colors="tab:blue", linewidths=1.2)
axes.set_title("All roads, and those of the minimum spanning forest")
plt.show()

# %% [markdown]
# Less than a quarter of the kilometers is enough, but a tree is fragile: every road of it is the only way.
# How fragile is the full network?

# %% [markdown]
# ## The bridge that limits the trucks
#
# Each road has a bridge, and each bridge a limit of tons.
# The best route for a heavy truck is the one whose weakest bridge is the strongest.
# For all pairs of towns at once these routes lie in the **maximum** spanning forest: take the forest, and walk in it.

# %%
tons = random.integers(5, 60, lengths.size)
bridges = clconn.Graph.from_edges(sources, targets, n=TOWNS, weights=tons)
strongest = clconn.minimum_spanning_forest(bridges, maximum=True)

giant = strongest.largest()
west = giant[np.argmin(places[giant, 0])]
east = giant[np.argmax(places[giant, 0])]
parents = strongest.parents(west)  # each town's next one on the way to `west`

limits = {}
for edge in strongest.edge_ids:
    ends = sources[edge], targets[edge]
    limits[ends] = limits[ends[::-1]] = tons[edge], edge
route = []
town = east
while town != west:
    route.append(limits[town, parents[town]])
    town = parents[town]
limit, weakest = min(route)
print(f"from the far east to the far west: {limit} tons, over {len(route)} roads")

figure, axes = plt.subplots(figsize=(6, 6))
draw(axes, np.arange(lengths.size), colors="0.85", linewidths=0.8)
draw(axes, np.array([edge for _, edge in route]), colors="tab:green", linewidths=2)
draw(axes, np.array([weakest]), colors="tab:red", linewidths=5)
axes.scatter(*places[[west, east]].T, color="black", zorder=3)
axes.set_title(f"The best route for heavy trucks; its weakest bridge (red) bears {limit} tons")
plt.show()

# %% [markdown]
# Is that really the best?
# The trucks get through if and only if the two towns are connected by the bridges that bear as much, which is a question of connected components:

# %%
for asked in (limit, limit + 1):
    strong_enough = tons >= asked
    part = clconn.Graph.from_edges(sources[strong_enough], targets[strong_enough], n=TOWNS)
    there = clconn.connected_components(part).connected(west, east)
    print(f"{asked} tons: {'a way' if there else 'no way'}")

# %% [markdown]
# ## Closures
#
# Now roads close at random.
# To ask after each closure would take thousands of searches; edges cannot be taken out of a union-find forest.
# But they can be put in: go through the closures **backward**, and open one road after another.
# `IncrementalComponents` keeps the components while edges arrive.

# %%
order = random.permutation(lengths.size)
live = clconn.IncrementalComponents(TOWNS)
open_roads, largest, pieces = [0], [1 / TOWNS], [TOWNS]
for batch in np.array_split(order, 80):
    live.insert(sources[batch], targets[batch])
    components = live.components()
    open_roads.append(live.edge_count)
    largest.append(components.sizes().max() / TOWNS)
    pieces.append(components.count)

figure, (upper, lower) = plt.subplots(2, 1, figsize=(7, 5), sharex=True)
closed = 1 - np.array(open_roads) / lengths.size
upper.plot(closed, largest, color="tab:blue")
upper.set_ylabel("share of the towns\nin the largest component")
upper.set_ylim(0, 1.02)
lower.plot(closed, pieces, color="tab:red")
lower.set_ylabel("components")
lower.set_yscale("log")
lower.set_xlabel("share of the roads that are closed")
for axes in (upper, lower):
    axes.grid(alpha=0.3)
figure.suptitle("Nobody notices much until half of the roads are closed")
plt.show()

half = closed[np.flatnonzero(np.array(largest) >= 0.5)[0]]
print(f"half of the towns are together until {half:.0%} of the roads are closed")

# %% [markdown]
# ## A whole country
#
# The same calls take larger networks.
# Here is one of a quarter of a million vertices; `clconn.generate("road24")` has 22 million, for a GPU.
# `timing` says where the time went: to the device, into building kernels (in the first call only), and into computing.

# %%
country = clconn.generate("road", rows=250, columns=250, seed=1, weights="hash")
answer = clconn.minimum_spanning_forest(country)
print(country)
print(f"{answer.count:,} trees, total weight {answer.total_weight:,}")
print(answer.reason)
print(answer.timing)
print(clconn.verify.minimum_forest(country, answer))
