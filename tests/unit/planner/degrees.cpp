// Degrees of tensors: how long fibers are, and how often the entries of several tensors meet.
#include <doctest/doctest.h>

#include "format/named.h"
#include "format/parse.h"
#include "notation/parse.h"
#include "planner/estimate.h"
#include "planner/plan.h"
#include "tensor/generate.h"

namespace stardust::planner {
namespace {

/// A row and a column of an n x n matrix, and its diagonal.
Coordinates star(std::int64_t n) {
  Coordinates entries{{n, n}, {}, ValueArray<double>()};
  const auto add = [&](std::int64_t row, std::int64_t column) {
    entries.crd.push_back(row);
    entries.crd.push_back(column);
    std::get<ValueArray<double>>(entries.values).push_back(1);
  };
  for (std::int64_t at = 0; at < n; ++at) {
    add(at, at);
    if (at > 0) add(0, at);
    if (at > 0) add(at, 0);
  }
  return entries;
}

notation::Assignment squared(const char* text, const Format& format) {
  notation::Declarations declarations;
  for (const char* name : {"A", "B", "C", "M"}) {
    declarations[name].format = format;
    declarations[name].formatGiven = true;
  }
  const notation::Assignment raw = notation::parseAssignment(makeSource("degrees", text));
  std::erase_if(declarations, [&](const auto& declared) {
    const auto all = notation::placedAccesses(raw);
    return std::none_of(all.begin(), all.end(),
                        [&](const auto& placed) { return placed.access.tensor.name == declared.first; });
  });
  return notation::withKnownExtents(notation::declare(raw, declarations), {});
}

Format formatOf(const char* text) {
  Lexer lexer(makeSource("format", text));
  return parseWrittenFormat(lexer).of(2);
}

}  // namespace

TEST_CASE("degrees of each mode, in any format") {
  const Coordinates entries{{4, 5}, {0, 1, 0, 3, 2, 1}, ValueArray<double>{1, 2, 3}};
  for (const char* format : {"csr", "csc", "coo", "dcsr", "ss:1,0"}) {
    CAPTURE(format);
    const TensorFacts facts = factsOf(pack(entries, formatOf(format)), 0b11);
    REQUIRE(facts.degrees(0));
    REQUIRE(facts.degrees(1));
    CHECK(facts.degrees(0)->entries == std::vector<float>{2, 0, 1, 0});
    CHECK(facts.degrees(1)->entries == std::vector<float>{0, 2, 0, 1, 0});
    CHECK(facts.degrees(0)->distinct == 2);
    CHECK(facts.distinct(0b01) == 2);
    CHECK(facts.distinct(0b10) == 2);
  }
  CHECK(!factsOf(pack(entries, namedFormat("csr"))).degrees(0));
  CHECK(!factsOf(pack(entries, Format({dense, bitvector})), 0b11).degrees(0));
  const Coordinates far{{2'000'000'000, 2}, {5, 1, 70, 1}, ValueArray<double>{1, 2}};
  const TensorFacts few = factsOf(pack(far, namedFormat("dcsr")), 0b11);
  CHECK(!few.degrees(0));  // an array of two billion for two entries
  CHECK(few.degrees(1)->entries == std::vector<float>{0, 2});
}

TEST_CASE("degrees of tensors of three modes, with a dense level, and of empty ones") {
  const Coordinates entries{{2, 3, 4}, {0, 1, 2, 0, 1, 3, 1, 2, 2}, ValueArray<double>{1, 2, 3}};
  const TensorFacts sparse = factsOf(pack(entries, Format({compressed, compressed, compressed}, {2, 0, 1})), 0b111);
  CHECK(sparse.degrees(0)->entries == std::vector<float>{2, 1});
  CHECK(sparse.degrees(1)->entries == std::vector<float>{0, 2, 1});
  CHECK(sparse.degrees(2)->entries == std::vector<float>{0, 0, 2, 1});
  const TensorFacts padded = factsOf(pack(entries, Format({compressed, compressed, dense})), 0b101);
  CHECK(padded.degrees(0)->entries == std::vector<float>{4, 4});
  CHECK(padded.degrees(2)->entries == std::vector<float>{2, 2, 2, 2});
  const TensorFacts empty = factsOf(pack({{4, 5}, {}, ValueArray<double>()}, namedFormat("csr")), 0b11);
  CHECK(empty.degrees(0)->distinct == 0);
}

TEST_CASE("the modes along which a tensor meets others") {
  const notation::Assignment product = squared("C(i,j) = A(i,k) * B(k,j)", namedFormat("csr"));
  CHECK(meetingModes(product, "A") == 0b10);
  CHECK(meetingModes(product, "B") == 0b01);
  CHECK(meetingModes(squared("C(i,j) = A(i,k) * A(k,j)", namedFormat("csr")), "A") == 0b11);
  CHECK(meetingModes(squared("C(i,j) = A(i,k) * B(k,j)", denseFormat(2)), "A") == 0);
}

TEST_CASE("products of a matrix whose rows and columns differ in length are counted") {
  const std::int64_t n = 1000;
  const TensorFacts counted = factsOf(pack(star(n), namedFormat("csr")), 0b11);
  const TensorFacts even = factsOf(pack(star(n), namedFormat("csr")));
  const notation::Assignment product = squared("C(i,j) = A(i,k) * A(k,j)", namedFormat("csr"));
  double products = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k)
    products += static_cast<double>(counted.degrees(0)->entries[k]) * counted.degrees(1)->entries[k];
  const auto steps = [&](const TensorFacts& facts) {
    const Facts all = {{"A", facts}, {"C", TensorFacts({1000, 1000}, 1e6)}};
    return Estimate(product, all).steps({"i", "k", "j"});
  };
  CHECK(products > 1e6);
  CHECK(steps(counted) > products);
  CHECK(steps(counted) < 6 * products);  // with the workspace
  CHECK(steps(even) < products / 10);
}

TEST_CASE("a comparison with a number meets what its operand meets") {
  const Facts facts = {{"A", factsOf(pack(star(1000), namedFormat("csr")), 0b11)},
                       {"C", TensorFacts({1000, 1000}, 3000)}};
  const auto steps = [&](const char* text) {
    return Estimate(squared(text, namedFormat("csr")), facts).steps({"i", "j", "k"});
  };
  CHECK(steps("C(i,j) = (A(i,j) != 0) * A(i,k) * A(j,k)") == steps("C(i,j) = A(i,j) * A(i,k) * A(j,k)"));
  CHECK(steps("C(i,j) = (A(i,j) != 0) * A(i,k) * A(j,k)") > 1e6);
}

TEST_CASE("a mask with more entries is worth inner products if rows are long where columns are") {
  const notation::Assignment product = squared("C(i,j) = M(i,j) * A(i,k) * B(k,j)", namedFormat("csr"));
  const auto choice = [&](Modes ofA, Modes ofB) {
    Facts facts;
    facts["A"] = factsOf(pack(star(2000), namedFormat("csr")), ofA);
    facts["B"] = factsOf(pack(star(2000), namedFormat("csr")), ofB);
    facts["M"] = TensorFacts({2000, 2000}, 4000);
    return choose(product, facts, {true}).best.order;
  };
  CHECK(choice(0b10, 0b01) == std::vector<notation::IndexVar>{"i", "j", "k"});
  CHECK(choice(0, 0) == std::vector<notation::IndexVar>{"i", "k", "j"});
}

}  // namespace stardust::planner
