"""Strong components of arcs that stay where they lie: rounds over states of all vertices."""
