// Unit: engine
// Units independent of any machine, on the engine alone: exact cycles of a pipeline, of bursts, and of the attribution
// of waits.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>

#include "fixed_dram.h"
#include "sim/engine/deadlock.h"
#include "sim/engine/recorder.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

constexpr Activity atWork{0}, inFlight{1}, isBusy{2}, imbalance{3}, ended{4};
constexpr Activities activities{5, atWork, inFlight, imbalance, ended};

/// Common part of the units below: one word in each of their own cycles, of `period` cycles of the engine.
class Clocked : public Worker {
 public:
  Clocked(int words, Cycle period) : left_(words), period_(period) {}
  bool isDone() const override { return left_ == 0; }
  Activity atWork() const override { return isBusy; }
  void step(Engine& engine, Cycle now) override {
    if (isDone()) return;  // a spurious wake-up
    if (now < next_) return engine.wake(id, next_);
    blocked_ = none;
    if (!move(engine, now)) {
      enter(blockedOnInput_ ? State::Starve : State::Stall, now);
      if (blockedOnInput_) engine.wake(id, engine.channels[blocked_].nextArrival());
      return;
    }
    doneAt = now;
    next_ = now + period_;
    enter(State::Active, now);
    if (--left_ == 0) return enter(State::Done, now + 1);
    engine.wake(id, next_);
  }

 protected:
  virtual bool move(Engine& engine, Cycle now) = 0;

 private:
  int left_;
  Cycle period_, next_ = 0;
};

class Producer final : public Clocked {
 public:
  Producer(int words, Cycle period, Cycle latency) : Clocked(words, period), latency_(latency) {}
  ChannelId to = 0;

 private:
  bool move(Engine& engine, Cycle now) override {
    if (engine.channels[to].room(now) == 0) {
      waitForRoom(engine, to);
      return false;
    }
    const Word word = given_++;
    engine.give(to, &word, 1, now + latency_);
    return true;
  }
  Word given_ = 0;
  const Cycle latency_;
};

class Consumer final : public Clocked {
 public:
  using Clocked::Clocked;
  ChannelId from = 0;
  std::optional<ChannelId> to{};  ///< the channel of its output
  std::vector<Word> words{};

 private:
  bool move(Engine& engine, Cycle now) override {
    auto& channel = engine.channels[from];
    if (channel.available(0, now) == 0) {
      waitForInput(engine, from, 0);
      return false;
    }
    if (to && engine.channels[*to].room(now) == 0) {
      waitForRoom(engine, *to);
      return false;
    }
    words.push_back(channel.at(0, 0));
    engine.take(from, 0, 1, now);
    if (to) engine.give(*to, &words.back(), 1, now + 1);
    return true;
  }
};

/// Reads bursts one after the other: each when the previous one has completed.
class Reader final : public Worker {
 public:
  explicit Reader(std::vector<std::uint64_t> addresses) : addresses_(std::move(addresses)) {}
  bool isDone() const override { return back_ == addresses_.size(); }
  Activity atWork() const override { return isBusy; }
  void step(Engine& engine, Cycle now) override {
    if (sent_ == back_ && !isDone()) engine.send(id, addresses_[sent_++], false, 7, now);
  }
  void completed(Engine& engine, std::uint32_t tag, Cycle now) override {
    CHECK(tag == 7);
    ++back_;
    doneAt = now;
    engine.wake(id, now + 1);
  }

 private:
  std::vector<std::uint64_t> addresses_;
  std::size_t sent_ = 0, back_ = 0;
};

/// The times at which each word is given and taken. A producer's word is sent at its clock as soon as there is room; a
/// word taken in a cycle frees its room in the next.
struct Times {
  std::vector<Cycle> given, taken;
  Times(std::size_t words, Cycle period, Cycle way, std::size_t capacity, Cycle consumersPeriod) {
    for (std::size_t i = 0; i < words; ++i) {
      Cycle give = i == 0 ? 1 : given[i - 1] + period;
      if (i >= capacity) give = std::max(give, taken[i - capacity] + 1);
      given.push_back(give);
      taken.push_back(std::max(give + way, i == 0 ? 1 : taken[i - 1] + consumersPeriod));
    }
  }
};

}  // namespace

TEST_CASE("a word takes its latency and its route, and the slower of two clocks sets the pace") {
  constexpr int words = 50;
  for (const Cycle period : {1, 3})
    for (const Cycle consumersPeriod : {1, 2, 5})
      for (const std::int64_t capacity : {1, 4, 64})
        for (const bool isReversed : {false, true}) {
          CAPTURE(period);
          CAPTURE(consumersPeriod);
          CAPTURE(capacity);
          CAPTURE(isReversed);
          FixedDram dram(1);
          Routes routes;
          routes.add(6);
          Engine engine(dram, {}, routes);
          const auto producer = engine.add(std::make_unique<Producer>(words, period, 2));
          const auto consumer = engine.add(std::make_unique<Consumer>(words, consumersPeriod));
          engine.connect(producer, {consumer}, capacity);
          RunOptions options;
          options.isReversed = isReversed;
          engine.run(options);
          const Times times(words, period, 2 + 6, static_cast<std::size_t>(capacity), consumersPeriod);
          CHECK(engine.worker(producer).doneAt == times.given.back());
          CHECK(engine.worker(consumer).doneAt == times.taken.back());
          const auto& taken = static_cast<const Consumer&>(engine.worker(consumer)).words;
          CHECK(taken.size() == words);
          CHECK(std::is_sorted(taken.begin(), taken.end()));
          auto& slow = engine.worker(consumer);
          slow.close(times.taken.back());
          const auto& counters = slow.books.counters;
          CHECK(counters.active + counters.starve + counters.stall + counters.done == times.taken.back());
        }
}

TEST_CASE("a link that two channels share carries their words in turn") {
  FixedDram dram(1);
  Routes routes;
  const auto link = routes.addLink(1);
  for (ChannelId channel : {0, 1}) {
    routes.add(4);
    routes.share(channel, {link});
  }
  Engine engine(dram, {}, routes);
  constexpr int words = 20;
  std::vector<UnitId> producers, consumers;
  for (int i = 0; i < 2; ++i) producers.push_back(engine.add(std::make_unique<Producer>(words, 1, 1)));
  for (int i = 0; i < 2; ++i) consumers.push_back(engine.add(std::make_unique<Consumer>(words, 1)));
  for (std::size_t i = 0; i < 2; ++i) {
    const auto channel = engine.connect(producers[i], {consumers[i]}, 100);
    static_cast<Producer&>(engine.worker(producers[i])).to = channel;
    static_cast<Consumer&>(engine.worker(consumers[i])).from = channel;
  }
  engine.run({});
  // The last of 2 * words words is given in cycle `words`, with `words` words in front of it.
  CHECK(engine.worker(consumers[1]).doneAt == words + 1 + 4 + words);
}

TEST_CASE("bursts come back after the latency of the DRAM, and a burst in flight is not requested again") {
  FixedDram dram(100);
  Engine engine(dram, {/*mergesInFlight=*/true, /*postsWrites=*/false});
  const auto a = engine.add(std::make_unique<Reader>(std::vector<std::uint64_t>{0, 64, 128}));
  const auto b = engine.add(std::make_unique<Reader>(std::vector<std::uint64_t>{0, 4096}));
  engine.run({});
  CHECK(engine.worker(a).doneAt == 1 + 100 + 1 + 100 + 1 + 100);
  CHECK(engine.worker(b).doneAt == 1 + 100 + 1 + 100);
  CHECK(engine.reads == 4);
}

TEST_CASE("a ring without a word deadlocks, and the report names each waiting unit and its place") {
  FixedDram dram(1);
  Engine engine(dram);
  const auto first = engine.add(std::make_unique<Consumer>(3, 1)),
             second = engine.add(std::make_unique<Consumer>(3, 1));
  const auto there = engine.connect(first, {second}, 4), back = engine.connect(second, {first}, 4);
  const auto pass = [&](UnitId unit, ChannelId from, ChannelId to) {
    static_cast<Consumer&>(engine.worker(unit)).from = from;
    static_cast<Consumer&>(engine.worker(unit)).to = to;
  };
  pass(first, back, there);
  pass(second, there, back);
  engine.run({});
  CHECK_FALSE(engine.worker(first).isDone());
  const auto text = makeSource("ring", "one\ntwo\n");
  const Labels labels{{{"passes on", "", {text, {0, 3}}}, {"passes back", "of B(i,j)", {text, {4, 7}}}},
                      {{{"there", "", {text, {0, 3}}}, true, {first}, {second}},
                       {{"back", "", {text, {4, 7}}}, true, {second}, {first}}}};
  try {
    failDeadlock(engine, labels, "deadlock");
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::Wrong);
    CHECK(
        error.diagnostic().why ==
        "FIFO there (line 1) is empty: \"passes back\" (of B(i,j); line 2) waits for more, \"passes on\" (line 1) has to "
        "fill it; FIFO back (line 2) is empty: \"passes on\" (line 1) waits for more, \"passes back\" (of B(i,j); line 2) "
        "has to fill it");
    return;
  }
  FAIL("a deadlock is an error");
}

TEST_CASE("a word in a ring returns after the cycles of its unit") {
  FixedDram dram(1);
  Engine engine(dram);
  const auto unit = engine.add(std::make_unique<Consumer>(1000, 2));
  const auto ring = engine.connect(unit, {unit}, 4);
  static_cast<Consumer&>(engine.worker(unit)).from = ring;
  static_cast<Consumer&>(engine.worker(unit)).to = ring;
  const Word word = 42;
  engine.channels[ring].give(&word, 1, 0);
  engine.run({});
  CHECK(engine.worker(unit).isDone());
  CHECK(engine.worker(unit).doneAt == 1 + 999 * 2);
}

TEST_CASE("a wait for a slow unit is attributed to that unit, cycle by cycle") {
  constexpr int words = 100;
  FixedDram dram(1);
  Engine engine(dram);
  const auto producer = engine.add(std::make_unique<Producer>(words, 1, 1));
  const auto consumer = engine.add(std::make_unique<Consumer>(words, 4));
  engine.connect(producer, {consumer}, 2);
  Recorder recorder(engine, activities, {}, 0);
  engine.recorder = &recorder;
  engine.run({});
  const auto cycles = engine.worker(consumer).doneAt;
  const auto recording = recorder.finish(cycles, {});
  const Times times(words, 1, 1, 2, 4);
  CHECK(cycles == times.taken.back());
  const auto& ofProducer = recording.workers[producer];
  CHECK(ofProducer.cycles[0] == words);
  CHECK(ofProducer.cycles[static_cast<std::size_t>(ended)] == cycles - times.given.back());
  Cycle onConsumer = 0;
  for (const auto& blame : ofProducer.blamed)
    if (blame.culprit == consumer) onConsumer += blame.cycles;
  CHECK(onConsumer == times.given.back() - words);
}
