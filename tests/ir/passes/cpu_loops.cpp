// Statement in, loops out, in the user's text form.
#include "passes/cpu_loops.h"

#include <doctest/doctest.h>

#include "cin/concretize.h"
#include "golden.h"
#include "notation/parse.h"
#include "schedule/automatic.h"
#include "schedule/schedule.h"

using namespace stardust;

namespace {

std::string lowered(const std::string& expression, const std::map<std::string, Format>& formats,
                    ValueType type = ValueType::Float64, const std::string& commands = "") {
  notation::Declarations declarations;
  for (const auto& [name, format] : formats) {
    notation::Declaration d;
    d.format = format;
    d.formatGiven = true;
    d.type = type;
    d.dims = std::vector<std::int64_t>(static_cast<std::size_t>(format.order()), 100);
    declarations[name] = d;
  }
  const auto assignment =
      notation::declare(notation::parseAssignment(makeSource("expression", expression)), declarations);
  const cin::Stmt stmt = schedule::accelerateReductions(schedule::insertWorkspaces(
      schedule::apply(cin::concretize(assignment), schedule::parse(makeSource("-s", commands)))));
  const loops::Function function = passes::cpuLoops(stmt, "kernel");
  const std::string text = loops::print(function);
  CHECK(loops::equal(loops::parse(text), function));
  return cin::print(stmt) + "\n\n" + text;
}

const Format csr({dense, compressed}), vec({dense}), csf({compressed, compressed, compressed});

}  // namespace

TEST_CASE("one level is a loop over its positions, runs of rows in parallel") {
  tests::golden("ir/passes/spmv", lowered("y(i) = A(i,j) * x(j)", {{"A", csr}, {"x", vec}, {"y", vec}}));
}

TEST_CASE("sums of rows stay in registers while rows are added") {
  tests::golden("ir/passes/spmm", lowered("A(i,j) = B(i,k) * C(k,j)",
                                          {{"A", Format({dense, dense})}, {"B", csr}, {"C", Format({dense, dense})}},
                                          ValueType::Float64, "reorder(i, k, j)"));
}

TEST_CASE("a row of a dense result is filled before it is added to where the sums do not stay in registers") {
  tests::golden("ir/passes/dense_spgemm",
                lowered("A(i,j) = B(i,k) * C(k,j)", {{"A", Format({dense, dense})}, {"B", csr}, {"C", csr}},
                        ValueType::Float64, "reorder(i, k, j)"));
}

TEST_CASE("runs of non-zeros in parallel: the first row of each has a part of its own") {
  tests::golden(
      "ir/passes/spmv_positions",
      lowered("y(i) = A(i,j) * x(j)", {{"A", csr}, {"x", vec}, {"y", vec}}, ValueType::Int32,
              "fuse(i, j, f), pos(f, fpos, A), split_up(fpos, chunk, inner, 1024), parallelize(chunk, CPUThread)"));
}

TEST_CASE("an operand leads, and the other one is searched") {
  tests::golden("ir/passes/product_positions", lowered("R(i,j) = A(i,j) * B(i,j)", {{"A", csr}, {"B", csr}, {"R", csr}},
                                                       ValueType::Float64, "pos(j, jpos, A)"));
}

TEST_CASE("a union is led by both sides and tests nothing in its body, or is scattered where it is dense enough") {
  tests::golden("ir/passes/plus2", lowered("R(i,j) = A(i,j) + B(i,j)", {{"A", csr}, {"B", csr}, {"R", csr}}));
}

TEST_CASE("an intersection is led by one side") {
  tests::golden("ir/passes/product", lowered("R(i,j) = A(i,j) * B(i,j)", {{"A", csr}, {"B", csr}, {"R", csr}}));
}

TEST_CASE("both, and what follows") {
  tests::golden("ir/passes/plusmul",
                lowered("R(i,j) = A(i,j) * B(i,j) + C(i,j)", {{"A", csr}, {"B", csr}, {"C", csr}, {"R", csr}}));
}

TEST_CASE("every run of rows appends to a part of the result of its own") {
  const Format matrix({dense, dense});
  tests::golden("ir/passes/sddmm",
                lowered("R(i,j) = A(i,j) * C(i,k) * D(j,k)", {{"A", csr}, {"C", matrix}, {"D", matrix}, {"R", csr}}));
}

TEST_CASE("a workspace that lists what it stores") {
  tests::golden("ir/passes/spgemm", lowered("R(i,j) = A(i,k) * B(k,j)", {{"A", csr}, {"B", csr}, {"R", csr}}));
}

TEST_CASE("compressed levels below each other: a coordinate is appended once something is stored below it") {
  tests::golden("ir/passes/ttv",
                lowered("R(i,j) = A(i,j,k) * x(k)", {{"A", csf}, {"x", vec}, {"R", Format({compressed, compressed})}}));
}

TEST_CASE("tuples and bits") {
  tests::golden("ir/passes/tuples_bits",
                lowered("y(i) = A(i,j) * x(j)",
                        {{"A", Format({compressedNonUnique, singleton})}, {"x", Format({bitvector})}, {"y", vec}},
                        ValueType::Int32));
}
