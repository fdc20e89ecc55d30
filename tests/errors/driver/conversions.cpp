#include "driver/conversions.h"

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
  contains(refused("dense", namedFormat("csr")), "it would not store the same coordinates");
  contains(refused("csr", denseFormat(2)), "-f=A:dd");
  contains(refused("sd", namedFormat("csr")), "because");
}

TEST_CASE("strictly, nothing is converted, and the message says what to store instead") {
  contains(failure(Family::User, [] { withAcceleratorFormats(problem("coo"), true); }),
           "error: A is stored as uq, and would be converted to ss\n --> --format:1:1\n1 | A:coo\n");
  contains(failure(Family::User, [] { withAcceleratorFormats(problem("ub"), true); }), "help: -f=A:ss, or leave out --strict");
}

TEST_CASE("a conversion of a tensor that is not there is our own mistake") {
  CHECK_THROWS_AS(applyConversions(problem("csr"), {{"Z", namedFormat("csr"), ""}}), Error);
  CHECK_THROWS_AS(applyConversions(problem("csr"), {{"B", namedFormat("csf"), ""}}), Error);
}
