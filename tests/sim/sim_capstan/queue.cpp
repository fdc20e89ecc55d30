// Unit: FIFO
// The queue behind every channel: the exact cycles in which an element can be taken and its room reused.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <deque>

#include "counted.h"
#include "sim/engine/word_queue.h"

using namespace stardust;
using namespace stardust::sim;

TEST_CASE("an element can be taken in the cycle of its arrival and not before; its room is free one cycle later") {
  for (const Cycle latency : {1, 6, 40}) {
    WordQueue queue;
    queue.shape(2, 1);
    const Word words[] = {7, 8};
    queue.give(words, 2, 100 + latency);
    CHECK(queue.room(100) == 0);  // elements in flight occupy room
    CHECK(queue.available(0, 100 + latency - 1) == 0);
    CHECK(queue.nextArrival() == 100 + latency);
    CHECK(queue.available(0, 100 + latency) == 2);
    CHECK(queue.at(0, 1) == 8);
    queue.take(0, 1, 100 + latency);
    CHECK(queue.room(100 + latency) == 0);
    CHECK(queue.room(100 + latency + 1) == 1);
    CHECK(queue.at(0, 0) == 8);
  }
}

TEST_CASE("every reader takes each element; the slowest one frees the room") {
  for (const std::uint32_t readers : {2, 7}) {
    WordQueue queue;
    queue.shape(4, readers);
    const Word words[] = {1, 2, 3, 4};
    queue.give(words, 4, 1);
    CHECK(queue.available(0, 1) == 4);
    for (std::uint32_t reader = 0; reader + 1 < readers; ++reader) queue.take(reader, 3, 1);
    CHECK(queue.room(2) == 0);
    CHECK(queue.slowestReader() == readers - 1);
    CHECK(queue.available(readers - 1, 2) == 4);
    queue.take(readers - 1, 2, 2);
    CHECK(queue.at(readers - 1, 0) == 3);
    CHECK(queue.at(0, 0) == 4);
    CHECK(queue.room(2) == 0);
    CHECK(queue.room(3) == 2);
    CHECK(queue.available(0, 3) == 1);
  }
}

TEST_CASE("a queue behaves like a list of elements with times") {
  CHECK(rc::check("queue", [] {
    const std::int64_t capacity = *rc::gen::inRange(1, 40);
    WordQueue queue;
    queue.shape(capacity, 1);
    std::deque<std::pair<Word, Cycle>> list;  // and its arrival
    std::int64_t freed = 0;                   // in this cycle
    Word next = 0;
    for (Cycle now = 1; now < 300; ++now, freed = 0) {
      for (const bool takes : {*rc::gen::arbitrary<bool>(), false}) {  // both sides in either order
        const std::int64_t room = capacity - static_cast<std::int64_t>(list.size()) - freed;
        RC_ASSERT(queue.room(now) == room);
        std::int64_t there = 0;
        for (const auto& element : list) there += element.second <= now;
        RC_ASSERT(queue.available(0, now) == there);
        if (takes) {
          freed = *rc::gen::inRange<std::int64_t>(0, there + 1);
          for (std::int64_t i = 0; i < freed; ++i) {
            RC_ASSERT(queue.at(0, i) == list.front().first);
            list.pop_front();
          }
          if (freed > 0) queue.take(0, freed, now);
        } else {
          std::vector<Word> words(static_cast<std::size_t>(*rc::gen::inRange<std::int64_t>(0, room + 1)));
          for (auto& word : words) list.push_back({word = next++, now + 5});
          if (!words.empty()) queue.give(words.data(), static_cast<std::int64_t>(words.size()), now + 5);
        }
      }
    }
  }));
}

TEST_CASE("a slow consumer stalls its producer for exactly as long as the FIFO is full") {
  auto machine = hoplessMachine();
  for (const int way : {15, 33}) {
    machine.network.fixedCycles = way;
    for (const int depth : {16, 4}) {
      const int room = depth + way;  // vectors; the switches on the route hold one each
      for (const int vectors : {room + 1, room + 20, room + 100}) {
        CAPTURE(way);
        CAPTURE(depth);
        CAPTURE(vectors);
        const auto report = runCounted("val f = FIFO[T](" + std::to_string(depth) + R"()
          Foreach(n by 1 par 16) { i => f.enq(i) }
          val acc = Reg[T](0.to[T])
          Reduce(acc)(n by 1 par 1) { j => f.deq } { _ + _ }
          out := acc)",
                                       16 * vectors, machine);
        // The room is exhausted before the first vector leaves; from then on one leaves every 16 cycles.
        const Cycle arrival = 1 + machine.pcu.stages + machine.network.fixedCycles;
        REQUIRE(arrival + 16 > room);
        const Cycle last = arrival + 16 * (vectors - room);
        CHECK(report.cycles == arrival + 16 * vectors - 1 + scalarReductionOf(machine));
        const auto& producer = countersOf(report, "compute", "Foreach i");
        CHECK(producer.active == vectors);
        CHECK(producer.stall == last - vectors);
        CHECK(producer.starve == 0);
        CHECK(producer.done == report.cycles - last);
        const auto& consumer = countersOf(report, "compute", "Reduce j");
        CHECK(consumer.active == 16 * vectors);
        CHECK(consumer.stall == 0);
        CHECK(consumer.starve == arrival - 1);
        CHECK(consumer.done == scalarReductionOf(machine));
      }
    }
  }
}

TEST_CASE("a queue has its given capacity, and memory in proportion to its contents") {
  WordQueue queue;
  const auto capacity = (std::int64_t{1} << 33) + 16;
  queue.shape(capacity, 1);
  CHECK(queue.capacity() == capacity);
  CHECK(queue.room(1) == capacity);
  const Word word = 5;
  queue.give(&word, 1, 2);
  CHECK(queue.room(1) == capacity - 1);
}
