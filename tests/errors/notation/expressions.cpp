#include "errors/failure.h"
#include "notation/parse.h"

using namespace stardust;

namespace {

std::string message(Family family, const std::string& text) {
  return failure(family, [&] { notation::parseAssignment(makeSource("expression", text)); });
}

}  // namespace

TEST_CASE("syntax errors point at what is wrong") {
  CHECK(message(Family::User, "y(i) = ((A(i,j) * x(j)") ==
        "error: a ')' is missing: this '(' is never closed\n"
        " --> expression:1:9\n"
        "1 | y(i) = ((A(i,j) * x(j)\n"
        "  |         ^\n"
        "  help: put ')' where it ends\n");
  CHECK(message(Family::User, "") ==
        "error: expected a tensor, but found the end\n"
        " --> expression:1:1\n"
        "1 | \n"
        "  | ^\n");
  CHECK(message(Family::User, "y(i) = 2x(i)") ==
        "error: a number runs into the letter 'x'\n"
        " --> expression:1:8\n"
        "1 | y(i) = 2x(i)\n"
        "  |        ^^\n"
        "  help: write an operator between them\n");
}

TEST_CASE("what there is not is named") {
  CHECK(message(Family::Unsupported, "y(i) = a(i) ? b(i)") ==
        "not supported: operator '?' (a choice) is not available\n"
        " --> expression:1:13\n"
        "1 | y(i) = a(i) ? b(i)\n"
        "  |             ^\n"
        "  why: there are " +
            operators::listed() +
            "\n"
            "  help: select(a(i), …, …), with the value where it holds first\n");
  CHECK(
      message(Family::Unsupported, "y(i) -= a(i)") ==
      "not supported: assignment '-=' is not available\n"
      " --> expression:1:6\n"
      "1 | y(i) -= a(i)\n"
      "  |      ^^\n"
      "  why: its order would matter\n"
      "  help: the assignments are =, +=, *=, min=, max=, &&=, xor=, ||=, &=, ^^=, |=, argmin=, argmax= and first=\n");
  CHECK(
      message(Family::Unsupported, "y(i) avg= a(i)") ==
      "not supported: assignment 'avg=' is not available\n"
      " --> expression:1:6\n"
      "1 | y(i) avg= a(i)\n"
      "  |      ^^^^\n"
      "  help: the assignments are =, +=, *=, min=, max=, &&=, xor=, ||=, &=, ^^=, |=, argmin=, argmax= and first=\n");
  CHECK(message(Family::Unsupported, "y(i) <<lor>>= a(i)") ==
        "not supported: assignment '<<lor>>=' is not available\n"
        " --> expression:1:6\n"
        "1 | y(i) <<lor>>= a(i)\n"
        "  |      ^^^^^^^^\n"
        "  help: or=\n");
  contains(message(Family::Unsupported, "y(i) band= a(i)"), "  help: &=\n");
  contains(message(Family::Unsupported, "y(i) <<max>>= a(i)"), "  help: max=\n");
  CHECK(message(Family::Unsupported, "y(i) = lgamma(a(i))") ==
        "not supported: function lgamma is not available\n"
        " --> expression:1:8\n"
        "1 | y(i) = lgamma(a(i))\n"
        "  |        ^^^^^^\n"
        "  why: there are " +
            operators::listed() +
            "\n"
            "  help: compute it before, and give it as an operand: lgamma_a(i)\n");
  CHECK(message(Family::Unsupported, "A(i,i) = a(i)") ==
        "not supported: index variable i occurs twice in the result A(i,i)\n"
        " --> expression:1:1\n"
        "1 | A(i,i) = a(i)\n"
        "  | ^^^^^^\n"
        "  why: a result is computed at every coordinate, not along a diagonal\n"
        "  help: compute the diagonal as a tensor of its own\n");
}

TEST_CASE("a divisor that may be absent") {
  const auto divided = [](const std::string& text) {
    const Format vec{compressed};
    const notation::Declarations sparse = {{"a", {vec, true, ValueType::Float32, {}, {}}},
                                           {"b", {vec, true, ValueType::Float32, {}, {}}}};
    return failure(Family::Unsupported,
                   [&] { notation::declare(notation::parseAssignment(makeSource("expression", text)), sparse); });
  };
  CHECK(divided("y(i) = b(i) * x(i) / a(i)") ==
        "not supported: division by the sparse tensor a\n"
        " --> expression:1:22\n"
        "1 | y(i) = b(i) * x(i) / a(i)\n"
        "  |                      ^^^^\n"
        "  why: an absent entry would divide by zero where b(i) * x(i) is stored\n"
        "  help: divide by a dense operand (-f=a:dense), a scalar or a literal\n");
  contains(divided("y(i) = (a(i) + b(i)) / (a(i) * 2)"),
           "division by a(i) * 2, which is not stored everywhere\n --> expression:1:24");
  contains(divided("y(i) = a(j) / a(i) + b(i)"), "division by the sparse tensor a\n --> expression:1:15");
}

TEST_CASE("calls of min and max that are none") {
  CHECK(message(Family::User, "y(i) = min(a(i))") ==
        "error: min has one operand\n"
        " --> expression:1:8\n"
        "1 | y(i) = min(a(i))\n"
        "  |        ^^^^^^^^\n"
        "  why: min takes two or more operands\n"
        "  help: to reduce over the variables that are not on the left, assign: y(i) min= a(i)\n");
  CHECK(message(Family::User, "y(i) = max()") ==
        "error: expected a tensor, a number or '(', but found ')'\n"
        " --> expression:1:12\n"
        "1 | y(i) = max()\n"
        "  |            ^\n");
  CHECK(message(Family::User, "y(i) = min(a(i), b(i)") ==
        "error: a ')' is missing: this '(' is never closed\n"
        " --> expression:1:11\n"
        "1 | y(i) = min(a(i), b(i)\n"
        "  |           ^\n"
        "  help: put ')' where it ends\n");
  CHECK(message(Family::User, "min(i) = a(i)") ==
        "error: min is a function, not a tensor\n"
        " --> expression:1:1\n"
        "1 | min(i) = a(i)\n"
        "  | ^^^\n"
        "  why: a result is assigned, an operand of a schedule is a tensor\n"
        "  help: call the tensor otherwise\n");
  CHECK(
      message(Family::User, "y(i) min = a(i)") ==
      "error: expected '=', '+=', '*=', 'min=', 'max=', '&&=', 'xor=', '||=', '&=', '^^=' or '|=' after the result, but found 'min'\n"
      " --> expression:1:6\n"
      "1 | y(i) min = a(i)\n"
      "  |      ^^^\n");
  std::string deep = "a = ";
  for (int n = 0; n < 1000; ++n) deep += "min(b, ";
  contains(message(Family::User, deep), "nests deeper than 200 levels");
  std::string wide = "a = min(b";
  for (int n = 0; n < 1000; ++n) wide += ", b";
  contains(message(Family::User, wide + ")"), "nests deeper than 200 levels");
}

TEST_CASE("tensors are used in one way") {
  CHECK(message(Family::User, "y(i) = b(i) + y(i)") ==
        "error: the result y occurs on the right\n"
        " --> expression:1:15\n"
        "1 | y(i) = b(i) + y(i)\n"
        "  |               ^^^^\n"
        "  why: an operand that changes while it is read has no defined value\n"
        "  help: give the operand another name, or accumulate with y += …\n");
  CHECK(message(Family::User, "a = A(i,j) * A(i)") ==
        "error: tensor A is accessed with 1 index here, and with 2 elsewhere\n"
        " --> expression:1:14\n"
        "1 | a = A(i,j) * A(i)\n"
        "  |              ^^^^\n"
        "  why: a tensor has the same number of modes everywhere\n");
}

TEST_CASE("depth is limited, in parentheses and in long sums") {
  contains(message(Family::User, "a = " + std::string(100000, '(')), "nests deeper than 200 levels");
  contains(message(Family::User, "a = " + std::string(100000, '-') + "b"), "nests deeper than 200 levels");
  std::string sum = "a = b";
  for (int n = 0; n < 100000; ++n) sum += " + b";
  contains(message(Family::User, sum), "nests deeper than 200 levels");
}

TEST_CASE("extents must agree and be known") {
  const auto raw = notation::parseAssignment(makeSource("expression", "y(i) = A(i,j) * x(j)"));
  CHECK(failure(Family::User,
                [&] {
                  notation::withExtents(raw, {{"i", 3}});
                }) ==
        "error: the extent of index variable j is not known\n"
        " --> expression:1:8\n"
        "1 | y(i) = A(i,j) * x(j)\n"
        "  |        ^^^^^^\n"
        "  why: j is used by A(i,j), and no file or dimension gives it\n"
        "  help: give it: a line `dim j:100`, or -d=j:100\n");
  const auto flag = makeSource("--dim", "j:5");
  const auto A = [&](std::int64_t columns) {
    notation::Declarations declarations;
    declarations["A"].dims = {3, columns};
    declarations["x"].dims = {4};
    return notation::declare(raw, declarations);
  };
  CHECK(failure(Family::User, [&] { notation::withExtents(A(5), {}); }) ==
        "error: index variable j has extent 4 in x(j), but 5 in A(i,j)\n"
        " --> expression:1:17\n"
        "1 | y(i) = A(i,j) * x(j)\n"
        "  |                 ^^^^\n"
        "  why: an index variable runs over the same coordinates everywhere\n");
  CHECK(failure(Family::User,
                [&] {
                  notation::withExtents(A(4), {{"j", {5, {flag, {0, 3}}}}});
                }) ==
        "error: index variable j has extent 4 in A(i,j), not 5\n"
        " --> --dim:1:1\n"
        "1 | j:5\n"
        "  | ^^^\n"
        "  why: an index variable runs over the same coordinates everywhere\n");
  contains(failure(Family::User,
                   [&] {
                     notation::withExtents(raw, {{"k", {5, {flag, {0, 3}}}}});
                   }),
           "the expression has no index variable k\n --> --dim:1:1");
}

namespace {

notation::Assignment declared(const std::string& text, ValueType type) {
  notation::Declarations declarations;
  declarations["y"].type = declarations["x"].type = type;
  return notation::declare(notation::parseAssignment(makeSource("expression", text)), declarations);
}

}  // namespace

TEST_CASE("a literal that an integer type does not have is refused, whatever runs it") {
  CHECK_NOTHROW(declared("y(i) = x(i) + 3000000000", ValueType::Int64));
  CHECK_NOTHROW(declared("y(i) = x(i) + 2147483647 - 2147483648 * 2e3", ValueType::Int64));
  CHECK_NOTHROW(declared("y(i) = x(i) + 2147483647 + -2147483648", ValueType::Int32));
  CHECK(failure(Family::User, [] { declared("y(i) = x(i) + 3000000000", ValueType::Int32); }) ==
        "error: the literal 3000000000 does not fit in the value type int\n"
        " --> expression:1:15\n"
        "1 | y(i) = x(i) + 3000000000\n"
        "  |               ^^^^^^^^^^\n"
        "  why: int holds -2147483648 to 2147483647\n"
        "  help: compute in long (-t=long)\n");
  for (const char* text : {"y(i) = -2147483649 * x(i)", "y(i) = 3e9 * x(i)"})
    CHECK(failure(Family::User, [&] { declared(text, ValueType::Int32); }).find("type int") != std::string::npos);
  for (const ValueType type : {ValueType::Int32, ValueType::Int64})
    CHECK(failure(Family::User, [&] { declared("y(i) = 2.5 * x(i)", type); }).find("is not an integer") !=
          std::string::npos);
}

TEST_CASE("a literal that is infinite, or 0, in the value type is refused") {
  for (const char* text : {"y(i) = 1e39 * x(i)", "y(i) = 1e-60 * x(i)"}) {
    CHECK_NOTHROW(declared(text, ValueType::Float64));
    CHECK(failure(Family::User, [&] {
            declared(text, ValueType::Float32);
          }).find("does not fit in the value type float") != std::string::npos);
  }
  CHECK_NOTHROW(declared("y(i) = 3.4e38 * x(i) + 0.0", ValueType::Float32));
}
