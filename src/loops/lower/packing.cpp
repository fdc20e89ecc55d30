#include "loops/lower/packing.h"

#include "loops/idioms/pack.h"
#include "loops/lower/result_levels.h"
#include "loops/rewrite.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

// Flags are looked at 64 at a time. Medians of Trefethen_20000 squared, whose rows store a 50th of all coordinates,
// with 16, 64 and 256 flags for one that would be sorted: 78, 53 and 49 ms (with AVX2 only 78, 73 and 48); of random
// rows with a 200th 61, 60 and 52 (51 and 49 with 64 and 256). Where bits are made by multiplication, the last are 57
// and 77.
constexpr std::int64_t flagsForSorted = 256;
// What is put in may be the same coordinate again. Medians with a list that is not needed and without one: of
// bcsstk30-like squared, 6 flags for what is put in, 201 and 147 ms; of Trefethen_20000 squared, 27 flags, 44.7 and
// 42.0; of random rows with 60 and 120 flags 47.6 and 42.5, 36.8 and 33.1. A branch around the list in place of the
// store in any case: 177 and 41 ms for the first two, but 35 for 13 ms where every second coordinate is new at random.
constexpr std::int64_t flagsForPut = 128;

}  // namespace

bool isPacked(const cin::Where& s, const std::vector<Access>& made, const StatementFacts& facts) {
  if (made.size() != 1 || !made[0].tensor.isSparseWorkspace()) return false;
  const auto* loop = std::get_if<cin::Forall>(&s.consumer->kind);
  const auto* copy = loop ? std::get_if<cin::Assign>(&loop->body->kind) : nullptr;
  if (!copy || copy->op != AssignOp::Set || !facts.isResult(copy->lhs) || !isRowOfResult(loop->var, facts))
    return false;
  const auto* read = std::get_if<Access>(&copy->rhs->kind);
  return read && read->tensor.name == made[0].tensor.name && read->indices == std::vector<IndexVar>{loop->var};
}

Expr Packing::storesMuch(const cin::Where& s, const std::vector<Access>& made, const Scope& scope) const {
  if (!isPacked(s, made, facts_) || !scope.iteration || scope.path.size() != 1) return {};
  const auto level = levelOfResult(std::get<cin::Forall>(s.consumer->kind), scope, facts_);
  const LevelEstimates& estimates = scope.chunk->estimates;
  const auto estimate = level ? estimates.find(*level) : estimates.end();
  if (estimate == estimates.end()) return {};
  const auto before = [&](const Expr& x) { return load(estimate->second, Type::I64, x); };
  const Expr put = subtract(before(add(scope.iteration, index(1))), before(scope.iteration));
  return binary(BinaryOp::Ge, multiply(put, index(flagsForPut)), workspaces_.live.at(made[0].tensor.name).size);
}

Stmt Packing::packFrom(const Workspace& w, int level) {
  const TensorVar& tensor = facts_.result.tensor;
  const std::string crd = arrays_.crd(tensor.name, level), values = arrays_.values(tensor);
  return idiomStmt(w.identity->type,
                   Pack{w.values, w.stored, w.size, crd, values, result_.counts.at(level), w.identity});
}

void Packing::packRow(const cin::Forall& loop, const Access& workspace, const Scope& scope, Body& out) {
  const Workspace& w = workspaces_.live.at(workspace.tensor.name);
  const std::optional<int> level = levelOfResult(loop, scope, facts_);
  require(level.has_value(), "a packed row is a level of the result");
  if (!context_.inChunks) context_.plan.bounds[*level] = LevelBound{{}, {}, false, workspace.tensor.name};
  const auto& copy = std::get<cin::Assign>(loop.body->kind);
  const Stmt what = note(notation::print(notation::Assignment{copy.lhs, {}, copy.op, copy.rhs}));
  if (!w.isListed()) {
    append(out, {what, packFrom(w, *level)});
    return result_.closeFiber(*level, scope, out);
  }
  const Expr length = variable(w.length, Type::I64);
  if (!scope.chunk) result_.reserve(*level, length, out);
  out.push_back(what);
  const Body sorted = sortedRow(loop, workspace, *level);
  if (w.isHashed()) {
    append(out, sorted);
    out.push_back(workspaces_.forgettingKeys(w));
  } else {
    const Expr isMuch = binary(BinaryOp::Lt, w.size, multiply(length, index(flagsForSorted)));
    out.push_back(ifThen(isMuch, {packFrom(w, *level)}, sorted));
  }
  result_.closeFiber(*level, scope, out);
}

// What is listed, in order.
Body Packing::sortedRow(const cin::Forall& loop, const Access& workspace, int level) {
  const Workspace& w = workspaces_.live.at(workspace.tensor.name);
  const TensorVar& tensor = facts_.result.tensor;
  const Expr length = variable(w.length, Type::I64);
  const std::string var = names_.fresh(workspace.tensor.name + "_at");
  Body inOrder;
  const Expr coordinate = named(names_, inOrder, loop.var, w.listed(variable(var, Type::I64)));
  const Expr at = w.isHashed() ? workspaces_.slotOf(w, coordinate, inOrder).at : coordinate;
  inOrder.push_back(store(arrays_.crd(tensor.name, level), result_.count(level), cast(Type::I32, coordinate)));
  inOrder.push_back(store(arrays_.values(tensor), result_.count(level), load(w.values, type(), at)));
  inOrder.push_back(loops::assign(result_.counts.at(level), add(result_.count(level), index(1))));
  if (!w.isHashed()) append(inOrder, workspaces_.forgetting(w, at));
  return {sort(w.list, index(0), length), forLoop(var, index(0), length, std::move(inOrder))};
}

}  // namespace stardust::loops
