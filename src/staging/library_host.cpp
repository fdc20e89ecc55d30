// The host: arguments, DRAM contents, output, checks.
#include <fmt/format.h>

#include <cmath>

#include "staging/library.h"

namespace stardust::staging {
namespace {

constexpr std::int64_t mostElements = std::int64_t{1} << 27;

std::int64_t sizeOf(const std::vector<std::int64_t>& dims, const Location& where) {
  std::int64_t size = 1;
  for (const auto dim : dims) {
    if (dim < 0 || (dim > 0 && size > mostElements / dim))
      failUnsupported("an array has more than 2^27 elements", where);
    size *= dim;
  }
  return size;
}

/// splitmix64: programs are given the same numbers in every run.
std::uint64_t randomBits(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  auto z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace

/// An array whose elements are a function of their indices.
Value Evaluator::tabulate(const std::vector<std::int64_t>& dims, const Value& function, const Location& where) {
  const auto size = sizeOf(dims, where);
  Values items;
  items.reserve(static_cast<std::size_t>(size));
  std::vector<std::int64_t> index(dims.size(), 0);
  for (std::int64_t n = 0; n < size; ++n) {
    Values indices;
    for (const auto i : index) indices.push_back(makeNumber(int32, i));
    items.push_back(invoke(function, std::move(indices), where));
    for (auto d = dims.size(); d-- > 0;) {
      if (++index[d] < dims[d]) break;
      index[d] = 0;
    }
  }
  return collection(std::move(items), dims);
}

/// (0::m, 0::n){ (i, j) => … }: a matrix.
Value Evaluator::tabulate(const Record& ranges, const Value& function, const Location& where) {
  std::vector<std::int64_t> dims, begins;
  for (const auto& item : ranges.items) {
    const auto* range = item.object<const Series>();
    const auto begin = range ? integer(hostValue(range->begin), "the begin of a range", where) : 0;
    const auto end = integer(hostValue(range ? range->end : item), "the end of a range", where);
    begins.push_back(begin);
    dims.push_back(std::max<std::int64_t>(0, end - begin));
  }
  const Value shifted = std::make_shared<const Function>(
      Function{nullptr, nullptr, {}, {}, [&](Values indices, const Location&) {
                 for (std::size_t i = 0; i < indices.size(); ++i) {
                   if (begins[i] != 0)
                     indices[i] = binary(Operator::Add, indices[i], makeNumber(int32, begins[i]), where);
                 }
                 return invoke(function, std::move(indices), where);
               }});
  return tabulate(dims, shifted, where);
}

Value Evaluator::random(const NumberType& type, const Value& most, const Location& where) {
  const double fraction = static_cast<double>(randomBits(random_) >> 11) * 0x1p-53;
  if (type.kind == NumberType::Kind::Bit) return makeBit(fraction < 0.5);
  if (!most.get<Unit>()) {
    const auto limit = number(most, "the limit of random", where).value();
    if (type.kind == NumberType::Kind::Fixed && type.fraction == 0)
      return makeNumber(type, std::floor(fraction * limit));
    return makeNumber(type, fraction * limit);
  }
  if (type.kind == NumberType::Kind::Float) return makeNumber(type, fraction);
  return makeNumber(type, static_cast<std::int64_t>(randomBits(random_) >> 33));
}

void Evaluator::setMem(const MemoryRef& dram, const Value& value, const Location& where) {
  if (dram->kind != Memory::Kind::Dram) failUser(fmt::format("{} is not a DRAM", dram->name), where);
  const auto* items = value.object<Collection>();
  if (!items) failUser(fmt::format("{} is not an array", describe(value)), where);
  if (std::ssize(items->items) > dram->size()) {
    failUser(
        fmt::format("the array has {} elements, {} has room for {}", items->items.size(), dram->name, dram->size()),
        where);
  }
  if (dram->words.size() < items->items.size()) dram->words.resize(items->items.size());
  for (std::size_t i = 0; i < items->items.size(); ++i) {
    const auto n = number(items->items[i], "an element of the array", where);
    if (!n.type.isUnstaged && !(n.type == dram->type)) {
      failUser(fmt::format("the elements have the type {}, those of {} have {}", toString(n.type), dram->name,
                           toString(dram->type)),
               where);
    }
    dram->words[i] = wordOf(convert(n, dram->type), where);
  }
}

Value Evaluator::getMem(const MemoryRef& dram, bool isFlat) {
  const auto size = static_cast<std::size_t>(dram->size());
  Values items;
  items.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    items.push_back(numberOfWord(i < dram->words.size() ? dram->words[i] : 0, dram->type));
  }
  return isFlat ? collection(std::move(items)) : collection(std::move(items), dram->dims);
}

/// The elements of a DRAM or array, or one number.
Values Evaluator::elementsOf(const Value& value, const Location& where) {
  if (const auto* memory = std::get_if<MemoryRef>(&value.data); memory && (*memory)->kind == Memory::Kind::Dram) {
    return std::get<std::shared_ptr<Collection>>(getMem(*memory, true).data)->items;
  }
  if (const auto* items = value.object<Collection>()) return items->items;
  return {number(value, "the value", where)};
}

Value Evaluator::checkGold(const Values& v, const Location& where) {
  if (v.size() < 2) failUser("checkGold has a result and what is expected", where);
  const auto result = elementsOf(v[0], where), gold = elementsOf(v[1], where);
  const double margin = v.size() > 2 ? number(v[2], "the margin", where).value() : 0;
  if (result.size() < gold.size()) failUser("the result is shorter than what is expected", where);
  for (std::size_t i = 0; i < gold.size(); ++i) {
    const double difference = number(result[i], "", where).value() - number(gold[i], "", where).value();
    if (!(std::abs(difference) <= margin)) return makeBit(false);
  }
  return makeBit(true);
}

Value Evaluator::check(const Values& v, const Location& where) {
  if (isStaging() || v.empty()) return {};
  if (number(v[0], "what is asserted", where).isTrue()) {
    ++outcome_.asserts;
  } else {
    const auto said = v.size() > 1 ? ": " + toString(v[1]) : std::string();
    const auto lines = std::count(where.source->text.begin(),
                                  where.source->text.begin() + static_cast<std::ptrdiff_t>(where.span.begin), '\n');
    outcome_.failed.push_back(fmt::format("the assertion in line {} does not hold{}", lines + 1, said));
  }
  return {};
}

/// A title, then the rows of an array.
void Evaluator::printArray(const Values& v, const Location&) {
  if (isStaging() || v.empty()) return;
  if (v.size() > 1) outcome_.printed += toString(v[1]) + "\n";
  const auto* items = v[0].object<Collection>();
  if (!items) return;
  const auto columns =
      items->dims.empty() ? 1 : static_cast<std::size_t>(std::max<std::int64_t>(1, items->dims.back()));
  for (std::size_t i = 0; i < items->items.size(); ++i) {
    outcome_.printed += toString(items->items[i]) + ((i + 1) % columns == 0 ? "\n" : " ");
  }
}

void Library::addHost(Table& t) {
  const auto add = [&](const char* name, std::function<Value(Evaluator&, const Values&, Call&)> f) {
    t[name] = [f = std::move(f)](Evaluator& e, Call& c) {
      if (!c.has()) failUser("the arguments are missing", c.where);
      const auto v = e.arguments(c.next(), c.scope);
      return f(e, v, c);
    };
  };
  const auto memory = [](const Values& v, const Call& c) {
    const auto* found = v.empty() ? nullptr : std::get_if<MemoryRef>(&v[0].data);
    if (!found) failUser("the first argument is a memory", c.where);
    return *found;
  };
  add("setArg", [memory](Evaluator& e, const Values& v, Call& c) -> Value {
    const auto target = memory(v, c);
    const bool isArgument = target->kind == Memory::Kind::ArgIn || target->kind == Memory::Kind::HostIO;
    if (!isArgument || v.size() != 2) failUser("setArg has an ArgIn and a value", c.where);
    target->word = Evaluator::wordOf(convert(e.number(v[1], "the value", c.where), target->type), c.where);
    return {};
  });
  add("getArg", [memory](Evaluator&, const Values& v, Call& c) -> Value {
    const auto source = memory(v, c);
    return Evaluator::numberOfWord(source->word, source->type);
  });
  add("setMem", [memory](Evaluator& e, const Values& v, Call& c) -> Value {
    if (v.size() != 2) failUser("setMem has a DRAM and an array", c.where);
    e.setMem(memory(v, c), v[1], c.where);
    return {};
  });
  add("getMem", [memory](Evaluator& e, const Values& v, Call& c) { return e.getMem(memory(v, c), true); });
  for (const char* name : {"getMatrix", "getTensor3", "getTensor4", "getTensor5"}) {
    add(name, [memory](Evaluator& e, const Values& v, Call& c) { return e.getMem(memory(v, c), false); });
  }
  add("assert", [](Evaluator& e, const Values& v, Call& c) { return e.check(v, c.where); });
  add("checkGold", [](Evaluator& e, const Values& v, Call& c) { return e.checkGold(v, c.where); });
  add("approxEql", [](Evaluator& e, const Values& v, Call& c) -> Value {
    if (v.size() < 2) failUser("approxEql has two values", c.where);
    const auto a = e.elementsOf(v[0], c.where), b = e.elementsOf(v[1], c.where);
    const double margin = v.size() > 2 ? e.number(v[2], "the margin", c.where).value() : 0.1;
    bool isClose = a.size() == b.size();
    for (std::size_t i = 0; isClose && i < a.size(); ++i) {
      const double x = e.number(a[i], "", c.where).value(), y = e.number(b[i], "", c.where).value();
      isClose = std::abs(x - y) <= std::abs(x) * margin;
    }
    return makeBit(isClose);
  });
  t["println"] = [](Evaluator& e, Call& c) -> Value {
    const auto v = c.has() ? e.arguments(c.next(), c.scope) : Values();
    if (!e.isStaging()) e.outcome_.printed += (v.empty() ? "" : toString(v[0])) + "\n";
    return {};
  };
  add("print", [](Evaluator& e, const Values& v, Call&) -> Value {
    if (!e.isStaging() && !v.empty()) e.outcome_.printed += toString(v[0]);
    return {};
  });
  for (const char* name :
       {"printArray", "printMatrix", "printTensor3", "printTensor4", "printTensor5", "printSRAM1", "printSRAM2"}) {
    add(name, [](Evaluator& e, const Values& v, Call& c) -> Value {
      e.printArray(v, c.where);
      return {};
    });
  }
  t["random"] = [](Evaluator& e, Call& c) {
    const auto type = e.typeArgument(c);
    const auto v = c.has() ? e.arguments(c.next(), c.scope) : Values();
    return e.random(type, v.empty() ? Value() : v[0], c.where);
  };
  add("pack", [](Evaluator&, const Values& v, Call&) { return tuple(v); });
  add("bound", [](Evaluator&, const Values&, Call&) -> Value { return {}; });
}

void Library::addCollections(Table& t) {
  for (const std::string module : {"Array", "List", "Seq", "Vector", "IndexedSeq", "Matrix", "Tensor3"}) {
    t[module + ".apply"] = [](Evaluator& e, Call& c) {
      const bool isTyped = !c.types.empty();
      const auto type = isTyped ? e.typeArgument(c) : int32;
      auto items = e.arguments(c.next(), c.scope);
      for (auto& item : items) {
        if (isTyped && item.get<Number>()) item = e.converted(item, type, c.where);
      }
      return collection(std::move(items));
    };
    t[module + ".tabulate"] = [](Evaluator& e, Call& c) {
      std::vector<std::int64_t> dims;
      for (const auto& size : e.arguments(c.next(), c.scope))
        dims.push_back(e.integer(e.hostValue(size), "a size", c.where));
      return e.tabulate(dims, e.one(c, "the function of the indices"), c.where);
    };
    t[module + ".fill"] = [](Evaluator& e, Call& c) {
      std::vector<std::int64_t> dims;
      for (const auto& size : e.arguments(c.next(), c.scope))
        dims.push_back(e.integer(e.hostValue(size), "a size", c.where));
      const auto& list = c.next();
      if (list.size() != 1) failUser("fill has one element", c.where);
      const Value each = std::make_shared<const Function>(Function{
          nullptr, nullptr, {}, {}, [&](Values, const Location&) { return e.evaluate(list.front().value, c.scope); }});
      return e.tabulate(dims, each, c.where);
    };
    t[module + ".empty"] = [](Evaluator& e, Call& c) {
      const auto type = e.typeArgument(c);
      const auto sizes = c.has() ? e.arguments(c.next(), c.scope) : Values();
      const auto size = sizes.empty() ? 0 : e.integer(e.hostValue(sizes[0]), "a size", c.where);
      return collection(Values(static_cast<std::size_t>(std::clamp<std::int64_t>(size, 0, mostElements)),
                               makeNumber(type, std::int64_t{0})));
    };
  }
}

}  // namespace stardust::staging
