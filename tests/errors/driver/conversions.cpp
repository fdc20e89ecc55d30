#include "driver/conversions.h"

#include "driver/device_formats.h"
#include "errors/failure.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

Problem problem(const char* format) {
  KernelSpec spec;
  addExpression(spec, "A(i,j) = B(i,j) * c(j)");
  addFlag(spec, "format", std::string("A:") + format);
  addFlag(spec, "format", "B:csr");
  addFlag(spec, "generate", "B:s:0.3:4,5");
  addFlag(spec, "generate", "c:d");
  return loadProblem(spec);
}

}  // namespace

TEST_CASE("a result is not converted where the zeros of padding would come or go") {
  const auto refused = [](const char* from, const Format& to) {
    return failure(Family::Unsupported, [&] { applyConversions(problem(from), {{"A", to, "because"}}); });
  };
  contains(refused("sd", Format({compressed, dense}, {1, 0})), "the result A as sd");
  contains(refused("dense", namedFormat("csr")), "it would store other coordinates");
  contains(refused("csr", denseFormat(2)), "-f=A:dd");
  contains(refused("sd", namedFormat("csr")), "because");
}

TEST_CASE("strictly, nothing is converted, and the message says what to store instead") {
  contains(failure(Family::User, [] { forAccelerator(problem("coo"), true); }),
           "error: A is stored as uq, and would be converted to ss\n --> --format:1:1\n1 | A:coo\n");
  contains(failure(Family::User, [] { forAccelerator(problem("ub"), true); }),
           "help: -f=A:ss, or run it without strict");
}

TEST_CASE("strictly, no operand is brought into the order of the loops") {
  const auto refused = [](const char* expression, const char* format) {
    return failure(Family::User, [&] {
      KernelSpec spec;
      addExpression(spec, expression);
      addFlag(spec, "format", "A:csr");
      addFlag(spec, "format", std::string("B:") + format);
      addFlag(spec, "generate", "B:s:0.3:5,5");
      forAccelerator(loadProblem(spec), true);
    });
  };
  const auto transposed = refused("A(i,j) = B(j,i)", "ds");
  contains(transposed, "error: B is stored as ds, and would be converted to ds:1,0\n --> --format:1:1\n1 | B:ds\n");
  contains(transposed, "the loops visit B(j,i) by i, then j, and a strict run");
  contains(transposed,
           "help: -f=B:ds:1,0, -s=\"reorder(i, j)\" to search for coordinates instead, or run it without strict");
  // No single format fits a tensor that is read in two orders.
  const auto twice = refused("A(i,j) = B(i,j) + B(j,i)", "ds");
  contains(twice, "1 | A(i,j) = B(i,j) + B(j,i)\n  |                   ^^^^^^");
  contains(twice, "help: -s=\"reorder(i, j)\"");
}

TEST_CASE("a conversion of a tensor that is not there is our own mistake") {
  CHECK_THROWS_AS(applyConversions(problem("csr"), {{"Z", namedFormat("csr"), ""}}), Error);
  CHECK_THROWS_AS(applyConversions(problem("csr"), {{"B", namedFormat("csf"), ""}}), Error);
}
