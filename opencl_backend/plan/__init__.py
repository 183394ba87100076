"""Turn a problem, a graph and a variant into the launches of a run."""
