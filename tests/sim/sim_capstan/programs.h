// Hand-written Spatial programs, and functions to simulate them.
#pragma once

#include <string>
#include <vector>

#include "capstan/machine/machine.h"
#include "files/descriptions.h"
#include "machine/description.h"
#include "machine/memory.h"
#include "sim/capstan/simulate.h"
#include "spatial/spatial.h"
#include "spatial_data.h"

namespace stardust::sim {

using spatial::Csr;
using spatial::floats;
using spatial::HostArray;
using spatial::HostFiles;
using spatial::ints;
using spatial::randomCsr;
using spatial::spmvHost;

/// Its address generators move a vector per cycle, so that they do not delay other units.
inline capstan::Machine capstanMachine() {
  auto machine =
      capstan::parseMachine(machine::findDescription("machine", "capstan", {STARDUST_SOURCE_DIR "/machines"}).text);
  machine.ag.bytesPerCycle = 4 * machine.pcu.lanes;
  return machine;
}
/// Every route takes `network.fixedCycles`, wherever units are: for closed forms without network effects.
inline capstan::Machine hoplessMachine() {
  auto machine = capstanMachine();
  machine.network.model = capstan::NetworkModel::PointToPoint;
  machine.network.hopCycles = 0;
  return machine;
}
inline machine::MemorySystem memorySystem(const std::string& name) {
  return machine::parseMemorySystem(machine::findDescription("memory", name, {STARDUST_SOURCE_DIR "/machines"}).text);
}

inline capstan::Mapping mapText(const std::string& host, const std::string& accel, const std::string& type = "Int",
                                const capstan::Machine& machine = capstanMachine()) {
  const auto text = "import spatial.dsl._\n@spatial class Test extends SpatialTest {\n  type T = " + type +
                    "\n  def main(args: Array[String]): Unit = {\n" + host + "\nAccel {\n" + accel + "\n}\n  }\n}\n";
  return capstan::map(spatial::parse(makeSource("test.scala", text)), machine);
}

inline std::vector<int> toInts(const HostArray& array) {
  std::vector<int> values;
  for (const auto word : array.words) values.push_back(spatial::intOf(word));
  return values;
}

/// Words x, as many as there are in x.csv.
inline const char* const vectorHost = R"(
  val x = loadCSV1D[T]("x.csv")
  val x_dram = DRAM[T](x.length); setMem(x_dram, x)
  val n = ArgIn[Int]; setArg(n, x.length)
  val y_dram = DRAM[T](x.length)
  val out = ArgOut[T]
)";

inline std::string spmvAccel(int par) {
  const auto bp = std::to_string(par);
  const auto x = par == 1 ? std::string("SparseSRAM[T](65536)") : "SparseParSRAMSwizzle[T](" + bp + ")(65536, true)";
  return "val pos = SRAM[Int](65536)\npos load pos_dram(0::(n + 1) par 16)\nval x = " + x + R"(
  x load x_dram(0::m par 16)
  val y = SRAM[T](65536)
  Foreach(n by 1 par )" +
         bp + R"() { i =>
    val begin = pos(i)
    val len = pos(i + 1) - begin
    val crd = FIFO[Int](16)
    crd_dram stream_load_vec(begin, len, crd)  // A(i,j): coordinates of j
    val vals = FIFO[T](16)
    vals load vals_dram(begin::(begin + len) par 16)  // A(i,j): values
    val acc = Reg[T](0.to[T])
    Reduce(acc)(len by 1 par 16) { p => vals.deq * x.barrierRead(crd.deq, Seq()) } { _ + _ }  // sum over j
    y(i) = acc
  }
  y_dram(0::n par 16) store y  // y(i)
)";
}
inline HostFiles spmvFiles(const Csr& a) {
  std::vector<int> x;
  for (int j = 0; j < a.columns; ++j) x.push_back(3 * j - 7);
  return {{"pos.csv", ints(a.pos)}, {"crd.csv", ints(a.crd)}, {"vals.csv", ints(a.vals)}, {"x.csv", ints(x)}};
}
inline std::vector<int> spmvResult(const Csr& a) {
  std::vector<int> y;
  for (std::size_t i = 0; i + 1 < a.pos.size(); ++i) {
    y.push_back(0);
    for (int p = a.pos[i]; p < a.pos[i + 1]; ++p) {
      const auto q = static_cast<std::size_t>(p);
      y.back() += a.vals[q] * (3 * a.crd[q] - 7);
    }
  }
  return y;
}

}  // namespace stardust::sim
