#include "scala/values/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace stardust::scala {

std::optional<std::size_t> fieldOf(const std::vector<std::string>& names, std::size_t count, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  if (name.size() != 2 || name[0] != '_' || name[1] < '1') return std::nullopt;
  const auto part = static_cast<std::size_t>(name[1] - '1');
  return part < count ? std::optional(part) : std::nullopt;
}

Value collection(Values items) {
  const auto count = std::ssize(items);
  return collection(std::move(items), {count});
}
Value collection(Values items, std::vector<std::int64_t> dims) {
  return std::make_shared<Collection>(Collection{std::move(items), std::move(dims)});
}
Value ofForm(Value made, Form form) {
  if (auto* list = made.object<Collection>()) list->form = form;
  return made;
}

Value asForeign(Value made, bool isFixed) {
  if (auto* array = made.object<Collection>()) {
    array->isForeign = true;
    array->isFixed = isFixed;
  }
  return made;
}

std::vector<std::int64_t> numbersOf(std::int64_t begin, std::int64_t end, std::int64_t step, const Location& where) {
  if (step == 0) failUser("this range has no end", where);
  const auto from = static_cast<std::uint64_t>(begin), to = static_cast<std::uint64_t>(end),
             stride = static_cast<std::uint64_t>(step);
  const bool isUp = step > 0;
  const std::uint64_t distance = isUp == (begin < end) ? (isUp ? to - from : from - to) : 0;
  const std::uint64_t size = isUp ? stride : 0 - stride, count = distance / size + (distance % size != 0);
  if (count > static_cast<std::uint64_t>(mostElements)) failUser("this range has more than 2^24 elements", where);
  std::vector<std::int64_t> numbers;
  numbers.reserve(count);
  for (std::uint64_t n = 0; n < count; ++n) numbers.push_back(static_cast<std::int64_t>(from + n * stride));
  return numbers;
}
void requireRoom(const Collection& list, std::size_t more, const Location& where) {
  constexpr std::size_t most = std::size_t{1} << 22;
  if (list.items.size() + more > most) failUnsupported("a list that grows has more than 2^22 elements", where);
}
void append(Collection& buffer, const Values& items, const Location& where) {
  requireRoom(buffer, items.size(), where);
  buffer.items.insert(buffer.items.end(), items.begin(), items.end());
  buffer.dims = {std::ssize(buffer.items)};
}
Value tuple(Values items) { return std::make_shared<const Record>(Record{std::move(items), {}, {}}); }
Value recordOf(const DataType& type, Values items) {
  return std::make_shared<const Record>(
      Record{std::move(items), type.names, type.names.empty() ? "" : type.name, type.number});
}
Value zeroOf(const DataType& type) {
  if (type.kind == DataType::Kind::Number) return makeNumber(type.number, std::int64_t{0});
  if (type.kind == DataType::Kind::Other) return {};
  Values parts;
  for (const DataType& part : type.parts) parts.push_back(zeroOf(part));
  return recordOf(type, std::move(parts));
}

std::string keyOf(const Value& value) {
  if (const auto* n = value.get<Number>()) return fmt::format("n{}", n->value());
  if (const auto* s = value.object<const std::string>()) return fmt::format("s{}:{}", s->size(), *s);
  const auto all = [](const Values& items) {
    std::string keys;
    for (const auto& item : items) keys += keyOf(item) + ",";
    return keys;
  };
  if (const auto* record = value.object<const Record>())
    return fmt::format("r{}({})", record->className, all(record->items));
  if (const auto* list = value.object<Collection>()) return fmt::format("c({})", all(list->items));
  if (const auto* object = value.object<Environment>()) return fmt::format("o{}", static_cast<const void*>(object));
  if (const auto* foreign = value.object<const Foreign>()) return foreign->key();
  return describe(value);
}

const char* nameOf(Form form) {
  switch (form) {
    case Form::List: return "List";
    case Form::Vector: return "Vector";
    case Form::Set: return "Set";
    case Form::Map: return "Map";
    case Form::ListBuffer: return "ListBuffer";
    case Form::ArrayBuffer: return "ArrayBuffer";
    default: return nullptr;
  }
}

namespace {

/// k -> v, of a Map
std::string pairOf(const Value& item) {
  const auto* pair = item.object<const Record>();
  return pair && pair->items.size() == 2 ? toString(pair->items[0]) + " -> " + toString(pair->items[1])
                                         : toString(item);
}

}  // namespace

std::string toString(const Value& value) {
  const auto joined = [](const Values& items, const char* separator, bool isMap) {
    std::string all;
    for (std::size_t i = 0; i < items.size(); ++i)
      all += (i == 0 ? "" : separator) + (isMap ? pairOf(items[i]) : toString(items[i]));
    return all;
  };
  if (const auto* n = value.get<Number>()) return toString(*n);
  if (const auto* n = value.object<const std::string>()) return *n;
  const auto* record = value.object<const Record>();
  const auto* instance = record ? record->members.get() : value.object<Environment>();
  if (instance && instance->shown) return instance->shown();
  if (record && record->className == "None") return "None";
  if (record) return fmt::format("{}({})", record->className, joined(record->items, ",", false));
  if (const auto* n = value.object<Collection>()) {
    const auto items = joined(n->items, ", ", n->form == Form::Map);
    return nameOf(n->form) ? fmt::format("{}({})", nameOf(n->form), items) : fmt::format("[{}]", items);
  }
  if (const auto* n = value.object<Environment>();
      n && n->isInstanceOf && n->isInstanceOf->isObject && n->isInstanceOf->isCase)
    return n->isInstanceOf->name;
  const auto* foreign = value.object<const Foreign>();
  return foreign ? foreign->shown() : describe(value);
}

std::string describe(const Value& value) {
  if (value.get<Unit>()) return "nothing";
  if (const auto* n = value.get<Number>()) return fmt::format("the {} {}", toString(n->type), toString(*n));
  const auto* record = value.object<const Record>();
  if (record && isWide(record->number)) return "a value of the accelerator";
  if (value.object<const std::string>()) return "a text";
  if (record) return "a tuple";
  if (value.object<Collection>()) return "an array";
  if (value.object<const Series>()) return "a range";
  if (value.object<const Function>()) return "a function";
  if (const auto* n = value.object<const Foreign>()) return n->described();
  if (const auto* n = value.get<Module>()) return n->name;
  return "an object";
}

std::optional<NumberType> numberTypeOf(const Value& value) {
  if (const auto* n = value.get<Number>()) return n->type;
  if (const auto* n = value.object<const Foreign>()) return n->numberType();
  if (const auto* n = value.object<const Record>(); n && isWide(n->number)) return n->number;
  if (const auto* n = value.object<Collection>())
    return n->items.empty() ? std::nullopt : numberTypeOf(n->items.front());
  return std::nullopt;
}

bool isUnknownNumber(const Value& value) {
  const auto* foreign = value.object<const Foreign>();
  return foreign && foreign->isNumber();
}

bool isNumber(const Value& value) {
  const auto* record = value.object<const Record>();
  return value.get<Number>() || (record && isWide(record->number)) || isUnknownNumber(value);
}

Number numberOf(const NumberTree& n, const Location& where) {
  const char suffix = n.text.back();
  const bool isLong = suffix == 'L' || suffix == 'l';
  if (!n.isDecimal) {
    std::int64_t value = 0;
    const auto* end = n.text.data() + n.text.size();
    const auto x = n.text.find_first_of("xX");
    const bool isHex = x != std::string::npos;
    if (std::from_chars(n.text.data() + (isHex ? x + 1 : 0), end, value, isHex ? 16 : 10).ec != std::errc())
      failUser("this number is out of range", where);
    if (isHex && n.text.front() == '-') value = -value;
    if (n.isCharacter) return makeNumber(character, value);
    return Number{isLong || value > INT32_MAX || value < INT32_MIN ? unstagedLong : unstagedInt, value, 0};
  }
  double value = 0;
  const auto parsed = std::from_chars(n.text.data(), n.text.data() + n.text.size(), value);
  if (parsed.ec != std::errc()) failUser("this number is out of range", where);
  return makeNumber(suffix == 'f' || suffix == 'F' ? unstagedFloat : unstagedDouble, value);
}

}  // namespace stardust::scala
