// Copies that a kernel keeps: made once for the same contents, never of others, and always with the current values.
#include "driver/kept_copies.h"

#include <doctest/doctest.h>

#include "driver/conversions.h"
#include "format/named.h"
#include "tensor/generate.h"

using namespace stardust;
using driver::Argument;
using driver::KeptCopies;

namespace {

Storage stored(const Format& format, std::uint64_t seed) {
  return pack(generate(Fill::Sparse, {20, 30}, 0.2, seed, ValueType::Float64), format);
}

std::string difference(const Storage& expected, const driver::Copied& copied) {
  return firstDifference(expected, copyOf(copied.view()));
}

std::shared_ptr<const void> contents() { return std::make_shared<const int>(0); }

const void* coordinatesOf(const driver::Copied& copied) { return copied.view().levels.back().crd.data(); }

}  // namespace

TEST_CASE("a copy is made once for the same contents, and again for others") {
  const Storage a = stored(namedFormat("csr"), 1), b = stored(namedFormat("csr"), 2);
  KeptCopies copies(namedFormat("csc"));
  for (const bool areValuesFixed : {true, false}) {
    const auto ofA = contents(), ofB = contents();
    const driver::Copied first = copies.of({viewOf(a), ofA, areValuesFixed});
    CHECK(difference(driver::converted(a, namedFormat("csc")), first) == "");
    CHECK(coordinatesOf(copies.of({viewOf(a), ofA, areValuesFixed})) == coordinatesOf(first));
    const driver::Copied other = copies.of({viewOf(b), ofB, areValuesFixed});
    CHECK(difference(driver::converted(b, namedFormat("csc")), other) == "");
    CHECK(coordinatesOf(copies.of({viewOf(a), ofA, areValuesFixed})) == coordinatesOf(first));
  }
}

TEST_CASE("values that may change are those of the run") {
  for (const char* from : {"csr", "coo", "db", "dr", "ss", "dd"}) {
    CAPTURE(from);
    const Format format = std::string(from) == "db"   ? Format({dense, bitvector})
                          : std::string(from) == "dr" ? Format({dense, runLength})
                          : std::string(from) == "ss" ? Format({compressed, compressed})
                          : std::string(from) == "dd" ? denseFormat(2)
                                                      : namedFormat(from);
    Storage operand = stored(format, 3);
    const Format to = format.isFull() ? Format({dense, dense}, {1, 0}) : namedFormat("csc");
    KeptCopies copies(to);
    const auto same = contents();
    for (int run = 0; run < 3; ++run) {
      CHECK(difference(driver::converted(operand, to), copies.of({viewOf(operand), same})) == "");
      for (double& value : std::get<ValueArray<double>>(operand.values)) value = 2 * value + run;
    }
  }
}

TEST_CASE("entries that share coordinates are added up in each run") {
  Storage operand = stored(Format({compressedNonUnique, singleton}), 4);
  operand.levels[0].crd.set(1, operand.levels[0].crd[0]);
  operand.levels[1].crd.set(1, operand.levels[1].crd[0]);
  KeptCopies copies(namedFormat("csc"));
  const auto same = contents();
  for (int run = 0; run < 2; ++run) {
    CHECK(difference(driver::converted(operand, namedFormat("csc")), copies.of({viewOf(operand), same})) == "");
    std::get<ValueArray<double>>(operand.values)[1] += 5;
  }
}

TEST_CASE("copies of unknown contents are not kept, and those of ended contents are not found") {
  const Storage a = stored(namedFormat("csr"), 5), b = stored(namedFormat("csr"), 6);
  KeptCopies copies(namedFormat("csc"));
  CHECK(difference(driver::converted(a, namedFormat("csc")), copies.of({viewOf(a), nullptr, true})) == "");
  CHECK(difference(driver::converted(b, namedFormat("csc")), copies.of({viewOf(b), nullptr, true})) == "");
  for (int n = 0; n < 50; ++n) {  // an ended object's address is given to the next one
    const Storage& operand = n % 2 == 0 ? a : b;
    CHECK(difference(driver::converted(operand, namedFormat("csc")), copies.of({viewOf(operand), contents(), true})) ==
          "");
  }
}

TEST_CASE("the oldest copy gives way to a fifth one, and a copy in use stays") {
  const Storage a = stored(namedFormat("csr"), 7);
  KeptCopies copies(namedFormat("csc"));
  const auto first = contents();
  const driver::Copied used = copies.of({viewOf(a), first, true});
  std::vector<std::shared_ptr<const void>> others;
  for (std::size_t n = 0; n < KeptCopies::mostKept; ++n) {
    others.push_back(contents());
    copies.of({viewOf(a), others.back(), true});
  }
  CHECK(coordinatesOf(copies.of({viewOf(a), first, true})) != coordinatesOf(used));
  CHECK(difference(driver::converted(a, namedFormat("csc")), used) == "");
}
