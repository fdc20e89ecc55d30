// The page of a run: one file, in which every cycle is accounted.
#include "report/page.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "capstan/placement/placement.h"
#include "report/attribution.h"
#include "report/page_data.h"
#include "runs.h"
#include "sim/capstan/causes.h"

using namespace stardust;
using nlohmann::json;

namespace {

std::int64_t total(const json& cycles) {
  const auto list = cycles.get<std::vector<std::int64_t>>();
  return std::accumulate(list.begin(), list.end(), std::int64_t{0});
}

/// The data that a page's script reads.
json embedded(const std::string& page) {
  const std::string begin = "id=\"data\">";
  const auto from = page.find(begin) + begin.size();
  return json::parse(page.substr(from, page.find("</script>", from) - from));
}

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(std::string(STARDUST_SOURCE_DIR) + "/" + path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the guide describes every cause as reports do") {
  const auto guide = contents("docs/guide/seen.md");
  for (std::size_t a = 0; a < sim::activities; ++a) {
    const auto& cause = sim::causeOf(static_cast<sim::Activity>(a));
    const auto row = std::string("| `") + cause.name + "` | " + cause.means + " | " + cause.remedy + " |\n";
    CAPTURE(row);
    CHECK(guide.find(row) != std::string::npos);
  }
}

TEST_CASE("passes are rows of the timeline, one after the other") {
  const std::vector<driver::Run> runs{
      tests::ran("A(i,j) = B(i,k) * C(k,j)",
                 {{"format", "A,B,C:csr"}, {"generate", "B:s:0.05:60,80"}, {"generate", "C:s:0.05:80,70"}})};
  const json rows = report::pageData(report::simulationsOf(runs).front())["timeline"]["rows"];
  const auto row = [&](const std::string& what) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const json& r) { return r["what"] == what; });
    CAPTURE(what);
    REQUIRE(found != rows.end());
    return *found;
  };
  const json counting = row("loop i: counting what A(i,j) stores"), filling = row("loop i: filling A(i,j)");
  const json summing = row("A(i,j): positions of j, summed from the counts");
  CHECK(counting["depth"] == 0);
  CHECK(row("A(i,j): counting the entries of row i before they are stored")["depth"] == 1);
  CHECK(counting["last"] < summing["last"]);
  CHECK(summing["last"] < filling["last"]);
}

TEST_CASE("a page holds all that it needs, and forbids itself to fetch anything") {
  const std::vector<driver::Run> runs{tests::spmv("0.05:100,100")};
  const auto page = report::page(report::simulationsOf(runs));
  CHECK(page.rfind("<!doctype html>", 0) == 0);
  CHECK(page.find("default-src 'none'") != std::string::npos);
  for (const std::string word : {" src=", " href=", "url(", "@import", "fetch(", "import ", "/* data */", "/* page."}) {
    CAPTURE(word);
    CHECK(page.substr(0, page.find("id=\"data\"")).find(word) == std::string::npos);
  }
  CHECK(page.find("prefers-color-scheme: dark") != std::string::npos);
}

TEST_CASE("nothing that a user calls something can end the data of a page") {
  std::vector<driver::Run> runs{tests::spmv("0.05:100,100")};
  runs.front().name = "</script><script>alert(1)</script>";
  const auto page = report::page(report::simulationsOf(runs));
  CHECK(page.find("<script>alert") == std::string::npos);
  CHECK(embedded(page)["simulations"][0]["title"] == runs.front().name);
}

TEST_CASE("the cycles of groups, units and who is to blame add up to those of the run") {
  const std::vector<driver::Run> runs{tests::ran(
      "A(i,j) = B(i,j) + C(i,j)",
      {{"format", "A,B,C:csr"}, {"generate", "B:s:0.1:60,80"}, {"generate", "C:s:0.1:60,80"}}, {"hbm2e", "ideal"})};
  const auto simulations = report::simulationsOf(runs);
  REQUIRE(simulations.size() == 2);
  for (const auto& simulation : simulations) {
    const json data = report::pageData(simulation);
    const std::int64_t cycles = data["numbers"]["cycles"];
    std::size_t copies = 0;
    for (const auto& group : data["groups"]) {
      copies += group["copies"].get<std::size_t>();
      CHECK(total(group["cycles"]) == cycles * group["copies"].get<std::int64_t>());
      CHECK(group["lanes"] <= 1);
    }
    CHECK(copies == data["units"].size());
    for (const auto& unit : data["units"]) CHECK(total(unit["cycles"]) == cycles);
    const auto& busiest = data["groups"][data["blame"]["group"].get<std::size_t>()];
    std::int64_t blamed = 0;
    for (const auto& item : data["blame"]["items"]) blamed += total(item["cycles"]);
    CHECK(blamed == total(busiest["cycles"]));
    CHECK(total(data["program"]["cycles"]) <= blamed);
  }
}

TEST_CASE("accesses of the expression are marked with their share") {
  const std::vector<driver::Run> runs{tests::spmv("0.05:300,200")};
  const json data = report::pageData(report::simulationsOf(runs).front());
  std::string text;
  std::vector<std::string> marked;
  for (const auto& piece : data["blame"]["expression"]) {
    text += piece["text"].get<std::string>();
    if (piece["item"] >= 0) marked.push_back(data["blame"]["items"][piece["item"].get<std::size_t>()]["item"]);
  }
  CHECK(text == "y(i) = A(i,j) * x(j)");
  CHECK((marked == std::vector<std::string>{"A(i,j)", "x(j)"}));
}

TEST_CASE("an access is marked where it is written, and not inside another name") {
  const std::vector<report::Blamed> items = {{"x(j)", {}}, {"A(i,j)", {}}, {"sum over j", {}}};
  std::string text;
  std::vector<int> marks;
  for (const auto& piece : report::piecesOf("y(i) = max(j) * xx(j) * (x(j) + A(i,j)) * x(j)", items)) {
    text += piece.text;
    if (piece.item >= 0) marks.push_back(piece.item);
  }
  CHECK(text == "y(i) = max(j) * xx(j) * (x(j) + A(i,j)) * x(j)");
  CHECK((marks == std::vector<int>{0, 1, 0}));
}

TEST_CASE("the grid has every unit that has a cell, the graph every edge between nodes that there are") {
  const std::vector<driver::Run> runs{tests::spmv("0.05:300,200")};
  const auto simulations = report::simulationsOf(runs);
  const json data = report::pageData(simulations.front());
  const auto placement = capstan::place(*simulations.front().mapping, simulations.front().timing->hardware.machine);
  const auto isPlaced = [](const capstan::PlacedUnit& unit) { return unit.kind != capstan::UnitKind::Control; };
  CHECK(static_cast<std::int64_t>(data["grid"]["units"].size()) ==
        std::count_if(placement.units.begin(), placement.units.end(), isPlaced));
  for (const auto& unit : data["grid"]["units"]) {
    CHECK(unit["active"] > 0);
    CHECK(unit["active"] <= 1);
  }
  const auto nodes = data["groups"].size() + data["graph"]["memories"].size();
  CHECK(data["graph"]["memories"].size() == 3);
  for (const auto& edge : data["graph"]["edges"]) {
    CHECK(edge[0] < nodes);
    CHECK(edge[1] < nodes);
  }
}

TEST_CASE("no run is above its roofline") {
  for (const std::string memory : {"hbm2e", "ddr4-2133x4", "ideal"}) {
    const std::vector<driver::Run> runs{tests::spmv("0.05:300,200", {memory})};
    const json roof = report::pageData(report::simulationsOf(runs).front())["roofline"];
    const double attained = roof["attained"], bandwidth = roof["bandwidth"];
    CHECK(attained > 0);
    CHECK(attained <= roof["inUse"]);
    CHECK(roof["inUse"] <= roof["chip"]);
    if (bandwidth > 0) CHECK(attained <= bandwidth * roof["intensity"].get<double>());
  }
}
