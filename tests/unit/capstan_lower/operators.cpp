// The machine implements the operators as their rows state, and names those that it lacks.
#include "capstan/lower/operators.h"

#include "errors/failure.h"
#include "spatial/build.h"
#include "spatial/spatial.h"

using namespace stardust;
using namespace stardust::spatial;

TEST_CASE("every operator of the table that Spatial writes is one of Spatial's") {
  for (const operators::Operator& row : operators::table()) {
    if (!row.spatial) continue;
    INFO(row.name);
    std::vector<Expr> operands;
    for (std::size_t n = 0; n < row.arity; ++n) operands.push_back(name(std::string(1, static_cast<char>('a' + n))));
    contains(print(applied(&row, operands, row.ofIntegersOnly ? Type::Int : Type::Float, {})), row.spatial);
  }
}

TEST_CASE("the machine reduces truth values by their extremes, and bits not at all") {
  for (const char* sign : {"+", "*", "min", "max"}) CHECK_NOTHROW(reductionOf(operators::reduction(sign)));
  CHECK(reductionOf(operators::reduction("or")).reduce == ReduceOp::Max);
  CHECK(reductionOf(operators::reduction("and")).reduce == ReduceOp::Min);
  for (const char* sign : {"xor", "|", "&", "^^"})
    failsWith(Family::Unsupported, "the accelerator has no reduction",
              [&] { reductionOf(operators::reduction(sign)); });
}

TEST_CASE("an operator that the machine lacks is refused by its name") {
  operators::Operator cosine = *operators::function("abs");
  cosine.text = "cos";
  cosine.name = "cosine";
  cosine.spatial = nullptr;
  failsWith(Family::Unsupported, "the accelerator has no cosine (cos)",
            [&] { applied(&cosine, {name("a")}, Type::Float, {}); });
  failsWith(Family::Unsupported, "the accelerator has no power of values of type int (^)", [&] {
    applied(operators::function("pow"), {name("a"), name("b")}, Type::Int, {});
  });
  operators::Operator norm = *operators::max;
  norm.text = "hypot";
  norm.name = "hypotenuse";
  norm.spatial = nullptr;
  failsWith(Family::Unsupported, "the accelerator has no reduction to the hypotenuse (hypot)",
            [&] { reductionOf(&norm); });
}

TEST_CASE("what an empty reduction holds is a literal, or an infinity, which has none") {
  CHECK(print(constant(operators::least, Type::Int)) == "-2147483648.to[T]");
  CHECK(print(constant(operators::greatest, Type::Float)) == "1.to[T] / 0.to[T]");
  CHECK(print(constant({operators::Constant::Kind::Number, 1}, Type::Float)) == "1.to[T]");
}
