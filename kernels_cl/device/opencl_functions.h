/* The functions of OpenCL C that the kernels call, each with all of its overloads.
 *
 * PoCL reads OpenCL's whole header, 18,000 lines, for each program. The host leaves that header out
 * and puts this one before the text, which builds the same kernels (short_header.py). Without one
 * of the overloads a call could take another one, so a function has all of OpenCL 1.2 or none. */

#define FUNCTION __attribute__((overloadable))
#define PURE_FUNCTION __attribute__((overloadable, const))

#define EACH_WIDTH(DECLARE, type) \
    DECLARE(type) DECLARE(type##2) DECLARE(type##3) DECLARE(type##4) DECLARE(type##8) \
    DECLARE(type##16)
#define EACH_VECTOR(DECLARE, type) \
    DECLARE(type##2, type) DECLARE(type##3, type) DECLARE(type##4, type) DECLARE(type##8, type) \
    DECLARE(type##16, type)
#define EACH_SIGNED(EACH, DECLARE) \
    EACH(DECLARE, char) EACH(DECLARE, short) EACH(DECLARE, int) EACH(DECLARE, long)
#define EACH_INTEGER(EACH, DECLARE) \
    EACH_SIGNED(EACH, DECLARE) \
    EACH(DECLARE, uchar) EACH(DECLARE, ushort) EACH(DECLARE, uint) EACH(DECLARE, ulong)
#ifdef cl_khr_fp64
#define EACH_REAL(EACH, DECLARE) EACH(DECLARE, float) EACH(DECLARE, double)
#else
#define EACH_REAL(EACH, DECLARE) EACH(DECLARE, float)
#endif
#define EACH_NUMBER(EACH, DECLARE) EACH_INTEGER(EACH, DECLARE) EACH_REAL(EACH, DECLARE)

/* Work-items. */
size_t PURE_FUNCTION get_global_id(uint dimension);
size_t PURE_FUNCTION get_global_size(uint dimension);
size_t PURE_FUNCTION get_group_id(uint dimension);
size_t PURE_FUNCTION get_local_id(uint dimension);
size_t PURE_FUNCTION get_local_size(uint dimension);
size_t PURE_FUNCTION get_num_groups(uint dimension);
void __attribute__((overloadable, convergent)) barrier(cl_mem_fence_flags flags);
void FUNCTION mem_fence(cl_mem_fence_flags flags);

/* Numbers. */
#define OF_ONE(type) type PURE_FUNCTION popcount(type a); type PURE_FUNCTION clz(type a);
#define OF_TWO(type) type PURE_FUNCTION mul_hi(type a, type b);
EACH_INTEGER(EACH_WIDTH, OF_ONE)
EACH_INTEGER(EACH_WIDTH, OF_TWO)
#undef OF_ONE
#undef OF_TWO
#define BOUNDS(type) \
    type PURE_FUNCTION min(type a, type b); \
    type PURE_FUNCTION max(type a, type b); \
    type PURE_FUNCTION clamp(type a, type low, type high);
#define BOUNDS_OF_VECTORS(vector, type) \
    vector PURE_FUNCTION min(vector a, type b); \
    vector PURE_FUNCTION max(vector a, type b); \
    vector PURE_FUNCTION clamp(vector a, type low, type high);
EACH_NUMBER(EACH_WIDTH, BOUNDS)
EACH_NUMBER(EACH_VECTOR, BOUNDS_OF_VECTORS)
#undef BOUNDS
#undef BOUNDS_OF_VECTORS
#define OF_REALS(type) type PURE_FUNCTION log2(type a); type PURE_FUNCTION exp2(type a);
EACH_REAL(EACH_WIDTH, OF_REALS)
#undef OF_REALS
#define OF_TRUTHS(type) int PURE_FUNCTION any(type a);
EACH_SIGNED(EACH_WIDTH, OF_TRUTHS)
#undef OF_TRUTHS

/* Memory. */
#define OF_EIGHT(_, type) \
    void FUNCTION vstore8(type##8 data, size_t offset, __global type *a); \
    void FUNCTION vstore8(type##8 data, size_t offset, __local type *a); \
    void FUNCTION vstore8(type##8 data, size_t offset, __private type *a);
EACH_NUMBER(OF_EIGHT, )
#undef OF_EIGHT

#define OF_MEMORY(name, space, type) type FUNCTION name(volatile space type *a);
#define OF_VALUE(name, space, type) type FUNCTION name(volatile space type *a, type value);
#define OF_VALUES(name, space, type) \
    type FUNCTION name(volatile space type *a, type compared, type value);
#define EACH_WORD(DECLARE, name) \
    DECLARE(name, __global, int) DECLARE(name, __global, uint) DECLARE(name, __local, int) \
    DECLARE(name, __local, uint)
EACH_WORD(OF_MEMORY, atomic_dec)
EACH_WORD(OF_MEMORY, atomic_inc)
EACH_WORD(OF_VALUE, atomic_add)
EACH_WORD(OF_VALUE, atomic_max)
EACH_WORD(OF_VALUE, atomic_min)
EACH_WORD(OF_VALUE, atomic_or)
EACH_WORD(OF_VALUE, atomic_xchg)
OF_VALUE(atomic_xchg, __global, float)
OF_VALUE(atomic_xchg, __local, float)
EACH_WORD(OF_VALUES, atomic_cmpxchg)
EACH_WORD(OF_VALUE, atom_min)
EACH_WORD(OF_VALUE, atom_or)
EACH_WORD(OF_VALUE, atom_xchg)
#define EACH_LONG_WORD(DECLARE, name) \
    DECLARE(name, __global, long) DECLARE(name, __global, ulong) DECLARE(name, __local, long) \
    DECLARE(name, __local, ulong)
#ifdef cl_khr_int64_base_atomics
EACH_LONG_WORD(OF_VALUE, atom_xchg)
#endif
#ifdef cl_khr_int64_extended_atomics
EACH_LONG_WORD(OF_VALUE, atom_min)
EACH_LONG_WORD(OF_VALUE, atom_or)
#endif
#undef OF_MEMORY
#undef OF_VALUE
#undef OF_VALUES
#undef EACH_WORD
#undef EACH_LONG_WORD

#undef FUNCTION
#undef PURE_FUNCTION
#undef EACH_WIDTH
#undef EACH_VECTOR
#undef EACH_SIGNED
#undef EACH_INTEGER
#undef EACH_REAL
#undef EACH_NUMBER
