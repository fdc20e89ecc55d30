// precompute under min=, max= and *=.
#include <doctest/doctest.h>

#include "cin/concretize.h"
#include "errors/failure.h"
#include "exec/cin_interpreter.h"
#include "exec/compare.h"
#include "notation/parse.h"
#include "schedule/schedule.h"

using namespace stardust;

namespace {

const Format csr({dense, compressed}), vec({dense});

struct Bellman {
  notation::Assignment assignment;
  exec::Operands operands;

  explicit Bellman(const std::string& text) {
    notation::Declarations declarations = {{"A", {csr, true, ValueType::Int32, {3, 3}, {}}}};
    for (const char* name : {"d", "x"}) declarations[name] = {vec, true, ValueType::Int32, {3}, {}};
    assignment = notation::declare(notation::parseAssignment(makeSource("expression", text)), declarations);
    operands["A"] = pack({{3, 3}, {0, 0, 0, 2, 2, 1}, ValueArray<std::int32_t>{1, 2, 3}}, csr);
    operands["x"] = pack({{3}, {0, 1, 2}, ValueArray<std::int32_t>{10, 20, 30}}, vec);
  }
  std::string scheduled(const std::string& commands) const {
    const cin::Stmt stmt = schedule::apply(cin::concretize(assignment), schedule::parse(makeSource("-s", commands)));
    const Storage result = exec::interpret(stmt, operands, assignment.lhs.tensor);
    CHECK(exec::compare(exec::evaluateReference(assignment, operands), result).difference == "");
    return cin::print(stmt);
  }
};

}  // namespace

TEST_CASE("a reduction into a workspace keeps its operator") {
  CHECK(Bellman("d(i) min= A(i,j) + x(j)").scheduled("precompute(A(i,j) + x(j), {}, {}, ws)") ==
        "forall(i, where(d(i) min= ws, forall(j, ws min= A(i,j) + x(j))))");
  CHECK(Bellman("d(i) min= A(i,j) + x(j)").scheduled("precompute(A(i,j) + x(j), {i}, {iw}, ws)") ==
        "where(forall(i, d(i) min= ws(i)), forall(iw, forall(j, ws(iw) min= A(iw,j) + x(j))))");
  CHECK(Bellman("d(i) *= 2 * A(i,j) - x(j)").scheduled("precompute(x(j), {j}, {j}, x_on)") ==
        "where(forall(i, forall(j, d(i) *= 2 * A(i,j) - x_on(j))), forall(j, x_on(j) = x(j)))");
  CHECK(Bellman("d(i) max= 2 * A(i,j) * x(j)").scheduled("precompute(A(i,j) * x(j), {j}, {j}, ws)") ==
        "forall(i, where(forall(j, d(i) max= 2 * ws(j)), forall(j, ws(j) = A(i,j) * x(j))))");
}

TEST_CASE("a part that would be stored where only one operand is") {
  contains(
      failure(Family::Unsupported,
              [] { Bellman("d(i) max= 2 * (A(i,j) + x(j))").scheduled("precompute(A(i,j) + x(j), {j}, {j}, ws)"); }),
      "a workspace for A(i,j) + x(j) under max=\n --> -s:1:1");
}
