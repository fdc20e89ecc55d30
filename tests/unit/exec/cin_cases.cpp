// Hand-written statements in the form of scheduled ones, with hand-computed results.
#include <doctest/doctest.h>

#include "exec/cin_interpreter.h"

using namespace stardust;
using namespace stardust::exec;
using notation::AssignOp;
using notation::Expr;

namespace {

const Format csr{dense, compressed};

notation::Access ref(const std::string& name, const Format& format, std::vector<notation::IndexVar> indices,
                     bool workspace = false) {
  return {{name, format, ValueType::Int32, {}, workspace}, std::move(indices)};
}
Expr expr(const notation::Access& a) { return notation::access(a.tensor, a.indices); }
Expr times(const Expr& a, const Expr& b) { return notation::binary(operators::multiply, a, b); }

Storage vector(ValueArray<std::int32_t> values) {
  std::vector<std::int32_t> crd;
  for (std::int32_t c = 0; c < static_cast<std::int32_t>(values.size()); ++c) crd.push_back(c);
  return pack({{static_cast<std::int64_t>(values.size())}, std::move(crd), std::move(values)}, {dense});
}

// [ 1 . 2 ]
// [ . . . ]
// [ . 3 . ]
const Storage matrix = pack({{3, 3}, {0, 0, 0, 2, 2, 1}, ValueArray<std::int32_t>{1, 2, 3}}, csr);
const notation::Access a = ref("A", csr, {"i", "j"}), x = ref("x", {dense}, {"j"}), y = ref("y", {dense}, {"i"});
const notation::Access ws = ref("ws", onChip, {}, true);
const Operands spmvOperands{{"A", matrix}, {"x", vector({10, 20, 30})}};

cin::Stmt dot(const notation::Access& into, AssignOp op) {
  return cin::forall("j", cin::assign(into, op, times(expr(a), expr(x))));
}

}  // namespace

TEST_CASE("loops in either order") {
  const cin::Stmt body = cin::assign(y, operators::add, times(expr(a), expr(x)));
  CHECK(firstDifference(vector({70, 0, 60}),
                        interpret(cin::forall("i", cin::forall("j", body)), spmvOperands, y.tensor)) == "");
  CHECK(firstDifference(vector({70, 0, 60}),
                        interpret(cin::forall("j", cin::forall("i", body)), spmvOperands, y.tensor)) == "");
}

TEST_CASE("a workspace starts empty each time its producer starts") {
  const cin::Stmt stmt =
      cin::suchThat(cin::forall("i", cin::where(cin::assign(y, AssignOp::Set, expr(ws)),
                                                cin::map(dot(ws, operators::add), "Spatial", "Reduction", 16))),
                    {cin::Setting{"innerPar", 16}});
  CHECK(firstDifference(vector({70, 0, 60}), interpret(stmt, spmvOperands, y.tensor)) == "");
  // In a sparse result, a row with an empty workspace is absent.
  const notation::TensorVar sparse{"y", {compressed}, ValueType::Int32, {}, false};
  CHECK(firstDifference(pack({{3}, {0, 2}, ValueArray<std::int32_t>{70, 60}}, {compressed}),
                        interpret(stmt, spmvOperands, sparse)) == "");
}

TEST_CASE("a workspace with a renamed variable, and one inside another") {
  // where(forall(i, forall(j, y(i) += A(i,j) * xs(j))), forall(jw, xs(jw) = x(jw)))
  const notation::Access xs = ref("xs", {{dense}, onChip}, {"j"}, true);
  const cin::Stmt copy = cin::forall(
      "jw", cin::assign(ref("xs", {{dense}, onChip}, {"jw"}, true), AssignOp::Set, expr(ref("x", {dense}, {"jw"}))));
  const cin::Stmt dotStaged = cin::forall("j", cin::assign(ws, operators::add, times(expr(a), expr(xs))));
  const cin::Stmt stmt =
      cin::where(cin::forall("i", cin::where(cin::assign(y, AssignOp::Set, expr(ws)), dotStaged)), copy);
  CHECK(firstDifference(vector({70, 0, 60}), interpret(stmt, spmvOperands, y.tensor)) == "");
}

TEST_CASE("a sequence runs in order, and += adds to the result that was given") {
  const notation::Access b = ref("b", {dense}, {"i"});
  Operands more = spmvOperands;
  more.emplace("b", vector({1, 2, 3}));
  const cin::Stmt stmt =
      cin::forall("i", cin::sequence(cin::assign(y, AssignOp::Set, expr(b)), dot(y, operators::add)));
  CHECK(firstDifference(vector({71, 2, 63}), interpret(stmt, more, y.tensor)) == "");
  more.emplace("y", vector({100, 200, 300}));
  CHECK(firstDifference(vector({170, 200, 360}), interpret(cin::forall("i", dot(y, operators::add)), more, y.tensor)) ==
        "");
}

TEST_CASE("skipping by a sparse operand does not skip what a sum needs") {
  // y(i) = b(i) + A(i,j) * x(j), in one loop: row 2 of A is empty, but b is not.
  const notation::Access b = ref("b", {dense}, {"i"});
  Operands more = spmvOperands;
  more.emplace("b", vector({1, 2, 3}));
  const cin::Stmt stmt =
      cin::forall("i", cin::where(cin::assign(y, AssignOp::Set, notation::binary(operators::add, expr(b), expr(ws))),
                                  dot(ws, operators::add)));
  CHECK(firstDifference(vector({71, 2, 63}), interpret(stmt, more, y.tensor)) == "");
}

TEST_CASE("derived variables: splits with partial tiles, and fused loops") {
  const std::vector<cin::Relation> split = {cin::SplitUp{"i", "io", "ii", 2}, cin::SplitDown{"j", "jo", "ji", 3}};
  const cin::Stmt body = dot(y, operators::add);
  const auto nest = [](const std::vector<notation::IndexVar>& loops, const cin::Stmt& inner) {
    return cin::forall(loops, inner);
  };
  const cin::Stmt assign = std::get<cin::Forall>(body->kind).body;
  CHECK(firstDifference(vector({70, 0, 60}), interpret(cin::suchThat(nest({"io", "jo", "ii", "ji"}, assign), split),
                                                       spmvOperands, y.tensor)) == "");
  CHECK(firstDifference(vector({70, 0, 60}), interpret(cin::suchThat(nest({"f"}, assign), {cin::Fuse{"i", "j", "f"}}),
                                                       spmvOperands, y.tensor)) == "");
  CHECK(firstDifference(vector({70, 0, 60}),
                        interpret(cin::suchThat(nest({"fi", "fo"}, assign),
                                                {cin::Fuse{"i", "j", "f"}, cin::SplitUp{"f", "fo", "fi", 4}}),
                                  spmvOperands, y.tensor)) == "");
}
