// Reduction removes everything that the failure does not need.
#include "driver/reduce.h"

#include <doctest/doctest.h>

#include "driver/sequence.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

Reducible kernel(const std::string& text) { return reducible(loadProblem(parseKernel(makeSource("kernel.sd", text)))); }

const char* const large =
    "format A,B:ds:1,0\nformat C:sb\nformat R:ss\ngenerate A,B:s:0.3:9,11\ngenerate C:s:0.5:9,11\n"
    "generate x:d\nR(i,j) = 2 * A(i,j) * x(i) + min(B(i,j), C(i,j))\n"
    "schedule environment(innerPar, 4), environment(outerPar, 2), reorder(j, i)\n";

bool has(const Reducible& kernel, const char* part) {
  return notation::print(kernel.assignment).find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("what has nothing to do with the failure goes: commands, terms, modes, extents, formats, entries") {
  const Reducible small = reduced(kernel(large), [](const Reducible& k) {
    const auto C = k.contents.find("C");
    return has(k, "min(") && C != k.contents.end() && C->second.size() > 0;
  });
  CHECK(notation::print(small.assignment) == "R = min(B, C)");
  CHECK(small.commands.empty());
  CHECK(small.contents.size() == 2);
  CHECK(small.contents.at("C").size() == 1);
}

TEST_CASE("what the failure needs stays: a format, a command, an entry") {
  const Reducible small = reduced(kernel(large), [](const Reducible& k) {
    const auto& B = k.contents.find("B");
    return has(k, "B(i,j)") && B != k.contents.end() && B->second.size() >= 3 && k.commands.size() >= 1 &&
           k.assignment.lhs.tensor.format.levels().back() == compressed;
  });
  CHECK(notation::print(small.assignment) == "R(i,j) = B(i,j)");
  CHECK(small.commands.size() == 1);
  CHECK(small.contents.at("B").size() == 3);
  CHECK(toString(small.assignment.lhs.tensor.format) == "ds");
}

TEST_CASE("the files of a kernel say all of it") {
  const Reducible whole = kernel(large);
  const auto files = filesOf(whole, "small", "data", {"target cpu"});
  CHECK(files.count("small.sd") == 1);
  CHECK(files.count("A.tns") == 1);
  CHECK(files.at("small.sd").find("input A:data/A.tns\n") != std::string::npos);
  CHECK(files.at("small.sd").find("target cpu\n") != std::string::npos);
  CHECK(files.at("small.sd").find(notation::print(whole.assignment)) != std::string::npos);
}
