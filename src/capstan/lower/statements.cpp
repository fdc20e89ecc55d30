#include "capstan/lower/statements.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/lower/memories.h"
#include "capstan/lower/operators.h"
#include "cin/query.h"
#include "spatial/build.h"

namespace stardust::spatial {

using notation::AssignOp;
using placement::Assembly;

namespace {

// A Reduce without iterations gives the identity of Spatial's operator: minus infinity for the maximum that or= uses.
Expr withOwnIdentity(const Context& context, AssignOp op, Expr reduced) {
  if (op == AssignOp::Set || !op.reduction()->spatialReduction) return reduced;
  return binary(reductionOf(op).combine, std::move(reduced), identityOf(context, op));
}

}  // namespace

void Statements::statement(const cin::Stmt& stmt) {
  match(
      stmt->kind, [&](const cin::Forall& s) { loop(s); }, [&](const cin::Assign& s) { deliver(s, summand(s), stmt); },
      [&](const cin::Where& s) {
        produce(s.producer);
        statement(s.consumer);
      },
      [&](const cin::Map& s) { statement(s.body); }, [&](const cin::SuchThat& s) { statement(s.body); },
      [&](const cin::Sequence& s) {
        statement(s.first);
        statement(s.second);
      });
}

void Statements::loop(const cin::Forall& forall) {
  const cin::Stmt self = cin::forall(forall.var, forall.body);
  if (isReduction(context_.plan, self)) return deliver(mainAssignment(self), sum(self), self);
  const auto reserved = answers_.reserving.filledBy(forall.var);
  if (reserved) answers_.reserving.reserve(forall, *reserved);
  Domain domain = answers_.domains.open(forall.var);
  if (reserved) answers_.reserving.pass(domain, *reserved);
  if (isAroundBlocks(forall)) fillBlock(forall);
  else statement(forall.body);
  Frame frame = context_.frames.close();
  const AccessPlan& result = context_.plan.result();
  const bool isFillPass = result.assembly == Assembly::Counted && context_.frames.depth() == 1;
  const std::string note =
      context_.notes.loopOver(forall.var) + (isFillPass ? ": filling " + context_.notes.written(result.access) : "");
  context_.frames.innermost().body.push_back(
      answers_.domains.foreachOf(std::move(domain), std::move(frame.body), note));
}

// ---------------------------------------------------------------- workspaces

void Statements::produce(const cin::Stmt& producer) {
  const cin::Stmt stmt = cin::withoutMaps(producer);
  if (const auto* nested = std::get_if<cin::Where>(&stmt->kind)) {
    produce(nested->producer);
    produce(nested->consumer);
    return;
  }
  const Access& target = mainAssignment(stmt).lhs;
  if (target.tensor.order() > 0) return fill(target, stmt);
  answers_.presence.define(stmt);
  const known::Key key = known::of(known::Workspace::Value, target.tensor);
  if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind)) {
    const Expr computed = answers_.expressions.of(assign->rhs);
    context_.bind(context_.frames.innermost(), key, target.tensor.name, computed, context_.notes.written(assign->rhs));
  } else {
    const Expr total = sum(stmt);
    context_.frames.innermost().known[key] = total;
  }
}

void Statements::fill(const Access& target, const cin::Stmt& producer) {
  answers_.workspaces.begin(target, Workspaces::Parts::All);
  if (target.tensor.isSparseWorkspace()) {
    answers_.presence.flagStored(producer);
    if (context_.plan.of(target).initialized) answers_.workspaces.initializeStored(target);
  }
  statement(producer);
}

// ---------------------------------------------------------------- reductions

Expr Statements::summand(const cin::Assign& assign) {
  const Expr computed = answers_.expressions.of(assign.rhs);
  if (!notation::reducesAll(assign.op)) return computed;
  const Condition stored = answers_.presence.present(assign.rhs, true);
  return stored ? mux(*stored, computed, identityOf(context_, assign.op)) : computed;
}

Expr Statements::sum(const cin::Stmt& stmt) {
  return match(
      stmt->kind, [&](const cin::Forall& s) { return sumOverLoop(s); },
      [&](const cin::Assign& s) { return summand(s); },
      [&](const cin::Where& s) {
        produce(s.producer);
        return sum(s.consumer);
      },
      [&](const cin::Sequence& s) {
        const AssignOp op = mainAssignment(s.first).op;
        const Expr first = sum(s.first);
        return binary(reductionOf(op).combine, first, sum(s.second));
      },
      [&](const cin::Map& s) { return sum(s.body); }, [&](const cin::SuchThat& s) { return sum(s.body); });
}

Expr Statements::sumOverLoop(const cin::Forall& forall) {
  const cin::Assign& assign = mainAssignment(forall.body);
  const notation::TensorVar& target = assign.lhs.tensor;
  const std::string note =
      fmt::format("{}: {}", context_.notes.reductionOver(forall.var, assign.op), context_.notes.written(assign.rhs));
  const bool isScalar = target.workspace && target.order() == 0;
  const std::string accumulator = context_.names.fresh(isScalar ? target.name : target.name + "_sum");
  Domain domain = answers_.domains.open(forall.var);
  const Expr term = sum(forall.body);
  Frame frame = context_.frames.close();
  Frame& outside = context_.frames.innermost();
  outside.body.push_back(reg(accumulator, Type::T, note));
  outside.body.push_back(answers_.domains.reduceOf(std::move(domain), accumulator, std::move(frame.body), term,
                                                   reductionOf(assign.op).reduce, note));
  return withOwnIdentity(context_, assign.op, name(accumulator));
}

// ---------------------------------------------------------------- destinations of values

void Statements::deliver(const cin::Assign& assign, const Expr& computed, const cin::Stmt& stmt) {
  const Access& lhs = assign.lhs;
  Frames& frames = context_.frames;
  if (lhs.tensor.order() == 0) {
    if (lhs.tensor.workspace) frames.innermost().known[known::of(known::Workspace::Value, lhs.tensor)] = computed;
    else deliverScalar(assign, computed);
    return;
  }
  const AccessPlan& target = context_.plan.of(lhs);
  if (target.computesStructure()) return answers_.arrays.storeEntry(lhs, computed, answers_.presence.found(stmt));
  // min=, max= and *= on a memory require a term; a sum may add the zero of an absent one.
  Condition stored;
  const bool reducesAll = notation::reducesAll(target.reduction);
  if (reducesAll && std::holds_alternative<cin::Assign>(stmt->kind))
    stored = answers_.presence.present(assign.rhs, true);
  if (lhs.tensor.workspace) {
    deliverInto(lhs, computed, stored, stmt);
  } else if (target.values == MemoryType::Fifo) {
    const std::string fifo = answers_.transfers.resultMemory(target);
    frames.innermost().emit(enq(fifo, computed), context_.notes.valuesOf(lhs));
  } else {
    const std::string memory = answers_.transfers.resultMemory(target);
    AccessPlan used = target;
    used.access = lhs;
    accumulate(context_, target, memory, answers_.positions.index(used), computed, stored);
  }
}

// Combines several assignments to a scalar; the last one sets it.
void Statements::deliverScalar(const cin::Assign& assign, const Expr& computed) {
  Frame& top = context_.frames.of("");
  const auto [before, isFirst] = top.known.emplace(known::of(known::Result::SoFar), computed);
  if (!isFirst) before->second = binary(reductionOf(assign.op).combine, before->second, computed);
  const Expr combined = before->second;
  const auto all = assignmentsIn(context_.plan.stmt);
  const auto writers = std::count_if(all.begin(), all.end(), [&](const cin::Assign& other) {
    return other.lhs.tensor.name == assign.lhs.tensor.name;
  });
  if (++scalarWrites_ != writers) return;
  const std::string out = context_.host.scalarResult(assign.lhs.tensor);
  context_.frames.innermost().emit(set(out, combined), context_.notes.valuesOf(assign.lhs));
}

// A sparse workspace is written only where a term exists; its other coordinates are uninitialized.
void Statements::deliverInto(const Access& workspace, const Expr& computed, Condition stored, const cin::Stmt& stmt) {
  Presence& presence = answers_.presence;
  Workspaces& workspaces = answers_.workspaces;
  const bool isSparse = workspace.tensor.isSparseWorkspace();
  if (isSparse)
    stored = std::holds_alternative<cin::Assign>(stmt->kind) ? presence.found(stmt) : presence.present(workspace);
  const Expr at = workspaces.index(workspace);
  accumulate(context_, context_.plan.of(workspace), workspaces.values(workspace), at, computed, stored);
  if (!isSparse) workspaces.mark(workspace, presence.found(stmt));
}

// ---------------------------------------------------------------- blocks of a counted result

// Whether a loop visits the coordinates above blocks of a counted result, which are emitted where a block is stored.
bool Statements::isAroundBlocks(const cin::Forall& forall) const {
  const AccessPlan& result = context_.plan.result();
  if (result.assembly != Assembly::Counted) return false;
  const int last = answers_.arrays.last();
  return forall.var == answers_.arrays.plan(last).loop &&
         answers_.arrays.level(last) + 1 < result.access.tensor.order();
}

// The flags of a dense workspace, filled together with its values, decide whether a block copied from it is stored.
void Statements::fillBlock(const cin::Forall& forall) {
  const cin::Stmt body = cin::withoutMaps(forall.body);
  const auto* where = std::get_if<cin::Where>(&body->kind);
  const notation::TensorVar* filled = where ? &mainAssignment(where->producer).lhs.tensor : nullptr;
  const bool isFlagged = filled && filled->order() > 0 && !filled->isSparseWorkspace();
  if (isFlagged) produce(where->producer);
  const cin::Stmt& rest = isFlagged ? where->consumer : forall.body;
  const Expr stored = answers_.presence.storedIn(rest, forall.var, known::of(known::Result::IsBlockStored));
  const Expr at = answers_.positions.coordinate(forall.var);
  answers_.arrays.storeCoordinate(answers_.arrays.last(), at, stored);
  statement(rest);
}

}  // namespace stardust::spatial
