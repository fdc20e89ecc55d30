// FSM: a loop over the states that its functions give one after the other, if they can be told before the accelerator
// runs.
#include <fmt/format.h>

#include "spatial/dsl/loops/loops.h"

namespace stardust::dsl {

using spatial::Body;

namespace {

constexpr std::size_t mostStates = 1 << 20;

}  // namespace

/// The value of a function of the state, which has to be known: what it stages is in vain.
std::optional<Number> Loops::knownOf(const Value& function, const Number& state, const Location& where) {
  Body scratch;
  const Into into(stage_, &scratch);
  const auto value = invoke_(function, {Value(state)}, where);
  const auto* known = value.get<Number>();
  return known && scratch.empty() ? std::optional(*known) : std::nullopt;
}

/// All states; none if they depend on the accelerator's data.
std::optional<std::vector<Number>> Loops::statesOf(const Number& first, const Value& condition, const Value& next,
                                                   const Location& where) {
  std::vector<Number> states;
  for (std::optional<Number> state = first; state; state = knownOf(next, *state, where)) {
    const auto goesOn = knownOf(condition, *state, where);
    if (memories_.needsMore()) return states;  // what is staged now is thrown away
    if (!goesOn) return std::nullopt;
    if (!goesOn->isTrue()) return states;
    if (states.size() == mostStates) failUnsupported("an FSM has more than a million states", where);
    states.push_back(convert(*state, first.type));
  }
  return std::nullopt;
}

void Loops::fsm(const Value& first, const Value& condition, const Value& body, const Value& next,
                const Location& where) {
  auto start = words_.number(first, "the first state", where);
  if (start.type.isUnstaged) start = convert(start, int32);
  const auto states = statesOf(start, condition, next, where);
  if (!states) return emitStates(start, condition, body, next, where);
  if (states->empty()) return;
  const auto at = [&](std::size_t i) { return static_cast<std::int64_t>((*states)[i].value()); };
  const auto step = states->size() > 1 ? at(1) - at(0) : 1;
  bool isCounter = step != 0;
  for (std::size_t i = 0; i < states->size(); ++i) isCounter &= at(i) == at(0) + static_cast<std::int64_t>(i) * step;
  if (!isCounter) {  // a table of the states
    const auto table = memories_.declare(Memory::Kind::Sram, start.type, {std::ssize(*states)}, where);
    memories_.fill(table, Values(states->begin(), states->end()), where);
    const Value element = std::make_shared<const Function>(
        Function{nullptr, nullptr, {}, {}, [&](const Values& index, const Location& here) {
                   return invoke_(body, {words_.bound(memories_.read(table, index, here), "state", here)}, here);
                 }});
    return foreach ({makeNumber(int32, std::ssize(*states))}, element, nullptr, where);
  }
  const auto number = [](std::int64_t n) { return makeNumber(int32, n); };
  const auto end = at(0) + static_cast<std::int64_t>(states->size()) * step;
  foreach ({std::make_shared<const Series>(Series{number(at(0)), number(end), number(step), number(1), false, false})},
           body, nullptr, where)
    ;
}

}  // namespace stardust::dsl
