// The C of kernels as a whole: the output of `stardust compile --target=cpu`.
#include <doctest/doctest.h>

#include "../../unit/cpu/kernels.h"
#include "backend/cpu/c_text.h"
#include "golden.h"

using namespace stardust;

namespace {

std::string text(const char* function) {
  return cpu::printC(loops::parse(function), "#include \"stardust_kernel.h\"\n");
}

}  // namespace

TEST_CASE("a parallel loop over rows, with a sum") { tests::golden("ir/cpu/spmv", text(samples::spmv)); }
TEST_CASE("a result that grows, and a workspace") { tests::golden("ir/cpu/reverse", text(samples::reverse)); }
TEST_CASE("a tiled loop: vectors at a time, and what is left") {
  tests::golden("ir/cpu/tiled", text(samples::rowSums));
}
TEST_CASE("the same text each time") {
  CHECK(cpu::printC(loops::parse(samples::reverse)) == cpu::printC(loops::parse(samples::reverse)));
}
