/* Stardust from C: an expression is compiled once, to native code, and runs on arrays of yours. C99; docs/guide/c.md.

   Every function that can fail returns a code. If its `message` is not null, *message becomes null or, where it fails,
   what went wrong, with the place in your text, the reason and what would be legal; free it with stardust_message_free.
   (Where there is no memory for a message, it is null, too.) A function that fails sets no other result. There is no
   global state: everything but the result of a run may be used by several threads at once. */
#ifndef STARDUST_C_H
#define STARDUST_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rises with what is added. Nothing is removed or changed within one soname of the library. */
#define STARDUST_C_VERSION 1
int32_t stardust_c_version(void);   /* that of the library */
const char* stardust_version(void); /* such as "0.2.0" */

typedef enum {
  STARDUST_SUCCESS = 0,
  STARDUST_WRONG_INPUT =
      1, /* the text, an array or an argument is wrong, or the data too large for the memory there is */
  STARDUST_UNSUPPORTED = 2, /* legal, but not built */
  STARDUST_NO_MEMORY = 4,   /* for the library itself */
  STARDUST_INTERNAL = 70    /* a mistake of ours */
} stardust_code;

void stardust_message_free(char* message);

/* ---- Kernels ---- */

typedef struct stardust_kernel stardust_kernel;

#define STARDUST_STRICT 1u /* refuse kernels that copy an argument into another format at each run */

/* `text` is a kernel file (docs/guide/grammar.md): the expression, and lines for formats, types, schedule, extents that
   are fixed (`dim`) and threads: "y(i) = A(i,j) * x(j)\nformat A:csr\ntype double\nthreads 2\n" `compiler` is a C
   compiler by path or name; null: the first of cc, clang and gcc in PATH. `flags`: STARDUST_STRICT or 0. */
stardust_code stardust_compile(const char* text, const char* compiler, uint32_t flags, stardust_kernel** kernel,
                               char** message);
void stardust_kernel_free(stardust_kernel* kernel);

/* The number of arguments, and the tensor that each stands for: 0 is the result, then the operands in the order in
   which the expression first names them. Null beyond the last. */
size_t stardust_kernel_arguments(const stardust_kernel* kernel);
const char* stardust_kernel_argument(const stardust_kernel* kernel, size_t n);

/* ---- Arrays ---- */

typedef enum { STARDUST_INT32, STARDUST_INT64, STARDUST_FLOAT32, STARDUST_FLOAT64 } stardust_type;

/* One level of a tensor, in its level format: a dense one has no arrays, a compressed one (unique or not) `pos` and
   `crd`, a singleton `crd`, a bit vector `pos` and `bits`, a run-length one `pos` and `crd`. Position p of the level
   above owns positions pos[p] to pos[p
   + 1] - 1; pos begins with 0. Coordinates count from 0 and ascend within what one position owns. Bit vectors: the
   lowest bit of the first word is coordinate 0, and each fills a multiple of 16 words. Runs: crd is the last coordinate
   of each, and the last one is the extent minus one. */
typedef struct {
  const int64_t* pos;
  int64_t pos_length;
  const int32_t* crd;
  int64_t crd_length;
  const uint32_t* bits;
  int64_t bits_length;
} stardust_level_arrays;

typedef struct {
  const char* format;                  /* "csr", "ds", "ss:1,0": docs/guide/formats.md */
  int32_t type;                        /* of vals: a stardust_type */
  int32_t order;                       /* 0: a scalar */
  const int64_t* dims;                 /* `order` extents, by mode; null for a scalar */
  const stardust_level_arrays* levels; /* `order` levels, from the outermost in; may be null if all are dense */
  const void* vals;                    /* as many as the last level has positions; of a scalar one */
  int64_t vals_length;
} stardust_arrays;

/* What a kernel runs on. */
typedef struct stardust_argument stardust_argument;

/* An operand on your arrays, which must stay where they are until it is freed; they are not copied. Everything but the
   values is checked, here and only here, in O(size): the message names the level, the array and the index that is
   wrong. The values may change between runs. */
stardust_code stardust_wrap(const stardust_arrays* arrays, stardust_argument** argument, char** message);
/* The same for a matrix by rows: pos has rows + 1 elements, crd and vals have pos[rows]. */
stardust_code stardust_wrap_csr(int64_t rows, int64_t columns, const int64_t* pos, const int32_t* crd, int32_t type,
                                const void* vals, stardust_argument** argument, char** message);
/* The same for a dense tensor by rows, which has a value for each coordinate; of order 0, a scalar. */
stardust_code stardust_wrap_dense(int32_t order, const int64_t* dims, int32_t type, const void* vals,
                                  stardust_argument** argument, char** message);

/* A place for a result; after a run, it is an operand like any other, too. */
stardust_code stardust_result(stardust_argument** argument, char** message);
/* The arrays of an argument: yours, or those of a result. They are the library's, and valid until the next run into the
 * result, or until it is freed. */
stardust_code stardust_argument_arrays(const stardust_argument* argument, stardust_arrays* arrays, char** message);
void stardust_argument_free(stardust_argument* argument);

/* ---- Runs ---- */

/* Runs the kernel: arguments[0] is a result, whose memory of an earlier run is used again, the others are the operands.
   The result may also be an operand. Extents may be others than in the run before; those of one index variable must
   agree. The result is not checked against anything. After a failure in the kernel itself (not enough memory, a
   division of integers by zero) the result holds nothing, after any other it holds what it did. */
stardust_code stardust_run(const stardust_kernel* kernel, stardust_argument* const* arguments, size_t count,
                           char** message);

#ifdef __cplusplus
}
#endif
#endif
