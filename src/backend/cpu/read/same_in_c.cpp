#include "backend/cpu/read/same_in_c.h"

#include <cmath>

#include "backend/cpu/analysis.h"
#include "backend/cpu/c_spelling.h"
#include "loops/build.h"
#include "loops/idioms/prefetch.h"
#include "loops/visit.h"

namespace stardust::cpu {

using namespace loops;

namespace {

const Literal* literalIn(const Expr& e) { return std::get_if<Literal>(&e->kind); }

Expr form(const Expr& e);

Expr formOfCast(Type type, const Expr& operand) { return operand->type == type ? operand : valueOf(type, operand); }

// -3 is a literal, and also a minus before one.
Expr formOfUnary(const Unary& u, const Expr& e) {
  const Literal* l = u.op == UnaryOp::Neg ? literalIn(u.operand) : nullptr;
  if (!l) return e;
  if (isFloat(e->type)) return literal(e->type, -l->real);
  if (isComplex(e->type)) return l->imaginary == 0 ? literal(e->type, -l->real) : e;
  return literal(e->type, static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(l->integer)));
}

Expr form(const Expr& e) {
  const Expr inner = mapped(e, {[](const Expr& part) { return form(part); }});
  if (const auto* c = std::get_if<Cast>(&inner->kind)) return formOfCast(inner->type, c->operand);
  if (const auto* u = std::get_if<Unary>(&inner->kind)) return formOfUnary(*u, inner);
  return inner;
}

class Forms {
 public:
  Body body(const Body& stmts) {
    Body out;
    for (const Stmt& s : stmts)
      if (inTile_ || !isPrefetchOfOne(s)) out.push_back(stmt(s));
    return out;
  }

 private:
  Stmt stmt(const Stmt& s) {
    if (const auto* loop = std::get_if<For>(&s->kind)) return forStmt(*loop);
    const Stmt inner = mapped(s, {[](const Expr& e) { return form(e); }, {}, [&](const Body& b) { return body(b); }});
    if (const auto* note = std::get_if<Note>(&inner->kind)) return loops::note(commented(note->text));
    const auto* x = std::get_if<Store>(&inner->kind);
    const bool isCalled =
        x && x->op &&
        (*x->op == BinaryOp::Min || *x->op == BinaryOp::Max || (*x->op == BinaryOp::Mul && isComplex(x->value->type)));
    if (isCalled) return store(x->array, x->index, binary(*x->op, load(x->array, x->value->type, x->index), x->value));
    return inner;
  }

  Stmt forStmt(const For& x) {
    const bool isShared = x.order == Order::Parallel && !inParallel_;
    const bool isSimd = x.order == Order::Simd && (!reductionsOf(x).empty() || onlyStores(x));
    const Order order = isShared || isSimd || x.order == Order::Tiled ? x.order : Order::Serial;
    const bool wasInParallel = inParallel_;
    const bool wasInTile = inTile_;
    inParallel_ = inParallel_ || isShared;
    inTile_ = inTile_ || x.order == Order::Tiled;
    Body inside = body(x.body);
    inParallel_ = wasInParallel;
    inTile_ = wasInTile;
    const int unroll = x.order == Order::Serial && x.unroll > 1 ? x.unroll : 0;
    return forLoop(x.var, form(x.begin), form(x.end), std::move(inside), order, unroll);
  }

  // The text inside the delimiters of a comment, truncated to its minimal length.
  static std::string commented(const std::string& text) {
    const std::string whole = comment(text, leastComment);
    return whole.substr(3, whole.size() - 6);
  }

  // It is printed in tiles, where it is one of a row.
  static bool isPrefetchOfOne(const Stmt& s) {
    const auto prefetch = idiomIn<Prefetch>(s);
    return prefetch && constant(prefetch->size) == 1;
  }

  bool inParallel_ = false, inTile_ = false;
};

}  // namespace

bool takesTypeOf(const Expr& expr, Type type) {
  if (const auto* s = std::get_if<Select>(&expr->kind))
    return takesTypeOf(s->ifTrue, type) && takesTypeOf(s->ifFalse, type);
  const Literal* l = literalIn(expr);
  if (!l || type == Type::Bool) return false;
  if (isHalf(type)) return false;
  if (isComplex(type)) return isFloat(expr->type);
  if (isComplex(expr->type)) return false;
  return isFloat(expr->type) ? isFloat(type) && !std::isfinite(l->real) : true;
}

Expr valueOf(Type type, const Expr& expr) {
  if (expr->type == type) return expr;
  if (!takesTypeOf(expr, type)) return cast(type, expr);
  if (const auto* s = std::get_if<Select>(&expr->kind))
    return select(s->condition, valueOf(type, s->ifTrue), valueOf(type, s->ifFalse));
  const Literal& l = *literalIn(expr);
  if (isFloat(expr->type)) return literal(type, l.real);
  if (isFloat(type)) return literal(type, static_cast<double>(l.integer));
  return literal(type, wrapTo(type, l.integer));
}

Function formInC(const Function& function) { return {function.name, function.parameters, Forms().body(function.body)}; }

}  // namespace stardust::cpu
