#include "loops/lower/assign.h"

#include "loops/lower/conditions.h"
#include "loops/lower/notes.h"
#include "loops/lower/result_levels.h"
#include "loops/pass_utilities.h"
#include "notation/accumulate.h"

namespace stardust::loops {

void Assignments::lower(const cin::Assign& s, const Scope& scope, Body& out) {
  if (!scope.isNoted) out.push_back(noteOf(s));
  if (!notation::reducesAll(s.op)) return assign(s, s.rhs, scope, out);
  for (const notation::Expr& term : notation::reductionTerms(s.op, s.rhs)) assign(s, term, scope, out);
}

void Assignments::toResult(const cin::Assign& s, const Expr& value, const Scope& scope, Body& out) {
  const Expr at = placeOfResult(s.lhs, scope);
  if (scope.isInFirstRow) boundaryRows_.store(value, scope, out);
  else result_.write(s, at, value, scope, out);
}

// The contribution of a whole run: a value times the run length for sums; a single value for idempotent operators.
Expr Assignments::forWholeRuns(const cin::Assign& s, Expr value, const Scope& scope) const {
  if (ofElements(s.op) != operators::add) return value;
  for (const auto& [var, last] : scope.lasts)
    value = multiply(value, converted(value->type, add(subtract(last, scope.vars.at(var)), index(1))));
  return value;
}

// `rhs`: the right-hand side of the assignment, or one of several terms that are reduced in turn.
void Assignments::assign(const cin::Assign& s, const notation::Expr& rhs, const Scope& scope, Body& out) {
  Body unused;
  const Value first = values_.of(rhs, scope, unused);
  const bool reduces = notation::reducesAll(s.op);
  Expr present = reduces ? values_.allStored(rhs, scope) : under(scope.facts, first.present);
  // Storing an absent value as 0 is redundant unless the pattern of the result is observed.
  const bool harmless = first.zeroIfAbsent && !reduces && isResult(s.lhs) && s.lhs.tensor.format.isDense() &&
                        isZero(identityOf(s.lhs.tensor)) &&
                        (s.op == operators::add || isWrittenOnce(s.lhs, scope, facts_));
  if (harmless) present = boolean(true);
  Scope inner = scope;
  Body body;
  if (constant(present) != 1) {
    inner.facts.push_back(present);
    ++inner.guards;
  }
  const Expr term = values_.asTerm(values_.of(rhs, inner, body), s.op);
  const Expr computed = forWholeRuns(s, converted(typeIn(s.lhs.tensor), term), inner);
  if (!s.lhs.tensor.workspace) toResult(s, computed, inner, body);
  else if (s.lhs.tensor.order() == 0) workspaces_.toScalar(s, computed, inner, body);
  else workspaces_.toArray(s, computed, inner, body);
  if (s.lhs.tensor.workspace) workspaces_.noteComplete(s, inner);
  if (constant(present) == 1) append(out, body);
  else out.push_back(ifThen(present, std::move(body)));
}

}  // namespace stardust::loops
