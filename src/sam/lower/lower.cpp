#include "sam/lower/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cin/query.h"
#include "cin/replace_accesses.h"
#include "levels/registry.h"
#include "sam/lower/domain.h"
#include "sam/lower/original_loops.h"
#include "sam/lower/place.h"
#include "sam/lower/values.h"
#include "sam/lower/workspaces.h"

namespace stardust::sam {
namespace {

using iteration::Combination;
using iteration::LevelIterator;
using iteration::Set;
using notation::IndexVar;

class Lowerer {
 public:
  Lowerer(const notation::Access& result, ValueType type, cin::Extents extents)
      : result_(result), type_(type), builder_(result.tensor.name), extents_(std::move(extents)) {}

  Lowered lower(const cin::Stmt& stmt) {
    builder_.declare(result_.tensor.name, result_.tensor.format);
    scopes_[result_.tensor.name] = 0;
    Place place;
    for (const notation::Access& access : cin::accessesIn(stmt))
      if (!access.tensor.workspace && access.tensor.name != result_.tensor.name) addOperand(place, access);
    const Produced produced = statement(stmt, place);
    write(produced);
    return {builder_.take(), std::move(loops_)};
  }

 private:
  // ---------------------------------------------------------------- statements

  Produced statement(const cin::Stmt& stmt, const Place& place) {
    return match(
        stmt->kind, [&](const cin::Forall& s) { return loop(s, place); },
        [&](const cin::Assign& s) { return assignment(s, place); },
        [&](const cin::Where& s) { return where(s, place); },
        [&](const cin::Sequence& s) { return sequence(s, place); },
        [&](const cin::Map& s) { return statement(s.body, place); },
        [&](const cin::SuchThat& s) { return statement(s.body, place); });
  }

  void addOperand(Place& place, const notation::Access& access) {
    const std::string key = notation::print(access);
    if (place.readings.count(key)) return;
    if (!declared_.count(access.tensor.name)) {
      declared_[access.tensor.name] = 0;
      builder_.declare(access.tensor.name, access.tensor.format);
    }
    const int number = declared_[access.tensor.name]++;
    std::set<IndexVar> vars(access.indices.begin(), access.indices.end());
    if (vars.size() != access.indices.size())
      failUnsupported(fmt::format("SAM has no diagonal of a tensor, as {} needs", key), {},
                      "a scanner visits all coordinates of a level", "--target=cpu");
    Reading reading;
    reading.access = access;
    reading.name = access.tensor.name + (number == 0 ? "" : std::to_string(number + 1));
    place.readings[key] = reading;
  }

  Produced where(const cin::Where& s, const Place& place) {
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

  /// Both write the same tensor: their values are added where they meet.
  Produced sequence(const cin::Sequence& s, const Place& place) {
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

  // ---------------------------------------------------------------- loops

  Produced loop(const cin::Forall& s, const Place& outer) {
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
    for (auto& [key, reading] : place.readings) locateLevels(reading, place, s.body);
    return statement(s.body, place);
  }

  /// Whether a union has a coordinate in each fiber: one of its operands is present, and each that is present has one.
  bool isFilled(const Set& domain, const std::set<std::string>& someOf) const {
    if (!isUnion(domain) || someOf.empty()) return false;
    return std::all_of(someOf.begin(), someOf.end(),
                       [&](const std::string& key) { return belowStored_.count(key) > 0; });
  }

  std::int64_t extentOf(const IndexVar& var) const {
    const auto found = extents_.find(var);
    require(found != extents_.end(), "a loop without an extent");
    return found->second;
  }

  static bool isDenseLevel(const notation::Access& access, int level) {
    return levels::of(access.tensor.format.level(level)).isRandomAccess();
  }
  /// Whether the next level of an operand, which lists its coordinates, is that of the variable.
  static bool isListedAt(const Reading& reading, const IndexVar& var, const cin::Stmt& body) {
    return !reading.isWhole() && notation::varOfLevel(reading.access, reading.levels) == var &&
           (reading.isStream || !isDenseLevel(reading.access, reading.levels)) && isReadIn(body, reading);
  }
  static bool isReadIn(const cin::Stmt& body, const Reading& reading) {
    const auto all = cin::accessesIn(body);
    return std::any_of(all.begin(), all.end(), [&](const auto& a) { return notation::equal(a, reading.access); });
  }
  static bool contains(const Set& set, const Reading& reading) {
    const auto leaves = distinctLeavesOf(set);
    return std::any_of(leaves.begin(), leaves.end(),
                       [&](const auto& leaf) { return notation::equal(leaf.access, reading.access); });
  }
  /// A set in which a level occurs twice. A stream passes once, so the references come from the union of all levels,
  /// and the coordinates from joiners without references.
  JoinSide exactly(const Set& domain, const IndexVar& var, Place& place) {
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
  /// The coordinates of a set, from the streams of its levels in this loop.
  JoinSide coordinatesOf(const Set& set, const IndexVar& var) {
    if (const auto* c = std::get_if<Combination>(&set->kind)) {
      const Kind kind = c->op == Combination::Op::Union ? Kind::Union : Kind::Intersect;
      const JoinSide left = coordinatesOf(c->left, var), right = coordinatesOf(c->right, var);
      return builder_.join(kind, left, right, var);
    }
    const auto* level = std::get_if<LevelIterator>(&set->kind);
    return {leaves_.at(level ? notation::print(level->access) : ""), {}};
  }

  /// The blocks of a set. References are keyed by access. `isJoined`: others are united with it.
  JoinSide streamsOf(const Set& set, const IndexVar& var, Place& place, bool isUnited) {
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

  /// Ports have the names of operands; the keys of the references are accesses.
  JoinSide joined(Kind kind, JoinSide left, JoinSide right, const IndexVar& var, const Place& place) {
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

  JoinSide levelScan(const LevelIterator& level, const IndexVar& var, Place& place, bool isUnited) {
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

  /// A workspace: its coordinates come as they were written, so its loops are those of its where.
  JoinSide streamLevel(Reading& reading, int level, const std::string& key, const Place& place, bool isUnited) {
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

  Block levelBlock(const Reading& reading) const {
    Block block;
    block.tensor = reading.access.tensor.name;
    block.mode = reading.access.tensor.format.mode(reading.levels);
    block.index = notation::varOfLevel(reading.access, reading.levels);
    block.access = notation::print(reading.access);
    return block;
  }

  /// All coordinates: from an operand with a dense level, which then needs no locator, or from any stream.
  JoinSide denseScan(const IndexVar& var, Place& place, bool isUnited) {
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

  /// The reference of an operand in a stream with more loops.
  Source brought(const Reading& reading, int depth, const Place& place) {
    Source ref = reading.ref;
    for (int n = reading.depth; n < depth; ++n) {
      const LoweredLoop& around = place.loops[static_cast<std::size_t>(n)];
      ref = builder_.repeat(ref, around.crd, around.var, reading.isStream ? "" : reading.access.tensor.name);
    }
    return ref;
  }
  Source heldTo(int loop, int depth, const Place& place) {
    Source crd = place.loops[static_cast<std::size_t>(loop)].crd;
    for (int n = loop + 1; n < depth; ++n)
      crd = builder_.hold(crd, place.loops[static_cast<std::size_t>(n)].crd,
                          place.loops[static_cast<std::size_t>(loop)].var);
    return crd;
  }

  /// Dense levels whose coordinates are known.
  void locateLevels(Reading& reading, const Place& place, const cin::Stmt& body) {
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

  // ---------------------------------------------------------------- assignments

  /// An entry of a result without terms is not stored, so a sum without terms leaves no value, and its coordinate is
  /// dropped. A scalar has a value in any case, and so has a workspace that is one.
  Produced assignment(const cin::Assign& s, const Place& outer) {
    Place place = outer;
    const int scope = scopes_.at(s.lhs.tensor.name);
    Source values = valuesOf(s.rhs, place);
    int depth = place.depth();
    const auto loopAt = [&](int n) -> LoweredLoop& { return place.loops[static_cast<std::size_t>(n)]; };
    const auto isKept = [&](int n) { return notation::contains(s.lhs.indices, loopAt(n).var); };
    const operators::Operator& op = s.op.reduction() ? *s.op.reduction() : *operators::add;
    const bool drops = s.lhs.tensor.order() > 0;
    if (depth > scope && mayBeMissing(s.rhs, place)) {
      const auto [crd, present] = builder_.dropAbsent(loopAt(depth - 1).crd, values);
      loopAt(depth - 1).crd = crd;
      loopAt(depth - 1).mayBeEmpty = true;
      values = present;
    }
    bool mayBeAbsentSum = mayBeAbsent(foldedOf(s.rhs, type_), place);
    for (; depth > scope && !isKept(depth - 1); --depth) {
      const LoweredLoop& reduced = loopAt(depth - 1);
      const bool isDropped = drops && reduced.mayBeEmpty && depth - 1 > scope;
      // Other reductions of nothing have a value, their identity.
      const bool isAbsent =
          !drops && s.lhs.tensor.workspace && &op == operators::add && (reduced.mayBeEmpty || mayBeAbsentSum);
      mayBeAbsentSum = isAbsent;
      values = builder_.reduce(op, values, isDropped ? Source() : ownerOf(depth - 1, place),
                               isDropped  ? Builder::OfEmpty::Nothing
                               : isAbsent ? Builder::OfEmpty::Absent
                                          : Builder::OfEmpty::Identity);
      if (!isDropped) continue;
      LoweredLoop& owner = loopAt(depth - 2);
      owner.crd = builder_.drop(owner.crd, reduced.crd);
      owner.mayBeEmpty = true;
    }
    Produced produced = collected(s, op, values, scope, depth, place);
    produced.mayBeAbsent = !drops && mayBeAbsentSum;
    return produced;
  }

  /// Whether the loops visit coordinates at which the expression has no stored value: a set is decided loop by loop, so
  /// an operand without the variable of a loop lets it visit all coordinates.
  bool mayBeMissing(const notation::Expr& expr, const Place& place) const {
    if (!mayBeAbsent(foldedOf(expr, type_), place)) return false;
    std::set<IndexVar> around;
    bool isExact = true;
    for (const LoweredLoop& loop : place.loops) {
      around.insert(loop.var);
      isExact = isExact && !loop.isUniversal;
    }
    for (const notation::Access& access : notation::accesses(expr))
      isExact = isExact && std::set<IndexVar>(access.indices.begin(), access.indices.end()) == around;
    return !isExact;
  }
  bool mayBeAbsent(const Folded& node, const Place& place) const {
    if (node.constant) return false;
    if (node.access) {
      const auto found = place.readings.find(notation::print(*node.access));
      return found != place.readings.end() && found->second.mayBeAbsent;
    }
    operators::Constants constants{};
    const bool isSum = node.op == operators::add || node.op == operators::subtract;
    for (std::size_t n = 0; !isSum && n < node.operands.size(); ++n) constants[n] = node.operands[n].constant;
    return !operators::isStored(
        *node.op, [&](std::size_t n) { return !mayBeAbsent(node.operands[n], place); }, constants);
  }

  /// The coordinates that own the sums of a loop: with them, a loop without iterations gives no sum.
  static Source ownerOf(int loop, const Place& place) {
    bool mayBeEmpty = false;
    for (int n = 0; n < loop; ++n) mayBeEmpty = mayBeEmpty || place.loops[static_cast<std::size_t>(n)].mayBeEmpty;
    return mayBeEmpty ? place.loops[static_cast<std::size_t>(loop - 1)].crd : Source();
  }

  /// Streams in the order of the levels of the tensor: as the loops give them, or sorted.
  Produced collected(const cin::Assign& s, const operators::Operator& op, Source values, int scope, int depth,
                     const Place& place) {
    const int order = s.lhs.tensor.order();
    std::vector<IndexVar> vars;
    for (int level = 0; level < order; ++level) vars.push_back(notation::varOfLevel(s.lhs, level));
    if (std::set<IndexVar>(vars.begin(), vars.end()).size() != vars.size())
      failUnsupported(fmt::format("SAM does not write a diagonal, as {} is", notation::print(s.lhs)), {}, {},
                      "--target=cpu");
    Produced produced;
    int matched = 0;
    while (matched < order && scope + matched < depth &&
           place.loops[static_cast<std::size_t>(scope + matched)].var == vars[static_cast<std::size_t>(matched)]) {
      const LoweredLoop& loop = place.loops[static_cast<std::size_t>(scope + matched++)];
      produced.crds.push_back(loop.crd);
      produced.mayBeEmpty.push_back(loop.mayBeEmpty);
    }
    produced.values = values;
    if (matched == order && scope + matched == depth) return produced;
    std::vector<std::pair<std::string, Source>> keys;
    for (int level = matched; level < order; ++level) {
      const int loop = place.loopOver(vars[static_cast<std::size_t>(level)]);
      require(loop >= 0, "a coordinate of the result without a loop");
      keys.emplace_back(vars[static_cast<std::size_t>(level)], heldTo(loop, depth, place));
    }
    if (keys.empty())
      failUnsupported(fmt::format("SAM does not reduce into {} from inside of its loops", notation::print(s.lhs)), {},
                      {}, "--target=cpu");
    const auto [levels, sums] = builder_.accumulate(op, depth - scope - matched, keys, values);
    for (const Source level : levels) {
      produced.crds.push_back(level);
      produced.mayBeEmpty.push_back(true);
    }
    produced.values = sums;
    return produced;
  }

  // ---------------------------------------------------------------- values

  Source valuesOf(const notation::Expr& expr, const Place& place) {
    const Folded folded = foldedOf(expr, type_);
    if (folded.constant) return constant(*folded.constant, place);
    return computed(folded, place);
  }

  /// A number for each iteration: an array that has no data.
  Source constant(double number, const Place& place) {
    Block array;
    array.fill = number;
    return builder_.array(array, place.loops.empty() ? Source{Source::root, 0} : place.loops.back().crd);
  }

  Source computed(const Folded& node, const Place& place) {
    if (node.access) return valueOf(*node.access, place);
    std::vector<std::optional<double>> constants;
    std::vector<Source> inputs;
    for (const Folded& operand : node.operands) {
      constants.push_back(operand.constant);
      if (!operand.constant) inputs.push_back(computed(operand, place));
    }
    return builder_.compute(*node.op, std::move(constants), inputs, mayBeAbsent(node, place));
  }

  Source valueOf(const notation::Access& access, const Place& place) {
    const std::string key = notation::print(access);
    const auto found = place.readings.find(key);
    if (found == place.readings.end() || !found->second.isWhole())
      failUnsupported(fmt::format("SAM cannot read {} here", key), {}, "not all of its levels are known",
                      "--target=cpu");
    const Source ref = brought(found->second, place.depth(), place);
    if (found->second.isStream) return ref;
    Block array;
    array.tensor = access.tensor.name;
    array.access = key;
    array.tellsPresence = found->second.mayBeAbsent;
    return builder_.array(array, ref);
  }

  // ---------------------------------------------------------------- the result

  /// An outer coordinate of a compressed level is dropped if its fiber is empty; other writers keep empty fibers.
  void write(const Produced& produced) {
    const Format& format = result_.tensor.format;
    const int order = format.order();
    std::vector<Source> crds = produced.crds;
    std::vector<bool> isDropped(static_cast<std::size_t>(std::max(order, 1)), false);
    for (int level = order - 2; level >= 0; --level) {
      const auto l = static_cast<std::size_t>(level);
      if (levels::of(format.level(level)).isRandomAccess() || !produced.mayBeEmpty[l + 1]) continue;
      crds[l] = builder_.drop(crds[l], crds[l + 1]);
      isDropped[l] = true;
    }
    for (int level = 0; level < order; ++level) {
      const auto l = static_cast<std::size_t>(level);
      Block writer;
      writer.kind = Kind::Write;
      writer.tensor = result_.tensor.name;
      writer.mode = format.mode(level);
      writer.index = notation::varOfLevel(result_, level);
      writer.isDense = levels::of(format.level(level)).isRandomAccess();
      writer.keepsEmpty = level > 0 && !isDropped[l - 1];
      builder_.write(writer, crds[l]);
    }
    Block writer;
    writer.kind = Kind::WriteValues;
    writer.tensor = result_.tensor.name;
    builder_.write(writer, produced.values);
  }
  const notation::Access& result_;
  ValueType type_;
  Builder builder_;
  cin::Extents extents_;
  std::map<std::string, int> scopes_;     // of the tensors that are written: the loops around them
  std::map<std::string, int> declared_;   // the accesses of each operand
  std::map<std::string, bool> isAlone_;   // workspaces whose level above drives its loop by itself
  std::map<std::string, Source> leaves_;  // of the loop that is being lowered: the coordinates of each level, and of U
  std::set<std::string> belowStored_;     // its operands with a coordinate in each fiber, where they are present
  std::vector<LoopRules> loops_;
};

}  // namespace

Lowered lower(const cin::Stmt& stmt, const notation::Access& result, ValueType type) {
  const cin::Stmt listed = withListedWorkspaces(originalLoops(stmt));
  return Lowerer(result, type, cin::knownExtents(stmt)).lower(listed);
}

}  // namespace stardust::sam
