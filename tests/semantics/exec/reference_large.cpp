// Dimensions and results that only the coordinate oracle can hold.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "exec/reference.h"

using namespace stardust;
using namespace stardust::exec;

namespace {

const Format csf{compressed, compressed, compressed};

notation::Expr at(const std::string& name, const Format& format, std::vector<notation::IndexVar> indices) {
  return notation::access({name, format, ValueType::Int64, {}, false}, std::move(indices));
}

Coordinates randomEntries(std::vector<std::int64_t> dims, std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  Coordinates entries{std::move(dims), {}, {}};
  ValueArray<std::int64_t> values;
  for (std::size_t e = 0; e < count; ++e) {
    for (const std::int64_t d : entries.dims)
      entries.crd.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(d)));
    values.push_back(static_cast<std::int64_t>(random() % 100));
  }
  entries.values = std::move(values);
  return entries;
}

}  // namespace

TEST_CASE("a sum of tensors whose index space has 2^102 points") {
  const std::vector<std::int64_t> dims = {mostNarrow, std::int64_t{1} << 40, mostNarrow};
  const Coordinates a = randomEntries(dims, 1000, 1), b = randomEntries(dims, 1000, 2);
  Coordinates both = a;
  both.crd.append(b.crd.begin(), b.crd.end());
  auto& values = std::get<ValueArray<std::int64_t>>(both.values);
  const auto& more = std::get<ValueArray<std::int64_t>>(b.values);
  values.insert(values.end(), more.begin(), more.end());

  const Format reversed(std::vector<LevelFormat>(3, compressed), {2, 1, 0});
  const std::vector<notation::IndexVar> ijk{"i", "j", "k"};
  const notation::Expr sum = notation::binary(operators::add, at("A", csf, ijk), at("B", reversed, ijk));
  const notation::Assignment assignment{
      {{"R", csf, ValueType::Int64, {}, false}, ijk}, {}, notation::AssignOp::Set, sum};
  const Operands operands{{"A", pack(a, csf)}, {"B", pack(b, reversed)}};
  CHECK(firstDifference(pack(both, csf), evaluateReference(assignment, operands).result) == "");
}

TEST_CASE("a product of matrices whose results outgrow the list of sums") {
  // Rows of about 48 entries: some 4.8 million products have 4.4 million distinct coordinates, more than are kept
  // unmerged or in an array.
  const std::int64_t n = 2100;
  const Format csr{dense, compressed};
  const Storage a = pack(randomEntries({n, n}, 100000, 3), csr);
  const notation::Expr product =
      notation::binary(operators::multiply, at("A", csr, {"i", "k"}), at("A", csr, {"k", "j"}));
  const notation::Access sparse{{"R", csr, ValueType::Int64, {}, false}, {"i", "j"}};
  const Storage result = evaluateReference({sparse, {}, notation::AssignOp::Set, product}, {{"A", a}}).result;

  std::vector<std::int64_t> row(static_cast<std::size_t>(n), -1);
  const auto& values = std::get<ValueArray<std::int64_t>>(a.values);
  const auto& actual = std::get<ValueArray<std::int64_t>>(result.values);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {  // Gustavson's algorithm, row by row
    std::fill(row.begin(), row.end(), -1);
    const Level& level = a.levels[1];
    for (auto p = static_cast<std::size_t>(level.pos[i]); p < static_cast<std::size_t>(level.pos[i + 1]); ++p) {
      const auto k = static_cast<std::size_t>(level.crd[p]);
      for (auto q = static_cast<std::size_t>(level.pos[k]); q < static_cast<std::size_t>(level.pos[k + 1]); ++q) {
        std::int64_t& sum = row[static_cast<std::size_t>(level.crd[q])];
        sum = std::max<std::int64_t>(sum, 0) + values[p] * values[q];
      }
    }
    auto p = static_cast<std::size_t>(result.levels[1].pos[i]);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] < 0) continue;
      wrong += result.levels[1].crd[p] != static_cast<std::int32_t>(j) || actual[p] != row[j];
      ++p;
    }
    wrong += p != static_cast<std::size_t>(result.levels[1].pos[i + 1]);
  }
  CHECK(wrong == 0);
}
