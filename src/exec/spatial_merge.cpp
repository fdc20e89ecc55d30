// merge: from the ascending elements of several FIFOs to one.
#include <fmt/format.h>

#include "exec/spatial_tasks.h"
#include "support/plural.h"

namespace stardust::spatial::run {

void MergeTask::start(Machine&) { done_ = entered_ = false; }

void MergeTask::enter(Machine& machine) {
  entered_ = true;
  std::vector<std::int64_t> lengths;
  for (const auto& way : code_.ways) {
    lengths.push_back(intOf(machine.evaluate(way.length)));
    if (lengths.back() < 0)
      machine.supervision.fail(fmt::format("an input of a merge has {}", counted(lengths.back(), "element")));
  }
  merger_.begin(lengths, machine.evaluate(code_.sorts) != 0);
}

/// Takes the elements needed to determine the next output. Returns false if one is missing. Adds the number of elements
/// taken to `work`.
bool MergeTask::fill(Machine& machine, std::uint64_t& work) {
  for (std::size_t i = 0; i < code_.ways.size(); ++i) {
    if (merger_.held(i) > 0 || merger_.toCome(i) == 0) continue;
    const auto& way = code_.ways[i].elements;
    auto& fifo = machine.fifos[way.fifo];
    for (; merger_.held(i) == 0; ++work) {
      if (fifo.available(way.reader) == 0) {
        waitFor(way.fifo, true);
        return false;
      }
      merger_.add(i, fifo.take(way.reader));
    }
  }
  return true;
}

bool MergeTask::step(Machine& machine) {
  machine.supervision.enter(statement_);
  bool moved = false;
  if (!entered_) {
    if (!hasElements(machine, code_.boundTakes)) return false;
    enter(machine);
    moved = true;
  }
  auto& merged = machine.fifos[code_.merged];
  std::uint64_t work = 0;
  while (work < quantum && merger_.left() > 0 && fill(machine, work)) {
    if (merged.room() == 0) {
      waitFor(code_.merged, false);
      break;
    }
    merged.give(merger_.give());
    ++work;
  }
  done_ = merger_.left() == 0;
  machine.supervision.charge(work);
  return moved || work > 0 || done_;
}

}  // namespace stardust::spatial::run
