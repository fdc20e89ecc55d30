// Statement in, explanation out: the coordinates that each loop visits, the rules that fired and the reasons against
// the others, the location of each level.
#include "capstan/plan/explain.h"

#include <doctest/doctest.h>

#include "cin/concretize.h"
#include "golden.h"
#include "notation/parse.h"

using namespace stardust;
using tests::golden;

namespace {

const Format csr({dense, compressed}), rowMajor({dense, dense}), sparseVec({compressed});

/// The explanation of an assignment over matrices of 40 x 20000 with `fibers` entries per row, and vectors of 20000.
std::string explained(const std::string& expression, const std::map<std::string, Format>& formats,
                      const std::map<std::string, std::int64_t>& fibers, std::vector<cin::Relation> environment = {}) {
  notation::Declarations declarations;
  placement::Facts facts;
  for (const auto& [name, format] : formats) {
    notation::Declaration& declared = declarations[name];
    declared.format = format;
    declared.formatGiven = true;
    declared.dims = format.order() == 1 ? std::vector<std::int64_t>{20000} : std::vector<std::int64_t>{40, 20000};
    const auto fiber = fibers.find(name);
    if (fiber == fibers.end()) continue;
    if (format.order() == 2) facts[name].push_back({40, 40, 40});
    facts[name].push_back({format.order() == 2 ? 40 * fiber->second : fiber->second, 0, fiber->second});
  }
  const auto assignment =
      notation::declare(notation::parseAssignment(makeSource("expression", expression)), declarations);
  return explainLoops(placement::plan(cin::suchThat(cin::concretize(assignment), std::move(environment)), {}, facts));
}

std::string product(std::int64_t fiberOfB, std::int64_t fiberOfC, std::vector<cin::Relation> environment = {}) {
  return explained("A(i,j) = B(i,j) * C(i,j)", {{"A", csr}, {"B", csr}, {"C", csr}}, {{"B", fiberOfB}, {"C", fiberOfC}},
                   std::move(environment));
}

}  // namespace

TEST_CASE("a dense operand leaves the compressed one alone") {
  golden("ir/capstan_plan/product_with_dense",
         explained("A(i,j) = B(i,j) * C(i,j)", {{"A", csr}, {"B", csr}, {"C", rowMajor}}, {{"B", 20}}));
}

TEST_CASE("an intersection is scanned or searched by what it costs, or as the environment says") {
  golden("ir/capstan_plan/product_scanned", product(240, 180));
  golden("ir/capstan_plan/product_searched", product(240, 2));
  golden("ir/capstan_plan/product_searched_by_density", product(2400, 180, {cin::Setting{"scanDensity", 1}}));
  CHECK(product(240, 180, {cin::Setting{"scanDensity", 0}}) != product(240, 180, {cin::Setting{"scanDensity", 100}}));
  golden("ir/capstan_plan/product_never_scanned", product(240, 180, {cin::Setting{"scanDensity", 100}}));
  CHECK(product(240, 2, {cin::Setting{"scanDensity", 0}}).find("the set bits of B2 ∩ C2") != std::string::npos);
}

TEST_CASE("a mixed set, and one that is the same as one of its levels") {
  golden("ir/capstan_plan/mixed",
         explained("A(i,j) = (B(i,j) + C(i,j)) * D(i,j)", {{"A", csr}, {"B", csr}, {"C", csr}, {"D", csr}},
                   {{"B", 24}, {"C", 18}, {"D", 60}}));
  golden("ir/capstan_plan/absorbed",
         explained("a(j) = (b(j) + c(j)) * b(j)", {{"a", sparseVec}, {"b", sparseVec}, {"c", sparseVec}},
                   {{"b", 24}, {"c", 18}}));
}
