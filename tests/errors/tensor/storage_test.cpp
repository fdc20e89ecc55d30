#include "tensor/storage.h"

#include <cmath>

#include "errors/failure.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;

Storage csr() { return pack({{3, 4}, {0, 0, 0, 1, 2, 3}, Ints{5, 1, 4}}, Format({dense, compressed})); }
Storage coo() { return pack({{3, 4}, {0, 1, 0, 2, 2, 3}, Ints{5, 1, 4}}, Format({compressedNonUnique, singleton})); }

void refuses(Storage broken, const std::string& message) {
  contains(failure(Family::Internal, [&] { validate(broken); }), message);
}

}  // namespace

TEST_CASE("pack refuses coordinates outside the dimensions") {
  contains(failure(Family::User,
                   [] {
                     pack({{3, 4}, {0, 0, 1, 4}, Ints{1, 2}}, denseFormat(2));
                   }),
           "entry 1 at (1,4) lies outside mode 1, whose dimension is 4");
  contains(failure(Family::User,
                   [] {
                     pack({{3}, {-1}, Ints{1}}, Format({compressed}));
                   }),
           "entry 0 at (-1) lies outside mode 0");
}

TEST_CASE("pack refuses dimensions beyond 2^62") {
  contains(failure(Family::User,
                   [] {
                     pack({{maxDimension + 1}, {}, Ints{}}, Format({compressed}));
                   }),
           "mode 0 has dimension 4611686018427387905");
  contains(failure(Family::User, [] { pack({{-1}, {}, Ints{}}, Format({compressed})); }), "mode 0 has dimension -1");
}

TEST_CASE("pack refuses extents beyond 2^59 values instead of wrapping") {
  const auto wide = [](std::vector<std::int64_t> dims, const Format& format) {
    return failure(Family::Unsupported, [&] { pack({std::move(dims), {}, Ints{}}, format); });
  };
  contains(wide({mostNarrow, mostNarrow}, denseFormat(2)),
           "format \"dd\" would store 2147483647 x 2147483647 positions at level 1");
  contains(wide({maxDimension, maxDimension, maxDimension, maxDimension}, denseFormat(4)),
           "at most 576460752303423488 positions");
  contains(wide({maxDimension, 3}, Format({dense, compressed})),
           "format \"ds\" would store 1 x 4611686018427387904 positions at level 0");
}

TEST_CASE("pack refuses coordinates that exceed the width of the format") {
  const Format narrow = Format({compressed, compressed}).with({.coordinates = Width::Bits32});
  contains(failure(Family::User,
                   [&] {
                     pack({{3, mostNarrow + 1}, {1, 2}, Ints{1}}, narrow);
                   }),
           "format \"ss:crd32\" has coordinates of 32 bits, and mode 1 has dimension 2147483648");
  CHECK_NOTHROW(pack({{3, mostNarrow}, {1, 2}, Ints{1}}, narrow));
}

TEST_CASE("arrays of another width than the format's are found") {
  Storage storage = pack({{3, 4}, {0, 1, 2, 3}, Ints{1, 2}}, Format({dense, compressed}));
  storage.levels[1].crd.convertTo(Width::Bits64);
  contains(failure(Family::Internal, [&] { validate(storage); }),
           "level 1: crd has elements of 64 bits, and those of the format have 32");
  storage.levels[1].crd.convertTo(Width::Bits32);
  storage.levels[1].pos.convertTo(Width::Bits32);
  contains(failure(Family::Internal, [&] { validate(storage); }),
           "level 1: pos has elements of 32 bits, and those of the format have 64");
}

TEST_CASE("pack refuses a format of another order") {
  contains(failure(Family::User,
                   [] {
                     pack({{3}, {}, Ints{}}, denseFormat(2));
                   }),
           "a tensor of 1 mode cannot have format \"dd\"");
}

TEST_CASE("convertValues refuses what does not fit, naming the entry") {
  const auto convertOne = [](double value, ValueType type) {
    const Storage storage = pack({{4, 4}, {1, 2}, ValueArray<double>{value}}, Format({compressed, compressed}));
    return failure(Family::User, [&] { convertValues(storage, type); });
  };
  contains(convertOne(2.5, ValueType::Int32), "value 2.5 at (1,2) does not fit in type int");
  contains(convertOne(2.5, ValueType::Int32), "it has a fraction");
  contains(convertOne(2147483648.0, ValueType::Int32), "it is out of range");
  contains(convertOne(9223372036854775808.0, ValueType::Int64), "it is out of range");
  contains(convertOne(std::nan(""), ValueType::Int64), "it is not finite");
  contains(convertOne(1e300, ValueType::Float32), "it is out of range");
  const Storage big = pack({{1}, {0}, ValueArray<std::int64_t>{1LL << 40}}, Format({dense}));
  contains(failure(Family::User, [&] { convertValues(big, ValueType::Int32); }), "does not fit in type int");
}

TEST_CASE("validate names the level and the array that break the invariant") {
  Storage s = csr();
  s.levels[1].pos.set(0, 1);
  refuses(s, "level 1: pos[0] is 1, not 0");
  s = csr();
  s.levels[1].pos = {0, 2, 1, 3};
  refuses(s, "level 1: pos[1] is 2, but pos[2] is 1");
  s = csr();
  s.levels[1].pos.set(3, 7);
  refuses(s, "level 1: pos[3] is 7, but crd has 3 entries");
  s = csr();
  s.levels[1].pos.pop_back();
  refuses(s, "level 1: pos has 3 entries for 3 parents");
  s = csr();
  s.levels[1].crd.set(1, 4);
  refuses(s, "level 1: crd[1] is 4, outside the dimension 4");
  s = csr();
  s.levels[1].crd.set(1, 0);
  refuses(s, "level 1: crd[1] is 0, after 0 in the same fiber");
  s = csr();
  s.levels[0].crd.push_back(0);
  refuses(s, "level 0: a dense level stores neither pos nor crd");
  s = csr();
  s.levels[0].dim = 5;
  refuses(s, "level 0: its dimension is 5, but that of mode 0 is 3");
  s = csr();
  std::get<Ints>(s.values).pop_back();
  refuses(s, "2 values for 3 positions of the last level");
  s = csr();
  s.levels.pop_back();
  refuses(s, "a tensor of 2 dimensions has 1 level");
  s = csr();
  s.levels[0].format = compressed;
  refuses(s, "level 0: its format is not the one that the tensor's format gives");
}

TEST_CASE("validate checks the order within a COO chain") {
  Storage s = coo();
  s.levels[1].crd = {2, 1, 3};
  refuses(s, "level 1: crd[1] is 1, after 2 under the same coordinates");
  s = coo();
  s.levels[1].crd.pop_back();
  refuses(s, "level 1: crd has 2 entries for 3 parent positions");
  s = coo();
  s.levels[1].crd = {1, 1, 3};  // a repeated tuple: a kernel may append one, pack never does
  validate(s);
}
