
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "files/tensors.h"
#include "folder.h"
#include "unit/tensor/samples.h"

using namespace stardust;

namespace {

using Ints = ValueArray<std::int32_t>;

Storage figure(const Format& format) { return pack({{3, 4}, {2, 0, 0, 1, 2, 3}, Ints{7, 1, 4}}, format); }

template <class T>
T anyFloatOfC() {
  const T value = *rc::gen::arbitrary<T>();
  switch (*rc::gen::inRange(0, 8)) {
    case 0: return std::numeric_limits<T>::infinity();
    case 1: return std::numeric_limits<T>::denorm_min();
    case 2: return std::numeric_limits<T>::max();
    case 3: return T{-0.0};
    default: return value;
  }
}

// A value of any bit pattern except NaN, which equals nothing.
template <class T>
T anyFloat() {
  if constexpr (isComplexElement<T>) {
    const auto real = anyFloatOfC<typename T::value_type>();
    return {real, anyFloatOfC<typename T::value_type>()};
  } else if constexpr (isHalfElement<T>) {
    const T value = T::ofBits(*rc::gen::arbitrary<std::uint16_t>());
    return std::isnan(numberOf(value)) ? T::ofBits(0x8000) : value;
  } else {
    return anyFloatOfC<T>();
  }
}

Values anyValues(std::size_t size) {
  const auto types = static_cast<int>(valueTypes().size());
  Values values = makeValues(static_cast<ValueType>(*rc::gen::inRange(0, types)), size);
  std::visit(
      [](auto& all) {
        using T = typename std::decay_t<decltype(all)>::value_type;
        for (T& value : all)
          if constexpr (std::is_same_v<T, Truth>) value = Truth(*rc::gen::arbitrary<bool>());
          else if constexpr (std::is_integral_v<T>) value = *rc::gen::arbitrary<T>();
          else value = anyFloat<T>();
      },
      values);
  return values;
}

}  // namespace

TEST_CASE("a .mtx file is sorted by rows, whatever the format") {
  const samples::Folder folder;
  for (const Format& format :
       {Format({dense, compressed}), Format({dense, compressed}, {1, 0}), Format({compressedNonUnique, singleton})}) {
    writeTensor(folder.path("m.mtx"), figure(format));
    CHECK(folder.read("m.mtx") == "%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 2 1\n3 1 7\n3 4 4\n");
  }
  CHECK(folder.files() == 1);
}

TEST_CASE("vectors and scalars") {
  const samples::Folder folder;
  const Storage vector = pack({{3}, {0, 2}, ValueArray<double>{0.1, 1e300}}, denseFormat(1));
  writeTensor(folder.path("v.mtx"), vector);
  CHECK(folder.read("v.mtx") == "%%MatrixMarket matrix coordinate real general\n3 1 3\n1 1 0.1\n2 1 0\n3 1 1e+300\n");
  writeTensor(folder.path("v.tns"), vector);
  CHECK(folder.read("v.tns") == "1 0.1\n2 0\n3 1e+300\n");
  writeTensor(folder.path("s.tns"), pack({{}, {}, ValueArray<float>{2.5f}}, Format()));
  CHECK(folder.read("s.tns") == "2.5\n");
  CHECK(readTensor(folder.path("s.tns"), {}).order() == 0);
}

TEST_CASE("NaN has no sign") {
  const samples::Folder folder;
  writeTensor(folder.path("n.tns"),
              pack({{}, {}, ValueArray<float>{-std::numeric_limits<float>::quiet_NaN()}}, Format()));
  CHECK(folder.read("n.tns") == "nan\n");
}

TEST_CASE("a .gz file is compressed and a rewrite replaces it, with the same bytes") {
  const samples::Folder folder;
  folder.write("m.mtx.gz", "old");
  writeTensor(folder.path("m.mtx.gz"), figure(Format({dense, compressed})));
  const std::string first = folder.read("m.mtx.gz");
  CHECK(first.substr(0, 2) == "\x1f\x8b");
  CHECK(readTensor(folder.path("m.mtx.gz"), {}).size() == 3);
  writeTensor(folder.path("m.mtx.gz"), figure(Format({compressed, compressed})));
  CHECK(folder.read("m.mtx.gz") == first);
  CHECK(folder.files() == 1);
}

TEST_CASE("a file that another process is writing is left alone") {
  const samples::Folder folder;
  folder.write("m.tns.partial0", "theirs");
  writeTensor(folder.path("m.tns"), figure(denseFormat(2)));
  CHECK(folder.read("m.tns.partial0") == "theirs");
  CHECK(folder.files() == 2);
}

TEST_CASE("law: reading what was written gives the same tensor, every value to the bit") {
  const samples::Folder folder;
  const bool holds = rc::check([&] {
    const int order = *rc::gen::inRange(0, 5);
    Coordinates all = samples::coordinates(order);
    all.values = anyValues(all.size());
    const Storage storage = pack(all, samples::format(order));
    const bool matrix = (order == 1 || order == 2) && *rc::gen::arbitrary<bool>();
    const std::string path =
        folder.path(std::string("t") + (matrix ? ".mtx" : ".tns") + (*rc::gen::arbitrary<bool>() ? ".gz" : ""));
    writeTensor(path, storage);
    const Coordinates read = readTensor(path, {storage.type(), {}, storage.dims});
    RC_ASSERT(firstDifference(storage, pack(read, storage.format)) == "");
  });
  CHECK(holds);
}
