// Counters, scans and iterators of loops.
#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/loops/loops.h"
#include "spatial/dsl/restrictions.h"

namespace stardust::dsl {

using spatial::Body;
using spatial::Expr;

namespace {

constexpr std::int64_t mostInScan = 16;

}  // namespace

/// The counters of a loop, with a name for the iterator of each.
Domain Domains::of(const Values& values, const Location& where) {
  Domain result;
  for (const auto& value : values) {
    if (const auto* list = value.object<Collection>()) {  // Foreach(Seq(…))
      auto inner = of(list->items, where);
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
      if (!isElement && !l_.memories.needsMore()) {
        failUser(fmt::format("{} is not an element of a FIFO", describe(record->items[1])), where,
                 "a scan takes the elements of a FIFO that is used in one place", "write DataScan(n, fifo.deq)");
      }
      result.data =
          l_.words.staged(record->items[1], numberTypeOf(record->items[1]).value_or(int32), "the scanned value", where);
      const auto one = intExpr(1, where);
      result.counters.push_back({intExpr(0, where), l_.words.stagedIndex(record->items[0], where).expr, one, one});
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
    const auto par = l_.words.integer(series->par, "par", where);
    if (par < 1 || par > 65536) failUser(fmt::format("par is {}", par), where, {}, "it is at least 1");
    const auto step = l_.words.stagedIndex(series->step, where);
    if (constant(step.expr) == 0) failUser("a counter has step 0", where);
    result.counters.push_back({l_.words.stagedIndex(series->begin, where).expr,
                               l_.words.stagedIndex(series->end, where).expr, step.expr, intExpr(par, where)});
  }
  if (result.counters.empty() && !result.scan)
    failUser("a loop has counters", where, {}, "write Foreach(n by 1){ i => … }");
  return result;
}

/// Scan(par, bits, mode, a.deq, b.deq)
spatial::Scan Domains::scan(const Values& parts, const Location& where) {
  const auto par = l_.words.integer(parts[0], "the par of a scan", where);
  if (par < 1 || par > mostInScan)
    failUser(fmt::format("the par of a scan is {}", par), where, {}, "it must be between 1 and 16");
  const auto mode = toString(parts[2]);
  if (mode != "or" && mode != "and")
    failUser(fmt::format("a scan has no mode \"{}\"", mode), where, {}, "the modes are \"or\" and \"and\"");
  spatial::Scan result{intExpr(par, where),
                       l_.words.stagedIndex(parts[1], where).expr,
                       mode == "or" ? spatial::Scan::Mode::Or : spatial::Scan::Mode::And,
                       {}};
  for (std::size_t i = 3; i < parts.size(); ++i) {
    const auto* value = parts[i].get<Staged>();
    const auto* deq = value ? std::get_if<spatial::Deq>(&value->expr->kind) : nullptr;
    if (!deq && !l_.memories.needsMore()) {
      failUser(fmt::format("{} is not a bit vector", describe(parts[i])), where,
               "a scan takes the words of a FIFO that is used in one place",
               "write fifo.deq, with a FIFO of its own for each scan");
    }
    result.vectors.push_back(deq ? deq->fifo : "");
  }
  return result;
}

Domain Domains::bounded(const Values& values, const Location& where) {
  auto result = of(values, where);
  if (result.isForever) failUser("only Foreach runs over *", where);
  return result;
}

void Domains::nameIterators(Domain& domain, const Value& function) {
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
    domain.iterators.push_back(l_.stage.fresh(hint));
  }
}

Value Domains::iterator(const std::string& text, const Location& where) { return Staged{nameExpr(text, where), int32}; }

/// Calls a function with the iterators: with all of them, or with none if it has no parameters.
Value Domains::call(const Value& function, const Values& iterators, const Location& where) {
  const auto* f = function.object<const Function>();
  const bool takesNone = !f || (!f->native && f->lambda && f->lambda->parameters.empty() && f->lambda->cases.empty());
  return l_.invoke(function, takesNone ? Values() : iterators, where);
}

/// Stages a function of the iterators into `body`.
Value Domains::stageBody(const Value& function, Domain& domain, Body& body, const Location& where) {
  Values iterators;
  for (const auto& text : domain.iterators) iterators.push_back(iterator(text, where));
  const Into into(l_.stage, &body);
  if (domain.data) {
    iterators.push_back(l_.words.bound(*domain.data, "data", where));
    domain.isThere = l_.words.binary(Operator::Ne, iterators.back(), makeNumber(unstagedInt, std::int64_t{0}), where);
  }
  return call(function, iterators, where);
}

}  // namespace stardust::dsl
