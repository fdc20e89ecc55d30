#include "staging/value.h"

#include <fmt/format.h>

#include <algorithm>

#include "staging/words.h"

namespace stardust::staging {

std::int64_t Memory::size() const {
  std::int64_t product = 1;
  for (const auto dim : dims) product *= dim;
  return product;
}

std::optional<std::size_t> fieldOf(const std::vector<std::string>& names, std::size_t count, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  if (name.size() != 2 || name[0] != '_' || name[1] < '1') return std::nullopt;
  const auto part = static_cast<std::size_t>(name[1] - '1');
  return part < count ? std::optional(part) : std::nullopt;
}

MemoryRef Memory::field(const std::string& part) const {
  if (isNumber()) return nullptr;
  const auto found = fieldOf(whole.names, fields.size(), part);
  return found ? fields[*found] : nullptr;
}

namespace {

void addLeaves(const MemoryRef& memory, bool toWords, std::vector<MemoryRef>& all) {
  if (toWords ? !memory->isStruct() : memory->isNumber()) return all.push_back(memory);
  for (const auto& field : memory->fields) addLeaves(field, toWords, all);
}

}  // namespace

std::vector<MemoryRef> leavesOf(const MemoryRef& memory) {
  std::vector<MemoryRef> all;
  addLeaves(memory, true, all);
  return all;
}

std::vector<MemoryRef> numbersOf(const MemoryRef& memory) {
  std::vector<MemoryRef> all;
  addLeaves(memory, false, all);
  return all;
}

DataType inWords(const DataType& type) {
  if (type.kind != DataType::Kind::Number || !isWide(type.number)) return type;
  DataType words(DataType::Kind::Struct, toString(type.number));
  words.number = type.number;
  words.parts = {uint32, type.number.isSigned ? int32 : uint32};
  words.names = {"low", "high"};
  return words;
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

Value ofSpatial(Value made, bool isFixed) {
  if (auto* array = made.object<Collection>()) {
    array->isOfSpatial = true;
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
  if (const auto* memory = std::get_if<MemoryRef>(&value.data)) return fmt::format("m{}", (*memory)->name);
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
  const auto* memory = std::get_if<MemoryRef>(&value.data);
  const bool isArgument =
      memory && (*memory)->isScalar() && (*memory)->isNumber() && (*memory)->kind != Memory::Kind::Reg;
  return isArgument ? toString(numberIn(**memory)) : describe(value);
}

std::string describe(const Value& value) {
  if (value.get<Unit>()) return "nothing";
  if (const auto* n = value.get<Number>()) return fmt::format("the {} {}", toString(n->type), toString(*n));
  const auto* record = value.object<const Record>();
  if (value.get<Staged>() || (record && isWide(record->number))) return "a value of the accelerator";
  if (value.object<const std::string>()) return "a text";
  if (record) return "a tuple";
  if (value.object<Collection>()) return "an array";
  if (value.object<const Series>()) return "a range";
  if (value.object<const Function>()) return "a function";
  if (const auto* n = std::get_if<MemoryRef>(&value.data)) return fmt::format("the memory {}", (*n)->name);
  if (value.object<const Section>()) return "a part of a memory";
  if (const auto* n = value.get<Builtin>()) return n->name;
  return "an object";
}

}  // namespace stardust::staging
