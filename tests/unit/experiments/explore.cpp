// Sweeps: legal axes, combinations, and Pareto fronts.
#include "experiments/explore.h"

#include <doctest/doctest.h>

#include "experiments/explore_report.h"

using namespace stardust;
using namespace stardust::experiments;

namespace {

std::vector<std::string> valuesOf(const std::string& axis) {
  std::vector<std::string> values;
  for (const auto& value : parseAxis(axis).values) values.push_back(value.value);
  return values;
}

Point measured(std::vector<std::size_t> values, std::int64_t cycles, int units) {
  Point point;
  point.values = std::move(values);
  point.state = Point::State::Measured;
  point.cycles = cycles;
  point.units.pcu = units;
  return point;
}

ExploreCommand command(std::vector<std::string> axes) {
  ExploreCommand made;
  made.kernel.kernel = "y(i) = b(i)";
  made.kernel.flags = {{"dim", "i:4"}};
  for (const std::string& axis : axes) made.axes.push_back(parseAxis(axis));
  return made;
}

}  // namespace

TEST_CASE("values of an axis are separated by commas outside of parentheses") {
  CHECK((valuesOf("innerPar=1, 4 ,16") == std::vector<std::string>{"1", "4", "16"}));
  CHECK((valuesOf("schedule=reorder(i, j),split_up(i, io, ii, 4)") ==
         std::vector<std::string>{"reorder(i, j)", "split_up(i, io, ii, 4)"}));
}

TEST_CASE("a value that begins with a tensor's name may have commas") {
  using Values = std::vector<std::string>;
  CHECK((valuesOf("generate=A:s:0.1:20,20,A:s:0.3:40,40") == Values{"A:s:0.1:20,20", "A:s:0.3:40,40"}));
  CHECK((valuesOf("generate=A,B:s:0.1, A , B : d:20,30,C:rotate(A,1)") ==
         Values{"A,B:s:0.1", "A , B : d:20,30", "C:rotate(A,1)"}));
  CHECK((valuesOf("format=A:ds:0,1,A:ds:1,0:onChip,A:csr") == Values{"A:ds:0,1", "A:ds:1,0:onChip", "A:csr"}));
  CHECK((valuesOf("input=A:a,b.mtx,A:c.mtx") == Values{"A:a,b.mtx", "A:c.mtx"}));
  CHECK((valuesOf("dim=i:4,i:8") == Values{"i:4", "i:8"}));
  CHECK((valuesOf("type=float,double") == Values{"float", "double"}));
  CHECK_THROWS_AS(parseAxis("generate=A:s,,A:d"), Error);
}

TEST_CASE("all combinations are points, the last axis fastest, each a call of its own") {
  const auto points = pointsOf(command({"innerPar=1,4", "machine.ag.outstandingBursts=32,64,128"}));
  REQUIRE(points.size() == 6);
  CHECK((points[1].values == std::vector<std::size_t>{0, 1}));
  CHECK((points[4].invocation.flags[1] == std::pair<std::string, std::string>{"set", "innerPar=4"}));
  CHECK(
      (points[4].invocation.flags[2] == std::pair<std::string, std::string>{"set", "machine.ag.outstandingBursts=64"}));
  CHECK(points[3].job != points[4].job);
}

TEST_CASE("a front has the points that no other beats") {
  const auto axes = command({"innerPar=1,2,3,4,5"}).axes;
  std::vector<Point> points = {measured({0}, 100, 10), measured({1}, 50, 20), measured({2}, 60, 30),
                               measured({3}, 100, 12), measured({4}, 50, 20)};
  points.push_back(points[0]);
  points.back().state = Point::State::Refused;
  points.back().cycles = 1;
  markFronts(points, axes);
  const std::vector<bool> expected = {true,  true, false,
                                      false, true, false};  // equal points share the front; refused ones are on none
  for (std::size_t n = 0; n < points.size(); ++n) CHECK(points[n].isOnFront == expected[n]);
}

TEST_CASE("memory systems have fronts of their own, for units do not count them") {
  const auto axes = command({"innerPar=1,2", "memory=hbm2e,ideal"}).axes;
  std::vector<Point> points = {measured({0, 0}, 100, 10), measured({0, 1}, 20, 10), measured({1, 0}, 80, 12),
                               measured({1, 1}, 30, 12)};
  markFronts(points, axes);
  CHECK(points[0].isOnFront);
  CHECK(points[1].isOnFront);
  CHECK(points[2].isOnFront);
  CHECK(!points[3].isOnFront);
  CHECK(frontOf(points[3], axes) == "memory=ideal");
  CHECK(label(points[3], axes) == "innerPar=2 memory=ideal");
}

TEST_CASE("what was refused is listed once for each reason") {
  const ExploreCommand made = command({"innerPar=1,2,3,4,5"});
  std::vector<Point> points = pointsOf(made);
  for (Point& point : points) {
    point.state = Point::State::Refused;
    point.reason = "no room";
  }
  CHECK(exploredText(made, points) ==
        "innerPar=1; innerPar=2; innerPar=3; and 2 more: no room\n0 of 5 combinations measured, 5 refused\n");
  CHECK(exploredJson(made, points).at("points").at(3).at("reason") == "no room");
}
