// Kernels of several expressions through the C ABI: sums inside of expressions, several results, repeated blocks.
#include <doctest/doctest.h>

#include "c/handles.h"

using namespace stardust::tests;

namespace {

using Longs = std::vector<std::int64_t>;
using Ints = std::vector<std::int32_t>;
using Doubles = std::vector<double>;

std::vector<std::string> namesOf(const Kernel& kernel) {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < stardust_kernel_arguments(kernel.get()); ++n)
    names.emplace_back(stardust_kernel_argument(kernel.get(), n));
  return names;
}

Longs roundsOf(const Kernel& kernel, const std::vector<Argument>& arguments) {
  std::vector<stardust_argument*> handles;
  for (const Argument& argument : arguments) handles.push_back(argument.get());
  Longs rounds(stardust_kernel_blocks(kernel.get()));
  must([&](char** message) {
    return stardust_run_rounds(kernel.get(), handles.data(), handles.size(), rounds.data(), message);
  });
  return rounds;
}

/// A path 0 - 1 - 2 - 3, and the vertex 4 without edges.
struct Path {
  Longs pos{0, 1, 3, 5, 6, 6};
  Ints crd{1, 0, 2, 1, 3, 2};
  Doubles vals{1, 1, 1, 1, 1, 1};
  Argument wrapped() const { return csr(5, 5, pos, crd, vals); }
};

}  // namespace

TEST_CASE("a sum inside of an expression is no argument") {
  const Kernel kernel("y(i) = relu(sum(j, A(i,j) * x(j)) + b(i))\nformat A:csr\ntype double\n");
  CHECK(namesOf(kernel) == std::vector<std::string>{"y", "A", "x", "b"});
  const Path path;
  const Doubles x{1, 2, 3, 4, 5}, b{-3, 0, 0, 1, -1};
  const Argument y = result();
  kernel({y, path.wrapped(), dense({5}, x), dense({5}, b)});
  CHECK(y.values<double>() == Doubles{0, 4, 6, 4, 0});
}

TEST_CASE("argmax gives indices in the type of the result") {
  const Kernel kernel("k(i) argmax= A(i,j)\nformat A:csr\ntype A:double\n");
  const Path path;
  const Argument k = result();
  kernel({k, path.wrapped()});
  CHECK(k.values<std::int32_t>() == Ints{1, 0, 1, 2, -1});
}

TEST_CASE("each expression has a result, and the caller may leave one out") {
  const Kernel kernel("d(i) = A(i,j)\nC(i,j) = A(i,j) / d(i)\nformat A,C:csr\ntype double\n");
  CHECK(stardust_kernel_results(kernel.get()) == 2);
  CHECK(namesOf(kernel) == std::vector<std::string>{"d", "C", "A"});
  const Path path;
  const Argument d = result(), C = result(), A = path.wrapped();
  for (int run = 0; run < 2; ++run) {
    kernel({d, C, A});
    CHECK(d.values<double>() == Doubles{1, 2, 2, 1, 0});
    CHECK(C.values<double>() == Doubles{1, 0.5, 0.5, 0.5, 0.5, 1});
  }
  const Argument only = result();
  CHECK(kernel.tryRun({nullptr, only.get(), A.get()}).code == STARDUST_SUCCESS);
  CHECK(only.values<double>() == C.values<double>());
  CHECK(kernel.tryRun({d.get(), d.get(), A.get()}).text.find("also the argument of another result") !=
        std::string::npos);
  CHECK(kernel.tryRun({d.get(), C.get(), nullptr}).text.find("argument 2, for A") != std::string::npos);
}

TEST_CASE("a block repeats until its condition holds") {
  const std::string text =
      "f(i) = s(i) != 0\nv(i) = s(i) != 0\nd(i) = (s(i) != 0) - 1\nlevel = 0 * s(i)\nrepeat max 300\nlevel += 1\n"
      "n(i) or= A(i,j) and f(j)\nf(i) = n(i) and not v(i)\nv(i) or= f(i)\nd(i) max= f(i) * (level + 1) - 1\n"
      "left = f(i)\nuntil left == 0\nformat A:csr\ntype double\n";
  const Kernel bfs(text);
  CHECK(namesOf(bfs) == std::vector<std::string>{"f", "v", "d", "level", "n", "left", "s", "A"});
  const Path path;
  for (const Doubles& sources : {Doubles{1, 0, 0, 0, 0}, Doubles{0, 0, 1, 0, 1}}) {
    std::vector<Argument> arguments;
    for (int n = 0; n < 6; ++n) arguments.push_back(result());
    arguments.push_back(dense({5}, sources)), arguments.push_back(path.wrapped());
    const Longs rounds = roundsOf(bfs, arguments);
    CHECK(rounds == Longs{sources[0] == 1 ? 4 : 3});
    CHECK(arguments[2].values<double>() == (sources[0] == 1 ? Doubles{0, 1, 2, 3, -1} : Doubles{2, 1, 0, 1, 0}));
    CHECK(arguments[3].values<double>() == Doubles{static_cast<double>(rounds[0])});
  }
}

TEST_CASE("a tensor that a block carries is its first value and its last") {
  const Kernel steps("repeat max 5\nn(i) = 0.5 * x(i)\nd = abs(n(i) - x(i))\nx(i) = n(i)\nuntil d < 1\ntype double\n");
  CHECK(namesOf(steps) == std::vector<std::string>{"n", "d", "x", "x"});
  Doubles first{64, 32};
  const Argument x = result();
  CHECK(roundsOf(steps, {result(), result(), x, dense({2}, first)}) == Longs{-5});  // the most rounds
  CHECK(x.values<double>() == Doubles{2, 1});
  CHECK(first == Doubles{64, 32});
  CHECK(roundsOf(steps, {result(), result(), x, x}) == Longs{2});  // the result as the first value
  CHECK(x.values<double>() == Doubles{0.5, 0.25});
}

TEST_CASE("extents that do not match are refused before the run") {
  const Kernel kernel("t(i) = A(i,j) * x(j)\ny(i) = t(i) * b(i)\nformat A:csr\ntype double\n");
  const Path path;
  const Doubles x{1, 2, 3, 4, 5}, b{1, 2, 3};
  const Argument t = result(), y = result(), A = path.wrapped(), of5 = dense({5}, x), of3 = dense({3}, b);
  kernel({t, y, A, of5, of5});
  const Doubles before = y.values<double>();
  const Failure failure = kernel.tryRun({t.get(), y.get(), A.get(), of5.get(), of3.get()});
  CHECK(failure.code == STARDUST_WRONG_INPUT);
  CHECK(failure.text.find("5") != std::string::npos);
  CHECK(y.values<double>() == before);
}

TEST_CASE("fills that count are refused") {
  char* message = nullptr;
  stardust_kernel* kernel = nullptr;
  CHECK(stardust_compile("y(i) min= A(i,j) + x(j)\nformat A:csr\nfill A:2\n", nullptr, 0, &kernel, &message) ==
        STARDUST_UNSUPPORTED);
  CHECK(std::string(message).find("pass A dense") != std::string::npos);
  stardust_message_free(message);
  CHECK(stardust_compile("y(i) min= A(i,j) + x(j)\nformat A:csr\nfill A:inf\n", nullptr, 0, &kernel, nullptr) ==
        STARDUST_SUCCESS);
  stardust_kernel_free(kernel);
}
