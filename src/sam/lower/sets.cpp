#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cin/query.h"
#include "levels/registry.h"
#include "sam/lower/domain.h"
#include "sam/lower/lowerer.h"

namespace stardust::sam {

bool Lowerer::isDenseLevel(const notation::Access& access, int level) {
  return levels::of(access.tensor.format.level(level)).isRandomAccess();
}

bool Lowerer::isListedAt(const Reading& reading, const IndexVar& var, const cin::Stmt& body) {
  return !reading.isWhole() && notation::varOfLevel(reading.access, reading.levels) == var &&
         (reading.isStream || !isDenseLevel(reading.access, reading.levels)) && isReadIn(body, reading);
}

bool Lowerer::isReadIn(const cin::Stmt& body, const Reading& reading) {
  const auto all = cin::accessesIn(body);
  return std::any_of(all.begin(), all.end(), [&](const auto& a) { return notation::equal(a, reading.access); });
}

bool Lowerer::contains(const Set& set, const Reading& reading) {
  const auto leaves = distinctLeavesOf(set);
  return std::any_of(leaves.begin(), leaves.end(),
                     [&](const auto& leaf) { return notation::equal(leaf.access, reading.access); });
}

JoinSide Lowerer::exactly(const Set& domain, const IndexVar& var, Place& place) {
  Set all;
  for (const LevelIterator& leaf : distinctLeavesOf(domain)) {
    const Set level(iteration::SetNode{leaf});
    all = all ? combined(Combination::Op::Union, all, level) : level;
  }
  if (hasUniverseAnywhere(domain)) all = combined(Combination::Op::Union, iteration::universe(), all);
  const JoinSide references = streamsOf(all, var, place, false);
  JoinSide result = joined(Kind::Intersect, coordinatesOf(domain, var), references, var, place);
  return result;
}

JoinSide Lowerer::coordinatesOf(const Set& set, const IndexVar& var) {
  if (const auto* c = std::get_if<Combination>(&set->kind)) {
    const Kind kind = c->op == Combination::Op::Union ? Kind::Union : Kind::Intersect;
    const JoinSide left = coordinatesOf(c->left, var), right = coordinatesOf(c->right, var);
    return builder_.join(kind, left, right, var);
  }
  const auto* level = std::get_if<LevelIterator>(&set->kind);
  return {leaves_.at(level ? notation::print(level->access) : ""), {}};
}

JoinSide Lowerer::streamsOf(const Set& set, const IndexVar& var, Place& place, bool isUnited) {
  return match(
      set->kind, [&](const iteration::Universe&) { return denseScan(var, place, isUnited); },
      [&](const LevelIterator& level) { return levelScan(level, var, place, isUnited); },
      [&](const Combination& c) {
        const bool isUnion = c.op == Combination::Op::Union;
        const JoinSide left = streamsOf(c.left, var, place, isUnited || isUnion);
        const JoinSide right = streamsOf(c.right, var, place, isUnited || isUnion);
        return joined(isUnion ? Kind::Union : Kind::Intersect, left, right, var, place);
      });
}

JoinSide Lowerer::joined(Kind kind, JoinSide left, JoinSide right, const IndexVar& var, const Place& place) {
  std::vector<std::string> keys;
  for (JoinSide* side : {&left, &right})
    for (auto& [key, ref] : side->refs) {
      keys.push_back(key);
      key = place.readings.at(key).name;
    }
  JoinSide result = builder_.join(kind, left, right, var);
  for (std::size_t n = 0; n < keys.size(); ++n) result.refs[n].first = keys[n];
  return result;
}

JoinSide Lowerer::levelScan(const LevelIterator& level, const IndexVar& var, Place& place, bool isUnited) {
  const std::string key = notation::print(level.access);
  Reading& reading = place.readings.at(key);
  if (reading.isStream) return streamLevel(reading, level.level, key, place, isUnited);
  if (reading.levels != level.level)
    failUnsupported(fmt::format("SAM reads the levels of {} in their order only", key), {},
                    fmt::format("the loop over {} comes before that of a level above", var),
                    "a format whose levels are in the order of the loops");
  Block scan = levelBlock(reading);
  scan.isDense = false;
  if (reading.mayBeAbsent) scan.absent = Absent::Empty;
  const Scanned streams = builder_.scan(scan, brought(reading, place.depth(), place));
  // Below a coordinate that is stored, there is another one.
  const bool isBelowStored =
      level.level > 0 && !isDenseLevel(reading.access, level.level - 1) && reading.depth == place.depth();
  const bool isSurelyFilled = isBelowStored && !reading.mayBeAbsent;
  if (isBelowStored) belowStored_.insert(key);
  reading.mayBeAbsent = isUnited;
  leaves_[key] = streams.crd;
  return {streams.crd, {{key, streams.ref}}, !isSurelyFilled};
}

JoinSide Lowerer::streamLevel(Reading& reading, int level, const std::string& key, const Place& place, bool isUnited) {
  const bool isInPlace = place.depth() == reading.born + level && (level == 0 || !reading.mayBeAbsent);
  if (reading.levels != level || !isInPlace || (level > 0 && !isAlone_[reading.name]))
    failUnsupported(
        fmt::format("SAM reads the workspace {} in other loops than it is written", reading.access.tensor.name), {},
        "its streams pass once, in the order in which they are written", "--target=cpu");
  isAlone_[reading.name] = !isUnited && level == 0;
  reading.mayBeAbsent = isUnited;
  const bool isLast = level + 1 == reading.access.tensor.order();
  const Source crd = reading.levelsOfStream[static_cast<std::size_t>(level)];
  leaves_[key] = crd;
  return {crd, {{key, isLast ? reading.ref : crd}}};
}

Block Lowerer::levelBlock(const Reading& reading) const {
  Block block;
  block.tensor = reading.access.tensor.name;
  block.mode = reading.access.tensor.format.mode(reading.levels);
  block.index = notation::varOfLevel(reading.access, reading.levels);
  block.access = notation::print(reading.access);
  return block;
}

JoinSide Lowerer::denseScan(const IndexVar& var, Place& place, bool isUnited) {
  for (auto& [key, reading] : place.readings) {
    const bool isNext = !reading.isStream && !reading.isWhole() &&
                        notation::varOfLevel(reading.access, reading.levels) == var &&
                        isDenseLevel(reading.access, reading.levels);
    if (!isNext) continue;
    Block scan = levelBlock(reading);
    scan.isDense = true;
    if (reading.mayBeAbsent) scan.absent = Absent::Fill;
    const Scanned streams = builder_.scan(scan, brought(reading, place.depth(), place));
    reading.mayBeAbsent = reading.mayBeAbsent || isUnited;
    leaves_[""] = streams.crd;
    return {streams.crd, {{key, streams.ref}}, extentOf(var) == 0};
  }
  Block scan;
  scan.index = var;
  scan.isDense = true;
  scan.size = extentOf(var);
  const Source trigger = place.loops.empty() ? Source{Source::root, 0} : place.loops.back().crd;
  const Source crd = builder_.scan(scan, trigger).crd;
  leaves_[""] = crd;
  return {crd, {}, extentOf(var) == 0};
}

Source Lowerer::brought(const Reading& reading, int depth, const Place& place) {
  Source ref = reading.ref;
  for (int n = reading.depth; n < depth; ++n) {
    const LoweredLoop& around = place.loops[static_cast<std::size_t>(n)];
    ref = builder_.repeat(ref, around.crd, around.var, reading.isStream ? "" : reading.access.tensor.name);
  }
  return ref;
}

Source Lowerer::heldTo(int loop, int depth, const Place& place) {
  Source crd = place.loops[static_cast<std::size_t>(loop)].crd;
  for (int n = loop + 1; n < depth; ++n)
    crd = builder_.hold(crd, place.loops[static_cast<std::size_t>(n)].crd,
                        place.loops[static_cast<std::size_t>(loop)].var);
  return crd;
}

void Lowerer::locateLevels(Reading& reading, const Place& place, const cin::Stmt& body) {
  while (!reading.isStream && !reading.isWhole()) {
    const int loop = place.loopOver(notation::varOfLevel(reading.access, reading.levels));
    if (loop < 0) return;
    if (!isReadIn(body, reading)) return;
    if (!isDenseLevel(reading.access, reading.levels))
      failUnsupported(fmt::format("SAM does not search in {}", notation::print(reading.access)), {},
                      fmt::format("its level of {} lists coordinates, and is read after the loop over it",
                                  notation::varOfLevel(reading.access, reading.levels)),
                      "a format whose levels are in the order of the loops, or another order of the loops");
    const Source crd = heldTo(loop, place.depth(), place);
    // Below the root, the coordinate is the reference.
    if (reading.levels == 0) reading.ref = crd;
    else reading.ref = builder_.locate(levelBlock(reading), brought(reading, place.depth(), place), crd);
    reading.depth = place.depth();
    ++reading.levels;
  }
}

}  // namespace stardust::sam
