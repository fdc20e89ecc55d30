#include "driver/kernel_spec.h"

#include "errors/failure.h"

using namespace stardust;
using driver::KernelSpec;

namespace {

std::string flag(const std::string& keyword, const std::string& value) {
  return failure(Family::User, [&] {
    KernelSpec spec;
    driver::addFlag(spec, keyword, value);
  });
}
std::string kernel(const std::string& text, Family family = Family::User) {
  return failure(family, [&] { driver::assignmentOf(driver::parseKernel(makeSource("k.sd", text))); });
}

}  // namespace

TEST_CASE("flag values point at what is wrong") {
  CHECK(
      flag("format", "A:dx") ==
      "error: there is no level format 'x'\n"
      " --> --format:1:4\n"
      "1 | A:dx\n"
      "  |    ^\n"
      "  help: d dense, s compressed, u compressed with repeated coordinates, q singleton, b bit vector, r run-length, a range, "
      "h hashed, e fixed-length, l lower triangle, t upper triangle, g diagonals, y symmetric, k blocked; or one of "
      "dense, vec, csr, csc, dcsr, dcsc, coo, csf, dcc, bcsr, bsr, ell, dia, sky, lower, upper, symmetric; regions are offChip and onChip\n");
  CHECK(flag("format", "A:ds:0,0") ==
        "error: mode order 0,0 is not a permutation of 0,1\n"
        " --> --format:1:3\n"
        "1 | A:ds:0,0\n"
        "  |   ^^^^^^\n"
        "  why: each level stores one mode, and modes count from 0\n");
  CHECK(flag("dim", "i:-5") ==
        "error: i cannot have the extent -5\n"
        " --> --dim:1:3\n"
        "1 | i:-5\n"
        "  |   ^^\n"
        "  why: extents are 0 to 4611686018427387904\n");
  CHECK(flag("type", "A:flaot") ==
        "error: there is no value type 'flaot'\n"
        " --> --type:1:3\n"
        "1 | A:flaot\n"
        "  |   ^^^^^\n"
        "  why: values are int or int32, long or int64, float or float32, double or float64, bool, int8, int16, uint8, "
        "uint16, uint32, uint64, float16 or half, bfloat16, complex64 and complex128 or complex\n"
        "  help: did you mean float?\n");
  contains(flag("type", "int9"), "help: did you mean int");
  contains(flag("type", "complex32"), "help: did you mean complex");
  contains(flag("type", "A:quaternion"), "help: write one of these");
  contains(flag("type", "Float64"), "help: did you mean float64?");
  contains(kernel("y(i) = A(i,j) * x(j)\ntype uint33\n"), "k.sd:2:6");
  contains(flag("generate", "x:s:1.5"), "a density is a number from 0 to 1");
  contains(flag("input", "A:"), "expected a file, or the value of a scalar, but found the end");
  contains(flag("seed", "-1"), "a seed is not negative");
}

TEST_CASE("a kernel file's errors have its lines") {
  CHECK(
      kernel("format A:ds\nformt x:d\n") ==
      "error: there is no keyword 'formt'\n"
      " --> k.sd:2:1\n"
      "2 | formt x:d\n"
      "  | ^^^^^\n"
      "  why: the keywords are repeat, until, end, format, type, fill, dim, extents, pad, input, base, output, generate, function, reduction, import, schedule, machine, memory, processor, set, target, threads, time, seed, print, json; "
      "any other line is the expression\n"
      "  help: did you mean 'format'?\n");
  CHECK(kernel("y(i) = A(i,j) * x(j)\nformat A:ds\nformat A:dd\n") ==
        "error: the format of tensor A is given twice\n"
        " --> k.sd:3:8\n"
        "3 | format A:dd\n"
        "  |        ^^^^\n"
        "  help: keep one of the two\n");
  CHECK(kernel("y(i) = A(i,j) * x(j)\ngenerate z:d\n") ==
        "error: z is not an operand of the expression\n"
        " --> k.sd:2:10\n"
        "2 | generate z:d\n"
        "  |          ^^^\n"
        "  why: there is A, x\n"
        "  help: name one of these\n");
  contains(kernel("format A:ds\n"), "there is no expression");
}
