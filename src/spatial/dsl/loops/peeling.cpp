// Loop peeling of first-iteration code. If a loop takes an element of a FIFO only in the first iteration of its last
// counter, the dequeue moves in front of a loop over this counter. A stage takes elements in each of its iterations;
// after peeling it does, so that the FIFO need not be counted.
#include <map>
#include <set>

#include "spatial/dsl/loops/loops.h"
#include "spatial/exprs.h"
#include "spatial/visit.h"

namespace stardust::dsl {

using namespace spatial;

namespace {

bool isName(const Expr& e, const std::string& name) {
  const auto* n = std::get_if<Name>(&e->kind);
  return n && n->name == name;
}

/// iterator === begin
bool isFirst(const Expr& condition, const Domain& loop) {
  const auto* n = condition ? std::get_if<Binary>(&condition->kind) : nullptr;
  if (!n || n->op != BinaryOp::Eq) return false;
  const auto begin = constant(loop.counters.back().begin);
  const auto isBegin = [&](const Expr& e) { return begin && constant(e) == begin; };
  const auto& name = loop.iterators.back();
  return (isName(n->left, name) && isBegin(n->right)) || (isName(n->right, name) && isBegin(n->left));
}

std::set<std::string> namesIn(const StmtNode& stmt) {
  std::set<std::string> names;
  forEachOperand(stmt, [&](const Expr& e) {
    forEachNode(e, [&](const ExprNode& node) {
      if (const auto* n = std::get_if<Name>(&node.kind)) names.insert(n->name);
    });
  });
  return names;
}

/// The statements of a leaf body, partitioned by the time of their execution.
struct Peeled {
  Body before;  ///< once, before the loop over the last counter
  Body body;    ///< in each iteration
  struct Taken {
    Stmt stmt;
    std::string before;  ///< its name in `before`
  };
  std::map<std::string, Taken> taken;  ///< the dequeued elements, by name
};

/// A Reg that is not read before it is set in an iteration: an earlier assignment is not observable.
bool isSetOnce(const Body& body, std::size_t at, const std::string& reg) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    const auto* set = std::get_if<Set>(&body[i]->kind);
    if (i != at && set && set->reg == reg) return false;
    if (i <= at && namesIn(*body[i]).count(reg) > 0) return false;
  }
  return true;
}

Peeled sorted(const Body& body, const Domain& loop, const Memories& memories, Stage& stage) {
  Peeled result;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const auto& stmt = body[i];
    const auto* val = std::get_if<Val>(&stmt->kind);
    const auto* both = val ? std::get_if<Mux>(&val->value->kind) : nullptr;
    const auto* set = std::get_if<Set>(&stmt->kind);
    const auto* word = set ? std::get_if<Name>(&set->value->kind) : nullptr;
    if (both && memories.queues.conditionallyDequeued(*stmt) && isFirst(both->condition, loop)) {
      const auto name = stage.fresh(val->name);
      result.before.push_back(Stmt({Val{name, both->ifTrue}, stmt->note, stmt->where}));
      result.taken.emplace(val->name, Peeled::Taken{stmt, name});
    } else if (word && result.taken.count(word->name) > 0 && isFirst(set->enable, loop) &&
               isSetOnce(body, i, set->reg)) {
      result.before.push_back(
          Stmt({Set{set->reg, nameExpr(result.taken.at(word->name).before, stmt->where)}, stmt->note, stmt->where}));
    } else {
      result.body.push_back(stmt);
    }
  }
  return result;
}

}  // namespace

/// Returns true if the loop was emitted.
bool Loops::emitPeeled(Domain& domain, Body& body, const Location& where) {
  if (domain.scan || domain.data || domain.isForever || !isLeaf(body)) return false;
  auto& counters = domain.counters;
  const bool hasCopies =
      std::any_of(counters.begin(), counters.end() - 1, [](const auto& c) { return constant(c.par) != 1; });
  if (hasCopies || constant(counters.back().step).value_or(0) <= 0) return false;
  auto firsts = sorted(body, domain, memories, stage);
  if (firsts.taken.empty()) return false;

  Domain inner{{counters.back()}, {}, {domain.iterators.back()}};
  counters.pop_back();
  domain.iterators.pop_back();
  Body both;
  {
    const Into into(stage, &both);
    std::set<std::string> used;
    for (const auto& stmt : firsts.body) used.merge(namesIn(*stmt));
    Body rest;
    for (const auto& [name, taken] : firsts.taken) {
      if (used.count(name) == 0) continue;
      const auto& stmt = taken.stmt;
      const auto queue = memories.queues.conditionallyDequeued(*stmt);
      const auto reg = memories.declarations.reg(name, queue->type, makeNumber(queue->type, std::int64_t{0}), where);
      const auto first = std::get<Mux>(std::get<Val>(stmt->kind).value->kind);
      firsts.before.push_back(Stmt({Set{reg->name, nameExpr(taken.before, where)}, {}, stmt->where}));
      rest.push_back(Stmt({Val{name, Expr({Mux{first.condition, nameExpr(reg->name, where), first.ifFalse}, where})},
                           stmt->note, stmt->where}));
    }
    rest.insert(rest.end(), firsts.body.begin(), firsts.body.end());
    const auto& counter = inner.counters.front();
    const Value isThere = words.binary(Operator::Lt, Staged{counter.begin, int32}, Staged{counter.end, int32}, where);
    const auto count =
        words.mux(isThere, makeNumber(int32, std::int64_t{1}), makeNumber(int32, std::int64_t{0}), where);
    const auto begin = constant(counter.begin), end = constant(counter.end);
    stage.once(std::move(firsts.before),
               begin && end ? intExpr(*begin < *end ? 1 : 0, where) : words.stagedIndex(count, where).expr, where);
    emit(std::move(inner), std::move(rest), where);
  }
  if (counters.empty()) stage.body->insert(stage.body->end(), both.begin(), both.end());
  else emit(std::move(domain), std::move(both), where);
  return true;
}

}  // namespace stardust::dsl
