// The table of passes, and pipelines through it.
#include <doctest/doctest.h>

#include <set>

#include "capstan/machine/limits.h"
#include "passes/cpu_loops.h"
#include "passes/pass.h"
#include "passes/text.h"

using namespace stardust;
using namespace stardust::passes;

TEST_CASE("a name is one pass of the form it takes, and every pass says what it does") {
  std::set<std::pair<std::string, Ir>> names;
  for (const Pass& pass : table()) {
    CAPTURE(pass.name);
    CHECK(names.emplace(pass.name, pass.takes).second);
    CHECK_FALSE(pass.summary.empty());
    CHECK(find(pass.name, pass.takes).summary == pass.summary);
  }
}

TEST_CASE("each pass of a way takes the form that the one before it gives") {
  Ir form = Ir::Cin;
  for (const std::string& name : toCpuLoops()) form = find(name, form).gives;
  CHECK((form == Ir::Loops));
}

TEST_CASE("what is printed is read back as the same text") {
  const std::string listing =
      "tensor    y: d float 60\nworkspace ws: onChip float madeUp\ntensor    A: ds:1,0 float 60 50\n"
      "forall(i,\n  where(\n    y(i) = ws,\n    forall(j,\n      ws += A(i,j))))\n";
  CHECK(print(parse(Ir::Cin, makeSource("text", listing), capstan::publishedLimits)) == listing);
  const std::string assignment = "tensor    y: d int 60\ntensor    a: int\ntensor    x: s int 60\ny(i) = a * x(i)\n";
  CHECK(print(parse(Ir::Notation, makeSource("text", assignment), capstan::publishedLimits)) == assignment);
}

TEST_CASE("a way runs its passes one after the other, and who watches sees each") {
  const Code stmt = parse(Ir::Cin,
                          makeSource("text",
                                     "tensor y: d float 60\ntensor A: ds float 60 50\ntensor x: d float 50\n"
                                     "forall(i, forall(j, y(i) += A(i,j) * x(j)))"),
                          capstan::publishedLimits);
  std::vector<std::string> seen;
  const Code code = run({"accelerate-reductions", "lower-to-loops", "dot-products"}, stmt, {},
                        [&](const Pass& pass, const Code&, const std::function<Code()>& once) {
                          seen.push_back(pass.name);
                          return once();
                        });
  CHECK(seen == std::vector<std::string>{"accelerate-reductions", "lower-to-loops", "dot-products"});
  CHECK(print(code).find("dot(A_vals, A2_crd, x_vals") != std::string::npos);
}
