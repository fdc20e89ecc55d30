// Data of hand-written Spatial programs, for all tests that run them.
#pragma once

#include <random>
#include <vector>

#include "spatial/host_data.h"

namespace stardust::spatial {

inline HostArray ints(const std::vector<int>& values) {
  HostArray array{Type::Int, {}};
  for (const int value : values) array.words.push_back(wordOf(value));
  return array;
}
inline HostArray floats(const std::vector<float>& values) {
  HostArray array{Type::Float, {}};
  for (const float value : values) array.words.push_back(wordOf(value));
  return array;
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

}  // namespace stardust::spatial
