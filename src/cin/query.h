// What a statement consists of: its assignments, accesses, loops, workspaces and variables. Every room asks here
// instead of walking over the statement itself.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cin/derived.h"
#include "notation/stored_levels.h"

namespace stardust::cin {

/// A where is written with its consumer first, and runs its producer first.
enum class Order { Written, Run };

/// Calls visit(s, around) for the statement and for each statement in it, outer ones first. `around` are the variables
/// of the loops around s, outermost first.
template <class Visit>
void forEach(const Stmt& stmt, Visit&& visit, Order order = Order::Written);
/// Calls visit(assign, around) for each assignment.
template <class Visit>
void forEachAssign(const Stmt& stmt, Visit&& visit, Order order = Order::Written);

// ---------------------------------------------------------------- assignments

/// All assignments, in the order in which they are written.
std::vector<Assign> assignmentsIn(const Stmt& stmt);
/// An assignment, and the variables of the loops around it, outermost first.
struct PlacedAssign {
  Assign assign;
  std::vector<IndexVar> around;
};
std::vector<PlacedAssign> placedAssignments(const Stmt& stmt);
/// The assignment of a statement that has only one: a nest of loops around it, mapped or not. Empty: there are several.
std::optional<PlacedAssign> onlyAssignment(const Stmt& stmt);
/// The assignment that a statement is about: that of the consumer of a where, the first one of a sequence.
const Assign& mainAssignment(const Stmt& stmt);
const Assign& mainAssignment(Stmt&& stmt) = delete;  ///< it would not outlive the statement
/// What reduces the values of each tensor that is reduced into. A copy of such a tensor is listed, too: where the
/// tensor got no term, both hold what reducing nothing gives.
std::map<std::string, AssignOp> reductionsIn(const Stmt& stmt);

// ---------------------------------------------------------------- accesses

/// Calls visit(access) for each access, repetitions included, in the order in which they are written.
template <class Visit>
void visitAccesses(const Stmt& stmt, Visit&& visit);
/// These accesses.
std::vector<Access> allAccesses(const Stmt& stmt);
/// Each access once. Those that an assignment reads come before the one that it writes.
std::vector<Access> accessesIn(const Stmt& stmt);
/// One occurrence of an access.
struct Use {
  Access access;
  AssignOp op;                   ///< of its assignment
  bool isWritten = false;        ///< it is the left-hand side
  std::vector<IndexVar> around;  ///< the variables of the loops around it, outermost first
  /// The innermost loop around it; "" if there is none.
  IndexVar loop() const { return around.empty() ? IndexVar() : around.back(); }
};
/// All occurrences in the order in which they run: what an assignment reads before what it writes.
std::vector<Use> usesIn(const Stmt& stmt);
std::set<std::string> tensorsWritten(const Stmt& stmt);
std::set<std::string> tensorsRead(const Stmt& stmt);
/// Whether an assignment of the statement is to this tensor.
bool writes(const Stmt& stmt, const std::string& tensor);
/// Whether an assignment to the tensor happens once each time that the statement runs, in no loop of its own. There is
/// exactly one assignment to the tensor.
bool assignsDirectly(const Stmt& stmt, const std::string& tensor);

// ---------------------------------------------------------------- loops

/// A nest of foralls, outermost first, around a body that is not a forall.
struct Nest {
  std::vector<IndexVar> vars;
  Stmt body;
};
Nest nestOf(const Stmt& stmt);
/// The statement inside the maps around it.
Stmt withoutMaps(Stmt stmt);
/// A loop, and the variables of those around it, outermost first.
struct PlacedLoop {
  Forall loop;
  std::vector<IndexVar> around;
};
/// All loops, each before those inside it.
std::vector<PlacedLoop> placedLoops(const Stmt& stmt);
std::vector<IndexVar> loopVars(const Stmt& stmt);
bool hasLoops(const Stmt& stmt);
/// What the loop over `var` encloses, of the loops around the main assignments: not of a producer's. Null if there is
/// no such loop.
Stmt bodyOf(const Stmt& stmt, const IndexVar& var);

// ---------------------------------------------------------------- workspaces

/// A where, and the variables of the loops around it, outermost first.
struct PlacedWhere {
  Where where;
  std::vector<IndexVar> around;
};
/// All wheres, outer ones first.
std::vector<PlacedWhere> placedWheres(const Stmt& stmt);
/// The workspaces that a where is for: those that its producer writes and its consumer reads, each once, in the order
/// in which they are written.
std::vector<Access> filledBy(const Where& where);
/// The workspaces whose where is inside the statement: they start empty each time that it runs.
std::set<std::string> localWorkspaces(const Stmt& stmt);

// ---------------------------------------------------------------- variables

/// The index variables of loops, accesses and relations, each once.
std::vector<IndexVar> indexVars(const Stmt& stmt);
/// The extents that the accesses know, and those that follow from them by the relations. Throws Error (user): a bound
/// contradicts an extent.
Extents knownExtents(const Stmt& stmt);
/// The extents of these variables; empty if one is not known.
std::vector<std::int64_t> extentsOf(const Stmt& stmt, const std::vector<IndexVar>& vars);

// ---------------------------------------------------------------- walks

namespace detail {

template <class Visit>
void walk(const Stmt& stmt, std::vector<IndexVar>& around, Visit&& visit, Order order) {
  visit(stmt, std::as_const(around));
  match(
      stmt->kind,
      [&](const Forall& s) {
        around.push_back(s.var);
        walk(s.body, around, visit, order);
        around.pop_back();
      },
      [](const Assign&) {},
      [&](const Where& s) {
        walk(order == Order::Run ? s.producer : s.consumer, around, visit, order);
        walk(order == Order::Run ? s.consumer : s.producer, around, visit, order);
      },
      [&](const Sequence& s) {
        walk(s.first, around, visit, order);
        walk(s.second, around, visit, order);
      },
      [&](const Map& s) { walk(s.body, around, visit, order); },
      [&](const SuchThat& s) { walk(s.body, around, visit, order); });
}

}  // namespace detail

template <class Visit>
void forEach(const Stmt& stmt, Visit&& visit, Order order) {
  std::vector<IndexVar> around;
  detail::walk(stmt, around, visit, order);
}

namespace detail {

template <class Visit>
void visitReads(const Expr& expr, Visit&& visit) {
  match(
      expr->kind, [&](const Access& access) { visit(access); }, [](const notation::Literal&) {},
      [&](const notation::Call& call) {
        for (const Expr& operand : call.operands) visitReads(operand, visit);
      });
}

}  // namespace detail

template <class Visit>
void visitAccesses(const Stmt& stmt, Visit&& visit) {
  forEachAssign(stmt, [&](const Assign& assign, const std::vector<IndexVar>&) {
    visit(assign.lhs);
    detail::visitReads(assign.rhs, visit);
  });
}

template <class Visit>
void forEachAssign(const Stmt& stmt, Visit&& visit, Order order) {
  forEach(
      stmt,
      [&](const Stmt& s, const std::vector<IndexVar>& around) {
        if (const auto* assign = std::get_if<Assign>(&s->kind)) visit(*assign, around);
      },
      order);
}

}  // namespace stardust::cin
