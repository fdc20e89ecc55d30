// Tensors with more positions than 32 bits can number. Their memory is never written, so that the system does not
// allocate it.
#include <doctest/doctest.h>
#include <sys/mman.h>

#include "c/handles.h"

using namespace stardust::tests;

namespace {

/// Zeros, of which only written ones occupy memory.
template <class T>
class Zeros {
 public:
  explicit Zeros(std::size_t size)
      : bytes_(size * sizeof(T)),
        data_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    REQUIRE(data_ != MAP_FAILED);
  }
  ~Zeros() { munmap(data_, bytes_); }
  Zeros(const Zeros&) = delete;
  Zeros& operator=(const Zeros&) = delete;
  T* data() const { return static_cast<T*>(data_); }
  T& operator[](std::size_t at) const { return data()[at]; }

 private:
  std::size_t bytes_;
  void* data_;
};

}  // namespace

TEST_CASE("a dense operand of more than 2^32 elements is read where it is") {
  const std::int64_t rows = 70000, columns = 65537;
  const Zeros<double> elements(static_cast<std::size_t>(rows * columns));
  const auto at = [&](std::int64_t i, std::int64_t j) -> double& {
    return elements[static_cast<std::size_t>(i * columns + j)];
  };
  at(69999, 65536) = 5, at(32768, 3) = 7, at(0, 0) = 2, at(69999, 3) = 11;
  std::vector<std::int64_t> pos(static_cast<std::size_t>(rows) + 1, 1);
  pos[0] = 0, pos[70000] = 4;
  for (std::size_t row = 32769; row < 70000; ++row) pos[row] = 2;
  const std::vector<std::int32_t> crd{0, 3, 3, 65536};
  const std::vector<double> ones{1, 1, 10, 100};
  const Argument A = dense({rows, columns}, elements.data()), S = csr(rows, columns, pos, crd, ones);
  for (const std::string threads : {"1", "2"}) {
    const Kernel sampled("y(i) = S(i,j) * A(i,j)\nformat S:csr\ntype double\nthreads " + threads + "\n");
    const Argument y = result();
    sampled({y, S, A});
    const std::vector<double> values = y.values<double>();
    CHECK(values[0] == 2);
    CHECK(values[32768] == 7);
    CHECK(values[69999] == 610);
  }
}

TEST_CASE("a result whose size has no number, or no memory, is refused before anything is read") {
  const std::int64_t most = 2147483647, rows = 1048576;
  const Zeros<double> elements(static_cast<std::size_t>(most));
  const Argument x = dense({most}, elements.data()), few = dense({rows}, elements.data());
  const auto refusal = [&](const std::string& expression, const Argument& first) {
    const Kernel kernel(expression + "\ntype double\n");
    const Argument y = result();
    std::vector<stardust_argument*> arguments{y.get(), first.get()};
    while (arguments.size() < stardust_kernel_arguments(kernel.get())) arguments.push_back(x.get());
    return kernel.tryRun(arguments).text;
  };
  for (const std::string expression : {"A(i,j) = x(i) * y(j)", "A(i,j,k) = x(i) * y(j) * z(k)"}) {
    CAPTURE(expression);
    CHECK(refusal(expression, x).find("more than 2^59 positions") != std::string::npos);
  }
  // The coordinates alone would take 2^53 bytes.
  CHECK(refusal("A(i,j) = x(i) * y(j)\nformat A:ds", few).find("not enough memory") != std::string::npos);
}
