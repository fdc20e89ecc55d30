// What each unit of a run did in each cycle: it was active, or why it was not, and whom it waited for.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "capstan/graph.h"
#include "sim/dram/dram.h"

namespace stardust::sim {

/// What a unit does in a cycle; causes.h says what each means. Of a unit that waits for another one that waits, it is
/// what that one waits for.
enum class Activity : std::uint8_t {
  Active,
  Scan,
  LoadStore,
  BankConflict,
  Shuffle,
  Turn,
  BusyUnit,
  Network,
  Dram,
  Imbalance,
  Ended,
};
inline constexpr std::size_t activities = 11;
const char* toString(Activity activity);  ///< "active", "load/store", "bank conflict"

using CyclesBy = std::array<Cycle, activities>;

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
  CyclesBy window_{};  // of the window that is not complete
};

struct Blame {
  capstan::Id culprit;
  Activity activity;
  Cycle cycles;
};

struct Recording {
  struct Unit {
    CyclesBy cycles{};             ///< they add up to the cycles of the run
    std::int64_t activeLanes = 0;  ///< summed over firings
    Track track{};
    std::vector<Blame> blamed{};  ///< the same by the context at the end of the chain; of its own activity, itself
  };
  struct Channel {
    Track track;  ///< Active: has bursts under way; otherwise Ended
    std::int64_t bursts = 0;
  };
  struct Window {
    std::int64_t reads = 0, writes = 0;  ///< bursts that came back
  };
  Cycle cycles = 0;
  Cycle resolution = 1;           ///< of all tracks: a power of two, such that they have 60,000 slices at most
  std::vector<Unit> contexts;     ///< by context
  std::vector<Track> shuffles;    ///< by memory; empty unless it has a shuffle network. Active: has accesses to move
  std::vector<Channel> channels;  ///< of the DRAM
  Cycle windowCycles = 1;
  std::vector<Window> windows;  ///< the DRAM's bursts in each `windowCycles` cycles, at most 1024
};

}  // namespace stardust::sim
