#include "sim/recorder.h"

#include <algorithm>
#include <tuple>

#include "capstan/served.h"
#include "sim/access_unit.h"

namespace stardust::sim {

using capstan::none;
using capstan::Role;

namespace {

constexpr std::size_t mostSlices = 60'000;  ///< of all tracks together
constexpr std::size_t mostWindows = 1024;

/// What those wait for who wait for a unit at work.
Activity atWork(Role role) {
  if (role == Role::Scan || role == Role::BitVector) return Activity::Scan;
  if (role == Role::Load || role == Role::Store) return Activity::LoadStore;
  return Activity::BusyUnit;
}

std::uint64_t keyOf(capstan::Id culprit, Activity activity) {
  return std::uint64_t{culprit} * activities + static_cast<std::uint64_t>(activity);
}

}  // namespace

Recorder::Recorder(const Engine& engine, const capstan::Mapping& mapping)
    : engine_(engine), mapping_(mapping), standings_(mapping.contexts.size()) {
  std::vector<std::vector<Id>> accesses(mapping.memories.size());
  for (Id i = 0; i < standings_.size(); ++i) {
    standings_[i].own = standings_[i].told = {Activity::Network, i};
    if (mapping.contexts[i].role == Role::SparseAccess) accesses[mapping.contexts[i].memory].push_back(i);
  }
  for (Id m = 0; m < accesses.size(); ++m) {
    if (!accesses[m].empty()) memories_.push_back({m, std::move(accesses[m])});
  }
  recording_.contexts.resize(mapping.contexts.size());
  recording_.shuffles.resize(mapping.memories.size());
}

const LoopUnit& Recorder::unit(Id context) const { return static_cast<const LoopUnit&>(*engine_.units[context]); }

// ---------------------------------------------------------------- who waits for whom

Recorder::View Recorder::waiting(Id context) const {
  const auto& u = unit(context);
  if (const auto inside = u.ownWait()) return {{*inside, context}, {}, none};
  const auto channel = u.blockedOn();
  if (channel == none) return {{Activity::Network, context}, {}, none};
  const auto& queue = engine_.channels[channel];
  const auto& link = engine_.links[channel];
  if (u.waitsForInput() && queue.nextArrival() < never) return {{Activity::Network, link.producer}, {}, none};
  const auto other = u.waitsForInput() ? link.producer : link.consumers[queue.slowestReader()].unit;
  return {standings_[other].told, {}, other};
}

Recorder::View Recorder::view(Id context) const {
  const auto& u = unit(context);
  const auto underWay = u.underWay();
  const auto role = mapping_.contexts[context].role;
  if (u.state() == State::Done) return {{Activity::Ended, context}, Why{Activity::Network, context}, none};
  if (u.state() != State::Active) {
    auto view = waiting(context);
    if (underWay) view.told = Why{*underWay, context};
    return view;
  }
  const bool answersLater = underWay && role == Role::SparseAccess;
  return {{Activity::Active, context}, Why{answersLater ? *underWay : atWork(role), context}, none};
}

void Recorder::link(Id context, Id waitsFor) {
  auto& s = standings_[context];
  if (s.waitsFor == waitsFor) return;
  if (s.waitsFor != none) {
    (s.previous == none ? standings_[s.waitsFor].first : standings_[s.previous].next) = s.next;
    if (s.next != none) standings_[s.next].previous = s.previous;
  }
  s.waitsFor = waitsFor;
  s.previous = none;
  if (waitsFor == none) return;
  s.next = std::exchange(standings_[waitsFor].first, context);
  if (s.next != none) standings_[s.next].previous = context;
}

void Recorder::account(Id context, Cycle until) {
  auto& s = standings_[context];
  if (until <= s.since) return;
  recording_.contexts[context].track.add(until, s.own.activity);
  s.last = &s.cycles[keyOf(s.own.culprit, s.own.activity)];
  *s.last += until - s.since;
  s.since = until;
  if (++sinceChecked_ % 4096 == 0) keepSmall();
}

/// Notes what a unit does and says from `now` on, and tells those who wait for it.
void Recorder::become(Id context, const View& view, Cycle now) {
  link(context, view.waitsFor);
  standings_[context].isToldOwn = !view.told;
  if (view.told) tell(context, *view.told);
  setOwn(context, view.own, now);
  while (!changed_.empty()) {
    const auto teller = changed_.back();
    changed_.pop_back();
    for (auto id = standings_[teller].first; id != none; id = standings_[id].next) {
      setOwn(id, standings_[teller].told, now);
    }
  }
}

void Recorder::tell(Id context, const Why& why) {
  if (standings_[context].told == why) return;
  standings_[context].told = why;
  changed_.push_back(context);
}

void Recorder::setOwn(Id context, const Why& own, Cycle now) {
  auto& s = standings_[context];
  if (!(s.own == own)) {
    account(context, now);
    s.own = own;
  }
  if (s.isToldOwn) tell(context, own);
}

// ---------------------------------------------------------------- what the engine says

void Recorder::stepped(Id id, Cycle now) {
  if (id >= standings_.size()) {
    const auto& memory = memories_[id - standings_.size()];
    for (const auto context : memory.accesses) become(context, view(context), now);
    const bool isMoving = static_cast<const RandomMemory&>(*engine_.units[id]).isShuffling();
    recording_.shuffles[memory.memory].add(now, Activity::Ended);
    if (isMoving) recording_.shuffles[memory.memory].add(now + 1, Activity::Active);
    return;
  }
  const auto& u = unit(id);
  const bool hasEnded = u.state() == State::Done && u.doneAt == now;
  if (hasEnded) become(id, {{Activity::Active, id}, {}, none}, now);
  become(id, view(id), hasEnded ? now + 1 : now);
}

void Recorder::sent(Id consumer, Cycle now) {
  auto view = this->view(consumer);
  become(consumer, view, now);
}

void Recorder::burstSent(std::size_t channel, Cycle now) {
  if (underWay_.size() <= channel) {
    underWay_.resize(channel + 1);
    recording_.channels.resize(channel + 1);
  }
  auto& c = recording_.channels[channel];
  if (underWay_[channel]++ == 0) c.track.add(now, Activity::Ended);
  ++c.bursts;
}

void Recorder::halveWindows() {
  auto& windows = recording_.windows;
  recording_.windowCycles *= 2;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    if (i % 2 == 0) windows[i / 2] = windows[i];
    if (i % 2 == 0) continue;
    windows[i / 2].reads += windows[i].reads;
    windows[i / 2].writes += windows[i].writes;
  }
  windows.resize((windows.size() + 1) / 2);
}

void Recorder::burstDone(std::size_t channel, bool isWrite, Cycle now) {
  if (--underWay_[channel] == 0) recording_.channels[channel].track.add(now, Activity::Active);
  auto& windows = recording_.windows;
  auto window = static_cast<std::size_t>((now - 1) / recording_.windowCycles);
  for (; window >= mostWindows; window /= 2) halveWindows();
  if (windows.size() <= window) windows.resize(window + 1);
  ++(isWrite ? windows[window].writes : windows[window].reads);
}

// ---------------------------------------------------------------- the end

template <class Visit>
void Recorder::forEachTrack(Visit visit) {
  for (auto& unit : recording_.contexts) visit(unit.track);
  for (auto& track : recording_.shuffles) visit(track);
  for (auto& channel : recording_.channels) visit(channel.track);
}

void Recorder::keepSmall() {
  for (;;) {
    std::size_t slices = 0;
    forEachTrack([&](Track& track) { slices += track.slices().size(); });
    if (slices <= mostSlices) return;
    forEachTrack([](Track& track) { track.coarsen(); });
    recording_.resolution *= 2;
  }
}

/// Who has ended waits for copies that have not: what these still do is work that was not shared out.
void Recorder::accountEnds(Cycle end) {
  for (const auto& copies : capstan::copiesOf(mapping_)) {
    Cycle last = 0;
    for (const auto id : copies)
      last = std::max(last, standings_[id].own.activity == Activity::Ended ? standings_[id].since : end);
    for (const auto id : copies) {
      auto& own = standings_[id].own;
      if (own.activity != Activity::Ended || standings_[id].since >= last) continue;
      own.activity = Activity::Imbalance;
      account(id, std::min(last, end));
      own.activity = Activity::Ended;
    }
  }
}

Recording Recorder::finish(Cycle cycles) {
  const auto end = cycles + 1;
  accountEnds(end);
  for (Id i = 0; i < standings_.size(); ++i) {
    account(i, end);
    auto& s = standings_[i];
    if (s.since > end) *s.last -= s.since - end;  // it ended after the last word had moved
    auto& record = recording_.contexts[i];
    for (const auto& [key, count] : s.cycles) {
      const auto activity = static_cast<Activity>(key % activities);
      record.cycles[key % activities] += count;
      record.blamed.push_back({static_cast<Id>(key / activities), activity, count});
    }
    record.activeLanes = unit(i).books.activeLanes;
    std::sort(record.blamed.begin(), record.blamed.end(), [](const Blame& a, const Blame& b) {
      return std::tie(a.culprit, a.activity) < std::tie(b.culprit, b.activity);
    });
  }
  for (std::size_t c = 0; c < underWay_.size(); ++c) {
    recording_.channels[c].track.add(end, underWay_[c] > 0 ? Activity::Active : Activity::Ended);
  }
  for (const auto& memory : memories_) recording_.shuffles[memory.memory].add(end, Activity::Ended);
  forEachTrack([&](Track& track) { track.finish(end); });
  keepSmall();
  recording_.cycles = cycles;
  return std::move(recording_);
}

}  // namespace stardust::sim
