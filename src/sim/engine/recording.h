// The activity of each unit in each cycle of a run: active, or the reason why not and the unit that caused it.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "sim/engine/activity.h"
#include "sim/engine/cycle.h"

namespace stardust::sim {

/// A unit over time: its most frequent activity in each window of `resolution` cycles. Equal neighbours form one slice.
/// A slice ends where the next begins, the last with the run. Windows begin at cycle 1.
class Track {
 public:
  struct Slice {
    Cycle begin;
    Activity activity;
  };
  /// Appends `activity` up to cycle `to`.
  void add(Cycle to, Activity activity);
  /// Doubles the length of the windows.
  void coarsen();
  void finish(Cycle end);
  const std::vector<Slice>& slices() const { return slices_; }

 private:
  void append(Cycle begin, Activity activity);
  void endWindow();

  std::vector<Slice> slices_;
  Cycle resolution_ = 1, at_ = 1;
  std::array<Cycle, maxActivities> window_{};  // of the incomplete window
};

struct Blame {
  UnitId culprit;
  Activity activity;
  Cycle cycles;
};

struct Recording {
  struct Unit {
    std::vector<Cycle> cycles{};   ///< by activity; they add up to the cycles of the run
    std::int64_t activeLanes = 0;  ///< summed over firings
    Track track{};
    std::vector<Blame> blamed{};  // the same by the unit at the end of the chain; a unit's own activity counts for
                                  // itself
  };
  struct Channel {
    Track track;  ///< active: bursts are in flight; otherwise ended
    std::int64_t bursts = 0;
  };
  struct Window {
    std::int64_t reads = 0, writes = 0;  ///< completed bursts
  };
  Cycle cycles = 0;
  Cycle resolution = 1;           ///< of all tracks: the smallest power of two with at most 60,000 slices
  std::vector<Unit> workers;      ///< indexed by unit
  std::vector<Track> servers;     ///< units that serve workers, by Server::track. active: accesses are pending
  std::vector<Channel> channels;  ///< channels of the DRAM
  Cycle windowCycles = 1;
  std::vector<Window> windows;  ///< the DRAM's bursts in each `windowCycles` cycles; at most 1024 windows
};

}  // namespace stardust::sim
