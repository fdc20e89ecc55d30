// Faults that the emulated GPU finds in functions of loops, and functions without faults that come close.
#include "backend/cuda/emulated.h"

#include <doctest/doctest.h>

#include "backend/cpu/temporary_directory.h"
#include "support/diagnostic.h"

using namespace stardust;

namespace {

constexpr const char* head =
    "function f {\n"
    "  in x_vals: f64[] = vals(x)\n"
    "  out y_vals: f64[] = vals(y)\n"
    "  resize y_vals to 64\n";

/// The elements of y after f, whose statements come after the allocation of y with 64 elements; x has 64 ones.
ValueArray<double> runBody(const std::string& statements) {
  const cpu::TemporaryDirectory folder;
  const loops::Function function = loops::parse(head + statements + "}\n");
  loops::verify(function);
  const cuda::EmulatedKernel kernel(function, cpu::findToolchain({}, folder.path()));
  const Format vector({LevelFormat::Dense});
  Storage x;
  x.dims = {64};
  x.format = vector;
  x.levels.resize(1);
  x.levels[0].format = LevelFormat::Dense;
  x.levels[0].dim = 64;
  x.values = ValueArray<double>(64, 1.0);
  cpu::Call call(function, {{"x", &x}}, {{"y", {{64}, vector, ValueType::Float64}}});
  kernel.run(call);
  return std::get<ValueArray<double>>(call.result("y").values);
}

}  // namespace

TEST_CASE("threads that write one element") {
  CHECK_THROWS_WITH_AS(runBody("  for i from 0 until 64 threads { y_vals[i / 2] = 1.0 }\n"),
                       doctest::Contains("share an element"), Error);
}

TEST_CASE("a thread that reads what another one writes") {
  CHECK_THROWS_WITH_AS(runBody("  for i from 0 until 64 threads { y_vals[i] = 1.0 }\n"
                               "  for i from 0 until 63 threads { y_vals[i] = y_vals[i + 1] }\n"),
                       doctest::Contains("element"), Error);
}

TEST_CASE("an index outside of an array") {
  CHECK_THROWS_WITH_AS(runBody("  for i from 0 until 65 threads { y_vals[i] = 1.0 }\n"),
                       doctest::Contains("element 64 of an array of 64 elements"), Error);
  CHECK_THROWS_WITH_AS(runBody("  for i from 0 until 64 threads { y_vals[i] = x_vals[i - 1] }\n"),
                       doctest::Contains("element -1 of an array of 64 elements"), Error);
}

TEST_CASE("lanes that write one element") {
  CHECK_THROWS_WITH_AS(runBody("  for i from 0 until 2 warps { for k from 0 until 32 lanes { y_vals[i] = 1.0 } }\n"),
                       doctest::Contains("share an element"), Error);
}

TEST_CASE("updates of one element by all threads, atomically") {
  const auto y = runBody(
      "  for i from 0 until 64 threads { y_vals[i] = 0.0 }\n"
      "  for i from 0 until 64 threads { y_vals[i / 32] += x_vals[i] atomic }\n");
  CHECK(y[0] == 32);
  CHECK(y[1] == 32);
}

TEST_CASE("shared memory of warps and blocks") {
  for (const std::string group : {"warps", "blocks"}) {
    const auto y = runBody("  for i from 0 until 2 " + group +
                           " {\n"
                           "    array part: shared f64[32]\n"
                           "    for k from 0 until 32 lanes { part[k] = x_vals[i * 32 + k] * f64(k) }\n"
                           "    for k from 0 until 32 lanes { y_vals[i * 32 + k] = part[31 - k] }\n"
                           "  }\n");
    for (std::size_t n = 0; n < 64; ++n) CHECK(y[n] == static_cast<double>(31 - n % 32));
  }
}

TEST_CASE("reductions over the lanes of warps and blocks") {
  for (const std::string group : {"warps", "blocks"}) {
    const auto y = runBody("  for i from 0 until 64 " + group +
                           " {\n"
                           "    var sum = 0.5\n"
                           "    var most = -inf\n"
                           "    for k from 0 until i lanes {\n"
                           "      sum = sum + x_vals[k]\n"
                           "      most = max(most, x_vals[k] * f64(k))\n"
                           "    }\n"
                           "    y_vals[i] = sum + select(i > 0, most, 0.0)\n"
                           "  }\n");
    for (std::size_t n = 0; n < 64; ++n)
      CHECK(y[n] == (n == 0 ? 0.5 : static_cast<double>(n) + 0.5 + static_cast<double>(n - 1)));
  }
}
