#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cin/derived.h"
#include "notation/stored.h"
#include "schedule/legality.h"
#include "schedule/precompute_place.h"
#include "schedule/schedule.h"
#include "schedule/search.h"
#include "schedule/site.h"
#include "schedule/subexpressions.h"
#include "schedule/workspace.h"
#include "support/plural.h"

namespace stardust::schedule {

using notation::Access;
using notation::AssignOp;

namespace {

// In the declared format: a computed workspace may be sparse.
notation::TensorVar workspaceOf(const Request& request, bool sums) {
  const Precompute& command = request.command;
  const Expr shape = sums ? notation::literal(std::int64_t{0}) : command.expr;
  notation::TensorVar workspace = workspaceFor(request.root, shape, command.vars, command.workspace);
  const bool isCopy = std::holds_alternative<Access>(shape->kind);
  workspace.anyFormat = !command.format && !isCopy;
  if (!command.format || *command.format == workspace.format) return workspace;
  std::vector<LevelFormat> levels = workspace.format.levels();
  if (!isCopy && !levels.empty()) levels.back() = bitvector;
  const Format sparse(levels, workspace.format.modeOrder(), onChip);
  if (*command.format != sparse)
    failUnsupported(
        fmt::format("workspace {} cannot have the format {}", command.workspace, toString(*command.format)),
        command.formatPlace ? command.formatPlace : request.where,
        isCopy ? "a copy of a tensor is stored like the tensor, on chip"
               : "a computed workspace is on chip, and dense or, if sparse, with a bit vector as its last level",
        fmt::format(
            "-f={}:{}{}", command.workspace, toString(workspace.format),
            sparse == workspace.format ? "" : fmt::format(" or -f={}:{}", command.workspace, toString(sparse))));
  workspace.format = sparse;
  return workspace;
}

// The loops of the producer in nest order: the renamed variables of the workspace, and the reduction loops.
std::vector<IndexVar> producerLoops(const Site& site, const Request& request, const Placement& placement) {
  if (placement.consumed.empty()) return request.command.workspaceVars;
  std::vector<IndexVar> loops;
  for (std::size_t n = 0; n < request.command.vars.size(); ++n)
    if (!contains(site.loops, request.command.vars[n])) loops.push_back(request.command.workspaceVars[n]);
  for (std::size_t n = 0; n < site.loops.size(); ++n)
    if (request.asked(site.loops[n]) || placement.consumed.count(n) != 0)
      loops.push_back(request.renamed(site.loops[n]));
  return loops;
}

AssignOp consumerOp(const Site& site, const Request& request, const Placement& placement) {
  const cin::Assign& assign = site.assign();
  if (placement.consumed.empty() || notation::reducesAll(assign.op)) return assign.op;
  const auto all = cin::assignmentsIn(request.root);
  const auto writers = std::count_if(all.begin(), all.end(),
                                     [&](const cin::Assign& a) { return a.lhs.tensor.name == assign.lhs.tensor.name; });
  const std::set<IndexVar> fixed = cin::determinedBy(request.relations, assign.lhs.indices);
  for (std::size_t n = beginsAt(site, assign.lhs); n < site.loops.size(); ++n)
    if (placement.consumed.count(n) == 0 && fixed.count(site.loops[n]) == 0) return assign.op;
  return writers == 1 ? AssignOp::Set : assign.op;
}

// Whether the expression is stored at the union of its operands: a sum, min or max with a sparse operand.
bool storesUnion(const Expr& expr) {
  const auto parts = subExpressions(expr);
  return std::any_of(parts.begin(), parts.end(), [](const Expr& e) {
    const auto* c = std::get_if<notation::Call>(&e->kind);
    if (!c) return false;
    const notation::Deciding where = notation::deciding(*c);
    const std::size_t count = c->operands.size();
    if (where.operands.size() == count && (where.all || count == 1)) return false;
    const auto read = notation::accesses(e);
    return std::any_of(read.begin(), read.end(),
                       [](const Access& a) { return a.tensor.workspace || !a.tensor.format.isFull(); });
  });
}

// The operator of the producer. min=, max= and *= evaluate a part only where all its operands are stored, whereas a
// workspace is stored at their union.
AssignOp producerOp(const Site& site, const Request& request, const Placement& placement, bool whole) {
  const AssignOp op = site.assign().op;
  if (notation::reducesAll(op)) {
    if (whole) return op;
    if (storesUnion(request.command.expr))
      failUnsupported(
          fmt::format("a workspace for {} under {}", notation::print(request.command.expr), notation::symbol(op)),
          request.where,
          fmt::format("{} applies where every sparse operand is stored, and the workspace would be stored where any is",
                      notation::symbol(op)),
          "precompute the whole right-hand side, or its operands one by one");
  }
  return placement.consumed.empty() ? AssignOp::Set : op;
}

// A variable can be renamed only if it is a loop; a part of a split or fusion keeps its name.
void requireRenamable(const Site& site, const Request& request) {
  for (std::size_t n = 0; n < request.command.vars.size(); ++n) {
    const IndexVar& var = request.command.vars[n];
    if (request.command.workspaceVars[n] == var) continue;
    for (const IndexVar& used : notation::variables(request.command.expr))
      if (used != var && contains(cin::componentsOf(request.relations, site.loops, used), var))
        failUser(fmt::format("{} cannot be renamed to {}", var, request.command.workspaceVars[n]), request.where,
                 fmt::format("{} is derived from {}", used, var), fmt::format("name it {} in both lists", var));
  }
}

// Requires a loop, or a variable derived from the loops around the assignment.
void requireBound(const Site& site, const Request& request) {
  for (const IndexVar& var : request.command.vars) {
    const auto parts = cin::componentsOf(request.relations, site.loops, var);
    if (std::all_of(parts.begin(), parts.end(), [&](const IndexVar& v) { return contains(site.loops, v); })) continue;
    failUser(fmt::format("there is no loop over {} around {}", var, notation::print(request.command.expr)),
             request.where,
             site.loops.empty() ? "no loop is" : fmt::format("the loops are {}", fmt::join(site.loops, ", ")));
  }
}

// The body of the root with the where inserted; null if the expression does not occur in this assignment.
Stmt precomputeAt(const Site& site, const Request& request) {
  const cin::Assign& assign = site.assign();
  notation::TensorVar named;
  named.name = request.command.workspace;
  const Replaced probe = replaceParts(assign.rhs, request.command.expr, notation::access(named, request.command.vars));
  if (!probe.expr) return Stmt();
  requireBound(site, request);
  requireRenamable(site, request);
  const Placement placement = placementFor(site, request, probe);
  const std::size_t at = placeOfWhere(site, request, placement);
  const notation::TensorVar workspace = workspaceOf(request, !placement.consumed.empty());
  const Replaced replaced =
      replaceParts(assign.rhs, request.command.expr, notation::access(workspace, request.command.vars));
  const bool whole = std::holds_alternative<Access>(replaced.expr->kind);
  const Stmt consumer = rebuilt(site, at, placement.consumed,
                                cin::assign(assign.lhs, consumerOp(site, request, placement), replaced.expr));
  const Stmt producer =
      cin::forall(producerLoops(site, request, placement),
                  cin::assign({workspace, request.command.workspaceVars}, producerOp(site, request, placement, whole),
                              request.renamed(request.command.expr)));
  Site outer = site;
  outer.trail.resize(at + 1);
  return rebuilt(outer, 0, {}, cin::where(consumer, producer));
}

// A literal decides nothing about where an expression is stored, but a workspace that holds it would.
void requireOperand(const Precompute& command, const Location& where) {
  if (notation::accesses(command.expr).empty())
    failUser(fmt::format("precompute of {}, which reads no tensor", notation::print(command.expr)), where,
             "a constant needs no workspace", "precompute an expression with an operand, or leave the command out");
}

void requireVars(const Stmt& stmt, const Precompute& command, const Location& where) {
  if (command.vars.size() != command.workspaceVars.size())
    failUser(fmt::format("precompute has {} and {} for the workspace", counted(command.vars.size(), "index variable"),
                         command.workspaceVars.size()),
             where, "each index variable of the expression becomes one of the workspace",
             "precompute(e, {i*}, {iw*}, W) has as many iw as i; with none, W is a scalar");
  const auto known = indexVars(stmt);
  for (const IndexVar& var : command.vars)
    if (!contains(known, var)) requireLoop(stmt, var, where);
  for (const IndexVar& var : command.workspaceVars)
    if (contains(known, var) && !contains(command.vars, var))
      failUser(fmt::format("{} already names a loop", var), where,
               "the loops that fill a workspace may stand inside it",
               "use a new name, or one of those that the workspace keeps");
  for (const auto* vars : {&command.vars, &command.workspaceVars})
    for (const IndexVar& var : *vars)
      if (std::count(vars->begin(), vars->end(), var) > 1) failUser(fmt::format("{} is named twice", var), where);
  for (const IndexVar& var : command.vars) {
    std::vector<IndexVar> others = command.vars;
    others.erase(std::find(others.begin(), others.end(), var));
    if (contains(cin::derivedNames(cin::relationsOf(stmt), others), var))
      failUser(fmt::format("{} follows from the other index variables of the workspace", var), where,
               "a loop over it would bind it twice", "leave " + var + " out");
  }
  for (std::size_t n = 0; n < command.vars.size(); ++n)
    if (command.workspaceVars[n] != command.vars[n] && contains(command.vars, command.workspaceVars[n]))
      failUser(fmt::format("{} becomes {}, which the workspace keeps, too", command.vars[n], command.workspaceVars[n]),
               where, {}, "use new names, or the same ones in the same order");
}

// Suggests the sub-expression with the most common accesses, or else the most similar text.
[[noreturn]] void failNoMatch(const Stmt& stmt, const Precompute& command, const Location& where) {
  const auto wanted = notation::accesses(command.expr);
  std::vector<std::string> there;
  std::string best;
  std::size_t most = 0;
  for (const cin::Assign& assign : cin::assignmentsIn(stmt))
    for (const Expr& part : subExpressions(assign.rhs)) {
      there.push_back(notation::print(part));
      const auto have = notation::accesses(part);
      const auto common = static_cast<std::size_t>(std::count_if(wanted.begin(), wanted.end(), [&](const Access& a) {
        return std::any_of(have.begin(), have.end(), [&](const Access& b) { return notation::equal(a, b); });
      }));
      const bool smaller = common == most && notation::print(part).size() < best.size();
      if (common > most || (common > 0 && smaller)) {
        most = common;
        best = there.back();
      }
    }
  if (const auto similar = nearest(notation::print(command.expr), there)) best = *similar;
  failUser(fmt::format("{} does not occur in the statement", notation::print(command.expr)), where,
           "the statement is " + cin::print(stmt),
           !best.empty() ? fmt::format("did you mean {}?", best)
                         : "an expression, or some of the factors of a product, that occurs in it");
}

}  // namespace

Stmt precompute(const Stmt& stmt, const Precompute& command, const Location& where) {
  requireOperand(command, where);
  requireVars(stmt, command, where);
  if (freshTensor(stmt, command.workspace) != command.workspace)
    failUser(fmt::format("there is already a tensor {}", command.workspace), where, "a workspace is a new tensor",
             "call it " + freshTensor(stmt, command.workspace));
  // The expression in the statement has the formats of its tensors; the command has only names.
  Expr known = command.expr;
  for (const Access& access : allAccesses(stmt))
    known = notation::rewrite(known, [&](const Expr& e) {
      const auto* named = std::get_if<Access>(&e->kind);
      return named && notation::equal(*named, access) ? notation::access(access.tensor, access.indices, e->where)
                                                      : Expr();
    });
  Precompute resolved = command;
  resolved.expr = known;
  const Request request{stmt, resolved, where, cin::relationsOf(stmt)};
  for (const Site& site : sitesIn(cin::withoutRelations(stmt)))
    if (const Stmt result = precomputeAt(site, request)) return cin::suchThat(result, request.relations);
  failNoMatch(stmt, command, where);
}

}  // namespace stardust::schedule
