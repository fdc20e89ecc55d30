// Forks and joins of parallel lanes: streams by hand.
#include "sam/lanes.h"

#include <doctest/doctest.h>

#include <sstream>

using namespace stardust;

namespace {

sam::Tokens tokens(const std::string& words) {
  sam::Tokens result;
  std::istringstream in(words);
  for (std::string word; in >> word;) {
    if (word == "D") result.push_back(sam::done);
    else if (word == "N") result.push_back(sam::absent);
    else if (word[0] == 'S') result.push_back(sam::stop(std::stoll(word.substr(1))));
    else result.push_back(sam::data(std::stoll(word)));
  }
  return result;
}

std::string words(const sam::Tokens& stream) {
  std::string result;
  for (const auto& token : stream) result += (result.empty() ? "" : " ") + sam::text(token);
  return result;
}

std::string joined(int levels, const std::vector<std::string>& inputs, bool hasOuter = true) {
  sam::Block join;
  join.name = "j";
  join.kind = sam::Kind::Join;
  join.levels = levels;
  std::vector<sam::Tokens> streams;
  for (const auto& input : inputs) streams.push_back(tokens(input));
  std::vector<sam::Cursor> cursors;
  for (std::size_t n = 0; n < streams.size(); ++n) {
    join.inputs.push_back({hasOuter && n == 0 ? "outer" : "lane", sam::Stream::Coordinate, {}, {}});
    cursors.push_back({&streams[n]});
  }
  return words(sam::joinedLanes(join, cursors));
}

}  // namespace

TEST_CASE("a fork gives values in turn, and stops to all lanes") {
  sam::Block fork;
  fork.outputs.resize(2);
  const auto lanes = sam::forked(fork, tokens("0 1 2 S0 3 S1 D"));
  CHECK(words(lanes[0]) == "0 2 S0 S1 D");
  CHECK(words(lanes[1]) == "1 S0 3 S1 D");
}

TEST_CASE("a join takes a fiber for each outer coordinate, from the lanes in turn") {
  CHECK(joined(1, {"5 6 7 S0 D", "1 2 S0 3 S1 D", "4 S1 D"}) == "1 2 S0 4 S0 3 S1 D");
  CHECK(joined(0, {"5 6 7 S0 D", "1 3 S0 D", "2 S0 D"}) == "1 2 3 S0 D");
  CHECK(joined(2, {"5 6 S0 D", "1 S0 2 S2 D", "3 S2 D"}) == "1 S0 2 S1 3 S2 D");
}

TEST_CASE("lanes without a fiber, and empty fibers, keep their stops apart") {
  CHECK(joined(1, {"5 S0 D", "1 S1 D", "S1 D"}) == "1 S1 D");
  CHECK(joined(1, {"S0 D", "S1 D", "S1 D"}) == "S1 D");
  CHECK(joined(1, {"5 6 S0 D", "S1 D", "S1 D"}) == "S0 S1 D");  // two empty fibers
  // The fork goes on with the next lane after a stop.
  CHECK(joined(1, {"5 S0 6 S1 D", "1 S1 S2 D", "S1 2 S2 D"}) == "1 S1 2 S2 D");
}

TEST_CASE("without outer coordinates, the lanes have as many fibers each, and the last one has the stop") {
  CHECK(joined(1, {"1 S0 3 S1 D", "2 S0 4 S1 D"}, false) == "1 S0 2 S0 3 S0 4 S1 D");
}

TEST_CASE("lanes that do not fit the outer coordinates are refused") {
  CHECK_THROWS_AS(joined(1, {"5 6 S0 D", "1 S1 D", "D"}), Error);
  CHECK_THROWS_AS(joined(0, {"5 S0 D", "1 2 S0 D", "S0 D"}), Error);
  CHECK_THROWS_AS(joined(1, {"S0 D", "1 S1 D", "S1 D"}), Error);
}
