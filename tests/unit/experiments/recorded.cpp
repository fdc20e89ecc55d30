#include "experiments/recorded.h"

#include <doctest/doctest.h>

#include <set>

#include "experiments/published.h"

using namespace stardust;
using namespace stardust::experiments;

TEST_CASE("the table of recorded runs names programs that are there, each once, with its class") {
  const Recorded recorded = parseRecorded(exampleFile("spatial/recorded.toml"));
  CHECK(recorded.apps.size() >= 40);
  std::set<std::string> names;
  for (const RecordedApp& app : recorded.apps) {
    CAPTURE(app.name);
    CHECK(names.insert(app.name).second);
    CHECK(exampleFile("spatial/" + app.file)->text.find("class " + app.name) != std::string::npos);
  }
}

TEST_CASE("mistakes in the table of recorded runs are shown with their place") {
  const auto whatOf = [](const std::string& text) {
    try {
      parseRecorded(makeSource("recorded.toml", text));
    } catch (const Error& error) {
      CHECK(error.diagnostic().family == Family::User);
      CHECK(error.diagnostic().where);
      return error.diagnostic().what;
    }
    return std::string("no error");
  };
  const std::string head = "machine = \"m\"\nmemory = \"d\"\n[[program]]\nfile = \"p.scala\"\n";
  CHECK(whatOf(head + "apps = [{ name = \"A\", cycles = 5, PCU = 1, PMU = 0, MC = 0 }]") == "no error");
  CHECK(whatOf(head + "apps = [{ name = \"A\", cycles = 0, PCU = 1, PMU = 0, MC = 0 }]") ==
        "program.apps.cycles must be a number above 0");
  CHECK(whatOf(head + "apps = [{ name = \"A\", cycles = 5, PCU = 1, PMU = 0 }]") == "program.apps.MC is missing");
  CHECK(whatOf(head + "apps = []") == "program.apps must be a list that is not empty");
  CHECK(whatOf("machine = 3\nmemory = \"d\"") == "machine must be a string");
}

TEST_CASE("agreement counts ratios in both directions, and what is missing apart") {
  const Json units = {{"PCU", 2}, {"PMU", 2}, {"MC", 0}}, twice = {{"PCU", 8}, {"PMU", 0}, {"MC", 0}};
  const auto row = [&](int theirs, int ours, const Json& used) {
    return Json{{"app", "A"}, {"recordedCycles", theirs}, {"cycles", ours}, {"recordedUnits", units}, {"units", used}};
  };
  const Json document =
      Json::array({row(100, 200, units), row(200, 100, twice), row(80, 100, units), row(100, 100, units),
                   Json{{"app", "B"}, {"recordedCycles", 1}, {"recordedUnits", units}, {"failed", "no"}}});
  const Agreement agreement = agreementOf(document);
  CHECK(agreement.measured == 4);
  CHECK(agreement.missing == 1);
  CHECK(agreement.close == 2);
  CHECK(agreement.meanRatio == doctest::Approx(1.4953).epsilon(0.001));  // (2 * 2 * 1.25 * 1) ^ (1/4)
  CHECK(agreement.meanUnits == doctest::Approx(1.1892).epsilon(0.001));  // 2 ^ (1/4)
  CHECK(agreementOf(Json::array()).measured == 0);
}
