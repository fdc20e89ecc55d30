/* A sparse matrix times itself, on CSR arrays of this program and into CSR arrays of the library; and what a mistake looks like. */
#include <inttypes.h>
#include <stardust/stardust_c.h>
#include <stdio.h>

/* Prints what went wrong, if anything did. */
static int failed(stardust_code code, char** message) {
  if (code == STARDUST_SUCCESS) return 0;
  fputs(*message ? *message : "out of memory\n", stderr);
  stardust_message_free(*message);
  return 1;
}

static int printRows(const stardust_argument* matrix) {
  stardust_arrays arrays;
  char* message;
  if (failed(stardust_argument_arrays(matrix, &arrays, &message), &message)) return 1;
  const stardust_level_arrays* columns = &arrays.levels[1];
  const double* vals = arrays.vals;
  for (int64_t i = 0; i < arrays.dims[0]; ++i)
    for (int64_t p = columns->pos[i]; p < columns->pos[i + 1]; ++p) printf("(%" PRId64 ",%" PRId32 ") = %g\n", i, columns->crd[p], vals[p]);
  return 0;
}

int main(void) {
  /* 1 2 .
     . . 3
     4 . 5 */
  const int64_t pos[] = {0, 2, 3, 5};
  const int32_t crd[] = {0, 1, 2, 0, 2};
  const double vals[] = {1, 2, 3, 4, 5};
  stardust_kernel* multiply = NULL;
  stardust_argument *A = NULL, *C = NULL;
  char* message = NULL;

  int bad = failed(stardust_compile("C(i,j) = A(i,k) * B(k,j)\n"
                                    "format A,B,C:csr\n"
                                    "type double\n",
                                    NULL, STARDUST_STRICT, &multiply, &message),
                   &message) ||
            failed(stardust_wrap_csr(3, 3, pos, crd, STARDUST_FLOAT64, vals, &A, &message), &message) ||
            failed(stardust_result(&C, &message), &message);
  if (!bad) {
    stardust_argument* squared[] = {C, A, A};
    bad = failed(stardust_run(multiply, squared, 3, &message), &message) || printRows(C);
    stardust_argument* cubed[] = {C, C, A}; /* a result may be an operand */
    bad = bad || failed(stardust_run(multiply, cubed, 3, &message), &message);
    if (!bad) puts("times A:");
    bad = bad || printRows(C);
  }
  stardust_argument_free(C);
  stardust_argument_free(A);
  stardust_kernel_free(multiply);

  stardust_kernel* none = NULL;
  if (stardust_compile("y(i) = A(i,j) * x(j", NULL, 0, &none, &message) == STARDUST_WRONG_INPUT) fputs(message, stdout);
  stardust_message_free(message);
  return bad;
}
