// The page of runs on the CPU, with a profile and without.
#include "report/profile_page.h"

#include <doctest/doctest.h>

#include "driver/targets/cpu.h"
#include "notation/parse.h"
#include "report/page.h"

using namespace stardust;
using namespace stardust::driver;

namespace {

bool has(const std::string& page, const char* text) { return page.find(text) != std::string::npos; }

Run runOf(const std::shared_ptr<CpuProduct>& product) {
  Run run;
  run.request.target = Target::Cpu;
  run.assignment = notation::declare(notation::parseAssignment(makeSource("expression", "y(i) = x(i)")), {});
  run.products.push_back(product);
  return run;
}

}  // namespace

TEST_CASE("a page shows the tables of a profile, and has no script") {
  const auto product = std::make_shared<CpuProduct>();
  product->timing.emplace().compiler = "cc <&>";
  CpuProfile& profile = product->profile.emplace();
  profile.seconds = profile.clockedSeconds = 2;
  profile.loops = {{"forall(i < 3)", 1, 7, 1234567, 1.5, 0.5}, {"forall(j)", 2, 1234567, 8, {}, {}}};
  profile.arrays = {{"x_vals", "values of x", 21, 22, 23, 24, 25, 26}};
  const std::string page = report::page({runOf(product)});
  for (const char* text : {"<!doctype html>", "y(i) = x(i)", "  forall(i &lt; 3)", "1,234,567", "1.500 s", "75.0 %",
                           "values of x", "cc &lt;&amp;&gt;", "Which bound is near", "not measured"}) {
    CAPTURE(text);
    CHECK(has(page, text));
  }
  CHECK(!has(page, "<script"));
  CHECK(!has(page, "page.css */"));
}

TEST_CASE("a page says that a run with a wrong result has no profile") {
  Run run = runOf(std::make_shared<CpuProduct>());
  run.checked.comparison.verified = false;
  const std::string page = report::page({run});
  CHECK(has(page, "WRONG, and not profiled"));
  CHECK(!has(page, "Where the time went"));
}
