// What users call things, as C.
#include "backend/cpu/names.h"

#include <doctest/doctest.h>

using namespace stardust::cpu;

TEST_CASE("names stay as they are where C has no other use for them") {
  Names names;
  for (const char* name : {"A", "A2", "x", "B3_pos", "weights", "A_vals", "rowSum"}) CHECK(names.of(name) == name);
  CHECK(names.ofFunction("spmv") == "spmv");
}

TEST_CASE("names of macros, types and functions of C's headers are others in the text") {
  Names names;
  for (const char* name : {"M_PI", "RAND_MAX", "SIZE_MAX", "BIG_ENDIAN", "PROT_READ", "FP_NAN", "NULL", "ssize_t",
                           "mode_t", "L_tmpnam", "int", "omp_get_num_threads", "stardust_status"})
    CHECK(names.of(name) != name);
  // A function of the library would be called instead of the kernel, or is declared with other types.
  for (const char* name : {"time", "sleep", "remove", "kill", "environ", "stdout", "index", "select", "random", "round",
                           "pow", "exit", "qsort", "fopen", "printf", "dlsym", "getenv"})
    CHECK(names.ofFunction(name) == std::string(name) + "_kernel");
}
