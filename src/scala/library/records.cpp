// Members of tuples and of other records.
#include <fmt/format.h>

#include <algorithm>

#include "scala/library/library.h"

namespace stardust::scala {
namespace {

/// (a, b).zipped: the tuples of the arrays' elements.
Value zipped(const Record& arrays, const Location& where) {
  std::size_t shortest = SIZE_MAX;
  for (const auto& item : arrays.items) {
    const auto* array = item.object<Collection>();
    if (!array) failUser(fmt::format("{} is not an array", describe(item)), where);
    shortest = std::min(shortest, array->items.size());
  }
  Values tuples;
  for (std::size_t i = 0; i < shortest && !arrays.items.empty(); ++i) {
    Values parts;
    for (const auto& item : arrays.items) parts.push_back(item.object<Collection>()->items[i]);
    tuples.push_back(tuple(std::move(parts)));
  }
  return collection(std::move(tuples));
}

}  // namespace

Value memberOfRecord(Evaluator& e, const Value& self, const Record& record, const std::string& name, Call& c) {
  if (const auto part = fieldOf(record.names, record.items.size(), name)) return record.items[*part];
  if (auto value = e.cases.member(self, name, c)) return *value;
  if (auto value = memberOfOption(e, record, name, c)) return *value;
  if (auto value = memberOfRandom(e, record, name, c)) return *value;
  const auto isRange = [](const Value& item) { return item.object<const Series>() != nullptr; };
  if ((name == "foreach" || name == "map") &&
      std::all_of(record.items.begin(), record.items.end(), isRange)) {  // (0::m, 0::n).foreach{ (i, j) => … }
    const auto table = tabulate(e, record, e.one(c, "the function of the indices"), c.where);
    return name == "map" ? table : Value();
  }
  if (name == "zipped") return zipped(record, c.where);
  if (const auto found = e.names.ofRecords.find(name); found != e.names.ofRecords.end())
    return found->second(e, self, c);
  if (name == "->") return tuple({self, e.one(c, "the second value")});  // 1 -> 2 -> 16
  if (name == "toString") return text(toString(self));
  if (const auto op = operatorOf(name); op != Operator::None && c.has())
    return e.words.binary(op, self, e.one(c, "the second operand"), c.where);
  const auto near = nearest(name, record.names);
  failUser(fmt::format("this {} has no member {}", record.className.empty() ? "tuple" : record.className, name),
           c.where, {}, near ? fmt::format("did you mean {}?", *near) : "");
}

}  // namespace stardust::scala
