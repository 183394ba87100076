"""Labels are the ranks of the roots."""

import numpy as np
from hypothesis import given

from clconn.reference.union_find.labels import labels_and_count
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs


@given(graph=graphs())
def test_labels_number_the_components_in_the_order_of_their_roots(graph):
    roots = scipy_roots(graph)
    labels, count = labels_and_count(roots)
    distinct, ranks = np.unique(roots, return_inverse=True)
    assert count == distinct.size
    assert labels.dtype == np.int32
    np.testing.assert_array_equal(labels, ranks)
