#include "loops/idioms/expand.h"

#include <algorithm>

#include "loops/pass_utilities.h"
#include "loops/tiled.h"

namespace stardust::loops {
namespace {

Expr zeroOf(Type type) { return literal(type, std::int64_t{0}); }

/// Expands calls of idioms to their meanings. The statements that an expression needs are emitted before its statement,
/// except for operands that may not be evaluated.
class Expansion {
 public:
  Expansion(const Function& function, std::function<bool(const Idiom&)> isKept)
      : names_(namesOf(function)), isKept_(std::move(isKept)) {}

  Body body(const Body& stmts) {
    Body out;
    for (const Stmt& s : stmts) stmt(s, out);
    return out;
  }

 private:
  bool isExpanded(const IdiomCall& call) const { return !isKept_ || !isKept_(*call.idiom); }
  bool has(const Expr& e) const {
    return e && anyOf(e, [&](const Expr& part) {
             const auto* call = std::get_if<IdiomCall>(&part->kind);
             return call && isExpanded(*call);
           });
  }

  // ---- statements

  void stmt(const Stmt& s, Body& out) {
    if (const auto* loop = as<While>(s); loop && has(loop->condition)) return whileTrue(*loop, out);
    const Mapping parts = {
        [&](const Expr& e) { return expr(e, out); }, {}, [&](const Body& inside) { return body(inside); }};
    const Stmt same = inOrder(mapped(s, parts));
    const auto* call = as<IdiomCall>(same);
    if (call && isExpanded(*call)) append(out, call->idiom->meaning(*call, names_).body);
    else out.push_back(same);
  }

  static const For* tiledLoop(const Stmt& s) {
    const auto* loop = as<For>(s);
    return loop && loop->order == Order::Tiled ? loop : nullptr;
  }
  // A tiled loop stays tiled only if its expanded iterations can still run side by side.
  Stmt inOrder(const Stmt& s) const {
    const For* loop = tiledLoop(s);
    if (!loop || (isKept_ && lanesOf(*loop))) return s;
    return forLoop(loop->var, loop->begin, loop->end, loop->body);
  }

  // The statements of the condition are repeated before each test.
  void whileTrue(const While& loop, Body& out) {
    const std::string name = names_.fresh("goes_on");
    const Expr first = expr(loop.condition, out);
    out.push_back(declare(name, first));
    Body inside = body(loop.body);
    const Expr next = expr(loop.condition, inside);
    inside.push_back(assign(name, next));
    out.push_back(whileLoop(variable(name, Type::Bool), std::move(inside)));
  }

  // ---- expressions

  Expr expr(const Expr& e, Body& out) {
    if (!has(e)) return e;
    const auto* both = std::get_if<Binary>(&e->kind);
    if (both && (both->op == BinaryOp::And || both->op == BinaryOp::Or)) return shortCircuit(*both, out);
    if (const auto* choice = std::get_if<Select>(&e->kind)) return selected(*choice, e->type, out);
    const Expr same = mapped(e, {[&](const Expr& operand) { return expr(operand, out); }});
    const auto* call = std::get_if<IdiomCall>(&same->kind);
    if (!call || !isExpanded(*call)) return same;
    const Meaning means = call->idiom->meaning(*call, names_);
    append(out, means.body);
    return means.value;
  }

  // Short-circuit evaluation: the right operand is evaluated only if the left one does not decide.
  Expr shortCircuit(const Binary& b, Body& out) {
    const Expr left = expr(b.left, out);
    Body inside;
    const Expr right = expr(b.right, inside);
    if (inside.empty()) return binary(b.op, left, right);
    const std::string name = names_.fresh("holds");
    const Expr known = variable(name, Type::Bool);
    inside.push_back(assign(name, right));
    out.push_back(declare(name, left));
    out.push_back(ifThen(b.op == BinaryOp::And ? known : inverse(known), std::move(inside)));
    return known;
  }

  Expr selected(const Select& s, Type type, Body& out) {
    const Expr condition = expr(s.condition, out);
    Body then, otherwise;
    const Expr ifTrue = expr(s.ifTrue, then), ifFalse = expr(s.ifFalse, otherwise);
    if (then.empty() && otherwise.empty()) return select(condition, ifTrue, ifFalse);
    const std::string name = names_.fresh("chosen");
    then.push_back(assign(name, ifTrue));
    otherwise.push_back(assign(name, ifFalse));
    out.push_back(declare(name, zeroOf(type)));
    out.push_back(ifThen(condition, std::move(then), std::move(otherwise)));
    return variable(name, type);
  }

  Names names_;
  const std::function<bool(const Idiom&)> isKept_;
};

}  // namespace

Function withoutIdioms(const Function& function) { return withoutIdioms(function, {}); }

Function withoutIdioms(const Function& function, const std::function<bool(const Idiom&)>& isKept) {
  return {function.name, function.parameters, Expansion(function, isKept).body(function.body)};
}

}  // namespace stardust::loops
