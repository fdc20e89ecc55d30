// FSM: a loop over the sequence of states. States that are known before the accelerator runs become a counter or a
// table.
#include <fmt/format.h>

#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

using spatial::Body;

namespace {

constexpr std::size_t mostStates = 1 << 20;

}  // namespace

/// The value of a function of the state, which must be known. The statements that it stages are discarded.
std::optional<Number> StateMachines::knownOf(const Value& function, const Number& state, const Location& where) {
  Body scratch;
  const Into into(l_.stage, &scratch);
  const auto value = l_.invoke(function, {Value(state)}, where);
  const auto* known = value.get<Number>();
  return known && scratch.empty() ? std::optional(*known) : std::nullopt;
}

/// All states; none if they depend on the accelerator's data.
std::optional<std::vector<Number>> StateMachines::statesOf(const Number& first, const Value& condition,
                                                           const Value& next, const Location& where) {
  std::vector<Number> states;
  for (std::optional<Number> state = first; state; state = knownOf(next, *state, where)) {
    const auto goesOn = knownOf(condition, *state, where);
    if (l_.memories.needsMore()) return states;  // this staging will be discarded
    if (!goesOn) return std::nullopt;
    if (!goesOn->isTrue()) return states;
    if (states.size() == mostStates) failUnsupported("an FSM has more than a million states", where);
    states.push_back(convert(*state, first.type));
  }
  return std::nullopt;
}

void StateMachines::run(const Value& first, const Value& condition, const Value& body, const Value& next,
                        const Location& where) {
  auto start = l_.words.number(first, "the first state", where);
  if (start.type.isUnstaged) start = convert(start, int32);
  const auto states = statesOf(start, condition, next, where);
  if (!states) return emitStates(start, condition, body, next, where);
  if (states->empty()) return;
  const auto at = [&](std::size_t i) { return static_cast<std::int64_t>((*states)[i].value()); };
  const auto step = states->size() > 1 ? at(1) - at(0) : 1;
  bool isCounter = step != 0;
  for (std::size_t i = 0; i < states->size(); ++i) isCounter &= at(i) == at(0) + static_cast<std::int64_t>(i) * step;
  if (!isCounter) {  // a table of the states
    const auto table = l_.memories.declarations.declare(Memory::Kind::Sram, start.type, {std::ssize(*states)}, where);
    l_.memories.declarations.fill(table, Values(states->begin(), states->end()), where);
    const Value element = std::make_shared<const Function>(Function{
        nullptr, nullptr, {}, {}, [&](const Values& index, const Location& here) {
          return l_.invoke(body, {l_.words.bound(l_.memories.access.read(table, index, here), "state", here)}, here);
        }});
    return l_.foreach ({makeNumber(int32, std::int64_t{std::ssize(*states)})}, element, nullptr, where);
  }
  const auto number = [](std::int64_t n) { return makeNumber(int32, n); };
  const auto end = at(0) + static_cast<std::int64_t>(states->size()) * step;
  l_.foreach (
      {std::make_shared<const Series>(Series{number(at(0)), number(end), number(step), number(1), false, false})}, body,
      nullptr, where);
}

/// Emits an FSM whose states depend on the accelerator's data.
void StateMachines::emitStates(const Number& first, const Value& condition, const Value& function, const Value& next,
                               const Location& where) {
  const auto reg = l_.memories.declarations.reg("state", first.type, first, where);
  Body before, body;
  Value state, goesOn;
  {
    const Into into(l_.stage, &before);
    state = l_.words.bound(Staged{nameExpr(reg->name, where), reg->type, 1, false}, "at", where);
    goesOn =
        l_.words.bound(l_.words.staged(l_.invoke(condition, {state}, where), bit, "the condition of the FSM", where),
                       "goes_on", where);
  }
  {
    const Into into(l_.stage, &body);
    l_.keepEffect(l_.invoke(function, {state}, where), where);
    l_.memories.access.set(reg, l_.invoke(next, {state}, where), where);
  }
  l_.dynamicLoops.emitBounded(l_.dynamicLoops.boundOfNext(where), {intExpr(0, where), {}, intExpr(1, where), {}},
                              l_.stage.fresh("round"), std::move(before), goesOn, std::move(body), where);
}

}  // namespace stardust::dsl
