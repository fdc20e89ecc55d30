#include "loops/lower/statement.h"

#include <algorithm>
#include <set>

#include "cin/replace_accesses.h"
#include "cin/value_types.h"
#include "located/located_loops.h"
#include "loops/build.h"
#include "notation/accumulate.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

using notation::Access;
using notation::AssignOp;
using notation::IndexVar;

// Vector workspaces with loops that skip coordinates, or declared as bit vectors.
std::set<std::string> scatteredIn(const cin::Stmt& stmt) {
  std::set<std::string> scattered;
  for (const cin::Assign& assign : assignmentsIn(stmt)) {
    const notation::TensorVar& tensor = assign.lhs.tensor;
    if (tensor.isSparseWorkspace() && tensor.order() == 1) scattered.insert(tensor.name);
  }
  for (const located::LocatedLoop& located : located::loopsIn(stmt, {})) {
    if (!located.skips()) continue;
    for (const cin::Assign& assign : assignmentsIn(located.loop.body)) {
      const notation::TensorVar& tensor = assign.lhs.tensor;
      if (tensor.anyFormat && tensor.order() == 1 && assign.lhs.indices[0] == located.loop.var)
        scattered.insert(tensor.name);
    }
  }
  return scattered;
}

}  // namespace

bool addsToScalar(const cin::Stmt& stmt) {
  const auto* sum = std::get_if<cin::Assign>(&stmt->kind);
  return sum && sum->op == operators::add && sum->lhs.tensor.workspace && sum->lhs.tensor.order() == 0 &&
         notation::reductionTerms(sum->op, sum->rhs).size() == 1;
}

std::vector<notation::TensorVar> StatementFacts::tensors() const {
  std::vector<notation::TensorVar> all;
  for (const Access& access : accesses)
    if (std::none_of(all.begin(), all.end(), [&](const auto& t) { return t.name == access.tensor.name; }))
      all.push_back(access.tensor);
  return all;
}

StatementFacts factsOf(const cin::Stmt& stmt) {
  StatementFacts facts;
  facts.body = cin::withoutRelations(stmt);
  for (const cin::Relation& relation : cin::relationsOf(stmt)) {
    const bool executes =
        std::holds_alternative<cin::Parallelize>(relation) || std::holds_alternative<cin::Unroll>(relation);
    (executes ? facts.executions : facts.relations).push_back(relation);
  }
  facts.extents = cin::knownExtents(stmt);
  facts.reduces = cin::reductionsIn(stmt);
  for (const cin::Assign& a : assignmentsIn(stmt)) {
    if (a.lhs.tensor.workspace) continue;
    require(facts.writers == 0 || facts.result.tensor.name == a.lhs.tensor.name, "a statement has one result");
    if (facts.writers++ == 0) facts.result = a.lhs;
  }
  require(facts.writers > 0, "a statement assigns its result");
  for (const Access& access : accessesIn(stmt))
    if (!access.tensor.workspace && access.tensor.name != facts.result.tensor.name) facts.accesses.push_back(access);
  std::vector<ValueType> operands;
  for (const Access& access : facts.accesses) operands.push_back(access.tensor.type);
  if (cin::hasImaginary(stmt)) operands.push_back(ValueType::Complex64);
  facts.type = expressionType(facts.result.tensor.type, operands);
  for (const cin::Relation& relation : facts.relations)  // integers, whatever the type of the computation
    if (const auto* index = std::get_if<cin::IndexOf>(&relation))
      facts.accesses.insert(facts.accesses.end(), index->reads.begin(), index->reads.end());
  facts.accesses.push_back(facts.result);
  return facts;
}

cin::Stmt withTypedWorkspaces(const cin::Stmt& stmt) {
  const ValueType type = factsOf(stmt).type;
  if (!isComplex(type)) return stmt;
  return cin::withValueTypes(stmt, type, [](const notation::TensorVar& tensor) { return tensor.type; });
}

cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt) {
  const std::set<std::string> scattered = scatteredIn(stmt);
  return cin::withAccesses(stmt, [&](Access access) -> std::optional<Access> {
    if (!access.tensor.workspace || access.tensor.order() == 0) return std::nullopt;
    std::vector<LevelFormat> levels = access.tensor.format.levels();
    for (LevelFormat& level : levels) level = scattered.count(access.tensor.name) ? bitvector : dense;
    access.tensor.format = access.tensor.format.with(levels, access.tensor.format.modeOrder());
    return access;
  });
}

}  // namespace stardust::loops
