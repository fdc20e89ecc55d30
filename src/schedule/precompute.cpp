#include <fmt/format.h>

#include <algorithm>

#include "schedule/schedule.h"
#include "schedule/search.h"
#include "schedule/workspace.h"

namespace stardust::schedule {

using notation::Access;
using notation::AssignOp;

notation::TensorVar workspaceFor(const Stmt& stmt, const Expr& expr, const std::vector<IndexVar>& vars, const std::string& name) {
  notation::TensorVar workspace;
  workspace.name = name;
  workspace.workspace = true;
  workspace.type = allAccesses(stmt).front().tensor.type;
  std::vector<LevelFormat> levels(vars.size(), LevelFormat::Dense);
  std::vector<int> order;
  for (std::size_t n = 0; n < vars.size(); ++n) order.push_back(static_cast<int>(n));
  if (const auto* access = std::get_if<Access>(&expr->kind)) {
    order.clear();
    levels.clear();
    const Format& format = access->tensor.format;
    for (int level = 0; level < format.order(); ++level) {
      const IndexVar& var = access->indices.at(static_cast<std::size_t>(format.mode(level)));
      const auto at = std::find(vars.begin(), vars.end(), var);
      const int mode = static_cast<int>(at - vars.begin());
      if (at == vars.end() || std::find(order.begin(), order.end(), mode) != order.end()) continue;  // a diagonal has one mode
      levels.push_back(format.level(level));
      order.push_back(mode);
    }
  }
  workspace.format = Format(levels, order, onChip);
  workspace.dims = extentsOf(stmt, vars);
  return workspace;
}

namespace {

// Everything that one precompute needs to know; `where` places messages.
struct Request {
  const Precompute& command;
  notation::TensorVar workspace;
  Location where;

  bool asked(const IndexVar& var) const { return contains(command.vars, var); }
  Expr read() const { return notation::access(workspace, command.vars); }
  Access written() const { return {workspace, command.workspaceVars}; }
  Expr renamed(const Expr& e) const { return rename(e, command.vars, command.workspaceVars); }
  std::vector<IndexVar> renamed(std::vector<IndexVar> vars) const {
    for (IndexVar& var : vars) {
      const auto at = std::find(command.vars.begin(), command.vars.end(), var);
      if (at != command.vars.end()) var = command.workspaceVars[static_cast<std::size_t>(at - command.vars.begin())];
    }
    return vars;
  }
};

// The whole right-hand side: the loops that neither the workspace keeps nor the result has sum into the workspace.
//   forall(i, forall(k, a(i) += e))  {} →  forall(i, where(a(i) = W, forall(k, W += e)))
// The consumer still adds if a loop around it, inside this nest or outside it, is not the result's.
Stmt splitAssignment(const Nest& nest, const cin::Assign& assign, const Request& request,
                     const std::vector<IndexVar>& enclosing) {
  std::size_t outside = 0;
  while (outside < nest.vars.size() && !request.asked(nest.vars[outside]) && contains(assign.lhs.indices, nest.vars[outside])) ++outside;
  const std::vector<IndexVar> outer(nest.vars.begin(), nest.vars.begin() + static_cast<long>(outside));
  const std::vector<IndexVar> inner(nest.vars.begin() + static_cast<long>(outside), nest.vars.end());
  std::vector<IndexVar> kept;
  bool sums = false;
  for (const IndexVar& var : inner) {
    const bool ofResult = contains(assign.lhs.indices, var);
    if (ofResult && !request.asked(var))
      failUser(fmt::format("the workspace {} would have to keep {}", request.workspace.name, var), request.where,
               fmt::format("{} is a loop of the result inside a loop that the workspace sums over", var),
               fmt::format("add {} to both lists of index variables", var));
    if (request.asked(var)) kept.push_back(var);
    sums = sums || !request.asked(var);
  }
  // min= and the like leave out what is not stored entirely, even where there is nothing to reduce; and other nests may reduce into the
  // same result.
  const bool keepsOp = notation::reducesAll(assign.op);
  const AssignOp gathers = keepsOp ? assign.op : sums ? AssignOp::Add : AssignOp::Set;
  const Stmt producer = cin::forall(request.renamed(inner), cin::assign(request.written(), gathers, request.renamed(assign.rhs)));
  const auto ofResult = [&](const IndexVar& var) { return contains(assign.lhs.indices, var); };
  const bool once = std::all_of(enclosing.begin(), enclosing.end(), ofResult) && std::all_of(kept.begin(), kept.end(), ofResult);
  const AssignOp op = once && !keepsOp ? AssignOp::Set : assign.op;
  const Stmt consumer = cin::forall(kept, cin::assign(assign.lhs, op, request.read()));
  return cin::forall(outer, cin::where(consumer, producer));
}

// Under min=, max= and *= a workspace must not be stored where one of its sparse operands is absent.
bool storesUnion(const Expr& expr) {
  const auto* b = std::get_if<notation::Binary>(&expr->kind);
  if (const auto* n = std::get_if<notation::Negate>(&expr->kind)) return storesUnion(n->operand);
  if (!b) return false;
  const auto read = notation::accesses(expr);
  const bool sparse = std::any_of(read.begin(), read.end(), [](const Access& a) { return !a.tensor.format.isDense(); });
  return sparse && (!notation::isMultiplicative(b->op) || storesUnion(b->left) || storesUnion(b->right));
}

// A part of it: copied outside the outermost loop that the workspace keeps, inside the loops of its other variables.
Stmt splitPart(const Nest& nest, const Expr& rhs, const cin::Assign& assign, const Request& request) {
  const Expr& part = request.command.expr;
  if (notation::reducesAll(assign.op) && storesUnion(part))
    failUnsupported(fmt::format("a workspace for {} under {}", notation::print(part), notation::symbol(assign.op)), request.where,
                    "it would be stored where only one of its operands is, but the reduction takes what all store",
                    "precompute its operands, or the whole right-hand side");
  std::vector<IndexVar> fixed;
  for (const IndexVar& var : notation::variables(part))
    if (!request.asked(var)) fixed.push_back(var);
  std::size_t outside = 0;
  if (!fixed.empty()) {
    if (request.command.vars.empty()) {
      for (std::size_t n = 0; n < nest.vars.size(); ++n)
        if (contains(fixed, nest.vars[n])) outside = n + 1;
    } else {
      while (outside < nest.vars.size() && !request.asked(nest.vars[outside])) ++outside;
    }
  }
  for (std::size_t n = outside; n < nest.vars.size(); ++n)
    if (contains(fixed, nest.vars[n]))
      failUser(fmt::format("{} also varies with {}, a loop inside that over {}", notation::print(part), nest.vars[n], nest.vars[outside]),
               request.where, fmt::format("{} is filled outside the loop over {}", request.workspace.name, nest.vars[outside]),
               fmt::format("add {} to both lists of index variables, or reorder the loops", nest.vars[n]));
  const std::vector<IndexVar> outer(nest.vars.begin(), nest.vars.begin() + static_cast<long>(outside));
  const std::vector<IndexVar> inner(nest.vars.begin() + static_cast<long>(outside), nest.vars.end());
  const Stmt producer = cin::forall(request.command.workspaceVars, cin::assign(request.written(), AssignOp::Set, request.renamed(part)));
  return cin::forall(outer, cin::where(cin::forall(inner, cin::assign(assign.lhs, assign.op, rhs)), producer));
}

void requireNest(const Nest& nest, const Request& request) {
  for (const IndexVar& var : request.command.vars)
    if (!contains(nest.vars, var))
      failUser(fmt::format("there is no loop over {} directly around {}", var, notation::print(request.command.expr)), request.where,
               nest.vars.empty() ? "no loop is" : fmt::format("the loops are {}", fmt::join(nest.vars, ", ")));
}

bool reads(const Stmt& stmt, const Stmt& producer) {
  for (const cin::Assign& written : assignments(producer))
    for (const cin::Assign& reader : assignments(stmt))
      for (const Access& access : notation::accesses(reader.rhs))
        if (access.tensor.name == written.lhs.tensor.name) return true;
  return false;
}

// where(where(S, new), old) → where(where(S, old), new): as in the paper, a later precompute of the same loops stands further out.
Stmt newOutermost(const Stmt& stmt, const Request& request) {
  const auto* old = std::get_if<cin::Where>(&stmt->kind);
  const auto* made = old ? std::get_if<cin::Where>(&old->consumer->kind) : nullptr;
  if (!made || reads(made->producer, old->producer)) return stmt;
  const Nest nest = nestOf(made->producer);
  const auto* filled = std::get_if<cin::Assign>(&nest.body->kind);
  if (!filled || filled->lhs.tensor.name != request.workspace.name) return stmt;
  return cin::where(cin::where(made->consumer, old->producer), made->producer);
}

// As replaceFirst, with the loops around `stmt`. The nest may already carry a where around its inner loops: the outer loops are
// then peeled first.
Stmt precomputeIn(const Stmt& stmt, const Request& request, std::vector<IndexVar> enclosing = {}) {
  const Nest nest = nestOf(stmt);
  if (const auto* assign = std::get_if<cin::Assign>(&nest.body->kind)) {
    const bool whole = notation::equal(assign->rhs, request.command.expr);
    const Expr rhs = whole ? Expr() : replacePart(assign->rhs, request.command.expr, request.read());
    if (whole || rhs) requireNest(nest, request);
    if (whole) return splitAssignment(nest, *assign, request, enclosing);
    if (rhs) return splitPart(nest, rhs, *assign, request);
  }
  if (const auto* loop = std::get_if<cin::Forall>(&stmt->kind)) enclosing.push_back(loop->var);
  bool done = false;
  const Stmt result = cin::mapChildren(stmt, [&](const Stmt& child) {
    if (done) return child;
    const Stmt replaced = precomputeIn(child, request, enclosing);
    done = static_cast<bool>(replaced);
    return done ? replaced : child;
  });
  return done ? newOutermost(result, request) : Stmt();
}

void requireVars(const Stmt& stmt, const Precompute& command, const Location& where) {
  if (command.vars.size() != command.workspaceVars.size())
    failUser(fmt::format("precompute has {} index variables and {} for the workspace", command.vars.size(), command.workspaceVars.size()),
             where, "each index variable of the expression becomes one of the workspace");
  const auto loops = loopVars(stmt);
  for (const IndexVar& var : command.vars) {
    if (contains(loops, var)) continue;
    const auto similar = nearest(var, loops);
    failUser(fmt::format("there is no loop over {}", var), where, fmt::format("the loops are {}", fmt::join(loops, ", ")),
             similar ? fmt::format("did you mean {}?", *similar) : "");
  }
  for (const IndexVar& var : command.workspaceVars)
    if (contains(loops, var) && !contains(command.vars, var))
      failUser(fmt::format("{} already names a loop", var), where, "the loops that fill a workspace may stand inside it",
               "use a new name, or one of those that the workspace keeps");
  for (const auto* list : {&command.vars, &command.workspaceVars})
    for (const IndexVar& var : *list)
      if (std::count(list->begin(), list->end(), var) > 1) failUser(fmt::format("{} is named twice", var), where);
}

[[noreturn]] void failNoMatch(const Stmt& stmt, const Precompute& command, const Location& where) {
  std::vector<std::string> there;
  for (const cin::Assign& assign : assignments(stmt)) {
    there.push_back(notation::print(assign.rhs));
    for (const Access& access : notation::accesses(assign.rhs)) there.push_back(notation::print(access));
  }
  const auto similar = nearest(notation::print(command.expr), there);
  failUser(fmt::format("{} does not occur in the statement", notation::print(command.expr)), where, "the statement is " + cin::print(stmt),
           similar ? fmt::format("did you mean {}?", *similar) : "an expression, or some of the factors of a product, that occurs in it");
}

}  // namespace

Stmt precompute(const Stmt& stmt, const Precompute& command, const Location& where) {
  requireVars(stmt, command, where);
  if (freshTensor(stmt, command.workspace) != command.workspace)
    failUser(fmt::format("there is already a tensor {}", command.workspace), where, "a workspace is a new tensor",
             "call it " + freshTensor(stmt, command.workspace));
  // The expression as it stands in the statement knows its tensors' formats; the command's only their names.
  Expr known = command.expr;
  for (const Access& access : allAccesses(stmt))
    known = notation::rewrite(known, [&](const Expr& e) {
      const auto* named = std::get_if<Access>(&e->kind);
      return named && notation::equal(*named, access) ? notation::access(access.tensor, access.indices, e->where) : Expr();
    });
  const Precompute resolved{known, command.vars, command.workspaceVars, command.workspace};
  const Request request{resolved, workspaceFor(stmt, known, command.vars, command.workspace), where};
  return underRelations(stmt, [&](const Stmt& body) {
    const Stmt result = precomputeIn(body, request);
    if (!result) failNoMatch(stmt, command, where);
    return result;
  });
}

}  // namespace stardust::schedule
