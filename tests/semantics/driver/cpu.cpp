// The CPU target from text to result: random assignments, formats and schedules, compared with the reference.
#include "driver/cpu.h"

#include <doctest/doctest.h>

#include "backend/cpu/c_text.h"
#include "backend/cpu/kernel.h"
#include "backend/cpu/read/read.h"
#include "driver/conversions.h"
#include "driver/device_formats.h"
#include "loops/idioms/expand.h"
#include "loops_cases.h"
#include "random_cases.h"
#include "toolchain.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

const cpu::Toolchain& toolchain() {
  static const cpu::Toolchain found = toolchainWith({"-O0"});
  return found;
}

/// Whether idioms of processors are printed as calls, or as their loops.
enum class Idioms { Called, Expanded };

Storage computed(const driver::Problem& problem, int threads, const loops::LoweringOptions& options, Idioms idioms) {
  const auto compiled = driver::compileForCpu(problem, options);
  const loops::Function function =
      idioms == Idioms::Called ? compiled.function : loops::withoutIdioms(compiled.function);
  const cpu::PrintedC printed = cpu::printedC(function);
  cpu::verifyC(printed.function, printed.functions, printed.meanings);
  const cpu::Kernel kernel(function, toolchain());
  std::map<std::string, const Storage*> operands;
  for (const auto& [name, storage] : problem.operands) operands.emplace(name, &storage);
  const auto& result = problem.assignment.lhs.tensor;
  cpu::Call call(kernel.function(), operands, {{result.name, {result.dims, result.format, result.type}}});
  kernel.run(call, threads);
  kernel.run(call, threads);  // reuses the memory of the first run
  const Storage storage = call.result(result.name);
  return problem.finally ? driver::finish(*problem.finally, storage).result : storage;
}

/// The problem with the subset of the case's processor commands that are legal, and that its loops support.
driver::Problem executed(driver::Problem problem, const RandomCase& random) {
  for (const std::string& command : random.execution) {
    driver::Problem more = problem;
    try {
      more.commands.push_back(schedule::parse(makeSource("-s", command)).front());
      driver::compileForCpu(more);
      problem = std::move(more);
    } catch (const Error& error) {
      if (error.diagnostic().family == Family::Internal) throw;
    }
  }
  return problem;
}

/// Empty if the result is correct; a refusal is counted by its reason.
std::string disagreementIn(const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  driver::Problem problem;
  exec::Evaluated expected;
  try {
    expected = exec::evaluateReference(asked.assignment, asked.operands);
    problem.assignment = asked.assignment;
    problem.operands = asked.operands;
    problem = driver::forCpu(std::move(problem)).problem;
    problem.commands =
        schedule::parse(makeSource("-s", "environment(innerPar, 1)" + legal(random, problem.assignment)));
    problem = executed(std::move(problem), random);
    const Idioms idioms = random.seed % 3 == 0 ? Idioms::Expanded : Idioms::Called;
    const auto comparison =
        exec::compare(expected, computed(problem, 1 + random.outerPar % 3, loweringOf(random), idioms));
    return comparison.difference;
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.what();
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
}

/// Samples a few of many cases, by the number of entries in their operands.
bool isSampled(const driver::Problem& problem) {
  std::size_t entries = 0;
  for (const auto& [name, storage] : problem.operands) entries += sizeOf(storage.values);
  return entries % 5 == 0;
}

void checkRight(const Case& c) {
  CAPTURE(notation::print(c.assignment));
  driver::Problem problem;
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  problem = driver::forCpu(std::move(problem)).problem;
  const exec::Evaluated expected = exec::evaluateReference(c.assignment, c.operands);
  const auto differenceOf = [&](int threads, Idioms idioms) {
    const Storage result = computed(problem, threads, sharedLoops(), idioms);
    return exec::compare(expected, result).difference;
  };
  for (const int threads : {1, 3}) CHECK(differenceOf(threads, Idioms::Called) == "");
  if (isSampled(problem)) CHECK(differenceOf(2, Idioms::Expanded) == "");
}

}  // namespace

TEST_CASE("a result of a huge extent takes memory for its entries only") {
  for (const auto& [huge, density] : {std::pair(mostNarrow, 1e-8), std::pair(std::int64_t{1} << 40, 2e-11)}) {
    const Case cases[] = {
        makeCase("R(i,j) = A(i,k) * B(k,j)",
                 {{"R", csr, {200, huge}},
                  {"A", csr, {200, 300}, Fill::Sparse, 0.1},
                  {"B", csr, {300, huge}, Fill::Sparse, density}},
                 ValueType::Int64, 1),
        makeCase("R(j) = A(i,j)", {{"R", sparseVec, {huge}}, {"A", csr, {200, huge}, Fill::Sparse, density}},
                 ValueType::Int32, 2)};
    for (const Case& c : cases) checkRight(c);
  }
}

TEST_CASE("rows that others are added to, of extents around those of vectors") {
  const Format fibers({compressed, compressed, compressed}), blocks({dense, compressed, dense});
  for (const ValueType type : {ValueType::Int32, ValueType::Int64, ValueType::Float32, ValueType::Float64})
    for (const std::int64_t n : {1, 2, 3, 4, 7, 8, 9, 16, 20, 31, 32, 33, 63, 64, 65, 100, 128, 131}) {
      const Case cases[] = {
          makeCase("A(i,j) = B(i,k) * C(k,j)",
                   {{"A", rowMajor, {13, n}}, {"B", csr, {13, 17}, Fill::Sparse, 0.3}, {"C", rowMajor, {17, n}}}, type,
                   1),
          makeCase("A(i,j) = B(i,k) * C(k,j)",
                   {{"A", rowMajor, {5, n}}, {"B", rowMajor, {5, 6}}, {"C", rowMajor, {6, n}}}, type, 2),
          makeCase("a(j) = B(i,k) * C(k,j)",
                   {{"a", vec, {n}}, {"B", csr, {13, 17}, Fill::Sparse, 0.3}, {"C", rowMajor, {17, n}}}, type, 3),
          makeCase("A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
                   {{"A", rowMajor, {7, n}},
                    {"B", fibers, {7, 8, 9}, Fill::Sparse, 0.2},
                    {"C", rowMajor, {8, n}},
                    {"D", rowMajor, {9, n}}},
                   type, 4),
          makeCase("A(i,j,l) = B(i,j,k) * C(k,l)",
                   {{"A", blocks, {7, 8, n}}, {"B", fibers, {7, 8, 9}, Fill::Sparse, 0.2}, {"C", rowMajor, {9, n}}},
                   type, 5)};
      for (const Case& c : cases) {
        CAPTURE(n);
        checkRight(c);
      }
    }
}

TEST_CASE("unions of fibers of fibers that are short") {
  for (const ValueType type : {ValueType::Int32, ValueType::Float64})
    for (const Case& c : shortFibers(type)) checkRight(c);
}

TEST_CASE("rows of products, listed, packed by flags, and in sets of keys") {
  for (const ValueType type : {ValueType::Int32, ValueType::Float64})
    for (const Case& c : productsOfRows(type)) checkRight(c);
}

TEST_CASE("sums of products, of which nothing is converted") {
  for (const ValueType type : {ValueType::Int64, ValueType::Float32})
    for (const Case& c : sumsOfProducts(type)) {
      driver::Problem problem;
      problem.assignment = c.assignment;
      problem.operands = c.operands;
      CHECK_NOTHROW(driver::forCpu(std::move(problem), true));
      checkRight(c);
    }
}

TEST_CASE("dot products of short fibers") {
  for (const ValueType type : {ValueType::Float32, ValueType::Float64})
    for (const Case& c : shortDots(type)) checkRight(c);
}

TEST_CASE("dot products of two fibers, short and long; what one of them has alone is not looked at") {
  for (const ValueType type : {ValueType::Int32, ValueType::Float32, ValueType::Float64})
    for (const Case& c : longDots(type)) checkRight(c);
}

TEST_CASE("fibers that stay the same in loops around") {
  for (const ValueType type : {ValueType::Int32, ValueType::Float64})
    for (const Case& c : unchangedFibers(type)) checkRight(c);
}

TEST_CASE("random assignments of the whole language on the CPU") {
  checkRandomCases(casesToRun(4000) / 50, disagreementIn, Types::All);  // each case runs a C compiler
}
