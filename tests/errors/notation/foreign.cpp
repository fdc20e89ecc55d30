// Notation of other systems: refused by name, with a legal equivalent.
#include "errors/failure.h"
#include "notation/parse.h"

using namespace stardust;

namespace {

std::string message(Family family, const std::string& text) {
  return failure(family, [&] { notation::parseAssignment(makeSource("expression", text)); });
}

struct Refusal {
  std::string text, what;
  int column;
  std::string help;
};

void refused(Family family, const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) {
    INFO(refusal.text);
    const std::string said = message(family, refusal.text);
    contains(said, refusal.what + "\n --> expression:1:" + std::to_string(refusal.column) + "\n");
    contains(said, "  help: " + refusal.help + "\n");
  }
}

std::string op(const std::string& symbol, const std::string& name) {
  return "operator '" + symbol + "' (" + name + ") is not available";
}

}  // namespace

TEST_CASE("operators of other notations") {
  refused(
      Family::Unsupported,
      {{"y(i) = x(i)²", op("²", "power"), 12, "x(i) ^ 2"},
       {"y(i) = (x(i) + 1).^3", op(".^", "power"), 18, "(x(i) + 1) ^ 3"},
       {"y(i) = x(i) <=> 1", op("<=>", "a comparison"), 13, "sign(x(i) - 1)"},
       {"y(i) = x(i) ? 1 : 2", op("?", "a choice"), 13, "select(x(i), …, …), with the value where it holds first"},
       {"y(i) = x(i) // 2", op("//", "floor division"), 13, "floor(x(i) / 2)"},
       {"y = A @ x", op("@", "matrix product"), 7, "a product is a sum over a shared index: A(i,k) * x(k,j)"},
       {"y(i) = A(i,k) @ x(k)", op("@", "matrix product"), 15, "a product is a sum over a shared index: A(i,k) * x(k)"},
       {"y(i) = A(j,i)' * x(j)", op("'", "transpose"), 14, "swap the indices: A(i,j)"},
       {"y(i) = A.T * x", op(".T", "transpose"), 9, "swap the indices: A(j,i)"},
       {"y(i) = A.T(i,j) * x(j)", op(".T", "transpose"), 9, "swap the indices: A(j,i)"},
       {"y(i) = A^T * x", op("^", "transpose"), 9, "swap the indices: A(j,i)"},
       {"y(i) = x(i)'", op("'", "transpose"), 12, "a vector has no transpose: x(i)"},
       {"y(i) = x(i) .* z(i)", op(".*", "multiplication"), 13, "'*' multiplies entry by entry: x(i) * z(i)"},
       {"y(i) = x(i) · z(i)", op("·", "multiplication"), 13, "'*' multiplies entry by entry: x(i) * z(i)"},
       {"y(i) = +x(i)", op("+", "a sign"), 8, "leave it out: x(i)"},
       {"y(i) = |x(i)|", op("|", "absolute value"), 8, "abs(x(i))"}});
}

TEST_CASE("functions of other notations") {
  const auto call = [](const std::string& name) { return "function " + name + " is not available"; };
  const std::string summed = "a variable that is not on the left is summed: ";
  refused(Family::Unsupported,
          {{"y(i) = lgamma(x(i))", call("lgamma"), 8, "compute it before, and give it as an operand: lgamma_x(i)"},
           {"y(i) = fabs(x(i))", call("fabs"), 8, "abs(x(i))"},
           {"y(i) = absolute(x(i) - 1)", call("absolute"), 8, "abs(x(i) - 1)"},
           {"y(i) = maximum(x(i) - 1, 0)", call("maximum"), 8, "max(x(i) - 1, 0)"},
           {"y(i) = subtract(x(i), a(i) + 1)", call("subtract"), 8, "x(i) - (a(i) + 1)"},
           {"y(i) = negative(x(i) + 1)", call("negative"), 8, "-(x(i) + 1)"},
           {"y(i) = sqtr(x(i))", call("sqtr"), 8, "did you mean sqrt?"},
           {"y(i) = square(x(i))", call("square"), 8, "x(i) ^ 2"},
           {"y(i) = clip(x(i), 0, 1)", call("clip"), 8, "min(max(x(i), 0), 1)"},
           {"y(i) = sum(j, A(i,j) * x(j))", call("sum"), 8, summed + "A(i,j) * x(j)"},
           {"y(i) = sum(A(i,j))", call("sum"), 8, summed + "A(i,j)"},
           // A sum would cover A(i,j) alone.
           {"y(i) = sum(j, A(i,j) + x(i))", call("sum"), 8, summed + "1 * (A(i,j) + x(i))"},
           {"y(i) = transpose(A(i,j)) * x(j)", call("transpose"), 8, "swap the indices: A(j,i)"},
           {"y = dot(a(i), b(i))", call("dot"), 5, "a(i) * b(i)"},
           {"y(i) = mni(x(i), 1)", call("mni"), 8, "did you mean min?"}});
  CHECK_NOTHROW(notation::parseAssignment(makeSource("expression", "sum(i) = dot(i,j) * mean")));
}

TEST_CASE("texts of einsum, in our notation") {
  const std::string what = "this is einsum notation";
  refused(Family::User, {{"ij,j->i", what, 1, "y(i) = A(i,j) * x(j)"},
                         {"\"ij,jk\"", what, 1, "C(i,k) = A(i,j) * B(j,k)"},
                         {" ij, jk -> ik ", what, 2, "C(i,k) = A(i,j) * B(j,k)"},
                         {"ij,j->i M v", what, 1, "y(i) = M(i,j) * v(j)"},
                         {"'ij,j->i', M, v", what, 1, "y(i) = M(i,j) * v(j)"},
                         {"np.einsum('ij,j->i', M, v)", what, 1, "y(i) = M(i,j) * v(j)"},
                         {"y = einsum(\"ij,j->i\", M, v)", what, 1, "y(i) = M(i,j) * v(j)"},
                         {"...ij,...jk->...ik", what, 1, "C(b,i,k) = A(b,i,j) * B(b,j,k)"},
                         {"bij,...jk->...ik", what, 1, "C(c,i,k) = A(b,i,j) * B(c,j,k)"},
                         {"i,i->", what, 1, "a = x(i) * z(i)"},
                         {"ij->ji", what, 1, "B(j,i) = A(i,j)"},
                         {"xy,y->x", what, 1, "u(x) = A(x,y) * z(y)"}});
}

TEST_CASE("assignments of other notations") {
  refused(Family::User,
          {{"y(i) == x(i)", "'==' does not assign", 6, "y(i) = x(i)"},
           {"y(i) := x(i)", "':=' does not assign", 6, "y(i) = x(i)"},
           {"y(i) <- x(i)", "'<-' does not assign", 6, "y(i) = x(i)"},
           {"y(i) A(i,j) * x(j)", "a '=' is missing between y(i) and A(i,j)", 6, "y(i) = A(i,j) * x(j)"},
           {"A(i,j) * x(j)", "the left side is missing", 1, "y(i) = A(i,j) * x(j)"},
           {"A(i,j) * x(j) -> y(i)", "the left side is missing", 1, "y(i) = A(i,j) * x(j)"},
           {"= y(i) * x(i)", "the left side is missing", 1, "yy = y(i) * x(i)"},
           {"y(i) + 1 = x(i)", "the left side is an expression", 6,
            "compute on the right side alone, as in y(i) = A(i,j) * x(j)"},
           {"y(i) = x(i);", "';' ends no expression", 12, "leave it out; each expression has a line of its own"}});
  contains(message(Family::User, "y(i) = x(i)\nz(i) = y(i)"), "a second expression begins here\n --> expression:2:1\n");
}

TEST_CASE("brackets, commas and operators that are missing, or too many") {
  const auto open = [](const std::string& by, const std::string& bracket) {
    return "a '" + by + "' is missing: this '" + bracket + "' is never closed";
  };
  refused(Family::User,
          {{"y(i) = A(i,j * x(j)", open(")", "("), 9, "A(i,j)"},
           {"y(i) = A(i,j) * (x(j)", open(")", "("), 17, "put ')' where it ends"},
           {"y(i) = A[i,j * x(j)", open("]", "["), 9, "A(i,j)"},
           {"y(i) = A_{i,j * x(j)", open("}", "{"), 10, "A(i,j)"},
           {"y(i) = A(i,", open(")", "("), 9, "A(i)"},
           {"y(i) = min(x(i), 1", open(")", "("), 11, "put ')' where it ends"},
           {"y(i) = A[i,j) * x(j)", "')' closes a '['", 13, "A(i,j)"},
           {"y(i) = (A(i,j] * x(j))", "']' closes a '('", 14, "A(i,j)"},
           {"y(i) = A(i,j)) * x(j)", "this ')' closes nothing", 14, "leave it out, or put a '(' where it should begin"},
           {"y(i) = A(i j) * x(j)", "a ',' is missing between i and j", 12, "A(i,j)"},
           {"y(i) = A(i,) * x(j)", "after ',' an index is missing", 12, "A(i)"},
           {"y(i) = A[i][j]", "the indices of A are in one pair of parentheses", 12, "A(i,j)"},
           {"y(i)(j) = A(i,j)", "the indices of y are in one pair of parentheses", 5, "y(i,j)"},
           {"y(i) = [x(i) + 1]", "'[' does not group", 8, "group with ( and )"},
           {"y(i) = x(i) * * 2", "between '*' and '*' an operand is missing", 15,
            "write one operator, or the operand between the two"},
           {"y(i) = x(i) / + 2", "between '/' and '+' an operand is missing", 15,
            "write one operator, or the operand between the two"},
           {"y(i) = A(i,j) x(j)", "an operator is missing between A(i,j) and x(j)", 15, "A(i,j) * x(j)"},
           {"y(i) = (x(i) + 1) 2", "an operator is missing between x(i) + 1 and 2", 19, "(x(i) + 1) * 2"},
           {"y(i) = max(x(i))", "max has one operand", 8,
            "to reduce over the variables that are not on the left, assign: y(i) max= x(i)"},
           {"y(i) = abs(x(i), 1)", "abs has more than one operand", 18, "abs(x(i))"}});
  refused(Family::Unsupported, {{"y(i) = A(i,j*x(j))", "an index is a product of variables", 12,
                                 "compute the products into a tensor p of integers, and read A(p(i,j))"},
                                {"y(i) = x(i*j)", "an index is a product of variables", 10,
                                 "compute the products into a tensor p of integers, and read x(p(i,j))"},
                                {"y(i) = x(i/2)", "an index is computed with '/'", 11,
                                 "compute the indices into a tensor p of integers, and read x(p(i))"},
                                {"y(i) = x(i % 3)", "an index is computed with '%'", 12,
                                 "compute the indices into a tensor p of integers, and read x(p(i))"},
                                {"y(i) = x(p(i + 1))", "an index of p, which is an index itself, is computed", 12,
                                 "compute the indices before, as in q(i) = p(…), and read x(q(i))"},
                                {"y(i) = x(i(2:4) + 1)", "a window is a part of another index", 17,
                                 "move its bounds: i(2:9) + 1 is i(3:10)"},
                                {"y(i) = A(i,:)", "an index is a slice", 12,
                                 "name the variable of each mode: A(i,j); or of a part of it: A(i(2:9),j)"}});
  refused(Family::User, {{"y(i) = x(i(2:", "a ')' is missing: this '(' is never closed", 11, "i(2:9)"},
                         {"y(i) = x(i(5:2))", "the window i(5:2) ends before it begins", 10, "i(2:5)"},
                         {"y(i) = x(i(0:9:0))", "the window i(0:9:0) has the stride 0", 10,
                          "to read backwards, subtract: x(8 - i)"}});
}

TEST_CASE("names that look as if they had indices") {
  const auto declared = [](const std::string& text, const std::string& name) {
    const auto assignment = notation::parseAssignment(makeSource("expression", text));
    return failure(Family::User, [&] {
      notation::declare(assignment, {{name, {Format({dense, compressed}), true, ValueType::Float32, {}, {}}}});
    });
  };
  contains(declared("y_i = A_ij * x_j", "A"), "help: A_ij is a scalar of its own: write A(i,j)\n");
  contains(declared("y = dot(A, x)", "A"),
           "help: in dot(A,x) it is an index variable; a tensor is written with its indices: A(i,j)\n");
  contains(declared("y_{i} = A_{ij} * x_{j}", "A"), "help: put commas between index variables: A(i,j)\n");
}
