// Members of values: numbers, ranges, structs, texts and instances.
#include <fmt/format.h>

#include <algorithm>

#include "staging/library.h"
#include "staging/refused.h"

namespace stardust::staging {
namespace {

/// Numbers beyond those of a type become its least or greatest.
Value saturated(Evaluator& e, const Value& x, const NumberType& type, const Location& where) {
  const auto from = numberTypeOf(x);
  if (!from || type.kind != NumberType::Kind::Fixed) return e.words.converted(x, type, where);
  const auto greatest = static_cast<std::int64_t>(~std::uint64_t{0} >> (64 - type.bits() + (type.isSigned ? 1 : 0)));
  Value result = x;
  for (const bool isLeast : {true, false}) {
    const Number limit{type, isLeast ? (type.isSigned ? -greatest - 1 : 0) : greatest, 0};
    const auto there = convert(limit, *from);
    if (distance(there, limit) == 0 ||
        from->kind == NumberType::Kind::Float)  // else no number of the other type is beyond it
      result = e.words.math(isLeast ? "max" : "min", {result, there}, where);
  }
  return e.words.converted(result, type, where);
}

/// a +! b: computed in more bits than the type has.
Value saturating(Evaluator& e, Operator op, const Value& a, const Value& b, const Location& where) {
  const auto left = numberTypeOf(a), right = numberTypeOf(b);
  const auto type = left && right ? commonType(*left, *right) : std::nullopt;
  if (!type || type->kind != NumberType::Kind::Fixed) return e.words.binary(op, a, b, where);
  if (type->bits() > 32) failUnsupported("operators that saturate have at most 32 bits", where);
  auto wider = *type;
  wider.isSigned |= op == Operator::Sub;
  wider.integer = type->bits() <= 16 && type->fraction == 0 ? 32 : 64 - type->fraction;
  const auto result = e.words.binary(op, e.words.converted(a, wider, where), e.words.converted(b, wider, where), where);
  return saturated(e, result, *type, where);
}

/// Of Ints in a class of Spatial, counters.
bool makesCounters(Evaluator& e, const Value& begin, const Location& where) {
  const auto* n = begin.get<Number>();
  const bool isOfInts = !n || (n->type.kind == NumberType::Kind::Fixed && !n->type.isCharacter &&
                               (n->type.integer <= 32 || !n->type.isUnstaged));
  return isOfInts && e.isInSpatial(where);
}

Value rangeTo(Evaluator& e, const Value& begin, Call& c, bool isInclusive) {
  const auto end = e.one(c, "the end of the range");
  return series({begin, isInclusive ? e.words.binary(Operator::Add, end, intValue(1), c.where) : end, intValue(1),
                 intValue(1), false, false, isInclusive, !isInclusive && makesCounters(e, begin, c.where)});
}

/// 3 to 0 by -1 ends at -1, and 0 to 3 by 1 at 4.
Series withStep(Evaluator& e, const Series& range, const Value& step, const Location& where) {
  Series result = range;
  result.step = step;
  const auto* known = step.get<Number>();
  const bool isDown = known && apply(Operator::Lt, *known, makeNumber(known->type, std::int64_t{0}))->isTrue();
  if (range.isInclusive && isDown) result.end = e.words.binary(Operator::Sub, range.end, intValue(2), where);
  result.isInclusive = false;
  return result;
}

/// As Scala writes an integer in base 2, 8 or 16: a negative one as the bits of its type.
std::string digitsOf(std::int64_t value, const NumberType& type, int bitsOfDigit) {
  auto bits = static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - std::clamp(type.bits(), 32, 64)));
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[bits & ((1u << bitsOfDigit) - 1)]);
    bits >>= bitsOfDigit;
  } while (bits != 0);
  return digits;
}

Value prepended(const Value& x, const Value& list, const Location& where) {
  const auto* rest = list.object<Collection>();
  if (!rest) failUser(fmt::format("{} is no list", describe(list)), where);
  Values all{x};
  all.insert(all.end(), rest->items.begin(), rest->items.end());
  return ofForm(collection(std::move(all)), rest->form);
}

Members<Value> makeNumberMembers() {
  Members<Value> t;
  for (const auto& [name, bits] :
       std::map<std::string, int>{{"toBinaryString", 1}, {"toOctalString", 3}, {"toHexString", 4}}) {
    t[name] = [bitsOfDigit = bits](Evaluator& e, const Value& x, Call& c) {
      return text(digitsOf(e.words.integer(x, "the number", c.where), numberTypeOf(x).value_or(int32), bitsOfDigit));
    };
  }
  t["until"] = [](Evaluator& e, const Value& x, Call& c) { return rangeTo(e, x, c, false); };
  t["to"] = [](Evaluator& e, const Value& x, Call& c) {
    if (!c.types.empty() && isTextType(e.dataTypeArgument(c))) return text(toString(x));
    return c.types.empty() ? rangeTo(e, x, c, true) : e.words.converted(x, e.typeArgument(c), c.where);
  };
  t["as"] = reinterpreted;
  t["asBits"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.bitsOf(x, c.where); };
  for (int bits = 1; bits <= 64; ++bits) {  // x.as32b
    const NumberType type{NumberType::Kind::Fixed, false, false, bits, 0};
    t[fmt::format("as{}b", bits)] = [type](Evaluator& e, const Value& x, Call& c) {
      return e.words.reinterpreted(x, type, c.where);
    };
  }
  t["toUnchecked"] = [](Evaluator& e, const Value& x, Call& c) {
    return e.words.converted(x, e.typeArgument(c), c.where);
  };
  t["toSaturating"] = [](Evaluator& e, const Value& x, Call& c) { return saturated(e, x, e.typeArgument(c), c.where); };
  // The & of *& asks for unbiased rounding: down is one of the two results it may have.
  for (const char* name : {"+!", "-!", "*!", "/!", "*&!", "/&!"}) {
    const auto op = operatorOf(std::string(name, 1));
    t[name] = [op](Evaluator& e, const Value& x, Call& c) {
      return saturating(e, op, x, e.one(c, "the second operand"), c.where);
    };
  }
  t["::"] = [](Evaluator& e, const Value& x, Call& c) {
    const auto end = e.one(c, "the end of the range");
    if (end.object<Collection>()) return prepended(x, end, c.where);
    const auto* rest = end.object<const Series>();  // begin :: step :: end
    return rest ? series({x, rest->end, rest->begin, rest->par, false, false})
                : series({x, end, intValue(1), intValue(1), false, false, false, makesCounters(e, x, c.where)});
  };
  t["by"] = [](Evaluator& e, const Value& x, Call& c) {
    return series({intValue(0), x, e.one(c, "the step"), intValue(1), false, false});
  };
  t["par"] = [](Evaluator& e, const Value& x, Call& c) {
    return series({intValue(0), x, intValue(1), e.one(c, "par"), false, false});
  };
  t["+:"] = [](Evaluator& e, const Value& x, Call& c) {  // x +: list
    return prepended(x, e.one(c, "the list"), c.where);
  };
  t["->"] = [](Evaluator& e, const Value& x, Call& c) {
    return tuple(e.words.bound(Values{x, e.one(c, "the second value")}, c.where));
  };
  t["toInt"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedInt, c.where); };
  t["toLong"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedLong, c.where); };
  t["toFloat"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedFloat, c.where); };
  t["toDouble"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.converted(x, unstagedDouble, c.where); };
  for (const char* name : {"min", "max"})
    t[name] = [name](Evaluator& e, const Value& x, Call& c) {
      return e.words.math(name, {x, e.one(c, "the other value")}, c.where);
    };
  t["isNaN"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.binary(Operator::Ne, x, x, c.where); };
  t["abs"] = [](Evaluator& e, const Value& x, Call& c) { return e.words.math("abs", {x}, c.where); };
  t["toText"] = [](Evaluator&, const Value& x, Call&) { return x.get<Number>() ? text(toString(x)) : x; };
  for (const char* name : {"value", "unstaged", "s"}) t[name] = [](Evaluator&, const Value& x, Call&) { return x; };
  t["toString"] = [](Evaluator&, const Value& x, Call&) { return text(toString(x)); };
  t["toChar"] = [](Evaluator& e, const Value& x, Call& c) {
    return e.words.converted(x, x.get<Staged>() ? NumberType{NumberType::Kind::Fixed, false, false, 8, 0} : character,
                             c.where);
  };
  addCharacters(t);
  t["bit"] = [](Evaluator& e, const Value& x, Call& c) {  // x.bit(i): one of its bits
    return e.words.bitOf(x, e.one(c, "the place of the bit"), c.where);
  };
  t["bits"] = [](Evaluator& e, const Value& x, Call& c) {  // x.bits(7::0): a part of them, the last of which comes last
    const auto range = e.one(c, "the places of the bits");
    const auto* places = range.object<const Series>();
    if (!places) failUser(fmt::format("{} is no range of bits", describe(range)), c.where, {}, "write x.bits(7::0)");
    return e.words.bitsOf(x, e.words.integer(places->begin, "a place", c.where),
                          e.words.integer(places->end, "a place", c.where), c.where);
  };
  return t;
}

Value memberOfRange(Evaluator& e, const Series& range, const std::string& name, Call& c) {
  if (name == "by" || name == "par") {
    const auto given = e.one(c, name);
    if (name == "by") return series(withStep(e, range, given, c.where));
    auto result = range;
    result.par = given;
    return series(std::move(result));
  }
  if (name == "::") failUser("a range has at most a begin, a step and an end", c.where);
  if (range.isForever) failUnsupported("a range without an end has no members", c.where);
  if (range.isOfSpatial) requireMemberOfSeries(name, c.where);
  Values items;
  const auto part = [&](const Value& value, const char* what) {
    return e.words.integer(hostValue(value), what, c.where);
  };
  const auto begin = part(range.begin, "the begin of the range"), end = part(range.end, "the end of the range");
  const auto step = part(range.step, "the step of the range");
  const auto* first = range.begin.get<Number>();
  const bool areLetters = first && first->type.isCharacter;  // 'a' to 'e'
  for (const auto i : numbersOf(begin, end, step, c.where))
    items.push_back(areLetters ? Value(makeNumber(character, i)) : intValue(i));
  if (name == "apply") {
    auto array = e.method(collection(std::move(items)), "map", c);
    return range.isOfSpatial ? ofSpatial(std::move(array), true) : array;
  }
  return e.method(collection(std::move(items)), name, c);
}

/// (a, b).zipped: of arrays, the tuples of their elements.
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

Value memberOfRecord(Evaluator& e, const Value& self, const Record& record, const std::string& name, Call& c) {
  if (const auto part = fieldOf(record.names, record.items.size(), name)) return record.items[*part];
  if (auto value = e.memberOfCase(self, name, c)) return *value;
  if (auto value = memberOfOption(e, record, name, c)) return *value;
  if (auto value = memberOfRandom(e, record, name, c)) return *value;
  const auto isRange = [](const Value& item) { return item.object<const Series>() != nullptr; };
  if ((name == "foreach" || name == "map") &&
      std::all_of(record.items.begin(), record.items.end(), isRange)) {  // (0::m, 0::n).foreach{ (i, j) => … }
    const auto table = tabulate(e, record, e.one(c, "the function of the indices"), c.where);
    return name == "map" ? table : Value();
  }
  if (name == "zipped") return zipped(record, c.where);
  if (name == "asBits") return e.words.bitsOf(self, c.where);
  if (name == "as") return reinterpreted(e, self, c);
  if (name == "value") return self;
  if (name == "->") return tuple({self, e.one(c, "the second value")});  // 1 -> 2 -> 16
  if (name == "toString") return text(toString(self));
  if (const auto op = operatorOf(name); op != Operator::None && c.has())
    return e.words.binary(op, self, e.one(c, "the second operand"), c.where);
  const auto near = nearest(name, record.names);
  failUser(fmt::format("this {} has no member {}", record.className.empty() ? "tuple" : record.className, name),
           c.where, {}, near ? fmt::format("did you mean {}?", *near) : "");
}

/// A member in a table; else the nearest one is named.
template <class Object>
Value member(const Members<Object>& table, Evaluator& e, const Object& object, const std::string& name,
             const std::string& what, Call& c) {
  const auto found = table.find(name);
  if (found != table.end()) return found->second(e, object, c);
  std::vector<std::string> names;
  for (const auto& entry : table) names.push_back(entry.first);
  const auto near = nearest(name, names);
  failUnsupported(fmt::format("{} has no member {}", what, name), c.where, {},
                  near ? fmt::format("did you mean {}?", *near) : "");
}

Value memberOfMemory(Evaluator& e, const MemoryRef& memory, const std::string& name, Call& c) {
  if (const auto field = memory->field(name)) return field;
  const bool isNumber = memory->isScalar() && memory->isNumber() && numberMembers().count(name) > 0;
  if (isNumber && !e.stage.isActive()) return e.method(e.words.number(memory, "the value", c.where), name, c);
  if (isNumber && memory->isStruct()) return e.method(Words::valueOf(memory), name, c);
  const auto value = isNumber ? e.words.stagedOf(memory) : std::nullopt;
  if (value) return e.method(*value, name, c);
  if (memoryMembers().count(name) > 0) return memoryMembers().at(name)(e, memory, c);
  if (isLayoutHint(name)) {
    if (c.has()) c.next();
    return memory;
  }
  return member(memoryMembers(), e, memory, name, memory->name, c);
}

}  // namespace

bool isTextType(const DataType& type) {
  return type.kind == DataType::Kind::Other && (type.name == "Text" || type.name == "String");
}

Value reinterpreted(Evaluator& e, const Value& x, Call& c) {
  const auto type = e.dataTypeArgument(c);
  if (type.kind == DataType::Kind::Struct) return e.words.asStruct(x, type, c.where);
  const bool isStruct = x.object<const Record>() && !numberTypeOf(x);
  return e.words.reinterpreted(isStruct ? e.words.bitsOf(x, c.where) : x, e.typeArgument(c), c.where);
}

Value series(Series value) { return std::make_shared<const Series>(std::move(value)); }

const Members<Value>& numberMembers() {
  static const auto table = makeNumberMembers();
  return table;
}

Value Evaluator::method(const Value& object, const std::string& name, Call& call) {
  if (const auto view =
          hasViews_ && !hasMember(object, name) ? viewed(object, name, nullptr, call.scope, call.where) : std::nullopt)
    return method(*view, name, call);
  if (object.get<Builtin>()) {
    call.stop = object.get<Builtin>()->stop;
    const Memories::Streaming streaming(memories, object.get<Builtin>()->name == "Stream");
    const auto whole = object.get<Builtin>()->name + "." + name;
    if (auto value = global(whole, call)) return std::move(*value);
    if (isSchedule(name) && isSchedule(object.get<Builtin>()->name))
      return *global(name, call);  // Sequential.Pipe.Foreach
    failUnsupported(fmt::format("{} has no {}", object.get<Builtin>()->name, name), call.where);
  }
  if (name == "->" && !object.object<Environment>())
    return tuple(words.bound(Values{object, one(call, "the second value")}, call.where));
  if (object.object<Collection>()) {
    if (auto value = memberOfKeyed(*this, object, name, call)) return std::move(*value);
  }
  if ((name == "::" || name == "+:") && !numberTypeOf(object) && !object.object<const Series>()) {  // element :: list
    const auto rest = one(call, "the list");
    return prepended(object, rest, call.where);
  }
  if (const auto op = operatorOf(name);
      op != Operator::None && call.has() && !object.object<Environment>() && !isDefinedBy(object, name))
    return operation(op, object, one(call, "the second operand"), call.where);
  if (object.get<Number>() || object.get<Staged>() || Words::halvesOf(object))
    return member(numberMembers(), *this, object, name, describe(object), call);
  if (const auto* memory = std::get_if<MemoryRef>(&object.data))
    return memberOfMemory(*this, MemoryRef(*memory), name, call);
  if (const auto* section = object.object<const Section>())
    return member(sectionMembers(), *this, *section, name, describe(object), call);
  if (const auto* range = object.object<const Series>()) return memberOfRange(*this, *range, name, call);
  if (name == "apply" && (object.object<Collection>() || object.object<const Record>())) return apply(object, call);
  if (const auto* array = object.object<Collection>(); array && array->isOfSpatial && array->dims.size() < 2)
    requireMemberOfArray(name, call.where);
  if (object.object<Collection>()) return member(arrayMembers(), *this, object, name, "an array", call);
  if (const auto* record = object.object<const Record>()) return memberOfRecord(*this, object, *record, name, call);
  if (object.object<const std::string>()) return memberOfText(*this, object, name, call);
  if (object.object<Environment>()) {
    const auto& instance = std::get<Scope>(object.data);
    if (name == "getClass") return object;
    if (name == "getSimpleName" || name == "getName")
      return text(instance->isInstanceOf ? instance->isInstanceOf->name : "");
    const auto value = scopes_.lookUp(name, instance);
    if (value) return apply(*value, call);
    if (name == "==" || name == "!=")
      return makeBit(words.isSame(object, one(call, "the other object"), call.where) == (name == "=="));
    if (name == "toString") return text(toString(object));
    failUser(fmt::format("this object has no member {}", name), call.where);
  }
  if (name == "toString") return text(toString(object));
  if (name == "asSym") return object;  // of a controller: it is given settings
  if (name == "apply" && object.object<const Function>()) return apply(object, call);
  if (object.object<const Function>() && (name == "andThen" || name == "compose")) {
    const auto other = one(call, "the other function");
    const auto first = name == "andThen" ? object : other, second = name == "andThen" ? other : object;
    const auto both = [this, first, second](Values given, const Location& where) {
      return invoke(second, {invoke(first, std::move(given), where)}, where);
    };
    return std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, both});
  }
  if (object.object<const Function>() && name == "tupled") return object;  // a tuple is several arguments anyway
  failUser(fmt::format("{} has no member {}", describe(object), name), call.where);
}

}  // namespace stardust::staging
