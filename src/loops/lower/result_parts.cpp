#include "loops/lower/result_parts.h"

#include <fmt/format.h>

#include "loops/lower/result_levels.h"

namespace stardust::loops {

using iteration::LevelIterator;

namespace {

Expr isOpen(const Expr& gap) { return binary(BinaryOp::Gt, gap, index(0)); }

}  // namespace

Expr ResultParts::beginsAt(int level, const Expr& x) {
  if (level < 0) return index(1);
  if (level == 0) return x;
  const Access& result = facts_.result;
  if (!isAppended(result, level)) {
    const Expr dim = dimOf(result, level);
    return multiply(beginsAt(level - 1, x), dim);
  }
  const LevelBound& bound = *context_.plan.bounds.at(level);
  if (estimates_.count(level)) return load(estimates_.at(level), Type::I64, x);
  const Expr fibers = beginsAt(level - 1, x);
  if (!bound.workspace.empty())
    return multiply(fibers,
                    variable(workspaces_.live.at(bound.workspace).length, Type::I64));  // filled before the loop
  if (bound.everywhere) return multiply(fibers, dimOf(result, level));
  Expr sum = index(0);
  for (const LevelIterator& it : bound.once) sum = add(sum, positionsBefore(it.access, it.level, x));
  for (const LevelIterator& it : bound.perFiber) {
    const auto pos = [&](std::int64_t at) { return arrays_.position(it.access.tensor.name, 0, index(at)); };
    const Expr end = pos(1), begin = pos(0);
    sum = add(sum, multiply(fibers, subtract(end, begin)));
  }
  return sum;
}

// Fails where every coordinate of a wide extent is reserved in more fibers than positions can count.
void ResultParts::requireWideFits(int level, const Expr& end, Body& out) {
  const Access& result = facts_.result;
  const bool isEverywhere = level > 0 && isAppended(result, level) && context_.plan.bounds.at(level)->everywhere;
  if (isEverywhere && isWide()) requirePositions({beginsAt(level - 1, end), dimOf(result, level)}, out);
}

void ResultParts::layOut(const Expr& end, const Expr& chunks, Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  for (const auto& [level, name] : result_.counts) {
    const int next = nextAppended(facts_.result, level + 1);
    requireWideFits(level, end, out);
    const Expr most = named(names_, out, fmt::format("{}{}_most", tensor.name, level + 1), beginsAt(level, end));
    const Expr below = result_.densePositionsBelow(level, most, out);
    out.push_back(resize(arrays_.crd(tensor.name, level), most));
    if (next < tensor.order()) {
      out.push_back(resize(arrays_.pos(tensor.name, next), add(below, index(1))));
      out.push_back(store(arrays_.pos(tensor.name, next), index(0), index(0)));
    } else {
      out.push_back(resize(arrays_.values(tensor), below));
    }
    const std::string stop = names_.fresh(fmt::format("{}{}_stop", tensor.name, level + 1));
    out.push_back(allocate(stop, Type::I64, chunks));
    stops_[level] = stop;
  }
}

void ResultParts::begin(const Expr& first, Body& out) {
  for (auto& [level, name] : result_.counts) {
    name = names_.fresh(fmt::format("{}{}_count", facts_.result.tensor.name, level + 1));
    out.push_back(declare(name, beginsAt(level, first)));
  }
}

void ResultParts::end(const Expr& chunk, Body& out) {
  for (const auto& [level, name] : result_.counts) out.push_back(store(stops_.at(level), chunk, result_.count(level)));
}

// Restarts the counters; each segment is appended at the restarted count.
std::map<int, ResultParts::Segment> ResultParts::segments(const Expr& begin, const Expr& chunk, Body& out, Body& body) {
  std::map<int, Segment> parts;
  for (auto& [level, name] : result_.counts) {
    name = names_.fresh(fmt::format("{}{}_count", facts_.result.tensor.name, level + 1));
    out.push_back(declare(name, index(0)));
    Segment part;
    const std::string prefix = fmt::format("{}{}", facts_.result.tensor.name, level + 1);
    part.start = named(names_, body, prefix + "_start", beginsAt(level, begin));
    part.length =
        named(names_, body, prefix + "_length", subtract(load(stops_.at(level), Type::I64, chunk), part.start));
    part.gap = named(names_, body, prefix + "_gap", subtract(part.start, result_.count(level)));
    parts[level] = part;
  }
  return parts;
}

void ResultParts::closeGaps(const std::string& starts, const Expr& chunks, Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  out.push_back(note(fmt::format("close the gaps between the parts of {}", tensor.name)));
  const std::string n = names_.fresh("chunk");
  const Expr chunk = variable(n, Type::I64);
  Body body;
  const Expr begin = named(names_, body, "part_first", load(starts, Type::I64, chunk));
  const Expr end = named(names_, body, "part_last", load(starts, Type::I64, add(chunk, index(1))));
  const std::map<int, Segment> parts = segments(begin, chunk, out, body);
  const int first = nextAppended(facts_.result, 0);
  if (first > 0) {
    const Expr rows = denseSize(facts_.result, 1, first);
    body.push_back(
        ifThen(isOpen(parts.at(first).gap), {shiftPos(first, multiply(begin, rows), multiply(begin, rows),
                                                      multiply(subtract(end, begin), rows), parts.at(first).gap)}));
  }
  for (const auto& [level, part] : parts) {
    const int next = nextAppended(facts_.result, level + 1);
    const Expr below = denseSize(facts_.result, level + 1, next), from = multiply(part.start, below),
               size = multiply(part.length, below), to = multiply(result_.count(level), below);
    Body moved = {
        move(arrays_.crd(tensor.name, level), part.start, add(part.start, part.length), result_.count(level))};
    if (next == tensor.order()) moved.push_back(move(arrays_.values(tensor), from, add(from, size), to));
    body.push_back(ifThen(isOpen(part.gap), std::move(moved)));
    if (next < tensor.order())
      body.push_back(ifThen(either(isOpen(part.gap), isOpen(parts.at(next).gap)),
                            {shiftPos(next, from, to, size, parts.at(next).gap)}));
  }
  for (const auto& [level, part] : parts)
    body.push_back(loops::assign(result_.counts.at(level), add(result_.count(level), part.length)));
  out.push_back(forLoop(n, index(0), chunks, std::move(body)));
  if (isAppended(facts_.result, 0)) out.push_back(store(arrays_.pos(tensor.name, 0), index(1), result_.count(0)));
}

// Moves the ends of `size` fibers from the parents after `from` to those after `to`, and lowers their bounds by `gap`.
Stmt ResultParts::shiftPos(int level, const Expr& from, const Expr& to, const Expr& size, const Expr& gap) {
  const std::string pos = arrays_.pos(facts_.result.tensor.name, level), var = names_.fresh("fiber");
  const Expr next = add(variable(var, Type::I64), index(1));
  return forLoop(var, index(0), size,
                 {store(pos, add(to, next), subtract(load(pos, Type::I64, add(from, next)), gap))});
}

}  // namespace stardust::loops
