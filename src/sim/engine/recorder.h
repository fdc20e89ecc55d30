// Writes a Recording while the engine runs. The recorder never changes units: cycle counts are the same without it.
#pragma once

#include <optional>
#include <unordered_map>

#include "sim/engine/recording.h"

namespace stardust::sim {

class Engine;
class Worker;

/// A unit that serves workers.
struct Server {
  std::size_t track;            ///< index of its track in Recording::servers, if it moves words
  std::vector<UnitId> workers;  ///< workers whose wait its steps may change
};

/// For each waiting unit, records the unit that it waits for. A change of a unit's activity propagates to all units
/// that wait for it, directly or indirectly, so that at the end of each cycle a unit has the activity at the end of its
/// chain. A unit whose word is in flight waits for the network, not for a unit. A step that changes nothing takes O(1),
/// any other O(waiting units).
class Recorder {
 public:
  /// `servers`: the units behind the workers, in order; they have that many tracks.
  Recorder(const Engine& engine, const Activities& activities, std::vector<Server> servers, std::size_t tracks);
  /// Called after a step of a unit.
  void stepped(UnitId unit, Cycle now);
  /// Called when a word has been put into the channel that this consumer waits for.
  void sent(UnitId consumer, Cycle now);
  void burstSent(std::size_t channel, Cycle now);
  void burstDone(std::size_t channel, bool isWrite, Cycle now);
  /// `copies`: lists of workers that share the iterations of one loop; each worker is in one list.
  Recording finish(Cycle cycles, const std::vector<std::vector<UnitId>>& copies);

 private:
  /// A unit's activity, and the unit that causes it.
  struct Attribution {
    Activity activity{};
    UnitId culprit = 0;
    bool operator==(const Attribution& o) const { return activity == o.activity && culprit == o.culprit; }
  };
  struct UnitState {
    Attribution own{};
    Attribution passedOn{};  // the activity that units waiting for this unit inherit
    bool passesOwn = true;   // `passedOn` equals `own`, also when that changes
    UnitId waitsFor = none;
    UnitId first = none, next = none, previous = none;  // list of the units that wait for this unit
    Cycle since = 1;
    std::unordered_map<std::uint64_t, Cycle> cycles{};  // by causing unit and activity
    Cycle* last = nullptr;                              // the entry that was incremented last
  };
  struct View {
    Attribution own;
    std::optional<Attribution> passedOn;  // unset if the same as own
    UnitId waitsFor;
  };
  View view(UnitId id) const;
  View waiting(UnitId id) const;
  void become(UnitId id, const View& view, Cycle now);
  void passOn(UnitId id, const Attribution& why);
  void setOwn(UnitId id, const Attribution& own, Cycle now);
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
  std::vector<UnitState> states_;  // indexed by worker
  std::vector<Server> servers_;    // indexed by unit, after the workers
  std::vector<Cycle> underWay_;    // bursts in flight, by DRAM channel
  std::vector<UnitId> changed_;
  Recording recording_;
  std::size_t sinceChecked_ = 0;
};

}  // namespace stardust::sim
