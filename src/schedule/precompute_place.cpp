#include "schedule/precompute_place.h"

#include <fmt/format.h>

#include <iterator>

namespace stardust::schedule {

using notation::Access;
using notation::AssignOp;

namespace {

// Variables that the workspace does not keep; the producer has its own loops for those that it keeps.
std::vector<IndexVar> freeVars(const Request& request) {
  std::vector<IndexVar> free;
  for (const IndexVar& var : notation::variables(request.command.expr))
    if (!request.asked(var)) free.push_back(var);
  return free;
}

bool isWhole(const Replaced& replaced) { return std::holds_alternative<Access>(replaced.expr->kind); }

// Loops that only the expression depends on, so that the producer may reduce over them.
std::set<std::size_t> reducibleLoops(const Site& site, const Request& request, const Replaced& replaced) {
  const cin::Assign& assign = site.assign();
  std::vector<IndexVar> others = assign.lhs.indices;
  int reads = 0;
  for (const Access& access : notation::accesses(replaced.expr)) {
    if (access.tensor.name == request.command.workspace) ++reads;
    else others.insert(others.end(), access.indices.begin(), access.indices.end());
  }
  const bool reduces =
      assign.op == operators::add ? replaced.isFactor : assign.op != AssignOp::Set && isWhole(replaced);
  if (!reduces || reads != 1) return {};
  std::set<std::size_t> loops = loopsBehind(site, request.relations, freeVars(request));
  loops.erase(loops.begin(), loops.lower_bound(site.nest));
  others.insert(others.end(), request.command.vars.begin(), request.command.vars.end());
  for (const std::size_t elsewhere : loopsBehind(site, request.relations, others)) loops.erase(elsewhere);
  return loops;
}

// Reports that the expression varies in loops inside of which the workspace would have to be filled.
[[noreturn]] void failVarying(const Site& site, const Request& request, std::size_t inside, std::size_t fixed) {
  std::vector<IndexVar> varying;
  for (const IndexVar& var : freeVars(request)) {
    const auto behind = loopsBehind(site, request.relations, {var});
    if (!behind.empty() && *behind.rbegin() >= inside) varying.push_back(var);
  }
  const std::string which = varying.empty() ? site.loops[fixed - 1] : fmt::format("{}", fmt::join(varying, ", "));
  failUser(fmt::format("{} also varies with {}, a loop inside that over {}", notation::print(request.command.expr),
                       which, site.loops[inside]),
           request.where,
           fmt::format("{} is filled outside the loop over {}", request.command.workspace, site.loops[inside]),
           fmt::format("add {} to both lists of index variables, or reorder the loops", which));
}

// The depth at which an operand of the expression is filled, and the tensor that determines it.
struct Filled {
  std::size_t inside;
  std::string tensor;
};
Filled lastFilled(const Site& site, const Request& request, bool whole) {
  const Access& result = site.assign().lhs;
  Filled last{whole ? beginsAt(site, result) : 0, result.tensor.name};
  for (const Access& access : notation::accesses(request.command.expr)) {
    const std::size_t readable = access.tensor.workspace ? readableFrom(site, access.tensor.name) : 0;
    if (readable > last.inside) last = {readable, access.tensor.name};
  }
  return last;
}

[[noreturn]] void failUnfilled(const Site& site, const Request& request, std::size_t inside, const Filled& last) {
  failUser(fmt::format("{} would be filled before {}", request.command.workspace, last.tensor), request.where,
           fmt::format("it is filled outside the loop over {}, {} only inside the loop over {}", site.loops[inside],
                       last.tensor, site.loops[last.inside - 1]),
           fmt::format("leave {} out of the lists, or precompute it before {}", site.loops[inside], last.tensor));
}

bool readsFrom(const Expr& expr, const Stmt& producer) {
  for (const cin::Assign& written : cin::assignmentsIn(producer))
    for (const Access& access : notation::accesses(expr))
      if (access.tensor.name == written.lhs.tensor.name) return true;
  return false;
}

}  // namespace

Placement placementFor(const Site& site, const Request& request, const Replaced& replaced) {
  const std::set<std::size_t> kept = loopsBehind(site, request.relations, request.command.vars);
  Placement placement;
  placement.consumed = reducibleLoops(site, request, replaced);
  std::size_t fixed = 0;  // loops that must stay outside the where
  for (const std::size_t loop : loopsBehind(site, request.relations, freeVars(request)))
    if (!request.asked(site.loops[loop]) && placement.consumed.count(loop) == 0) fixed = loop + 1;
  placement.consumed.erase(placement.consumed.begin(), placement.consumed.lower_bound(fixed));
  std::size_t inside = kept.empty() ? site.loops.size() : *kept.begin();
  if (inside < fixed) failVarying(site, request, inside, fixed);
  if (!placement.consumed.empty()) inside = std::min(inside, *placement.consumed.begin());
  const Filled last = lastFilled(site, request, isWhole(replaced));
  if (last.inside > inside) failUnfilled(site, request, inside, last);
  const bool hoisted = fixed == 0 && !isWhole(replaced);  // a loop-invariant expression is hoisted out of all loops
  const std::size_t wanted = hoisted ? 0 : kept.empty() && placement.consumed.empty() ? fixed : inside;
  placement.outside = std::max(wanted, last.inside);
  return placement;
}

// Later precomputes at the same loops are inserted further out, in the paper's printed form; mapped statements stay
// intact.
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

}  // namespace stardust::schedule
