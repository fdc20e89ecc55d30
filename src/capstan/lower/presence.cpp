#include "capstan/lower/presence.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/plan/memories.h"
#include "capstan/plan/presence.h"
#include "cin/query.h"
#include "notation/stored.h"
#include "spatial/build.h"

namespace stardust::spatial {

bool isReduction(const placement::Plan& plan, const cin::Stmt& stmt) {
  const cin::Assign& assign = mainAssignment(stmt);
  if (assign.op == notation::AssignOp::Set) return false;
  const auto binds = [&](const notation::IndexVar& var) { return static_cast<bool>(bodyOf(stmt, var)); };
  return std::none_of(assign.lhs.indices.begin(), assign.lhs.indices.end(), [&](const auto& var) {
    const auto derived = plan.derived.find(var);
    if (derived == plan.derived.end()) return binds(var);
    const auto& loops = derived->second.loops;
    return std::any_of(loops.begin(), loops.end(), binds);
  });
}

// ---------------------------------------------------------------- expressions

// A scalar workspace has a value if a term was reduced into it.
Condition Presence::hasTerm(const notation::TensorVar& scalar) {
  const known::Key key = known::of(known::Workspace::HasTerm, scalar);
  if (const auto known = context_.frames.find(key)) return known;
  const auto producer = context_.definitions.find(scalar.name);
  require(producer != context_.definitions.end(), "a workspace is filled before it is used");
  const Terms found = terms(producer->second);
  if (found.always) return std::nullopt;
  return context_.bind(context_.frames.innermost(), key, scalar.name + "_set", found.stored,
                       context_.notes.written(notation::access(scalar, {})) + ": whether it has a term");
}

Condition Presence::present(const Access& access) {
  const auto& tensor = access.tensor;
  if (tensor.order() == 0) return tensor.workspace ? hasTerm(tensor) : Condition();
  const known::Key key = known::of(known::Operand::IsPresent, access);
  if (const auto known = context_.frames.find(key)) return known;
  const auto bound = [&](Frame& frame, const Expr& condition) {
    return context_.bind(frame, key, tensor.name + "_in", condition, context_.notes.storedOf(access));
  };
  if (tensor.workspace) {
    const auto loop = context_.plan.loops.find(access.indices.back());
    if (loop != context_.plan.loops.end() && implies(loop->second.iteration.domain, {access, tensor.order() - 1}))
      return std::nullopt;
    Frame& frame = context_.frames.innermost();
    return bound(frame, workspaces_.isFlagged(access));
  }
  const AccessPlan& plan = context_.plan.of(access);
  if (!plan.mayBeAbsent()) return std::nullopt;
  const int level = notation::denseTail(access.tensor.format) - 1;
  const Expr at = positions_.position(plan, level);
  return bound(context_.frames.of(context_.level(plan, level).loop), binary(BinaryOp::Ge, at, lit(0)));
}

Condition Presence::present(const notation::Expr& expr, bool asksAll) {
  const std::string& loop = context_.frames.innermost().loop;
  const bool isImplied =
      !loop.empty() && placement::storedAtStops(context_.loop(loop).iteration, expr, asksAll, context_.plan.accesses);
  return isImplied ? Condition() : presentWithin(expr, asksAll);
}

Condition Presence::presentWithin(const notation::Expr& expr, bool asksAll) {
  return match(
      expr->kind, [&](const Access& a) { return present(a); }, [](const notation::Literal&) { return Condition(); },
      [&](const notation::Call& c) {
        const notation::Deciding deciding = notation::deciding(c, asksAll);
        Condition combined;
        for (const notation::Expr& operand : deciding.operands) {
          const Condition stored = presentWithin(operand, asksAll);
          if (!stored && !deciding.all) return Condition();  // the others are not even searched
          if (!stored) continue;
          combined =
              combined ? Condition(binary(deciding.all ? BinaryOp::And : BinaryOp::Or, *combined, *stored)) : stored;
        }
        return combined;
      });
}

// ---------------------------------------------------------------- statements

Condition Presence::found(const cin::Stmt& stmt) {
  const Terms count = terms(stmt);
  return count.always ? Condition() : Condition(count.stored);
}

Expr Presence::storedIn(const cin::Stmt& body, const notation::IndexVar& var, const known::Key& key) {
  const Condition stored = found(body);
  const Notes& notes = context_.notes;
  const std::string note = fmt::format("{}: which coordinates of {} are stored",
                                       notes.written(context_.plan.result().access), notes.written(var));
  const Expr at = stored ? *stored : positions_.coordinate(var);
  return context_.bind(context_.frames.innermost(), key, var + "_stored", stored ? at : binary(BinaryOp::Eq, at, at),
                       note);
}

// "sum over k: whether B(i,k) * C(k,j) has a term".
std::string Presence::termsNote(const cin::Forall& forall) const {
  const cin::Assign& assign = mainAssignment(forall.body);
  const bool reduces = isReduction(context_.plan, cin::forall(forall.var, forall.body));
  const Notes& notes = context_.notes;
  return fmt::format("{}: whether {} has a term",
                     reduces ? notes.reductionOver(forall.var, assign.op) : notes.loopOver(forall.var),
                     notes.written(assign.rhs));
}

Terms Presence::terms(const cin::Stmt& stmt) {
  const placement::Plan& plan = context_.plan;
  if (placement::alwaysPresent(plan.loops, stmt, plan.accesses, plan.facts)) return {true, {}, {}};
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

Terms Presence::termsOfLoop(const cin::Forall& forall, const std::string& note) {
  Frames& frames = context_.frames;
  Domain domain = domains_.open(forall.var);
  const Frames opened = frames;
  const Terms inner = terms(forall.body);
  if (inner.always && !domain.scan) {  // the trip count is the answer; no value of the loop is needed
    frames = opened;
    frames.close();
    const placement::Plan& plan = context_.plan;
    const bool always = placement::neverEmpty(plan.loops, forall.var, plan.accesses, plan.facts);
    return {always, binary(BinaryOp::Gt, domain.counter->end, lit(0)), domain.counter->end};
  }
  Frame frame = frames.close();
  const Expr one = inner.always ? lit(1) : mux(inner.stored, lit(1), lit(0));
  const std::string counter = context_.names.fresh(forall.var + "_count");
  Frame& outside = frames.innermost();
  outside.body.push_back(reg(counter, Type::Int, note));
  outside.body.push_back(
      domains_.reduceOf(std::move(domain), counter, std::move(frame.body), one, ReduceOp::Add, note));
  return {false, binary(BinaryOp::Gt, name(counter), lit(0)), name(counter)};
}

// ---------------------------------------------------------------- flags of workspaces

void Presence::define(const cin::Stmt& producer) {
  const Access& target = mainAssignment(producer).lhs;
  if (target.tensor.order() == 0) context_.definitions[target.tensor.name] = producer;
}

void Presence::flag(const cin::Stmt& producer) {
  const Access& target = mainAssignment(producer).lhs;
  if (target.tensor.order() == 0) define(producer);
  else flagWorkspace(target, producer);
}

void Presence::flagWorkspace(const Access& target, const cin::Stmt& producer) {
  workspaces_.begin(target, Workspaces::Parts::FlagsOnly);
  flagStored(producer);
}

void Presence::flagStored(const cin::Stmt& stmt) {
  match(
      stmt->kind, [&](const cin::Forall& s) { flagLoop(s); },
      [&](const cin::Assign& s) { workspaces_.mark(s.lhs, found(stmt)); },
      [&](const cin::Where& s) {
        flagProduced(s.producer);
        flagStored(s.consumer);
      },
      [&](const cin::Sequence& s) {
        flagStored(s.first);
        flagStored(s.second);
      },
      [&](const cin::Map& s) { flagStored(s.body); }, [&](const cin::SuchThat& s) { flagStored(s.body); });
}

void Presence::flagLoop(const cin::Forall& forall) {
  const cin::Stmt self = cin::forall(forall.var, forall.body);
  if (isReduction(context_.plan, self)) return workspaces_.mark(mainAssignment(self).lhs, found(self));
  Domain domain = domains_.open(forall.var);
  flagStored(forall.body);
  Frame frame = context_.frames.close();
  const std::string note = context_.notes.loopOver(forall.var) + ": finding which entries are stored";
  context_.frames.innermost().body.push_back(domains_.foreachOf(std::move(domain), std::move(frame.body), note));
}

// Handles a producer inside the flagged statement.
void Presence::flagProduced(const cin::Stmt& producer) {
  const cin::Stmt stmt = cin::withoutMaps(producer);
  if (const auto* nested = std::get_if<cin::Where>(&stmt->kind)) {
    flagProduced(nested->producer);
    flagProduced(nested->consumer);
  } else {
    flag(stmt);
  }
}

}  // namespace stardust::spatial
