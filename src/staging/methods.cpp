// Members of values: numbers, ranges, arrays, tuples, texts and instances.
#include <fmt/format.h>

#include "staging/evaluator.h"

namespace stardust::staging {
namespace {

const Value zero = makeNumber(int32, std::int64_t{0}), one1 = makeNumber(int32, std::int64_t{1});

Value series(Series value) { return std::make_shared<const Series>(std::move(value)); }

}  // namespace

Value Evaluator::method(const Value& object, const std::string& name, Call& call) {
  if (const auto op = operatorOf(name); op != Operator::None && call.has()) {
    return binary(op, object, one(call, "the second operand"), call.where);
  }
  if (const auto* builtin = object.get<Builtin>()) {
    if (auto value = global(builtin->name + "." + name, call)) return std::move(*value);
    failUnsupported(fmt::format("{} has no {}", builtin->name, name), call.where);
  }
  if (object.get<Number>() || object.get<Staged>()) return numberMethod(object, name, call);
  if (const auto* memory = std::get_if<MemoryRef>(&object.data)) return memoryMethod(*memory, name, call);
  if (const auto* section = object.object<const Section>()) return sectionMethod(*section, name, call);
  if (const auto* range = object.object<const Series>()) return seriesMethod(*range, name, call);
  if (const auto* items = object.object<Collection>()) return hostMethod(*items, object, name, call);
  if (const auto* record = object.object<const Record>()) return recordMethod(*record, name, call);
  if (object.object<Environment>()) {
    const auto value = lookUp(name, std::get<Scope>(object.data));
    if (!value) failUser(fmt::format("this object has no member {}", name), call.where);
    return apply(*value, call);
  }
  if (object.object<const std::string>()) {
    if (name == "to") return converted(object, typeArgument(call), call.where);
    if (name == "toInt") return converted(object, unstagedInt, call.where);
    if (name == "length") return makeNumber(int32, static_cast<std::int64_t>(toString(object).size()));
  }
  if (name == "toString") return text(toString(object));
  if (name == "apply" && object.object<const Function>()) return apply(object, call);
  failUser(fmt::format("{} has no member {}", describe(object), name), call.where);
}

Value Evaluator::numberMethod(const Value& object, const std::string& name, Call& call) {
  const auto& where = call.where;
  const bool isConversion = (name == "to" || name == "as") && !call.types.empty();
  if (isConversion) return converted(object, typeArgument(call), where);
  if (name == "until" || name == "to" || name == "::") {
    const auto end = one(call, "the end of the range");
    if (const auto* rest = end.object<const Series>(); rest && name == "::") {  // begin :: step :: end
      return series({object, rest->end, rest->begin, rest->par, false, false});
    }
    return series({object, name == "to" ? binary(Operator::Add, end, one1, where) : end, one1, one1, false, false});
  }
  if (name == "by") return series({zero, object, one(call, "the step"), one1, false, false});
  if (name == "par") return series({zero, object, one1, one(call, "par"), false, false});
  if (name == "->") return tuple({object, one(call, "the second value")});
  if (name == "toInt") return converted(object, unstagedInt, where);
  if (name == "toFloat" || name == "toDouble") return converted(object, unstagedDouble, where);
  if (name == "min" || name == "max") return math(name, {object, one(call, "the other value")}, where);
  if (name == "abs") return math(name, {object}, where);
  if (name == "value" || name == "unstaged" || name == "s") return object;
  if (name == "toString") return text(toString(object));
  failUser(fmt::format("{} has no member {}", describe(object), name), where);
}

Value Evaluator::seriesMethod(const Series& range, const std::string& name, Call& call) {
  const auto& where = call.where;
  if (name == "by" || name == "par") {
    auto result = range;
    (name == "by" ? result.step : result.par) = one(call, name);
    return series(std::move(result));
  }
  if (name == "::") failUser("a range has at most a begin, a step and an end", where);
  Values items;
  const auto begin = integer(hostValue(range.begin), "the begin of the range", where);
  const auto end = integer(hostValue(range.end), "the end of the range", where);
  const auto step = integer(hostValue(range.step), "the step of the range", where);
  if (step == 0 || (end - begin) / step > (1 << 27)) failUser("this range has no end", where);
  for (auto i = begin; step > 0 ? i < end : i > end; i += step) items.push_back(makeNumber(int32, i));
  const auto all = collection(std::move(items));
  return method(all, name, call);
}

Value Evaluator::recordMethod(const Record& record, const std::string& name, Call& call) {
  for (std::size_t i = 0; i < record.names.size(); ++i) {
    if (record.names[i] == name) return record.items[i];
  }
  if (name.size() == 2 && name[0] == '_') {
    const auto part = static_cast<std::size_t>(name[1] - '1');
    if (part < record.items.size()) return record.items[part];
  }
  failUser(fmt::format("this tuple has no member {}", name), call.where);
}

Value Evaluator::hostMethod(const Collection& items, const Value& self, const std::string& name, Call& call) {
  const auto& where = call.where;
  const auto count = static_cast<std::int64_t>(items.items.size());
  const auto call1 = [&](const Value& f, const Value& x) { return invoke(f, {x}, where); };
  const auto isTrue = [&](const Value& v) { return number(v, "the condition", where).isTrue(); };
  if (name == "length" || name == "size") return makeNumber(int32, count);
  if (name == "rows") return makeNumber(int32, items.dims[0]);
  if (name == "cols") return makeNumber(int32, items.dims.size() > 1 ? items.dims[1] : 1);
  if (name.size() == 4 && name.compare(0, 3, "dim") == 0) {
    const auto n = static_cast<std::size_t>(name[3] - '0');
    if (n < items.dims.size()) return makeNumber(int32, items.dims[n]);
  }
  if (name == "toArray" || name == "toList" || name == "toSeq" || name == "toVector" || name == "toIndexedSeq")
    return self;
  if (name == "to" || name == "as") return converted(self, typeArgument(call), where);
  if (name == "head" || name == "last") {
    if (count == 0) failUser("an empty array has no such element", where);
    return name == "head" ? items.items.front() : items.items.back();
  }
  if (name == "isEmpty") return makeBit(count == 0);
  if (name == "indices") return series({zero, makeNumber(int32, count), one1, one1, false, false});
  if (name == "flatten") {
    Values all;
    for (const auto& item : items.items) {
      const auto* inner = item.object<Collection>();
      if (inner)
        all.insert(all.end(), inner->items.begin(), inner->items.end());
      else
        all.push_back(item);
    }
    return collection(std::move(all));
  }
  if (name == "reverse") return collection(Values(items.items.rbegin(), items.items.rend()));
  if (name == "t") {
    if (items.dims.size() != 2) failUser("a matrix is transposed", where);
    Values all;
    for (std::int64_t c = 0; c < items.dims[1]; ++c) {
      for (std::int64_t r = 0; r < items.dims[0]; ++r)
        all.push_back(items.items[static_cast<std::size_t>(r * items.dims[1] + c)]);
    }
    return collection(std::move(all), {items.dims[1], items.dims[0]});
  }
  if (name == "zipWithIndex") {
    Values all;
    for (std::int64_t i = 0; i < count; ++i)
      all.push_back(tuple({items.items[static_cast<std::size_t>(i)], makeNumber(int32, i)}));
    return collection(std::move(all));
  }
  if (name == "sum") {
    Value total = zero;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto& item = items.items[static_cast<std::size_t>(i)];
      total = i == 0 ? item : binary(Operator::Add, total, item, where);
    }
    return total;
  }
  if (name == "reshape") {
    std::vector<std::int64_t> dims;
    std::int64_t size = 1;
    for (const auto& dim : arguments(call.next(), call.scope)) {
      dims.push_back(integer(hostValue(dim), "a size", where));
      size *= dims.back();
    }
    if (size != count) failUser(fmt::format("{} elements do not fill an array of {}", count, size), where);
    return collection(items.items, dims);
  }
  if (name == "mkString") {
    const auto v = call.has() ? arguments(call.next(), call.scope) : Values();
    std::string all;
    for (std::int64_t i = 0; i < count; ++i)
      all += (i > 0 && !v.empty() ? toString(v[0]) : "") + toString(items.items[static_cast<std::size_t>(i)]);
    return text(all);
  }
  // What takes a function, a number or another array.
  const auto argument = one(call, "the argument of " + name);
  if (name == "map" || name == "flatMap" || name == "foreach") {
    Values all;
    for (std::size_t i = 0; i < items.items.size(); ++i) {
      auto value = call1(argument, Value(items.items[i]));
      if (name == "map")
        all.push_back(std::move(value));
      else if (const auto* inner = value.object<Collection>())
        all.insert(all.end(), inner->items.begin(), inner->items.end());
    }
    if (name == "foreach") return {};
    return name == "map" ? collection(std::move(all), items.dims) : collection(std::move(all));
  }
  if (name == "zip") {
    const auto* other = argument.object<Collection>();
    if (!other) failUser(fmt::format("{} is not an array", describe(argument)), where);
    const Value combine = call.has() ? one(call, "the function of two elements") : Value();
    Values all;
    const auto shorter = std::min(items.items.size(), other->items.size());
    for (std::size_t i = 0; i < shorter; ++i) {
      Values pair{items.items[i], other->items[i]};
      all.push_back(combine.get<Unit>() ? tuple(std::move(pair)) : invoke(combine, std::move(pair), where));
    }
    return shorter == items.items.size() ? collection(std::move(all), items.dims) : collection(std::move(all));
  }
  if (name == "reduce" || name == "reduceLeft") {
    if (count == 0) failUser("an empty array has nothing to reduce", where);
    auto total = items.items.front();
    for (std::size_t i = 1; i < items.items.size(); ++i) total = invoke(argument, {total, items.items[i]}, where);
    return total;
  }
  if (name == "fold" || name == "foldLeft") {
    auto total = argument;
    const auto function = one(call, "the function of two values");
    for (const auto& item : items.items) total = invoke(function, {total, item}, where);
    return total;
  }
  if (name == "filter") {
    Values all;
    for (const auto& item : items.items) {
      if (isTrue(call1(argument, item))) all.push_back(item);
    }
    return collection(std::move(all));
  }
  if (name == "forall" || name == "exists") {
    for (const auto& item : items.items) {
      if (isTrue(call1(argument, item)) != (name == "forall")) return makeBit(name == "exists");
    }
    return makeBit(name == "forall");
  }
  if (name == "count") {
    std::int64_t matching = 0;
    for (const auto& item : items.items) matching += isTrue(call1(argument, item)) ? 1 : 0;
    return makeNumber(int32, matching);
  }
  if (name == "take" || name == "drop") {
    const auto n = std::clamp<std::int64_t>(integer(argument, "the number of elements", where), 0, count);
    const auto middle = items.items.begin() + n;
    return collection(name == "take" ? Values(items.items.begin(), middle) : Values(middle, items.items.end()));
  }
  if (name == "++") {
    const auto* other = argument.object<Collection>();
    if (!other) failUser(fmt::format("{} is not an array", describe(argument)), where);
    auto all = items.items;
    all.insert(all.end(), other->items.begin(), other->items.end());
    return collection(std::move(all));
  }
  failUnsupported(fmt::format("arrays have no member {}", name), where);
}

}  // namespace stardust::staging
