#include "cin/derived.h"

#include <fmt/format.h>

#include <algorithm>

namespace stardust::cin {
namespace {

std::optional<std::int64_t> find(const Extents& extents, const IndexVar& var) {
  const auto found = extents.find(var);
  return found == extents.end() ? std::nullopt : std::optional(found->second);
}

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

void derive(const Relation& relation, Extents& extents) {
  match(
      relation, [](const auto&) {},
      [&](const SplitUp& r) {
        extents.emplace(r.inner, r.factor);
        if (const auto parent = find(extents, r.parent)) extents.emplace(r.outer, ceilDivide(*parent, r.factor));
      },
      [&](const SplitDown& r) {
        extents.emplace(r.outer, r.factor);
        if (const auto parent = find(extents, r.parent)) extents.emplace(r.inner, ceilDivide(*parent, r.factor));
      },
      [&](const Fuse& r) {
        const auto outer = find(extents, r.outer), inner = find(extents, r.inner);
        const auto fused = outer && inner ? fusedExtent(*outer, *inner) : std::nullopt;
        if (fused) extents.emplace(r.fused, *fused);
      },
      [&](const Pos& r) {
        if (const auto parent = find(extents, r.parent)) extents.emplace(r.position, *parent);
      });
}

void checkBound(const Bound& bound, const Extents& extents) {
  const auto known = find(extents, bound.var);
  if (known && *known != bound.extent)
    failUser(fmt::format("{} is bound to {}, but its extent is {}", bound.var, bound.extent, *known), {},
             "bound states an extent, and does not change it", fmt::format("bound({}, {})", bound.var, *known));
}

// A variable and its parents, before places and extents are known.
struct Step {
  IndexVar var;
  std::vector<IndexVar> from;
  const Relation* relation;
};

// Traverses the relations backwards, from the loop variables to the variables of the accesses.
std::vector<Step> stepsFrom(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops) {
  std::vector<IndexVar> known = loops;
  std::vector<Step> steps;
  const auto knows = [&](const IndexVar& var) { return std::find(known.begin(), known.end(), var) != known.end(); };
  const auto add = [&](const IndexVar& var, std::vector<IndexVar> from, const Relation& relation) {
    if (knows(var) || !std::all_of(from.begin(), from.end(), knows)) return;
    known.push_back(var);
    steps.push_back({var, std::move(from), &relation});
  };
  for (auto relation = relations.rbegin(); relation != relations.rend(); ++relation)
    match(
        *relation, [](const auto&) {},
        [&](const SplitUp& r) {
          add(r.parent, {r.outer, r.inner}, *relation);
        },
        [&](const SplitDown& r) {
          add(r.parent, {r.outer, r.inner}, *relation);
        },
        [&](const Fuse& r) {
          add(r.outer, {r.fused}, *relation);
          add(r.inner, {r.fused}, *relation);
        },
        [&](const Pos& r) { add(r.parent, {r.position}, *relation); },
        [&](const IndexOf& r) {
          const std::vector<IndexVar> from = r.index.variables();
          if (!from.empty()) add(r.var, from, *relation);
        });
  return steps;
}

std::int64_t extentOf(const Extents& extents, const IndexVar& var) { return find(extents, var).value_or(0); }

decltype(Derived::definition) definitionOf(const Step& step, const Extents& extents) {
  return match(
      *step.relation,
      [](const auto&) -> decltype(Derived::definition) {
        failInternal("only splits, fusions, positions and indices derive variables");
      },
      [](const SplitUp& r) -> decltype(Derived::definition) {
        return Combined{r.outer, r.inner, r.factor};
      },
      [&](const SplitDown& r) -> decltype(Derived::definition) {
        return Combined{r.outer, r.inner, extentOf(extents, r.inner)};
      },
      [&](const Fuse& r) -> decltype(Derived::definition) {
        const std::int64_t inner =
            std::max<std::int64_t>(extentOf(extents, r.inner), 1);  // no iteration of an empty range uses it
        if (step.var == r.outer) return Quotient{r.fused, inner};
        return Remainder{r.fused, inner};
      },
      [](const Pos& r) -> decltype(Derived::definition) { return Stored{r.position}; },
      [](const IndexOf& r) -> decltype(Derived::definition) {
        return Computed{r.index, r.reads};
      });
}

// A split covers its parent by whole tiles, which may exceed the extent.
bool reachesBeyond(const Derived& derived, const Extents& extents) {
  const auto* combined = std::get_if<Combined>(&derived.definition);
  if (!combined) return false;
  if (!find(extents, combined->outer) || !find(extents, derived.var)) return true;
  return extentOf(extents, combined->outer) * combined->stride > derived.extent;
}

}  // namespace

std::optional<std::int64_t> fusedExtent(std::int64_t outer, std::int64_t inner) {
  if (inner > 0 && outer > maxPositions / inner) return {};
  return outer * inner;
}

Extents withDerived(const std::vector<Relation>& relations, Extents known) {
  for (const Relation& relation : relations)
    if (const auto* bound = std::get_if<Bound>(&relation)) known.emplace(bound->var, bound->extent);
  for (const Relation& relation : relations) {
    if (const auto* bound = std::get_if<Bound>(&relation)) checkBound(*bound, known);
    else derive(relation, known);
  }
  return known;
}

std::vector<Derived> derivedVars(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                 const Extents& extents) {
  std::map<IndexVar, std::vector<bool>> uses;  // dependence on each loop
  for (std::size_t n = 0; n < loops.size(); ++n) {
    uses[loops[n]].assign(loops.size(), false);
    uses[loops[n]][n] = true;
  }
  std::vector<Derived> all;
  for (const Step& step : stepsFrom(relations, loops)) {
    std::vector<bool> used(loops.size(), false);
    for (const IndexVar& from : step.from)
      for (std::size_t n = 0; n < loops.size(); ++n) used[n] = used[n] || uses.at(from)[n];
    Derived derived;
    derived.var = step.var;
    derived.definition = definitionOf(step, extents);
    for (std::size_t n = 0; n < loops.size(); ++n)
      if (used[n]) derived.loops.push_back(loops[n]);
    derived.at = derived.loops.back();
    derived.extent = extentOf(extents, step.var);
    derived.guarded = reachesBeyond(derived, extents);
    uses[step.var] = std::move(used);
    all.push_back(std::move(derived));
  }
  return all;
}

std::vector<Derived> derivedHere(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                 const Extents& extents) {
  std::vector<Derived> here;
  for (Derived& derived : derivedVars(relations, loops, extents))
    if (derived.at == loops.back()) here.push_back(std::move(derived));
  return here;
}

std::vector<IndexVar> derivedNames(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops) {
  std::vector<IndexVar> names;
  for (const Step& step : stepsFrom(relations, loops)) names.push_back(step.var);
  return names;
}

std::vector<IndexVar> componentsOf(const std::vector<Relation>& relations, const std::vector<IndexVar>& loops,
                                   const IndexVar& var) {
  const auto isLoop = [&](const IndexVar& v) { return std::find(loops.begin(), loops.end(), v) != loops.end(); };
  std::vector<IndexVar> parts = {var};
  const auto replace = [&](const IndexVar& whole, const std::vector<IndexVar>& by) {
    auto at = std::find(parts.begin(), parts.end(), whole);
    if (at == parts.end() || isLoop(whole)) return;
    at = parts.erase(at);
    for (const IndexVar& part : by)
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) at = parts.insert(at, part) + 1;
  };
  for (const Relation& relation : relations)
    match(
        relation, [](const auto&) {},
        [&](const SplitUp& r) {
          replace(r.parent, {r.outer, r.inner});
        },
        [&](const SplitDown& r) {
          replace(r.parent, {r.outer, r.inner});
        },
        [&](const Fuse& r) {
          replace(r.outer, {r.fused});
          replace(r.inner, {r.fused});
        },
        [&](const Pos& r) { replace(r.parent, {r.position}); },
        [&](const IndexOf& r) { replace(r.var, r.index.variables()); });
  return parts;
}

std::set<IndexVar> determinedBy(const std::vector<Relation>& relations, const std::vector<IndexVar>& vars) {
  std::set<IndexVar> all(vars.begin(), vars.end());
  const auto split = [&](const IndexVar& parent, const IndexVar& outer, const IndexVar& inner) {
    if (all.count(parent) != 0) all.insert({outer, inner});
  };
  for (const Relation& relation : relations)
    match(
        relation, [](const auto&) {}, [&](const SplitUp& r) { split(r.parent, r.outer, r.inner); },
        [&](const SplitDown& r) { split(r.parent, r.outer, r.inner); },
        [&](const Fuse& r) {
          if (all.count(r.outer) != 0 && all.count(r.inner) != 0) all.insert(r.fused);
        },
        [&](const Pos& r) {
          if (all.count(r.parent) != 0) all.insert(r.position);
        });
  return all;
}

}  // namespace stardust::cin
