/* A launch of one kernel, as lockstep.c runs it and the text of the kernel sees it. */
typedef struct {
    int global_id, local_id;
    /* How many entries of rows, and of lists where these are counted, it has read or written. */
    int entries;
} Item;
extern Item *running;

extern struct Launch {
    int global_size, local_size;
} launch;

/* A kernel: what a work-item of it does, and where its variables in local memory are. */
typedef struct {
    void (*run_work_item)(const long *arguments);
    char *local_begin, *local_end;
} Kernel;

/* What a work-item waits for; all before BARRIER are accesses to global memory. */
enum { LOAD, STORE, ADD, MINIMUM, MAXIMUM, OR, EXCHANGE, COMPARE_EXCHANGE, BARRIER, DONE, NOTHING };

/* An access of the running work-item; returns what was there. */
int change(int kind, const volatile void *place, int first, int second);
void wait_for_group(void);
