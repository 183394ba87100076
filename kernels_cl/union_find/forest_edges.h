// The edges of a spanning forest: Hong, Dhulipala and Shun, GConn, PACT 2020, Algorithm 2.
//
// With FOREST every kernel that links has one more argument, `forest`: for each vertex the edge
// that made it a child, or NO_EDGE. An edge is the place of its entry in the rows (or in the list
// of edges); what the user calls it is looked up once, at the end. Without FOREST all of this is
// nothing.
//
// PLACE is the type of such a place: that of a place in the rows, unless edges are told apart by
// something smaller.
//
// Invariant: a root becomes a child once and for good, by one work-item, so forest[v] is written
// once after its initialization and nobody races for it. The edge at hand joins the two trees
// whose roots are linked: a link never joins a tree to itself, so the edges have no cycle, and
// the trees that they span are the trees of the parents.
//
// A function that links ends its parameters with LINK_PARAMETERS and is called with
// LINK_ARGUMENTS where variables `forest` and `entry` are in sight. LINKED(child) stands behind
// every successful link.
//
// The array that some unions need (union_state.h) goes the same way, with and without FOREST.
#include "device/union_state.h"

#ifndef PLACE
#define PLACE OFFSET
#endif
#define NO_EDGE ((PLACE)-1)
#ifdef FOREST
#define FOREST_PARAMETER STATE_PARAMETER , __global PLACE *forest
#define FOREST_ARGUMENT STATE_ARGUMENT , forest
#define INITIALIZE_EDGE(v, entry) ((void)(forest[v] = (entry)))
#define LINK_PARAMETERS STATE_PARAMETER , __global PLACE *forest, const PLACE entry
#define LINK_ARGUMENTS STATE_ARGUMENT , forest, entry
#define LINKED(child) ((void)(forest[child] = entry))
#else
#define FOREST_PARAMETER STATE_PARAMETER
#define FOREST_ARGUMENT STATE_ARGUMENT
#define INITIALIZE_EDGE(v, entry) ((void)(entry))
#define LINK_PARAMETERS STATE_PARAMETER
#define LINK_ARGUMENTS STATE_ARGUMENT
#define LINKED(child)
#endif
