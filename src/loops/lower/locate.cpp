#include "loops/lower/locate.h"

#include <fmt/format.h>

#include "loops/lower/conditions.h"
#include "support/diagnostic.h"

namespace stardust::loops {
namespace {

std::string prefixOf(const Access& access, int level) { return fmt::format("{}{}", access.tensor.name, level + 1); }

// Levels whose coordinates may repeat: tuples with the singletons below.
bool repeats(const Format& format, int level) {
  return level + 1 < format.order() && format.level(level + 1) == LevelFormat::Singleton;
}

/// 16 words for each 512 coordinates that were begun.
Expr wordsOf(const Expr& dim) { return multiply(binary(BinaryOp::Div, add(dim, index(511)), index(512)), index(16)); }

// 0 where there is no fiber, so that it is empty.
Expr ifPresent(const Expr& present, Expr value) { return chosen(present, std::move(value), index(0)); }

}  // namespace

std::pair<Expr, Expr> Locator::fiber(const Access& access, int level, const Position& parent) {
  if (access.tensor.format.level(level) == LevelFormat::Singleton) {
    const Expr stop = parent.stop ? parent.stop : add(parent.at, index(1));
    return {ifPresent(parent.present, parent.at), ifPresent(parent.present, stop)};
  }
  const std::string pos = arrays_.pos(access.tensor.name, level);
  return {ifPresent(parent.present, load(pos, Type::I64, parent.at)),
          ifPresent(parent.present, load(pos, Type::I64, add(parent.at, index(1))))};
}

std::unique_ptr<Cursor> Locator::cursorFor(const iteration::LevelIterator& it, const Scope& scope) {
  const std::string& tensor = it.access.tensor.name;
  const std::string prefix = prefixOf(it.access, it.level);
  if (it.access.tensor.workspace) {
    const Workspace& workspace = workspaces_.live.at(tensor);
    return listCursor(names_, tensor + "_at", workspace.list, workspace.listType,
                      variable(workspace.length, Type::I64));
  }
  const Position parent = parentOf(it.access, it.level, scope);
  auto [begin, end] = fiber(it.access, it.level, parent);
  if (const auto limit = scope.limits.find(varOfLevel(it.access, it.level));
      limit != scope.limits.end() && limit->second.begin) {
    const LevelLimit& only = limit->second;
    begin = only.isInFiber ? only.begin : binary(BinaryOp::Max, begin, only.begin);
    end = only.isInFiber ? only.end : binary(BinaryOp::Min, end, only.end);
  }
  if (it.access.tensor.format.level(it.level) != LevelFormat::BitVector)
    return positionCursor(names_, prefix, arrays_.crd(tensor, it.level), begin, end,
                          repeats(it.access.tensor.format, it.level));
  const Expr dim = dimOf(it.access, it.level), words = wordsOf(dim);
  return bitCursor(names_, prefix, arrays_.bits(tensor, it.level), multiply(parent.at, words),
                   ifPresent(parent.present, words), begin, dim);
}

void Locator::locate(const cin::Stmt& stmt, Scope& scope, Body& out) {
  for (const Access& access : accessesIn(stmt)) {
    if (access.tensor.order() == 0) continue;
    if (access.tensor.workspace) locateWorkspace(access, scope, out);
    else locate(access, scope, out);
  }
}

void Locator::locate(const Access& access, Scope& scope, Body& out) {
  std::vector<Position>& places = scope.places[notation::print(access)];
  for (int level = static_cast<int>(places.size()); level < access.tensor.order(); ++level) {
    const auto coordinate = scope.vars.find(varOfLevel(access, level));
    if (coordinate == scope.vars.end()) return;
    const Position parent = level == 0 ? Position{index(0)} : places.back();
    const LevelFormat format = access.tensor.format.level(level);
    if (format == LevelFormat::Dense) {
      const Expr at = add(multiply(parent.at, dimOf(access, level)), coordinate->second);
      places.push_back({named(names_, out, prefixOf(access, level), at), parent.present});
    } else if (isResult(access)) {
      return;  // where its entry is opened
    } else if (format == LevelFormat::BitVector) {
      places.push_back(searchBits(access, level, parent, coordinate->second, out));
    } else {
      places.push_back(search(access, level, parent, coordinate->second, out));
    }
  }
}

void Locator::locateWorkspace(const Access& access, Scope& scope, Body& out) {
  std::vector<Position>& places = scope.places[notation::print(access)];
  if (!places.empty()) return;
  Expr at = index(0);
  for (int level = 0; level < access.tensor.order(); ++level) {
    const IndexVar& var = varOfLevel(access, level);
    const auto coordinate = scope.vars.find(var);
    if (coordinate == scope.vars.end()) return;
    at = add(multiply(at, extent(var)), coordinate->second);
  }
  const Workspace& w = workspaces_.live.at(access.tensor.name);
  Position place{named(names_, out, access.tensor.name + "_at", at), Expr()};
  if (w.isHashed() && w.filled) place = workspaces_.slotOf(w, place.at, out);
  places.assign(static_cast<std::size_t>(access.tensor.order()), place);
}

// The first position of the fiber whose coordinate is not below the one that is searched.
Position Locator::search(const Access& access, int level, const Position& parent, const Expr& coordinate, Body& out) {
  const std::string prefix = prefixOf(access, level), crd = arrays_.crd(access.tensor.name, level);
  const auto coordinateAt = [&](const Expr& position) { return cast(Type::I64, load(crd, Type::I32, position)); };
  const auto [begin, end] = fiber(access, level, parent);
  const std::string low = names_.fresh(prefix), high = names_.fresh(prefix + "_high"),
                    middle = names_.fresh(prefix + "_middle");
  const Expr at = variable(low, Type::I64), above = variable(high, Type::I64), mid = variable(middle, Type::I64);
  const Expr last = named(names_, out, prefix + "_end", end);
  out.push_back(declare(low, begin));
  out.push_back(declare(high, last));
  const Expr half = binary(BinaryOp::Div, subtract(above, at), index(2));
  out.push_back(whileLoop(less(at, above), {let(middle, add(at, half)), ifThen(less(coordinateAt(mid), coordinate),
                                                                               {loops::assign(low, add(mid, index(1)))},
                                                                               {loops::assign(high, mid)})}));
  const Expr found = named(names_, out, prefix + "_found", both(less(at, last), equals(coordinateAt(at), coordinate)));
  if (!repeats(access.tensor.format, level)) return {at, found};
  const std::string stop = names_.fresh(prefix + "_stop");
  const Expr after = variable(stop, Type::I64);
  const Expr sameCoordinate = both(less(after, last), equals(coordinateAt(after), coordinate));
  out.push_back(declare(stop, at));
  out.push_back(whileLoop(both(found, sameCoordinate), {loops::assign(stop, add(after, index(1)))}));
  return {at, found, after};
}

// The bit of the coordinate; its position is the number of bits before it.
Position Locator::searchBits(const Access& access, int level, const Position& parent, const Expr& coordinate,
                             Body& out) {
  const std::string prefix = prefixOf(access, level), bits = arrays_.bits(access.tensor.name, level);
  const Expr first = named(names_, out, prefix + "_first", multiply(parent.at, wordsOf(dimOf(access, level))));
  const Expr word = named(names_, out, prefix + "_word", add(first, binary(BinaryOp::Div, coordinate, index(32))));
  const Expr bit = cast(Type::U32, binary(BinaryOp::Rem, coordinate, index(32)));
  const Expr one = literal(Type::U32, std::int64_t{1});
  const Expr mask = named(names_, out, prefix + "_bit", binary(BinaryOp::Shl, one, bit));
  const auto masked = [&](const Expr& with) { return binary(BinaryOp::BitAnd, load(bits, Type::U32, word), with); };
  const Expr isSet = binary(BinaryOp::Ne, masked(mask), literal(Type::U32, std::int64_t{0}));
  const Expr found = named(names_, out, prefix + "_found", both(parent.present, isSet));
  const std::string rank = names_.fresh(prefix), before = names_.fresh(prefix + "_before");
  const Expr at = variable(rank, Type::I64);
  out.push_back(declare(rank, fiber(access, level, parent).first));
  const Expr count = unary(UnaryOp::CountOnes, load(bits, Type::U32, variable(before, Type::I64)));
  const Expr below = unary(UnaryOp::CountOnes, masked(binary(BinaryOp::Sub, mask, one)));
  out.push_back(ifThen(found, {forLoop(before, first, word, {loops::assign(rank, add(at, count))}),
                               loops::assign(rank, add(at, below))}));
  return {at, found};
}

}  // namespace stardust::loops
