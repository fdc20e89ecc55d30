// The origin of a compressed result's structure.
#include <doctest/doctest.h>

#include "capstan/plan/plan.h"
#include "cin/concretize.h"
#include "notation/parse.h"
#include "schedule/automatic.h"
#include "schedule/schedule.h"

using namespace stardust;
using placement::Assembly;

namespace {

struct Operand {
  Format format;
  std::vector<std::int64_t> dims;
  std::int64_t fiber = 8, least = 1;  ///< coordinates in the fibers of its compressed levels: the most, the fewest
};
using Operands = std::map<std::string, Operand>;

placement::Plan planned(const std::string& expression, const Operands& operands, const std::string& commands = {}) {
  notation::Declarations declarations;
  placement::Facts facts;
  for (const auto& [name, operand] : operands) {
    notation::Declaration& declared = declarations[name];
    declared.format = operand.format;
    declared.formatGiven = true;
    declared.dims = operand.dims;
    std::int64_t positions = 1;
    for (int level = 0; level < operand.format.order(); ++level) {
      const bool isDense = operand.format.level(level) == dense;
      const std::int64_t dim = operand.dims.at(static_cast<std::size_t>(level));
      positions *= isDense ? dim : operand.fiber;
      facts[name].push_back(isDense ? placement::LevelFacts{positions, dim, dim}
                                    : placement::LevelFacts{positions, operand.least, operand.fiber});
    }
  }
  const auto assignment =
      notation::declare(notation::parseAssignment(makeSource("expression", expression)), declarations);
  cin::Stmt stmt = cin::concretize(assignment);
  if (!commands.empty()) stmt = schedule::apply(stmt, schedule::parse(makeSource("schedule", commands)));
  return placement::plan(schedule::insertWorkspaces(stmt), {}, facts);
}

Assembly assembly(const std::string& expression, const Operands& operands, const std::string& commands = {}) {
  return planned(expression, operands, commands).result().assembly;
}

const Format csr({dense, compressed}), csf({compressed, compressed, compressed}), ucc({dense, compressed, compressed});

Operands matrices(std::int64_t columns, Format result = csr) {
  return {{"A", {result, {40, columns}}},
          {"B", {csr, {40, columns}, columns / 4}},
          {"C", {csr, {40, columns}, columns / 4}}};
}

}  // namespace

TEST_CASE("a union of fibers is assembled in one pass, its positions written as they are taken") {
  const auto plan = planned("A(i,j) = B(i,j) + C(i,j)", matrices(800));
  CHECK((plan.result().assembly == Assembly::Reserved));
  CHECK((plan.result().levels.at(1).pos == placement::MemoryType::SparseDram));
}

TEST_CASE("so are fibers of fibers, if what the outer ones stop at is stored; a product may lose it") {
  const auto tensors = [](std::int64_t least) {
    return Operands{
        {"A", {ucc, {9, 100, 100}}}, {"B", {ucc, {9, 100, 100}, 50, least}}, {"C", {ucc, {9, 100, 100}, 50, least}}};
  };
  CHECK((assembly("A(i,j,k) = B(i,j,k) + C(i,j,k)", tensors(1)) == Assembly::Reserved));
  CHECK((assembly("A(i,j,k) = B(i,j,k) + C(i,j,k)", tensors(0)) == Assembly::Counted));
  CHECK((assembly("A(i,j,k) = B(i,j,k) * C(i,j,k)", tensors(1)) == Assembly::Counted));
}

TEST_CASE(
    "fibers that cannot wait on chip until they were counted, and blocks below them, are counted in a pass of their own") {
  CHECK((assembly("A(i,j) = B(i,j) + C(i,j)", matrices(131072)) == Assembly::Reserved));
  CHECK((assembly("A(i,j) = B(i,j) + C(i,j)", matrices(131073)) == Assembly::Counted));
  const Format blocks({compressed, dense});
  const Operands blocked{{"A", {blocks, {40, 16}}}, {"B", {blocks, {40, 16}, 10}}, {"C", {blocks, {40, 16}, 10}}};
  CHECK((assembly("A(i,j) = B(i,j) + C(i,j)", blocked) == Assembly::Counted));
}

TEST_CASE(
    "a result whose coordinates are those of an operand shares them, also through a workspace that every coordinate reaches") {
  const Format rows({compressed, dense}), columns({dense, dense});
  const Operands mttkrp{
      {"A", {rows, {30, 16}}}, {"B", {csf, {30, 40, 50}}}, {"C", {columns, {16, 40}}}, {"D", {columns, {16, 50}}}};
  const std::string expression = "A(i,j) = B(i,k,l) * C(j,k) * D(j,l)";
  CHECK((assembly(expression, mttkrp) == Assembly::Shared));
  CHECK((assembly(expression, mttkrp, "reorder(i, k, l, j)") == Assembly::Shared));
  auto sparse = mttkrp;
  sparse["D"] = {Format({compressed, dense}), {16, 50}, 4};  // a column of A may have no term
  sparse["D"].least = 0;
  CHECK((assembly(expression, sparse, "reorder(i, k, l, j)") == Assembly::Counted));
  auto empty = mttkrp;
  empty["B"].least = 0;
  CHECK((assembly(expression, empty, "reorder(i, k, l, j)") == Assembly::Counted));
}
