// Parsing of printed C: it recovers the source, and detects every modification.
#include "backend/cpu/read/read.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backend/cpu/c_text.h"
#include "backend/cpu/read/same_in_c.h"
#include "backend/cpu/read/tokens.h"
#include "kernels.h"
#include "loops/build.h"

using namespace stardust;

namespace {

/// Whether the C is accepted as that of the function.
bool isAccepted(const cpu::PrintedC& printed, const std::string& functions) {
  try {
    cpu::verifyC(printed.function, functions, printed.meanings);
    return true;
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::Internal);
    return false;
  }
}

std::string replaced(const std::string& text, const cpu::CToken& token, const std::string& with) {
  return text.substr(0, token.begin) + with + text.substr(token.begin + token.text.size());
}

/// Replacements for a word.
std::vector<std::string> othersThan(const cpu::CToken& token) {
  const std::string text(token.text);
  if (token.kind == cpu::CTokenKind::Number) return {"7" + text};
  if (token.kind == cpu::CTokenKind::Name) return {text + "_", text == "status" ? "threads" : "status"};
  if (text == "<") return {"<=", ">"};
  if (text == "+") return {"-", "*"};
  if (text == "+=") return {"=", "-="};
  if (text == "==") return {"!="};
  return {};
}

const char* const everything = R"(function all {
  in A1_dim: i64 = dim(A, 1)
  in A2_pos: i64[] = pos(A, 2)
  in A2_crd: i32[] = crd(A, 2)
  in A_vals: f32[] = vals(A)
  out y2_crd: i32[] = crd(y, 2)
  out y_vals: f32[] = vals(y)
  note "all /* of */ it"
  var n = 0
  var least = inf:f32
  grow y2_crd to A1_dim * 2
  resize y_vals to A1_dim = 0.0:f32
  array row: f32[A1_dim] = 0.0:f32
  array flags: bool[A1_dim] = false
  array keys: i64[0]
  array slots: f32[0]
  array list: i64[A1_dim + 1]
  for i from 0 until A1_dim unroll 4 {
    let j = i64(A2_crd[i])
    let narrow = i32(select(j < 3, i, j) - (i - 1))
    if j < 4 and (not flags[j] or j == 2) {
      row[j] = A_vals[i] * 2.5:f32
      flags[j] = true
    } else {
      if j % 3 == 0 {
        row[i] min= f32(j) / 3.0:f32
      } else {
        least = min(least, -row[i])
      }
    }
    var slot = 0
    insert j into keys, slots at slot = 0.0:f32 counting n
    slots[slot] += 1.0:f32
    list[n] = j * (i + 2) * -1
    y2_crd[i] = narrow
    let at = find(keys, j)
    while at > n / 2 and n > i {
      n = n - 1
    }
  }
  sort list from 0 until n
  move y_vals from 2 until n to n - 2
  clear keys, slots = 0.0:f32 of list until n
  if n > 2147483647 {
    fail too_large
  }
  resize y2_crd to n
}
)";

}  // namespace

TEST_CASE("the C of kernels reads back as what it was printed from, and no other word in it is taken for that") {
  for (const char* text : {samples::spmv, samples::reverse, samples::rowSums, everything}) {
    const cpu::PrintedC printed = cpu::printedC(loops::parse(text));
    const std::string& c = printed.functions;
    CAPTURE(printed.function.name);
    CHECK(equal(cpu::formInC(cpu::readC(c, printed.meanings)), cpu::formInC(printed.function)));
    const cpu::CTokens tokens(c);
    for (std::size_t n = 0; tokens.peek(n).kind != cpu::CTokenKind::End; ++n) {
      const cpu::CToken token = tokens.peek(n);
      const auto line = c.substr(c.rfind('\n', token.begin) + 1, 100);
      CHECK_MESSAGE(!isAccepted(printed, replaced(c, token, "")), "without '", std::string(token.text), "' in ", line);
      for (const std::string& other : othersThan(token))
        CHECK_MESSAGE(!isAccepted(printed, replaced(c, token, other)), "with '", other, "' in ", line);
    }
  }
}

TEST_CASE("a failure to read C back shows the loops, the C, and what it says") {
  const cpu::PrintedC printed = cpu::printedC(loops::parse(samples::spmv));
  std::string c = printed.functions;
  c.replace(c.rfind(" * "), 3, " + ");
  try {
    cpu::verifyC(printed.function, c, printed.meanings);
    FAIL("it is taken for the same");
  } catch (const Error& error) {
    const std::string& what = error.diagnostic().what;
    for (const char* part : {"does not read back", "the loops\nfunction ", "the C\n", "what it says\nfunction "})
      CHECK_MESSAGE(what.find(part) != std::string::npos, part);
  }
}

TEST_CASE("comments are cut at the end of a line, keep the signs of sets, and read back") {
  using namespace loops;
  const std::string sum = "forall(j in (A2 ∪ B2) ∩ C2): y(i) = A(i,j)";
  for (std::size_t depth = 0; depth < 50; ++depth)
    for (const std::size_t more : {0, 40, 70, 200}) {
      Body body = {note(sum + " + " + std::string(more, 'x')), store("y_vals", index(0), literal(Type::F64, 1.0))};
      for (std::size_t n = 0; n < depth; ++n)
        body = {forLoop("i" + std::to_string(n), index(0), index(2), std::move(body))};
      const Parameter y = {"y_vals", Type::F64, {Role::Kind::Values, "y", 0}, true};
      const cpu::PrintedC printed = cpu::printedC({"kernel", {y}, std::move(body)});
      const std::string& c = printed.functions;
      const auto begin = c.find("/*"), end = c.find('\n', begin), margin = begin - c.rfind('\n', begin) - 1;
      const std::string comment = c.substr(begin, end - begin);
      CAPTURE(comment);
      CHECK(margin == 2 * (depth + 1));
      const auto columns = static_cast<std::size_t>(
          std::count_if(comment.begin(), comment.end(), [](char s) { return (s & 0xC0) != 0x80; }));
      const std::size_t room = std::max<std::size_t>(120 - margin, 46), whole = 51 + more;
      CHECK(columns == std::min(room, whole));
      CHECK(comment.ends_with("… */") == (whole > room));
      CHECK(comment.starts_with("/* forall(j in (A2 ∪ B2) ∩ C2): y(i) ="));
      CHECK(isAccepted(printed, c));
      std::string other = c;
      other[begin + 10] = 'k';  // the variable of the loop
      CHECK(!isAccepted(printed, other));
    }
}
