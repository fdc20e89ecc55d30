// Hand-written Spatial programs and what simulates them.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "capstan/machine.h"
#include "sim/simulate.h"
#include "spatial/spatial.h"

namespace stardust::sim {

using spatial::HostArray;
using spatial::HostFiles;

inline capstan::Machine capstanMachine() {
  return capstan::parseMachine(capstan::findDescription("machine", "capstan", {STARDUST_SOURCE_DIR "/machines"}).text);
}
/// Where every way takes `network.fixedCycles`, wherever units lie: for closed forms of what is not the network.
inline capstan::Machine hoplessMachine() {
  auto machine = capstanMachine();
  machine.network.model = capstan::NetworkModel::PointToPoint;
  machine.network.hopCycles = 0;
  return machine;
}
inline capstan::MemorySystem memorySystem(const std::string& name) {
  return capstan::parseMemorySystem(capstan::findDescription("memory", name, {STARDUST_SOURCE_DIR "/machines"}).text);
}

inline capstan::Mapping mapText(const std::string& host, const std::string& accel, const std::string& type = "Int",
                                const capstan::Machine& machine = capstanMachine()) {
  const auto text = "import spatial.dsl._\n@spatial class Test extends SpatialTest {\n  type T = " + type +
                    "\n  def main(args: Array[String]): Unit = {\n" + host + "\nAccel {\n" + accel + "\n}\n  }\n}\n";
  return capstan::map(spatial::parse(makeSource("test.scala", text)), machine);
}

inline HostArray ints(const std::vector<int>& values) {
  HostArray array{spatial::Type::Int, {}};
  for (const int value : values) array.words.push_back(spatial::wordOf(value));
  return array;
}
inline HostArray floats(const std::vector<float>& values) {
  HostArray array{spatial::Type::Float, {}};
  for (const float value : values) array.words.push_back(spatial::wordOf(value));
  return array;
}
inline std::vector<int> toInts(const HostArray& array) {
  std::vector<int> values;
  for (const auto word : array.words) values.push_back(spatial::intOf(word));
  return values;
}

struct Csr {
  std::vector<int> pos{0}, crd, vals;
  int columns = 0;
  int rows() const { return static_cast<int>(pos.size()) - 1; }
};
inline Csr randomCsr(unsigned seed, int rows, int columns, int mostPerRow) {
  std::mt19937 random(seed);
  Csr a;
  a.columns = columns;
  for (int i = 0; i < rows; ++i) {
    const int count = static_cast<int>(random() % static_cast<unsigned>(mostPerRow + 1));
    for (int p = 0; p < count; ++p) {
      a.crd.push_back(static_cast<int>(random() % static_cast<unsigned>(columns)));
      a.vals.push_back(static_cast<int>(random() % 19) - 9);
    }
    a.pos.push_back(static_cast<int>(a.crd.size()));
  }
  return a;
}

inline const char* const spmvHost = R"(
  val pos = loadCSV1D[Int]("pos.csv")
  val crd = loadCSV1D[Int]("crd.csv")
  val vals = loadCSV1D[T]("vals.csv")
  val x = loadCSV1D[T]("x.csv")
  val n = ArgIn[Int]; setArg(n, pos.length - 1)
  val m = ArgIn[Int]; setArg(m, x.length)
  val pos_dram = DRAM[Int](pos.length); setMem(pos_dram, pos)
  val crd_dram = DRAM[Int](crd.length); setMem(crd_dram, crd)
  val vals_dram = DRAM[T](vals.length); setMem(vals_dram, vals)
  val x_dram = DRAM[T](x.length); setMem(x_dram, x)
  val y_dram = DRAM[T](n)
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
