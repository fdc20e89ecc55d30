// Which coordinates of an expression are stored, and how many terms a statement has.
#include <fmt/format.h>

#include <functional>

#include "spatial/build.h"
#include "spatial/lower/accel.h"
#include "spatial/lower/statements.h"

namespace stardust::spatial {

using iteration::Iteration;
using notation::AssignOp;

Accel::Condition Accel::presentAccess(const Access& access) {
  const auto& tensor = access.tensor;
  if (tensor.workspace && tensor.order() == 0) {
    const std::string key = "terms " + tensor.name;
    if (const auto known = frames_.find(key)) return known;
    const auto producer = definitions_.find(tensor.name);
    require(producer != definitions_.end(), "a workspace is filled before it is used");
    const Terms found = terms(producer->second);
    if (found.always) return std::nullopt;
    return bind(frames_.innermost(), key, tensor.name + "_set", found.stored);
  }
  const std::string key = "present " + notation::print(access);
  if (const auto known = frames_.find(key)) return known;
  if (tensor.workspace) {
    const auto loop = plan_.loops.find(access.indices.back());
    if (loop != plan_.loops.end() && implies(loop->second.iteration.domain, {access, tensor.order() - 1})) return std::nullopt;
    return bind(frames_.innermost(), key, tensor.name + "_in", isFlagged(access));
  }
  const AccessPlan& plan = plan_.of(access);
  if (!plan.mayBeAbsent()) return std::nullopt;
  const int level = placement::tailBegin(access) - 1;
  const Expr at = position(plan, level);
  return bind(frames_.of(plan.levels.at(static_cast<std::size_t>(level)).loop), key, tensor.name + "_in", binary(BinaryOp::Ge, at, lit(0)));
}

Accel::Condition Accel::present(const notation::Expr& expr, bool sumsUnite) {
  return isImplied(expr, sumsUnite) ? Condition() : presentWithin(expr, sumsUnite);
}

Accel::Condition Accel::presentWithin(const notation::Expr& expr, bool sumsUnite) {
  return match(
      expr->kind, [&](const notation::Access& a) { return a.tensor.order() == 0 && !a.tensor.workspace ? Condition() : presentAccess(a); },
      [](const notation::Literal&) { return Condition(); }, [&](const notation::Negate& n) { return presentWithin(n.operand, sumsUnite); },
      [&](const notation::Binary& b) {
        const bool both = notation::isMultiplicative(b.op) || !sumsUnite;
        const Condition left = presentWithin(b.left, sumsUnite);
        if (!both && !left) return Condition();
        const Condition right = presentWithin(b.right, sumsUnite);
        if (both) return !left ? right : !right ? left : Condition(binary(BinaryOp::And, *left, *right));
        return !right ? Condition() : Condition(binary(BinaryOp::Or, *left, *right));
      });
}

// Whether the innermost scan stops only where the expression is stored: true under every choice of set bits at which it stops.
bool Accel::isImplied(const notation::Expr& expr, bool sumsUnite) const {
  constexpr std::size_t most = 8;  // vectors: 256 choices
  const std::string& var = frames_.innermost().loop;
  if (var.empty()) return false;
  const auto& iteration = plan_.loops.at(var).iteration;
  const auto& drivers = iteration.drivers;
  if (iteration.kind != Iteration::Kind::Scan || drivers.size() > most) return false;
  const auto driverOf = [&](const Access& access) {
    const int last = placement::tailBegin(access) - 1;
    for (std::size_t d = 0; d < drivers.size(); ++d)
      if (same(drivers[d], {access, last})) return d;
    return drivers.size();
  };
  const std::function<bool(const notation::Expr&, unsigned)> stored = [&](const notation::Expr& e, unsigned bits) -> bool {
    return match(
        e->kind,
        [&](const Access& a) {
          const std::size_t d = driverOf(a);
          return d < drivers.size() ? (bits >> d & 1U) != 0 : !a.tensor.workspace && !plan_.of(a).mayBeAbsent();
        },
        [](const notation::Literal&) { return true; }, [&](const notation::Negate& n) { return stored(n.operand, bits); },
        [&](const notation::Binary& b) {
          return notation::isMultiplicative(b.op) || !sumsUnite ? stored(b.left, bits) && stored(b.right, bits)
                                                                : stored(b.left, bits) || stored(b.right, bits);
        });
  };
  for (unsigned bits = 0; bits < 1U << drivers.size(); ++bits)
    if (contains(iteration.domain, drivers, bits) && !stored(expr, bits)) return false;
  return true;
}

// Scalar workspaces are counted where they are asked for; those with indices are flagged as they are filled.
void Accel::define(const cin::Stmt& producer) {
  const cin::Assign* assign = assignmentIn(producer);
  if (assign && assign->lhs.tensor.order() == 0) definitions_[assign->lhs.tensor.name] = producer;
}

// Fills only the flags of a workspace with indices.
void Accel::flag(const cin::Stmt& producer) {
  const cin::Assign* assign = assignmentIn(producer);
  require(assign, "a producer fills one workspace");
  if (assign->lhs.tensor.order() == 0) {
    define(producer);
    return;
  }
  const Pass outer = pass_;
  pass_ = Pass::Count;
  fill(assign->lhs, producer);
  pass_ = outer;
}

Accel::Terms Accel::terms(const cin::Stmt& stmt) {
  return match(
      stmt->kind, [&](const cin::Forall& s) { return termsOfLoop(s); },
      [&](const cin::Assign& s) {
        const Condition stored = present(s.rhs, s.op == AssignOp::Set || s.op == AssignOp::Add);
        return stored ? Terms{false, *stored, {}} : Terms{true, {}, {}};
      },
      [&](const cin::Where& s) {
        flag(s.producer);
        return terms(s.consumer);
      },
      [&](const cin::Sequence& s) {
        const Terms first = terms(s.first);
        if (first.always) return first;
        const Terms second = terms(s.second);
        return second.always ? second : Terms{false, binary(BinaryOp::Or, first.stored, second.stored), {}};
      },
      [&](const cin::Map& s) { return terms(s.body); },
      [&](const cin::SuchThat& s) { return terms(s.body); });
}

// How many iterations have a term.
Accel::Terms Accel::termsOfLoop(const cin::Forall& forall) {
  Domain domain = open(forall.var);
  const Frames opened = frames_;
  const Terms inner = terms(forall.body);
  const placement::Loop& loop = *domain.loop;
  if (inner.always && !domain.scan) {  // its length says it all: nothing of the loop is needed
    frames_ = opened;
    frames_.close();
    bool always = loop.dim > 0;
    if (loop.sparse()) {
      const auto& driver = loop.iteration.drivers.front();
      const AccessPlan& access = plan_.of(driver.access);
      always = plan_.facts.at(driver.access.tensor.name).at(static_cast<std::size_t>(driver.level)).minFiber > 0 &&
               (driver.level == 0 || !access.levels.at(static_cast<std::size_t>(driver.level - 1)).mayBeAbsent);
    }
    return {always, binary(BinaryOp::Gt, domain.counter->end, lit(0)), domain.counter->end};
  }
  Frame frame = frames_.close();
  const Expr one = inner.always ? lit(1) : mux(inner.stored, lit(1), lit(0));
  const std::string counter = names_.fresh(forall.var + "_count"), note = fmt::format("count over {}", forall.var);
  Frame& outside = frames_.innermost();
  outside.body.push_back(reg(counter, Type::Int, note));
  outside.body.push_back(reduceOf(std::move(domain), counter, std::move(frame.body), one, ReduceOp::Add, note));
  return {false, binary(BinaryOp::Gt, name(counter), lit(0)), name(counter)};
}

}  // namespace stardust::spatial
