// The description of a processor determines loops and C: each of its values affects some kernel.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "driver/cpu.h"
#include "driver/device_formats.h"
#include "driver/machines.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

const char* const kernels[] = {
    "y(i) = A(i,j) * x(j)\nformat A:csr",
    "C(i,j) = A(i,k) * B(k,j)\nformat A,B,C:csr",
    "C(i,j) = A(i,j) * B(i,j)\nformat A,B,C:csr",
    "C(i,j) = A(i,j) + B(i,j)\nformat A,B,C:csr",
    "D(i,j) = A(i,j) + B(i,j) + C(i,j)\nformat A,B,C,D:csr",
    "s = A(i,j) * B(i,j)\nformat A,B:csr",
    "R(i,j,k) = A(i,j,k) + B(i,j,k)\nformat A,B,R:csf",
    "y(i,j) = A(i,j,k) * x(k)\nformat A:csf\nformat y:csr",
    "y(i) = A(i,j,k) * x(k)\nformat A:csf",
    "A(i,j) = B(i,j) * C(i,k) * D(j,k)\nformat A,B:csr",
    "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)\nformat B:csf",
    "y(i) = A(i,j) * x(j) * z(j)\nformat A:csr",
    "C(i,j) = x(j) * (A(i,k) * B(k,j))\nformat A,B,C:csr\nschedule precompute(A(i,k) * B(k,j), {j}, {j}, ws)",
};

std::vector<std::string> textsFor(const machine::Processor& processor) {
  std::vector<std::string> texts;
  loops::LoweringOptions options;
  options.processor = processor;
  for (const char* kernel : kernels) {
    const Ready ready = forCpu(kernelProblem(parseKernel(makeSource("k.sd", kernel))));
    texts.push_back(compileForCpu(ready.scheduled, "kernel", {}, options).text);
  }
  return texts;
}

}  // namespace

TEST_CASE("every value of a processor's description changes the C of some kernel") {
  const std::vector<std::string> tuned = textsFor({});
  CHECK(tuned == textsFor(loadProcessor("xeon-avx512")));
#define TABLE(Type, name)                                                       \
  {                                                                             \
    const auto within = [](machine::Processor & p) -> auto& { return p.name; }; \
    const char* const table = #name;
#define END(name) }
#define MEASURED(key, value, unit, least, most, meaning)                    \
  {                                                                         \
    machine::Processor other;                                               \
    within(other).key += within(other).key < (most) ? 1 : -1;               \
    CHECK_MESSAGE(textsFor(other) != tuned, std::string(table), ".", #key); \
  }
#define NAME(key, meaning)
#include "machine/processor.def"
#undef TABLE
#undef END
#undef MEASURED
#undef NAME
}

TEST_CASE("--set changes a value of the processor, and a description that is named") {
  const Settings settings = {{"processor.unrolled.sums", {"8", {}}}};
  CHECK(loadProcessor({}, settings).unrolled.sums == 8);
  CHECK(loadProcessor("xeon-avx512", settings).unrolled.sums == 8);
  CHECK(loadProcessor({}, {{"machine.pmu.banks", {"8", {}}}}).unrolled.sums == 4);
  CHECK_THROWS_AS(loadProcessor("xeon-avx513"), Error);
  CHECK_THROWS_AS(loadProcessor({}, {{"processor.unrolled.sums", {"0", {}}}}), Error);
  CHECK_THROWS_AS(loadProcessor({}, {{"processor.unrolled.products", {"8", {}}}}), Error);
}
