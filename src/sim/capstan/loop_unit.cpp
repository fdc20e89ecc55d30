#include "sim/capstan/loop_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "sim/capstan/operate.h"
#include "spatial/arithmetic.h"
#include "support/plural.h"

namespace stardust::sim {

using capstan::Id;
using capstan::Input;
using capstan::Output;
using spatial::intOf;
using spatial::wordOf;

namespace {

// The number of outermost loops whose bounds are known before the first begins, and stay constant.
Id fixedLevelsOf(const capstan::Context& context) {
  std::vector<bool> changes(context.registers);
  for (const auto& input : context.inputs)
    if (input.level > 0 && input.kind != Input::Kind::Token) changes[input.reg] = true;
  for (const auto& level : context.levels) changes[level.iterator] = true;
  for (std::size_t level = 1; level < context.operations.size(); ++level)
    for (const auto& operation : context.operations[level]) changes[operation.result] = true;
  const auto isFixed = [&](const capstan::Level& level) {
    return !level.isScan() && !changes[level.begin] && !changes[level.end] && !changes[level.step];
  };
  const auto first = std::find_if_not(context.levels.begin(), context.levels.end(), isFixed);
  return static_cast<Id>(first - context.levels.begin());
}

}  // namespace

// Functions that each step calls, and only this file, are marked inline: without it, the compiler does not inline
// larger functions with external linkage.

LoopUnit::LoopUnit(Chip& chip, Id context, const Arguments& arguments, Cycle latency)
    : chip_(chip),
      mapping_(chip.mapping),
      context_(mapping_.contexts[context]),
      depth_(context_.depth()),
      lanes_(depth_ == 0 ? 1 : context_.levels.back().lanes),
      latency_(latency),
      registers_(context_.registers),
      tokenLatency_(context_.role == capstan::Role::SramRead ? 1 : latency),
      fixedLevels_(fixedLevelsOf(context_)),
      ranges_(depth_),
      iterations_(depth_ + 1),
      inputs_(context_.inputs),
      sums_(context_.outputs.size()) {
  for (const auto& preset : context_.presets) {
    registers_[preset.reg].fill(preset.argument.empty() ? preset.word : arguments.at(preset.argument));
  }
  const auto isOuter = [](const Input& a, const Input& b) { return a.level < b.level; };
  std::stable_sort(inputs_.begin(), inputs_.end(), isOuter);
  for (Id level = 0; level <= depth_ + 1; ++level) {
    const auto isBefore = [&](const Input& input) { return input.level < level; };
    inputsBegin_.push_back(static_cast<std::size_t>(std::count_if(inputs_.begin(), inputs_.end(), isBefore)));
  }
  checked_ = inputsBegin_[depth_];
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const auto& output = context_.outputs[i];
    sums_[i].fill(output.initial);
    hasSums_ |= output.kind == Output::Kind::Reduced || output.kind == Output::Kind::Last;
    hasConditions_ |= output.isConditional;
  }
  for (const auto& level : context_.levels) hasScans_ |= level.isScan();
}

void LoopUnit::fail(std::string what, const Location& where) const {
  failWrong(std::move(what), where ? where : context_.origin.where, fmt::format("in \"{}\"", context_.origin.name));
}

// ---------------------------------------------------------------- loops

Cycle LoopUnit::leastSteps() const {
  if (at_ == 0 && !loaded_) return 0;  // not begun: the bounds that other units send are not known yet
  Cycle steps = 1;
  for (Id level = 0; level < fixedLevels_; ++level) {
    const auto& loop = context_.levels[level];
    const std::int64_t step = intOf(registers_[loop.step][0]);
    if (step == 0) return 0;
    const std::int64_t begin = intOf(registers_[loop.begin][0]) + step * loop.copy;
    const std::int64_t distance = (intOf(registers_[loop.end][0]) - begin) * (step > 0 ? 1 : -1);
    const std::int64_t stride = std::abs(step) * loop.copies * loop.lanes;
    const std::int64_t count = distance <= 0 ? 0 : (distance + stride - 1) / stride;
    if (count == 0) return steps;  // an empty iteration takes a cycle, too
    if (steps > never / count) return never;
    steps *= count;
  }
  return fixedLevels_ == 0 ? 0 : steps;
}

bool LoopUnit::loadScalars(Engine& engine, Cycle now) {
  for (auto i = inputsBegin_[at_]; i < inputsBegin_[at_ + 1]; ++i) {
    const auto& input = inputs_[i];
    if (engine.channels[input.channel].available(input.reader, now) > 0) continue;
    waitForInput(engine, input.channel, input.reader);
    return false;
  }
  for (auto i = inputsBegin_[at_]; i < inputsBegin_[at_ + 1]; ++i) {
    const auto& input = inputs_[i];
    if (input.kind == Input::Kind::Scalar) {
      registers_[input.reg].fill(engine.channels[input.channel].at(input.reader, 0));
    }
  }
  operate(at_, context_.width);
  loaded_ = true;
  return true;
}

/// Whether the scanner has sent the next group of iterations.
bool LoopUnit::isGroupThere(Engine& engine, Id level, Cycle now) {
  const auto& loop = context_.levels[level];
  auto& groups = engine.channels[loop.groups];
  if (groups.available(loop.groupsReader, now) == 0) {
    waitForInput(engine, loop.groups, loop.groupsReader);
    return false;
  }
  ranges_[level].next = groups.at(loop.groupsReader, 0);
  return true;
}

/// Starts a loop. Returns false if it has no iterations.
bool LoopUnit::startLoop(Id level) {
  const auto& loop = context_.levels[level];
  if (loop.isScan()) return capstan::groupSize(static_cast<Word>(ranges_[level].next)) > 0;
  const std::int64_t begin = intOf(registers_[loop.begin][0]);
  const std::int64_t end = intOf(registers_[loop.end][0]);
  const std::int64_t step = intOf(registers_[loop.step][0]);
  if (step == 0) fail("a counter has step 0", {});
  auto& range = ranges_[level];
  range.next = begin + step * loop.copy;
  range.end = end;
  range.lane = step;
  range.stride = step * loop.copies * loop.lanes;
  return step > 0 ? range.next < end : range.next > end;
}

inline void LoopUnit::setIterator(Id level) {
  if (context_.levels[level].isScan()) return;  // the fields of a scan are inputs
  const auto& range = ranges_[level];
  auto& reg = registers_[context_.levels[level].iterator];
  const auto lanes = context_.levels[level].lanes;
  if (lanes == 1) {
    reg.fill(wordOf(static_cast<std::int32_t>(range.next)));
    return;
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    reg[lane] = static_cast<Word>(range.next + static_cast<std::int64_t>(lane) * range.lane);
  }
}

/// level: 1 for the outermost loop.
inline bool LoopUnit::isLast(Id level) const {
  const auto& range = ranges_[level - 1];
  if (context_.levels[level - 1].isScan()) return capstan::isLastGroup(static_cast<Word>(range.next));
  const auto next = range.next + range.stride;
  return range.stride > 0 ? next >= range.end : next <= range.end;
}

/// Enters loops down to the innermost body, or to a loop without iterations.
inline bool LoopUnit::enterLoops(Engine& engine, Cycle now) {
  while (at_ < depth_) {
    if (!loaded_ && !loadScalars(engine, now)) return false;
    if (context_.levels[at_].isScan() && !isGroupThere(engine, at_, now)) return false;
    if (!startLoop(at_)) {
      isEmpty_ = true;
      return true;
    }
    setIterator(at_);
    ++at_;
    loaded_ = false;
  }
  return true;
}

inline bool LoopUnit::inputsReady(Engine& engine, Cycle now) {
  for (const auto end = inputsBegin_[depth_ + 1]; checked_ < end; ++checked_) {
    const auto& input = inputs_[checked_];
    if (input.kind == Input::Kind::Lane && input.lane >= active_) continue;
    const auto needed = input.kind == Input::Kind::Stream ? static_cast<std::int64_t>(active_) : 1;
    if (engine.channels[input.channel].available(input.reader, now) >= needed) continue;
    waitForInput(engine, input.channel, input.reader);
    return false;
  }
  return true;
}

inline void LoopUnit::loadVectors(Engine& engine) {
  for (auto i = inputsBegin_[depth_]; i < inputsBegin_[depth_ + 1]; ++i) {
    const auto& input = inputs_[i];
    auto& reg = registers_[input.reg];
    const auto& channel = engine.channels[input.channel];
    switch (input.kind) {
      case Input::Kind::Stream: channel.peek(input.reader, active_, reg); break;
      case Input::Kind::Scalar: reg.fill(channel.at(input.reader, 0)); break;
      case Input::Kind::Lane:
        if (input.lane < active_) reg[input.lane] = channel.at(input.reader, 0);
        break;
      case Input::Kind::Token: break;
    }
  }
}

inline void LoopUnit::takeInputs(Engine& engine, Cycle now, Id deepest) {
  for (auto i = inputsBegin_[closes_]; i < inputsBegin_[deepest + 1]; ++i) {
    const auto& input = inputs_[i];
    if (input.kind == Input::Kind::Lane && input.lane >= active_) continue;
    const auto count = input.kind == Input::Kind::Stream ? static_cast<std::int64_t>(active_) : 1;
    engine.take(input.channel, input.reader, count, now);
  }
  if (hasScans_) takeGroups(engine, now, deepest);
}

/// Takes the groups whose iterations end, and the group that reports an empty scan.
void LoopUnit::takeGroups(Engine& engine, Cycle now, Id deepest) {
  const auto end = isEmpty_ ? deepest + 1 : deepest;
  for (auto level = std::max<Id>(closes_, 1); level <= end; ++level) {
    const auto& loop = context_.levels[level - 1];
    if (loop.isScan()) engine.take(loop.groups, loop.groupsReader, 1, now);
  }
}

inline void LoopUnit::moveOn() {
  for (auto level = closes_; level <= at_; ++level) ++iterations_[level];
  at_ = closes_;
  checked_ = inputsBegin_[depth_];
  loaded_ = isEntered_ = isReady_ = isEmpty_ = isComputed_ = false;
  if (closes_ == 0) {
    finished_ = true;
    return;
  }
  if (context_.levels[closes_ - 1].isScan()) {  // enter the loop again when the next group has arrived
    --at_;
    loaded_ = true;
    return;
  }
  ranges_[closes_ - 1].next += ranges_[closes_ - 1].stride;
  setIterator(closes_ - 1);
}

inline void LoopUnit::countLanes() {
  active_ = 1;
  if (lanes_ == 1) return;  // the width of a transfer counts words, not lanes
  const auto& range = ranges_[depth_ - 1];
  if (context_.levels[depth_ - 1].isScan()) {
    active_ = capstan::groupSize(static_cast<Word>(range.next));
    return;
  }
  const auto distance = range.end - range.next;
  const auto left = range.lane == 1 ? distance : (distance + range.lane + (range.lane > 0 ? -1 : 1)) / range.lane;
  active_ = static_cast<std::size_t>(std::min<std::int64_t>(left, lanes_));
}

/// Finds the next step and waits for its inputs; resumes where it was blocked.
inline bool LoopUnit::prepare(Engine& engine, Cycle now) {
  if (!isEntered_) {
    if (!enterLoops(engine, now)) return false;
    if (!isEmpty_) countLanes();
    isEntered_ = true;
  }
  if (!isEmpty_ && !inputsReady(engine, now)) return false;
  closes_ = at_;
  while (closes_ > 0 && isLast(closes_)) --closes_;
  isReady_ = true;
  return true;
}

LoopUnit::Result LoopUnit::advance(Engine& engine, Cycle now) {
  if (finished_) return Result::Finished;
  blocked_ = capstan::none;
  if (!isReady_ && !prepare(engine, now)) return Result::Blocked;
  const bool isFiring = !isEmpty_;
  const auto compute = [&] {
    if (isComputed_) return;
    loadVectors(engine);
    operate(depth_, active_);
    isComputed_ = true;
  };
  if (isFiring && (hasConditions_ || computesFirst_)) compute();
  if (!accepts(engine, now)) return Result::Blocked;
  if (isFiring) {
    compute();
    fire(engine, now);
    if (hasSums_) accumulate();
    ++books.firings;
    books.activeLanes += static_cast<std::int64_t>(active_);
  }
  settle(engine, now, isFiring);
  takeInputs(engine, now, at_);
  moveOn();
  return isFiring ? Result::Fired : Result::Empty;
}

// ---------------------------------------------------------------- grants and tokens

bool LoopUnit::isGranted(Engine& engine, Cycle now, Id depth) {
  for (const auto& grant : context_.grants) {
    auto& channel = engine.channels[grant.channel];
    if (grant.level > depth || channel.available(grant.reader, now) > 0) continue;
    waitForInput(engine, grant.channel, grant.reader);
    engine.wake(id, channel.nextArrival());
    return false;
  }
  return true;
}

void LoopUnit::takeGrants(Engine& engine, Cycle now, Id closes, Id depth) {
  for (const auto& grant : context_.grants) {
    if (grant.level >= closes && grant.level <= depth) engine.take(grant.channel, grant.reader, 1, now);
  }
}

void LoopUnit::giveToken(Engine& engine, const Output& output, Cycle leaves) {
  const Word word = 0;
  engine.give(output.channel, &word, 1, leaves);
}

namespace {

/// Whether this output sends a token at the end of an iteration, for words on the chip or in DRAM.
bool sendsToken(const Output& output, Id closes, Id depth, bool isOnChip) {
  return output.kind == Output::Kind::Token && output.isOnChip == isOnChip && output.level >= closes &&
         output.level <= depth;
}

}  // namespace

bool LoopUnit::hasWaiters(Id closes, Id depth, bool isOnChip) const {
  return std::any_of(context_.outputs.begin(), context_.outputs.end(),
                     [&](const Output& output) { return sendsToken(output, closes, depth, isOnChip); });
}

bool LoopUnit::release(Engine& engine, Cycle now, Id closes, Id depth, bool isOnChip) {
  for (const auto& output : context_.outputs) {
    if (!sendsToken(output, closes, depth, isOnChip) || engine.channels[output.channel].room(now) > 0) continue;
    waitForRoom(engine, output.channel);
    return false;
  }
  for (const auto& output : context_.outputs) {
    if (sendsToken(output, closes, depth, isOnChip)) giveToken(engine, output, now + tokenLatency_);
  }
  return true;
}

// ---------------------------------------------------------------- outputs

std::int64_t LoopUnit::needed(const Output& output, std::int64_t lanes) const {
  if (output.kind != Output::Kind::Stream) return 1;
  if (!output.isConditional) return lanes;
  const auto& enable = registers_[output.enable];
  return std::count_if(enable.begin(), enable.begin() + lanes, [](Word word) { return word != 0; });
}

bool LoopUnit::hasRoom(Engine& engine, Cycle now, Id closes, Id depth, std::int64_t lanes) {
  for (const auto& output : context_.outputs) {
    if (output.level < closes || output.level > depth) continue;
    if (engine.channels[output.channel].room(now) >= needed(output, lanes)) continue;
    waitForRoom(engine, output.channel);
    return false;
  }
  return true;
}

/// Puts the elements of the enabled lanes of a Stream into its channel, in lane order.
void LoopUnit::pushLanes(Engine& engine, const Output& output, Cycle ready) {
  const auto& values = registers_[output.reg];
  if (!output.isConditional) {
    engine.give(output.channel, values.data(), static_cast<std::int64_t>(active_), ready);
    return;
  }
  Vector given;
  std::int64_t count = 0;
  for (std::size_t lane = 0; lane < active_; ++lane) {
    if (registers_[output.enable][lane] != 0) given[static_cast<std::size_t>(count++)] = values[lane];
  }
  if (count > 0) engine.give(output.channel, given.data(), count, ready);
}

/// Latency of a reduction tree: the logarithm of its width, plus the accumulator. The machine gives that of a full
/// vector.
Cycle LoopUnit::reductionOf() const {
  const auto levels = [](auto width) { return std::bit_width(static_cast<unsigned>(width) - 1); };
  return std::max<Cycle>(0, chip_.delays.reduce - levels(chip_.machine.pcu.lanes) + levels(context_.width));
}

void LoopUnit::push(Engine& engine, Cycle now) {
  for (std::size_t i = 0; i < context_.outputs.size(); ++i) {
    const auto& output = context_.outputs[i];
    if (output.level < closes_ || output.level > at_) continue;
    switch (output.kind) {
      case Output::Kind::Stream: pushLanes(engine, output, now + latency_); break;
      case Output::Kind::Scalar: engine.give(output.channel, registers_[output.reg].data(), 1, now + latency_); break;
      case Output::Kind::Reduced:
      case Output::Kind::Last:
        engine.give(output.channel, sums_[i].data(), 1,
                    now + latency_ + (output.kind == Output::Kind::Reduced ? reductionOf() : 0));
        sums_[i][0] = output.initial;
        break;
      case Output::Kind::Token:
        if (!keepsTokens_) giveToken(engine, output, now + tokenLatency_);
        break;
    }
  }
}

inline void LoopUnit::accumulate() {
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const auto& output = context_.outputs[i];
    if (output.kind == Output::Kind::Last) sums_[i][0] = registers_[output.reg][active_ - 1];
    if (output.kind != Output::Kind::Reduced) continue;
    auto lanes = registers_[output.reg];
    const auto sum = spatial::combineLanes(output.op, output.type, lanes.data(), active_, context_.width);
    sums_[i][0] = spatial::apply(spatial::combination(output.op), output.type, sums_[i][0], sum);
  }
}

inline void LoopUnit::operate(Id level, std::size_t lanes) {
  for (const auto& op : context_.operations[level]) {
    if (!perform(op, registers_.data(), lanes, mapping_.program.isSpeculative)) fail("division by zero", op.where);
  }
}

Activity LoopUnit::atWork() const {
  using capstan::Role;
  switch (context_.role) {
    case Role::Scan:
    case Role::BitVector: return activity::scan;
    case Role::Load:
    case Role::Store: return activity::loadStore;
    default: return activity::busyUnit;
  }
}

std::string LoopUnit::waitsFor(const Engine& engine) const {
  if (isDone() || blocked_ == capstan::none) return {};
  const auto& channel = mapping_.channels[blocked_];
  const auto from =
      channel.producer == capstan::none ? std::string("no unit") : mapping_.contexts[channel.producer].origin.name;
  const auto note = context_.origin.note.empty() ? std::string() : " (" + context_.origin.note + ")";
  const bool isFifo = channel.kind == capstan::Channel::Kind::Fifo;
  const auto what = isFifo ? "FIFO " + channel.origin.name : "the output of \"" + from + "\"";
  return blockedOnInput_ ? fmt::format("\"{}\"{} waits for {}, which has {}", context_.origin.name, note, what,
                                       counted(engine.channels[blocked_].held(), "word"))
                         : fmt::format("\"{}\"{} waits for room in {}, which is full with {}", context_.origin.name,
                                       note, what, counted(engine.channels[blocked_].held(), "word"));
}

bool LoopUnit::acceptsOutputs(Engine& engine, Cycle now) {
  return hasRoom(engine, now, closes_, at_, static_cast<std::int64_t>(active_));
}

}  // namespace stardust::sim
