#include "spatial/dsl/loops/loops.h"

#include <fmt/format.h>

#include <algorithm>

namespace stardust::dsl {

using spatial::Body;
using spatial::Expr;

namespace {

constexpr std::int64_t mostLanes = 16;

}  // namespace

void Loops::beginStaging() {
  tripCounts.beginStaging();
  unswitched.clear();
  dynamicLoops.beginStaging();
}

// ---------------------------------------------------------------- Foreach

/// A vector has at most 16 lanes, and only the innermost counter of a leaf body has lanes. Counters with copies become
/// an outer loop.
void Loops::emit(Domain domain, Body body, const Location& where) {
  if (body.empty() || emitPeeled(domain, body, where) || emitUnswitched(domain, body, where)) return;
  separateLanes(domain, body);
  auto& counters = domain.counters;
  if (domain.scan && !isLeaf(body)) domain.scan->par = intExpr(1, where);
  if (!domain.scan && isLeaf(body)) {
    auto& lanes = counters.back().par;
    if (constant(lanes) > mostLanes) lanes = intExpr(mostLanes, where);
    const bool hasCopies =
        std::any_of(counters.begin(), counters.end() - 1, [](const auto& c) { return constant(c.par) > 1; });
    if (hasCopies) {
      Domain inner{{counters.back()}, {}, {domain.iterators.back()}};
      counters.pop_back();
      domain.iterators.pop_back();
      Body rest;
      {
        const Into into(stage, &rest);
        emit(std::move(inner), std::move(body), where);
      }
      body = std::move(rest);
    }
  }
  stage.emit(
      spatial::Foreach{std::move(counters), std::move(domain.scan), std::move(domain.iterators), std::move(body)},
      where);
}

namespace {

/// The iterations of a loop that is unrolled completely; empty for any other loop.
std::vector<std::int64_t> allAtOnce(const Domain& loop) {
  if (loop.scan || loop.data || loop.isForever || loop.counters.size() != 1) return {};
  const auto& counter = loop.counters.front();
  const auto begin = constant(counter.begin), end = constant(counter.end), step = constant(counter.step),
             par = constant(counter.par);
  if (!begin || !end || !step || !par || *step <= 0 || *par < 2) return {};
  std::vector<std::int64_t> values;
  for (auto i = *begin; i < *end && std::ssize(values) <= *par; i += *step) values.push_back(i);
  return std::ssize(values) <= *par ? values : std::vector<std::int64_t>();
}

}  // namespace

void Loops::writeOut(const std::vector<std::int64_t>& iterators, const Value& function, const Location& where) {
  dynamicLoops.enter(stage.body, nullptr);
  for (const auto i : iterators) keepEffect(domains.call(function, {makeNumber(int32, i)}, where), where);
  if (!dynamicLoops.leave().breaks.empty())
    failUnsupported("a loop whose iterations run at once and share a FIFO cannot be left", where, {},
                    "write it without par");
}

void Loops::foreach (const Values& counters, const Value& function, const MemoryRef& stop, const Location& where) {
  auto loop = domains.of(counters, where);
  const auto copies = stop ? std::vector<std::int64_t>() : allAtOnce(loop);
  if (!copies.empty() && memories.uses.isUnrolled(where)) return writeOut(copies, function, where);
  domains.nameIterators(loop, function);
  const auto then = memories.streams.now();
  Body body;
  dynamicLoops.enter(stage.body, stop);
  const auto whereThere = [&](const Values& iterators, const Location&) -> Value {
    return conditionals.choose(
        loop.isThere, false, [&](int) { return domains.call(function, iterators, where); }, where);
  };
  const Value guarded = std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, whereThere});
  memories.uses.enterLoop(!copies.empty(), where);
  const auto last = domains.stageBody(loop.data ? guarded : function, loop, body, where);
  memories.uses.leaveLoop();
  const auto [left, breaks] = dynamicLoops.leave();
  {
    const Into into(stage, &body);
    keepEffect(last, where);
  }
  for (const auto& place : isLeaf(body) ? std::vector<Location>() : breaks)
    decisions.note(place, {"the break", "leaves when the iteration ends", "its loop has controllers"});
  if (left || loop.isForever)
    dynamicLoops.emitDynamic(std::move(loop), std::move(body), memories.streams.takenSince(then), left, where);
  else emit(std::move(loop), std::move(body), where);
}

void Loops::keepEffect(const Value& value, const Location& where) {
  const auto* staged = value.get<Staged>();
  if (stage.isActive() && staged && !staged->isPure) words.bound(value, "unused", where);
}

Value Loops::unit(const std::function<Value()>& block, const Location& where) {
  Body body;
  Value result;
  {
    const Into into(stage, &body);
    result = block();
    keepEffect(result, where);
  }
  if (body.empty() || !isLeaf(body) || !result.get<Unit>()) {
    stage.body->insert(stage.body->end(), body.begin(), body.end());
  } else {
    stage.once(std::move(body), intExpr(1, where), where);
  }
  return result;
}

}  // namespace stardust::dsl
