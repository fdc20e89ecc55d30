#include "loops/lower/result_parts.h"

#include <fmt/format.h>

#include "loops/idioms/scan.h"
#include "loops/lower/result_levels.h"
#include "loops/pass_utilities.h"

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

// Renames the arrays to which segments are appended, and allocates them where the result was resized.
std::map<std::string, std::string> ResultParts::withArraysOfSegments(std::size_t begun, Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  std::map<std::string, std::string> renamed;
  const auto rename = [&](const std::string& array) { renamed[array] = names_.fresh(array + "_parts"); };
  for (const auto& [level, name] : result_.counts) {
    const int next = nextAppended(facts_.result, level + 1);
    rename(arrays_.crd(tensor.name, level));
    rename(next < tensor.order() ? arrays_.pos(tensor.name, next) : arrays_.values(tensor));
  }
  std::map<std::string, Type> types;
  for (const Parameter& p : arrays_.parameters()) types[p.name] = p.type;
  const Body made(out.begin() + static_cast<std::ptrdiff_t>(begun), out.end());
  out.resize(begun);
  for (const Stmt& s : made) {
    const auto* resized = as<Resize>(s);
    const bool isOfResult = resized && renamed.count(resized->array);
    if (isOfResult) out.push_back(allocate(renamed.at(resized->array), types.at(resized->array), resized->size));
    else append(out, substituted({s}, {}, renamed));
  }
  return renamed;
}

void ResultParts::gather(const std::string& starts, const Expr& chunks, std::size_t begun, Body& out) {
  const TensorVar& tensor = facts_.result.tensor;
  const auto parts = withArraysOfSegments(begun, out);
  out.push_back(note(fmt::format("gather the parts of {}", tensor.name)));
  std::map<int, std::string> places;  // by level: where the segment of each chunk goes
  const std::string n = names_.fresh("chunk"), m = names_.fresh("chunk");
  const Expr chunk = variable(n, Type::I64), each = variable(m, Type::I64);
  Body lengths;
  const Expr first = named(names_, lengths, "part_first", load(starts, Type::I64, each));
  for (const auto& [level, name] : result_.counts) {
    places[level] = names_.fresh(fmt::format("{}{}_place", tensor.name, level + 1));
    out.push_back(allocate(places[level], Type::I64, add(chunks, index(1))));
    lengths.push_back(
        store(places[level], each, subtract(load(stops_.at(level), Type::I64, each), beginsAt(level, first))));
  }
  out.push_back(forLoop(m, index(0), chunks, std::move(lengths), Order::Parallel));
  Body body;
  const Expr begin = named(names_, body, "part_first", load(starts, Type::I64, chunk));
  const Expr end = named(names_, body, "part_last", load(starts, Type::I64, add(chunk, index(1))));
  std::map<int, Segment> segments;
  for (auto& [level, name] : result_.counts) {
    out.push_back(idiomStmt(Type::I64, Scan{places[level], chunks}));
    name = names_.fresh(fmt::format("{}{}_count", tensor.name, level + 1));
    out.push_back(declare(name, load(places[level], Type::I64, chunks)));
    const std::string prefix = fmt::format("{}{}", tensor.name, level + 1);
    Segment& part = segments[level];
    part.start = named(names_, body, prefix + "_start", beginsAt(level, begin));
    part.length =
        named(names_, body, prefix + "_length", subtract(load(stops_.at(level), Type::I64, chunk), part.start));
    part.gap = named(names_, body, prefix + "_gap", subtract(part.start, load(places[level], Type::I64, chunk)));
  }
  const int outermost = nextAppended(facts_.result, 0);
  if (outermost > 0) {
    const Expr rows = denseSize(facts_.result, 1, outermost);
    body.push_back(shiftPos(outermost, multiply(begin, rows), multiply(begin, rows),
                            multiply(subtract(end, begin), rows), segments.at(outermost).gap));
  }
  for (const auto& [level, part] : segments) {
    const int next = nextAppended(facts_.result, level + 1);
    const Expr below = denseSize(facts_.result, level + 1, next), total = multiply(result_.count(level), below),
               from = multiply(part.start, below), size = multiply(part.length, below),
               to = multiply(subtract(part.start, part.gap), below);
    const std::string crd = arrays_.crd(tensor.name, level), values = arrays_.values(tensor);
    out.push_back(resize(crd, result_.count(level)));
    body.push_back(copied(crd, parts.at(crd), part.start, part.length, subtract(part.start, part.gap), index(0), {}));
    if (next == tensor.order()) {
      out.push_back(resize(values, total));
      body.push_back(copied(values, parts.at(values), from, size, to, index(0), {}));
      continue;
    }
    const std::string pos = arrays_.pos(tensor.name, next);
    out.push_back(resize(pos, add(total, index(1))));
    body.push_back(copied(pos, parts.at(pos), from, size, to, index(1), segments.at(next).gap));
  }
  out.push_back(forLoop(n, index(0), chunks, std::move(body), Order::Parallel));
  if (isAppended(facts_.result, 0)) out.push_back(store(arrays_.pos(tensor.name, 0), index(1), result_.count(0)));
}

// Copies `size` elements of an array of segments from `skipped` after `from` to `skipped` after `to`, less `gap`.
Stmt ResultParts::copied(const std::string& array, const std::string& segments, const Expr& from, const Expr& size,
                         const Expr& to, const Expr& skipped, const Expr& gap) {
  Type type = Type::I64;
  for (const Parameter& p : arrays_.parameters())
    if (p.name == array) type = p.type;
  const std::string var = names_.fresh("at");
  const Expr at = variable(var, Type::I64);
  const Expr element = load(segments, type, add(add(from, skipped), at));
  return forLoop(var, index(0), size,
                 {store(array, add(add(to, skipped), at), gap ? subtract(element, gap) : element)});
}

}  // namespace stardust::loops
