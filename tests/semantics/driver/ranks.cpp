// Statements over ranks: each rank computes its part from the values that it owns and receives, and from no others; the
// joined parts are the reference's result. The loops are interpreted, and no MPI is needed.
#include <doctest/doctest.h>

#include <set>

#include "driver/conversions.h"
#include "driver/cpu.h"
#include "driver/distribution.h"
#include "loops_cases.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

std::size_t at(std::int64_t place) { return static_cast<std::size_t>(place); }

/// The part of a rank with its values. One that no message brings is 77.
Storage partOf(const Storage& operand, const driver::Divided& tensor, int rank) {
  Storage part = tensor.parts[at(rank)];
  const auto places = std::get<ValueArray<std::int64_t>>(part.values);
  part.values = makeValues(operand.type(), places.size());
  std::visit(
      [&](auto& to) {
        using Array = std::decay_t<decltype(to)>;
        using Value = typename Array::value_type;
        const auto& from = std::get<Array>(operand.values);
        for (std::size_t n = 0; n < places.size(); ++n)
          to[n] = places[n] == 0 ? Value{} : tensor.isShared ? static_cast<Value>(77) : from[at(places[n] - 1)];
        for (const driver::Message& m : tensor.messages)
          for (std::size_t n = 0; m.to == rank && n < m.places.size(); ++n)
            to[at(m.places[n])] = from[at(tensor.owned[at(m.from)][at(m.owned[n])])];
      },
      part.values);
  validate(part);
  return part;
}

notation::TensorVar resultOf(const notation::Access& result, const driver::Distribution& plan, int rank) {
  notation::TensorVar part = result.tensor;
  for (std::size_t m = 0; m < result.indices.size(); ++m)
    if (const driver::Visited& visited = plan.visited[at(rank)].at(result.indices[m]))
      part.dims[m] = static_cast<std::int64_t>(visited->size());
  return part;
}

Storage computed(const driver::Problem& problem, const loops::Function& function, const driver::Distribution& plan) {
  std::vector<Storage> parts;
  for (int rank = 0; rank < plan.ranks(); ++rank) {
    exec::Operands operands;
    for (const auto& [name, tensor] : plan.tensors)
      operands.emplace(name, partOf(problem.operands.at(name), tensor, rank));
    parts.push_back(exec::interpret(function, operands, resultOf(problem.assignment.lhs, plan, rank), {}));
  }
  const Storage joined = driver::joined(problem, plan, parts);
  return problem.finally ? driver::finish(*problem.finally, joined).result : joined;
}

/// Empty if each distribution over each number of ranks gives the expected result.
std::string differenceOf(const driver::Problem& problem, const exec::Evaluated& expected,
                         const loops::LoweringOptions& options) {
  const loops::Function function = driver::compileForCpu(problem, options).function;
  for (const int ranks : {1, 2, 3, 4, 7})
    for (const driver::Distribution& plan : driver::distributions(problem, ranks)) {
      const std::string difference = exec::compare(expected, computed(problem, function, plan)).difference;
      if (!difference.empty()) return fmt::format("{} over {} ranks: {}", plan.var, ranks, difference);
    }
  return {};
}

driver::Problem forRanks(driver::Problem problem) {
  return driver::forCpu(driver::withOnePartEach(std::move(problem))).problem;
}

driver::Problem problemOf(const Case& asked) {
  driver::Problem problem;
  problem.assignment = asked.assignment;
  problem.operands = asked.operands;
  return forRanks(std::move(problem));
}

/// Empty if all distributions are right; a refusal is counted by its reason.
std::string disagreementIn(const RandomCase& random, Refusals& refused) {
  const Case asked = random.build();
  driver::Problem problem;
  exec::Evaluated expected;
  try {
    expected = exec::evaluateReference(asked.assignment, asked.operands);
    problem = problemOf(asked);
    driver::distributions(problem, 2);
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) throw;
    ++refused[error.diagnostic().what];
    return {};
  }
  return differenceOf(problem, expected, loweringOf(random));
}

}  // namespace

TEST_CASE("ranks: random assignments of the whole language are right over any number of ranks") {
  RandomLanguage language(seedToUse(), Types::All);
  Refusals refused;
  const int cases = casesToRun(400);
  int failures = 0;
  for (int n = 0; n < cases && failures < 3; ++n) {
    const RandomCase random = language.draw();
    const std::string disagreement = disagreementOf(random, refused, disagreementIn);
    if (disagreement.empty()) continue;
    ++failures;
    FAIL_CHECK("case " << n << ": " << random.command() << "\n" << disagreement);
  }
  int all = 0;
  for (const auto& [reason, count] : refused) all += count;
  CHECK(all * 3 <= cases * 2);  // scalars, formats that pad, and values of indices
}

TEST_CASE("ranks: a product with a vector moves each remote value once, and no value that no rank reads") {
  for (const auto& [rows, columns] : {std::pair{60, 60}, std::pair{60, 35}, std::pair{3, 40}, std::pair{0, 5}})
    for (const int ranks : {1, 2, 3, 4, 7}) {
      RandomCase random;
      random.expression = "y(i) = A(i,j) * x(j)";
      random.seed = static_cast<std::uint64_t>(rows + ranks);
      random.type = ValueType::Int32;
      random.tensors = {{"A", {"i", "j"}, csr, Fill::Sparse, 0.06, true},
                        {"x", {"j"}, Format({dense}), Fill::Dense, 1, true},
                        {"y", {"i"}, Format({dense}), Fill::Sparse, 0, false}};
      random.dims = {{"i", rows}, {"j", columns}};
      const driver::Problem problem = problemOf(random.build());
      const Coordinates entries = unpack(problem.operands.at("A"));
      for (const driver::Distribution& plan : driver::distributions(problem, ranks)) {
        if (plan.var != "i") continue;
        const auto& owned = plan.tensors.at("x").owned;
        std::set<std::int64_t> owners;
        for (int rank = 0; rank < ranks; ++rank) {
          std::set<std::int64_t> needed;
          for (std::size_t n = 0; n < entries.size(); ++n)
            if (entries.crd[2 * n] >= plan.cuts[at(rank)] && entries.crd[2 * n] < plan.cuts[at(rank) + 1])
              needed.insert(entries.crd[2 * n + 1]);
          for (const std::int64_t place : owned[at(rank)]) {
            CHECK(owners.insert(place).second);  // one owner
            needed.erase(place);
          }
          CHECK(plan.loads[at(rank)].received == static_cast<std::int64_t>(needed.size()));
        }
      }
    }
}
