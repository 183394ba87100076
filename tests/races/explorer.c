/* Explore all interleavings of a few threads: interleavings.py says what is modelled.

   A thread is a function of the values that its accesses have returned. So a thread that has
   got some values is run again, from the beginning of its row, to find its next access; and a state
   is the shared memory and those values. States are searched depth first, each once.

   It reads scenarios, as interleavings.py writes them, until there are no more or one goes wrong. */
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explorer.h"

#define MOST_THREADS 8
#define MOST_STEPS 90
#define MOST_NUMBERS 200
/* Values are -OFFSET_OF_VALUES and more; words of roots (jtb.h) are negative. */
#define OFFSET_OF_VALUES 8
#define BIT(value) ((uint16_t)(1u << ((value) + OFFSET_OF_VALUES)))
#define NOTHING_WAITS 127
#define MOST_RETRIES 2

/* Where the trees are. */
#define TREES (trees_are_words ? MOST_VERTICES : 0)

/* The question. */
static int scenario, n, thread_count;
static bool finalizing, stale, delayed;
static long most_states;
static int first_parents[MOST_VERTICES];
static int row_count[MOST_THREADS];
static struct { int v, begin, end; } rows[MOST_THREADS][MOST_NUMBERS];
int neighbors[MOST_NUMBERS];
static int components[MOST_VERTICES]; /* the smallest vertex of each one's */
static int first_trees;

typedef struct { int kind, location, first, second; } Access;

typedef struct {
    uint16_t seen[LOCATIONS];  /* what a plain load may return */
    int8_t waiting[LOCATIONS]; /* a store that has not arrived */
    uint8_t row, length, retries;
    int8_t results[MOST_STEPS];
    Access next;
} Thread;

typedef struct {
    int8_t value[LOCATIONS];
    int8_t forest[MOST_VERTICES];
    Thread threads[MOST_THREADS];
} State;

/* The path to the state at hand. */
typedef struct { int thread; Access access; int result; const char *how; } Step;
static Step path[MOST_THREADS * MOST_NUMBERS * MOST_STEPS];
static int depth;

static void print_values(const State *state)
{
    printf("parents");
    for (int v = 0; v < n; v++)
        printf(" %d", state->value[v]);
    printf(", beside them");
    for (int v = 0; v < n; v++)
        printf(" %d", state->value[MOST_VERTICES + v]);
    printf("\n");
}

static void fail(const State *state, const char *what)
{
    static const char *const names[] = {"load", "store", "min", "exchange", "compare-exchange", "or"};
    printf("wrong: scenario %d: %s\n", scenario, what);
    print_values(state);
    for (int i = 0; i < depth; i++) {
        const Access a = path[i].access;
        printf("thread %d: %s%s %s %d", path[i].thread, path[i].how, names[a.kind],
               a.location < MOST_VERTICES ? "parent of" : "number beside", a.location % MOST_VERTICES);
        if (a.kind == COMPARE_EXCHANGE)
            printf(" (%d to %d) returns %d\n", a.first, a.second, path[i].result);
        else if (a.kind == LOAD || a.kind == OR)
            printf(" returns %d\n", path[i].result);
        else
            printf(" (%d) returns %d\n", a.first, path[i].result);
    }
    exit(1);
}

/* One thread up to its next access. */
int shared[LOCATIONS];
static jmp_buf at_access;
static const Thread *running;
static int position;
static Access pending;
int thread_forest[MOST_VERTICES];

int access(const int kind, const volatile int *place, const int first, const int second)
{
    if (position < running->length)
        return running->results[position++];
    pending = (Access){kind, (int)((int *)place - shared), first, second};
    longjmp(at_access, 1);
}

static int is_done(const Thread *thread, const int t) { return thread->row == row_count[t]; }

/* Find the next access of a thread; a thread at the end of a row begins its next one. */
static void advance(State *state, const int t)
{
    Thread *const thread = &state->threads[t];
    while (!is_done(thread, t)) {
        running = thread;
        position = 0;
        for (int v = 0; v < n; v++)
            thread_forest[v] = NOT_LINKED;
        if (_setjmp(at_access)) {
            thread->next = pending;
            if (pending.kind == FORBIDDEN || pending.location < 0 || pending.location >= LOCATIONS
                || pending.location % MOST_VERTICES >= n)
                fail(state, "an access outside of the arrays");
            if (thread->length == MOST_STEPS)
                fail(state, "a thread does not end");
            return;
        }
        running = thread;
        run_row(finalizing, n, rows[t][thread->row].v, rows[t][thread->row].begin, rows[t][thread->row].end);
        for (int v = 0; v < n; v++)
            if (thread_forest[v] != NOT_LINKED) {
                if (state->forest[v] != NOT_LINKED)
                    fail(state, "a vertex was linked twice");
                state->forest[v] = (int8_t)thread_forest[v];
            }
        thread->row++;
        thread->length = thread->retries = 0;
        memset(thread->results, 0, sizeof thread->results);
    }
    memset(&thread->next, 0, sizeof thread->next);
    memset(thread->seen, 0, sizeof thread->seen);
}

#include "checks.h"

/* The states that were met, by a fingerprint of 64 bits. */
static uint64_t *met;
static long met_room, met_count;
static jmp_buf too_many;

static uint64_t fingerprint(const State *state)
{
    uint64_t sum = 0x9e3779b97f4a7c15u;
    const uint64_t *words = (const uint64_t *)state;
    const size_t count = (offsetof(State, threads) + thread_count * sizeof(Thread)) / 8;
    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ words[i]) * 0xff51afd7ed558ccdu;
        sum ^= sum >> 32;
    }
    return sum | 1;
}

static bool is_new(const uint64_t mark)
{
    if (2 * met_count >= met_room) {
        uint64_t *const old = met;
        const long old_room = met_room;
        met_room = old_room ? 4 * old_room : 1 << 12;
        met = calloc(met_room, sizeof *met);
        for (long i = 0; i < old_room; i++)
            if (old[i]) {
                long place = old[i] >> 20 & (met_room - 1);
                while (met[place])
                    place = (place + 1) & (met_room - 1);
                met[place] = old[i];
            }
        free(old);
    }
    long place = mark >> 20 & (met_room - 1);
    while (met[place]) {
        if (met[place] == mark)
            return false;
        place = (place + 1) & (met_room - 1);
    }
    met[place] = mark;
    if (++met_count > most_states)
        longjmp(too_many, 1);
    return true;
}

static void write_value(State *state, const int t, const int location, const int value)
{
    const int old = state->value[location];
    if (value < -OFFSET_OF_VALUES || value >= MOST_VERTICES)
        fail(state, "a value that is none");
    if (location / MOST_VERTICES * MOST_VERTICES == TREES) {
        const int v = location - TREES;
        if ((value < 0 || value == v) && old >= 0 && old != v)
            fail(state, "a child became a root");
    }
    state->value[location] = (int8_t)value;
    for (int u = 0; u < thread_count; u++)
        if (!is_done(&state->threads[u], u))
            state->threads[u].seen[location] |= BIT(value);
    if (!is_done(&state->threads[t], t))
        state->threads[t].seen[location] = BIT(value);
    check(state);
}

static void explore(const State *state);

static void step(State *state, const int t, const int result, const char *how)
{
    Thread *const thread = &state->threads[t];
    path[depth++] = (Step){t, thread->next, result, how};
    thread->results[thread->length++] = (int8_t)result;
    advance(state, t);
    explore(state);
    depth--;
}

static void arrive(State *state, const int t, const int location)
{
    Thread *const thread = &state->threads[t];
    if (thread->waiting[location] == NOTHING_WAITS)
        return;
    const int value = thread->waiting[location];
    thread->waiting[location] = NOTHING_WAITS;
    write_value(state, t, location, value);
}

static void copy(State *to, const State *from)
{
    memcpy(to, from, offsetof(State, threads) + thread_count * sizeof(Thread));
}

/* All that a thread may do next; false if it has to wait. */
static bool explore_thread(const State *state, const int t)
{
    const Thread *const thread = &state->threads[t];
    const Access a = thread->next;
    State next;
    if (a.kind == LOAD) {
        const int own = thread->waiting[a.location];
        const int now = state->value[a.location];
        const uint16_t choices = own != NOTHING_WAITS ? BIT(own) : stale ? thread->seen[a.location] : BIT(now);
        for (int value = -OFFSET_OF_VALUES; value < MOST_VERTICES; value++)
            if (choices & BIT(value)) {
                copy(&next, state);
                step(&next, t, value, own != NOTHING_WAITS ? "own " : value != now ? "stale " : "");
            }
        return true;
    }
    if (a.kind == STORE) {
        if (delayed && thread->waiting[a.location] == NOTHING_WAITS) {
            copy(&next, state);
            next.threads[t].waiting[a.location] = (int8_t)a.first;
            step(&next, t, 0, "delayed ");
        }
        copy(&next, state);
        arrive(&next, t, a.location);
        write_value(&next, t, a.location, a.first);
        step(&next, t, 0, "");
        return true;
    }
    copy(&next, state);
    arrive(&next, t, a.location);
    const int old = next.value[a.location];
    int new = old;
    if (a.kind == MINIMUM)
        new = old < a.first ? old : a.first;
    else if (a.kind == EXCHANGE)
        new = a.first;
    else if (a.kind == COMPARE_EXCHANGE)
        new = old == a.first ? a.second : old;
    else if (a.first != 0)
        fail(state, "an or with a number");
    if (a.kind == EXCHANGE && new == old) {
        /* A lock that somebody else has. Who has tried often enough waits: devices are fair. */
        if (thread->retries == MOST_RETRIES)
            return false;
        next.threads[t].retries++;
    }
    if (new != old)
        write_value(&next, t, a.location, new);
    step(&next, t, old, "");
    return true;
}

static void explore(const State *state)
{
    if (!is_new(fingerprint(state)))
        return;
    bool all_done = true, any_waiting = false;
    for (int t = 0; t < thread_count; t++) {
        const Thread *const thread = &state->threads[t];
        all_done &= is_done(thread, t);
        for (int location = 0; delayed && location < LOCATIONS; location++) {
            if (thread->waiting[location] == NOTHING_WAITS)
                continue;
            any_waiting = true;
            State next;
            copy(&next, state);
            path[depth++] = (Step){t, {STORE, location, thread->waiting[location], 0}, 0, "arrived "};
            arrive(&next, t, location);
            explore(&next);
            depth--;
        }
    }
    if (all_done && !any_waiting) {
        check_end(state);
        return;
    }
    bool any_goes_on = any_waiting;
    for (int t = 0; t < thread_count; t++)
        if (!is_done(&state->threads[t], t))
            any_goes_on |= explore_thread(state, t);
    if (!any_goes_on)
        fail(state, "all threads wait");
}

/* Scenarios number the vertices from the top of the order; here each has an id of that place. */
static int id[MOST_VERTICES];

static void order_vertices(void)
{
    for (int v = 0; v < n; v++) {
        int place = v;
        for (; place > 0 && is_above(v, id[place - 1]); place--)
            id[place] = id[place - 1];
        id[place] = v;
    }
}

static int number(void)
{
    int value;
    if (scanf("%d", &value) != 1)
        exit(3);
    return value;
}

static void read_scenario(void)
{
    stale = number();
    delayed = number();
    n = number();
    order_vertices();
    first_trees = 0;
    for (int place = 0; place < n; place++) {
        const int v = id[place];
        components[v] = v;
        first_parents[v] = id[number()];
        first_trees += first_parents[v] == v;
    }
    for (int v = 0; v < n; v++)
        merge(components, v, first_parents[v]);
    thread_count = number();
    int entries = 0;
    for (int t = 0; t < thread_count; t++) {
        row_count[t] = number();
        for (int row = 0; row < row_count[t]; row++) {
            rows[t][row].v = id[number()];
            rows[t][row].begin = entries;
            for (int degree = number(); degree > 0; degree--) {
                neighbors[entries] = id[number()];
                merge(components, rows[t][row].v, neighbors[entries]);
                entries++;
            }
            rows[t][row].end = entries;
        }
    }
}

/* Before the first access of any thread. */
static void begin(State *state)
{
    free(met);
    met = NULL;
    met_room = met_count = depth = 0;
    memset(state, 0, sizeof *state);
    int parents[MOST_VERTICES], union_state[MOST_VERTICES] = {0};
    memset(state->forest, NOT_LINKED, sizeof state->forest);
    for (int v = 0; v < n; v++) {
        initialize_vertex(parents, union_state, v, first_parents[v]);
        state->value[v] = (int8_t)parents[v];
        state->value[MOST_VERTICES + v] = (int8_t)union_state[v];
    }
    for (int t = 0; t < thread_count; t++) {
        memset(state->threads[t].waiting, NOTHING_WAITS, LOCATIONS);
        for (int location = 0; location < LOCATIONS; location++)
            state->threads[t].seen[location] = BIT(state->value[location]);
    }
}

int main(void)
{
    finalizing = number();
    most_states = number();
    const int scenarios = number();
    static int without_delays, without_stale_loads;
    static long states;
    static State state;
    for (int i = 0; i < LOCATIONS; i++)
        shared[i] = INT32_MIN;
    for (; scenario < scenarios; scenario++) {
        read_scenario();
        if (_setjmp(too_many)) {
            /* Too many states: the same without what multiplies them. */
            if (delayed) {
                delayed = false;
                without_delays++;
            }
            else if (stale) {
                stale = false;
                without_stale_loads++;
            }
            else {
                printf("unfinished: scenario %d has more than %ld states\n", scenario, most_states);
                return 2;
            }
        }
        begin(&state);
        for (int t = 0; t < thread_count; t++)
            advance(&state, t);
        explore(&state);
        states += met_count;
    }
    printf("right: %d scenarios, %d of them without delayed stores and %d without stale loads, %ld "
           "states\n", scenarios, without_delays, without_stale_loads, states);
    return 0;
}
