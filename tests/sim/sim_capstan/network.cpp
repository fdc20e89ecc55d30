// Unit: network
// Routes over the network: latency per hop, contention on shared links, and the order of the three models.
#include "sim/capstan/network.h"

#include <doctest/doctest.h>

#include "capstan/placement/placement.h"
#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;
using capstan::Cell;
using capstan::Id;
using capstan::NetworkModel;

namespace {

/// One compute context on each cell, and a channel for each pair of cells.
struct Wires {
  capstan::Mapping mapping;
  capstan::Placement placement;

  explicit Wires(const std::vector<Cell>& cells) {
    const auto machine = capstanMachine();
    placement.rows = machine.grid.rows;
    placement.columns = machine.grid.columns;
    for (const auto cell : cells) {
      placement.units.push_back(
          {capstan::UnitKind::Pcu, static_cast<Id>(mapping.contexts.size()), capstan::none, capstan::none, 0, cell});
      placement.chains.push_back({static_cast<Id>(mapping.contexts.size())});
      mapping.contexts.emplace_back();
    }
  }
  Id channel(Id from, std::vector<Id> to, capstan::Channel::Kind kind = capstan::Channel::Kind::Vector) {
    capstan::Channel c;
    c.kind = kind;
    c.inWidth = c.outWidth = kind == capstan::Channel::Kind::Vector ? 16 : 1;
    c.producer = from;
    c.consumers = std::move(to);
    mapping.channels.push_back(c);
    return static_cast<Id>(mapping.channels.size() - 1);
  }
  Network network(const capstan::Machine& machine, NetworkModel model = NetworkModel::Hybrid) const {
    return Network(mapping, placement, machine, model);
  }
};

}  // namespace

TEST_CASE("a route takes the fixed cycles and those of its hops; a broadcast those of its farthest reader") {
  Wires wires({{2, 3}, {2, 4}, {7, 1}, {19, -1}});
  const Id near = wires.channel(0, {1}), far = wires.channel(0, {3}), both = wires.channel(0, {1, 2});
  auto machine = capstanMachine();
  for (const int fixed : {0, 3}) {
    for (const int hop : {0, 1, 5}) {
      machine.network.fixedCycles = fixed;
      machine.network.hopCycles = hop;
      const auto network = wires.network(machine);
      CHECK(network.latency(near) == fixed + hop);
      CHECK(network.latency(far) == fixed + 21 * hop);
      CHECK(network.latency(both) == fixed + 7 * hop);
    }
  }
}

TEST_CASE("channels on one link share its throughput, and wait for nothing else") {
  // Three channels go from left to right over the link between the columns 4 and 5; a fourth goes in the opposite
  // direction.
  Wires wires({{0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}});
  const std::vector<Id> right{wires.channel(0, {5}), wires.channel(1, {4}), wires.channel(2, {3})};
  const Id left = wires.channel(5, {0});
  const Id scalar = wires.channel(0, {5}, capstan::Channel::Kind::Scalar),
           token = wires.channel(0, {5}, capstan::Channel::Kind::Token);
  auto machine = capstanMachine();
  constexpr Cycle vectors = 300;
  for (const int links : {1, 2, 3}) {
    machine.network.vectorLinks = links;
    auto network = wires.network(machine).routes();
    Cycle last = 0;
    for (Cycle now = 1; now <= vectors; ++now) {
      for (const Id channel : right)
        last = std::max(last, network.arrival(channel, now, now) - network.latency(channel));
      for (const Id channel : {left, scalar, token})
        CHECK(network.arrival(channel, now, now) == now + network.latency(channel));
    }
    CHECK(last == 3 * vectors / links);
    // Once the link is idle, no element waits.
    CHECK(network.arrival(right[0], 4 * vectors + 6, 4 * vectors) == 4 * vectors + 6 + network.latency(right[0]));
    auto free = wires.network(machine, NetworkModel::PointToPoint).routes();
    for (int i = 0; i < 5; ++i) CHECK(free.arrival(right[0], 1, 1) == 1 + free.latency(right[0]));
  }
}

TEST_CASE("elements arrive in the order in which they were sent") {
  Wires wires({{0, 0}, {0, 1}, {0, 2}, {3, 2}});
  const Id a = wires.channel(0, {3}), b = wires.channel(1, {2}), c = wires.channel(1, {3});
  auto machine = capstanMachine();
  machine.network.vectorLinks = 1;
  auto network = wires.network(machine).routes();
  std::mt19937 random(3);
  std::vector<Cycle> before(3);
  for (Cycle now = 1; now < 2000; ++now) {
    for (const Id channel : {a, b, c}) {
      if (random() % 3 == 0) continue;
      const auto arrival = network.arrival(channel, now, now);
      CHECK(arrival > before[channel]);
      before[channel] = arrival;
    }
  }
}

TEST_CASE("a dot product from a FIFO takes the routes from its address generator to the sum and to the result") {
  const auto mapping = mapText(vectorHost, R"(val f = FIFO[T](16)
      f load x_dram(0::n par 16)
      val acc = Reg[T](0.to[T])
      Reduce(acc)(n by 1 par 16) { i => f.deq } { _ + _ }
      out := acc)");
  auto machine = capstanMachine();
  const auto cycles = [&] {
    FixedDram dram(1);
    return simulate(mapping, {{"x.csv", ints(std::vector<int>(16, 1))}}, machine, dram, false).cycles;
  };
  machine.network.model = NetworkModel::Ideal;
  const auto without = cycles();
  for (const auto model : {NetworkModel::PointToPoint, NetworkModel::Hybrid}) {
    machine.network.model = model;
    for (const int hop : {0, 1, 10}) {
      machine.network.hopCycles = hop;
      const Network network(mapping, machine, model);
      Cycle ways = 0;
      for (Id id = 0; id < mapping.channels.size(); ++id) ways += network.latency(id);
      REQUIRE(mapping.channels.size() == 2);
      CHECK(cycles() == without + ways);
    }
  }
}

TEST_CASE("a more detailed network model is never faster, and each model is deterministic") {
  const auto a = randomCsr(11, 300, 500, 70);
  auto machine = capstanMachine();
  for (const std::string memory : {"hbm2e", "ddr4-2133x4"}) {
    for (const int par : {1, 8, 16}) {
      const auto mapping = mapText(spmvHost, spmvAccel(par));
      Cycle before = 0;
      for (const auto model : {NetworkModel::Ideal, NetworkModel::PointToPoint, NetworkModel::Hybrid}) {
        machine.network.model = model;
        const auto first = simulate(mapping, spmvFiles(a), machine, memorySystem(memory));
        const auto second = simulate(mapping, spmvFiles(a), machine, memorySystem(memory));
        CHECK(toInts(first.output.drams.at("y_dram")) == spmvResult(a));
        CHECK(first.cycles == second.cycles);
        CHECK(first.cycles >= before);
        before = first.cycles;
      }
    }
  }
}

TEST_CASE("words and vectors have separate links, and a tree carries a broadcast once") {
  auto machine = capstanMachine();
  for (const int links : {1, 2, 4}) {
    machine.network.scalarLinks = links;
    machine.network.vectorLinks = 1;
    Wires wires({{0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}});
    std::vector<Id> words;
    for (Id from = 0; from < 3; ++from) {
      for (int i = 0; i < 2; ++i) words.push_back(wires.channel(from, {5}, capstan::Channel::Kind::Scalar));
    }
    const Id vector = wires.channel(0, {3, 4, 5});  // the same links for each of its readers
    auto network = wires.network(machine).routes();
    constexpr Cycle cycles = 300;
    Cycle last = 0;
    for (Cycle now = 1; now <= cycles; ++now) {
      for (const Id word : words) last = std::max(last, network.arrival(word, now, now) - network.latency(word));
      CHECK(network.arrival(vector, now, now) == now + network.latency(vector));
    }
    CHECK(last == (6 * cycles + links - 1) / links);
  }
}
