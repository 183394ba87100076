// The edges of a spanning forest: Hong, Dhulipala and Shun, GConn, PACT 2020, Algorithm 2.
//
// With FOREST every kernel that links has one more argument, `forest`: for each vertex the edge
// that made it a child, or NO_EDGE. An edge is the place of its entry in the rows (or in the list
// of edges); the user's id of the edge is looked up once, at the end. Without FOREST the macros
// below expand to nothing.
//
// PLACE is the type of such a place: the type of a place in the rows, unless a smaller type can
// tell the edges apart.
//
// Invariant: a root becomes a child once and for good, by one work-item. So forest[v] is written
// once after its initialization, and nothing races for it. The current edge joins the two trees
// whose roots are linked. A link never joins a tree to itself, so the edges have no cycle, and the
// trees that they span are the trees of the parents.
//
// A function that links ends its parameters with LINK_PARAMETERS. Its caller ends the arguments
// with LINK_ARGUMENTS and has variables `forest` and `entry` in scope. LINKED(child) follows every
// successful link.
//
// With ENDS the forest also keeps the two ends of each edge, for edges that are gone afterwards:
// `forest_ends` follows `forest`, and the caller has the `ends` in scope.
//
// The array that some unions need (union_state.h) is passed in the same way, with and without
// FOREST.
#include "device/union_state.h"

#ifndef PLACE
#define PLACE OFFSET
#endif
#define NO_EDGE ((PLACE)-1)
#ifdef ENDS
#define ENDS_PARAMETER , __global int2 *forest_ends
#define ENDS_ARGUMENT , forest_ends
#define LINK_ENDS_PARAMETERS ENDS_PARAMETER, const int2 ends
#define LINK_ENDS_ARGUMENTS , forest_ends, ends
#define KEEP_EDGE(child) forest[child] = entry, forest_ends[child] = ends
#else
#define ENDS_PARAMETER
#define ENDS_ARGUMENT
#define LINK_ENDS_PARAMETERS
#define LINK_ENDS_ARGUMENTS
#define KEEP_EDGE(child) forest[child] = entry
#endif
#ifdef FOREST
#define FOREST_PARAMETER STATE_PARAMETER , __global PLACE *forest ENDS_PARAMETER
#define FOREST_ARGUMENT STATE_ARGUMENT , forest ENDS_ARGUMENT
#define INITIALIZE_EDGE(v, entry) ((void)(forest[v] = (entry)))
#define LINK_PARAMETERS \
    STATE_PARAMETER , __global PLACE *forest, const PLACE entry LINK_ENDS_PARAMETERS
#define LINK_ARGUMENTS STATE_ARGUMENT , forest, entry LINK_ENDS_ARGUMENTS
#define LINKED(child) ((void)(KEEP_EDGE(child)))
#else
#define FOREST_PARAMETER STATE_PARAMETER
#define FOREST_ARGUMENT STATE_ARGUMENT
#define INITIALIZE_EDGE(v, entry) ((void)(entry))
#define LINK_PARAMETERS STATE_PARAMETER
#define LINK_ARGUMENTS STATE_ARGUMENT
#define LINKED(child)
#endif
