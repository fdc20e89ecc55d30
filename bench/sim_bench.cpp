// The speed of the simulator: SpMV at outer par 16 on a banded matrix of the size of bcsstk30.
//   sim_bench            JSON: simulated cycles per second of processor time
//   sim_bench FILE.json  the same to a file, and a table
#include <algorithm>
#include <random>

#include "capstan/resources/resources.h"
#include "files/descriptions.h"
#include "machine/description.h"
#include "machine/memory.h"
#include "report.h"
#include "sim/capstan/simulate.h"
#include "spatial/spatial.h"

namespace {

using namespace stardust;

constexpr std::uint64_t seed = 30;
constexpr int rows = 28924, perRow = 71, band = 1500;

const char* const program = R"(
@spatial class SpMV extends SpatialTest {
  type T = Float
  def main(args: Array[String]): Unit = {
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
    Accel {
      val pos = SRAM[Int](65536)
      pos load pos_dram(0::(n + 1) par 16)
      val x = SparseParSRAMSwizzle[T](16)(65536, true)
      x load x_dram(0::m par 16)
      val y = SRAM[T](65536)
      Foreach(n by 1 par 16) { i =>
        val begin = pos(i)
        val len = pos(i + 1) - begin
        val crd = FIFO[Int](16)
        crd_dram stream_load_vec(begin, len, crd)
        val vals = FIFO[T](16)
        vals load vals_dram(begin::(begin + len) par 16)
        val acc = Reg[T](0.to[T])
        Reduce(acc)(len by 1 par 16) { p => vals.deq * x.barrierRead(crd.deq, Seq()) } { _ + _ }
        y(i) = acc
      }
      y_dram(0::n par 16) store y
    }
  }
}
)";

spatial::HostFiles banded() {
  std::mt19937_64 random(seed);
  spatial::HostArray pos{spatial::Type::Int, {0}}, crd{spatial::Type::Int, {}}, vals{spatial::Type::Float, {}};
  spatial::HostArray x{spatial::Type::Float, std::vector<spatial::Word>(rows, spatial::wordOf(1.0F))};
  for (int i = 0; i < rows; ++i) {
    std::vector<int> columns;
    const int count = perRow / 2 + static_cast<int>(random() % perRow);
    for (int k = 0; k < count; ++k) {
      columns.push_back(std::clamp(i - band + static_cast<int>(random() % (2 * band)), 0, rows - 1));
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const int j : columns) {
      crd.words.push_back(spatial::wordOf(j));
      vals.words.push_back(spatial::wordOf(1.0F));
    }
    pos.words.push_back(static_cast<spatial::Word>(crd.words.size()));
  }
  return {{"pos.csv", pos}, {"crd.csv", crd}, {"vals.csv", vals}, {"x.csv", x}};
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> directories{STARDUST_SOURCE_DIR "/machines"};
  const auto machine = capstan::parseMachine(machine::findDescription("machine", "capstan", directories).text);
  const auto mapping = capstan::map(spatial::parse(makeSource("spmv.scala", program)), machine);
  const auto used = capstan::resourcesOf(mapping, machine).used;
  const auto files = banded();
  bench::Report report("sim", seed);
  for (const std::string name : {"ideal", "hbm2e", "ddr4-2133x4"}) {
    const auto memory = machine::parseMemorySystem(machine::findDescription("memory", name, directories).text);
    sim::Report result;
    const double seconds = bench::shortestSeconds(3, [&] { result = sim::simulate(mapping, files, machine, memory); });
    const auto cycles = static_cast<double>(result.cycles);
    report.add(name, {{"cycles", cycles},
                      {"simulatedCyclesPerSecond", cycles / seconds},
                      {"seconds", seconds},
                      {"nonZeros", static_cast<double>(files.at("crd.csv").words.size())},
                      {"readBytes", static_cast<double>(result.readBytes)},
                      {"PCU", used.pcu},
                      {"PMU", used.pmu},
                      {"MC", used.mc},
                      {"shuffle", used.shuffle}});
  }
  return report.finish(argc, argv);
}
