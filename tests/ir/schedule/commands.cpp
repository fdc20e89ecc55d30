#include <doctest/doctest.h>

#include "cin/concretize.h"
#include "notation/parse.h"
#include "schedule/automatic.h"
#include "schedule/schedule.h"

using namespace stardust;

namespace {

const Format csr({dense, compressed});
const notation::Declarations sddmm = {{"A", {csr, true, ValueType::Float32, {}, {}}},
                                      {"B", {csr, true, ValueType::Float32, {}, {}}},
                                      {"D", {Format({dense, dense}, {1, 0}), true, ValueType::Float32, {}, {}}}};
const notation::Declarations spmv = {{"A", {csr, true, ValueType::Float32, {}, {}}}};

cin::Stmt concrete(const std::string& text, const notation::Declarations& declarations) {
  return cin::concretize(notation::declare(notation::parseAssignment(makeSource("expression", text)), declarations));
}
cin::Stmt sddmmStmt() { return concrete("A(i,j) = B(i,j) * C(i,k) * D(k,j)", sddmm); }
cin::Stmt spmvStmt() { return concrete("y(i) = A(i,j) * x(j)", spmv); }

cin::Stmt scheduled(const cin::Stmt& stmt, const std::string& text) {
  const auto commands = schedule::parse(makeSource("-s", text));
  const cin::Stmt result = schedule::apply(stmt, commands);
  // A schedule can be replayed from its own printed form.
  CHECK(cin::equal(schedule::apply(stmt, schedule::parse(makeSource("-s", schedule::print(commands)))), result));
  return result;
}

}  // namespace

TEST_CASE("precompute of a whole sum into a scalar") {
  CHECK(cin::print(scheduled(sddmmStmt(), "precompute(B(i,j)*C(i,k)*D(k,j), {}, {}, ws)")) ==
        "forall(i, forall(j, where(A(i,j) = ws, forall(k, ws += B(i,j) * C(i,k) * D(k,j)))))");
}

TEST_CASE("a workspace that is named keeps its name, wherever in the schedule") {
  const std::string accelerated = "accelerate(forall(j, y(i) += A(i,j) * x(j)), Spatial, Reduction)";
  CHECK(cin::print(scheduled(spmvStmt(), accelerated + ", precompute(A(i,j), {}, {}, ws)")) ==
        "forall(i, where(y(i) = ws_2, where(where(map(forall(j, ws_2 += A_on(j) * x_on(j)), Spatial, Reduction), "
        "forall(j, where(A_on(j) = ws, ws = A(i,j)))), forall(j, x_on(j) = x(j)))))");
  CHECK(cin::print(scheduled(spmvStmt(), accelerated + ", precompute(x(j), {j}, {j}, x_on)")).find("x_on(j) = x(j)") !=
        std::string::npos);
  const auto residual =
      notation::declare(notation::parseAssignment(makeSource("expression", "y(i) = b(i) - A(i,j) * x(j)")), spmv);
  const auto commands = schedule::parse(makeSource("-s", "precompute(x(j), {j}, {j}, t)"));
  const auto named = schedule::namedWorkspaces(commands);
  CHECK(cin::print(schedule::apply(cin::concretize(residual, cin::Sums::Together, named), commands)) ==
        "where(forall(i, where(y(i) = b(i) - t_, forall(j, t_ += A(i,j) * t(j)))), forall(j, t(j) = x(j)))");
}

TEST_CASE("precompute of operands, figure sddmm-onchip") {
  CHECK(
      cin::print(scheduled(sddmmStmt(), "precompute(C(i,k), {k}, {k}, C_on), precompute(D(k,j), {k}, {k}, D_on)")) ==
      "forall(i, forall(j, where(where(forall(k, A(i,j) += B(i,j) * C_on(k) * D_on(k)), forall(k, C_on(k) = C(i,k))), "
      "forall(k, D_on(k) = D(k,j)))))");
  CHECK(cin::print(
            scheduled(sddmmStmt(), "precompute(C(i,k), {i,k}, {i,k}, C_on)\nprecompute(D(k,j), {k,j}, {k,j}, D_on)")) ==
        "where(where(forall(i, forall(j, forall(k, A(i,j) += B(i,j) * C_on(i,k) * D_on(k,j)))), "
        "forall(i, forall(k, C_on(i,k) = C(i,k)))), forall(k, forall(j, D_on(k,j) = D(k,j))))");
}

TEST_CASE("accelerate copies every operand on chip, then maps") {
  CHECK(
      cin::print(scheduled(spmvStmt(),
                           "environment(innerPar, 8); precompute(A(i,j)*x(j), {}, {}, ws); "
                           "accelerate(forall(j, ws += A(i,j)*x(j)), Spatial, Reduction, innerPar)")) ==
      "suchthat(forall(i, where(y(i) = ws, where(where(map(forall(j, ws += A_on(j) * x_on(j)), Spatial, Reduction, 8), "
      "forall(j, A_on(j) = A(i,j))), forall(j, x_on(j) = x(j))))), innerPar=8)");
}

TEST_CASE("map, reorder and environment") {
  CHECK(cin::print(scheduled(
            spmvStmt(),
            "precompute(A(i,j)*x(j), {}, {}, ws), map(forall(j, ws += A(i,j)*x(j)), Spatial, Reduction, 4)")) ==
        "forall(i, where(y(i) = ws, map(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction, 4)))");
  CHECK(cin::print(scheduled(sddmmStmt(), "reorder(k, j)")) ==
        "forall(i, forall(k, forall(j, A(i,j) += B(i,j) * C(i,k) * D(k,j))))");
  CHECK(cin::print(scheduled(spmvStmt(), "environment(outerPar, 4), environment(outerPar, 4)")) ==
        "suchthat(forall(i, forall(j, y(i) += A(i,j) * x(j))), outerPar=4)");
}

TEST_CASE("loops over positions") {
  CHECK(cin::print(scheduled(spmvStmt(), "pos(j, jpos, A)")) ==
        "suchthat(forall(i, forall(jpos, y(i) += A(i,j) * x(j))), pos(j, jpos, A(i,j)))");
  CHECK(
      cin::print(scheduled(
          spmvStmt(),
          "fuse(i, j, f), pos(f, fpos, A(i,j)), split_up(fpos, chunk, inner, 64), parallelize(chunk, CPUThread)")) ==
      "suchthat(forall(chunk, forall(inner, y(i) += A(i,j) * x(j))), fuse(i, j, f), pos(f, fpos, A(i,j)), split_up(fpos, chunk, inner, 64), parallelize(chunk, CPUThread))");
}

TEST_CASE("how loops run on a processor") {
  CHECK(cin::print(scheduled(spmvStmt(), "parallelize(i, CPUThread), unroll(j, 4)")) ==
        "suchthat(forall(i, forall(j, y(i) += A(i,j) * x(j))), parallelize(i, CPUThread), unroll(j, 4))");
  CHECK(
      cin::print(scheduled(spmvStmt(), "split_up(i, io, ii, 8), parallelize(io, CPUThread), vectorize(j)")) ==
      "suchthat(forall(io, forall(ii, forall(j, y(i) += A(i,j) * x(j)))), split_up(i, io, ii, 8), parallelize(io, CPUThread), vectorize(j))");
  // A workspace private to each iteration is no obstacle.
  CHECK_NOTHROW(
      scheduled(sddmmStmt(), "precompute(B(i,j)*C(i,k)*D(k,j), {}, {}, ws), parallelize(i, CPUThread), vectorize(k)"));
}

TEST_CASE("arrays that are kept on the accelerator") {
  CHECK(cin::print(scheduled(spmvStmt(), "keep(x), share(A, crd, 2), keep(A, pos)")) ==
        "suchthat(forall(i, forall(j, y(i) += A(i,j) * x(j))), keep(x), share(A, crd, 2), keep(A, pos))");
  const cin::Stmt kept = scheduled(spmvStmt(), "share(A), keep(A, pos), keep(A, vals)");
  CHECK((cin::keptAs(kept, "A", cin::StoredPart::Positions, 1) == cin::KeptAs::Copies));
  CHECK((cin::keptAs(kept, "A", cin::StoredPart::Coordinates, 1) == cin::KeptAs::Shared));
  CHECK((cin::keptAs(kept, "A", cin::StoredPart::Values, 0) == cin::KeptAs::Copies));
  CHECK(!cin::keptAs(kept, "x", cin::StoredPart::Values, 0));
  const cin::Stmt streamed = scheduled(spmvStmt(), "split_up(i, io, ii, 8), stream(A, ii), stream(A, io)");
  CHECK(cin::print(streamed) ==
        "suchthat(forall(io, forall(ii, forall(j, y(i) += A(i,j) * x(j)))), split_up(i, io, ii, 8), stream(A, io))");
  CHECK(cin::streamLoop(streamed, "A") == "io");
  CHECK(cin::streamLoop(streamed, "x").empty());
}

TEST_CASE("splits, fusions and bounds") {
  CHECK(cin::print(scheduled(spmvStmt(), "split_up(j, jo, ji, 16), reorder(jo, i)")) ==
        "suchthat(forall(jo, forall(i, forall(ji, y(i) += A(i,j) * x(j)))), split_up(j, jo, ji, 16))");
  CHECK(
      cin::print(scheduled(spmvStmt(), "split_down(i, io, ii, 4); environment(outerPar, 4); split_up(ii, a, b, 2)")) ==
      "suchthat(forall(io, forall(a, forall(b, forall(j, y(i) += A(i,j) * x(j))))), split_down(i, io, ii, 4), outerPar=4, "
      "split_up(ii, a, b, 2))");
  CHECK(
      cin::print(scheduled(spmvStmt(), "fuse(i, j, f), bound(i, 100), split_up(f, fo, fi, 64)")) ==
      "suchthat(forall(fo, forall(fi, y(i) += A(i,j) * x(j))), fuse(i, j, f), bound(i, 100), split_up(f, fo, fi, 64))");
  // The loop that fills a workspace stays the same.
  CHECK(
      cin::print(scheduled(spmvStmt(), "precompute(x(j), {j}, {j}, x_on), split_up(j, jo, ji, 16)")) ==
      "suchthat(where(forall(i, forall(jo, forall(ji, y(i) += A(i,j) * x_on(j)))), forall(j, x_on(j) = x(j))), split_up(j, jo, ji, 16))");
}

TEST_CASE("conversions and the stored order leave the loops alone") {
  const cin::Stmt before = spmvStmt();
  CHECK(cin::equal(scheduled(before, "convert(A, csc), convert(A(i,j), ds:1,0), convert(y, s), stored()"), before));
  const auto commands = schedule::parse(makeSource("-s", "convert(A(i,j), csc); stored()"));
  CHECK(schedule::print(commands) == "convert(A(i,j), ds:1,0), stored()");
  CHECK(!schedule::schedulesLoops(commands));
}

TEST_CASE("loops in any order, whatever the formats") {
  CHECK(cin::print(scheduled(spmvStmt(), "reorder(j, i)")) == "forall(j, forall(i, y(i) += A(i,j) * x(j)))");
  CHECK(cin::print(scheduled(sddmmStmt(), "reorder(k, j, i)")) ==
        "forall(k, forall(j, forall(i, A(i,j) += B(i,j) * C(i,k) * D(k,j))))");
}

TEST_CASE("the automatic passes map reductions and copies, once") {
  const cin::Stmt reduced = schedule::accelerateReductions(spmvStmt());
  CHECK(cin::print(reduced) == "forall(i, where(y(i) = ws, map(forall(j, ws += A(i,j) * x(j)), Spatial, Reduction)))");
  CHECK(schedule::accelerateReductions(reduced).same(reduced));
  const cin::Stmt copied = schedule::bulkTransfers(scheduled(spmvStmt(), "precompute(x(j), {j}, {j}, x_on)"));
  CHECK(cin::print(copied) ==
        "where(forall(i, forall(j, y(i) += A(i,j) * x_on(j))), map(forall(j, x_on(j) = x(j)), Spatial, BulkLoad))");
  CHECK(schedule::bulkTransfers(copied).same(copied));
}
