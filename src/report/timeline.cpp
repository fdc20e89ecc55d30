#include "report/timeline.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace stardust::report {
namespace {

using sim::Cycle;

constexpr Cycle mostWindows = 240;

/// The active cycles of a unit in each window, and the first and last over all windows.
struct Busy {
  std::vector<Cycle> cycles;
  Cycle first = 0, last = 0;
};

Busy busyOf(const sim::Recording& recording, capstan::Id context, Cycle windowCycles) {
  Busy busy;
  busy.cycles.resize(static_cast<std::size_t>((recording.cycles + windowCycles - 1) / windowCycles));
  const auto& slices = recording.workers[context].track.slices();
  for (std::size_t s = 0; s < slices.size(); ++s) {
    if (slices[s].activity != sim::activity::active) continue;
    const auto end = s + 1 < slices.size() ? slices[s + 1].begin : recording.cycles + 1;
    if (busy.first == 0) busy.first = slices[s].begin;
    busy.last = end - 1;
    for (auto at = slices[s].begin; at < end;) {
      const auto window = (at - 1) / windowCycles;
      const auto until = std::min(end, (window + 1) * windowCycles + 1);
      busy.cycles[static_cast<std::size_t>(window)] += until - at;
      at = until;
    }
  }
  return busy;
}

/// A row with its source: a loop with all its contents, or units outside of loops.
struct Part {
  Timeline::Row row;
  std::vector<Cycle> most;
  void add(const Busy& busy) {
    if (busy.first == 0) return;
    row.first = row.first == 0 ? busy.first : std::min(row.first, busy.first);
    row.last = std::max(row.last, busy.last);
    most.resize(busy.cycles.size());
    for (std::size_t w = 0; w < most.size(); ++w) most[w] = std::max(most[w], busy.cycles[w]);
  }
};

}  // namespace

Timeline timelineOf(const std::vector<sim::UnitRow>& units, const LoopTree& loops, const sim::Recording& recording) {
  Timeline timeline;
  timeline.windowCycles = std::max<Cycle>(1, (recording.cycles + mostWindows - 1) / mostWindows);
  std::vector<Part> ofLoop, outside;
  for (const auto& loop : loops.loops) {
    auto& row = ofLoop.emplace_back().row;
    row.what = loop.what;
    row.depth = loop.depth;
  }
  std::vector<std::pair<bool, std::size_t>> top;  // top-level loops and units, in program order
  for (const auto& unit : units) {
    const auto& around = loops.around[unit.contexts.front()];
    if (around.empty()) {
      if (top.empty() || top.back().first || outside.back().row.what != unit.serves) {
        top.emplace_back(false, outside.size());
        outside.emplace_back().row.what = unit.serves;
      }
    } else if (const std::pair item(true, around.front()); std::find(top.begin(), top.end(), item) == top.end()) {
      top.push_back(item);
    }
    for (const auto context : unit.contexts) {
      const auto busy = busyOf(recording, context, timeline.windowCycles);
      if (around.empty()) outside.back().add(busy);
      for (const auto loop : loops.around[context]) ofLoop[loop].add(busy);
    }
  }
  const auto show = [&](Part& part) {
    if (part.row.first == 0) return;
    for (std::size_t w = 0; w < part.most.size(); ++w) {
      const auto begin = static_cast<Cycle>(w) * timeline.windowCycles;
      const auto length = std::min(timeline.windowCycles, recording.cycles - begin);
      part.row.busy.push_back(static_cast<std::uint8_t>(
          std::lround(100.0 * static_cast<double>(part.most[w]) / static_cast<double>(std::max<Cycle>(1, length)))));
    }
    timeline.rows.push_back(std::move(part.row));
  };
  const std::function<void(std::size_t)> showLoop = [&](std::size_t loop) {
    show(ofLoop[loop]);
    for (std::size_t inner = loop + 1; inner < loops.loops.size(); ++inner)
      if (loops.loops[inner].parent == loop) showLoop(inner);
  };
  for (const auto& [isLoop, index] : top) {
    if (isLoop) showLoop(index);
    else show(outside[index]);
  }
  return timeline;
}

}  // namespace stardust::report
