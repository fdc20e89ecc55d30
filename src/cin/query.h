// Queries on statements: assignments, accesses, loops, workspaces and variables. Other rooms use these instead of their
// own traversals.
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

/// Traversal order. A where is written consumer first, but its producer runs first.
enum class Order { Written, Run };

/// Calls visit(s, around) for the statement and all nested statements, outer ones first. `around` are the variables of
/// the loops around s, outermost first.
template <class Visit>
void forEach(const Stmt& stmt, Visit&& visit, Order order = Order::Written);
/// Calls visit(assign, around) for each assignment.
template <class Visit>
void forEachAssign(const Stmt& stmt, Visit&& visit, Order order = Order::Written);

// ---------------------------------------------------------------- assignments

/// All assignments, in written order.
std::vector<Assign> assignmentsIn(const Stmt& stmt);
/// An assignment and the variables of the enclosing loops, outermost first.
struct PlacedAssign {
  Assign assign;
  std::vector<IndexVar> around;
};
std::vector<PlacedAssign> placedAssignments(const Stmt& stmt);
/// The assignment of a statement with exactly one: a loop nest around it, possibly mapped. None: there are several.
std::optional<PlacedAssign> onlyAssignment(const Stmt& stmt);
/// The assignment that defines the result of a statement: that of the consumer of a where, or the first one of a
/// sequence.
const Assign& mainAssignment(const Stmt& stmt);
const Assign& mainAssignment(Stmt&& stmt) = delete;  ///< would dangle
/// The reduction operator of each tensor that is reduced into. Copies of such tensors are included, since they hold the
/// identity at the same elements.
std::map<std::string, AssignOp> reductionsIn(const Stmt& stmt);

// ---------------------------------------------------------------- accesses

/// Calls visit(access) for each access, with repetitions, in written order.
template <class Visit>
void visitAccesses(const Stmt& stmt, Visit&& visit);
/// All accesses, with repetitions.
std::vector<Access> allAccesses(const Stmt& stmt);
/// Each access once. The accesses that an assignment reads precede the one that it writes.
std::vector<Access> accessesIn(const Stmt& stmt);
/// One occurrence of an access.
struct Use {
  Access access;
  AssignOp op;                   ///< the operator of its assignment
  bool isWritten = false;        ///< whether it is the left-hand side
  std::vector<IndexVar> around;  ///< variables of the enclosing loops, outermost first
  /// The innermost enclosing loop; "" if there is none.
  IndexVar loop() const { return around.empty() ? IndexVar() : around.back(); }
};
/// All occurrences in execution order: reads before the write of each assignment.
std::vector<Use> usesIn(const Stmt& stmt);
std::set<std::string> tensorsWritten(const Stmt& stmt);
std::set<std::string> tensorsRead(const Stmt& stmt);
/// Whether the statement assigns to this tensor.
bool writes(const Stmt& stmt, const std::string& tensor);
/// Whether the tensor is assigned exactly once per execution of the statement, outside of nested loops. The tensor must
/// have exactly one assignment.
bool assignsDirectly(const Stmt& stmt, const std::string& tensor);

// ---------------------------------------------------------------- loops

/// A perfect nest of foralls, outermost first, and its body.
struct Nest {
  std::vector<IndexVar> vars;
  Stmt body;
};
Nest nestOf(const Stmt& stmt);
/// The statement inside the surrounding maps.
Stmt withoutMaps(Stmt stmt);
/// A loop and the variables of the enclosing loops, outermost first.
struct PlacedLoop {
  Forall loop;
  std::vector<IndexVar> around;
};
/// All loops, outer loops before inner ones.
std::vector<PlacedLoop> placedLoops(const Stmt& stmt);
std::vector<IndexVar> loopVars(const Stmt& stmt);
bool hasLoops(const Stmt& stmt);
/// The body of the loop over `var` among the loops around the main assignments, which excludes loops of producers. Null
/// if there is no such loop.
Stmt bodyOf(const Stmt& stmt, const IndexVar& var);

// ---------------------------------------------------------------- workspaces

/// A where and the variables of the enclosing loops, outermost first.
struct PlacedWhere {
  Where where;
  std::vector<IndexVar> around;
};
/// All wheres, outer ones first.
std::vector<PlacedWhere> placedWheres(const Stmt& stmt);
/// The workspaces of a where: written by its producer and read by its consumer, each once, in written order.
std::vector<Access> filledBy(const Where& where);
/// The workspaces whose where is inside the statement. They start empty at each execution.
std::set<std::string> localWorkspaces(const Stmt& stmt);

// ---------------------------------------------------------------- variables

/// The index variables of loops, accesses and relations, each once.
std::vector<IndexVar> indexVars(const Stmt& stmt);
/// The extents given by the accesses, and those that the relations imply. Throws Error (user): a bound contradicts an
/// extent.
Extents knownExtents(const Stmt& stmt);
/// The extents of these variables; empty if one is unknown.
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
