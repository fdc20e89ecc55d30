// Idioms of processors are equivalent to their plain loops: a function with a call and its plain loops, both as C, and
// the interpreted plain loops have the same result. Each idiom has a row here.
#include <doctest/doctest.h>

#include <algorithm>

#include "backend/cpu/idioms/idiom.h"
#include "backend/cpu/kernel.h"
#include "exec/loops_interpreter.h"
#include "kernels.h"
#include "loops/idioms/expand.h"
#include "loops/idioms/idiom.h"
#include "loops/idioms/scan.h"
#include "loops/visit.h"
#include "support/diagnostic.h"
#include "toolchain.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

const cpu::Toolchain& toolchain() {
  static const cpu::Toolchain found = toolchainWith();
  return found;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

/// A function over two CSR matrices and a vector that appends to the rows of a CSR result; $ is the type of all values.
/// `row` appends row i at `count`; `before` precedes all rows.
loops::Function function(const std::string& row, const std::string& before, loops::Type type) {
  const char* const text = R"(function idiom {
    in n: i64 = dim(A, 1)
    in m: i64 = dim(A, 2)
    in A_pos: i64[] = pos(A, 2)
    in A_crd: i32[] = crd(A, 2)
    in A_vals: $[] = vals(A)
    in B_pos: i64[] = pos(B, 2)
    in B_crd: i32[] = crd(B, 2)
    in B_vals: $[] = vals(B)
    in x_vals: $[] = vals(x)
    out R_pos: i64[] = pos(R, 2)
    out R_crd: i32[] = crd(R, 2)
    out R_vals: $[] = vals(R)
    resize R_pos to n + 1 = 0
    grow R_crd to n + A_pos[n] + B_pos[n]
    grow R_vals to n + A_pos[n] + B_pos[n]
    var count = 0
    BEFORE
    for i from 0 until n {
      ROW
      R_pos[i + 1] = count
    }
    resize R_crd to count
    resize R_vals to count
  })";
  return loops::parse(replaced(replaced(replaced(text, "ROW", row), "BEFORE", before), "$", loops::toString(type)));
}

/// The row of an expression with one entry.
std::string entry(const std::string& expr) {
  return "R_crd[count] = 0:i32  R_vals[count] = " + expr + "  count = count + 1";
}

struct Sample {
  const char* idiom;
  std::string row, before;
};
const Sample samples[] = {
    {"dot", entry("dot(A_vals, A_crd, x_vals, i % 3, A_pos[i], A_pos[i + 1])"), ""},
    // places at which it must not be evaluated: fibers beyond the last one, and the sums of loops and branches
    {"dot",
     "if i + 1 < n and dot(A_vals, A_crd, x_vals, 0, A_pos[i + 1], A_pos[i + 2]) < $(40) { " + entry("$(1)") + " }",
     ""},
    {"dot",
     "if not (n <= i + 1 or $(3) < dot(A_vals, A_crd, x_vals, 0, A_pos[i + 1], A_pos[i + 2])) { " + entry("$(1)") +
         " }",
     ""},
    {"dot", entry("select(i + 1 < n, dot(A_vals, A_crd, x_vals, 0, A_pos[i + 1], A_pos[i + 2]), $(i))"), ""},
    {"dot",
     "var p = A_pos[i] while p < A_pos[i + 1] and sum(A_vals, A_pos[i], p) < dot(A_vals, A_crd, x_vals, 1, p, A_pos[i + "
     "1]) { p = p + 1 } " +
         entry("$(p - A_pos[i])"),
     ""},
    {"sparse_dot", entry("sparse_dot(A_vals, A_crd, A_pos[i], A_pos[i + 1], B_vals, B_crd, B_pos[i], B_pos[i + 1])"),
     ""},
    {"seldom_dot", entry("seldom_dot(A_vals, A_crd, A_pos[i], A_pos[i + 1], B_vals, B_crd, B_pos[i], B_pos[i + 1])"),
     ""},
    {"sum", entry("sum(A_vals, A_pos[i], A_pos[i + 1]) - sum(B_vals, B_pos[i], B_pos[i + 1])"), ""},
    {"masked", entry("masked(i % 2 < 1, dot(A_vals, A_crd, x_vals, 0, A_pos[i], A_pos[i + 1]))"), ""},
    {"wide", entry("select(wide(), x_vals[i], $(i64(x_vals[i])))"), ""},
    {"clock", entry("select(clock() < 0, $(1), x_vals[i])"), ""},
    {"unite",
     "unite A_vals, A_crd, A_pos[i], A_pos[i + 1] with B_vals, B_crd, B_pos[i], B_pos[i + 1] into R_vals, R_crd at "
     "count",
     ""},
    {"dots",
     "dots A_vals, A_crd, x_vals, count % 3 by A_pos from i until i + 1 into R_vals at count "
     "for k from R_pos[i] until count { R_crd[k] = 0:i32 }",
     ""},
    {"pack",
     "for p from A_pos[i] until A_pos[i + 1] { w[i64(A_crd[p])] = A_vals[p] s[i64(A_crd[p])] = true } "
     "pack w, s until m into R_crd, R_vals at count = $(7) "
     "for j from 0 until m { if s[j] or not (w[j] == $(7)) { R_vals[count - 1] = $(99) } }",
     "array w: $[m] = $(7) array s: bool[m] = false"},
    {"prefetch",
     "for p from A_pos[i] until A_pos[i + 1] { prefetch x_vals from i64(A_crd[p + 2]), 0 for 2 if A_crd has p + 2 } " +
         entry("x_vals[i]"),
     ""},
    {"scan", "array places: i64[n + 1] = i scan places until n " + entry("$(places[n] - places[1])"), ""},
};

template <class T>
ValueArray<T> smallNumbers(std::size_t count, int seed) {
  ValueArray<T> values;
  for (std::size_t n = 0; n < count; ++n)
    values.push_back(numberAs<T>(static_cast<int>((n * 7 + static_cast<std::size_t>(seed) * 3) % 19) - 6));
  return values;
}

/// Values whose sums are exact in every type, so that results do not depend on the order.
Storage filled(Storage storage, int seed) {
  std::visit(
      [&](auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        values = smallNumbers<T>(values.size(), seed);
      },
      storage.values);
  return storage;
}

struct Setting {
  exec::Operands operands;
  notation::TensorVar result;
};
Setting settingOf(ValueType type, double density) {
  const Case c = makeCase("R(i,j) = A(i,j) + B(i,j) * x(k)",
                          {{"R", csr, {23, 30}},
                           {"A", csr, {23, 30}, Fill::Sparse, density},
                           {"B", csr, {23, 30}, Fill::Sparse, 0.3},
                           {"x", vec, {33}}},
                          type, 5);
  Setting setting{{}, c.assignment.lhs.tensor};
  int seed = 0;
  for (const auto& [name, storage] : c.operands) setting.operands[name] = filled(storage, ++seed);
  return setting;
}

Storage computed(const loops::Function& function, const Setting& setting) {
  const cpu::Kernel kernel(function, toolchain());
  std::map<std::string, const Storage*> operands;
  for (const auto& [name, storage] : setting.operands) operands.emplace(name, &storage);
  const notation::TensorVar& r = setting.result;
  cpu::Call call(kernel.function(), operands, {{r.name, {r.dims, r.format, r.type}}});
  kernel.run(call, 1);
  return call.result(r.name);
}

bool hasIdioms(const loops::Function& function) {
  bool found = false;
  loops::forEachStmt(function.body, [&](const loops::Stmt& s) {
    const auto isCall = [](const auto& node) { return std::holds_alternative<loops::IdiomCall>(node->kind); };
    found = found || isCall(s);
    loops::forEachExpr(s, [&](const loops::Expr& e) { found = found || loops::anyOf(e, isCall); });
    return true;
  });
  return found;
}

}  // namespace

TEST_CASE("idioms: a call, its plain loops, and these interpreted have one result") {
  for (const Sample& sample : samples)
    for (const ValueType type :
         {ValueType::Int32, ValueType::Int64, ValueType::Uint64, ValueType::Float32, ValueType::Float64}) {
      const loops::Function called = function(sample.row, sample.before, loops::typeOf(type));
      loops::verify(called);
      const std::string text = print(called);
      CAPTURE(text);
      CHECK(equal(loops::parse(text), called));
      CHECK(text.find(sample.idiom) != std::string::npos);
      CHECK(hasIdioms(called));

      const loops::Function plain = loops::withoutIdioms(called);
      loops::verify(plain);
      const std::string loopsText = print(plain);
      CAPTURE(loopsText);
      CHECK_FALSE(hasIdioms(plain));
      CHECK(equal(loops::parse(loopsText), plain));

      for (const double density : {0.0, 0.06, 0.4, 1.0}) {
        const Setting setting = settingOf(type, density);
        const Storage expected = exec::interpret(plain, setting.operands, setting.result);
        CHECK(firstDifference(expected, computed(called, setting)) == "");
        CHECK(firstDifference(expected, computed(plain, setting)) == "");
      }
    }
}

TEST_CASE("idioms: each has a sample, and C of its own") {
  for (const loops::Idiom* idiom : loops::idioms()) {
    CAPTURE(idiom->name);
    CHECK(std::any_of(std::begin(samples), std::end(samples),
                      [&](const Sample& sample) { return std::string(sample.idiom) == idiom->name; }));
    CHECK((cpu::inC(*idiom) != nullptr || idiom == &loops::Scan::idiom()));  // a scan pays off for many threads
    CHECK(loops::findIdiom(idiom->name) == idiom);
  }
}

TEST_CASE("idioms: those that a back end has are kept") {
  const loops::Function both =
      function(entry("masked(i % 2 < 1, dot(A_vals, A_crd, x_vals, 0, A_pos[i], A_pos[i + 1]))"), "", loops::Type::F64);
  const auto kept = [&](const std::string& name) {
    return print(loops::withoutIdioms(both, [&](const loops::Idiom& idiom) { return idiom.name == name; }));
  };
  CHECK(kept("dot").find(" dot(") != std::string::npos);
  CHECK(kept("dot").find("masked(") == std::string::npos);
  CHECK(kept("masked").find("masked(") != std::string::npos);
  CHECK(kept("masked").find(" dot(") == std::string::npos);
}

TEST_CASE("idioms: a tiled loop is serial where the loops in it cannot run side by side") {
  const auto tiled = [](const std::string& inside) {
    return "array w: $[n] = $(0) for j from 0 until n tiled { w[j] += x_vals[j] " + inside + " } " + entry("w[i]");
  };
  const std::pair<std::string, bool> rows[] = {
      {tiled(""), true},
      {tiled("prefetch x_vals from j for 1 if A_crd has i"), false},
      {tiled("w[j] += dot(A_vals, A_crd, x_vals, 0, A_pos[i], A_pos[i + 1])"), true},
      {tiled("w[j] += sum(A_vals, A_pos[i], A_pos[i + 1])"), false},
  };
  for (const auto& [row, stays] : rows) {
    const loops::Function called = function(row, "", loops::Type::F64);
    loops::verify(called);
    const loops::Function plain = loops::withoutIdioms(called, [](const loops::Idiom&) { return false; });
    loops::verify(plain);
    CHECK(print(called).find(" tiled {") != std::string::npos);
    CHECK((print(plain).find(" tiled {") != std::string::npos) == stays);
  }
}

TEST_CASE("idioms: what a prefetch asks for lies in its array") {
  const auto failure = [](const std::string& row) {
    const Setting setting = settingOf(ValueType::Float64, 0.5);
    try {
      exec::interpret(function(row, "", loops::Type::F64), setting.operands, setting.result);
    } catch (const Error& error) {
      return error.diagnostic().what;
    }
    return std::string();
  };
  CHECK(failure("prefetch x_vals from 30 for 3 if A_crd has i") == "");
  CHECK(failure("prefetch x_vals from 31 for 3 if A_crd has i") == "x_vals[33] is outside its array of 33 elements");
  CHECK(failure("prefetch x_vals from 30, -1 for 1 if A_crd has i") ==
        "x_vals[-1] is outside its array of 33 elements");
  CHECK(failure("prefetch x_vals from 31 for 3 if A_crd has 100000") == "");
}
