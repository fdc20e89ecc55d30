#include "tensor/pack.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "samples.h"
#include "tensor/generate.h"
#include "tensor/sort.h"
#include "tensor/storage.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;
using Longs = ValueArray<std::int64_t>;

// The 3x4 matrix in the field's figures, with its entries out of order and one of them in two parts.
//   5 1 . .
//   . . . .
//   7 . 8 4
Coordinates figure() { return {{3, 4}, {2, 0, 0, 1, 2, 3, 0, 0, 2, 2, 2, 0}, Ints{3, 1, 4, 5, 8, 4}}; }

}  // namespace

TEST_CASE("entries are sorted the same by narrow and by wide indices") {
  for (const double density : {0.0, 0.01, 0.4}) {
    Coordinates entries = generate(Fill::Sparse, {40, 1000, 70}, density / 100, 5, ValueType::Int32);
    entries = rotateLastMode(std::move(entries), 33, false);
    for (const std::vector<int>& modes : {std::vector{0, 1, 2}, {2, 0, 1}, {1, 2, 0}}) {
      const auto narrow = sortedIndices<std::uint32_t>(entries, modes);
      const auto wide = sortedIndices<std::uint64_t>(entries, modes);
      CHECK(std::equal(narrow.begin(), narrow.end(), wide.begin(), wide.end()));
      const levels::EntryOrder order(wide);
      CHECK(order.size() == entries.size());
      for (std::size_t e = 0; e < order.size(); ++e) CHECK(order[e] == narrow[e]);
    }
  }
}

TEST_CASE("pack builds CSR") {
  const Storage csr = pack(figure(), Format({dense, compressed}));
  validate(csr);
  CHECK(csr.levels[0].pos.empty());
  CHECK(csr.levels[1].pos == Longs{0, 2, 2, 5});
  CHECK(csr.levels[1].crd == Ints{0, 1, 0, 2, 3});
  CHECK(std::get<Ints>(csr.values) == Ints{5, 1, 7, 8, 4});
}

TEST_CASE("pack builds rectangular CSC: the level's dimension is that of its mode") {
  const Storage csc = pack(figure(), Format({dense, compressed}, {1, 0}));
  validate(csc);
  CHECK(csc.levels[0].dim == 4);
  CHECK(csc.levels[1].dim == 3);
  CHECK(csc.levels[1].pos == Longs{0, 2, 3, 4, 5});
  CHECK(csc.levels[1].crd == Ints{0, 2, 0, 2, 2});
  CHECK(std::get<Ints>(csc.values) == Ints{5, 7, 1, 8, 4});
}

TEST_CASE("pack builds COO, DCSR and dense") {
  const Storage coo = pack(figure(), Format({compressedNonUnique, singleton}));
  validate(coo);
  CHECK(coo.levels[0].pos == Longs{0, 5});
  CHECK(coo.levels[0].crd == Ints{0, 0, 2, 2, 2});
  CHECK(coo.levels[1].crd == Ints{0, 1, 0, 2, 3});

  const Storage dcsr = pack(figure(), Format({compressed, compressed}));
  validate(dcsr);
  CHECK(dcsr.levels[0].crd == Ints{0, 2});
  CHECK(dcsr.levels[1].pos == Longs{0, 2, 5});

  const Storage full = pack(figure(), denseFormat(2));
  validate(full);
  CHECK(std::get<Ints>(full.values) == Ints{5, 1, 0, 0, 0, 0, 0, 0, 7, 0, 8, 4});
}

TEST_CASE("a dense level below a compressed one pads each stored fiber only") {
  const Storage rows = pack(figure(), Format({compressed, dense}));
  validate(rows);
  CHECK(rows.levels[0].crd == Ints{0, 2});
  CHECK(std::get<Ints>(rows.values) == Ints{5, 1, 0, 0, 7, 0, 8, 4});
}

TEST_CASE("a chain of u and q stores each of its tuples once above further levels") {
  const Coordinates three{{2, 2, 3}, {0, 1, 0, 0, 1, 2, 1, 0, 1}, Ints{1, 2, 3}};
  const Storage storage = pack(three, Format({compressedNonUnique, singleton, compressed}));
  validate(storage);
  CHECK(storage.levels[0].crd == Ints{0, 1});
  CHECK(storage.levels[1].crd == Ints{1, 0});
  CHECK(storage.levels[2].pos == Longs{0, 2, 3});
  CHECK(storage.levels[2].crd == Ints{0, 2, 1});
}

TEST_CASE("a scalar sums its entries and is zero without any") {
  CHECK(std::get<Ints>(pack({{}, {}, Ints{2, 3}}, Format()).values) == Ints{5});
  CHECK(std::get<Ints>(pack({{}, {}, Ints{}}, Format()).values) == Ints{0});
  CHECK(unpack(pack({{}, {}, Ints{2}}, Format())).size() == 1);
}

TEST_CASE("explicit zeros stay, also when duplicates cancel") {
  const Storage storage = pack({{9}, {4, 7, 4}, Ints{2, 0, -2}}, Format({compressed}));
  CHECK(storage.levels[0].crd == Ints{4, 7});
  CHECK(std::get<Ints>(storage.values) == Ints{0, 0});
}

TEST_CASE("integer sums wrap and a negative zero keeps its sign") {
  constexpr auto biggest = std::numeric_limits<std::int32_t>::max();
  CHECK(std::get<Ints>(pack({{1}, {0, 0}, Ints{biggest, 1}}, Format({dense})).values) ==
        Ints{std::numeric_limits<std::int32_t>::min()});
  CHECK(std::signbit(valueAt(pack({{1}, {0}, ValueArray<double>{-0.0}}, Format({compressed})).values, 0)));
}

TEST_CASE("the largest dimension works in compressed levels") {
  constexpr std::int64_t last = maxDimension - 1;
  const Coordinates corner{
      {maxDimension, maxDimension, maxDimension}, {last, last, last, 0, last, 0, 0, 0, last}, Ints{3, 2, 1}};
  for (const Format& format :
       {Format({compressed, compressed, compressed}), Format({compressedNonUnique, singleton, singleton})}) {
    const Storage storage = pack(corner, format);
    validate(storage);
    CHECK(std::get<Ints>(storage.values) == Ints{1, 2, 3});
    CHECK(unpack(storage).crd == Longs{0, 0, last, 0, last, 0, last, last, last});
  }
}

TEST_CASE("thin and empty shapes") {
  for (const auto& dims : std::vector<std::vector<std::int64_t>>{{1, 1}, {1, 7}, {7, 1}, {0, 7}, {7, 0}, {0, 0}})
    for (const Format& format : {Format({dense, dense}), Format({dense, compressed}), Format({compressed, dense}),
                                 Format({compressed, compressed}), Format({compressedNonUnique, singleton}, {1, 0})}) {
      const Storage empty = pack({dims, {}, Ints{}}, format);
      validate(empty);
      CHECK(empty.stored() == (format.isDense() ? static_cast<std::size_t>(dims[0] * dims[1]) : 0u));
    }
}

TEST_CASE("law: unpack after pack is the sorted sum of the entries, for every order and format") {
  const bool holds = rc::check([] {
    const int order = *rc::gen::inRange(0, 6);
    const Coordinates all = samples::coordinates(order);
    const Format format = samples::format(order);
    const Storage storage = pack(all, format);
    validate(storage);
    const Coordinates stored = unpack(storage);
    RC_ASSERT(stored.dims == all.dims);
    const samples::Entries expected = samples::summed(all);
    const samples::Entries actual = samples::summed(stored);
    RC_ASSERT(actual.size() == stored.size());  // no duplicate coordinate
    RC_ASSERT(samples::nonZero(actual) == samples::nonZero(expected));
    for (const auto& entry : expected) RC_ASSERT(actual.count(entry.first) == 1u);  // including zeros
    RC_ASSERT(firstDifference(storage, pack(stored, format)) == "");
  });
  CHECK(holds);
}

TEST_CASE("law: converting there and back changes nothing but padding") {
  const bool holds = rc::check([] {
    const int order = *rc::gen::inRange(0, 5);
    const Format from = samples::format(order);
    const Format to = samples::format(order);
    const Storage there = convert(pack(samples::coordinates(order), from), to);
    validate(there);
    const Storage back = convert(there, from);
    validate(back);
    RC_ASSERT(samples::nonZero(samples::summed(unpack(back))) == samples::nonZero(samples::summed(unpack(there))));
    RC_ASSERT(firstDifference(convert(back, to), convert(convert(back, to), to)) == "");
  });
  CHECK(holds);
}

TEST_CASE("conversion keeps explicit zeros of sparse sources and drops the padding of dense ones") {
  const Coordinates zeros{{2, 2}, {0, 0, 1, 1}, Ints{0, 3}};
  const Storage csr = pack(zeros, Format({dense, compressed}));
  CHECK(convert(csr, Format({compressedNonUnique, singleton})).stored() == 2);
  CHECK(convert(pack(zeros, denseFormat(2)), Format({dense, compressed})).stored() == 1);
  CHECK(convert(pack(zeros, denseFormat(2)), Format({dense, dense}, {1, 0})).stored() == 4);
  CHECK(convert(csr, Format({dense, compressed}, onChip)).format.region() == onChip);
}

TEST_CASE("packing tells how many entries it added to others") {
  const Coordinates entries{{2, 3}, {1, 2, 0, 0, 1, 2, 1, 2, 0, 1}, ValueArray<double>{1, 2, 3, 4, 5}};
  for (const char* name : {"dense", "csr", "csc", "dcsr", "coo"}) {
    CAPTURE(name);
    CHECK(packCounting(entries, namedFormat(name, 2)).repeated == 2);
  }
  CHECK(packCounting({{}, {}, ValueArray<double>{1, 2}}, Format()).repeated == 1);
  CHECK(packCounting({{3}, {0, 1}, ValueArray<double>{1, 2}}, Format({compressed})).repeated == 0);
}
