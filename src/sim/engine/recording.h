// What each unit of a run did in each cycle: it was active, or why it was not, and whom it waited for.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "sim/engine/activity.h"
#include "sim/engine/cycle.h"

namespace stardust::sim {

/// A unit over time: what it did most in each window of `resolution` cycles; neighbours that are equal are one slice.
/// A slice ends where the next begins, the last with the run. Windows begin at cycle 1.
class Track {
 public:
  struct Slice {
    Cycle begin;
    Activity activity;
  };
  /// Goes on with `activity` until `to`.
  void add(Cycle to, Activity activity);
  /// Makes windows of twice the length.
  void coarsen();
  void finish(Cycle end);
  const std::vector<Slice>& slices() const { return slices_; }

 private:
  void append(Cycle begin, Activity activity);
  void endWindow();

  std::vector<Slice> slices_;
  Cycle resolution_ = 1, at_ = 1;
  std::array<Cycle, mostActivities> window_{};  // of the window that is not complete
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
    std::vector<Blame> blamed{};  ///< the same by the unit at the end of the chain; of its own activity, itself
  };
  struct Channel {
    Track track;  ///< active: has bursts under way; otherwise ended
    std::int64_t bursts = 0;
  };
  struct Window {
    std::int64_t reads = 0, writes = 0;  ///< bursts that came back
  };
  Cycle cycles = 0;
  Cycle resolution = 1;           ///< of all tracks: a power of two, such that they have 60,000 slices at most
  std::vector<Unit> workers;      ///< by unit
  std::vector<Track> servers;     ///< of units that serve workers, by Server::track. active: has something to move
  std::vector<Channel> channels;  ///< of the DRAM
  Cycle windowCycles = 1;
  std::vector<Window> windows;  ///< the DRAM's bursts in each `windowCycles` cycles, at most 1024
};

}  // namespace stardust::sim
