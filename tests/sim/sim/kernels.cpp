// Whole kernels: the right values, whatever the parallelisation and the memory, and never faster than physics.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "programs.h"

using namespace stardust;
using namespace stardust::sim;

TEST_CASE("SpMV has the same result for every outer par and every memory") {
  for (const auto* memory : {"ideal", "hbm2e", "ddr4-2133x4"}) {
    for (const int par : {1, 2, 8, 16}) {
      const auto a = randomCsr(11, 100, 500, 70);
      const auto mapping = mapText(spmvHost, spmvAccel(par));
      const auto report = simulate(mapping, spmvFiles(a), capstanMachine(), memorySystem(memory));
      CHECK(toInts(report.output.drams.at("y_dram")) == spmvResult(a));
      MESSAGE(memory << " " << par << ": " << report.cycles);
    }
  }
}
