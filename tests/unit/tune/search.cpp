// The search on made-up measurements: which candidates each round measures, and what wins.
#include "tune/search.h"

#include <doctest/doctest.h>

#include <map>

#include "support/diagnostic.h"

namespace stardust::tune {
namespace {

std::vector<Candidate> candidates(int count) {
  std::vector<Candidate> all;
  for (int n = 0; n < count; ++n) all.push_back({{}, std::to_string(n), "made up"});
  return all;
}

/// Cycles of candidate n on a share of the operands.
using Cycles = std::function<double(int n, double share)>;

struct Judged {
  std::vector<std::pair<int, double>> calls = {};
  Judge by(Cycles cycles) {
    return [this, cycles](const Candidate& candidate, double share) -> Verdict {
      const int n = std::stoi(candidate.text);
      calls.emplace_back(n, share);
      const double took = cycles(n, share);
      if (took < 0) return {std::nullopt, "it does not fit", std::nullopt};
      return {Measured{share, static_cast<std::int64_t>(took * share), 0, {}}, {}, std::nullopt};
    };
  }
  std::size_t at(double share) const {
    return static_cast<std::size_t>(
        std::count_if(calls.begin(), calls.end(), [&](const auto& call) { return call.second == share; }));
  }
};

const std::vector<Rung> rungs = {{1.0 / 16, 0.25}, {1.0 / 4, 0.5}, {1, 1}};

TEST_CASE("each round measures the best of the round before") {
  Judged judged;
  const Outcome outcome = search(candidates(16), judged.by([](int n, double) { return 16 * (1000 - n); }), {rungs, 0});
  CHECK(judged.at(1.0 / 16) == 16);
  CHECK(judged.at(1.0 / 4) == 4);
  CHECK(judged.at(1) == 2);
  CHECK(outcome.best == 15);
  CHECK(outcome.isComplete);
  CHECK(outcome.ranking() == std::vector<std::size_t>{15, 14});
}

TEST_CASE("candidates that are kept are measured on the whole, and win if samples mislead") {
  Judged judged;
  const auto misleading = [](int n, double share) { return n == 0 ? (share == 1 ? 10 : 10'000) : 100; };
  const Outcome outcome = search(candidates(8), judged.by(misleading), {rungs, 1});
  CHECK(outcome.best == 0);
  CHECK(outcome.trials[0].isWhole());
}

TEST_CASE("refused candidates go no further, and the first of equals wins") {
  Judged judged;
  const Outcome outcome =
      search(candidates(6), judged.by([](int n, double) { return n % 2 == 0 ? -1 : 50; }), {rungs, 0});
  CHECK(outcome.best == 1);
  for (const int n : {0, 2, 4}) CHECK(outcome.trials[static_cast<std::size_t>(n)].refusal == "it does not fit");
  for (const auto& [n, share] : judged.calls) CHECK((share == 1.0 / 16 || n % 2 == 1));
}

TEST_CASE("no candidate that runs is an error with the reason") {
  Judged judged;
  try {
    search(candidates(2), judged.by([](int, double) { return -1; }), {rungs, 1});
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.diagnostic().family == Family::Unsupported);
    CHECK(error.diagnostic().why == "it does not fit");
  }
}

TEST_CASE("a search that is over measures those that are kept, and says that it is incomplete") {
  Judged judged;
  SearchOptions options{rungs, 2};
  options.isOver = [&] { return judged.calls.size() >= 3; };
  const Outcome outcome = search(candidates(9), judged.by([](int n, double) { return 100 + n; }), options);
  CHECK(!outcome.isComplete);
  CHECK(outcome.trials[0].isWhole());
  CHECK(outcome.trials[1].isWhole());
  CHECK(outcome.best == 0);
  CHECK(judged.calls.size() == 5);
}

TEST_CASE("a candidate that is kept is measured on the whole, even if its sample is refused") {
  Judged judged;
  const auto refusesSamples = [](int n, double share) { return n == 0 && share < 1 ? -1 : 100 + n; };
  const Outcome outcome = search(candidates(4), judged.by(refusesSamples), {rungs, 1});
  CHECK(outcome.trials[0].isWhole());
  CHECK(!outcome.trials[0].refusal);
  CHECK(outcome.best == 0);
}

TEST_CASE("a search that is stopped ends at once, with the best on the samples so far") {
  Judged judged;
  SearchOptions options{rungs, 1};
  options.isStopped = [&] { return judged.calls.size() >= 4; };
  const Outcome outcome = search(candidates(9), judged.by([](int n, double) { return 1600 - 16 * n; }), options);
  CHECK(judged.calls.size() == 4);
  CHECK(!outcome.isComplete);
  CHECK(outcome.ranking() == std::vector<std::size_t>{2, 1, 0});  // the fourth was under way
  options.isStopped = [] { return true; };
  CHECK_THROWS_AS(search(candidates(2), judged.by([](int, double) { return 1; }), options), Error);
}

TEST_CASE("candidates with the program of another one are measured once") {
  const Judge judge = [](const Candidate& candidate, double share) -> Verdict {
    const bool isFirst = candidate.text == "0";
    return {Measured{share, 7, 0, {}}, {}, isFirst ? std::nullopt : std::optional<std::string>("0")};
  };
  const Outcome outcome = search(candidates(3), judge, {{{1, 1}}, 0});
  CHECK(outcome.ranking() == std::vector<std::size_t>{0});
  CHECK(outcome.trials[2].sameAs == "0");
}

}  // namespace
}  // namespace stardust::tune
