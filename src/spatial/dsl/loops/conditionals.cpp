// `if` inside Accel: predicated writes, or loops with a trip count of 0 or 1.
#include <fmt/format.h>

#include "spatial/dsl/loops/loops.h"
#include "spatial/exprs.h"

namespace stardust::dsl {

using spatial::Body;
using spatial::Expr;

namespace {

/// A number or struct of the host or the accelerator: a possible result of a branch.
bool isValue(const Value& value) { return value.get<Number>() || value.get<Staged>() || value.object<const Record>(); }

/// The common type of two alternatives: an untyped number takes the type of the other.
DataType typeOf(const Value& a, const Value& b) {
  const auto *x = a.object<const Record>(), *y = b.object<const Record>();
  if (x && y && x->items.size() == y->items.size()) {
    DataType type(DataType::Kind::Struct, x->className);
    type.names = x->names;
    for (std::size_t i = 0; i < x->items.size(); ++i) type.parts.push_back(typeOf(x->items[i], y->items[i]));
    return type;
  }
  const auto left = numberTypeOf(a), right = numberTypeOf(b);
  auto type = left && !left->isUnstaged ? *left : right.value_or(int32);
  if (type.isUnstaged)
    type = type.kind == NumberType::Kind::Float ? float32 : type.kind == NumberType::Kind::Bit ? bit : int32;
  return type;
}

/// The statement is safe to execute unconditionally, or it has an enable.
bool canBePredicated(const spatial::Stmt& stmt) {
  if (const auto* n = std::get_if<spatial::Val>(&stmt->kind)) return !hasDeq(n->value);
  if (const auto* n = std::get_if<spatial::Write>(&stmt->kind)) return !hasDeq(n->value) && !hasDeq(n->index);
  if (const auto* n = std::get_if<spatial::Set>(&stmt->kind)) return !hasDeq(n->value);
  if (const auto* n = std::get_if<spatial::Enq>(&stmt->kind)) return !hasDeq(n->value);
  return false;
}

/// The only statement that enqueues to a FIFO, if there is exactly one.
spatial::Stmt* onlyProducer(Body& body, const std::string& fifo) {
  spatial::Stmt* found = nullptr;
  for (auto& stmt : body) {
    const auto* enq = std::get_if<spatial::Enq>(&stmt->kind);
    if (!enq || enq->fifo != fifo) continue;
    if (found) return nullptr;
    found = &stmt;
  }
  return found;
}

}  // namespace

Value Conditionals::choose(const Value& condition, bool hasElse, const std::function<Value(int)>& branch,
                           const Location& where) {
  const auto test = l_.words.staged(condition, bit, "the condition", where);
  const Value yes = l_.words.bound(Staged{test.expr, bit, test.size, false}, "condition", where);
  const auto no = l_.words.unary(Operator::Not, yes, where);
  const int branches = hasElse ? 2 : 1;
  Body bodies[2];
  Value results[2];
  for (int i = 0; i < branches; ++i) {
    const Into into(l_.stage, &bodies[i]);
    results[i] = l_.words.valueOf(branch(i));
    if (const auto word = hasElse ? l_.words.stagedOf(results[i]) : std::nullopt; word && !results[i].get<Number>())
      results[i] = *word;
    if (!isValue(results[i]) || hasElse) continue;
    l_.keepEffect(results[i], where);
  }
  const bool isSimple = std::all_of(bodies[0].begin(), bodies[0].end(), canBePredicated) &&
                        std::all_of(bodies[1].begin(), bodies[1].end(), canBePredicated);
  const bool hasResult = hasElse && isValue(results[0]) && isValue(results[1]);
  if (isSimple && !hasDeq(results[0]) && !hasDeq(results[1])) {
    const auto given = mergeSharedEnqueues(bodies[0], bodies[1], yes, where);
    predicate(bodies[0], yes, where);
    predicate(bodies[1], no, where);
    l_.stage.body->insert(l_.stage.body->end(), given.begin(), given.end());
    return hasResult ? l_.words.mux(yes, results[0], results[1], where) : Value();
  }
  MemoryRef reg;
  if (hasResult) {
    const auto type = typeOf(results[0], results[1]);
    reg = l_.memories.declarations.reg("chosen", type, makeNumber(int32, std::int64_t{0}), where);
  }
  for (int i = 0; i < branches; ++i) {
    if (reg) {
      const Into into(l_.stage, &bodies[i]);
      l_.memories.access.set(reg, results[i], where);
    }
    const auto one = makeNumber(int32, std::int64_t{1}), none = makeNumber(int32, std::int64_t{0});
    const auto count = l_.words.mux(i == 0 ? yes : no, one, none, where);
    l_.stage.once(std::move(bodies[i]), l_.words.stagedIndex(count, where).expr, where);
  }
  return reg ? l_.words.valueOf(reg) : Value();
}

/// If both branches enqueue exactly one element to a FIFO, one enqueue of a mux replaces the two, so that the FIFO need
/// not be counted. The branches keep only the computation of the element.
Body Conditionals::mergeSharedEnqueues(Body& yes, Body& no, const Value& condition, const Location& where) {
  const auto test = l_.words.staged(condition, bit, "the condition", where).expr;
  const auto chosen = [&](const Expr& a, const Expr& b) { return Expr({spatial::Mux{test, a, b}, where}); };
  Body given;
  for (auto& stmt : yes) {
    const auto* enq = std::get_if<spatial::Enq>(&stmt->kind);
    auto* other = enq ? onlyProducer(no, enq->fifo) : nullptr;
    if (!other || onlyProducer(yes, enq->fifo) != &stmt) continue;
    const spatial::Enq first = *enq, second = std::get<spatial::Enq>((*other)->kind);
    const auto keepValue = [&](spatial::Stmt& giver) {
      const auto element = l_.stage.fresh(first.fifo + "_element");
      giver =
          spatial::Stmt({spatial::Val{element, std::get<spatial::Enq>(giver->kind).value}, giver->note, giver->where});
      return nameExpr(element, giver->where);
    };
    const auto enable = [](const spatial::Enq& n, const Location& place) {
      return n.enable ? n.enable : WordOperators::literal(makeBit(true), place).expr;
    };
    const bool isAlways = !first.enable && !second.enable;
    const auto place = stmt->where;
    const auto a = keepValue(stmt), b = keepValue(*other);
    given.push_back(
        spatial::Stmt({spatial::Enq{first.fifo, chosen(a, b),
                                    isAlways ? Expr() : chosen(enable(first, place), enable(second, place))},
                       {},
                       place}));
    l_.memories.uses.mergeProducers(first.fifo);
  }
  return given;
}

/// Appends statements that are predicated on the condition.
void Conditionals::predicate(const Body& body, const Value& condition, const Location& where) {
  const auto both = [&](const Expr& enable) {
    const auto own = l_.words.staged(condition, bit, "the condition", where).expr;
    return enable ? binaryExpr(spatial::BinaryOp::And, own, enable, where) : own;
  };
  for (const auto& stmt : body) {
    if (const auto* n = std::get_if<spatial::Write>(&stmt->kind)) {
      l_.stage.emit(spatial::Write{n->memory, n->index, n->value, both(n->enable)}, stmt->where);
    } else if (const auto* enq = std::get_if<spatial::Enq>(&stmt->kind)) {
      l_.stage.emit(spatial::Enq{enq->fifo, enq->value, both(enq->enable)}, stmt->where);
    } else if (const auto* set = std::get_if<spatial::Set>(&stmt->kind)) {
      l_.stage.emit(spatial::Set{set->reg, set->value, both(set->enable)}, stmt->where);
    } else {
      l_.stage.body->push_back(stmt);
    }
  }
}

}  // namespace stardust::dsl
