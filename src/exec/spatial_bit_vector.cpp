// gen_bitvector: from coordinates to the words of a bit vector.
#include <fmt/format.h>

#include "exec/spatial_tasks.h"
#include "support/plural.h"

namespace stardust::spatial::run {

void BitVectorTask::start(Machine&) { done_ = entered_ = false; }

void BitVectorTask::enter(Machine& machine) {
  entered_ = true;
  words_ = bitVectorWords(machine, code_.bits);
  length_ = intOf(machine.evaluate(code_.length));
  if (length_ < 0) machine.supervision.fail(fmt::format("a bit vector of {}", counted(length_, "coordinate")));
  taken_ = 0;
  given_ = next_ = 0;
  word_ = 0;
  isHeld_ = false;
  if (Work* const work = beginWork(machine)) {
    work->iterations += length_;
    work->words += static_cast<std::int64_t>(words_);
    if (length_ == 0) ++work->empty;
  }
}

bool BitVectorTask::step(Machine& machine) {
  machine.supervision.enter(statement_);
  bool moved = false;
  if (!entered_) {
    if (!hasElements(machine, code_.boundTakes)) return false;
    enter(machine);
    moved = true;
  }
  auto& words = machine.fifos[code_.words];
  const auto& indices = machine.fifos[code_.indices.fifo];
  std::uint64_t work = 0;
  for (; work < quantum; ++work) {
    const bool isComplete = isHeld_ ? next_ / 32 > given_ : taken_ == length_;
    if (isComplete && given_ == words_) {
      done_ = true;
      break;
    }
    if (isComplete) {
      if (words.room() == 0) {
        waitFor(code_.words, false);
        break;
      }
      words.give(word_);
      word_ = 0;
      ++given_;
    } else if (isHeld_) {
      word_ |= Word{1} << (next_ % 32);
      isHeld_ = false;
    } else {
      if (indices.available(code_.indices.reader) == 0) {
        waitFor(code_.indices.fifo, true);
        break;
      }
      takeIndex(machine);
    }
  }
  machine.supervision.charge(work);
  return moved || work > 0 || done_;
}

void BitVectorTask::takeIndex(Machine& machine) {
  auto& indices = machine.fifos[code_.indices.fifo];
  const std::int64_t index = intOf(indices.take(code_.indices.reader));
  const auto bits = static_cast<std::int64_t>(32 * words_);
  if (index < 0 || index >= bits) {
    machine.supervision.fail(fmt::format("{} gives the coordinate {}, outside a bit vector of {}", indices.name(),
                                         index, counted(bits, "bit")));
  }
  if (taken_ > 0 && static_cast<std::uint64_t>(index) <= next_) {
    machine.supervision.fail(fmt::format("{} gives the coordinate {} after {}", indices.name(), index, next_), nullptr,
                             "the coordinates of a bit vector ascend, and none comes twice");
  }
  next_ = static_cast<std::uint64_t>(index);
  ++taken_;
  isHeld_ = true;
}

}  // namespace stardust::spatial::run
