#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cin/query.h"
#include "cin/replace_accesses.h"
#include "sam/lower/copies.h"
#include "sam/lower/domain.h"
#include "sam/lower/lowerer.h"
#include "sam/lower/original_loops.h"
#include "sam/lower/workspaces.h"

namespace stardust::sam {

Lowered Lowerer::lower(const cin::Stmt& stmt) {
  builder_.declare(result_.tensor.name, result_.tensor.format);
  scopes_[result_.tensor.name] = 0;
  Place place;
  for (const notation::Access& access : cin::accessesIn(stmt))
    if (!access.tensor.workspace && access.tensor.name != result_.tensor.name) addOperand(place, access);
  const Produced produced = statement(stmt, place);
  write(produced);
  return {builder_.take(), std::move(loops_), used_};
}

Produced Lowerer::statement(const cin::Stmt& stmt, const Place& place) {
  return match(
      stmt->kind, [&](const cin::Forall& s) { return loop(s, place); },
      [&](const cin::Assign& s) { return assignment(s, place); }, [&](const cin::Where& s) { return where(s, place); },
      [&](const cin::Sequence& s) { return sequence(s, place); },
      [&](const cin::Map& s) { return statement(s.body, place); },
      [&](const cin::SuchThat& s) { return statement(s.body, place); });
}

void Lowerer::addOperand(Place& place, const notation::Access& access) {
  const std::string key = notation::print(access);
  if (place.readings.count(key)) return;
  if (!declared_.count(access.tensor.name)) {
    declared_[access.tensor.name] = 0;
    builder_.declare(access.tensor.name, access.tensor.format);
  }
  const int number = declared_[access.tensor.name]++;
  std::set<IndexVar> vars;
  for (int level = 0; level < access.tensor.order(); ++level)
    if (!vars.insert(notation::varOfLevel(access, level)).second && !isDenseLevel(access, level))
      failUnsupported(fmt::format("SAM does not search for the diagonal of {}", key), {},
                      "a scanner visits all coordinates of a level that lists them",
                      "a dense level in its place, or --target=cpu");
  Reading reading;
  reading.access = access;
  reading.name = access.tensor.name + (number == 0 ? "" : std::to_string(number + 1));
  place.readings[key] = reading;
}

Produced Lowerer::where(const cin::Where& s, const Place& place) {
  Place inner = place;
  const auto written = cin::filledBy(s);
  for (const notation::Access& workspace : written) scopes_[workspace.tensor.name] = place.depth();
  if (written.size() != 1)
    failUnsupported("SAM has no blocks for a producer that writes several workspaces", {}, {}, "--target=cpu");
  const Produced produced = statement(s.producer, place);
  for (const notation::Access& access : cin::accessesIn(s.consumer)) {
    if (access.tensor.name != written[0].tensor.name) continue;
    Reading reading;
    reading.access = access;
    reading.name = access.tensor.name;
    reading.ref = produced.values;
    reading.depth = place.depth();
    reading.born = place.depth();
    reading.isStream = true;
    reading.levelsOfStream = produced.crds;
    reading.mayBeAbsent = produced.mayBeAbsent;
    const std::string key = notation::print(access);
    if (!inner.readings.emplace(key, reading).second || isReadTwice(s.consumer, access))
      failUnsupported(fmt::format("SAM reads the workspace {} at one place only", access.tensor.name), {},
                      "its streams pass once", "--target=cpu");
  }
  return statement(s.consumer, inner);
}

Produced Lowerer::sequence(const cin::Sequence& s, const Place& place) {
  const cin::Assign& first = cin::mainAssignment(s.first);
  const Produced left = statement(s.first, place), right = statement(s.second, place);
  const bool isSum = first.op.reduction() == operators::add || first.op == cin::AssignOp::Set;
  if (left.crds.size() > 1 || (!left.crds.empty() && !isSum))
    failUnsupported("SAM joins the terms of a sum only in their last loop", {},
                    "the terms have loops of their own, whose streams cannot be joined afterwards",
                    "one nest of loops for all terms, or --target=cpu");
  const operators::Operator& op = first.op.reduction() ? *first.op.reduction() : *operators::add;
  if (left.crds.empty()) {
    const bool mayBeAbsent = left.mayBeAbsent && right.mayBeAbsent;
    return {{},
            {},
            builder_.compute(op, {std::nullopt, std::nullopt}, {left.values, right.values}, mayBeAbsent),
            mayBeAbsent};
  }
  const JoinSide joined = builder_.join(Kind::Union, {left.crds[0], {{"left", left.values}}},
                                        {right.crds[0], {{"right", right.values}}}, first.lhs.indices.back());
  return {{joined.crd},
          {left.mayBeEmpty[0] && right.mayBeEmpty[0]},
          builder_.compute(op, {std::nullopt, std::nullopt}, {joined.refs[0].second, joined.refs[1].second})};
}

Produced Lowerer::loop(const cin::Forall& s, const Place& outer) {
  Place place = outer;
  std::set<IndexVar> known;
  for (const LoweredLoop& around : place.loops) known.insert(around.var);
  const Set set = iteration::contractionSet(s.var, s.body, known);
  const iteration::Strategy strategy{[](const LevelIterator&) { return iteration::Fibers{}; }, std::nullopt};
  iteration::Iteration found = iteration::resolve(set, rewriteTable(), strategy);
  std::vector<Set> lookups;
  for (const auto& [key, reading] : place.readings)
    if (isListedAt(reading, s.var, s.body) && !contains(found.domain, reading))
      lookups.push_back(Set(iteration::SetNode{LevelIterator{reading.access, reading.levels}}));
  const Set domain = withLookups(found.domain, lookups);
  std::vector<std::string> around;
  for (const LoweredLoop& each : place.loops) around.push_back(each.var);
  loops_.push_back({s.var, around, std::move(found)});

  leaves_.clear();
  belowStored_.clear();
  const JoinSide joined =
      hasDuplicates(domain) ? exactly(domain, s.var, place) : streamsOf(domain, s.var, place, false);
  place.loops.push_back(
      {s.var, joined.crd, joined.mayBeEmpty && !isFilled(domain, place.someOf), hasUniverseAnywhere(domain)});
  place.someOf = isUnion(domain) ? keysOf(domain) : std::set<std::string>();
  for (const auto& [key, ref] : joined.refs) {
    Reading& reading = place.readings.at(key);
    reading.ref = ref;
    reading.depth = place.depth();
    ++reading.levels;
  }
  if (lanes_ > 1 && place.depth() == 1) {
    used_.whyNot = whyNoLanes(s, place);
    if (used_.whyNot.empty()) return inLanes(s, place);
  }
  for (auto& [key, reading] : place.readings) locateLevels(reading, place, s.body);
  return statement(s.body, place);
}

bool Lowerer::isFilled(const Set& domain, const std::set<std::string>& someOf) const {
  if (!isUnion(domain) || someOf.empty()) return false;
  return std::all_of(someOf.begin(), someOf.end(), [&](const std::string& key) { return belowStored_.count(key) > 0; });
}

std::int64_t Lowerer::extentOf(const IndexVar& var) const {
  const auto found = extents_.find(var);
  require(found != extents_.end(), "a loop without an extent");
  return found->second;
}

Lowered lower(const cin::Stmt& stmt, const notation::Access& result, ValueType type, int most) {
  const int wanted = cin::setting(stmt, "outerPar").value_or(1);
  const cin::Stmt listed = withListedWorkspaces(withoutCopies(originalLoops(stmt)));
  Lowered lowered = Lowerer(result, type, cin::knownExtents(stmt), std::min(wanted, most)).lower(listed);
  if (wanted > most && lowered.lanes.whyNot.empty())
    lowered.lanes.whyNot = fmt::format("the machine has {} lanes at most", most);
  return lowered;
}

}  // namespace stardust::sam
