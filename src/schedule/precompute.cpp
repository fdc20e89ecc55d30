#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "schedule/loops.h"
#include "schedule/parts.h"
#include "schedule/schedule.h"
#include "schedule/search.h"
#include "schedule/workspace.h"

namespace stardust::schedule {

using notation::Access;
using notation::AssignOp;

namespace {

// An assignment with all that stands around it, from the root's body to the assignment itself.
struct Site {
  std::vector<Stmt> trail;
  std::vector<IndexVar> loops;      // outermost first
  std::vector<std::size_t> places;  // of the loops in the trail
  std::size_t nest = 0;             // how many loops are not directly around the assignment

  const cin::Assign& assign() const { return std::get<cin::Assign>(trail.back()->kind); }
};

Site siteOf(std::vector<Stmt> trail) {
  Site site{std::move(trail), {}, {}, 0};
  for (std::size_t n = 0; n < site.trail.size(); ++n) {
    if (const auto* loop = std::get_if<cin::Forall>(&site.trail[n]->kind)) {
      site.loops.push_back(loop->var);
      site.places.push_back(n);
    } else if (n + 1 < site.trail.size()) {
      site.nest = site.loops.size();
    }
  }
  return site;
}

// The assignments in order, consumers before their producers.
void addSites(const Stmt& stmt, std::vector<Stmt> trail, std::vector<Site>& all) {
  trail.push_back(stmt);
  if (std::holds_alternative<cin::Assign>(stmt->kind)) all.push_back(siteOf(trail));
  cin::mapChildren(stmt, [&](const Stmt& child) {
    addSites(child, trail, all);
    return child;
  });
}

// Everything that one precompute needs to know.
struct Request {
  const Stmt& root;
  const Precompute& command;
  Location where;
  const std::vector<cin::Relation>& relations;

  bool asked(const IndexVar& var) const { return contains(command.vars, var); }
  Expr renamed(const Expr& e) const { return rename(e, command.vars, command.workspaceVars); }
  IndexVar renamed(const IndexVar& var) const {
    const auto at = std::find(command.vars.begin(), command.vars.end(), var);
    return at == command.vars.end() ? var : command.workspaceVars[static_cast<std::size_t>(at - command.vars.begin())];
  }
};

// The loops of a site that the variables depend on, in loop order, as places in site.loops.
std::set<std::size_t> loopsBehind(const Site& site, const std::vector<cin::Relation>& relations,
                                  const std::vector<IndexVar>& vars) {
  std::set<std::size_t> behind;
  for (const IndexVar& var : vars)
    for (const IndexVar& part : cin::componentsOf(relations, site.loops, var)) {
      const auto at = std::find(site.loops.begin(), site.loops.end(), part);
      if (at != site.loops.end()) behind.insert(static_cast<std::size_t>(at - site.loops.begin()));
    }
  return behind;
}

// How many loops are outside the where whose consumer reads the tensor: 0 for what the user gave.
std::size_t readableFrom(const Site& site, const std::string& tensor) {
  std::size_t depth = 0, readable = 0;
  for (std::size_t n = 0; n + 1 < site.trail.size(); ++n) {
    if (std::holds_alternative<cin::Forall>(site.trail[n]->kind)) ++depth;
    const auto* s = std::get_if<cin::Where>(&site.trail[n]->kind);
    if (s && site.trail[n + 1].same(s->consumer))
      for (const cin::Assign& assign : assignments(s->producer))
        if (assign.lhs.tensor.name == tensor) readable = depth;
  }
  return readable;
}
// How many loops are outside the where whose producer fills the tensor: it starts empty there.
std::size_t beginsAt(const Site& site, const Access& tensor) {
  std::size_t depth = 0, begins = 0;
  for (std::size_t n = 0; n + 1 < site.trail.size(); ++n) {
    if (std::holds_alternative<cin::Forall>(site.trail[n]->kind)) ++depth;
    const auto* s = std::get_if<cin::Where>(&site.trail[n]->kind);
    if (s && tensor.tensor.workspace && site.trail[n + 1].same(s->producer)) begins = depth;
  }
  return begins;
}

// Where the where goes: outside how many loops, and which of the loops inside move into the producer to be reduced
// there.
struct Placement {
  std::size_t outside = 0;
  std::set<std::size_t> consumed;
};

std::string list(const std::vector<IndexVar>& vars) { return fmt::format("{}", fmt::join(vars, ", ")); }

Placement placementFor(const Site& site, const Request& request, const Replaced& replaced) {
  const cin::Assign& assign = site.assign();
  const std::vector<IndexVar> vars = notation::variables(request.command.expr);
  const std::set<std::size_t> kept = loopsBehind(site, request.relations, request.command.vars);
  // What the workspace does not keep; of the variables that it does, the producer has loops of their own.
  std::vector<IndexVar> free;
  for (const IndexVar& var : vars)
    if (!request.asked(var)) free.push_back(var);
  const std::set<std::size_t> used = loopsBehind(site, request.relations, free);
  // Loops that only the expression depends on can be reduced before the rest is multiplied to it.
  std::vector<IndexVar> others = assign.lhs.indices;
  int reads = 0;
  for (const Access& access : notation::accesses(replaced.expr)) {
    if (access.tensor.name == request.command.workspace) ++reads;
    else others.insert(others.end(), access.indices.begin(), access.indices.end());
  }
  const bool whole = std::holds_alternative<Access>(replaced.expr->kind);
  const bool reduces = assign.op == AssignOp::Add ? replaced.isFactor : assign.op != AssignOp::Set && whole;
  const std::set<std::size_t> elsewhere = loopsBehind(site, request.relations, others);
  Placement placement;
  std::size_t fixed = 0;  // the loops that have to stay outside
  for (const std::size_t loop : used) {
    const bool consumable =
        reduces && reads == 1 && loop >= site.nest && elsewhere.count(loop) == 0 && kept.count(loop) == 0;
    if (request.asked(site.loops[loop])) continue;
    if (consumable) placement.consumed.insert(loop);
    else fixed = loop + 1;
  }
  for (auto loop = placement.consumed.begin(); loop != placement.consumed.end();)
    loop = *loop < fixed ? placement.consumed.erase(loop) : std::next(loop);
  std::size_t inside = site.loops.size();
  if (!kept.empty()) inside = std::min(inside, *kept.begin());
  if (inside < fixed) {
    std::vector<IndexVar> varying;
    for (const IndexVar& var : free) {
      const auto behind = loopsBehind(site, request.relations, {var});
      if (!behind.empty() && *behind.rbegin() >= inside) varying.push_back(var);
    }
    const std::string which = varying.empty() ? site.loops[fixed - 1] : list(varying);
    failUser(fmt::format("{} also varies with {}, a loop inside that over {}", notation::print(request.command.expr),
                         which, site.loops[inside]),
             request.where,
             fmt::format("{} is filled outside the loop over {}", request.command.workspace, site.loops[inside]),
             fmt::format("add {} to both lists of index variables, or reorder the loops", which));
  }
  if (!placement.consumed.empty()) inside = std::min(inside, *placement.consumed.begin());
  const bool hoisted = fixed == 0 && !whole;  // what varies with nothing else is filled before all loops
  placement.outside = hoisted ? 0 : kept.empty() && placement.consumed.empty() ? fixed : inside;
  // Nothing is read before it is filled.
  std::size_t least = whole ? beginsAt(site, assign.lhs) : 0;
  std::string from;
  for (const Access& access : notation::accesses(request.command.expr)) {
    const std::size_t readable = access.tensor.workspace ? readableFrom(site, access.tensor.name) : 0;
    if (readable > least) from = access.tensor.name;
    least = std::max(least, readable);
  }
  if (least > inside)
    failUser(fmt::format("{} would be filled before {}", request.command.workspace,
                         from.empty() ? assign.lhs.tensor.name : from),
             request.where,
             fmt::format("it is filled outside the loop over {}, {} only inside the loop over {}", site.loops[inside],
                         from.empty() ? assign.lhs.tensor.name : from, site.loops[least - 1]),
             fmt::format("leave {} out of the lists, or precompute it before {}", site.loops[inside],
                         from.empty() ? assign.lhs.tensor.name : from));
  placement.outside = std::max(placement.outside, least);
  return placement;
}

bool readsFrom(const Expr& expr, const Stmt& producer) {
  for (const cin::Assign& written : assignments(producer))
    for (const Access& access : notation::accesses(expr))
      if (access.tensor.name == written.lhs.tensor.name) return true;
  return false;
}

// The outermost statement below `outside` loops that the new where may stand around: later precomputes of the same
// loops stand further out, as the paper prints them, and what is mapped stays as it is.
std::size_t placeOfWhere(const Site& site, const Request& request, const Placement& placement) {
  std::size_t at = placement.outside < site.loops.size() ? site.places[placement.outside] : site.trail.size() - 1;
  while (at > 0) {
    const Stmt& above = site.trail[at - 1];
    const auto* s = std::get_if<cin::Where>(&above->kind);
    const bool consumer = s && s->consumer.same(site.trail[at]) && !readsFrom(request.command.expr, s->producer);
    if (!consumer && !std::holds_alternative<cin::Map>(above->kind)) break;
    --at;
  }
  for (std::size_t n = 0; n + 1 < site.trail.size(); ++n) {
    const auto* map = std::get_if<cin::Map>(&site.trail[n]->kind);
    if (map && (n < at || !placement.consumed.empty() || map->function != "Reduction"))
      failUser(
          fmt::format("{} stands in a loop that is mapped to {}", notation::print(request.command.expr), map->function),
          request.where, "the function computes the loop as it is", "precompute before the loop is mapped");
  }
  return at;
}

// The part of the trail from `at` down, with the consumed loops left out and another assignment at its end.
Stmt rebuilt(const Site& site, std::size_t at, const std::set<std::size_t>& dropped, const Stmt& assign) {
  Stmt below = assign;
  for (std::size_t n = site.trail.size() - 1; n-- > at;) {
    const auto loop = std::find(site.places.begin(), site.places.end(), n);
    if (loop != site.places.end() && dropped.count(static_cast<std::size_t>(loop - site.places.begin())) != 0) continue;
    bool done = false;
    below = cin::mapChildren(site.trail[n], [&](const Stmt& child) {
      if (done || !child.same(site.trail[n + 1])) return child;
      done = true;
      return below;
    });
  }
  return below;
}

// Stored as declared: a computed workspace may be sparse.
notation::TensorVar workspaceOf(const Request& request, bool sums) {
  const Precompute& command = request.command;
  const Expr shape = sums ? notation::literal(std::int64_t{0}) : command.expr;
  notation::TensorVar workspace = workspaceFor(request.root, shape, command.vars, command.workspace);
  const bool isCopy = std::holds_alternative<Access>(shape->kind);
  workspace.anyFormat = !command.format && !isCopy;
  if (!command.format || *command.format == workspace.format) return workspace;
  std::vector<LevelFormat> levels = workspace.format.levels();
  if (!isCopy && !levels.empty()) levels.back() = LevelFormat::BitVector;
  const Format sparse(levels, workspace.format.modeOrder(), onChip);
  if (*command.format != sparse)
    failUnsupported(
        fmt::format("workspace {} cannot have the format {}", command.workspace, toString(*command.format)),
        command.formatPlace ? command.formatPlace : request.where,
        isCopy
            ? "a copy of a tensor is stored like the tensor, on chip"
            : "a computed workspace is on chip and dense or, to keep only what is stored, has a bit vector as its last level",
        fmt::format(
            "-f={}:{}{}", command.workspace, toString(workspace.format),
            sparse == workspace.format ? "" : fmt::format(" or -f={}:{}", command.workspace, toString(sparse))));
  workspace.format = sparse;
  return workspace;
}

// The loops that fill the workspace: what it keeps, renamed, and what is reduced into it, in the order of the nest.
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
  const auto all = assignments(request.root);
  const auto writers = std::count_if(all.begin(), all.end(),
                                     [&](const cin::Assign& a) { return a.lhs.tensor.name == assign.lhs.tensor.name; });
  const std::set<IndexVar> fixed = cin::determinedBy(request.relations, assign.lhs.indices);
  for (std::size_t n = beginsAt(site, assign.lhs); n < site.loops.size(); ++n)
    if (placement.consumed.count(n) == 0 && fixed.count(site.loops[n]) == 0) return assign.op;
  return writers == 1 ? AssignOp::Set : assign.op;
}

// A sum, min or max with a sparse operand is stored where only one of them is.
bool storesUnion(const Expr& expr) {
  const auto parts = subExpressions(expr);
  return std::any_of(parts.begin(), parts.end(), [](const Expr& e) {
    const auto* b = std::get_if<notation::Binary>(&e->kind);
    if (!b || notation::isMultiplicative(b->op)) return false;
    const auto read = notation::accesses(e);
    return std::any_of(read.begin(), read.end(),
                       [](const Access& a) { return a.tensor.workspace || !a.tensor.format.isDense(); });
  });
}

// A part of what min=, max= and *= reduce is asked for at all its coordinates, a workspace for one is stored where any
// operand is.
AssignOp producerOp(const Site& site, const Request& request, const Placement& placement, bool whole) {
  const AssignOp op = site.assign().op;
  if (notation::reducesAll(op)) {
    if (whole) return op;
    if (storesUnion(request.command.expr))
      failUnsupported(
          fmt::format("a workspace for {} under {}", notation::print(request.command.expr), notation::symbol(op)),
          request.where,
          fmt::format("{} happens where every sparse operand is stored, and the workspace would be where any is",
                      notation::symbol(op)),
          "precompute the whole right-hand side, or its operands one by one");
  }
  return placement.consumed.empty() ? AssignOp::Set : op;
}

// Only the loop that a variable of the expression is names it there; a part of a split or a fusion keeps its name.
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

// A loop, or what follows from loops around the assignment.
void requireBound(const Site& site, const Request& request) {
  for (const IndexVar& var : request.command.vars) {
    const auto parts = cin::componentsOf(request.relations, site.loops, var);
    if (std::all_of(parts.begin(), parts.end(), [&](const IndexVar& v) { return contains(site.loops, v); })) continue;
    failUser(fmt::format("there is no loop over {} around {}", var, notation::print(request.command.expr)),
             request.where, site.loops.empty() ? "no loop is" : "the loops are " + list(site.loops));
  }
}

// The body of the root with the where put in, or null if the expression does not occur in this assignment.
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

void requireVars(const Stmt& stmt, const Precompute& command, const Location& where) {
  if (command.vars.size() != command.workspaceVars.size())
    failUser(fmt::format("precompute has {} index variables and {} for the workspace", command.vars.size(),
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
  for (std::size_t n = 0; n < command.vars.size(); ++n)
    if (command.workspaceVars[n] != command.vars[n] && contains(command.vars, command.workspaceVars[n]))
      failUser(fmt::format("{} becomes {}, which the workspace keeps, too", command.vars[n], command.workspaceVars[n]),
               where, {}, "use new names, or the same ones in the same order");
}

// The sub-expression with the most accesses in common, else the one that reads most alike.
[[noreturn]] void failNoMatch(const Stmt& stmt, const Precompute& command, const Location& where) {
  const auto wanted = notation::accesses(command.expr);
  std::vector<std::string> there;
  std::string best;
  std::size_t most = 0;
  for (const cin::Assign& assign : assignments(stmt))
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
  requireVars(stmt, command, where);
  if (freshTensor(stmt, command.workspace) != command.workspace)
    failUser(fmt::format("there is already a tensor {}", command.workspace), where, "a workspace is a new tensor",
             "call it " + freshTensor(stmt, command.workspace));
  // The expression as it stands in the statement knows its tensors' formats; the command's only their names.
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
  std::vector<Site> sites;
  addSites(cin::withoutRelations(stmt), {}, sites);
  for (const Site& site : sites)
    if (const Stmt result = precomputeAt(site, request)) return cin::suchThat(result, request.relations);
  failNoMatch(stmt, command, where);
}

}  // namespace stardust::schedule
