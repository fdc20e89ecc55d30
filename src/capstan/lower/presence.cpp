// Which coordinates of an expression are stored, and how many terms a statement has.
#include "capstan/plan/presence.h"

#include <fmt/format.h>

#include "capstan/lower/accel.h"
#include "notation/stored.h"
#include "spatial/build.h"

namespace stardust::spatial {

Accel::Condition Accel::presentAccess(const Access& access) {
  const auto& tensor = access.tensor;
  if (tensor.workspace && tensor.order() == 0) {
    const std::string key = "terms " + tensor.name;
    if (const auto known = frames_.find(key)) return known;
    const auto producer = definitions_.find(tensor.name);
    require(producer != definitions_.end(), "a workspace is filled before it is used");
    const Terms found = terms(producer->second);
    if (found.always) return std::nullopt;
    return bind(frames_.innermost(), key, tensor.name + "_set", found.stored,
                written(notation::access(tensor, {})) + ": whether it has a term");
  }
  const std::string key = "present " + notation::print(access);
  if (const auto known = frames_.find(key)) return known;
  if (tensor.workspace) {
    const auto loop = plan_.loops.find(access.indices.back());
    if (loop != plan_.loops.end() && implies(loop->second.iteration.domain, {access, tensor.order() - 1}))
      return std::nullopt;
    return bind(frames_.innermost(), key, tensor.name + "_in", isFlagged(access), storedOf(access));
  }
  const AccessPlan& plan = plan_.of(access);
  if (!plan.mayBeAbsent()) return std::nullopt;
  const int level = placement::tailBegin(access) - 1;
  const Expr at = position(plan, level);
  return bind(frames_.of(plan.levels.at(static_cast<std::size_t>(level)).loop), key, tensor.name + "_in",
              binary(BinaryOp::Ge, at, lit(0)), storedOf(access));
}

Accel::Condition Accel::present(const notation::Expr& expr, bool asksAll) {
  const std::string& loop = frames_.innermost().loop;
  const bool isImplied =
      !loop.empty() && placement::storedAtStops(plan_.loops.at(loop).iteration, expr, asksAll, plan_.accesses);
  return isImplied ? Condition() : presentWithin(expr, asksAll);
}

Accel::Condition Accel::presentWithin(const notation::Expr& expr, bool asksAll) {
  return match(
      expr->kind,
      [&](const notation::Access& a) {
        return a.tensor.order() == 0 && !a.tensor.workspace ? Condition() : presentAccess(a);
      },
      [](const notation::Literal&) { return Condition(); },
      [&](const notation::Call& c) {
        const notation::Deciding deciding = notation::deciding(c, asksAll);
        Condition combined;
        for (const notation::Expr& operand : deciding.operands) {
          const Condition stored = presentWithin(operand, asksAll);
          if (!stored && !deciding.all) return Condition();  // the others are not even looked up
          if (!stored) continue;
          combined =
              combined ? Condition(binary(deciding.all ? BinaryOp::And : BinaryOp::Or, *combined, *stored)) : stored;
        }
        return combined;
      });
}

// Scalar workspaces are counted where they are asked for; those with indices are flagged as they are filled.
void Accel::define(const cin::Stmt& producer) {
  const Access& target = mainAssignment(producer).lhs;
  if (target.tensor.order() == 0) definitions_[target.tensor.name] = producer;
}

// Fills only the flags of a workspace with indices.
void Accel::flag(const cin::Stmt& producer) {
  const Access& target = mainAssignment(producer).lhs;
  if (target.tensor.order() == 0) {
    define(producer);
    return;
  }
  const Pass outer = pass_;
  pass_ = Pass::Count;
  fill(target, producer);
  pass_ = outer;
}

// "sum over k: whether B(i,k) * C(k,j) has a term".
std::string Accel::termsNote(const cin::Forall& forall) const {
  const cin::Assign& assign = mainAssignment(forall.body);
  const bool reduces = isReduction(cin::forall(forall.var, forall.body));
  return fmt::format("{}: whether {} has a term", reduces ? reductionOver(forall.var, assign.op) : loopOver(forall.var),
                     written(assign.rhs));
}

Accel::Terms Accel::terms(const cin::Stmt& stmt) {
  if (placement::alwaysPresent(plan_.loops, stmt, plan_.accesses, plan_.facts)) return {true, {}, {}};
  return match(
      stmt->kind, [&](const cin::Forall& s) { return termsOfLoop(s, termsNote(s)); },
      [&](const cin::Assign& s) {
        const Condition stored = present(s.rhs, notation::reducesAll(s.op));
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
      [&](const cin::Map& s) { return terms(s.body); }, [&](const cin::SuchThat& s) { return terms(s.body); });
}

// How many iterations have a term.
Accel::Terms Accel::termsOfLoop(const cin::Forall& forall, const std::string& note) {
  Domain domain = open(forall.var);
  const Frames opened = frames_;
  const Terms inner = terms(forall.body);
  if (inner.always && !domain.scan) {  // its length says it all: nothing of the loop is needed
    frames_ = opened;
    frames_.close();
    const bool always = placement::neverEmpty(plan_.loops, forall.var, plan_.accesses, plan_.facts);
    return {always, binary(BinaryOp::Gt, domain.counter->end, lit(0)), domain.counter->end};
  }
  Frame frame = frames_.close();
  const Expr one = inner.always ? lit(1) : mux(inner.stored, lit(1), lit(0));
  const std::string counter = names_.fresh(forall.var + "_count");
  Frame& outside = frames_.innermost();
  outside.body.push_back(reg(counter, Type::Int, note));
  outside.body.push_back(reduceOf(std::move(domain), counter, std::move(frame.body), one, ReduceOp::Add, note));
  return {false, binary(BinaryOp::Gt, name(counter), lit(0)), name(counter)};
}

}  // namespace stardust::spatial
