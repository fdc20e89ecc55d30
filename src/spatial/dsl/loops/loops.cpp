// Foreach, Reduce, Fold, MemReduce, MemFold and the blocks around them.
#include "spatial/dsl/loops/loops.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/refused.h"

namespace stardust::dsl {

using spatial::Body;
using spatial::Expr;

namespace {

constexpr std::int64_t mostLanes = 16;

}  // namespace

void Loops::beginStaging() {
  rounds.beginStaging();
  unswitched.clear();
  breakable_.clear();
}

// ---------------------------------------------------------------- domains

/// The counters of a loop, and a name for the iterator of each.
Domain Loops::domain(const Values& values, const Location& where) {
  Domain result;
  for (const auto& value : values) {
    if (const auto* list = value.object<Collection>()) {  // Foreach(Seq(…))
      auto inner = domain(list->items, where);
      result.counters.insert(result.counters.end(), inner.counters.begin(), inner.counters.end());
      result.isForever |= inner.isForever;
      continue;
    }
    if (const auto* record = value.object<const Record>(); record && record->className == scanName) {
      if (values.size() != 1) failUser("a scan stands alone: it has no counters beside it", where);
      result.scan = scan(record->items, where);
      continue;
    }
    if (const auto* record = value.object<const Record>(); record && record->className == dataScanName) {
      if (values.size() != 1) failUser("a scan stands alone: it has no counters beside it", where);
      const auto* data = record->items[1].get<Staged>();
      const bool isElement = data && std::holds_alternative<spatial::Deq>(data->expr->kind);
      if (!isElement && !memories_.needsMore()) {
        failUser(fmt::format("{} is not an element of a FIFO", describe(record->items[1])), where,
                 "a scan takes the elements of a FIFO that is used in one place", "write DataScan(n, fifo.deq)");
      }
      result.data =
          words_.staged(record->items[1], numberTypeOf(record->items[1]).value_or(int32), "the scanned value", where);
      const auto one = intExpr(1, where);
      result.counters.push_back({intExpr(0, where), words_.stagedIndex(record->items[0], where).expr, one, one});
      continue;
    }
    const auto* series = value.object<const Series>();
    const Series whole{makeNumber(int32, std::int64_t{0}), value, makeNumber(int32, std::int64_t{1}),
                       makeNumber(int32, std::int64_t{1}), false, false};
    if (!series) series = &whole;
    if (series->isForever) {
      if (!result.counters.empty()) failUser("* stands before the other counters", where);
      result.isForever = true;
      result.counters.push_back({intExpr(0, where), {}, intExpr(1, where), intExpr(1, where)});
      continue;
    }
    const auto par = words_.integer(series->par, "par", where);
    if (par < 1 || par > 65536) failUser(fmt::format("par is {}", par), where, {}, "it is at least 1");
    const auto step = words_.stagedIndex(series->step, where);
    if (constant(step.expr) == 0) failUser("a counter has step 0", where);
    result.counters.push_back({words_.stagedIndex(series->begin, where).expr,
                               words_.stagedIndex(series->end, where).expr, step.expr, intExpr(par, where)});
  }
  if (result.counters.empty() && !result.scan)
    failUser("a loop has counters", where, {}, "write Foreach(n by 1){ i => … }");
  return result;
}

/// Scan(par, bits, mode, a.deq, b.deq)
spatial::Scan Loops::scan(const Values& parts, const Location& where) {
  const auto par = words_.integer(parts[0], "the par of a scan", where);
  if (par < 1 || par > mostLanes)
    failUser(fmt::format("the par of a scan is {}", par), where, {}, "it must be between 1 and 16");
  const auto mode = toString(parts[2]);
  if (mode != "or" && mode != "and")
    failUser(fmt::format("a scan has no mode \"{}\"", mode), where, {}, "the modes are \"or\" and \"and\"");
  spatial::Scan result{intExpr(par, where),
                       words_.stagedIndex(parts[1], where).expr,
                       mode == "or" ? spatial::Scan::Mode::Or : spatial::Scan::Mode::And,
                       {}};
  for (std::size_t i = 3; i < parts.size(); ++i) {
    const auto* value = parts[i].get<Staged>();
    const auto* deq = value ? std::get_if<spatial::Deq>(&value->expr->kind) : nullptr;
    if (!deq && !memories_.needsMore()) {
      failUser(fmt::format("{} is not a bit vector", describe(parts[i])), where,
               "a scan takes the words of a FIFO that is used in one place",
               "write fifo.deq, with a FIFO of its own for each scan");
    }
    result.vectors.push_back(deq ? deq->fifo : "");
  }
  return result;
}

Domain Loops::bounded(const Values& values, const Location& where) {
  auto result = domain(values, where);
  if (result.isForever) failUser("only Foreach runs over *", where);
  return result;
}

void Loops::nameIterators(Domain& domain, const Value& function) {
  requireListOfIterators(function, domain.counters.size());
  const auto* f = function.object<const Function>();
  const auto count = domain.scan ? 2 * domain.scan->vectors.size() : domain.counters.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::string hint = "i";
    if (f && f->lambda) {
      const auto* parameters = &f->lambda->parameters;
      if (parameters->size() == 1 && parameters->front().kind == Pattern::Kind::Tuple)
        parameters = &parameters->front().parts;
      if (f->lambda->cases.size() == 1) parameters = &f->lambda->cases.front().pattern.parts;
      if (i < parameters->size() && !(*parameters)[i].name.empty()) hint = (*parameters)[i].name;
    }
    domain.iterators.push_back(stage_.fresh(hint));
  }
}

Value Loops::iterator(const std::string& text, const Location& where) { return Staged{nameExpr(text, where), int32}; }

/// A body with as many of the iterators as it takes: all of them, or none.
Value Loops::call(const Value& function, const Values& iterators, const Location& where) {
  const auto* f = function.object<const Function>();
  const bool takesNone = !f || (!f->native && f->lambda && f->lambda->parameters.empty() && f->lambda->cases.empty());
  return invoke_(function, takesNone ? Values() : iterators, where);
}

/// Runs a function of the iterators with its statements going to `body`.
Value Loops::stageBody(const Value& function, Domain& domain, Body& body, const Location& where) {
  Values iterators;
  for (const auto& text : domain.iterators) iterators.push_back(iterator(text, where));
  const Into into(stage_, &body);
  if (domain.data) {
    iterators.push_back(words_.bound(*domain.data, "data", where));
    domain.isThere = words_.binary(Operator::Ne, iterators.back(), makeNumber(unstagedInt, std::int64_t{0}), where);
  }
  return call(function, iterators, where);
}

// ---------------------------------------------------------------- Foreach

/// A vector has 16 lanes at most, and only the innermost counter of a body of primitives has lanes: counters with
/// copies become a loop around.
void Loops::emitForeach(Domain domain, Body body, const Location& where) {
  if (body.empty() || emitFirsts(domain, body, where) || emitUnswitched(domain, body, where)) return;
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
        const Into into(stage_, &rest);
        emitForeach(std::move(inner), std::move(body), where);
      }
      body = std::move(rest);
    }
  }
  stage_.emit(
      spatial::Foreach{std::move(counters), std::move(domain.scan), std::move(domain.iterators), std::move(body)},
      where);
}

namespace {

/// The iterators of a loop whose iterations are all copies; none of another.
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
  breakable_.push_back({stage_.body, nullptr});
  for (const auto i : iterators) keepEffect(call(function, {makeNumber(int32, i)}, where), where);
  if (!breakable_.back().places.empty())
    failUnsupported("a loop whose iterations run at once and share a FIFO cannot be left", where, {},
                    "write it without par");
  breakable_.pop_back();
}

void Loops::foreach (const Values& counters, const Value& function, const MemoryRef& stop, const Location& where) {
  auto loop = domain(counters, where);
  const auto copies = stop ? std::vector<std::int64_t>() : allAtOnce(loop);
  if (!copies.empty() && memories_.isWrittenOut(where)) return writeOut(copies, function, where);
  nameIterators(loop, function);
  const auto then = memories_.now();
  Body body;
  breakable_.push_back({stage_.body, stop});
  const auto whereThere = [&](const Values& iterators, const Location&) -> Value {
    return conditional(
        loop.isThere, false, [&](int) { return call(function, iterators, where); }, where);
  };
  const Value guarded = std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, whereThere});
  memories_.enterLoop(!copies.empty(), where);
  const auto last = stageBody(loop.data ? guarded : function, loop, body, where);
  memories_.leaveLoop();
  const auto left = breakable_.back().stop;
  const auto breaks = breakable_.back().places;
  breakable_.pop_back();
  {
    const Into into(stage_, &body);
    keepEffect(last, where);
  }
  for (const auto& place : isLeaf(body) ? std::vector<Location>() : breaks)
    decisions_.note(place, {"the break", "leaves when the iteration ends", "its loop has controllers"});
  if (left || loop.isForever) emitEndless(std::move(loop), std::move(body), memories_.takenSince(then), left, where);
  else emitForeach(std::move(loop), std::move(body), where);
}

void Loops::keepEffect(const Value& value, const Location& where) {
  const auto* staged = value.get<Staged>();
  if (stage_.isActive() && staged && !staged->isPure) words_.bound(value, "unused", where);
}

Value Loops::unit(const std::function<Value()>& block, const Location& where) {
  Body body;
  Value result;
  {
    const Into into(stage_, &body);
    result = block();
    keepEffect(result, where);
  }
  if (body.empty() || !isLeaf(body) || !result.get<Unit>()) {
    stage_.body->insert(stage_.body->end(), body.begin(), body.end());
  } else {
    memories_.once(std::move(body), intExpr(1, where), where);
  }
  return result;
}

// ---------------------------------------------------------------- Reduce and Fold

/// `_ + _` and its siblings; none for another function.
std::optional<spatial::ReduceOp> Loops::reduceOp(const Value& function, const NumberType& type, const Location& where) {
  if (type.kind == NumberType::Kind::Bit) return std::nullopt;
  const auto operand = [&](const char* text) { return Staged{nameExpr(text, where), type}; };
  Body scratch;
  Value result;
  {
    const Into into(stage_, &scratch);
    result = invoke_(function, {operand("$a"), operand("$b")}, where);
  }
  const auto* value = result.get<Staged>();
  if (!value || !scratch.empty()) return std::nullopt;
  const auto nameOf = [](const Expr& expr) {
    const auto* n = std::get_if<spatial::Name>(&expr->kind);
    return n ? n->name : std::string();
  };
  const auto areBoth = [&](const Expr& a, const Expr& b) {
    return (nameOf(a) == "$a" && nameOf(b) == "$b") || (nameOf(a) == "$b" && nameOf(b) == "$a");
  };
  if (const auto* n = std::get_if<spatial::Binary>(&value->expr->kind)) {
    if (!areBoth(n->left, n->right)) return std::nullopt;
    if (n->op == spatial::BinaryOp::Add) return spatial::ReduceOp::Add;
    if (n->op == spatial::BinaryOp::Mul) return spatial::ReduceOp::Mul;
    if (n->op == spatial::BinaryOp::Min) return spatial::ReduceOp::Min;
    if (n->op == spatial::BinaryOp::Max) return spatial::ReduceOp::Max;
  }
  if (const auto* n = std::get_if<spatial::Mux>(&value->expr->kind)) {  // words_.mux(a < b, a, b)
    const auto* compares = std::get_if<spatial::Binary>(&n->condition->kind);
    if (!compares || !areBoth(compares->left, compares->right) || !areBoth(n->ifTrue, n->ifFalse)) return std::nullopt;
    const bool keepsLeft = nameOf(compares->left) == nameOf(n->ifTrue);
    using spatial::BinaryOp;
    if (compares->op == BinaryOp::Lt || compares->op == BinaryOp::Le)
      return keepsLeft ? spatial::ReduceOp::Min : spatial::ReduceOp::Max;
    if (compares->op == BinaryOp::Gt || compares->op == BinaryOp::Ge)
      return keepsLeft ? spatial::ReduceOp::Max : spatial::ReduceOp::Min;
  }
  return std::nullopt;
}

/// Several counters with copies or controllers among them become a Reduce of Reduces.
void Loops::emitReduce(const MemoryRef& reg, Domain domain, Body body, Expr value, spatial::ReduceOp op,
                       const Location& where) {
  separateLanes(domain, body);
  auto& counters = domain.counters;
  if (domain.scan) {
    if (!isLeaf(body)) domain.scan->par = intExpr(1, where);
    stage_.emit(
        spatial::Reduce{
            reg->name, {}, std::move(domain.scan), std::move(domain.iterators), std::move(body), std::move(value), op},
        where);
    return;
  }
  if (isLeaf(body) && constant(counters.back().par) > mostLanes) counters.back().par = intExpr(mostLanes, where);
  const bool hasCopies =
      std::any_of(counters.begin(), counters.end() - 1, [](const auto& c) { return constant(c.par) > 1; });
  if (counters.size() > 1 && (hasCopies || !isLeaf(body))) {
    Domain inner{{counters.begin() + 1, counters.end()}, {}, {domain.iterators.begin() + 1, domain.iterators.end()}};
    counters.resize(1);
    domain.iterators.resize(1);
    Body rest;
    MemoryRef part;
    {
      const Into into(stage_, &rest);
      part = memories_.reg("part", reg->type, makeNumber(reg->type, std::int64_t{0}), where);
      emitReduce(part, std::move(inner), std::move(body), std::move(value), op, where);
    }
    body = std::move(rest);
    value = nameExpr(part->name, where);
  }
  stage_.emit(spatial::Reduce{reg->name, std::move(counters), std::move(domain.scan), std::move(domain.iterators),
                              std::move(body), std::move(value), op},
              where);
}

/// Whether the loops are in their first iteration.
Value Loops::isFirst(const Domain& domain, const Location& where) {
  Value all = makeBit(true);
  for (std::size_t i = 0; i < domain.counters.size(); ++i) {
    const Staged begins{
        binaryExpr(spatial::BinaryOp::Eq, nameExpr(domain.iterators[i], where), domain.counters[i].begin, where), bit,
        2};
    all = i == 0 ? Value(begins) : words_.binary(Operator::And, all, begins, where);
  }
  return all;
}

Value Loops::reduce(const Value& start, const Values& counters, const Value& map, const Value& combine, bool keeps,
                    const Location& where) {
  auto loop = bounded(counters, where);
  nameIterators(loop, map);
  Body body;
  memories_.enterLoop(false, where);
  auto mapped = stageBody(map, loop, body, where);
  memories_.leaveLoop();
  MemoryRef reg;
  if (const auto* given = start.get<MemoryRef>()) {
    if (keeps) requireFolded(mapped, where);
    reg = *given;
  } else {
    const auto typed = numberTypeOf(mapped);
    const auto zero = words_.number(start, "the zero of the Reduce", where);
    const auto type = typed && !typed->isUnstaged                 ? *typed
                      : zero.type.kind == NumberType::Kind::Float ? float32
                                                                  : int32;
    reg = memories_.reg("acc", zero.type.isUnstaged ? type : zero.type, zero, where);
  }
  const bool isArgument = reg->kind == Memory::Kind::ArgOut || reg->kind == Memory::Kind::HostIO;
  if (isArgument && !keeps) {  // Reduce(out): its last value is passed on
    const auto own = memories_.reg(reg->name, reg->isStruct() ? reg->whole : DataType(reg->type),
                                   makeNumber(int32, std::int64_t{0}), where);
    reduceInto(own, std::move(loop), std::move(body), mapped, combine, false, where);
    memories_.set(reg, own, where);
    return own;
  }
  if (reg->kind != Memory::Kind::Reg) failUser(fmt::format("{} is not a Reg", describe(start)), where);
  reduceInto(reg, std::move(loop), std::move(body), mapped, combine, keeps, where);
  return reg;
}

/// In a scan of data, what a Reduce adds up where there is nothing.
Value Loops::orNeutral(const Value& mapped, const Domain& loop, spatial::ReduceOp op, const Location& where) {
  if (!loop.data) return mapped;
  if (op != spatial::ReduceOp::Add && op != spatial::ReduceOp::Mul)
    failUnsupported("a Reduce over a scan of data is by + or *", where);
  return words_.mux(loop.isThere, mapped, makeNumber(unstagedInt, std::int64_t{op == spatial::ReduceOp::Mul ? 1 : 0}),
                    where);
}

void Loops::reduceInto(const MemoryRef& reg, Domain loop, Body body, const Value& mapped, const Value& combine,
                       bool keeps, const Location& where) {
  if (!keeps) memories_.isReset(reg);
  const auto op = reg->isStruct() ? std::nullopt : reduceOp(combine, reg->type, where);
  if (!op) return reduceInTurn(reg, std::move(loop), std::move(body), mapped, combine, keeps, where);
  std::optional<Staged> value;
  {
    const Into into(stage_, &body);
    value = words_.staged(orNeutral(mapped, loop, *op, where), reg->type, "the value of the Reduce", where);
  }
  const auto sum = keeps ? memories_.reg("sum", reg->type, makeNumber(reg->type, std::int64_t{0}), where) : reg;
  sum->isExact = !isNarrow(reg->type) || *op == spatial::ReduceOp::Min || *op == spatial::ReduceOp::Max;
  emitReduce(sum, std::move(loop), std::move(body), value->expr, *op, where);
  if (keeps) memories_.set(reg, invoke_(combine, {Value(reg), Value(sum)}, where), where);
}

/// By any function: one value after the other.
void Loops::reduceInTurn(const MemoryRef& reg, Domain loop, Body body, const Value& mapped, const Value& combine,
                         bool keeps, const Location& where) {
  if (loop.scan) failUnsupported("a Reduce over a scan is by +, *, min or max", where);
  if (loop.data) failUnsupported("a Reduce over a scan of data is by + or *", where);
  for (auto& counter : loop.counters) counter.par = intExpr(1, where);
  {
    const Into into(stage_, &body);
    const auto next = words_.named(mapped, reg->isStruct() ? reg->whole : DataType(reg->type), "next", where);
    const auto both = invoke_(combine, {words_.valueOf(reg), next}, where);
    memories_.set(reg, keeps ? both : words_.mux(isFirst(loop, where), next, both, where), where);
  }
  emitForeach(std::move(loop), std::move(body), where);
}

}  // namespace stardust::dsl
