// Sums of terms in many orders of their keys, compared with those of a map.
#include "exec/reference_runs.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

using namespace stardust;
using namespace stardust::exec;

namespace {

using Term = std::pair<Key, std::uint64_t>;

void checkSums(const std::vector<Term>& terms) {
  const Arithmetic<std::uint64_t> arithmetic{ValueType::Int64, 0};
  CellRuns<std::uint64_t> runs(Reduction<std::uint64_t>(notation::AssignOp::Set, arithmetic));
  std::map<Key, std::uint64_t> sums;
  for (const auto& [key, value] : terms) {
    runs.add(key, {value, 0, 1});
    sums[key] += value;
  }
  auto expected = sums.begin();
  bool agrees = true;
  for (const Run<std::uint64_t>& run : runs.sorted())
    for (const auto& entry : run) {
      agrees = agrees && expected != sums.end() && entry.key == expected->first && entry.cell.value == expected->second;
      if (agrees) ++expected;
    }
  CHECK(agrees);
  CHECK(expected == sums.end());
  CHECK(runs.size() == sums.size());
}

std::vector<Term> randomTerms(std::size_t count, std::uint64_t distinct, Key stride) {
  std::mt19937_64 random(1);
  std::vector<Term> terms;
  for (std::size_t n = 0; n < count; ++n) terms.emplace_back(static_cast<Key>(random() % distinct) * stride, n);
  return terms;
}

}  // namespace

TEST_CASE("no terms, and one") {
  checkSums({});
  checkSums({{7, 3}});
}

TEST_CASE("keys that ascend, some several times") {
  std::vector<Term> terms;
  for (std::uint64_t n = 0; n < 150000; ++n) terms.emplace_back(n / 3, n);
  checkSums(terms);
}

TEST_CASE("keys that ascend from row to row, and not in a row") {
  std::mt19937_64 random(2);
  std::vector<Term> terms;
  for (std::uint64_t row = 0; row < 40; ++row)
    for (std::uint64_t n = 0; n < 3000; ++n) terms.emplace_back(row * 5000 + random() % 5000, n);
  checkSums(terms);
}

TEST_CASE("keys in no order, few and many, near and far") {
  checkSums(randomTerms(100000, 100, 1));
  checkSums(randomTerms(200000, 1000000, 1));
  checkSums(randomTerms(50000, 1000000, Key{1} << 100));
}

TEST_CASE("keys that descend") {
  std::vector<Term> terms;
  for (std::uint64_t n = 100000; n > 0; --n) terms.emplace_back(n, n);
  checkSums(terms);
}
