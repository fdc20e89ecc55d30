// The documents, the page and the plots, from synthetic runs: complete, refused, failed and missing ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "experiments/paper_report.h"
#include "experiments/plot.h"
#include "golden.h"

using namespace stardust::experiments;
using stardust::tests::golden;

namespace {

PaperRun measured(int outerPar, std::int64_t cycles, const std::string& refusal = "") {
  PaperRun run;
  run.outerPar = outerPar;
  run.refusal = refusal;
  run.measured = Measured{60, {48, 49, 35, 16}, cycles, static_cast<double>(cycles) / 1.6e9};
  return run;
}

PaperRun failed(const std::string& why) {
  PaperRun run;
  run.failure = why;
  return run;
}

Published twoKernels() {
  Published published;
  published.gmean = {0.5, 9};
  published.handwritten = {{"handwrittenSpmv", "SpMV", "by_hand.scala", "capstan", 0.6},
                           {"otherSpmv", "SpMV", "other.scala", "other", 8}};
  published.sweep = {"hbm2e", {20, 200, 2000}};
  published.sets = {{"matrices", {{"small", "small.mtx", ""}, {"large", "large.mtx", ""}}, 1},
                    {"tensors", {{"random", "", "s:0.1:9,9,9"}}, 0}};
  published.kernels = {{"SpMV", "spmv.sd", 16, {10, 44}, {44, 41, 35, 16}, {0.77, 12.1}, "matrices", "A", {}, 1},
                       {"TTM", "ttm.sd", 12, {11, 83}, {161, 89, 70, 0}, {0.57, 9.8}, "tensors", "B", {}, 1}};
  return published;
}

PaperRuns someRuns() {
  PaperRuns runs;
  KernelRuns& spmv = runs["SpMV"];
  spmv.own = measured(16, 0);
  spmv.timed["small"] = {
      {"hbm2e", measured(16, 1000)}, {"ideal", measured(16, 800)}, {"ddr4-2133x4", measured(16, 10000)}};
  spmv.timed["large"] = {{"hbm2e", measured(16, 4000)},
                         {"ideal", measured(16, 2450)},
                         {"ddr4-2133x4", failed("needs the data sets (--data)")},
                         {"hbm2e@20", measured(16, 90000)},
                         {"hbm2e@200", measured(16, 9000)},
                         {"hbm2e@2000", measured(16, 3000)}};
  runs["handwrittenSpmv"].timed = {{"small", {{"hbm2e", measured(1, 500)}}}, {"large", {{"hbm2e", measured(1, 3000)}}}};
  runs["otherSpmv"].timed["small"] = {{"hbm2e", failed("needs the data sets (--data)")}};
  KernelRuns& ttm = runs["TTM"];
  ttm.own = measured(1, 0, "outerPar is 12, but there is no outer loop to copy");
  ttm.timed["random"] = {{"hbm2e", failed("did not finish")},       {"ideal", failed("did not finish")},
                         {"ddr4-2133x4", failed("did not finish")}, {"hbm2e@20", measured(1, 500)},
                         {"hbm2e@200", failed("did not finish")},   {"hbm2e@2000", measured(1, 400)}};
  return runs;
}

Documents documents() {
  const Json top = header("stardust 1.2.3 (abc)", "stardust paper --data=DIR");
  const Published published = twoKernels();
  const PaperRuns runs = someRuns();
  return {{"loc", locTable(top, published, runs)},
          {"resources", resourcesTable(top, published, runs)},
          {"perf", perfTable(top, published, runs)},
          {"bandwidth", bandwidthTable(top, published, runs)}};
}

}  // namespace

TEST_CASE("the documents") {
  std::string all;
  for (const auto& document : documents()) all += document.first + ".json\n" + document.second.dump(2) + "\n\n";
  golden("ir/experiments/documents", all);
}

TEST_CASE("the page") { golden("ir/experiments/page", markdown(documents())); }

TEST_CASE("a page of one table, and of none") {
  const Documents all = documents();
  CHECK(markdown({{"loc", all.at("loc")}}).find("## Resources") == std::string::npos);
  CHECK(markdown({}).find("##") == std::string::npos);
  CHECK(summary({}).empty());
}

TEST_CASE("the plots") {
  const auto files = plots(documents());
  REQUIRE(files.size() == 2);
  golden("ir/experiments/perf.svg", files.at("perf.svg"));
  golden("ir/experiments/bandwidth.svg", files.at("bandwidth.svg"));
}

TEST_CASE("the names of lines that end together, at the top or at the bottom, stay in the picture and apart") {
  for (const double end : {1.0, 100.0}) {
    LinePlot plot{"t", "x", "y", {{"wide", {{1, 1}, {2, 100}}}, {"low", {{1, 100}, {2, 1}}}}};
    for (int n = 0; n < 10; ++n) plot.lines.push_back({"line" + std::to_string(n), {{1, 1}, {2, end}}});
    const std::string picture = svg(plot);
    std::vector<double> heights;
    const std::regex name(R"re(<text x="[^"]*" y="([0-9.-]+)"[^>]*>line\d)re");
    for (std::sregex_iterator it(picture.begin(), picture.end(), name), none; it != none; ++it)
      heights.push_back(std::stod((*it)[1]));
    REQUIRE(heights.size() == 10);
    std::sort(heights.begin(), heights.end());
    CHECK(heights.front() >= 40);
    CHECK(heights.back() <= 440);
    for (std::size_t n = 1; n < heights.size(); ++n) CHECK(heights[n] - heights[n - 1] >= 13);
  }
}
