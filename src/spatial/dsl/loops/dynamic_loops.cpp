// Loops whose end depends on the accelerator's data: FSM, breakWhen, and loops over * that end with their streams.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "spatial/dsl/loops/loops.h"
#include "spatial/dsl/memories/rates.h"

namespace stardust::dsl {

using spatial::Body;

namespace {

const Value zero = makeNumber(int32, std::int64_t{0}), one = makeNumber(int32, std::int64_t{1});

bool areStreams(const Streams::Sources& sources) {
  return std::all_of(sources.begin(), sources.end(), [](const MemoryRef& source) { return source->isStream(); });
}

/// Rewrites each `stop := x` of a leaf body to `stop := x | stop`. This is equivalent while the loop runs, and makes
/// the loop-carried dependence on `stop` explicit.
Body readingStop(const Body& body, const std::string& stop) {
  Body result;
  for (const auto& stmt : body) {
    const auto* set = std::get_if<spatial::Set>(&stmt->kind);
    const bool ends = set && set->reg == stop;
    result.push_back(!ends ? stmt
                           : spatial::Stmt({spatial::Set{stop,
                                                         binaryExpr(spatial::BinaryOp::Or, set->value,
                                                                    nameExpr(stop, stmt->where), stmt->where),
                                                         set->enable},
                                            stmt->note, stmt->where}));
  }
  return result;
}

}  // namespace

/// The trip count of a loop over *: it ends when a stream or FIFO from which the body takes is empty. None if it
/// depends on data.
std::optional<std::int64_t> DynamicLoops::tripCountOf(const Body& body, bool& takes) {
  const ArgumentOf argumentOf = [this](const std::string& name) { return l_.memories.hostScalars.argumentOf(name); };
  const auto rates = ratesOf(body, argumentOf);
  const auto before = ratesOf(*l_.stage.body, argumentOf);
  std::optional<std::int64_t> most;
  bool isKnown = true;
  for (const auto& [fifo, taken] : rates.taken) {
    const auto stream = l_.memories.streams.behind(fifo);
    const auto given = before.given.find(fifo);
    if (!stream && given == before.given.end()) continue;  // declared in the body
    takes = true;
    const auto all = stream ? std::optional(Streams::elementsOf(stream)) : given->second;
    isKnown = isKnown && taken && all && *taken > 0;
    if (isKnown) most = std::min(most.value_or(*all / *taken), *all / *taken);
  }
  return isKnown ? most : std::nullopt;
}

/// Adds Regs that count the trips and the executions of the loop with this body.
void DynamicLoops::measure(const TripCountProfile::Bound& bound, const spatial::Counter& counter,
                           const std::string& iterator, Body& body, const Location& where) {
  const auto more = [&](const std::string& reg) {
    l_.stage.emit(spatial::Set{reg, sumExpr(nameExpr(reg, where), intExpr(1, where), where)}, where);
  };
  more(bound.runs);
  const auto step = *constant(counter.step);
  const auto done = differenceExpr(nameExpr(iterator, where), counter.begin, where);
  const auto number = step == 1 ? done : binaryExpr(spatial::BinaryOp::Div, done, counter.step, where);
  const auto most =
      binaryExpr(spatial::BinaryOp::Max, nameExpr(bound.most, where), sumExpr(number, intExpr(1, where), where), where);
  const Into into(l_.stage, &body);
  l_.stage.emit(spatial::Set{bound.most, most}, where);
  more(bound.all);
}

/// Emits a body that repeats while `goesOn` holds; `before` computes the condition at the start of each iteration. With
/// an exact trip count the body runs in every iteration, but still after the computation of the condition.
void DynamicLoops::emitBounded(const TripCountProfile::Bound& bound, spatial::Counter counter,
                               const std::string& iterator, Body before, const Value& goesOn, Body body,
                               const Location& where) {
  l_.tripCounts.dependOn(bound);
  if (bound.isMeasured()) measure(bound, counter, iterator, body, where);
  {
    const Into into(l_.stage, &before);
    const auto holds = l_.words.staged(goesOn, bit, "the condition", where).expr;
    l_.stage.once(std::move(body),
                  spatial::Expr({spatial::Mux{holds, intExpr(1, where), intExpr(bound.isExact ? 1 : 0, where)}, where}),
                  where);
  }
  if (bound.tripCount == 0) return;
  counter.end = sumExpr(counter.begin, intExpr(bound.tripCount * *constant(counter.step), where), where);
  counter.par = intExpr(1, where);
  l_.stage.emit(spatial::Foreach{{std::move(counter)}, std::nullopt, {iterator}, std::move(before)}, where);
}

TripCountProfile::Bound DynamicLoops::boundOfNext(const Location& where) {
  return l_.tripCounts.next([this](const std::string& hint) { return l_.stage.fresh(hint); }, where);
}

/// Emits a Foreach(*), or a Foreach with breakWhen.
void DynamicLoops::emitDynamic(Domain loop, Body body, const std::vector<Streams::Sources>& sources,
                               const MemoryRef& stop, const Location& where) {
  if (loop.scan) failUnsupported("a loop over a scan cannot be left", where);
  // An empty stream ends every loop. An empty FIFO ends only a loop without another end; other loops wait for its
  // elements.
  const auto isEnd = [&](const auto& taken) { return areStreams(taken) || (loop.isForever && !stop); };
  std::vector<Streams::Sources> ends;
  std::copy_if(sources.begin(), sources.end(), std::back_inserter(ends), isEnd);
  bool takes = !ends.empty();
  const auto bound = boundOfNext(where);  // a loop with a known trip count has an index, too
  const auto known = stop || !loop.isForever ? std::nullopt : tripCountOf(body, takes);
  if (known) {
    loop.counters.front().end = sumExpr(loop.counters.front().begin, intExpr(*known, where), where);
    return l_.emit(std::move(loop), std::move(body), where);
  }
  if (!stop && !takes) {
    failUser("this loop never ends", where, "it is over *, reads no stream or FIFO, and has no end condition",
             "write Sequential(breakWhen = reg).Foreach(*){ … } with a Reg[Bit]");
  }
  auto& counter = loop.counters.front();
  const auto step = constant(counter.step);
  if (!step) failUnsupported("a loop that can be left has a constant step", where);
  if (loop.counters.size() != 1)
    failUnsupported("a loop that can be left has one counter", where, {},
                    "write the other counters in a Foreach inside");
  if (bound.isExact && (!stop || isLeaf(body))) {
    if (bound.tripCount == 0) return;
    counter.end = sumExpr(counter.begin, intExpr(bound.tripCount * *step, where), where);
    counter.par = intExpr(1, where);
    return l_.emit(std::move(loop), stop ? readingStop(body, stop->name) : std::move(body), where);
  }
  Body before;
  Value goesOn = makeBit(true);
  {
    const Into into(l_.stage, &before);
    if (stop) goesOn = l_.words.unary(Operator::Not, Staged{nameExpr(stop->name, where), bit, 1, false}, where);
    const auto both = [&](const Value& condition) {
      goesOn = goesOn.get<Number>() ? condition : l_.words.binary(Operator::And, goesOn, condition, where);
    };
    if (!bound.isExact) {
      for (const auto& taken : ends) both(l_.memories.streams.haveElements(taken, where));
    }
    if (!bound.isExact && !loop.isForever)
      both(l_.words.binary(*step < 0 ? Operator::Gt : Operator::Lt, l_.domains.iterator(loop.iterators.front(), where),
                           Staged{counter.end, int32}, where));
    goesOn = l_.words.bound(goesOn, "goes_on", where);
  }
  emitBounded(bound, counter, loop.iterators.front(), std::move(before), goesOn, std::move(body), where);
}

void DynamicLoops::waitsForEver(const Value& condition, TripCountProfile::Wait wait, const Location& where) {
  const auto reg = l_.tripCounts.watch(l_.stage.fresh("waits"), l_.stage.fresh("waits_seen"), std::move(wait), where);
  if (reg.empty()) return;
  l_.stage.emit(spatial::Set{reg, intExpr(1, where), l_.words.staged(condition, bit, "the condition", where).expr},
                where);
}

void DynamicLoops::ask(const Value& condition, const Location& where) {
  const auto reg = l_.tripCounts.ask(l_.stage.fresh("asks"), l_.stage.fresh("asks_seen"), where);
  if (reg.empty()) return;
  l_.stage.emit(spatial::Set{reg, intExpr(1, where), l_.words.staged(condition, bit, "the condition", where).expr},
                where);
}

DynamicLoops::Left DynamicLoops::leave() {
  const auto left = std::move(breakable_.back());
  breakable_.pop_back();
  return {left.stop, left.places};
}

void DynamicLoops::breakWhen(const Value& condition, const Location& where) {
  if (breakable_.empty()) failUser("there is no Foreach around this break", where);
  auto& [outer, stop, breaks, places] = breakable_.back();
  places.push_back(where);
  if (!l_.decisions.isNoted(where)) ++breaks;
  if (!stop) {
    const Into into(l_.stage, outer);
    stop = l_.memories.declarations.reg("left", bit, makeBit(false), where);
  }
  const Staged now{nameExpr(stop->name, where), bit, 1, false};
  l_.memories.access.set(
      stop,
      l_.words.binary(Operator::Or, now, l_.words.staged(condition, bit, "the condition of the break", where), where),
      where);
}

void DynamicLoops::unlessLeft(const std::function<Value()>& rest, const Location& where) {
  const Staged left{nameExpr(breakable_.back().stop->name, where), bit, 1, false};
  l_.conditionals.choose(
      l_.words.unary(Operator::Not, left, where), false,
      [&](int) {
        const auto last = rest();
        l_.keepEffect(last, where);
        return Value();
      },
      where);
}

}  // namespace stardust::dsl
