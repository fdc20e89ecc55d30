// Round trips through every format, and the texts of edge lists and Harwell–Boeing.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "files/tensors.h"
#include "folder.h"
#include "libraries.h"

using namespace stardust;
using samples::hasLibrary;

namespace {

using Ints = ValueArray<std::int32_t>;
using Doubles = ValueArray<double>;

template <class T>
T extremeOf(std::size_t e) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_integral_v<T>) {  // sparse matrices of MATLAB have doubles
    constexpr std::int64_t most = std::int64_t{1} << 53;
    return static_cast<T>(e % 2 ? std::min<std::int64_t>(Limits::max(), most) : -7);
  } else {
    const T extremes[] = {Limits::max(), Limits::denorm_min(), -Limits::infinity(), static_cast<T>(-0.1)};
    return extremes[e % 4];
  }
}

// About a third of all coordinates.
template <class T>
Coordinates sampleOf(const std::vector<std::int64_t>& dims) {
  Coordinates sample{dims, {}, ValueArray<T>{}};
  std::int64_t extent = 1;
  for (const std::int64_t dim : dims) extent *= dim;
  for (std::int64_t at = 0; at < extent; at += 1 + at % 5) {
    std::int64_t rest = at, scale = extent;
    for (const std::int64_t dim : dims) {
      scale /= dim;
      sample.crd.push_back(static_cast<std::int32_t>(rest / scale));
      rest %= scale;
    }
    auto& values = std::get<ValueArray<T>>(sample.values);
    values.push_back(values.size() % 3 == 2 ? extremeOf<T>(values.size()) : static_cast<T>(values.size() + 1));
  }
  return sample;
}

std::vector<Format> formatsOf(int order) {
  const auto modes = denseFormat(order).modeOrder();
  std::vector<Format> formats = {denseFormat(order)};
  if (order > 0) formats.emplace_back(std::vector<LevelFormat>(static_cast<std::size_t>(order), compressed), modes);
  if (order == 2) {
    formats.push_back(Format({dense, compressed}));
    formats.push_back(Format({dense, compressed}, {1, 0}));
    formats.push_back(Format({compressedNonUnique, singleton}));
    formats.push_back(Format({dense, runLength}));
  }
  if (order == 3) formats.push_back(Format({compressed, dense, compressed}, {2, 0, 1}));
  return formats;
}

void roundTrip(const samples::Folder& folder, const std::string& extension, const Storage& storage) {
  const std::string path = folder.path("t" + extension);
  writeTensor(path, storage);
  const Coordinates read = readTensor(path, {storage.type(), storage.order(), storage.dims});
  const Format full = denseFormat(storage.order());
  CHECK(firstDifference(convert(storage, full), pack(read, full)) == "");
  const std::string first = folder.read("t" + extension);
  writeTensor(path, storage);
  CHECK(folder.read("t" + extension) == first);
}

template <class T>
void roundTripsOf(const samples::Folder& folder, const io::TensorFormat& format, const std::string& extension) {
  const std::vector<std::vector<std::int64_t>> shapes = {{},     {1},    {7},    {0},    {1, 1},    {0, 0},
                                                         {3, 0}, {5, 3}, {1, 9}, {8, 1}, {2, 3, 4}, {2, 1, 3, 2}};
  for (const auto& dims : shapes) {
    const auto order = static_cast<int>(dims.size());
    if (order < format.leastOrder || order > format.mostOrder) continue;
    for (const Format& stored : formatsOf(order)) roundTrip(folder, extension, pack(sampleOf<T>(dims), stored));
  }
}

Coordinates edges(const std::string& text, ReadOptions options = {}) {
  return readTensorText("e.txt", text, FileKind::Edges, options).tensor;
}
Coordinates harwell(const std::string& text, ReadOptions options = {}) {
  return readTensorText("m.rb", text, FileKind::HarwellBoeing, options).tensor;
}
const Doubles& doubles(const Coordinates& tensor) { return std::get<Doubles>(tensor.values); }

// A matrix of 3 x 3 with the entries (1,1), (3,1), (2,2) and (3,3).
std::string card(const std::string& type, const std::string& formats, const std::string& values) {
  return "A title\n 4 1 1 2 0\n" + type + "            3             3             4             0\n" + formats +
         "\n  1  3  4  5\n  1  3  2  3\n" + values;
}

}  // namespace

TEST_CASE("every format, type and shape: reading what was written gives the same tensor, and the same bytes") {
  const samples::Folder folder;
  for (const io::TensorFormat& format : io::tensorFormats()) {
    if (!hasLibrary(format.kind)) continue;
    const std::string extensions = format.extensions;
    const std::string extension = extensions.substr(0, extensions.find(' '));
    CAPTURE(extension);
    roundTripsOf<std::int32_t>(folder, format, extension);
    roundTripsOf<std::int64_t>(folder, format, extension);
    roundTripsOf<float>(folder, format, extension);
    roundTripsOf<double>(folder, format, extension);
  }
  CHECK(folder.files() > 0);
}

TEST_CASE("every format is compressed with gzip and zstd") {
  const samples::Folder folder;
  const Storage matrix = pack(sampleOf<double>({20, 30}), Format({dense, compressed}));
  for (const io::TensorFormat& format : io::tensorFormats()) {
    if (!hasLibrary(format.kind)) continue;
    const std::string extensions = format.extensions;
    const std::string extension = extensions.substr(0, extensions.find(' '));
    CAPTURE(extension);
    roundTrip(folder, extension + ".gz", matrix);
    CHECK(folder.read("t" + extension + ".gz").substr(0, 2) == "\x1f\x8b");
    if (!samples::hasZstd()) continue;
    roundTrip(folder, extension + ".ZST", matrix);
    CHECK(folder.read("t" + extension + ".ZST").substr(0, 4) == "\x28\xb5\x2f\xfd");
  }
}

TEST_CASE("edges: separators, comments, weights, headings and bases") {
  CHECK(edges("# SNAP\n% KONECT\n0\t1\n2 1\n").crd == std::vector<std::int32_t>{0, 1, 2, 1});
  CHECK(edges("0 1\n2 1\n").dims == std::vector<std::int64_t>{3, 2});
  CHECK(doubles(edges("0 1\n2 1\n")) == Doubles{1, 1});
  CHECK(doubles(edges("0,1,2.5\n2 , 1 ,\t-1e3\r\n")) == Doubles{2.5, -1000});
  CHECK(doubles(edges("source,target,weight\n0,1,4\n")) == Doubles{4});
  ReadOptions fromOne;
  fromOne.base = 1;
  CHECK(edges("1 2 5\n", fromOne).crd == std::vector<std::int32_t>{0, 1});
  CHECK(edges("0 1 2 9\n").dims == std::vector<std::int64_t>{1, 2, 3});
  CHECK(edges("3 9\n", {ValueType::Float64, 1, {}}).dims == std::vector<std::int64_t>{4});
  CHECK(edges("1 0\n", {ValueType::Float64, {}, std::vector<std::int64_t>{5, 5}}).dims ==
        std::vector<std::int64_t>{5, 5});
}

TEST_CASE("edges: a heading, and coordinates that seem to count from 1, are reported") {
  const auto notes = [](const std::string& text) { return readTensorText("e.txt", text, FileKind::Edges, {}).notes; };
  CHECK(notes("0 1\n").empty());
  CHECK(notes("from to\n0 1\n") ==
        std::vector<std::string>{"e.txt line 1: this line names the columns, and is skipped"});
  CHECK(
      notes("1 2\n2 3\n") ==
      std::vector<std::string>{"e.txt: coordinates count from 0, and none is 0; if they count from 1, say --base=T:1"});
}

TEST_CASE("Harwell-Boeing: types, formats of Fortran, and joined fields") {
  const std::string formats = "(4I3)           (4I3)           (2D15.8)";
  const std::string values = " 1.00000000D+00 2.00000000D+00\n 3.00000000D+00 4.00000000D-01\n";
  CHECK(doubles(harwell(card("RUA", formats, values))) == Doubles{1, 2, 3, 0.4});
  CHECK(harwell(card("rua", formats, values)).crd == std::vector<std::int32_t>{0, 0, 2, 0, 1, 1, 2, 2});
  CHECK(doubles(harwell(card("RSA", formats, values))) == Doubles{1, 2, 2, 3, 0.4});
  CHECK(harwell(card("RSA", formats, values)).crd == std::vector<std::int32_t>{0, 0, 2, 0, 0, 2, 1, 1, 2, 2});
  CHECK(doubles(harwell(card("PUA", "(4I3) (4I3)", ""))) == Doubles{1, 1, 1, 1});
  CHECK(std::get<Ints>(harwell(card("IUA", "(4I3) (4I3) (4I2)", " 1-2 3 4\n"), {ValueType::Int32, {}, {}}).values) ==
        Ints{1, -2, 3, 4});
  CHECK(doubles(harwell(card("RUA", "(4I3) (4I3) (1P,4E9.3)", "1.000E+002.000E+00-3.00E+004.000-101\n"))) ==
        Doubles{1, 2, -3, 4e-101});
  CHECK(doubles(harwell(card("RUA", "(4I3) (4I3) (4F5.2)", "  123   -5  1.512345\n"))) ==
        Doubles{1.23, -0.05, 1.5, 123.45});
}
