// The host: arguments, DRAM contents, output, checks.
#include <fmt/format.h>

#include <cmath>

#include "spatial/dsl/names/names.h"
#include "spatial/dsl/restrictions.h"
#include "spatial/dsl/words/random_words.h"
#include "support/plural.h"

namespace stardust::dsl {
namespace {

using Kind = Memory::Kind;
using SpatialFunction = std::function<Value(Dsl&, const Values&, Call&)>;

const MemoryRef& memoryOf(const Values& v, const Location& where) {
  const auto* found = v.empty() ? nullptr : v[0].get<MemoryRef>();
  if (!found) failUser("the first argument is a memory", where);
  return *found;
}

Value getArg(const MemoryRef& source) {
  if (source->isNumber()) return numberIn(*source);
  Values parts;
  for (const auto& field : source->fields) parts.push_back(getArg(field));
  return recordOf(source->whole, std::move(parts));
}

void setMem(Dsl& e, const MemoryRef& dram, const Values& items, const Location& where) {
  if (dram->kind != Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram->name), where);
  if (!dram->isNumber()) {
    std::vector<Values> columns(dram->fields.size());
    for (const auto& item : items) {
      const auto parts = e.words.partsOf(item, dram->whole, "an element of the array", where);
      for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(parts[i]);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) setMem(e, dram->fields[i], columns[i], where);
    return;
  }
  for (const auto& leaf : leavesOf(dram)) leaf->words.resize(std::max(leaf->words.size(), items.size()));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto n = e.words.number(items[i], "an element of the array", where);
    if (!n.type.isUnstaged && !(n.type == dram->numberType())) {
      failUser(fmt::format("the elements have the type {}, those of {} have {}", toString(n.type), dram->name,
                           toString(dram->numberType())),
               where);
    }
    putNumber(*dram, n, i);
  }
}

/// Elements beyond the size of a DRAM are not words of it, but lie behind its end, where a transfer that crosses the
/// end reads them.
void warnOfSurplus(Dsl& e, const MemoryRef& dram, std::size_t elements, const Location& where) {
  const auto size = static_cast<std::size_t>(dram->size());
  if (elements <= size) return;
  e.warnings.emplace_back(
      "set-mem-surplus",
      Diagnostic{Family::User,
                 fmt::format("the array has {}, {} has room for {}", counted(elements, "element"), dram->name, size),
                 where, "The others lie behind the end of the DRAM.", "declare it with the size of the array"});
}

Values wordsOf(const MemoryRef& dram) {
  const auto size = static_cast<std::size_t>(dram->size());
  Values items;
  items.reserve(size);
  std::vector<Values> columns;
  if (!dram->isNumber())
    for (const auto& field : dram->fields) columns.push_back(wordsOf(field));
  for (std::size_t i = 0; i < size; ++i) {
    if (columns.empty()) {
      items.push_back(numberIn(*dram, i));
      continue;
    }
    Values parts;
    for (const auto& column : columns) parts.push_back(column[i]);
    items.push_back(recordOf(dram->whole, std::move(parts)));
  }
  return items;
}

Value getMem(const MemoryRef& dram, bool isFlat, const Location& where) {
  if (dram->kind != Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram->name), where);
  return isFlat ? collection(wordsOf(dram)) : collection(wordsOf(dram), dram->dims);
}

/// Appends the numbers of a value, including those of struct fields.
void addNumbers(Dsl& e, const Value& value, std::vector<Number>& numbers, const Location& where) {
  if (const auto* record = value.object<const Record>()) {
    for (const auto& item : record->items) addNumbers(e, item, numbers, where);
  } else {
    numbers.push_back(e.words.number(value, "the value", where));
  }
}

std::vector<Number> numbersOf(Dsl& e, const Value& value, const Location& where) {
  std::vector<Number> numbers;
  for (const auto& item : elementsOf(e.evaluator, value, where)) addNumbers(e, item, numbers, where);
  return numbers;
}

/// An argument of the last argument list, as written; null if it is missing.
Tree argumentOf(const Call& c, std::size_t n) {
  const auto& list = *c.lists.at(c.used - 1);
  return n < list.size() ? list[n].value : Tree();
}

constexpr double defaultMargin = 0.1;

/// Equal element counts, and differences of at most margin times the magnitude of `a`.
Value areClose(const std::vector<Number>& a, const std::vector<Number>& b, double margin) {
  bool isClose = a.size() == b.size();
  for (std::size_t i = 0; isClose && i < a.size(); ++i)
    isClose = distance(a[i], b[i]) <= std::abs(a[i].value()) * margin;
  return makeBit(isClose);
}

/// checkGold(result, gold, margin): `gold` may be a file name. Without a margin, numbers must be equal; those of a
/// file, approximately.
Value checkGold(Dsl& e, const Values& v, Call& c) {
  if (v.size() < 2) failUser("checkGold takes a result and the expected values", c.where);
  requireTypedElements(argumentOf(c, 1));
  requireGoldShape(v[0], v[1], c.where);
  if (v.size() > 2) requireMargin(v[2], c.where);
  const bool isFile = v[1].object<const std::string>() != nullptr;
  const auto expected = isFile ? collection(numbersOfFile(e, toString(v[1]), e.typeArgument(c), c.where)) : v[1];
  const double margin = v.size() > 2 ? e.words.number(v[2], "the margin", c.where).value() : isFile ? defaultMargin : 0;
  return areClose(numbersOf(e, v[0], c.where), numbersOf(e, expected, c.where), margin);
}

/// approxEql(a, b, margin)
Value approxEql(Dsl& e, const Values& v, Call& c) {
  if (v.size() < 2) failUser("approxEql has two values", c.where);
  if (v.size() > 2) requireMargin(v[2], c.where);
  const double margin = v.size() > 2 ? e.words.number(v[2], "the margin", c.where).value() : defaultMargin;
  return areClose(numbersOf(e, v[0], c.where), numbersOf(e, v[1], c.where), margin);
}

/// Prints a title, then the rows of an array.
Value printArray(Dsl& e, const Values& v, Call& c) {
  if (v.empty()) return {};
  if (v.size() > 1) print(e.evaluator, toString(v[1]) + "\n", c.where);
  const auto* items = v[0].object<Collection>();
  if (!items) return {};
  const auto columns =
      items->dims.empty() ? 1 : static_cast<std::size_t>(std::max<std::int64_t>(1, items->dims.back()));
  for (std::size_t i = 0; i < items->items.size(); ++i)
    print(e.evaluator, toString(items->items[i]) + ((i + 1) % columns == 0 ? "\n" : " "), c.where);
  return {};
}

/// The arguments are not evaluated in Accel.
Handler hostOnly(const std::string& name, const SpatialFunction& f) {
  return [name, f](Dsl& e, Call& c) -> Value {
    if (!e.staging.isSilent(name, c.where)) return f(e, c.has() ? e.list(c) : Values(), c);
    if (c.has()) c.next();
    return {};
  };
}

Handler withValues(const SpatialFunction& f) {
  return [f](Dsl& e, Call& c) { return f(e, e.list(c), c); };
}

void addChecksAndOutput(Functions& t) {
  t["assertIf"] =
      hostOnly("assertIf", [](Dsl& e, const Values& v, Call& c) -> Value {  // assertIf(condition, assertion, …)
        if (v.empty()) failUser("the condition is missing", c.where);
        return e.words.number(v[0], "the condition", c.where).isTrue()
                   ? check(e.evaluator, Values(v.begin() + 1, v.end()), c)
                   : Value();
      });
  t["checkGold"] = withValues(checkGold);
  t["approxEql"] = withValues(approxEql);
  for (const char* name :
       {"printArray", "printMatrix", "printTensor3", "printTensor4", "printTensor5", "printSRAM1", "printSRAM2"})
    t[name] = hostOnly(name, printArray);
  // Only timing or a debugger observes these.
  for (const char* name : {"sleep", "retimeGate"}) {
    t[name] = [](Dsl&, Call& c) -> Value {
      if (c.has()) c.next();
      return {};
    };
  }
  // Execution past these would not have the results that the program intends.
  for (const char* name : {"breakpoint", "exit"}) {
    t[name] = [name](Dsl&, Call& c) -> Value {
      failUnsupported(fmt::format("{} is not supported: a program runs to its end here", name), c.where, {},
                      "leave a loop with break or breakWhen(condition)");
    };
  }
}

}  // namespace

void setArg(Dsl& e, const MemoryRef& target, const Value& value, const Location& where) {
  if (!target->isNumber()) {
    const auto parts = e.words.partsOf(value, target->whole, "the value", where);
    for (std::size_t i = 0; i < parts.size(); ++i) setArg(e, target->fields[i], parts[i], where);
    return;
  }
  if (e.stage.isActive()) return e.memories.access.set(target, value, where);
  if (target->kind != Kind::ArgIn && target->kind != Kind::HostIO)
    failUser(fmt::format("{} is not an argument of the accelerator", target->name), where, {},
             "declare it as an ArgIn");
  putNumber(*target, e.words.number(value, "the value", where));
}

std::optional<Values> contentsOf(const Dsl& e, const Value& value) {
  const auto* memory = value.get<MemoryRef>();
  if (memory && (*memory)->kind == Kind::Dram) return wordsOf(*memory);
  if (memory && !e.stage.isActive() && (*memory)->kind == Kind::ArgOut) return Values{getArg(*memory)};
  return std::nullopt;
}

void addHost(Functions& t) {
  t["setArg"] = withValues([](Dsl& e, const Values& v, Call& c) -> Value {
    if (v.size() != 2) failUser("setArg has an argument of the accelerator and a value", c.where);
    setArg(e, memoryOf(v, c.where), v[1], c.where);
    return {};
  });
  t["getArg"] = withValues([](Dsl&, const Values& v, Call& c) -> Value { return getArg(memoryOf(v, c.where)); });
  t["setMem"] = withValues([](Dsl& e, const Values& v, Call& c) -> Value {
    if (v.size() != 2) failUser("setMem has a DRAM and an array", c.where);
    requireTypedElements(argumentOf(c, 1));
    const auto* items = v[1].object<Collection>();
    if (!items) failUser(fmt::format("{} is not an array", describe(v[1])), c.where);
    setMem(e, memoryOf(v, c.where), items->items, c.where);
    warnOfSurplus(e, memoryOf(v, c.where), items->items.size(), c.where);
    return {};
  });
  t["getMem"] = withValues([](Dsl&, const Values& v, Call& c) { return getMem(memoryOf(v, c.where), true, c.where); });
  for (const char* name : {"getMatrix", "getTensor3", "getTensor4", "getTensor5"})
    t[name] = withValues([](Dsl&, const Values& v, Call& c) { return getMem(memoryOf(v, c.where), false, c.where); });
  t["random"] = [](Dsl& e, Call& c) {
    const auto type = e.dataTypeArgument(c);
    const auto v = c.has() ? e.list(c) : Values();
    return (e.stage.isActive() ? randomOfAccel : randomOfHost)(e, type, v.empty() ? Value() : v[0], c.where);
  };
  t["define"] = t["loadParam"] = withValues([](Dsl&, const Values& v, Call& c) {  // a named parameter, with its default
    if (v.size() != 2) failUser("a parameter has a name and a value", c.where);
    return v[1];
  });
  t["param"] = withValues([](Dsl&, const Values& v, Call& c) {  // a parameter of design-space exploration
    if (v.size() != 1) failUser("param has a value", c.where);
    return v[0];
  });
  t["pack"] = withValues([](Dsl&, const Values& v, Call&) { return tuple(v); });
  for (const char* name : {"Tup2", "Tup3", "Tuple2", "Tuple3"}) t[name] = t["pack"];
  t["Args"] = withValues([](Dsl& e, const Values& v, Call& c) {  // command-line arguments, for runtimeArgs
    std::string all;
    for (const auto& list : v) {
      const auto* words = list.object<Collection>();
      for (const auto& word : words ? elementsOf(e.evaluator, list, c.where) : Values{list})
        all += (all.empty() ? "" : " ") + toString(word);
    }
    return text(std::move(all));
  });
  t["NoArgs"] = [](Dsl&, Call&) { return text(""); };
  addChecksAndOutput(t);
}

}  // namespace stardust::dsl
