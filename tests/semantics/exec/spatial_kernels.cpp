#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <random>

#include "capstan/machine/limits.h"
#include "spatial/arithmetic.h"
#include "spatial/build.h"
#include "spatial_programs.h"

using namespace stardust;
using namespace stardust::spatial;

namespace {

const char* const sddmmHost = R"(
  val pos = loadCSV1D[Int]("pos.csv")
  val crd = loadCSV1D[Int]("crd.csv")
  val vals = loadCSV1D[T]("vals.csv")
  val c = loadCSV1D[T]("C.csv")
  val d = loadCSV1D[T]("D.csv")
  val C1_dim = ArgIn[Int]; setArg(C1_dim, pos.length - 1)
  val C2_dim = ArgIn[Int]; setArg(C2_dim, 5)
  val D1_dim = ArgIn[Int]; setArg(D1_dim, 5)
  val B2_pos_dram = DRAM[Int](pos.length); setMem(B2_pos_dram, pos)
  val B2_crd_dram = DRAM[Int](crd.length); setMem(B2_crd_dram, crd)
  val B_vals_dram = DRAM[T](vals.length); setMem(B_vals_dram, vals)
  val C_vals_dram = DRAM[T](c.length); setMem(C_vals_dram, c)
  val D_vals_dram = DRAM[T](d.length); setMem(D_vals_dram, d)
  val A_vals_dram = DRAM[T](vals.length)
  val A2_crd_dram = DRAM[Int](crd.length)
  val A2_pos_dram = DRAM[Int](pos.length)
)";

// The listing of the paper, with all three arrays of the result stored, and rows of C loaded once.
const char* const sddmmAccel = R"(
  val B2_pos = SRAM[Int](65536)
  B2_pos load B2_pos_dram(0::(C1_dim + 1) par ip)
  val A2_pos = SRAM[Int](65536)
  A2_pos(0) = 0
  Foreach(C1_dim by 1 par bp) { i =>
    val A_vals = FIFO[T](16)
    val A2_crd = FIFO[Int](16)
    val jB_start = B2_pos(i)
    val jB_end = B2_pos((i + 1))
    val jB_len = jB_end - jB_start
    val B2_crd = FIFO[Int](16)
    B2_crd load B2_crd_dram(jB_start::jB_end par 1)
    val B_vals = FIFO[T](16)
    B_vals load B_vals_dram(jB_start::jB_end par 1)
    val C_vals = SRAM[T](16384)
    C_vals load C_vals_dram((i*C2_dim)::((i+1)*C2_dim) par ip)
    Foreach(jB_len by 1 par 1) { jB =>
      val j = B2_crd.deq
      val B_hoisted = B_vals.deq
      val D_vals = SRAM[T](16384)
      D_vals load D_vals_dram((j*D1_dim)::((j+1)*D1_dim) par ip)
      val tjA_vals = Reg[T](0.to[T])
      Reduce(tjA_vals)(D1_dim by 1 par ip) { k =>
        ((B_hoisted * C_vals(k)) * D_vals(k))
      } { _ + _ }
      A_vals.enq(tjA_vals)
      A2_crd.enq(j)
    }
    A2_pos(i + 1) = jB_end
    A_vals_dram stream_store_vec(jB_start, A_vals, jB_len)
    A2_crd_dram stream_store_vec(jB_start, A2_crd, jB_len)
  }
  A2_pos_dram(0::(C1_dim + 1) par ip) store A2_pos
)";

std::vector<int> toInts(const HostArray& array) {
  std::vector<int> values;
  for (const auto word : array.words) values.push_back(intOf(word));
  return values;
}

}  // namespace

TEST_CASE("SpMV computes what the loops over its rows compute") {
  CHECK(rc::check("SpMV", [] {
    const auto a = randomCsr(*rc::gen::arbitrary<unsigned>(), *rc::gen::inRange(1, 20), *rc::gen::inRange(1, 30),
                             *rc::gen::inRange(0, 60));
    std::vector<int> x, y;
    for (int j = 0; j < a.columns; ++j) x.push_back(3 * j - 7);
    for (std::size_t i = 0; i + 1 < a.pos.size(); ++i) {
      y.push_back(0);
      for (int p = a.pos[i]; p < a.pos[i + 1]; ++p) {
        y.back() +=
            a.vals[static_cast<std::size_t>(p)] * x[static_cast<std::size_t>(a.crd[static_cast<std::size_t>(p)])];
      }
    }
    const HostFiles files{{"pos.csv", ints(a.pos)},
                          {"crd.csv", ints(a.crd)},
                          {"vals.csv", ints(a.vals)},
                          {"x.csv", ints(x)},
                          {"y.csv", ints(y)}};
    const auto checks = "val gold = loadCSV1D[T](\"y.csv\")\nassert(checkGold[T](y_dram, gold))";
    const auto output = run(file(spmvHost, spmvAccel, checks), files);
    RC_ASSERT(output.failedChecks.empty());
    RC_ASSERT(toInts(output.drams.at("y_dram")) == y);
  }));
}

TEST_CASE("SDDMM of the paper's listing") {
  const auto b = randomCsr(7, 9, 6, 40);
  std::vector<int> c, d, gold;
  for (int i = 0; i < 9 * 5; ++i) c.push_back(i % 11 - 5);
  for (int i = 0; i < 6 * 5; ++i) d.push_back(i % 7 - 3);
  for (std::size_t i = 0; i < 9; ++i) {
    for (int p = b.pos[i]; p < b.pos[i + 1]; ++p) {
      int sum = 0;
      const auto j = static_cast<std::size_t>(b.crd[static_cast<std::size_t>(p)]);
      for (std::size_t k = 0; k < 5; ++k) sum += b.vals[static_cast<std::size_t>(p)] * c[i * 5 + k] * d[j * 5 + k];
      gold.push_back(sum);
    }
  }
  const HostFiles files{{"pos.csv", ints(b.pos)},
                        {"crd.csv", ints(b.crd)},
                        {"vals.csv", ints(b.vals)},
                        {"C.csv", ints(c)},
                        {"D.csv", ints(d)}};
  const auto output = run(file(sddmmHost, sddmmAccel), files);
  CHECK(toInts(output.drams.at("A_vals_dram")) == gold);
  CHECK(toInts(output.drams.at("A2_crd_dram")) == b.crd);
  CHECK(toInts(output.drams.at("A2_pos_dram")) == b.pos);
}

TEST_CASE("the kernels keep to the rules, and mean the same after printing") {
  const auto checks = "val gold = loadCSV1D[T](\"y.csv\")\nassert(checkGold[T](DRAM, gold))";
  const auto checksOf = [&](const std::string& dram) {
    std::string text = checks;
    return text.replace(text.find("DRAM"), 4, dram);
  };
  for (const auto& text :
       {file(spmvHost, spmvAccel, checksOf("y_dram")), file(sddmmHost, sddmmAccel, checksOf("A_vals_dram"))}) {
    const auto program = parse(makeSource("test.scala", text));
    const auto findings = verify(program, capstan::publishedLimits);
    CHECK_MESSAGE(findings.empty(), (findings.empty() ? std::string() : render(findings[0].diagnostic)));
    CHECK(equal(parse(makeSource("printed.scala", print(program))), program));
  }
}

TEST_CASE("a float reduction combines its lanes as documented") {
  const auto host = R"(
    val x = loadCSV1D[T]("x.csv")
    val x_dram = DRAM[T](x.length); setMem(x_dram, x)
    val n = ArgIn[Int]; setArg(n, x.length)
    val out = ArgOut[T]
  )";
  const std::string accel = R"(
    val x = SRAM[T](1024); x load x_dram(0::n par 16)
    val acc = Reg[T](0.to[T])
    Reduce(acc)(n by 1 par WIDTH) { i => x(i) } { _ + _ }
    out := acc
  )";
  std::mt19937 random(5);
  std::vector<float> x;
  for (int i = 0; i < 101; ++i) x.push_back(std::ldexp(static_cast<float>(random() % 1000) - 500.0F, i % 30));
  for (const std::size_t width : {1, 2, 5, 16}) {
    auto text = accel;
    text.replace(text.find("WIDTH"), 5, std::to_string(width));
    float total = 0;
    for (std::size_t i = 0; i < x.size(); i += width) {
      std::vector<Word> lanes(16);
      const auto count = std::min(width, x.size() - i);
      for (std::size_t lane = 0; lane < count; ++lane) lanes[lane] = wordOf(x[i + lane]);
      total += floatOf(combineLanes(ReduceOp::Add, Type::Float, lanes.data(), count, width));
    }
    const auto output = run(file(host, text, {}, "Float"), {{"x.csv", floats(x)}});
    CHECK(output.argOuts.at("out").words[0] == wordOf(total));
  }
}

TEST_CASE("combineLanes pairs neighbours") {
  std::vector<Word> lanes{wordOf(1e8F), wordOf(-1e8F), wordOf(1.0F), wordOf(0)};
  CHECK(floatOf(combineLanes(ReduceOp::Add, Type::Float, lanes.data(), 3, 3)) == 1.0F);
  lanes = {wordOf(1e8F), wordOf(1.0F), wordOf(-1e8F), wordOf(0)};
  CHECK(floatOf(combineLanes(ReduceOp::Add, Type::Float, lanes.data(), 3, 3)) == 0.0F);
}
