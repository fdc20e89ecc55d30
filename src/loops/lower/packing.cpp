#include "loops/lower/packing.h"

#include "loops/idioms/pack.h"
#include "loops/lower/notes.h"
#include "loops/lower/result_levels.h"
#include "loops/pass_utilities.h"
#include "support/diagnostic.h"

namespace stardust::loops {

bool isPacked(const cin::Where& s, const std::vector<Access>& made, const StatementFacts& facts) {
  if (made.size() != 1 || !made[0].tensor.isSparseWorkspace()) return false;
  const auto* loop = std::get_if<cin::Forall>(&s.consumer->kind);
  const auto* copy = loop ? std::get_if<cin::Assign>(&loop->body->kind) : nullptr;
  if (!copy || copy->op != AssignOp::Set || !facts.isResult(copy->lhs) || !isRowOfResult(loop->var, facts))
    return false;
  const auto* read = std::get_if<Access>(&copy->rhs->kind);
  return read && read->tensor.name == made[0].tensor.name && read->indices == std::vector<IndexVar>{loop->var};
}

Expr Packing::isDenselyFilled(const cin::Where& s, const std::vector<Access>& made, const Scope& scope) const {
  if (!isPacked(s, made, facts_) || !scope.iteration || scope.path.size() != 1) return {};
  const auto level = levelOfResult(std::get<cin::Forall>(s.consumer->kind), scope, facts_);
  const LevelEstimates& estimates = scope.chunk->estimates;
  const auto estimate = level ? estimates.find(*level) : estimates.end();
  if (estimate == estimates.end()) return {};
  const auto before = [&](const Expr& x) { return load(estimate->second, Type::I64, x); };
  const Expr put = subtract(before(add(scope.iteration, index(1))), before(scope.iteration));
  return binary(BinaryOp::Ge, multiply(put, index(options_.processor.packing.flagsForPut)),
                workspaces_.live.at(made[0].tensor.name).size);
}

// The idiom takes coordinates of 32 bits, and values of at most 64. Others are appended by its meaning, a plain loop.
Stmt Packing::packFrom(const Workspace& w, int level) {
  const TensorVar& tensor = facts_.result.tensor;
  if (arrays_.isWide(tensor.name) || isComplex(tensor.type)) return packedByLoop(w, level);
  const std::string crd = arrays_.crd(tensor.name, level), values = arrays_.values(tensor);
  return idiomStmt(w.identity->type,
                   Pack{w.values, w.stored, w.size, crd, values, result_.counts.at(level), w.identity});
}

// A complex result may have real values.
Expr Packing::packed(const Workspace& w, const Expr& at) const {
  const Expr value = load(w.values, w.identity->type, at);
  const ValueType type = facts_.result.tensor.type;
  return isComplex(type) ? converted(typeOf(type), value) : value;
}

Stmt Packing::packedByLoop(const Workspace& w, int level) {
  const TensorVar& tensor = facts_.result.tensor;
  const std::string var = names_.fresh(w.values + "_at");
  const Expr at = variable(var, Type::I64);
  Body taken = {arrays_.storeCoordinate(tensor.name, level, result_.count(level), at),
                store(arrays_.values(tensor), result_.count(level), packed(w, at)),
                loops::assign(result_.counts.at(level), add(result_.count(level), index(1)))};
  append(taken, workspaces_.forgetting(w, at));
  return forLoop(var, index(0), w.size, {ifThen(load(w.stored, Type::Bool, at), std::move(taken))});
}

void Packing::packRow(const cin::Forall& loop, const Access& workspace, const Scope& scope, Body& out) {
  const Workspace& w = workspaces_.live.at(workspace.tensor.name);
  const std::optional<int> level = levelOfResult(loop, scope, facts_);
  require(level.has_value(), "a packed row is a level of the result");
  if (!context_.inChunks) context_.plan.bounds[*level] = LevelBound{{}, {}, false, workspace.tensor.name};
  const Stmt what = noteOf(loop, iteration::contractionSet(loop.var, loop.body, {}));
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
    append(out, workspaces_.forgettingKeys(workspace.tensor.name, w));
  } else {
    const Expr isMuch =
        binary(BinaryOp::Lt, w.size, multiply(length, index(options_.processor.packing.flagsForSorted)));
    out.push_back(ifThen(isMuch, {packFrom(w, *level)}, sorted));
  }
  result_.closeFiber(*level, scope, out);
}

// Sorts the coordinate list and appends its entries.
Body Packing::sortedRow(const cin::Forall& loop, const Access& workspace, int level) {
  const Workspace& w = workspaces_.live.at(workspace.tensor.name);
  const TensorVar& tensor = facts_.result.tensor;
  const Expr length = variable(w.length, Type::I64);
  const std::string var = names_.fresh(workspace.tensor.name + "_at");
  Body inOrder;
  const Expr coordinate = named(names_, inOrder, loop.var, w.listed(variable(var, Type::I64)));
  const Expr at = w.isHashed() ? workspaces_.slotOf(w, coordinate, inOrder).at : coordinate;
  inOrder.push_back(arrays_.storeCoordinate(tensor.name, level, result_.count(level), coordinate));
  inOrder.push_back(store(arrays_.values(tensor), result_.count(level), packed(w, at)));
  inOrder.push_back(loops::assign(result_.counts.at(level), add(result_.count(level), index(1))));
  if (!w.isHashed()) append(inOrder, workspaces_.forgetting(w, at));
  return {sort(w.list, index(0), length), forLoop(var, index(0), length, std::move(inOrder))};
}

}  // namespace stardust::loops
