// Writes a Recording while the engine runs. It looks at units and never changes them: cycles are the same with and
// without.
#pragma once

#include <optional>
#include <unordered_map>

#include "sim/recording.h"

namespace stardust::sim {

class Engine;
class LoopUnit;

/// Keeps, for each unit that waits, whom it waits for. When a unit begins to do something else, that goes to all who
/// wait for it, and on to those who wait for them; so at the end of each cycle everybody does what the end of its chain
/// does. Whose word is in flight waits for the network and for no unit. O(1) for a step that changes nothing, else
/// O(those who wait for the unit).
class Recorder {
 public:
  Recorder(const Engine& engine, const capstan::Mapping& mapping);
  /// After a step of a unit: one of a context, or a memory.
  void stepped(capstan::Id unit, Cycle now);
  /// A word has been put into the channel that this consumer waits for.
  void sent(capstan::Id consumer, Cycle now);
  void burstSent(std::size_t channel, Cycle now);
  void burstDone(std::size_t channel, bool isWrite, Cycle now);
  Recording finish(Cycle cycles);

 private:
  using Id = capstan::Id;
  /// What a unit does, and who is to blame for it.
  struct Why {
    Activity activity = Activity::Network;
    Id culprit = 0;
    bool operator==(const Why& o) const { return activity == o.activity && culprit == o.culprit; }
  };
  struct Standing {
    Why own{};
    Why told{};             // what those do who wait for this unit
    bool isToldOwn = true;  // told is own, whatever it becomes
    Id waitsFor = capstan::none;
    Id first = capstan::none, next = capstan::none, previous = capstan::none;  // who waits for this unit: a list
    Cycle since = 1;
    std::unordered_map<std::uint64_t, Cycle> cycles{};  // by culprit and activity
    Cycle* last = nullptr;                              // the entry that was added to last
  };
  struct View {
    Why own;
    std::optional<Why> told;  // otherwise the same
    Id waitsFor;
  };
  View view(Id context) const;
  View waiting(Id context) const;
  void become(Id context, const View& view, Cycle now);
  void tell(Id context, const Why& why);
  void setOwn(Id context, const Why& own, Cycle now);
  void link(Id context, Id waitsFor);
  void account(Id context, Cycle until);
  void accountEnds(Cycle end);
  void keepSmall();
  void halveWindows();
  template <class Visit>
  void forEachTrack(Visit visit);
  const LoopUnit& unit(Id context) const;

  const Engine& engine_;
  const capstan::Mapping& mapping_;
  std::vector<Standing> standings_;  // by context
  struct Memory {
    Id memory;
    std::vector<Id> accesses;  // contexts
  };
  std::vector<Memory> memories_;  // by unit, behind the contexts
  std::vector<Cycle> underWay_;   // by DRAM channel: bursts
  std::vector<Id> changed_;
  Recording recording_;
  std::size_t sinceChecked_ = 0;
};

}  // namespace stardust::sim
