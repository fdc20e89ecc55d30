#include "sim/engine/recorder.h"

#include <algorithm>
#include <tuple>

#include "sim/engine/worker.h"

namespace stardust::sim {
namespace {

constexpr std::size_t mostSlices = 60'000;  ///< summed over all tracks
constexpr std::size_t mostWindows = 1024;

std::uint64_t keyOf(UnitId culprit, Activity activity) {
  return std::uint64_t{culprit} * maxActivities + static_cast<std::uint64_t>(activity);
}

}  // namespace

Recorder::Recorder(const Engine& engine, const Activities& activities, std::vector<Server> servers, std::size_t tracks)
    : engine_(engine), activities_(activities), states_(engine.workers()), servers_(std::move(servers)) {
  for (UnitId i = 0; i < states_.size(); ++i) states_[i].own = states_[i].passedOn = {activities_.inFlight, i};
  recording_.workers.resize(states_.size());
  for (auto& worker : recording_.workers) worker.cycles.resize(activities_.count);
  recording_.servers.resize(tracks);
}

const Worker& Recorder::worker(UnitId id) const { return engine_.worker(id); }

// ---------------------------------------------------------------- waits between units

Recorder::View Recorder::waiting(UnitId id) const {
  const auto& u = worker(id);
  if (const auto inside = u.ownWait()) return {{*inside, id}, {}, none};
  const auto channel = u.blockedOn();
  if (channel == none) return {{activities_.inFlight, id}, {}, none};
  const auto& queue = engine_.channels[channel];
  const auto& link = engine_.links[channel];
  if (u.waitsForInput() && queue.nextArrival() < never) return {{activities_.inFlight, link.producer}, {}, none};
  const auto other = u.waitsForInput() ? link.producer : link.consumers[queue.slowestReader()].unit;
  return {states_[other].passedOn, {}, other};
}

Recorder::View Recorder::view(UnitId id) const {
  const auto& u = worker(id);
  const auto underWay = u.underWay();
  if (u.state() == State::Done) return {{activities_.ended, id}, Attribution{activities_.inFlight, id}, none};
  if (u.state() != State::Active) {
    auto view = waiting(id);
    if (underWay) view.passedOn = Attribution{*underWay, id};
    return view;
  }
  return {{activities_.active, id}, Attribution{u.atWork(), id}, none};
}

inline void Recorder::link(UnitId id, UnitId waitsFor) {
  auto& s = states_[id];
  if (s.waitsFor == waitsFor) return;
  if (s.waitsFor != none) {
    (s.previous == none ? states_[s.waitsFor].first : states_[s.previous].next) = s.next;
    if (s.next != none) states_[s.next].previous = s.previous;
  }
  s.waitsFor = waitsFor;
  s.previous = none;
  if (waitsFor == none) return;
  s.next = std::exchange(states_[waitsFor].first, id);
  if (s.next != none) states_[s.next].previous = id;
}

inline void Recorder::account(UnitId id, Cycle until) {
  auto& s = states_[id];
  if (until <= s.since) return;
  recording_.workers[id].track.add(until, s.own.activity);
  s.last = &s.cycles[keyOf(s.own.culprit, s.own.activity)];
  *s.last += until - s.since;
  s.since = until;
  if (++sinceChecked_ % 4096 == 0) keepSmall();
}

inline void Recorder::passOn(UnitId id, const Attribution& why) {
  if (states_[id].passedOn == why) return;
  states_[id].passedOn = why;
  changed_.push_back(id);
}

inline void Recorder::setOwn(UnitId id, const Attribution& own, Cycle now) {
  auto& s = states_[id];
  if (!(s.own == own)) {
    account(id, now);
    s.own = own;
  }
  if (s.passesOwn) passOn(id, own);
}

/// Records a unit's activity from `now` on, and propagates it to the units that wait for it.
void Recorder::become(UnitId id, const View& view, Cycle now) {
  link(id, view.waitsFor);
  states_[id].passesOwn = !view.passedOn;
  if (view.passedOn) passOn(id, *view.passedOn);
  setOwn(id, view.own, now);
  while (!changed_.empty()) {
    const auto teller = changed_.back();
    changed_.pop_back();
    for (auto waiting = states_[teller].first; waiting != none; waiting = states_[waiting].next) {
      setOwn(waiting, states_[teller].passedOn, now);
    }
  }
}

// ---------------------------------------------------------------- events of the engine

void Recorder::stepped(UnitId id, Cycle now) {
  if (id >= states_.size()) {
    const auto& server = servers_[id - states_.size()];
    for (const auto served : server.workers) become(served, view(served), now);
    auto& track = recording_.servers[server.track];
    track.add(now, activities_.ended);
    if (engine_.units[id]->isMoving()) track.add(now + 1, activities_.active);
    return;
  }
  const auto& u = worker(id);
  const bool hasEnded = u.state() == State::Done && u.doneAt == now;
  if (hasEnded) become(id, {{activities_.active, id}, {}, none}, now);
  become(id, view(id), hasEnded ? now + 1 : now);
}

void Recorder::sent(UnitId consumer, Cycle now) {
  auto view = this->view(consumer);
  become(consumer, view, now);
}

void Recorder::burstSent(std::size_t channel, Cycle now) {
  if (underWay_.size() <= channel) {
    underWay_.resize(channel + 1);
    recording_.channels.resize(channel + 1);
  }
  auto& c = recording_.channels[channel];
  if (underWay_[channel]++ == 0) c.track.add(now, activities_.ended);
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
  if (--underWay_[channel] == 0) recording_.channels[channel].track.add(now, activities_.active);
  auto& windows = recording_.windows;
  auto window = static_cast<std::size_t>((now - 1) / recording_.windowCycles);
  for (; window >= mostWindows; window /= 2) halveWindows();
  if (windows.size() <= window) windows.resize(window + 1);
  ++(isWrite ? windows[window].writes : windows[window].reads);
}

// ---------------------------------------------------------------- the end

template <class Visit>
void Recorder::forEachTrack(Visit visit) {
  for (auto& worker : recording_.workers) visit(worker.track);
  for (auto& track : recording_.servers) visit(track);
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

/// A unit that has ended waits for its unfinished copies: their remaining work is load imbalance.
void Recorder::accountEnds(Cycle end, const std::vector<std::vector<UnitId>>& copies) {
  for (const auto& group : copies) {
    Cycle last = 0;
    for (const auto id : group)
      last = std::max(last, states_[id].own.activity == activities_.ended ? states_[id].since : end);
    for (const auto id : group) {
      auto& own = states_[id].own;
      if (own.activity != activities_.ended || states_[id].since >= last) continue;
      own.activity = activities_.imbalance;
      account(id, std::min(last, end));
      own.activity = activities_.ended;
    }
  }
}

Recording Recorder::finish(Cycle cycles, const std::vector<std::vector<UnitId>>& copies) {
  const auto end = cycles + 1;
  accountEnds(end, copies);
  for (UnitId i = 0; i < states_.size(); ++i) {
    account(i, end);
    auto& s = states_[i];
    if (s.since > end) *s.last -= s.since - end;  // it ended after the last word had moved
    auto& record = recording_.workers[i];
    for (const auto& [key, count] : s.cycles) {
      const auto activity = static_cast<Activity>(key % maxActivities);
      record.cycles[key % maxActivities] += count;
      record.blamed.push_back({static_cast<UnitId>(key / maxActivities), activity, count});
    }
    record.activeLanes = worker(i).books.activeLanes;
    std::sort(record.blamed.begin(), record.blamed.end(), [](const Blame& a, const Blame& b) {
      return std::tie(a.culprit, a.activity) < std::tie(b.culprit, b.activity);
    });
  }
  for (std::size_t c = 0; c < underWay_.size(); ++c) {
    recording_.channels[c].track.add(end, underWay_[c] > 0 ? activities_.active : activities_.ended);
  }
  for (const auto& server : servers_) recording_.servers[server.track].add(end, activities_.ended);
  forEachTrack([&](Track& track) { track.finish(end); });
  keepSmall();
  recording_.cycles = cycles;
  return std::move(recording_);
}

}  // namespace stardust::sim
