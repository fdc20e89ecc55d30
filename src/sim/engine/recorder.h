// Writes a Recording while the engine runs. It looks at units and never changes them: cycles are the same with and
// without.
#pragma once

#include <optional>
#include <unordered_map>

#include "sim/engine/recording.h"

namespace stardust::sim {

class Engine;
class Worker;

/// A unit that serves workers.
struct Server {
  std::size_t track;            ///< Recording::servers has this one for when it moves something
  std::vector<UnitId> workers;  ///< whose waiting its steps may change
};

/// Keeps, for each unit that waits, whom it waits for. When a unit begins to do something else, that goes to all who
/// wait for it, and on to those who wait for them; so at the end of each cycle everybody does what the end of its chain
/// does. Whose word is in flight waits for the network and for no unit. O(1) for a step that changes nothing, else
/// O(those who wait for the unit).
class Recorder {
 public:
  /// `servers`: of the units behind the workers, in their order; they have so many tracks.
  Recorder(const Engine& engine, const Activities& activities, std::vector<Server> servers, std::size_t tracks);
  /// After a step of a unit.
  void stepped(UnitId unit, Cycle now);
  /// A word has been put into the channel that this consumer waits for.
  void sent(UnitId consumer, Cycle now);
  void burstSent(std::size_t channel, Cycle now);
  void burstDone(std::size_t channel, bool isWrite, Cycle now);
  /// `copies`: workers that share the iterations of one loop, each in one of the lists.
  Recording finish(Cycle cycles, const std::vector<std::vector<UnitId>>& copies);

 private:
  /// What a unit does, and who is to blame for it.
  struct Why {
    Activity activity{};
    UnitId culprit = 0;
    bool operator==(const Why& o) const { return activity == o.activity && culprit == o.culprit; }
  };
  struct Standing {
    Why own{};
    Why told{};             // what those do who wait for this unit
    bool isToldOwn = true;  // told is own, whatever it becomes
    UnitId waitsFor = none;
    UnitId first = none, next = none, previous = none;  // who waits for this unit: a list
    Cycle since = 1;
    std::unordered_map<std::uint64_t, Cycle> cycles{};  // by culprit and activity
    Cycle* last = nullptr;                              // the entry that was added to last
  };
  struct View {
    Why own;
    std::optional<Why> told;  // otherwise the same
    UnitId waitsFor;
  };
  View view(UnitId id) const;
  View waiting(UnitId id) const;
  void become(UnitId id, const View& view, Cycle now);
  void tell(UnitId id, const Why& why);
  void setOwn(UnitId id, const Why& own, Cycle now);
  void link(UnitId id, UnitId waitsFor);
  void account(UnitId id, Cycle until);
  void accountEnds(Cycle end, const std::vector<std::vector<UnitId>>& copies);
  void keepSmall();
  void halveWindows();
  template <class Visit>
  void forEachTrack(Visit visit);
  const Worker& worker(UnitId id) const;

  const Engine& engine_;
  const Activities activities_;
  std::vector<Standing> standings_;  // by worker
  std::vector<Server> servers_;      // by unit, behind the workers
  std::vector<Cycle> underWay_;      // by DRAM channel: bursts
  std::vector<UnitId> changed_;
  Recording recording_;
  std::size_t sinceChecked_ = 0;
};

}  // namespace stardust::sim
