// Programs to map, and the machine to which they are mapped.
#pragma once

#include <string>

#include "capstan/machine/machine.h"
#include "capstan/mapping/mapping.h"
#include "files/descriptions.h"
#include "machine/description.h"
#include "spatial/spatial.h"

namespace stardust::capstan {

inline Machine theMachine() {
  return parseMachine(machine::findDescription("machine", "capstan", {STARDUST_SOURCE_DIR "/machines"}).text);
}

inline spatial::Program programOf(const std::string& accel) {
  const std::string head = R"(
@spatial class Test extends SpatialTest {
  type T = Int
  def main(args: Array[String]): Unit = {
    val a = loadCSV1D[Int]("a.csv")
    val n = ArgIn[Int]; setArg(n, a.length)
    val p_dram = DRAM[Int](a.length); setMem(p_dram, a)
    val a_dram = DRAM[Int](a.length); setMem(a_dram, a)
    val b_dram = DRAM[Int](a.length); setMem(b_dram, a)
    val y_dram = DRAM[Int](a.length)
    Accel {
)";
  return spatial::parse(makeSource("test.scala", head + accel + "}\n}\n}\n"));
}

inline Mapping mapped(const std::string& accel) { return map(programOf(accel), theMachine()); }

inline std::string spmv(int par, const std::string& x) {
  return "val pos = SRAM[Int](65536)\npos load p_dram(0::n par 16)\nval x = " + x +
         "\nx load a_dram(0::n par 16)\nval y = SRAM[Int](65536)\nForeach(n by 1 par " + std::to_string(par) +
         R"() { i =>
    val begin = pos(i)
    val len = pos(i + 1) - begin
    val crd = FIFO[Int](16)
    a_dram stream_load_vec(begin, len, crd)
    val vals = FIFO[Int](16)
    b_dram stream_load_vec(begin, len, vals)
    val acc = Reg[Int](0)
    Reduce(acc)(len by 1 par 16) { p => vals.deq * x.barrierRead(crd.deq, Seq()) } { _ + _ }
    y(i) = acc
  }
  y_dram(0::n par 16) store y
)";
}

}  // namespace stardust::capstan
