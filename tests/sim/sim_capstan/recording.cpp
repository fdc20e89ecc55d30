// Each cycle of each unit is counted exactly once, and attributed to the correct cause.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "fixed_dram.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

namespace {

Options recorded() {
  Options options;
  options.records = true;
  return options;
}

void checkTrack(const Track& track, Cycle cycles) {
  const auto& slices = track.slices();
  if (slices.empty()) return;
  CHECK(slices.front().begin == 1);
  CHECK(slices.back().begin <= cycles);
  for (std::size_t i = 1; i < slices.size(); ++i) {
    CHECK(slices[i].begin > slices[i - 1].begin);
    CHECK((slices[i].activity != slices[i - 1].activity));
  }
}

void checkBooks(const Report& report) {
  const auto& recording = *report.recording;
  CHECK(recording.cycles == report.cycles);
  std::int64_t bursts = 0;
  for (const auto& unit : recording.workers) {
    CyclesBy blamed{};
    for (const auto& blame : unit.blamed) {
      CHECK(blame.cycles >= 0);
      blamed[static_cast<std::size_t>(blame.activity)] += blame.cycles;
    }
    CHECK(std::vector<Cycle>(blamed.begin(), blamed.end()) == unit.cycles);
    CHECK(std::accumulate(blamed.begin(), blamed.end(), Cycle{0}) == report.cycles);
    checkTrack(unit.track, report.cycles);
  }
  for (const auto& track : recording.servers) checkTrack(track, report.cycles);
  for (const auto& channel : recording.channels) {
    checkTrack(channel.track, report.cycles);
    bursts += channel.bursts;
  }
  for (const auto& window : recording.windows) bursts -= window.reads + window.writes;
  CHECK(bursts == 0);
}

Cycle total(const Recording& recording, Activity activity) {
  Cycle sum = 0;
  for (const auto& unit : recording.workers) sum += unit.cycles[static_cast<std::size_t>(activity)];
  return sum;
}

std::size_t contextOf(const capstan::Mapping& mapping, capstan::Role role) {
  const auto found =
      std::find_if(mapping.contexts.begin(), mapping.contexts.end(), [&](const auto& c) { return c.role == role; });
  REQUIRE(found != mapping.contexts.end());
  return static_cast<std::size_t>(found - mapping.contexts.begin());
}

}  // namespace

TEST_CASE("the causes of every unit add up to the cycles of the run, which are the same as without a recording") {
  const auto a = randomCsr(5, 200, 300, 40);
  Cycle dramBefore = -1;
  for (const std::string name : {"ideal", "hbm2e", "ddr4-2133x4"}) {
    const auto memory = memorySystem(name);
    const auto mapping = mapText(spmvHost, spmvAccel(8));
    const auto report = simulate(mapping, spmvFiles(a), capstanMachine(), memory, recorded());
    CHECK(report.cycles == simulate(mapping, spmvFiles(a), capstanMachine(), memory).cycles);
    checkBooks(report);
    CHECK(total(*report.recording, activity::dram) > dramBefore);
    dramBefore = total(*report.recording, activity::dram);
  }
}

TEST_CASE("a recording of random programs: SpMV of any shape") {
  const auto memory = memorySystem("hbm2e");
  CHECK(rc::check("SpMV", [&] {
    const auto a = randomCsr(*rc::gen::arbitrary<unsigned>(), *rc::gen::inRange(1, 40), *rc::gen::inRange(1, 60),
                             *rc::gen::inRange(0, 90));
    const int par = *rc::gen::element(1, 3, 8);
    checkBooks(simulate(mapText(spmvHost, spmvAccel(par)), spmvFiles(a), capstanMachine(), memory, recorded()));
  }));
}

TEST_CASE("what DRAM takes longer is accounted to DRAM, for the generator and for all who wait for it") {
  const auto mapping = mapText(vectorHost, R"(
    val f = FIFO[T](16)
    f load x_dram(0::16 par 16)
    val acc = Reg[T](0)
    Reduce(acc)(16 by 1 par 16) { i => f.deq } { _ + _ }
    out := acc
  )");
  const auto run = [&](Cycle latency) {
    FixedDram dram(latency);
    return simulate(mapping, {{"x.csv", ints(std::vector<int>(16, 1))}}, hoplessMachine(), dram, false, recorded());
  };
  const auto fast = run(100), slow = run(400);
  CHECK(slow.cycles == fast.cycles + 300);
  const auto load = contextOf(mapping, capstan::Role::Load), compute = contextOf(mapping, capstan::Role::Compute);
  for (const auto unit : {load, compute}) {
    auto expected = fast.recording->workers[unit].cycles;
    expected[static_cast<std::size_t>(activity::dram)] += 300;
    CHECK(slow.recording->workers[unit].cycles == expected);
  }
  for (const auto& blame : slow.recording->workers[compute].blamed) {
    if (blame.activity == activity::dram) CHECK(blame.culprit == load);
  }
}

TEST_CASE("accesses to one bank wait for it, and those to different ones do not") {
  const auto a = [](int stride) {
    Csr csr;
    csr.columns = 4096;
    for (int row = 0; row < 64; ++row) {
      for (int i = 0; i < 32; ++i) csr.crd.push_back((row + i * stride) % csr.columns);
      csr.pos.push_back(static_cast<int>(csr.crd.size()));
    }
    csr.vals.assign(csr.crd.size(), 1);
    return csr;
  };
  const auto conflicts = [&](int stride) {
    const auto report = simulate(mapText(spmvHost, spmvAccel(1)), spmvFiles(a(stride)), capstanMachine(),
                                 memorySystem("hbm2e"), recorded());
    checkBooks(report);
    return total(*report.recording, activity::bankConflict);
  };
  CHECK(conflicts(16) > 10 * conflicts(1));
}

TEST_CASE("who walks a scan waits for the scanner as long as it finds nothing") {
  constexpr int bits = 512 * 100;
  const auto mapping = mapText(vectorHost, R"(
    val v = FIFO[U32](16)
    Foreach(1600 by 1 par 16) { w => v.enq(0.to[U32]) }
    val acc = Reg[Int](0)
    Reduce(acc)(ScanRed(16, 51200, "or", v.deq)) { case List(j, p) => 1 } { _ + _ }
    out := acc
  )");
  FixedDram dram(1);
  const auto report = simulate(mapping, {{"x.csv", ints({0})}}, hoplessMachine(), dram, false, recorded());
  checkBooks(report);
  CHECK(total(*report.recording, activity::scan) >= bits / 256 - 4);
}

TEST_CASE("a copy with less to do ends before the others: that is imbalance; what all copies have behind them is not") {
  const auto mapping = mapText(vectorHost, R"(
    val s = SRAM[T](64)
    Foreach(2 by 1 par 2) { i =>
      val acc = Reg[T](0)
      Reduce(acc)(1600 * i + 160 by 1 par 16) { k => k } { _ + _ }
      s(i) = acc
    }
    val last = Reg[T](0)
    Reduce(last)(320 by 1 par 1) { k => s(k % 2) } { _ + _ }
    out := last
  )");
  FixedDram dram(1);
  const auto report = simulate(mapping, {{"x.csv", ints({0})}}, hoplessMachine(), dram, false, recorded());
  checkBooks(report);
  const auto row = std::find_if(report.units.begin(), report.units.end(),
                                [](const UnitRow& r) { return r.unit == "compute" && r.name == "Reduce k"; });
  REQUIRE(row != report.units.end());
  REQUIRE(row->copies() == 2);
  const auto of = [&](std::size_t copy, Activity activity) {
    return report.recording->workers[row->contexts[copy]].cycles[static_cast<std::size_t>(activity)];
  };
  CHECK(of(0, activity::imbalance) == 100);  // vectors of the other copy
  CHECK(of(1, activity::imbalance) == 0);
  CHECK(of(0, activity::ended) == of(1, activity::ended));
  CHECK(of(0, activity::ended) >= 320);
  CHECK(total(*report.recording, activity::imbalance) >= 100);
  CHECK(row->cycles[static_cast<std::size_t>(activity::imbalance)] == 100);
}

TEST_CASE("a track has what a unit did most in each window, and neighbours that are equal are one slice") {
  CHECK(rc::check("tracks", [] {
    const auto lengths = *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 9));
    Track exact, coarse;
    std::vector<Activity> cycles;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const auto activity = static_cast<Activity>(i * i % activities);
      cycles.insert(cycles.end(), static_cast<std::size_t>(lengths[i]), activity);
      const auto end = static_cast<Cycle>(cycles.size()) + 1;
      exact.add(end, activity);
      if (i == lengths.size() / 2) coarse.coarsen();
      coarse.add(end, activity);
    }
    const auto end = static_cast<Cycle>(cycles.size()) + 1;
    exact.finish(end);
    coarse.finish(end);
    checkTrack(exact, end - 1);
    checkTrack(coarse, end - 1);
    const auto at = [](const Track& track, Cycle cycle) {
      auto found = track.slices().end();
      while ((--found)->begin > cycle) continue;
      return found->activity;
    };
    for (Cycle cycle = 1; cycle < end; ++cycle) {
      const auto i = static_cast<std::size_t>(cycle - 1);
      RC_ASSERT(at(exact, cycle) == cycles[i]);
      const auto first = i / 2 * 2, second = std::min(first + 1, cycles.size() - 1);
      const auto most = std::min(cycles[first], cycles[second]);  // of equally long ones, the first in the list
      RC_ASSERT(at(coarse, cycle) == most);
    }
  }));
}
