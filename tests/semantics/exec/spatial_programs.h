// Hand-written Spatial programs, and functions to run them.
#pragma once

#include <string>
#include <vector>

#include "capstan/machine/limits.h"
#include "exec/spatial_interpreter.h"
#include "spatial/spatial.h"
#include "spatial_data.h"

namespace stardust::spatial {

/// A whole file around the statements of host, Accel and checks.
inline std::string file(const std::string& host, const std::string& accel, const std::string& checks = {},
                        const std::string& type = "Int") {
  return "import spatial.dsl._\n@spatial class Test extends SpatialTest {\n  type T = " + type +
         "\n  val ip = 16\n  val bp = 2\n  def main(args: Array[String]): Unit = {\n" + host + "\nAccel {\n" + accel +
         "\n}\n" + checks + "\n  }\n}\n";
}

inline RunOutput run(const std::string& text, const HostFiles& files, const InterpreterOptions& options = {}) {
  return interpret(parse(makeSource("test.scala", text)), files, capstan::publishedLimits, options);
}

inline const char* const spmvAccel = R"(
  val pos = SRAM[Int](65536)
  pos load pos_dram(0::(n + 1) par ip)
  val x = SparseParSRAMSwizzle[T](bp)(65536, true)
  x load x_dram(0::m par ip)
  val y = SRAM[T](65536)
  Foreach(n by 1 par bp) { i =>
    val begin = pos(i)
    val len = pos(i + 1) - begin
    val crd = FIFO[Int](16)
    crd_dram stream_load_vec(begin, len, crd)  // A(i,j): coordinates of j
    val vals = FIFO[T](16)
    vals load vals_dram(begin::(begin + len) par ip)
    val acc = Reg[T](0.to[T])
    Reduce(acc)(len by 1 par ip) { p => vals.deq * x.barrierRead(crd.deq, Seq()) } { _ + _ }
    y(i) = acc
  }
  y_dram(0::n par ip) store y
)";

}  // namespace stardust::spatial
