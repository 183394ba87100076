"""From a problem, a graph and a variant to the launches of a run."""
