#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "levels/registry.h"
#include "sam/lower/lowerer.h"
#include "sam/lower/values.h"

namespace stardust::sam {

namespace {

/// Whether an expression has no value where one of its accesses is absent, and the others are there.
bool needs(const Folded& node, const std::string& access) {
  if (node.constant) return false;
  if (node.access) return notation::print(*node.access) == access;
  return !operators::isStored(
      *node.op, [&](std::size_t n) { return !needs(node.operands[n], access); }, node.deciding);
}

bool reads(const Folded& node, const std::string& access) {
  if (node.access) return notation::print(*node.access) == access;
  return std::any_of(node.operands.begin(), node.operands.end(),
                     [&](const Folded& operand) { return reads(operand, access); });
}

/// The parts of an expression that a reduction takes one by one: the operands of the outermost mins of min=.
std::vector<Folded> partsOf(const Folded& node, const operators::Operator& op) {
  if (node.op != &op || (node.op != operators::min && node.op != operators::max)) return {node};
  std::vector<Folded> parts;
  for (const Folded& operand : node.operands)
    for (Folded& part : partsOf(operand, op)) parts.push_back(std::move(part));
  return parts;
}

}  // namespace

void Lowerer::requireTerms(const cin::Assign& s, const Place& place) const {
  if (s.op == cin::AssignOp::Set || s.op.reduction() == operators::add) return;
  const auto parts = partsOf(foldedOf(s.rhs, type_), *s.op.reduction());
  for (const notation::Access& access : notation::accesses(s.rhs)) {
    const std::string key = notation::print(access);
    const auto found = place.readings.find(key);
    if (found == place.readings.end() || !found->second.mayBeAbsent) continue;
    for (const Folded& part : parts)
      if (reads(part, key) && !needs(part, key))
        failUnsupported(fmt::format("SAM does not skip terms of {} where {} is absent", notation::print(s.lhs), key),
                        {}, "this reduction has terms where all sparse operands are stored", "--target=cpu");
  }
}

Produced Lowerer::assignment(const cin::Assign& s, const Place& outer) {
  Place place = outer;
  const int scope = scopes_.at(s.lhs.tensor.name);
  // The iterations of a lane end with the forked loop: the rest comes after the join.
  const bool isJoined = scope < laneDepth_;
  const int outermost = std::max(scope, laneDepth_);
  requireTerms(s, place);
  Source values = valuesOf(s.rhs, place);
  int depth = place.depth();
  const auto loopAt = [&](int n) -> LoweredLoop& { return place.loops[static_cast<std::size_t>(n)]; };
  const auto isKept = [&](int n) { return notation::contains(s.lhs.indices, loopAt(n).var); };
  const operators::Operator& op = s.op.reduction() ? *s.op.reduction() : *operators::add;
  const bool drops = s.lhs.tensor.order() > 0;
  bool mayBeAbsentSum = mayBeAbsent(foldedOf(s.rhs, type_), place);
  const bool isMissing = depth > scope && mayBeMissing(s.rhs, place);
  // Of the forked loop, a coordinate without a value is dropped after the join.
  bool isAbsentInLane = isMissing && isJoined && depth == outermost;
  if (isMissing && !isAbsentInLane) {
    const auto [crd, present] = builder_.dropAbsent(loopAt(depth - 1).crd, values);
    loopAt(depth - 1).crd = crd;
    loopAt(depth - 1).mayBeEmpty = true;
    values = present;
  }
  for (; depth > outermost && !isKept(depth - 1); --depth) {
    const LoweredLoop& reduced = loopAt(depth - 1);
    const bool isDropped = drops && reduced.mayBeEmpty && depth - 1 > outermost;
    isAbsentInLane = drops && reduced.mayBeEmpty && isJoined && depth - 1 == outermost;
    // Other reductions of nothing have a value, their identity.
    const bool isAbsent = isAbsentInLane || (!drops && s.lhs.tensor.workspace && &op == operators::add &&
                                             (reduced.mayBeEmpty || mayBeAbsentSum));
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
  Produced produced = collected(s, op, values, outermost, isJoined && drops ? 1 : 0, depth, place);
  produced.mayBeAbsent = isAbsentInLane || (!drops && mayBeAbsentSum);
  return produced;
}

bool Lowerer::mayBeMissing(const notation::Expr& expr, const Place& place) const {
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

bool Lowerer::mayBeAbsent(const Folded& node, const Place& place) const {
  if (node.constant) return false;
  if (node.access) {
    const auto found = place.readings.find(notation::print(*node.access));
    return found != place.readings.end() && found->second.mayBeAbsent;
  }
  return !operators::isStored(
      *node.op, [&](std::size_t n) { return !mayBeAbsent(node.operands[n], place); }, node.deciding);
}

Source Lowerer::ownerOf(int loop, const Place& place) {
  bool mayBeEmpty = false;
  for (int n = 0; n < loop; ++n) mayBeEmpty = mayBeEmpty || place.loops[static_cast<std::size_t>(n)].mayBeEmpty;
  return mayBeEmpty ? place.loops[static_cast<std::size_t>(loop - 1)].crd : Source();
}

Produced Lowerer::collected(const cin::Assign& s, const operators::Operator& op, Source values, int scope, int first,
                            int depth, const Place& place) {
  const int order = s.lhs.tensor.order() - first;
  std::vector<IndexVar> vars;
  for (int level = 0; level < order; ++level) vars.push_back(notation::varOfLevel(s.lhs, first + level));
  if (std::set<IndexVar>(s.lhs.indices.begin(), s.lhs.indices.end()).size() != s.lhs.indices.size())
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
    failUnsupported(fmt::format("SAM does not reduce into {} from inside of its loops", notation::print(s.lhs)), {}, {},
                    "--target=cpu");
  const auto [levels, sums] = builder_.accumulate(op, depth - scope - matched, keys, values);
  for (const Source level : levels) {
    produced.crds.push_back(level);
    produced.mayBeEmpty.push_back(true);
  }
  produced.values = sums;
  return produced;
}

Source Lowerer::valuesOf(const notation::Expr& expr, const Place& place) {
  const Folded folded = foldedOf(expr, type_);
  if (folded.constant) return constant(*folded.constant, place);
  return computed(folded, place);
}

Source Lowerer::constant(double number, const Place& place) {
  Block array;
  array.fill = number;
  return builder_.array(array, place.loops.empty() ? Source{Source::root, 0} : place.loops.back().crd);
}

Source Lowerer::computed(const Folded& node, const Place& place) {
  if (node.access) return valueOf(*node.access, place);
  std::vector<std::optional<double>> constants;
  std::vector<Source> inputs;
  const bool tellsPresence = mayBeAbsent(node, place);
  const bool isSum = node.op == operators::add || node.op == operators::subtract;
  for (std::size_t n = 0; n < node.operands.size(); ++n) {
    const Folded& operand = node.operands[n];
    // A number that does not decide which results are stored is a value like any other, and so is a term of a sum.
    const bool isPart = operand.constant && (!tellsPresence || isSum || node.deciding[n]);
    constants.push_back(isPart ? operand.constant : std::nullopt);
    if (!isPart) inputs.push_back(operand.constant ? constant(*operand.constant, place) : computed(operand, place));
  }
  return builder_.compute(*node.op, std::move(constants), inputs, tellsPresence);
}

Source Lowerer::valueOf(const notation::Access& access, const Place& place) {
  const std::string key = notation::print(access);
  const auto found = place.readings.find(key);
  if (found == place.readings.end() || !found->second.isWhole())
    failUnsupported(fmt::format("SAM cannot read {} here", key), {}, "not all of its levels are known", "--target=cpu");
  const Source ref = brought(found->second, place.depth(), place);
  if (found->second.isStream) return ref;
  Block array;
  array.tensor = access.tensor.name;
  array.access = key;
  array.tellsPresence = found->second.mayBeAbsent;
  return builder_.array(array, ref);
}

void Lowerer::write(const Produced& produced) {
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

}  // namespace stardust::sam
