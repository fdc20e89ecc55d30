// A minimal target, made only of the required members: it prints CIN, and the CIN interpreter runs it.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cin/concretize.h"
#include "driver/device_formats.h"
#include "driver/results.h"
#include "driver/run.h"
#include "exec/cin_interpreter.h"
#include "passes/pass.h"
#include "random_cases.h"
#include "report/json.h"
#include "report/parts.h"

using namespace stardust;
using namespace stardust::driver;
using namespace stardust::tests;

namespace {

class TinyProduct : public Product {
 public:
  cin::Stmt stmt;

  std::string text(const Run&, const std::string& part, const std::string&) const override {
    return part == "tiny" ? program() : "";
  }
  void addTo(nlohmann::ordered_json& report, const Run&) const override { report["tiny"] = program(); }
  std::string program() const override { return cin::printPretty(stmt); }
};

class TinyBackend : public Backend {
 public:
  Target target() const override { return Target("tiny"); }
  std::string title() const override { return "the tiny target"; }
  std::string summary() const override { return "concrete index notation, interpreted"; }
  std::optional<Language> language() const override { return Language{"CIN", ".cin", "tiny"}; }
  std::vector<TextPart> parts() const override { return {{"expression"}, {"tiny"}, {"result", true}}; }

  Ready ready(Problem said, const RunRequest& request) const override {
    return forAccelerator(std::move(said), request.strict);  // dense and compressed levels
  }

  void compile(Run& run, const Ready& ready, Wanted*) const override {
    auto product = std::make_shared<TinyProduct>();
    product->stmt = std::get<cin::Stmt>(passes::run({"insert-workspaces"}, ready.scheduled.stmt(), {}));
    run.products.push_back(product);
  }

  void execute(Run& run, const Ready& ready, Wanted& wanted) const override {
    const Problem& problem = ready.problem;
    Checked checked;
    checked.result =
        exec::interpret(productIn<TinyProduct>(run)->stmt, problem.operands, problem.assignment.lhs.tensor);
    checked.comparison = exec::compare(wanted.get(ready.problem), checked.result);
    takeResult(run, problem, checked);
  }
};

class NarrowBackend : public TinyBackend {
 public:
  std::int64_t maxPositions() const override { return 20; }
};

const TinyBackend tiny;
const NarrowBackend narrow;

RunRequest on(const Backend& backend) {
  RunRequest request;
  request.target = backend.target();
  request.backend = &backend;
  return request;
}

RunRequest onTiny() { return on(tiny); }

std::string disagreementIn(const RandomCase& random, Refusals& refused) {
  Problem problem;
  const Case c = random.build();
  problem.assignment = c.assignment;
  problem.operands = c.operands;
  try {
    return run(problem, onTiny()).checked.comparison.difference;
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) throw;
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
}

}  // namespace

TEST_CASE("a target of its own runs random assignments, reports parts of its own, and is refused what it lacks") {
  checkRandomCases(casesToRun(200), disagreementIn);

  KernelSpec spec;
  addExpression(spec, "y(i) = A(i,j) * x(j)");
  for (const auto& [keyword, value] : {std::pair("format", "A:ds"), {"generate", "A:s:0.3:6,7"}, {"generate", "x:d"}})
    addFlag(spec, keyword, value);
  const Run done = run(loadProblem(spec), onTiny());
  CHECK(done.verified());
  CHECK(done.products.back()->text(done, "tiny", "").find("y(i) += A(i,j) * x(j)") != std::string::npos);
  CHECK(report::json(done).find("\"tiny\"") != std::string::npos);
  CHECK_NOTHROW(report::requireShown({{"tiny", {}}}, tiny, false));
  CHECK_THROWS_AS(report::requireShown({{"spatial", {}}}, tiny, true), Error);
}

TEST_CASE("more positions than a target can number are refused, of operands and of the result") {
  const auto refusal = [](const std::string& density, const std::string& rows) -> std::string {
    KernelSpec spec;
    addExpression(spec, "y(i) = A(i,j) * x(j)");
    for (const auto& [keyword, value] : {std::pair("format", std::string("A:ds")),
                                         {"generate", "A:s:" + density + ":" + rows + ",7"},
                                         {"generate", "x:d"}})
      addFlag(spec, keyword, value);
    try {
      return run(loadProblem(spec), on(narrow)).verified() ? "" : "wrong";
    } catch (const Error& error) {
      CHECK(error.diagnostic().family == Family::Unsupported);
      CHECK(error.diagnostic().why == "on the tiny target, a level has at most 20 positions");
      CHECK(error.diagnostic().remedy == "use smaller data, or --target=cpu");
      return error.diagnostic().what;
    }
  };
  CHECK(refusal("0.3", "6") == "");
  CHECK(refusal("0.5", "6") == "A as ds has 21 positions in a level");
  CHECK(refusal("0.1", "21") == "A as ds has 22 positions in a level");
}

TEST_CASE("every target of the table has a name, and says what it compiles") {
  for (const Backend* backend : backends()) {
    CAPTURE(std::string(backend->target().name()));
    CHECK(&backendOf(backend->target()) == backend);
    CHECK_FALSE(backend->summary().empty());
    const bool compiles = backend->language().has_value();
    CHECK(compiles == backend->whyNoProgram().empty());
  }
}

TEST_CASE("the flags of targets stand once each in the help, in the order of every target") {
  const std::vector<Flag> all = targetFlags();
  std::vector<std::string> names;
  for (const Flag& flag : all) {
    CAPTURE(flag.name);
    CHECK_FALSE(flag.help.empty());
    CHECK(std::find(names.begin(), names.end(), flag.name) == names.end());
    names.push_back(flag.name);
  }
  for (const Backend* backend : backends()) {
    auto at = names.begin();
    for (const Flag& flag : backend->flags()) {
      CAPTURE(flag.name);
      at = std::find(at, names.end(), flag.name);
      REQUIRE(at != names.end());
    }
  }
}
