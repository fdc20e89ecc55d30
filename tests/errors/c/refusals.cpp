// Refusals of the C ABI: only a code and a message leave it.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "c/handles.h"
#include "errors/c/allocations.h"

using namespace stardust::tests;

namespace {

using Longs = std::vector<std::int64_t>;
using Ints = std::vector<std::int32_t>;
using Doubles = std::vector<double>;

void contains(const std::string& text, const std::string& part) {
  INFO(text);
  INFO("lacks: ", part);
  CHECK(text.find(part) != std::string::npos);
}

Failure compiling(const char* text, std::uint32_t flags = 0, const char* compiler = nullptr) {
  stardust_kernel* kernel = nullptr;
  const Failure failure =
      tried([&](char** message) { return stardust_compile(text, compiler, flags, &kernel, message); });
  CHECK(kernel == nullptr);
  return failure;
}

void refuses(const char* text, const std::string& part, stardust_code code = STARDUST_WRONG_INPUT) {
  const Failure failure = compiling(text);
  CHECK(failure.code == code);
  contains(failure.text, part);
}

/// A matrix in CSR whose arrays a test corrupts.
struct Arrays {
  Longs dims{3, 4}, pos{0, 2, 3, 4};
  Ints crd{0, 3, 1, 2};
  Doubles vals{1, 2, 3, 4};
  stardust_level_arrays levels[2] = {};
  stardust_arrays arrays{};

  Arrays() { link(); }
  void link() {
    levels[1] = {pos.data(), std::ssize(pos), crd.data(), std::ssize(crd), nullptr, 0};
    arrays = {"csr", STARDUST_FLOAT64, 2, dims.data(), levels, vals.data(), std::ssize(vals)};
  }
  Failure wrapped() const {
    stardust_argument* argument = nullptr;
    const Failure failure = tried([&](char** message) { return stardust_wrap(&arrays, &argument, message); });
    CHECK((argument != nullptr) == (failure.code == STARDUST_SUCCESS));
    stardust_argument_free(argument);
    return failure;
  }
};

void inconsistent(const std::string& part, const std::function<void(Arrays&)>& spoil) {
  Arrays arrays;
  spoil(arrays);
  const Failure failure = arrays.wrapped();
  CHECK(failure.code == STARDUST_WRONG_INPUT);
  contains(failure.text, part);
}

/// While it lives, limits the address space to this many bytes more than now.
class AddressSpace {
 public:
  explicit AddressSpace(std::uint64_t more) {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + more, before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpace() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

const char* const spmv = "y(i) = A(i,j) * x(j)\nformat A:csr\ntype double\nthreads 1\n";

}  // namespace

TEST_CASE("a text that is no kernel is shown with the place") {
  CHECK(compiling("y(i) = A(i,j) * x(j\n").text ==
        "error: a ')' is missing: this '(' is never closed\n"
        " --> kernel:1:18\n"
        "1 | y(i) = A(i,j) * x(j\n"
        "  |                  ^\n"
        "  help: x(j)\n");
  refuses("y(i) = A(i,j) * x(j)\nformat B:csr\n", "kernel:2:8");
  refuses("", "no expression");
  refuses("y(i) += x(i)\n", "y(i) = old(i) + …");
  refuses("y(i) = x(i)\ninput x:x.mtx\n", "without data, and input names x");
  refuses("y(i) = x(i)\ngenerate x:d\n", "without data, and generate names x");
  refuses("y(i) = x(i)\ntarget capstan\n", "no other target");
  refuses("y(i) = x(i)\nset machine.pcu.lanes=4\n", "has no machine.pcu.lanes");
  refuses("y(i) = x(i)\ny(i) = x(i)\n", "y is computed twice");
  refuses("repeat 3\ny(i) += x(i)\nend\n", "y(i) = old(i) + …");
  refuses("repeat\ns = x(i)\n", "this repeat has no end");
  refuses("y(i) = x(i)\ndim k:3\n", "no index variable k");
  refuses("y(i) = 1.5 * x(i)\ntype int\n", "fraction");
  CHECK(compiling(nullptr).text == "error: the argument `text` of stardust_compile is null\n");
  contains(compiling(spmv, 4).text, "the argument `flags` of stardust_compile cannot be 4");
  const std::string noCompiler = compiling(spmv, 0, "no-such-compiler").text;
  contains(noCompiler, "there is no C compiler no-such-compiler");
  contains(noCompiler, "with the argument `compiler` of stardust_compile");
  CHECK(noCompiler.find("--cc") == std::string::npos);
  CHECK(stardust_compile(spmv, nullptr, 0, nullptr, nullptr) == STARDUST_WRONG_INPUT);
}

TEST_CASE("inconsistent arrays are refused with the array and the index") {
  CHECK(Arrays().wrapped().code == STARDUST_SUCCESS);
  inconsistent("the tensor in csr of 3 x 4: level 1: pos[1] is 5, but pos[2] is 3", [](Arrays& a) { a.pos[1] = 5; });
  inconsistent("level 1: pos[0] is 1, not 0", [](Arrays& a) { a.pos[0] = 1; });
  inconsistent("level 1: pos[3] is 9, but crd has 4 entries", [](Arrays& a) { a.pos[3] = 9; });
  inconsistent("level 1: pos[1] is 2, but pos[2] is -1", [](Arrays& a) { a.pos[2] = -1; });
  inconsistent("level 1: crd[1] is 4, outside the dimension 4", [](Arrays& a) { a.crd[1] = 4; });
  inconsistent("level 1: crd[2] is -1, outside", [](Arrays& a) { a.crd[2] = -1; });
  inconsistent("level 1: crd[1] is 0, after 3 in the same fiber", [](Arrays& a) { std::swap(a.crd[0], a.crd[1]); });
  inconsistent("level 1: crd[1] is 0, after 0 in the same fiber", [](Arrays& a) { a.crd[1] = 0; });
  inconsistent("3 values for 4 positions", [](Arrays& a) { a.arrays.vals_length = 3; });
  inconsistent("level 1: pos has 3 entries for 3 parents", [](Arrays& a) { a.levels[1].pos_length = 3; });
  inconsistent("crd of level 1 has a negative length, -2", [](Arrays& a) { a.levels[1].crd_length = -2; });
  inconsistent("pos of level 1 is null", [](Arrays& a) { a.levels[1].pos = nullptr; });
  inconsistent("the tensor in csr of 3 x 4: vals is null", [](Arrays& a) { a.arrays.vals = nullptr; });
  inconsistent("the tensor in csr: dims is null", [](Arrays& a) { a.arrays.dims = nullptr; });
  inconsistent("the tensor in csr of 3 x 4: levels is null", [](Arrays& a) { a.arrays.levels = nullptr; });
  inconsistent("the tensor: format is null", [](Arrays& a) { a.arrays.format = nullptr; });
  inconsistent("format:1:1", [](Arrays& a) { a.arrays.format = "xyz"; });
  inconsistent("the tensor in csr has 2 levels, and order is 3", [](Arrays& a) { a.arrays.order = 3; });
  inconsistent("formats of order 1: ", [](Arrays& a) { a.arrays.order = 1; });
  inconsistent("order is -1", [](Arrays& a) { a.arrays.order = -1; });
  inconsistent("mode 1 has extent -4", [](Arrays& a) { a.dims[1] = -4; });
  inconsistent("mode 0 has extent 4611686018427387905", [](Arrays& a) { a.dims[0] = (std::int64_t{1} << 62) + 1; });
  inconsistent("there is no type 77 of values", [](Arrays& a) { a.arrays.type = 77; });
  inconsistent("level 0: a dense level stores neither pos nor crd", [](Arrays& a) {
    a.crd = {0, 2, 1, 2}, a.link(), a.levels[0] = a.levels[1];
  });
  inconsistent("level 1: a bit vector stores no crd", [](Arrays& a) { a.arrays.format = "db"; });
  inconsistent("level 1 of format \"dq\" is a singleton", [](Arrays& a) { a.arrays.format = "dq"; });
}

TEST_CASE("shortcuts refuse the same") {
  stardust_argument* none = nullptr;
  const Longs pos{0, 1}, huge{std::int64_t{1} << 30, std::int64_t{1} << 30, 9};
  const Ints crd{0};
  const Doubles vals{1};
  const auto csrOf = [&](std::int64_t rows, const std::int64_t* rowPos, const double* values) {
    return tried([&](char** message) {
             return stardust_wrap_csr(rows, 3, rowPos, crd.data(), STARDUST_FLOAT64, values, &none, message);
           })
        .text;
  };
  contains(csrOf(-1, pos.data(), vals.data()), "mode 0 has extent -1");
  contains(csrOf(1, nullptr, vals.data()), "pos has 0 entries");
  contains(csrOf(1, pos.data(), nullptr), "vals is null");
  const auto denseOf = [&](std::int32_t order, const std::int64_t* dims) {
    return tried([&](char** message) {
             return stardust_wrap_dense(order, dims, STARDUST_FLOAT64, vals.data(), &none, message);
           })
        .text;
  };
  contains(denseOf(3, huge.data()), "more than 2^59 positions");
  contains(denseOf(2, nullptr), "dims is null");
  contains(denseOf(-2, huge.data()), "order is -2");
  CHECK(none == nullptr);
  const auto noPlace = tried([&](char** message) {
    return stardust_wrap_csr(1, 3, pos.data(), crd.data(), STARDUST_FLOAT64, vals.data(), nullptr, message);
  });
  CHECK(noPlace.text == "error: the argument `argument` of stardust_wrap_csr is null\n");
}

TEST_CASE("runs refuse arguments that do not fit, and leave the result as it was") {
  const Kernel kernel(spmv);
  const Longs pos{0, 1};
  const Ints crd{0};
  const Doubles vals{2}, x{3};
  const Argument A = csr(1, 1, pos, crd, vals), v = dense({1}, x), y = result(), empty = result();
  kernel({y, A, v});
  const auto refusesRun = [&](const std::vector<stardust_argument*>& arguments, const std::string& part) {
    const Failure failure = kernel.tryRun(arguments);
    CHECK(failure.code == STARDUST_WRONG_INPUT);
    contains(failure.text, part);
    CHECK(y.values<double>() == Doubles{6});
  };
  refusesRun({y.get(), A.get()}, "the kernel y(i) = A(i,j) * x(j) has 3 arguments, and is given 2");
  refusesRun({y.get(), A.get()}, "they are y, A, x");
  refusesRun({y.get(), A.get(), nullptr}, "argument 2, for x in the kernel y(i) = A(i,j) * x(j), is null");
  refusesRun({nullptr, A.get(), v.get()}, "argument 0, for y in the kernel y(i) = A(i,j) * x(j), is null");
  refusesRun({v.get(), A.get(), v.get()},
             "argument 0, for y in the kernel y(i) = A(i,j) * x(j), is an operand on arrays of yours");
  refusesRun({y.get(), A.get(), empty.get()},
             "argument 2, for x in the kernel y(i) = A(i,j) * x(j), is a result without arrays");
  refusesRun(
      {y.get(), v.get(), A.get()},
      "the argument for A in the kernel y(i) = A(i,j) * x(j) is a tensor stored as d, not a tensor stored as ds");
  const Doubles longer{1, 2};
  const Argument w = dense({2}, longer);
  refusesRun({y.get(), A.get(), w.get()}, "index variable j has extent 2 in x(j), but 1 in A(i,j)");
  const Ints whole{1};
  const Argument integers = dense({1}, whole);
  refusesRun({y.get(), A.get(), integers.get()}, "is of type int, not of type double");
  CHECK(stardust_run(nullptr, nullptr, 0, nullptr) == STARDUST_WRONG_INPUT);
  CHECK(stardust_run(kernel.get(), nullptr, 3, nullptr) == STARDUST_WRONG_INPUT);
  stardust_arrays arrays{};
  CHECK(stardust_argument_arrays(empty.get(), &arrays, nullptr) == STARDUST_WRONG_INPUT);
  CHECK(stardust_argument_arrays(nullptr, &arrays, nullptr) == STARDUST_WRONG_INPUT);
}

TEST_CASE("a run that fails leaves a result that can be used again") {
  const Kernel divide("q(i) = a(i) / b(i)\ntype int\nthreads 1\n");
  const Ints six{6}, two{2}, zero{0};
  const Argument a = dense({1}, six), b = dense({1}, two), none = dense({1}, zero), q = result();
  divide({q, a, b});
  const Failure failure = divide.tryRun({q.get(), a.get(), none.get()});
  CHECK(failure.code == STARDUST_WRONG_INPUT);
  contains(failure.text, "an integer is divided by zero");
  stardust_arrays arrays{};
  const auto askedFor = tried([&](char** message) { return stardust_argument_arrays(q.get(), &arrays, message); });
  CHECK(askedFor.code == STARDUST_WRONG_INPUT);
  contains(
      askedFor.text,
      "the argument `argument` of stardust_argument_arrays is a result without arrays, as the last run into it failed");
  contains(askedFor.text, "that run failed: the kernel q(i) = a(i) / b(i): an integer is divided by zero");
  divide({q, a, b});
  CHECK(q.values<std::int32_t>() == Ints{3});
}

#ifndef STARDUST_SANITIZED  // sanitizers need their own address space
TEST_CASE("a result that no memory holds is reported") {
  const Kernel outer("A(i,j) = x(i) * y(j)\ntype double\nthreads 1\n");
  const Doubles values(20000, 1);
  const Argument x = dense({20000}, values), few = dense({2}, values), A = result();
  {
    const AddressSpace limited(std::uint64_t{1} << 30);
    const Failure failure = outer.tryRun({A.get(), x.get(), x.get()});  // 3.2 GB
    CHECK(failure.code == STARDUST_WRONG_INPUT);
    contains(failure.text, "not enough memory");
  }
  outer({A, few, few});
  CHECK(A.values<double>() == Doubles(4, 1));
}
#endif

TEST_CASE("wherever memory ends inside the library, it is reported and nothing is lost") {
  const Longs pos{0, 1};
  const Ints crd{0};
  const Doubles vals{2}, x{3};
  const Kernel kernel(spmv);
  const Argument A = csr(1, 1, pos, crd, vals), v = dense({1}, x), y = result();
  stardust_argument* const arguments[] = {y.get(), A.get(), v.get()};
  const auto survives = [](const auto& action) {
    int failures = 0;
    for (long left = 0;; ++left, ++failures) {
      allocationsLeft = left;
      const stardust_code code = action();
      const bool enough = allocationsLeft >= 0;
      allocationsLeft = -1;
      if (enough) {
        CHECK(code == STARDUST_SUCCESS);
        return failures;
      }
      CHECK(code == STARDUST_NO_MEMORY);
    }
  };
  CHECK(survives([&] { return stardust_run(kernel.get(), arguments, 3, nullptr); }) > 20);
  CHECK(y.values<double>() == Doubles{6});
  CHECK(survives([&] {
          stardust_argument* made = nullptr;
          const stardust_code code =
              stardust_wrap_csr(1, 1, pos.data(), crd.data(), STARDUST_FLOAT64, vals.data(), &made, nullptr);
          stardust_argument_free(made);
          return code;
        }) > 3);
}
