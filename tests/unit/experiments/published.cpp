// The published results: the real file has the values of the paper's tables, and a wrong one is refused with its place.
#include "experiments/published.h"

#include <doctest/doctest.h>

#include "experiments/statistics.h"

using namespace stardust;
using namespace stardust::experiments;

namespace {

std::string good() { return paperFile("published.toml")->text; }

// The good file with one text replaced by another.
std::string with(const std::string& from, const std::string& to) {
  std::string text = good();
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string messageOf(const std::string& toml) {
  try {
    parsePublished(makeSource("published.toml", toml));
  } catch (const Error& error) {
    CHECK((error.diagnostic().family == Family::User));
    CHECK(error.diagnostic().where);
    return error.what();
  }
  FAIL("not refused");
  return "";
}

}  // namespace

TEST_CASE("the published geometric means are those of the published kernels") {
  const Published published = parsePublished(paperFile("published.toml"));
  CHECK(published.kernels.size() == 10);
  std::vector<double> ideal, ddr4;
  for (const PaperKernel& kernel : published.kernels) {
    ideal.push_back(kernel.relative.ideal);
    ddr4.push_back(kernel.relative.ddr4);
    CHECK(!paperFile(kernel.file)->text.empty());
    CHECK(!published.setOf(kernel).inputs.empty());
  }
  CHECK(geometricMean(ideal) == doctest::Approx(published.gmean.ideal).epsilon(1e-5));
  CHECK(geometricMean(ddr4) == doctest::Approx(published.gmean.ddr4).epsilon(1e-5));
}

TEST_CASE("a bad file is refused with the place and the reason") {
  CHECK(messageOf(with("outerPar = 16", "outerPar = \"16\"")).find("kernel.outerPar must be a whole number") !=
        std::string::npos);
  CHECK(messageOf(with("outerPar = 16", "outerPra = 16")).find("did you mean outerPar") != std::string::npos);
  CHECK(messageOf(with("outerPar = 16\n", "")).find("kernel.outerPar is missing") != std::string::npos);
  CHECK(messageOf(with("ideal = 0.766436", "ideal = -1")).find("kernel.relative.ideal must be a number above 0") !=
        std::string::npos);
  CHECK(messageOf(with("PCU = 44", "PCU = -44")).find("kernel.units.PCU = -44 is out of range") != std::string::npos);
  CHECK(messageOf(with("data = \"matrices:A\"", "data = \"nothing:A\"")).find("there is no set nothing") !=
        std::string::npos);
  CHECK(messageOf(with("data = \"matrices:A\"", "data = \"matrices\"")).find("data is SET:TENSOR") !=
        std::string::npos);
  CHECK(messageOf(with("swept = \"facebook\"", "swept = \"else\"")).find("there is no input else") !=
        std::string::npos);
  CHECK(messageOf(with("name = \"SpMV\"", "name = \"a/b\"")).find("kernel.name must be") != std::string::npos);
  CHECK(messageOf(with("{ name = \"random-0.01\", generate", "{ name = \"random-0.01\", file = \"x\", generate"))
            .find("either a file or a generator") != std::string::npos);
  CHECK(messageOf(with("[gmean]", "[gmean")).find("does not parse") != std::string::npos);
  CHECK(messageOf("[[kernel]]\n").find("gmean is missing") != std::string::npos);
}
