// Control constructs of Spatial.
#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/names/names.h"

namespace stardust::dsl {
namespace {

/// A control prefix that only determines the schedule of its body.
constexpr const char* schedules[] = {"Sequential", "Pipe", "Pipelined", "Stream", "Parallel", "Named"};

void requireAccel(Dsl& e, const std::string& name, const Location& where) {
  if (!e.stage.isActive()) failUser(fmt::format("{} stands in Accel", name), where);
}

Value reduce(Dsl& e, Call& c, bool keeps) {
  const auto start = e.one(c, "the Reg or the zero of the Reduce");
  const auto counters = e.list(c);
  const auto map = e.one(c, "the body of the Reduce");
  const auto combine = e.one(c, "the function that combines two values");
  return e.loops.reductions.reduce(start, counters, map, combine, keeps, c.where);
}

Value memReduce(Dsl& e, Call& c, bool keeps) {
  const auto target = e.one(c, "the memory that is reduced into");
  const auto counters = e.list(c);
  const auto map = e.one(c, "the body of the MemReduce");
  const auto combine = e.one(c, "the function that combines two words");
  return e.loops.memReductions.reduce(target, counters, map, combine, keeps, c.where);
}

/// If(condition){ … } on host values: only the taken branch is evaluated. IfElse has two branches.
Value ifOf(Dsl& e, Call& c, bool hasElse) {
  const bool holds = e.words.number(hostValue(e.one(c, "the condition")), "the condition of If", c.where).isTrue();
  const auto then = e.body(c, "the value if the condition holds");
  const auto otherwise = hasElse ? e.body(c, "the value otherwise") : Value();
  const auto& chosen = holds ? then : otherwise;
  return chosen.get<Unit>() ? Value() : e.invoke(chosen, {}, c.where);
}

/// filter(flags, holds, values), of Spatial's library: 1 for each element of `values` for which `holds` is true, else
/// 0.
Value filter(Dsl& e, Call& c) {
  const auto v = e.list(c);
  const auto* flags = v.size() == 3 ? v[0].get<MemoryRef>() : nullptr;
  const auto* values = v.size() == 3 ? v[2].get<MemoryRef>() : nullptr;
  if (!flags || !values)
    failUser("filter has an SRAM of flags, a condition and an SRAM of values", c.where, {},
             "write filter(flags, {x: Int => x > 0}, values)");
  const auto each = [&](const Values& iterators, const Location& where) -> Value {
    const auto holds = e.invoke(v[1], {e.memories.access.read(*values, iterators, where)}, where);
    e.memories.access.write(*flags, iterators, e.words.mux(holds, intValue(1), intValue(0), where), where);
    return {};
  };
  e.loops.foreach ({intValue((*values)->size())},
                   std::make_shared<const Function>(Function{nullptr, nullptr, {}, {}, each}), nullptr, c.where);
  return {};
}

bool isStar(const std::vector<Argument>& list) {
  const auto* name = list.size() == 1 ? as<NameTree>(list.front().value) : nullptr;
  return name && name->name == "*";
}

/// Accel { … }; Accel(*) { … } is a loop over *.
Value accel(Dsl& e, Call& c) {
  if (e.stage.isActive()) failUser("Accel inside Accel", c.where);
  const bool isForever = isStar(c.next());
  if (!isForever) --c.used;
  e.accelerate({e.body(c, "the block of Accel"), isForever, c.where});
  return {};
}

/// Sequential(breakWhen = reg).Foreach…
Value breaking(Dsl& e, Call& c, const char* prefix, const Argument& argument) {
  const auto value = e.evaluator.evaluate(argument.value, c.scope);
  const auto* reg = value.get<MemoryRef>();
  const bool isBit =
      reg && (*reg)->kind == Memory::Kind::Reg && !(*reg)->isStruct() && (*reg)->type.kind == NumberType::Kind::Bit;
  if (!isBit)
    failUser(fmt::format("{} is not a Reg[Bit]", describe(value)), argument.value->where,
             "breakWhen is the Reg that ends the loop");
  return Controller{prefix, *reg};
}

}  // namespace

namespace {

bool isSchedule(const std::string& name) {
  return std::find(std::begin(schedules), std::end(schedules), name) != std::end(schedules);
}

}  // namespace

Value memberOfController(Dsl& e, const Controller& controller, const std::string& name, Call& c) {
  c.object = controller;
  const QueueUses::Streaming streaming(e.memories.uses, controller.name == "Stream");
  if (auto value = e.evaluator.global(controller.name + "." + name, c)) return std::move(*value);
  if (isSchedule(name)) return *e.evaluator.global(name, c);  // Sequential.Pipe.Foreach
  failUnsupported(fmt::format("{} has no {}", controller.name, name), c.where);
}

void addControl(Functions& t) {
  t["If"] = [](Dsl& e, Call& c) { return ifOf(e, c, false); };
  t["IfElse"] = [](Dsl& e, Call& c) { return ifOf(e, c, true); };
  t["Accel"] = accel;
  t["*"] = [](Dsl&, Call&) { return series({{}, {}, {}, intValue(1), true, false}); };
  const auto add = [&](const std::string& name, Handler handler) {
    const Handler guarded = [name, handler = std::move(handler)](Dsl& e, Call& c) {
      requireAccel(e, name, c.where);
      return handler(e, c);
    };
    t[name] = guarded;
    for (const char* prefix : schedules) t[fmt::format("{}.{}", prefix, name)] = guarded;
  };
  add("Foreach", [](Dsl& e, Call& c) -> Value {
    const auto counters = e.list(c);
    const auto* controller = c.object.get<Controller>();
    e.loops.foreach (counters, e.body(c, "the body of the loop"), controller ? controller->stop : nullptr, c.where);
    return {};
  });
  t["Foreach"] = [staged = t["Foreach"]](Dsl& e, Call& c) -> Value {
    if (e.stage.isActive()) return staged(e, c);
    const Record counters{e.list(c), {}, {}};  // a loop of the host
    tabulate(e.evaluator, counters, e.one(c, "the body of the loop"), c.where);
    return {};
  };
  add("Reduce", [](Dsl& e, Call& c) { return reduce(e, c, false); });
  add("Fold", [](Dsl& e, Call& c) { return reduce(e, c, true); });
  add("MemReduce", [](Dsl& e, Call& c) { return memReduce(e, c, false); });
  add("filter", filter);
  add("splitter", [](Dsl& e, Call& c) {  // lanes with different addresses are serialized: no value changes
    e.list(c);
    return e.invoke(e.body(c, "the block of the splitter"), {}, c.where);
  });
  add("MemFold", [](Dsl& e, Call& c) { return memReduce(e, c, true); });
  add("breakWhen", [](Dsl& e, Call& c) -> Value {
    e.loops.dynamicLoops.breakWhen(e.one(c, "the condition"), c.where);
    return {};
  });
  add("break", [](Dsl& e, Call& c) -> Value {
    if (c.has()) c.next();
    e.loops.dynamicLoops.breakWhen(makeBit(true), c.where);
    return {};
  });
  add("FSM", [](Dsl& e, Call& c) -> Value {
    const bool isStarted = c.lists.size() - c.used > 3;  // FSM[Int]{ … }{ … }{ … } starts at 0
    const auto first = isStarted ? e.one(c, "the first state") : intValue(0);
    const auto condition = e.one(c, "the condition of the FSM"), body = e.one(c, "the body of the FSM");
    e.loops.machines.run(first, condition, body, e.one(c, "the next state"), c.where);
    return {};
  });
  for (const char* prefix : schedules) {
    t[prefix] = [prefix](Dsl& e, Call& c) -> Value {
      return c.has() ? memberOfController(e, {prefix}, "apply", c) : Value(Controller{prefix});
    };
    t[fmt::format("{}.apply", prefix)] = [prefix](Dsl& e, Call& c) -> Value {
      requireAccel(e, prefix, c.where);
      if (std::string_view(prefix) == "Named") {
        e.list(c);
        return Controller{"Pipe"};
      }
      if (const auto& list = c.next(); list.size() == 1 && list.front().name == "breakWhen")
        return breaking(e, c, prefix, list.front());
      --c.used;
      if (const auto& list = *c.lists[c.used];
          list.size() == 1 && list.front().name == "ii") {  // Pipe(ii = 1).Foreach…
        c.next();
        return Controller{prefix};
      }
      if (c.lists.size() - c.used > 1)
        return e.method(Controller{prefix}, "Foreach", c);  // Stream(*){ … }, Pipe(n by 1){ i => … }
      return e.loops.unit([&] { return e.one(c, "the block"); }, c.where);
    };
    for (const char* policy : {"II", "POM", "MOP", "NoBind", "haltIfStarved"}) {
      t[fmt::format("{}.{}", prefix, policy)] = [prefix, policy](Dsl& e, Call& c) -> Value {
        if (std::string_view(policy) == "II" && c.has()) e.list(c);
        return Controller{prefix};
      };
    }
  }
}

}  // namespace stardust::dsl
