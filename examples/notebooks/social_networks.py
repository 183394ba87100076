# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Social networks
#
# Who is connected with whom in a social network, how did it come to that, and who can be heard by whom?

# %%
import matplotlib.pyplot as plt
import numpy as np
from scipy.sparse.csgraph import breadth_first_order

import clconn

# %% [markdown]
# ## Two networks of the same size
#
# An R-MAT graph imitates social networks: few people know very many, and many know few.
# In a uniform random graph all are alike.
# Both have 65,536 people and about as many friendships for each.

# %%
SCALE, FRIENDSHIPS = 16, 400_000
networks = {
    "R-MAT": clconn.generate("rmat", scale=SCALE, edges=FRIENDSHIPS, seed=5, permute=True),
    "uniform": clconn.generate("uniform-random", n=1 << SCALE, edges=FRIENDSHIPS, seed=5),
}

_, axes = plt.subplots(figsize=(7, 3.5))
for name, network in networks.items():
    degrees = np.diff(network.adjacency().offsets)
    values, counts = np.unique(degrees[degrees > 0], return_counts=True)
    axes.loglog(values, counts, ".", label=name, alpha=0.7)
    print(f"{name}: {np.mean(degrees == 0):.0%} know nobody, one knows {degrees.max():,}")
axes.set(xlabel="acquaintances", ylabel="people", title="How many know how many")
axes.legend()
plt.show()

# %% [markdown]
# ## The giant
#
# In nearly every large network one component holds most of those who know anybody, and the others are tiny.

# %%
for name, network in networks.items():
    result = clconn.connected_components(network)
    sizes = np.sort(result.sizes())[::-1]
    print(f"{name}: {result.count:,} components; the largest have {sizes[:4].tolist()}")

# %% [markdown]
# When does the giant appear?
# Let the friendships of each network arrive one after another, in random order, and watch.
# `IncrementalComponents` keeps the components while edges arrive; it stores a number for each person, and no edge.

# %%
random = np.random.default_rng(5)
_, axes = plt.subplots(figsize=(7, 3.8))
for name, network in networks.items():
    people, others = network.undirected_edges()[:2]  # the rows store each at both ends
    order = random.permutation(people.size)
    live = clconn.IncrementalComponents(network.n)
    arrived, shares = [], []
    for batch in np.array_split(order, 100):
        live.insert(people[batch], others[batch])
        arrived.append(live.edge_count / network.n)
        shares.append(live.components().sizes().max() / network.n)
    axes.plot(arrived, shares, label=name)
axes.axvline(0.5, color="0.6", linestyle="dashed", linewidth=1)
axes.annotate("half a friendship\nfor each person", (0.55, 0.85), color="0.4")
axes.set(xlim=(0, 3), xlabel="friendships for each person, so far")
axes.set(ylabel="share of the largest component", title="A giant appears")
axes.legend(loc="center right")
axes.grid(alpha=0.3)
plt.show()

# %% [markdown]
# In the uniform graph nothing happens until there is half a friendship for each person; then the giant appears at once.
# Erdős and Rényi proved that threshold, and it is why sampling works: a few edges of each vertex are enough to find most of the largest component, and all other edges of its vertices need never be read.
# That idea is Afforest's and GConn's `kout`, and Cong and Muzio's *Stages* are built on it, too.
# In the R-MAT graph, those who know everybody begin the giant at once, but many people stay alone for ever.

# %% [markdown]
# ## Who can be heard by whom?
#
# On many networks one follows others, and is not followed back.
# Then the graph is directed, and news go one way.
# Broder and others looked at the web like that in 2000, and saw a **bow tie**: a strongly connected core, a part that leads into it, a part that it leads out to, and the rest.

# %%
follows = clconn.generate("rmat", scale=SCALE, edges=FRIENDSHIPS, seed=5, directed=True)
strong = clconn.strongly_connected_components(follows)
dag = strong.condensation()
core = int(np.argmax(dag.sizes))
print(f"{strong.count:,} strong components, of which the core has {dag.sizes[core]:,} people")
print(f"{strong.is_trivial.sum():,} are one person each")

# %% [markdown]
# What the core leads to, and what leads to the core, are searches in the condensation: it has no circles, and is much smaller than the graph.

# %%
arcs = dag.to_scipy()
forward = breadth_first_order(arcs, core, return_predecessors=False)
backward = breadth_first_order(arcs.T.tocsr(), core, return_predecessors=False)
weak = clconn.connected_components(follows)
with_the_core = int(weak.sizes().max())

parts = {
    "lead into it": int(dag.sizes[backward].sum() - dag.sizes[core]),
    "the core": int(dag.sizes[core]),
    "it leads to": int(dag.sizes[forward].sum() - dag.sizes[core]),
}
parts["beside it"] = with_the_core - sum(parts.values())
parts["apart"] = follows.n - with_the_core

_, axes = plt.subplots(figsize=(7, 2.8))
bars = axes.barh(list(parts), [size / follows.n for size in parts.values()], color="tab:blue")
axes.bar_label(bars, [f"{size:,}" for size in parts.values()], padding=4)
axes.invert_yaxis()
axes.set(xlabel="share of all people", xlim=(0, 1), title="The bow tie of a network that follows")
plt.show()

# %% [markdown]
# ## A closer look at one group
#
# `subgraph` makes a graph of some vertices and all edges between them, and keeps their names.
# Here are the largest groups that are not the giant.

# %%
network = networks["R-MAT"]
result = clconn.connected_components(network)
by_size = np.argsort(result.sizes(), kind="stable")[::-1]
for label in by_size[1:4]:
    group = network.subgraph(result.members(label))
    print(f"{group.n} people, {group.edge_count // 2} friendships:", group.nodes)
