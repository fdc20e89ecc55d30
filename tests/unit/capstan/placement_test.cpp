// Placement of units: each alone on a cell of its kind, connected units close together, and deterministic.
#include "capstan/placement/placement.h"

#include <doctest/doctest.h>

#include <array>
#include <map>

#include "capstan/resources/resources.h"
#include "programs.h"

using namespace stardust;
using namespace stardust::capstan;

namespace {

std::string swizzled(int par) {
  return par == 1 ? "SparseSRAM[Int](65536)" : "SparseParSRAMSwizzle[Int](" + std::to_string(par) + ")(65536, true)";
}

/// Number of units of a kind, by cell.
std::map<std::pair<int, int>, int> countByCell(const Placement& placement, UnitKind kind) {
  std::map<std::pair<int, int>, int> counts;
  for (const auto& unit : placement.units) {
    if (unit.kind == kind) ++counts[{unit.cell.row, unit.cell.column}];
  }
  return counts;
}
int most(const std::map<std::pair<int, int>, int>& counts) {
  int result = 0;
  for (const auto& entry : counts) result = std::max(result, entry.second);
  return result;
}
int countOf(const Placement& placement, UnitKind kind) {
  int sum = 0;
  for (const auto& entry : countByCell(placement, kind)) sum += entry.second;
  return sum;
}

double meanHops(const Placement& placement, const Mapping& mapping, Channel::Kind kind) {
  double ways = 0, sum = 0;
  for (const auto& channel : mapping.channels) {
    if (channel.producer == none || channel.kind != kind) continue;
    for (const Id consumer : channel.consumers) {
      ++ways;
      sum += hops(placement.exit(channel.producer), placement.entry(consumer));
    }
  }
  return sum / ways;
}

}  // namespace

TEST_CASE("every unit that the resources count has a cell of its kind for itself") {
  for (const int par : {1, 2, 7, 16}) {
    const auto mapping = mapped(spmv(par, swizzled(par)));
    const auto placement = place(mapping, theMachine());
    const auto used = resourcesOf(mapping, theMachine()).used;
    CHECK(countOf(placement, UnitKind::Pcu) == used.pcu);
    CHECK(countOf(placement, UnitKind::Pmu) == used.pmu);
    CHECK(countOf(placement, UnitKind::Mc) == used.mc);
    CHECK(most(countByCell(placement, UnitKind::Pcu)) == 1);
    CHECK(most(countByCell(placement, UnitKind::Pmu)) == 1);
    CHECK(most(countByCell(placement, UnitKind::Mc)) <= 2);  // 80 beside 2 x 20 rows
    for (const auto& unit : placement.units) {
      const int row = unit.cell.row, column = unit.cell.column;
      CHECK(row >= 0);
      CHECK(row < 20);
      if (unit.kind == UnitKind::Mc) CHECK((column == -1 || column == 20));
      if (unit.kind == UnitKind::Pcu) CHECK((row + column) % 2 == 0);
      if (unit.kind == UnitKind::Pmu) CHECK((row + column) % 2 == 1);
    }
  }
}

TEST_CASE("what exchanges vectors lies near: far below the 13.3 hops between two random cells") {
  for (const int par : {1, 8, 16}) {
    const auto mapping = mapped(spmv(par, swizzled(par)));
    const auto placement = place(mapping, theMachine());
    CAPTURE(par);
    CHECK(meanHops(placement, mapping, Channel::Kind::Fifo) < 5);
    CHECK(meanHops(placement, mapping, Channel::Kind::Vector) < 5);
  }
}

TEST_CASE("the same mapping has the same placement") {
  const auto mapping = mapped(spmv(16, swizzled(16)));
  const auto first = place(mapping, theMachine()), second = place(mapping, theMachine());
  REQUIRE(first.units.size() == second.units.size());
  for (std::size_t i = 0; i < first.units.size(); ++i) CHECK((first.units[i].cell == second.units[i].cell));
}

TEST_CASE("other mixtures of units keep cells apart; what does not fit shares cells evenly") {
  auto other = theMachine();
  other.grid.pcu = 310;
  other.grid.pmu = 90;
  const auto mapping = mapped(spmv(16, swizzled(16)));
  const auto placement = place(mapping, other);
  auto all = countByCell(placement, UnitKind::Pcu);
  for (const auto& entry : countByCell(placement, UnitKind::Pmu)) all[entry.first] += entry.second;
  CHECK(most(all) == 1);

  other.grid.rows = other.grid.columns = 4;
  other.grid.pcu = other.grid.pmu = 8;
  const auto crowded = place(mapping, other);
  CHECK(countOf(crowded, UnitKind::Pmu) == 49);
  CHECK(most(countByCell(crowded, UnitKind::Pmu)) == 7);
}

TEST_CASE("the grid shows each used cell with a letter of the legend and the number of the body") {
  auto small = theMachine();
  small.grid.rows = 2;
  small.grid.columns = 4;
  small.grid.pcu = small.grid.pmu = 4;
  small.grid.mc = 4;
  const auto mapping = mapped("val f = FIFO[Int](16)\nf load a_dram(0::n par 16)\ny_dram stream_store_vec(0, f, n)\n");
  CHECK(toString(place(mapping, small), mapping) == R"(1 way between units: 1.0 hops on average, 1 at most
  a0 | .  .  .  .  |
  b0 | .  .  .  .  |
  a  load f
  b  store f
)");
}
