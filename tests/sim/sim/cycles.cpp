// Unit: all
// What a cycle is: all units of it see the state before it, whichever of them is looked at first.
#include <doctest/doctest.h>

#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

TEST_CASE("the order in which the units of a cycle are looked at does not matter") {
  auto machine = capstanMachine();
  machine.network.model = capstan::NetworkModel::PointToPoint;  // where channels share a link, who comes first matters
  Options reversed;
  reversed.isReversed = true;
  const auto a = randomCsr(11, 300, 500, 70);
  for (const int par : {1, 2, 16}) {
    const auto mapping = mapText(spmvHost, spmvAccel(par));
    const auto memory = memorySystem("ideal");
    const auto forwards = simulate(mapping, spmvFiles(a), machine, memory), backwards = simulate(mapping, spmvFiles(a), machine, memory, reversed);
    CAPTURE(par);
    CHECK(forwards.cycles == backwards.cycles);
  }
}
