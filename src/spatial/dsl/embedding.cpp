#include "spatial/dsl/embedding.h"

#include <fmt/format.h>

#include <algorithm>

#include "spatial/dsl/names/names.h"
#include "spatial/dsl/restrictions.h"

namespace stardust::dsl {
namespace {

/// A list whose dequeued elements are taken here, not at their uses: val row = fifos.map(_.deq())
Value taken(WordOperators& words, const Value& value, const std::string& hint, const Location& where) {
  const auto* list = value.object<Collection>();
  const auto isTaken = [](const Value& item) { return item.get<Staged>() && hasDeq(item.get<Staged>()->expr); };
  if (!list || std::none_of(list->items.begin(), list->items.end(), isTaken)) return value;
  Values items;
  for (const auto& item : list->items) items.push_back(isTaken(item) ? words.bound(item, hint, where) : item);
  return collection(std::move(items), list->dims);
}

/// Warns of a construct without effect in Accel, once per place, however often it is staged.
void warnOfSilence(Dsl& e, const std::string& name, const Location& where) {
  const auto isThis = [&](const auto& warning) {
    return warning.first == "accel-silent" && warning.second.where.span.begin == where.span.begin;
  };
  if (std::any_of(e.warnings.begin(), e.warnings.end(), isThis)) return;
  const bool isAssertion = name.compare(0, 6, "assert") == 0;
  const auto remedy =
      isAssertion ? "store the value, and assert it after Accel" : "store the value, and print it after Accel";
  e.warnings.emplace_back(
      "accel-silent", Diagnostic{Family::User, fmt::format("{} is not carried out in Accel", name), where, {}, remedy});
}

}  // namespace

// ---------------------------------------------------------------- staging

bool DslStaging::isActive() const { return dsl_.stage.isActive(); }

void DslStaging::require(Construct construct, const Location& where) const {
  if (!isActive()) return;
  if (construct == Construct::Var) failUnsupported("a var is not supported in Accel", where, {}, "use a Reg");
  failUnsupported("\"while\" is not supported in Accel", where, {}, "use Foreach");
}

std::string DslStaging::exchangeHint(std::string hint) { return std::exchange(dsl_.stage.hint, std::move(hint)); }

Value DslStaging::defined(const Value& value, const std::string& name, const Location& where) {
  return taken(dsl_.words, dsl_.words.bound(value, name, where), name, where);
}

void DslStaging::keepEffect(const Value& value, const Location& where) { dsl_.loops.keepEffect(value, where); }

Value DslStaging::conditional(const Value& condition, bool hasElse, const std::function<Value(int)>& branch,
                              const Location& where) {
  return dsl_.loops.conditionals.choose(condition, hasElse, branch, where);
}

std::size_t DslStaging::breaks() const { return dsl_.loops.dynamicLoops.breaks(); }

void DslStaging::unlessLeft(const std::function<Value()>& rest, const Location& where) {
  dsl_.loops.dynamicLoops.unlessLeft(rest, where);
}

Values DslStaging::tried(const std::function<Values()>& values) {
  spatial::Body scratch;
  const Into into(dsl_.stage, isActive() ? &scratch : nullptr);
  return values();
}

bool DslStaging::isSilent(const std::string& function, const Location& where) {
  if (isActive()) warnOfSilence(dsl_, function, where);
  return isActive();
}

// ---------------------------------------------------------------- objects

/// Elements or parts of a memory, and bits of a number.
std::optional<Value> DslObjects::apply(const Value& function, Call& call) {
  if (!call.has()) return std::nullopt;
  if (const auto* memory = function.get<MemoryRef>()) {
    const auto copy = *memory;
    return dsl_.memories.access.at(copy, dsl_.list(call), call.where);
  }
  if (const auto* part = function.object<const Section>()) {
    const auto indices = dsl_.memories.access.placesIn(*part, dsl_.list(call), call.where);
    return dsl_.memories.access.at(part->memory, indices, call.where);
  }
  if (!isNumber(function)) return std::nullopt;
  const auto given = dsl_.list(call);
  if (const auto* places = given.size() == 1 ? given[0].object<const Series>() : nullptr) {
    const auto begin = dsl_.words.integer(places->begin, "a place", call.where),
               end = dsl_.words.integer(places->end, "a place", call.where);
    return dsl_.words.bitsOf(function, begin, end, call.where);
  }
  if (given.size() == 1 && numberTypeOf(given[0])) return dsl_.words.bitOf(function, given[0], call.where);
  return function;  // 16 (1 -> 64): the range only serves design-space exploration
}

Value DslObjects::member(const Value& object, const std::string& name, Call& call) {
  if (const auto* memory = object.get<MemoryRef>()) return memberOfMemory(dsl_, MemoryRef(*memory), name, call);
  if (const auto* controller = object.get<Controller>()) return memberOfController(dsl_, *controller, name, call);
  if (const auto* section = object.object<const Section>())
    return memberIn(sectionMembers(), dsl_, *section, name, describe(object), call);
  return Objects::member(object, name, call);
}

bool DslObjects::hasMember(const Value& object, const std::string& name) const {
  return !object.get<MemoryRef>() || operatorOf(name) != Operator::None || memoryMembers().count(name) > 0 ||
         dsl_.evaluator.names.ofNumbers.count(name) > 0 || isLayoutHint(name);
}

bool DslObjects::isSettable(const Value& target) const { return target.get<MemoryRef>() != nullptr; }

void DslObjects::set(const Value& target, const Value& value, const Location& where) {
  dsl_.memories.access.set(*target.get<MemoryRef>(), value, where);
}

bool DslObjects::write(const Value& target, const Values& indices, const Value& value, const Location& where) {
  const auto* memory = target.get<MemoryRef>();
  const auto* part = target.object<const Section>();
  if (memory) dsl_.memories.access.write(*memory, indices, value, where);
  if (part)
    dsl_.memories.access.write(part->memory, dsl_.memories.access.placesIn(*part, indices, where), value, where);
  return memory || part;
}

/// memory.alias = dram. Other members describe a layout or the length of a stream's file; they have no effect, and a
/// warning says so.
bool DslObjects::assignMember(const Value& target, const std::string& name, const std::function<Value()>& value,
                              const Location& where) {
  const auto* memory = target.get<MemoryRef>();
  if (!memory) return false;
  if (((*memory)->isStream() && name == "count") || isLayoutHint(name)) return true;
  if (name != "alias") return false;
  const auto aliased = *memory;
  dsl_.memories.sparse.alias(aliased, value(), where);
  return true;
}

/// Assigns to an element of a list of Regs or arguments.
bool DslObjects::setElement(const Value& element, const Value& value, const Location& where) {
  const auto* memory = element.get<MemoryRef>();
  if (!memory || !dsl_.stage.isActive() || !(*memory)->isScalar()) return false;
  dsl_.memories.access.set(*memory, value, where);
  return true;
}

std::optional<bool> DslObjects::isOfType(const Value& value, const std::string& type) const {
  return isMemoryOf(value, type);
}

std::optional<DataType> DslObjects::typeOf(const Value& value) const {
  const auto* memory = value.get<MemoryRef>();
  return memory && (*memory)->isStruct() ? std::optional((*memory)->whole) : std::nullopt;
}

std::optional<Values> DslObjects::elements(const Value& value) const { return contentsOf(dsl_, value); }

// ---------------------------------------------------------------- rules

void DslRules::requireOperands(Operator op, const Value&, const Value& b, const Location& where) const {
  if (isShift(op)) requireDistance(b, where);
}
void DslRules::requireMembers(const std::vector<const ClassTree*>& classes) const { requireFreeNames(classes); }
void DslRules::requireMemberOfArray(const std::string& member, const Location& where) const {
  dsl::requireMemberOfArray(member, dsl_.evaluator.names.ofArrays, where);
}
void DslRules::requireMemberOfRange(const std::string& member, const Location& where) const {
  requireMemberOfSeries(member, dsl_.evaluator.names.ofArrays, where);
}
void DslRules::requireChanging(const Collection& array, const Location& where) const {
  dsl::requireChanging(array, where);
}
std::string DslRules::example() const {
  return "write @spatial class Name extends SpatialTest { def main(args: Array[String]): Unit = { … } }";
}

}  // namespace stardust::dsl
