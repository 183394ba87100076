/* Behind the text of parents.h: its macros that are made of plain accesses. */
#undef LOAD_PARENT
#undef STORE_PARENT
#undef LOAD_PAST_CACHE
#define LOAD_PARENT(parents, v) access(LOAD, (parents) + (v), 0, 0)
#define STORE_PARENT(parents, v, value) ((void)access(STORE, (parents) + (v), (value), 0))
#define LOAD_PAST_CACHE(parents, v) LOAD_FRESH_PARENT(parents, v)
