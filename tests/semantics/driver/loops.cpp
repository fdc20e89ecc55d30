// The imperative IR computes the meaning of the assignment: the lowered function, interpreted with checks of every
// access, gives the reference's complete result.
#include <doctest/doctest.h>

#include "loops_cases.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

/// Empty if the reference and the interpreter agree; a refusal is counted by its reason.
std::string disagreementIn(const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  exec::Evaluated expected;
  RandomLoops made;
  try {
    expected = exec::evaluateReference(asked.assignment, asked.operands);
    made = loopsOf(random, asked);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.diagnostic().what + " " + error.diagnostic().why;
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
  const std::string text = loops::print(made.function);
  if (!equal(loops::parse(text), made.function)) return "the text does not read back:\n" + text;
  try {
    const std::string difference = differenceIn(made.function, made.problem, expected, 1 + random.seed % 5);
    return difference.empty() ? "" : difference + "\n" + cin::print(made.stmt) + "\n" + text;
  } catch (const Error& error) {
    return render(error.diagnostic()) + cin::print(made.stmt) + "\n" + text;
  }
}

}  // namespace

TEST_CASE("loops: random assignments of the whole language agree with the reference, and few are refused") {
  checkRandomCases(casesToRun(2000), disagreementIn, Types::All);
}

TEST_CASE("loops: every number of threads gives the same result, bit by bit for integers") {
  struct Parts {
    const char* expression;
    std::map<std::string, Format> formats;
    const char* schedule = "";
  };
  const Format dcsr({compressed, compressed}), dcc({dense, compressed, compressed}), blocks({compressed, dense});
  const Parts all[] = {
      {"R(i,j) = A(i,j) + B(i,j)", {{"R", csr}, {"A", csr}, {"B", csr}}},
      {"R(i,j) = A(i,k) * B(k,j)", {{"R", csr}, {"A", csr}, {"B", csr}}},
      {"R(i,j) = A(i,i) * B(k,j)", {{"R", csr}, {"A", rowMajor}, {"B", csr}}, "precompute(B(k,j), {j}, {j}, ws)"},
      {"R(i,j) = A(i,j) * B(i,j)", {{"R", csr}, {"A", csr}, {"B", csr}}},
      {"R(i,j) = A(i,k) * B(k,j)", {{"R", blocks}, {"A", dcsr}, {"B", rowMajor}}},
      {"R(i,j,k) = A(i,j,k) + B(i,j,k)", {{"R", dcc}, {"A", dcc}, {"B", dcc}}},
      {"R = A(i,j) * B(i,j)", {{"R", Format()}, {"A", csr}, {"B", csr}}}};
  std::uint64_t seed = 1;
  for (const Parts& parts : all) {
    std::vector<Operand> tensors;
    for (const auto& [name, format] : parts.formats)
      tensors.push_back(
          {name, format, std::vector<std::int64_t>(static_cast<std::size_t>(format.order()), 23), Fill::Sparse, 0.2});
    const Case made = makeCase(parts.expression, tensors, ValueType::Int32, seed++);
    const exec::Evaluated expected = exec::evaluateReference(made.assignment, made.operands);
    const driver::Problem problem = forLoops(made);
    for (const std::int64_t elements : {0, 1000}) {
      const loops::Function function =
          passes::cpuLoops(scheduledForLoops(problem, schedule::parse(makeSource("-s", parts.schedule))), "kernel",
                           sharedLoops(elements));
      for (const std::int64_t threads : {1, 2, 3, 7, 40})
        CHECK(differenceIn(function, problem, expected, threads) == "");
      CHECK(loops::print(function).find(" parallel {") != std::string::npos);
    }
  }
}

TEST_CASE("loops: rows of products, listed, packed by flags, and in sets of keys; their sums") {
  std::vector<Case> cases = productsOfRows(ValueType::Int64);
  for (Case& c : sumsOfProducts(ValueType::Int32)) cases.push_back(std::move(c));
  for (const Case& c : cases) {
    CAPTURE(notation::print(c.assignment));
    const exec::Evaluated expected = exec::evaluateReference(c.assignment, c.operands);
    const driver::Problem problem = forLoops(c);
    const loops::Function function = passes::cpuLoops(scheduledForLoops(problem, {}), "kernel", sharedLoops());
    for (const std::int64_t threads : {1, 3}) CHECK(differenceIn(function, problem, expected, threads) == "");
  }
}
