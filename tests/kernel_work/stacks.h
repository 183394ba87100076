/* Switch between stacks: those of the work-items and the one that runs them in turn.

   Switches are most of what a round takes, by the cache lines that they touch. On x86-64 the
   registers that a function keeps for its caller lie on the stack itself, which takes 0.4 of the
   time of setjmp. Other machines have setjmp; -D SWITCH_BY_SETJMP takes it here, too. */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#if defined(__x86_64__) && !defined(SWITCH_BY_SETJMP)

/* Where a stack goes on: its top, where the registers lie below the address to return to. */
typedef char *Place;
#define REGISTERS 6

void switch_stacks(Place *from, Place to);
__asm__(
    ".text\n"
    ".globl switch_stacks\n"
    ".hidden switch_stacks\n"
    ".type switch_stacks, @function\n"
    "switch_stacks:\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n"
    ".size switch_stacks, . - switch_stacks\n");

static void switch_to(Place *from, Place *to) { switch_stacks(from, *to); }

/* Call `live`, which never returns, on a stack of its own, up to its first switch. */
static void begin_stack(Place *from, Place *at, char *stack, const size_t size, void (*live)(void))
{
    /* As after a call, the stack is 8 bytes off a multiple of 16 when `live` begins. */
    uintptr_t *const address = (uintptr_t *)((uintptr_t)(stack + size) / 16 * 16) - 2;
    *address = (uintptr_t)live;
    *at = (Place)(address - REGISTERS);
    switch_to(from, at);
}

static void fetch_stack(const Place *at)
{
    __builtin_prefetch(*at);
    __builtin_prefetch(*at + 64);
}

#else

typedef struct {
    jmp_buf registers;
    char *top;
} Place;

static void switch_to(Place *from, Place *to)
{
    from->top = __builtin_frame_address(0);
    if (!_setjmp(from->registers))
        _longjmp(to->registers, 1);
}

static void begin_stack(Place *from, Place *at, char *stack, const size_t size, void (*live)(void))
{
    static ucontext_t of_caller;
    ucontext_t context;
    at->top = stack;
    if (_setjmp(from->registers))
        return;
    getcontext(&context);
    context.uc_stack.ss_sp = stack;
    context.uc_stack.ss_size = size;
    context.uc_link = NULL;
    makecontext(&context, live, 0);
    swapcontext(&of_caller, &context);
}

static void fetch_stack(const Place *at)
{
    __builtin_prefetch(at);
    __builtin_prefetch(at->top);
    __builtin_prefetch(at->top + 64);
}

#endif
