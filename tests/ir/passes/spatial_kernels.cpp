// Statement in, Spatial out: the programs of the paper's two running examples, in the user's text form.
#include <doctest/doctest.h>

#include "capstan/machine/limits.h"
#include "capstan/plan/plan.h"
#include "golden.h"
#include "passes/spatial_text.h"
#include "spatial/build.h"
#include "spatial/spatial.h"

using namespace stardust;
using notation::AssignOp;

namespace {

notation::TensorVar tensor(const std::string& name, Format format, std::vector<std::int64_t> dims, ValueType type) {
  return {name, std::move(format), type, std::move(dims), false};
}
notation::Expr operator*(const notation::Expr& a, const notation::Expr& b) {
  return notation::binary(operators::multiply, a, b);
}

const Format csr({dense, compressed}), vec({dense}), rowMajor({dense, dense}), columnMajor({dense, dense}, {1, 0});

notation::TensorVar workspace(ValueType type) { return {"ws", Format(onChip), type, {}, true}; }

cin::Stmt spmv(std::int64_t rows, std::int64_t columns, ValueType type, int outerPar) {
  const auto ws = workspace(type);
  const auto A = notation::access(tensor("A", csr, {rows, columns}, type), {"i", "j"});
  const auto x = notation::access(tensor("x", vec, {columns}, type), {"j"});
  const auto sum = cin::map(cin::forall("j", cin::assign({ws, {}}, operators::add, A * x)), "Spatial", "Reduction", 16);
  const auto store = cin::assign({tensor("y", vec, {rows}, type), {"i"}}, AssignOp::Set, notation::access(ws, {}));
  return cin::suchThat(cin::forall("i", cin::where(store, sum)),
                       {cin::Setting{"innerPar", 16}, cin::Setting{"outerPar", outerPar}});
}

cin::Stmt sddmm(std::int64_t n, std::int64_t k, ValueType type, int outerPar) {
  const auto ws = workspace(type);
  const auto B = notation::access(tensor("B", csr, {n, n}, type), {"i", "j"});
  const auto C = notation::access(tensor("C", rowMajor, {n, k}, type), {"i", "k"});
  const auto D = notation::access(tensor("D", columnMajor, {k, n}, type), {"k", "j"});
  const auto sum =
      cin::map(cin::forall("k", cin::assign({ws, {}}, operators::add, B * C * D)), "Spatial", "Reduction", 16);
  const auto store = cin::assign({tensor("A", csr, {n, n}, type), {"i", "j"}}, AssignOp::Set, notation::access(ws, {}));
  return cin::suchThat(cin::forall("i", cin::forall("j", cin::where(store, sum))),
                       {cin::Setting{"innerPar", 16}, cin::Setting{"outerPar", outerPar}});
}

// The longest search of the test takes seven steps.
cin::Stmt searched(ValueType type) {
  const auto ws = workspace(type);
  const auto A = notation::access(tensor("A", csr, {40, 100}, type), {"i", "j"});
  const auto B = notation::access(tensor("B", csr, {40, 100}, type), {"i", "j"});
  const auto sum = cin::map(cin::forall("j", cin::assign({ws, {}}, operators::add, A * B)), "Spatial", "Reduction", 16);
  const auto store = cin::assign({tensor("y", vec, {40}, type), {"i"}}, AssignOp::Set, notation::access(ws, {}));
  return cin::suchThat(cin::forall("i", cin::where(store, sum)),
                       {cin::Setting{"innerPar", 16}, cin::Setting{"outerPar", 1}, cin::Setting{"scanDensity", 100}});
}

/// The plan and the program, in the user's text form.
std::string lowered(const cin::Stmt& stmt) {
  const placement::Plan plan = placement::plan(stmt, {}, {});
  const auto lowered = passes::run(passes::toSpatialText(), plan, {});
  const spatial::Program& program = std::get<spatial::Lowered>(lowered).program;
  const std::string text = spatial::print(program);
  const auto parsed = spatial::parse(makeSource("program", text));
  spatial::requireWellFormed(parsed, capstan::publishedLimits);
  CHECK(spatial::equal(parsed, program));
  return placement::print(plan) + "\n" + text;
}

}  // namespace

TEST_CASE("SpMV") {
  tests::golden("ir/passes/spmv_float_16", lowered(spmv(1000, 800, ValueType::Float32, 16)));
  tests::golden("ir/passes/spmv_int_1", lowered(spmv(1000, 800, ValueType::Int32, 1)));
}

TEST_CASE("SDDMM") { tests::golden("ir/passes/sddmm_int_12", lowered(sddmm(1000, 64, ValueType::Int32, 12))); }

TEST_CASE("a long search is cut into loops that pass on by FIFOs where it is") {
  tests::golden("ir/passes/search_float_1", lowered(searched(ValueType::Float32)));
}

TEST_CASE("vectors beyond the chip stay in DRAM; long positions are copied through a FIFO") {
  tests::golden("ir/passes/spmv_huge", lowered(spmv(3'000'000, 2'000'000, ValueType::Float32, 2)));
  tests::golden("ir/passes/sddmm_huge", lowered(sddmm(3'000'000, 64, ValueType::Float32, 2)));
}
