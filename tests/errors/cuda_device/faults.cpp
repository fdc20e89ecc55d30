// Faults of a GPU, its driver and its compiler, on the GPU of tests/fake_gpu.
#include <doctest/doctest.h>

#include <cstdlib>

#include "backend/cuda/device/gpu_kernel.h"
#include "support/diagnostic.h"
#include "toolchain.h"

using namespace stardust;

namespace {

constexpr const char* const library = FAKE_GPU "/driver/libcuda.so.1";

/// A fault of the driver or the compiler, until the end of the scope.
class Fault {
 public:
  explicit Fault(const char* name) {
    setenv("FAKE_GPU", name, 1);
    setenv("CUDA_HOME", FAKE_GPU, 1);
  }
  ~Fault() { unsetenv("FAKE_GPU"); }
};

double firstElementOn(const std::shared_ptr<cuda::Gpu>& gpu, const std::string& value) {
  const loops::Function function = loops::parse(
      "function f {\n  out y_vals: f64[] = vals(y)\n  resize y_vals to 64\n  for i from 0 until 64 threads { "
      "y_vals[i] = " +
      value + " }\n}\n");
  cuda::GpuKernel kernel(function, tests::toolchainWith({"-O0"}, cpu::TextLanguage::Cpp), *cuda::findDeviceCompiler(),
                         gpu);
  cpu::Call call(function, {}, {{"y", {{64}, Format({LevelFormat::Dense}), ValueType::Float64}}});
  kernel.run(call);
  return std::get<ValueArray<double>>(call.result("y").values).at(0);
}

}  // namespace

TEST_CASE("a kernel without a fault") {
  const Fault none("");
  CHECK(firstElementOn(std::make_shared<cuda::Gpu>(library), "2.5") == 2.5);
}

TEST_CASE("a kernel that leaves its arrays") {
  const Fault illegal("illegal");
  CHECK_THROWS_WITH_AS(firstElementOn(std::make_shared<cuda::Gpu>(library), "3.5"),
                       doctest::Contains("a kernel left its arrays on a fake GPU"), Error);
}

TEST_CASE("a text that the compiler rejects") {
  const Fault rejects("rejects");
  const std::string text = "a text";
  CHECK_THROWS_WITH_AS(cuda::findDeviceCompiler()->compile(text, "sm_90"),
                       doctest::Contains("NVRTC 12.0 rejects a kernel: kernel.cu(1): error: the fake rejects it"),
                       Error);
}

TEST_CASE("a computer without a driver") {
  CHECK_THROWS_WITH_AS(cuda::Gpu("libno-such-driver.so.1"), doctest::Contains("there is no GPU"), Error);
}

TEST_CASE("memory that is released serves the next array of its size, and makes room for larger ones") {
  const Fault little("memory");
  cuda::Gpu gpu(library);
  gpu.use();
  const std::uint64_t all = gpu.freeBytes();
  const cuda::DevicePointer half = gpu.allocate(all / 2);
  CHECK(half != 0);
  CHECK(gpu.allocate(all) == 0);
  gpu.release(half);
  CHECK(gpu.allocate(all / 2) == half);
  gpu.release(half);
  CHECK(gpu.allocate(all / 4 * 3) != 0);
  gpu.release(12345);  // of no array
}
