// The words of Spatial: control and functions of numbers.
#include "staging/library.h"

#include <fmt/format.h>

namespace stardust::staging {
namespace {

const std::set<std::string> prefixes = {
    "Sequential", "Pipe",        "Pipelined",  "Stream",     "Parallel",    "Named",   "scala",      "math",
    "Math",       "scala.Array", "Array",      "List",       "Seq",         "Vector",  "IndexedSeq", "Set",
    "Iterator",   "Matrix",      "Tensor3",    "Tensor4",    "Tensor5",     "Map",     "HashMap",    "LinkedHashMap",
    "ListMap",    "LUT",         "LineBuffer", "ListBuffer", "ArrayBuffer", "mutable", "Vec",        "Random",
    "util",       "bound",       "collection", "immutable",  "java",        "lang",    "io",         "argon",
    "spatial",    "IR",          "Console",    "System"};

/// A prefix of control that only says how its body is scheduled.
constexpr const char* schedules[] = {"Sequential", "Pipe", "Pipelined", "Stream", "Parallel", "Named"};

void requireAccel(Evaluator& e, const std::string& name, const Location& where) {
  if (!e.stage.isActive()) failUser(fmt::format("{} stands in Accel", name), where);
}

Value reduce(Evaluator& e, Call& c, bool keeps) {
  const auto start = e.one(c, "the Reg or the zero of the Reduce");
  const auto counters = e.list(c);
  const auto map = e.one(c, "the body of the Reduce");
  const auto combine = e.one(c, "the function that combines two values");
  return e.loops.reduce(start, counters, map, combine, keeps, c.where);
}

Value memReduce(Evaluator& e, Call& c, bool keeps) {
  const auto target = e.one(c, "the memory that is reduced into");
  const auto counters = e.list(c);
  const auto map = e.one(c, "the body of the MemReduce");
  const auto combine = e.one(c, "the function that combines two words");
  return e.loops.memReduce(target, counters, map, combine, keeps, c.where);
}

/// oneHotMux(conditions, values): all values whose condition holds, or-ed. priorityMux: the first of them.
Value muxOfMany(Evaluator& e, Call& c, bool isOneHot) {
  const auto v = e.list(c);
  const auto* conditions = v.size() == 2 ? v[0].object<Collection>() : nullptr;
  const auto* values = v.size() == 2 ? v[1].object<Collection>() : nullptr;
  if (!conditions || !values || conditions->items.size() != values->items.size() || values->items.empty())
    failUser("there are as many conditions as values", c.where, {}, "write oneHotMux(Seq(a, b), Seq(x, y))");
  const auto zero = e.words.binary(Operator::Sub, values->items.back(), values->items.back(), c.where);
  Value result = zero;
  for (auto i = values->items.size(); i-- > 0;) {
    const auto& value = values->items[i];
    if (isOneHot)
      result = e.words.binary(Operator::Or, e.words.mux(conditions->items[i], value, zero, c.where), result, c.where);
    else result = e.words.mux(conditions->items[i], value, result, c.where);
  }
  return result;
}

/// If(condition){ … } of the host's values: the other branch is not even evaluated. IfElse has two.
Value ifOf(Evaluator& e, Call& c, bool hasElse) {
  const bool holds = e.words.number(hostValue(e.one(c, "the condition")), "the condition of If", c.where).isTrue();
  const auto then = e.body(c, "what is done if the condition holds");
  const auto otherwise = hasElse ? e.body(c, "what is done if it does not") : Value();
  const auto& chosen = holds ? then : otherwise;
  return chosen.get<Unit>() ? Value() : e.invoke(chosen, {}, c.where);
}

/// filter(flags, holds, values), of Spatial's library: 1 for each word of `values` for which `holds`, else 0.
Value filter(Evaluator& e, Call& c) {
  const auto v = e.list(c);
  const auto* flags = v.size() == 3 ? std::get_if<MemoryRef>(&v[0].data) : nullptr;
  const auto* values = v.size() == 3 ? std::get_if<MemoryRef>(&v[2].data) : nullptr;
  if (!flags || !values)
    failUser("filter has an SRAM of flags, a condition and an SRAM of values", c.where, {},
             "write filter(flags, {x: Int => x > 0}, values)");
  const auto each = [&](const Values& iterators, const Location& where) -> Value {
    const auto holds = e.invoke(v[1], {e.memories.read(*values, iterators, where)}, where);
    e.memories.write(*flags, iterators, e.words.mux(holds, intValue(1), intValue(0), where), where);
    return {};
  };
  e.loops.foreach ({intValue((*values)->size())},
                   std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, each}), nullptr, c.where);
  return {};
}

/// Sequential(breakWhen = reg).Foreach…
Value breaking(Evaluator& e, Call& c, const char* prefix, const Argument& argument) {
  const auto value = e.evaluate(argument.value, c.scope);
  const auto* reg = std::get_if<MemoryRef>(&value.data);
  const bool isBit =
      reg && (*reg)->kind == Memory::Kind::Reg && !(*reg)->isStruct() && (*reg)->type.kind == NumberType::Kind::Bit;
  if (!isBit)
    failUser(fmt::format("{} is not a Reg[Bit]", describe(value)), argument.value->where,
             "breakWhen is the Reg that ends the loop");
  return Builtin{prefix, *reg};
}

}  // namespace

bool isSchedule(const std::string& name) {
  return std::find(std::begin(schedules), std::end(schedules), name) != std::end(schedules);
}

const Functions& functions() {
  static const Functions table = [] {
    Functions t;
    addControl(t);
    addMemories(t);
    addMath(t);
    addHost(t);
    addArrays(t);
    addFiles(t);
    addScans(t);
    addOptions(t);
    addRandom(t);
    addClasses(t);
    addMaps(t);
    return t;
  }();
  return table;
}

std::optional<Value> Evaluator::global(const std::string& name, Call& call) {
  if (const auto* type = classOf(name)) return construct(*type, call);  // the program's own come first
  const auto found = functions().find(name);
  if (found != functions().end()) return found->second(*this, call);
  if (prefixes.count(name) > 0) {
    if (!call.has()) return Value(Builtin{name});
    return method(Builtin{name}, "apply", call);
  }
  for (const char* outer :
       {"scala.", "collection.", "immutable.", "mutable.", "java.", "util.", "lang.", "io.", "argon.", "spatial."}) {
    const auto length = std::string_view(outer).size();
    if (name.compare(0, length, outer) == 0) return global(name.substr(length), call);
  }
  const auto type =
      call.has() ? this->type({name, {}, false, call.where}, call.scope) : DataType(DataType::Kind::Other, name);
  if (type.kind == DataType::Kind::Number)
    return words.converted(one(call, "the number"), type.number, call.where);  // Bit(true)
  if (name == "true" || name == "false") return Value(makeBit(name == "true"));
  if (name == "*") return series({{}, {}, {}, intValue(1), true, false});
  return std::nullopt;
}

void addControl(Functions& t) {
  t["If"] = [](Evaluator& e, Call& c) { return ifOf(e, c, false); };
  t["IfElse"] = [](Evaluator& e, Call& c) { return ifOf(e, c, true); };
  t["Accel"] = [](Evaluator& e, Call& c) { return e.accel(c); };
  const auto add = [&](const std::string& name, Handler handler) {
    const Handler guarded = [name, handler = std::move(handler)](Evaluator& e, Call& c) {
      requireAccel(e, name, c.where);
      return handler(e, c);
    };
    t[name] = guarded;
    for (const char* prefix : schedules) t[fmt::format("{}.{}", prefix, name)] = guarded;
  };
  add("Foreach", [](Evaluator& e, Call& c) -> Value {
    const auto counters = e.list(c);
    e.loops.foreach (counters, e.body(c, "the body of the loop"), c.stop, c.where);
    return {};
  });
  t["Foreach"] = [staged = t["Foreach"]](Evaluator& e, Call& c) -> Value {
    if (e.stage.isActive()) return staged(e, c);
    const Record counters{e.list(c), {}, {}};  // a loop of the host
    tabulate(e, counters, e.one(c, "the body of the loop"), c.where);
    return {};
  };
  add("Reduce", [](Evaluator& e, Call& c) { return reduce(e, c, false); });
  add("Fold", [](Evaluator& e, Call& c) { return reduce(e, c, true); });
  add("MemReduce", [](Evaluator& e, Call& c) { return memReduce(e, c, false); });
  add("filter", filter);
  add("splitter", [](Evaluator& e, Call& c) {  // lanes whose addresses differ take turns: that changes no value
    e.list(c);
    return e.invoke(e.body(c, "the block of the splitter"), {}, c.where);
  });
  add("MemFold", [](Evaluator& e, Call& c) { return memReduce(e, c, true); });
  add("breakWhen", [](Evaluator& e, Call& c) -> Value {
    e.loops.breakWhen(e.one(c, "the condition"), c.where);
    return {};
  });
  add("break", [](Evaluator& e, Call& c) -> Value {
    if (c.has()) c.next();
    e.loops.breakWhen(makeBit(true), c.where);
    return {};
  });
  add("FSM", [](Evaluator& e, Call& c) -> Value {
    const bool isStarted = c.lists.size() - c.used > 3;  // FSM[Int]{ … }{ … }{ … } begins with 0
    const auto first = isStarted ? e.one(c, "the first state") : intValue(0);
    const auto condition = e.one(c, "the condition of the FSM"), body = e.one(c, "the body of the FSM");
    e.loops.fsm(first, condition, body, e.one(c, "the next state"), c.where);
    return {};
  });
  for (const char* prefix : schedules) {
    t[fmt::format("{}.apply", prefix)] = [prefix](Evaluator& e, Call& c) -> Value {
      requireAccel(e, prefix, c.where);
      if (std::string_view(prefix) == "Named") {
        e.list(c);
        return Builtin{"Pipe"};
      }
      if (const auto& list = c.next(); list.size() == 1 && list.front().name == "breakWhen")
        return breaking(e, c, prefix, list.front());
      --c.used;
      if (const auto& list = *c.lists[c.used];
          list.size() == 1 && list.front().name == "ii") {  // Pipe(ii = 1).Foreach…
        c.next();
        return Builtin{prefix};
      }
      if (c.lists.size() - c.used > 1)
        return e.method(Builtin{prefix}, "Foreach", c);  // Stream(*){ … }, Pipe(n by 1){ i => … }
      return e.loops.unit([&] { return e.one(c, "the block"); }, c.where);
    };
    for (const char* policy : {"II", "POM", "MOP", "NoBind", "haltIfStarved"}) {
      t[fmt::format("{}.{}", prefix, policy)] = [prefix, policy](Evaluator& e, Call& c) -> Value {
        if (std::string_view(policy) == "II" && c.has()) e.list(c);
        return Builtin{prefix};
      };
    }
  }
}

void addMath(Functions& t) {
  t["mux"] = [](Evaluator& e, Call& c) {
    const auto v = e.list(c);
    if (v.size() != 3) failUser("mux has a condition and two values", c.where);
    return e.words.mux(v[0], v[1], v[2], c.where);
  };
  t["fma"] = [](Evaluator& e, Call& c) {
    const auto v = e.list(c);
    if (v.size() != 3) failUser("fma has two factors and a summand", c.where, {}, "write fma(a, b, c) for a * b + c");
    return e.words.binary(Operator::Add, e.words.binary(Operator::Mul, v[0], v[1], c.where), v[2], c.where);
  };
  t["cat"] = [](Evaluator& e, Call& c) { return e.words.joined(e.list(c), c.where); };
  t["oneHotMux"] = [](Evaluator& e, Call& c) { return muxOfMany(e, c, true); };
  t["popcount"] = [](Evaluator& e, Call& c) {
    const auto given = e.one(c, "the bits");
    Value sum = intValue(0);
    for (const auto& item : elementsOf(e, given, c.where))
      sum = e.words.binary(Operator::Add, sum, e.words.mux(item, intValue(1), intValue(0), c.where), c.where);
    return e.words.converted(sum, NumberType{NumberType::Kind::Fixed, false, false, 8, 0}, c.where);
  };
  t["priorityMux"] = [](Evaluator& e, Call& c) { return muxOfMany(e, c, false); };
  for (const char* name :
       {"min",        "max",     "abs",        "sqrt",       "exp",        "ln",         "log",        "log2",
        "log10",      "pow",     "floor",      "ceil",       "sigmoid",    "round",      "sin",        "cos",
        "tan",        "asin",    "acos",       "atan",       "sinh",       "cosh",       "tanh",       "recip",
        "recip_sqrt", "invsqrt", "exp_taylor", "log_taylor", "sin_taylor", "cos_taylor", "sqrt_approx"}) {
    const Handler handler = [name](Evaluator& e, Call& c) { return e.words.math(name, e.list(c), c.where); };
    for (const char* module : {"", "math.", "Math."}) t[std::string(module) + name] = handler;
  }
}

}  // namespace stardust::staging
