#include "errors/failure.h"
#include "exec/cin_interpreter.h"

using namespace stardust;
using namespace stardust::exec;

namespace {

const notation::TensorVar y{"y", {dense}, ValueType::Int32, {}, false};
const notation::Expr one = notation::literal(std::int64_t{1});

cin::Stmt fill(const notation::Expr& value) {
  return cin::forall("i", cin::assign({y, {"i"}}, notation::AssignOp::Set, value));
}

}  // namespace

TEST_CASE("what the interpreter of CIN refuses") {
  failsWith(Family::User, "the dimension of i is not known", [] { interpret(fill(one), {}, y); });
  const notation::Expr x = notation::access({"x", {dense}, ValueType::Float32, {}, false}, {"i"});
  failsWith(Family::User, "no data was given for the tensor x", [&] { interpret(fill(x), {}, y); });
  const Storage data = pack({{2}, {0}, ValueArray<float>{1}}, {dense});
  failsWith(Family::User, "x holds float values, but the result y holds int", [&] {
    interpret(fill(x), {{"x", data}}, y);
  });
  failsWith(Family::User, "mode 1 of x has dimension 2, but i ranges over 3", [&] {
    interpret(fill(x), {{"x", data}}, y, {{"i", 3}});
  });
  failsWith(Family::User, "the data of y do not have its dimensions", [&] {
    interpret(fill(one), {{"y", data}}, y, {{"i", 3}});
  });
  const notation::TensorVar other{"z", {dense}, ValueType::Int32, {}, false};
  failsWith(Family::Internal, "the statement does not assign the result z", [&] {
    interpret(fill(one), {}, other, {{"i", 3}});
  });
}
