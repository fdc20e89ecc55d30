#include "notation/parse.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "notation/accumulate.h"

using namespace stardust;
using namespace stardust::notation;

namespace {

std::string reprinted(const std::string& text) { return print(parseAssignment(makeSource("expression", text))); }

TensorVar tensor(const std::string& name, int order) {
  TensorVar t;
  t.name = name;
  t.format = denseFormat(order);
  return t;
}

rc::Gen<Expr> leaf() {
  const auto literals = rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t v) { return literal(v); });
  const auto decimals = rc::gen::map(rc::gen::inRange(-1000, 1000), [](int v) { return literal(v * 0.37e10); });
  const auto reads = rc::gen::element(access(tensor("alpha", 0), {}), access(tensor("b", 1), {"i"}),
                                      access(tensor("A", 2), {"i", "j"}), access(tensor("C_on", 2), {"k", "j"}));
  return rc::gen::oneOf(reads, literals, decimals);
}

rc::Gen<Expr> anyExpr(int depth) {
  if (depth == 0) return leaf();
  const auto op = rc::gen::map(rc::gen::inRange<std::size_t>(0, operators::table().size()),
                               [](std::size_t row) { return &operators::table()[row]; });
  const auto inner = rc::gen::lazy([depth] { return anyExpr(depth - 1); });
  const auto calls = rc::gen::apply(
      [](Op o, const Expr& a, const Expr& b, const Expr& c) {
        const std::vector<Expr> all = {a, b, c};
        return call(o, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(o->arity)});
      },
      op, inner, inner, inner);
  return rc::gen::oneOf(leaf(), calls, calls);
}

}  // namespace

TEST_CASE("expressions print with the fewest parentheses") {
  CHECK(reprinted("y(i)=A(i,j)*x(j)") == "y(i) = A(i,j) * x(j)");
  CHECK(reprinted("y_{i} += A_{i,j} * (x_{j})") == "y(i) += A(i,j) * x(j)");
  CHECK(reprinted("y[i] = A[i,j] * x[ j ] + A_{i,j}") == "y(i) = A(i,j) * x(j) + A(i,j)");
  CHECK(reprinted("y_i = A_ij * x_j") == "y_i = A_ij * x_j");
  CHECK(reprinted("a = (b - c) - (d - e)") == "a = b - c - (d - e)");
  CHECK(reprinted("a = b * (c / d) / (e * f)") == "a = b * (c / d) / (e * f)");
  CHECK(reprinted("a = -(b + c) * -d - -3") == "a = -(b + c) * -d - -3");
  CHECK(reprinted("a = 2 * b + 0.5 * c - 1e20 * d") == "a = 2 * b + 0.5 * c - 1e+20 * d");
  CHECK(reprinted("a(i) = b(i) # a comment") == "a(i) = b(i)");
  CHECK(reprinted("a = min(b,(c+d))*-max(b,c,2,d)") == "a = min(b, c + d) * -max(b, c, 2, d)");
  CHECK(reprinted("a = min(b, min(c, d), max(c, d))") == "a = min(b, min(c, d), max(c, d))");
  CHECK(reprinted("d(i) min= A(i,j) + x(j)") == "d(i) min= A(i,j) + x(j)");
  CHECK(reprinted("d max= -x(j)") == "d max= -x(j)");
  CHECK(reprinted("d any= x(j)") == "d min= x(j)");
  CHECK(reprinted("y(i) or= A(i,j) and x(j)") == "y(i) ||= A(i,j) && x(j)");
  CHECK(reprinted("y(i) and= A(i,j)") == "y(i) &&= A(i,j)");
  CHECK(reprinted("y(i)xor=A(i,j)") == "y(i) xor= A(i,j)");
  CHECK(reprinted("y(i) |= A(i,j) & x(j)") == "y(i) |= A(i,j) & x(j)");
  CHECK(reprinted("y(i) ^^= A(i,j)") == "y(i) ^^= A(i,j)");
  CHECK(reprinted("d(i) *= A(i,i,j)") == "d(i) *= A(i,i,j)");
  CHECK(reprinted("max min= min + 1") == "max min= min + 1");  // keywords only before a parenthesis
}

TEST_CASE("precedences are those of Python, and symbols have words") {
  CHECK(reprinted("a = -b ^ 2 ** -c ^ d") == "a = -(b ^ 2 ^ -(c ^ d))");
  CHECK(reprinted("a = (b ^ c) ^ d") == "a = (b ^ c) ^ d");
  CHECK(reprinted("a = -3 ^ 2 + (-3) ^ 2") == "a = -(3 ^ 2) + (-3) ^ 2");
  CHECK(reprinted("a = not b < c + 1 and (d or e)") == "a = !(b < c + 1) && (d || e)");
  CHECK(reprinted("a = !b == c") == "a = !b == c");
  CHECK(reprinted("a = b <-c") == "a = b < -c");
  CHECK(reprinted("a = b xor c and d || e") == "a = b xor c && d || e");
  CHECK(reprinted("a = b & 3 == c | d ^^ ~e") == "a = b & 3 == c | d ^^ ~e");
  CHECK(reprinted("a = pow(b, mod(c, less(d, e)))") == "a = b ^ (c % (d < e))");
  CHECK(reprinted("a(i) = (b(i) == c(i)) == d(i)") == "a(i) = (b(i) == c(i)) == d(i)");
  CHECK(reprinted("a = xor * not + and") == "a = xor * not + and");  // names where an operand must be
  CHECK(reprinted("a = b\n  >= c") == "a = b >= c");
}

TEST_CASE("the name of an index variable is its value") {
  const auto valuesIn = [](const std::string& text) {
    std::string all;
    for (const Access& read : accesses(parseAssignment(makeSource("expression", text)).rhs))
      if (read.tensor.isIndexValue) all += read.tensor.name + " ";
    return all;
  };
  CHECK(reprinted("y(i) = i * x(i) + (j <= i) * A(i,j)") == "y(i) = i * x(i) + (j <= i) * A(i,j)");
  CHECK(valuesIn("y(i) = i * x(i) + (j <= i) * A(i,j)") == "index_i index_j index_i ");
  CHECK(valuesIn("y(i) = i") == "index_i ");
  CHECK(valuesIn("y(i) = index_i * i") == "index_i_ ");
  CHECK(valuesIn("y = i * x(j)") == "");  // a scalar
}

TEST_CASE("calls of definitions are replaced, and remain one term") {
  Definitions functions = builtInDefinitions();
  for (const char* text : {"next(a) = a + 1", "leaky(a, slope) = max(a, slope * a)", "twice(a) = next(next(a))"}) {
    Lexer lexer(makeSource("function", text));
    parseDefinition(lexer, functions);
    CHECK(lexer.atEnd());
  }
  const auto expanded = [&](const std::string& text) {
    return print(parseAssignment(makeSource("expression", text), functions));
  };
  CHECK(expanded("y(i) = relu(A(i,j) * x(j) + b(i))") == "y(i) = max(A(i,j) * x(j) + b(i), 0)");
  CHECK(expanded("y = leaky(b - c, 0.1)") == "y = max(b - c, 0.1 * (b - c))");
  CHECK(expanded("y = recip(b + c)") == "y = 1 / (b + c)");
  CHECK(expanded("y(i) = next(A(i,j)) - next(x(i))") == "y(i) = 1 * (A(i,j) + 1) - 1 * (x(i) + 1)");
  CHECK(expanded("y(i) = (next(A(i,j)))") == "y(i) = 1 * (A(i,j) + 1)");
  CHECK(expanded("y(i) = 2 * next(A(i,j))") == "y(i) = 2 * (A(i,j) + 1)");
  CHECK(expanded("y = twice(b)") == "y = 1 * (b + 1 + 1)");
}

TEST_CASE("what is not declared is dense, float and off chip") {
  const Assignment a = parseAssignment(makeSource("expression", "y(i) = A(i,j) * x(j)"));
  CHECK((a.lhs.tensor.format == denseFormat(1)));
  CHECK((accesses(a.rhs)[0].tensor.format == denseFormat(2)));
  CHECK((a.lhs.tensor.type == ValueType::Float32));
}

TEST_CASE("reading what was printed gives the same expression") {
  CHECK(rc::check([] {
    const Expr expr = *anyExpr(4);
    Lexer lexer(makeSource("expression", print(expr)));
    const Expr again = parseExpr(lexer);
    RC_ASSERT(lexer.atEnd());
    RC_ASSERT(equal(expr, again));
  }));
}

TEST_CASE("extents come from each other and from outside") {
  const Assignment raw = parseAssignment(makeSource("expression", "y(i) = A(i,j) * x(j)"));
  const Assignment a = withExtents(raw, {{"i", 3}, {"j", 4}});
  CHECK(a.lhs.tensor.dims == std::vector<std::int64_t>{3});
  CHECK(accesses(a.rhs)[0].tensor.dims == std::vector<std::int64_t>{3, 4});
  CHECK(accesses(a.rhs)[1].tensor.dims == std::vector<std::int64_t>{4});
}

TEST_CASE("old contents become an operand") {
  const auto rewritten = [](const std::string& text) {
    const auto found = withOldContents(parseAssignment(makeSource("expression", text)));
    return found ? print(found->assignment) + " with " + found->old.name : "nothing";
  };
  CHECK(rewritten("y(i) += A(i,j) * x(j)") == "y(i) = y_old(i) + A(i,j) * x(j) with y_old");
  CHECK(rewritten("y(i) += y_old(i) - y_old2(i)") == "y(i) = y_old3(i) + (y_old(i) - y_old2(i)) with y_old3");
  CHECK(rewritten("d(i) min= A(i,j) + x(j)") == "d(i) min= min(d_old(i), A(i,j) + x(j)) with d_old");
  CHECK(rewritten("d max= x(j)") == "d max= max(d_old, x(j)) with d_old");
  CHECK(rewritten("d(i) or= A(i,j)") == "d(i) ||= d_old(i) || A(i,j) with d_old");
  CHECK(rewritten("d *= x(j)") == "nothing");
  CHECK(rewritten("d xor= x(j)") == "nothing");
  CHECK(rewritten("d = x(j)") == "nothing");
}

// The reduced parts of an assignment, each in brackets.
static std::string terms(const std::string& text) {
  const Assignment a = parseAssignment(makeSource("expression", text));
  std::string all;
  for (const Expr& term : reductionTerms(a.op, a.rhs)) all += "[" + print(term) + "]";
  return all;
}

TEST_CASE("min= reduces the operands of the outermost mins one by one") {
  CHECK(terms("d(i) min= min(b(i), A(i,j) + x(j), 2)") == "[b(i)][A(i,j) + x(j)][2]");
  CHECK(terms("d(i) min= max(b(i), min(c(i), 2))") == "[max(b(i), min(c(i), 2))]");
  CHECK(terms("d(i) max= max(b(i), max(c(i), 2))") == "[b(i)][c(i)][2]");
}

TEST_CASE("a logical reduction is of truth values") {
  CHECK(terms("d(i) or= A(i,j)") == "[A(i,j) != 0]");
  CHECK(terms("d(i) xor= A(i,j) + x(j)") == "[A(i,j) + x(j) != 0]");
  CHECK(terms("d(i) and= A(i,j) < x(j)") == "[A(i,j) < x(j)]");
  CHECK(terms("d(i) or= A(i,j) && x(j) || b(i)") == "[A(i,j) && x(j)][b(i) != 0]");
  CHECK(terms("d(i) |= A(i,j)") == "[A(i,j)]");
  CHECK(terms("d(i) *= b(i) * A(i,j)") == "[b(i) * A(i,j)]");
}
