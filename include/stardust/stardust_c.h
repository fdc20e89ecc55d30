/* The C API of Stardust: an expression is compiled once to native code and runs on arrays of the caller. C99;
   docs/guide/c.md.

   Every function that can fail returns a code. If `message` is not null, *message is set to null on success. On
   failure it is a diagnostic with the place in the text, the reason and the nearest legal alternative, or null if
   memory is exhausted; free it with stardust_message_free. A function that fails sets no other result. There is no
   global state: several threads may use everything except the result of a run concurrently. */
#ifndef STARDUST_C_H
#define STARDUST_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Increases with each addition. Nothing is removed or changed within one soname of the library. */
#define STARDUST_C_VERSION 4
int32_t stardust_c_version(void);   /* version of the loaded library */
const char* stardust_version(void); /* such as "0.2.0" */

typedef enum {
  STARDUST_SUCCESS = 0,
  STARDUST_WRONG_INPUT = 1, /* the text, an array or an argument is wrong, or the data exceeds the memory */
  STARDUST_UNSUPPORTED = 2, /* legal, but not built */
  STARDUST_NO_MEMORY = 4,   /* memory of the library itself is exhausted */
  STARDUST_INTERNAL = 70    /* an error in the library */
} stardust_code;

void stardust_message_free(char* message);

/* ---- Kernels ---- */

typedef struct stardust_kernel stardust_kernel;

#define STARDUST_STRICT 1u    /* refuse kernels that convert an argument to another format */
#define STARDUST_KEEP_PLAN 2u /* since version 2: do not plan again for the operands of the first run */

/* `text` is a kernel file (docs/guide/grammar.md): the expression, and lines for formats, types, schedule, fixed
   extents (`dim`) and threads: "y(i) = A(i,j) * x(j)\nformat A:csr\ntype double\nthreads 2\n" `compiler` is a C
   compiler by path or name; null: the first of cc, clang and gcc in PATH. `flags`: the sum of STARDUST_STRICT and
   STARDUST_KEEP_PLAN, either, or 0.

   Since version 4 a kernel may have several expressions, sums and other reductions inside of expressions, and blocks
   `repeat … until`, as in docs/guide/kernels.md. The result of an expression is an operand of later ones.

   A kernel without a schedule is planned: the order of its loops, copies of operands in other formats, and temporary
   tensors for a product of three or more. stardust_compile assumes the extents and entries of the operands. The first
   run plans again for its own operands, in O(size of their coordinates), and compiles another program if that plan
   differs; later runs use it for any operands. */
stardust_code stardust_compile(const char* text, const char* compiler, uint32_t flags, stardust_kernel** kernel,
                               char** message);
void stardust_kernel_free(stardust_kernel* kernel);

/* The number of arguments, and the tensor name of each: 0 is the result, followed by the operands in the order in
   which the expression first names them. Null beyond the last. A kernel of several expressions has a result for each
   tensor that they compute, in the order of the expressions; its operands are the tensors that are read before they
   are computed. A tensor that a block carries from round to round may be both: its first value, and its last. */
size_t stardust_kernel_arguments(const stardust_kernel* kernel);
const char* stardust_kernel_argument(const stardust_kernel* kernel, size_t n);
/* The number of results, which are the first arguments, and of blocks that are repeated. Since version 4. */
size_t stardust_kernel_results(const stardust_kernel* kernel);
size_t stardust_kernel_blocks(const stardust_kernel* kernel);

/* ---- Arrays ---- */

/* A bool is a byte that is 0 or 1. float16 is IEEE 754's, with 10 bits of fraction; bfloat16 is the upper half of a
   float. complex64 and complex128 are two floats and two doubles, the real part first, as C's float complex and double
   complex (since version 4). */
typedef enum {
  STARDUST_INT32,
  STARDUST_INT64,
  STARDUST_FLOAT32,
  STARDUST_FLOAT64,
  STARDUST_BOOL,
  STARDUST_INT8,
  STARDUST_INT16,
  STARDUST_UINT8,
  STARDUST_UINT16,
  STARDUST_UINT32,
  STARDUST_UINT64,
  STARDUST_FLOAT16,
  STARDUST_BFLOAT16,
  STARDUST_COMPLEX64,
  STARDUST_COMPLEX128
} stardust_type;

/* One level of a tensor. A dense level has no arrays; a compressed level (unique or not) has `pos` and `crd`, a
   singleton level `crd`, a bit vector level `pos` and `bits`, a run-length level `pos` and `crd`. Position p of the
   level above owns positions pos[p] to pos[p + 1] - 1; pos begins with 0. Coordinates are 0-based and ascending
   within one parent position. Bit vectors: bit 0 of the first word is coordinate 0; the words of each parent are
   padded to a multiple of 16. Runs: crd is the last coordinate of each run, and the last run ends at the extent
   minus one. The other levels (range, hashed, fixed-length, triangles, diagonals, symmetric, blocked) have the arrays
   that the guide to formats gives; the size of blocks is a part of the format, as in "bsr(4,4)".

   The format states the widths: with "csr:pos32" positions are in `pos32`, and with "csr:crd64" coordinates in
   `crd64`. Without a width, positions have 64 bits, and coordinates 32, or 64 if the extent of a level with
   coordinates exceeds 2^31 - 1. (`pos32` and `crd64`: since version 3.) */
typedef struct {
  __extension__ union {
    const int64_t* pos;
    const int32_t* pos32;
  };
  int64_t pos_length;
  __extension__ union {
    const int32_t* crd;
    const int64_t* crd64;
  };
  int64_t crd_length;
  const uint32_t* bits;
  int64_t bits_length;
} stardust_level_arrays;

typedef struct {
  const char* format;                  /* "csr", "ds", "ss:1,0": docs/guide/formats.md */
  int32_t type;                        /* of vals: a stardust_type */
  int32_t order;                       /* 0 for a scalar */
  const int64_t* dims;                 /* `order` extents, by mode; null for a scalar */
  const stardust_level_arrays* levels; /* `order` levels, outermost first; null is allowed if all are dense */
  const void* vals;                    /* one for each position of the last level; one for a scalar */
  int64_t vals_length;
} stardust_arrays;

/* An argument of a kernel: an operand or a result. */
typedef struct stardust_argument stardust_argument;

/* Wraps the caller's arrays as an operand, without a copy. They must stay at their addresses until the operand is
   freed. Everything except the values is checked, here and only here, in O(size): the message names the level, the
   array and the index of the violation. The values may change between runs. */
stardust_code stardust_wrap(const stardust_arrays* arrays, stardust_argument** argument, char** message);
/* The same for a matrix by rows (CSR): pos has rows + 1 elements, crd and vals have pos[rows]. */
stardust_code stardust_wrap_csr(int64_t rows, int64_t columns, const int64_t* pos, const int32_t* crd, int32_t type,
                                const void* vals, stardust_argument** argument, char** message);
/* The same for a dense tensor by rows, with a value for each coordinate; a scalar if order is 0. */
stardust_code stardust_wrap_dense(int32_t order, const int64_t* dims, int32_t type, const void* vals,
                                  stardust_argument** argument, char** message);

/* Creates a result, which is empty before the first run. Afterwards, it may also be an operand. */
stardust_code stardust_result(stardust_argument** argument, char** message);
/* The arrays of an argument: the caller's, or those of a result. Arrays of a result belong to the library and are
   valid until the next run into the result, or until it is freed. */
stardust_code stardust_argument_arrays(const stardust_argument* argument, stardust_arrays* arrays, char** message);
void stardust_argument_free(stardust_argument* argument);

/* ---- Runs ---- */

/* Runs the kernel: arguments[0] is the result, whose memory is reused, followed by the operands. The result may also
   be an operand. Of several results, those that the caller does not want may be null. Extents may differ from those of
   earlier runs; the extents of one index variable must agree. The result is not checked. After a failure in the kernel
   itself (memory exhausted, integer division by zero), the result is empty; after any other failure, it is unchanged.

   Besides the kernel itself, a run takes about 5 microseconds; the first may compile (stardust_compile). A copy of an
   operand in another format takes O(stored log stored) in the first run with it. The kernel keeps the coordinates of
   the four latest copies of each operand until the argument is freed or, if it is a result, filled again. The values
   are copied in each run, in O(stored), since the caller may have changed them. */
stardust_code stardust_run(const stardust_kernel* kernel, stardust_argument* const* arguments, size_t count,
                           char** message);
/* The same. rounds[b] becomes the number of rounds of block b, negative if they were the most that the block allows and
   its condition still does not hold. Since version 4. */
stardust_code stardust_run_rounds(const stardust_kernel* kernel, stardust_argument* const* arguments, size_t count,
                                  int64_t* rounds, char** message);

#ifdef __cplusplus
}
#endif
#endif
