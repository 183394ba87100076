/* Run a launch of a kernel as a GPU would that has so many work-groups in work at once, and count
   its work: lockstep.py says what is modelled.

   A work-item is a fiber with a stack of its own. In a round each runs up to its next access to
   global memory that others may change, and waits there. Then all loads of the round see what was
   there before it, and after them its stores and atomic functions act, one after the other. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "executor.h"
#include "stacks.h"

/* What kernels use is 616 bytes at most by gcc on x86-64, 696 by setjmp; a signal's handler would not
   fit, so none comes during a launch. With four times as much the rounds take 1.6 times as long, by
   cache misses. An odd number of cache lines, so that the stacks do not share a few sets of each
   cache. */
#define STACK 1088
#define CANARY 0x5bd1e995u
/* Fibers ahead of the running one whose stacks are fetched: half of the time was cache misses. */
#define AHEAD 8

typedef struct {
    Item item;
    Place at;
    char *stack;
} Fiber;

typedef struct {
    int size, waiting, done;
    char *local_memory;
} Group;

Item *running;
struct Launch launch;
static const Kernel *kernel;
static const long *arguments;
static Place scheduler;

/* The group whose work-items take turns, up to an end of their fibers. */
static Group *taking_turns;
static int end_of_turns;

/* The fibers, and what each waits for. */
static int fiber_count;
static Fiber *fibers;
static uint8_t *kinds;
static volatile int **places;
static int *firsts, *seconds, *results;

static int current(void) { return (int)((Fiber *)running - fibers); }

/* The next fiber of the group, from i on, that does not wait for the others. */
static int next_turn(int i)
{
    while (i < end_of_turns && (kinds[i] == BARRIER || kinds[i] == DONE))
        i++;
    return i;
}

/* Wait, and let the next fiber go on: to return to the scheduler between two of them would be two
   switches for each access. */
static void wait_for(const int kind)
{
    Fiber *const fiber = (Fiber *)running;
    const int own = current();
    kinds[own] = kind;
    taking_turns->waiting += kind == BARRIER;
    taking_turns->done += kind == DONE;
    const int next = next_turn(own + 1);
    if (next + AHEAD < end_of_turns)
        fetch_stack(&fibers[next + AHEAD].at);
    if (next < end_of_turns)
        running = &fibers[next].item;
    switch_to(&fiber->at, next < end_of_turns ? &fibers[next].at : &scheduler);
}

static int act(const int kind, volatile int *place, const int first, const int second)
{
    const int old = *place;
    switch (kind) {
    case STORE:
    case EXCHANGE: *place = first; break;
    case ADD: *place = (int)((unsigned)old + (unsigned)first); break;
    case MINIMUM: *place = old < first ? old : first; break;
    case MAXIMUM: *place = old > first ? old : first; break;
    case OR:
        /* With 0 it is a load, perhaps of memory that must not be written. */
        if (first)
            *place = old | first;
        break;
    case COMPARE_EXCHANGE: *place = old == first ? second : old; break;
    }
    return old;
}

int change(const int kind, const volatile void *place, const int first, const int second)
{
    /* The work-items of a group take turns from barrier to barrier: local memory is not waited for. */
    if ((char *)place >= kernel->local_begin && (char *)place < kernel->local_end)
        return act(kind, (volatile int *)place, first, second);
    const int own = current();
    places[own] = (volatile int *)place;
    firsts[own] = first;
    seconds[own] = second;
    wait_for(kind);
    return results[current()];
}

void wait_for_group(void) { wait_for(BARRIER); }

/* ------------------------------------------------------------------ fibers */

static void live(void)
{
    wait_for(DONE);
    while (true) {
        kernel->run_work_item(arguments);
        wait_for(DONE);
    }
}

/* Let the fibers of a group take turns. */
static void take_turns(Group *group, const int begin, const int end)
{
    taking_turns = group;
    end_of_turns = end;
    const int first = next_turn(begin);
    if (first == end)
        return;
    running = &fibers[first].item;
    switch_to(&scheduler, &fibers[first].at);
}

static void begin_fiber(Group *group, const int i)
{
    taking_turns = group;
    end_of_turns = 0;
    running = &fibers[i].item;
    *(uint32_t *)fibers[i].stack = CANARY;
    begin_stack(&scheduler, &fibers[i].at, fibers[i].stack, STACK, live);
}

static bool make_fibers(const int count)
{
    char *const stacks = mmap(NULL, (size_t)count * STACK, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks != MAP_FAILED)
        madvise(stacks, (size_t)count * STACK, MADV_HUGEPAGE);
    fibers = calloc(count, sizeof *fibers);
    kinds = calloc(count, sizeof *kinds);
    places = calloc(count, sizeof *places);
    firsts = calloc(count, sizeof *firsts);
    seconds = calloc(count, sizeof *seconds);
    results = calloc(count, sizeof *results);
    if (stacks == MAP_FAILED || !fibers || !kinds || !places || !firsts || !seconds || !results)
        return false;
    fiber_count = count;
    Group nobody = {0};
    for (int i = 0; i < count; i++) {
        fibers[i].stack = stacks + (size_t)i * STACK;
        begin_fiber(&nobody, i);
    }
    return true;
}

/* ------------------------------------------------------------------ groups */

static size_t local_bytes(void) { return kernel->local_end - kernel->local_begin; }

static void begin_group(Group *group, const int first, const int number)
{
    group->size = launch.local_size;
    group->waiting = group->done = 0;
    /* Nobody may count on what is there. */
    memset(group->local_memory, 0x5a, local_bytes());
    for (int i = 0; i < group->size; i++) {
        fibers[first + i].item = (Item){number * group->size + i, i, 0};
        kinds[first + i] = NOTHING;
    }
}

/* Let a group run up to its next accesses; those that wait for the group go on when all are there. */
static void run_group(Group *group, const int first)
{
    memcpy(kernel->local_begin, group->local_memory, local_bytes());
    const int end = first + group->size;
    while (true) {
        take_turns(group, first, end);
        if (group->waiting == 0 || group->waiting + group->done < group->size)
            break;
        group->waiting = 0;
        for (int i = first; i < end; i++)
            kinds[i] = kinds[i] == BARRIER ? NOTHING : kinds[i];
    }
    memcpy(group->local_memory, kernel->local_begin, local_bytes());
}

/* The entries that these work-items have read, the most by one of them and by all. */
static void count_entries(const int first, const int size, long *most, long *all)
{
    for (int i = first; i < first + size; i++) {
        *most = fibers[i].item.entries > *most ? fibers[i].item.entries : *most;
        *all += fibers[i].item.entries;
    }
}

/* All accesses of a round. */
static void act_together(const int count, long *loads)
{
    for (int i = 0; i < count; i++)
        if (kinds[i] == LOAD) {
            results[i] = *places[i];
            ++*loads;
        }
    for (int i = 0; i < count; i++)
        if (kinds[i] > LOAD && kinds[i] < BARRIER) {
            results[i] = act(kinds[i], places[i], firsts[i], seconds[i]);
            kinds[i] = NOTHING;
        }
}

static void drop_fibers(void)
{
    munmap(fibers[0].stack, (size_t)fiber_count * STACK);
    free(fibers);
    fibers = NULL;
}

static int run_in_step(
    const Kernel *launched, const long *launch_arguments, const int global_size, const int local_size,
    const int items_at_once, const long most_rounds, long *work)
{
    const int groups = global_size / local_size;
    const int at_once = groups < items_at_once / local_size ? groups : items_at_once / local_size;
    const int count = at_once * local_size;
    kernel = launched;
    arguments = launch_arguments;
    launch = (struct Launch){global_size, local_size};
    if (fibers == NULL && !make_fibers(items_at_once))
        return 1;
    Group *const running_groups = calloc(at_once, sizeof *running_groups);
    char *const memory = malloc(at_once * local_bytes() + 1);
    if (running_groups == NULL || memory == NULL || count > fiber_count)
        return 1;
    int next = 0;
    for (; next < at_once; next++) {
        running_groups[next].local_memory = memory + next * local_bytes();
        begin_group(&running_groups[next], next * local_size, next);
    }
    work[0] = work[1] = work[2] = work[3] = 0;
    for (int left = groups; left > 0;) {
        for (int place = 0; place < at_once; place++) {
            Group *const group = &running_groups[place];
            if (group->done == local_size)
                continue;
            run_group(group, place * local_size);
            while (group->done == local_size) {
                count_entries(place * local_size, local_size, &work[2], &work[3]);
                left--;
                if (next == groups)
                    break;
                begin_group(group, place * local_size, next++);
                run_group(group, place * local_size);
            }
        }
        act_together(count, &work[1]);
        if (++work[0] > most_rounds)
            break;
    }
    int failure = work[0] > most_rounds ? 3 : 0;
    for (int i = 0; i < count; i++)
        if (*(uint32_t *)fibers[i].stack != CANARY)
            failure = 2;
    free(running_groups);
    free(memory);
    if (failure)
        drop_fibers();
    return failure;
}

/* Run a launch with so many work-items at once, at most `most_rounds`. `work` gets its rounds, the
   loads of parents, and the entries that one work-item reads at most, and all. Returns 0; or 1 if
   there is no memory, 2 if a stack is too small, 3 if there are more rounds. */
int run_launch(
    const Kernel *launched, const long *launch_arguments, const int global_size, const int local_size,
    const int items_at_once, const long most_rounds, long *work)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int failure = run_in_step(
        launched, launch_arguments, global_size, local_size, items_at_once, most_rounds, work);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure;
}
