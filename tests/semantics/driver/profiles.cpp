// Functions with counters and clocks: they compute the same, and count what the operands say.
#include <doctest/doctest.h>

#include "backend/cpu/c_text.h"
#include "backend/cpu/read/read.h"
#include "loops/profile/clock_loops.h"
#include "loops/profile/count_work.h"
#include "loops_cases.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

using loops::ArrayCounter;
using Numbers = ValueArray<std::int64_t>;

/// The further result of a function.
Numbers numbersOf(const loops::Function& function, const std::string& tensor, std::int64_t count,
                  const driver::Problem& problem, std::int64_t threads = 1) {
  exec::LoopsOptions options;
  options.threads = threads;
  const notation::TensorVar numbers{tensor, Format({dense}), ValueType::Int64, {count}};
  exec::Operands operands = problem.operands;
  const notation::TensorVar& result = problem.assignment.lhs.tensor;  // some loops read its extents
  Storage shape;
  shape.dims = result.dims;
  shape.format = result.format;
  for (int level = 0; level < result.order(); ++level)
    shape.levels.push_back(
        {result.format.level(level), result.dims.at(static_cast<std::size_t>(result.format.mode(level))), {}, {}});
  operands.emplace(result.name, shape);
  return std::get<Numbers>(exec::interpret(function, operands, numbers, options).values);
}

/// The loops of a case before the passes for processors, with counters, and their values.
struct Counted {
  driver::Problem problem;
  loops::CountedFunction made;
  Numbers numbers;

  explicit Counted(const Case& c, std::int64_t threads = 1) : problem(forLoops(c)) {
    passes::Settings settings;
    settings.loops = passes::forCpu(sharedLoops());
    made = loops::countedWork(
        std::get<loops::Function>(passes::run({"lower-to-loops"}, scheduledForLoops(problem, {}), settings)));
    loops::verify(made.function);
    numbers = numbersOf(made.function, made.tensor, made.counters(), problem, threads);
  }

  /// The iterations of the rows whose note begins with a text.
  std::int64_t iterations(const std::string& begin) const {
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < made.loops.size(); ++row)
      if (made.loops[row].note.rfind(begin, 0) == 0) sum += numbers.at(made.iterations(row));
    return sum;
  }
  std::int64_t of(const std::string& array, ArrayCounter counter) const {
    for (std::size_t n = 0; n < made.arrays.size(); ++n)
      if (made.arrays[n].name == array) return numbers.at(made.counter(n, counter));
    return -1;
  }
};

std::int64_t entriesOf(const Case& c, const char* tensor) {
  return static_cast<std::int64_t>(sizeOf(c.operands.at(tensor).values));
}

/// The products of a multiplication of CSR matrices.
std::int64_t productsOf(const Case& c) {
  const Level &a = c.operands.at("A").levels[1], &b = c.operands.at("B").levels[1];
  std::int64_t sum = 0;
  for (const std::int64_t k : a.crd) sum += b.pos[static_cast<std::size_t>(k) + 1] - b.pos[static_cast<std::size_t>(k)];
  return sum;
}

/// The fault of a function with counters or clocks; empty: none.
std::string faultOf(const loops::Function& function, const RandomLoops& made, const exec::Evaluated& expected,
                    std::int64_t threads) {
  loops::verify(function);
  const cpu::PrintedC printed = cpu::printedC(function);
  cpu::verifyC(printed.function, printed.functions, printed.meanings);
  if (!equal(loops::parse(loops::print(function)), function)) return "the text does not read back";
  return differenceIn(function, made.problem, expected, threads);
}

/// The counters contradict each other; empty: they do not.
std::string contradictionIn(const loops::CountedFunction& counted, const Numbers& numbers) {
  for (std::size_t n = 0; n < counted.arrays.size(); ++n) {
    const auto of = [&](ArrayCounter counter) { return numbers.at(counted.counter(n, counter)); };
    const std::int64_t accesses = of(ArrayCounter::Read) + of(ArrayCounter::Written);
    const bool isSound = of(ArrayCounter::Jumps) <= of(ArrayCounter::Lines) && of(ArrayCounter::Lines) <= accesses &&
                         (of(ArrayCounter::Touched) > 0) == (of(ArrayCounter::Lines) > 0);
    if (!isSound) return "the counters of " + counted.arrays[n].name + " contradict each other";
  }
  return {};
}

std::string faultIn(const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  RandomLoops made;
  exec::Evaluated expected;
  try {
    expected = exec::evaluateReference(asked.assignment, asked.operands);
    made = loopsOf(random, asked);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.what();
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
  const std::int64_t threads = 1 + random.seed % 3;
  const loops::CountedFunction counted = loops::countedWork(made.function);
  const loops::ClockedFunction clocked = loops::clockedLoops(made.function, [](const auto&, auto) { return true; });
  std::string fault = faultOf(counted.function, made, expected, threads);
  if (fault.empty()) fault = faultOf(clocked.function, made, expected, threads);
  if (fault.empty())
    fault = contradictionIn(counted,
                            numbersOf(counted.function, counted.tensor, counted.counters(), made.problem, threads));
  return fault.empty() ? "" : fault + "\n" + loops::print(made.function);
}

}  // namespace

TEST_CASE("profiles: the counts of loops and arrays are those of the operands, whatever the number of threads") {
  std::uint64_t seed = 1;
  for (const double density : {0.0, 0.05, 0.4})
    for (const std::int64_t n : {1, 17, 60})
      for (const std::int64_t threads : {1, 3}) {
        CAPTURE(density);
        CAPTURE(n);
        CAPTURE(threads);
        const Operand A{"A", csr, {n, 23}, Fill::Sparse, density}, B{"B", csr, {23, 31}, Fill::Sparse, density};
        const Case product =
            makeCase("y(i) = A(i,j) * x(j)", {{"y", vec, {n}}, A, {"x", vec, {23}}}, ValueType::Float64, ++seed);
        const Counted spmv(product, threads);
        CHECK(spmv.iterations("forall(i)") == n);
        CHECK(spmv.iterations("forall(j in A2)") == entriesOf(product, "A"));
        for (const char* array : {"A2_crd", "A_vals", "x_vals"}) {
          CHECK(spmv.of(array, ArrayCounter::Read) == entriesOf(product, "A"));
          CHECK(spmv.of(array, ArrayCounter::Written) == 0);
        }
        CHECK(spmv.of("y_vals", ArrayCounter::Read) == 0);
        CHECK(spmv.of("y_vals", ArrayCounter::Written) == n);

        const Case matrices =
            makeCase("C(i,j) = A(i,k) * B(k,j)", {{"C", csr, {n, 31}}, A, B}, ValueType::Int32, ++seed);
        const Counted spgemm(matrices, threads);
        CHECK(spgemm.iterations("forall(k in A2)") == entriesOf(matrices, "A"));
        CHECK(spgemm.iterations("forall(j in B2)") == productsOf(matrices));
        CHECK(spgemm.of("B_vals", ArrayCounter::Read) == productsOf(matrices));

        const Case sampled = makeCase("C(i,j) = A(i,j) * D(i,k) * E(j,k)",
                                      {{"C", csr, {n, 23}}, A, {"D", rowMajor, {n, 9}}, {"E", rowMajor, {23, 9}}},
                                      ValueType::Float32, ++seed);
        const Counted sddmm(sampled, threads);
        CHECK(sddmm.iterations("forall(k)") == 9 * entriesOf(sampled, "A"));
        CHECK(sddmm.of("D_vals", ArrayCounter::Read) == 9 * entriesOf(sampled, "A"));
        CHECK(sddmm.of("C_vals", ArrayCounter::Written) >= entriesOf(sampled, "A"));
      }
}

TEST_CASE("profiles: random functions with counters and clocks compute the same") {
  checkRandomCases(casesToRun(300), faultIn);
}
