# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # First steps
#
# Some places, and roads between some of them.
# Who can visit whom, which roads are needed for that, and what does it cost to keep them?

# %%
import matplotlib.pyplot as plt
import networkx as nx

import clconn

# %% [markdown]
# ## A graph with names
#
# clconn takes NetworkX graphs as they are.
# This one is small enough to draw: eleven places, and roads with their lengths in kilometers.

# %%
roads = nx.Graph()
roads.add_weighted_edges_from(
    [
        ("Ash", "Birch", 4), ("Birch", "Cedar", 3), ("Ash", "Cedar", 6), ("Cedar", "Dell", 5),
        ("Dell", "Elm", 2), ("Elm", "Cedar", 6), ("Fern", "Glade", 3), ("Glade", "Heath", 4),
        ("Heath", "Fern", 2), ("Ivy", "Juniper", 7),
    ]
)  # fmt: skip
roads.add_node("Kelp Island")
places = {
    "Ash": (0, 3), "Birch": (2, 3.6), "Cedar": (2.4, 2), "Dell": (1, 0.6), "Elm": (3.2, 0.4),
    "Fern": (5, 3.4), "Glade": (6.8, 2.8), "Heath": (5.4, 2), "Ivy": (5, 0.4), "Juniper": (7, 0.8),
    "Kelp Island": (8.6, 2.4),
}  # fmt: skip


def draw(colors, kept=None, title=""):
    """Draw the roads; those that are not kept are dashed."""
    _, axes = plt.subplots(figsize=(7, 4))
    kept = set(roads.edges) if kept is None else kept
    solid = [edge for edge in roads.edges if edge in kept or edge[::-1] in kept]
    dashed = [edge for edge in roads.edges if edge not in solid]
    nx.draw_networkx_edges(roads, places, edgelist=solid, width=2, ax=axes)
    nx.draw_networkx_edges(roads, places, edgelist=dashed, style="dashed", alpha=0.3, ax=axes)
    nx.draw_networkx_nodes(
        roads, places, node_color=colors, cmap="Set2", node_size=900, vmin=0, vmax=7, ax=axes
    )
    nx.draw_networkx_labels(roads, places, font_size=8, ax=axes)
    axes.margins(0.12)
    axes.set_title(title)
    axes.set_axis_off()
    plt.show()


# %% [markdown]
# ## Who can visit whom?
#
# Two places are in the same connected component if roads lead from the one to the other.
# The result answers by name.

# %%
result = clconn.connected_components(roads)
print("components:", result.count)
print("places in each:", result.sizes().tolist())
print("Ash to Elm:", result.connected("Ash", "Elm"))
print("Ash to Ivy:", result.connected("Ash", "Ivy"))
print("with Fern:", result.members(result.label_of("Fern")))

# %% [markdown]
# `labels` has a number for each place, which is all that a picture needs.

# %%
draw(result.labels, title=f"{result.count} components")

# %% [markdown]
# ## Which roads are needed?
#
# Snow falls, and only some roads can be cleared.
# Everybody should still reach whom they reach now, and the plows should drive as little as possible.
# That is the minimum spanning forest: a tree for each component, of the least total length.

# %%
forest = clconn.minimum_spanning_forest(roads)
sources, targets = forest.edges
names = forest.nodes
cleared = {(names[u], names[v]) for u, v in zip(sources, targets, strict=True)}
everything = sum(length for _, _, length in roads.edges.data("weight"))
print(f"{len(cleared)} of {len(roads.edges)} roads are cleared:", end=" ")
print(f"{forest.total_weight} of {everything} km")

# %%
draw(forest.labels, kept=cleared, title=f"{forest.total_weight} km keep everybody connected")

# %% [markdown]
# Each component of n places keeps n - 1 roads: one fewer would cut somebody off, one more would close a circle.
# There is exactly one answer even if lengths are equal, because the roads that you named first win.

# %% [markdown]
# ## And if roads are one-way?
#
# In a directed graph the question has two answers.
# Weakly, places are connected if somebody who ignores the signs gets through.
# Strongly, they are connected if one can drive there *and back*.

# %%
one_way = nx.DiGraph()
one_way.add_edges_from(
    [("Ash", "Birch"), ("Birch", "Cedar"), ("Cedar", "Ash"), ("Cedar", "Dell"), ("Dell", "Elm")]
)
print("weakly:", clconn.connected_components(one_way).count)
strong = clconn.strongly_connected_components(one_way)
print("strongly:", strong.count)
for group in strong.groups():
    print("  there and back:", group)

# %% [markdown]
# From Dell and Elm there is no way back to the others.
# The condensation is the graph of the strong components; it has no circles, so it can be read in one direction.

# %%
dag = strong.condensation()
print(dag.n, "components,", dag.arc_count, "arcs between them, sizes", dag.sizes.tolist())

# %% [markdown]
# The same functions take graphs of hundreds of millions of edges.
# [Road networks](road_networks) and [social networks](social_networks) go on with larger ones.
