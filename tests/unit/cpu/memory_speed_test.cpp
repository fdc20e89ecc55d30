// Measurements of the memory and the clock: they end, and give times.
#include "backend/cpu/memory_speed.h"

#include <doctest/doctest.h>

#include <cmath>

#include "kernels.h"
#include "loops/nodes.h"

using namespace stardust;

namespace {

bool isTime(double seconds) { return std::isfinite(seconds) && seconds > 0; }

}  // namespace

TEST_CASE("the speed of the memory is measured for blocks of any size, on several threads") {
  for (const int threads : {1, 3})
    for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{1}, std::int64_t{100000}, std::int64_t{3} << 20}) {
      CHECK(isTime(cpu::streamSpeed(bytes, threads)));
      const cpu::LoadTimes times = cpu::loadTimes(bytes, threads);
      CHECK(isTime(times.overlapping));
      CHECK(isTime(times.dependent));
    }
  CHECK(isTime(cpu::clockTime()));
}

TEST_CASE("the clock of a kernel never goes back, and goes on while a loop runs") {
  loops::Function function = loops::parse(R"(function f {
    in x_vals: i64[] = vals(x)
    out y_vals: i64[] = vals(y)
    resize y_vals to 2
    let start = clock()
    var last = start
    var back = 0
    for i from 0 until 100000 {
      let now = clock()
      back = back + i64(now < last) + 0 * x_vals[0]
      last = now
    }
    y_vals[0] = back
    y_vals[1] = i64(start < last)
  })");
  loops::verify(function);
  const cpu::Kernel kernel(std::move(function), samples::toolchain());
  Storage x;
  x.dims = {1};
  x.format = Format({dense});
  x.levels = {{dense, 1, {}, {}}};
  x.values = ValueArray<std::int64_t>{7};
  cpu::Call call(kernel.function(), {{"x", &x}}, {{"y", {{2}, Format({dense}), ValueType::Int64}}});
  kernel.run(call, 1);
  CHECK(valueAt(call.result("y").values, 0) == 0);
  CHECK(valueAt(call.result("y").values, 1) == 1);
}
