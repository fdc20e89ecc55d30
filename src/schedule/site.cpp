#include "schedule/site.h"

#include <algorithm>

#include "schedule/search.h"

namespace stardust::schedule {

using notation::Access;

namespace {

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

void addSites(const Stmt& stmt, std::vector<Stmt> trail, std::vector<Site>& all) {
  trail.push_back(stmt);
  if (std::holds_alternative<cin::Assign>(stmt->kind)) all.push_back(siteOf(trail));
  cin::mapChildren(stmt, [&](const Stmt& child) {
    addSites(child, trail, all);
    return child;
  });
}

}  // namespace

std::vector<Site> sitesIn(const Stmt& stmt) {
  std::vector<Site> sites;
  addSites(stmt, {}, sites);
  return sites;
}

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

std::size_t readableFrom(const Site& site, const std::string& tensor) {
  std::size_t depth = 0, readable = 0;
  for (std::size_t n = 0; n + 1 < site.trail.size(); ++n) {
    if (std::holds_alternative<cin::Forall>(site.trail[n]->kind)) ++depth;
    const auto* s = std::get_if<cin::Where>(&site.trail[n]->kind);
    if (s && site.trail[n + 1].same(s->consumer))
      for (const cin::Assign& assign : cin::assignmentsIn(s->producer))
        if (assign.lhs.tensor.name == tensor) readable = depth;
  }
  return readable;
}

std::size_t beginsAt(const Site& site, const Access& tensor) {
  std::size_t depth = 0, begins = 0;
  for (std::size_t n = 0; n + 1 < site.trail.size(); ++n) {
    if (std::holds_alternative<cin::Forall>(site.trail[n]->kind)) ++depth;
    const auto* s = std::get_if<cin::Where>(&site.trail[n]->kind);
    if (s && tensor.tensor.workspace && site.trail[n + 1].same(s->producer)) begins = depth;
  }
  return begins;
}

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

}  // namespace stardust::schedule
