#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "files/tensors.h"
#include "folder.h"

using namespace stardust;
using samples::gzip;

namespace {

using Longs = ValueArray<std::int64_t>;
using Ints = ValueArray<std::int32_t>;

Coordinates mtx(const std::string& text, ReadOptions options = {}) {
  return readTensorText("m.mtx", text, FileKind::MatrixMarket, options).tensor;
}
Coordinates tns(const std::string& text, ReadOptions options = {}) {
  return readTensorText("t.tns", text, FileKind::Frostt, options).tensor;
}
const ValueArray<double>& doubles(const Coordinates& c) { return std::get<ValueArray<double>>(c.values); }
const Ints& ints(const Coordinates& c) { return std::get<Ints>(c.values); }

ReadOptions as(ValueType type) { return {type, {}, {}}; }
ReadOptions withOrder(int order) { return {ValueType::Float64, order, {}}; }
ReadOptions withDims(std::vector<std::int64_t> dims) { return {ValueType::Float64, {}, std::move(dims)}; }

}  // namespace

TEST_CASE("a banner may have one percent sign, a blank after it, and blank lines above") {
  for (const std::string banner : {"%MatrixMarket", "%% MatrixMarket", "\n \n%%MATRIXMARKET", "% matrixmarket"}) {
    CAPTURE(banner);
    CHECK(mtx(banner + " matrix coordinate real general\n2 2 1\n2 1 7\n").crd == Ints{1, 0});
  }
}

TEST_CASE("exponents as Fortran writes them") {
  const Coordinates m =
      mtx("%%MatrixMarket matrix coordinate real general\n5 1 5\n1 1 5.0D+01\n2 1 1.d0\n3 1 -2.5d-1\n4 1 +1D2\n"
          "5 1 1.0D-999\n");
  CHECK(doubles(m) == ValueArray<double>{50, 1, -0.25, 100, 0});
  CHECK(ints(tns("1 5.0D+01\n2 3d0\n", as(ValueType::Int32))) == Ints{50, 3});
}

TEST_CASE("integers of an integer matrix may be written as reals; unsigned ones are integers too") {
  const std::string text = " general\n1 3 3\n1 1 1e2\n1 2 3.0\n1 3 4\n";
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  CHECK(ints(mtx(banner + "integer" + text, as(ValueType::Int32))) == Ints{100, 3, 4});
  CHECK(doubles(mtx(banner + "integer" + text)) == ValueArray<double>{100, 3, 4});
  CHECK(ints(mtx(banner + "unsigned-integer" + text, as(ValueType::Int32))) == Ints{100, 3, 4});
  CHECK(doubles(mtx(banner + "unsigned-integer general\n1 1 1\n1 1 18446744073709551615\n")) ==
        ValueArray<double>{18446744073709551615.0});
}

TEST_CASE("a symmetric matrix may be given by its upper triangle, with a note") {
  const auto read = [](const std::string& text) { return readTensorText("m.mtx", text, FileKind::MatrixMarket, {}); };
  const TensorFile s = read("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 5\n1 2 3\n2 3 4\n");
  CHECK(s.tensor.crd == Ints{0, 0, 0, 1, 1, 0, 1, 2, 2, 1});
  CHECK(doubles(s.tensor) == ValueArray<double>{5, 3, 3, 4, 4});
  CHECK(s.notes ==
        std::vector<std::string>{"m.mtx line 4: the matrix is given by its upper triangle, where the lower one "
                                 "is usual; the other triangle is its mirror image"});
  const TensorFile k = read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 2 3\n");
  CHECK(k.tensor.crd == Ints{0, 1, 1, 0});
  CHECK(doubles(k.tensor) == ValueArray<double>{3, -3});
  CHECK(k.notes.size() == 1);
  CHECK(read("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n1 1\n1 2\n").notes.size() == 1);
  CHECK(read("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 1 5\n2 1 3\n").notes.empty());
}

TEST_CASE("a file of values without coordinates is an array") {
  CHECK(readTensorText("m.mtx", "%%MatrixMarket matrix array real general\n1 1\n0\n", FileKind::MatrixMarket, {})
            .isArray);
  CHECK(!readTensorText("m.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n",
                        FileKind::MatrixMarket, {})
             .isArray);
  CHECK(!readTensorText("t.tns", "1 1\n", FileKind::Frostt, {}).isArray);
}

TEST_CASE("a first line of a .tns that could be sizes is an entry, with a note") {
  const auto notes = [](const std::string& text) { return readTensorText("t.tns", text, FileKind::Frostt, {}).notes; };
  CHECK(
      notes("4 5 2\n1 1 7\n3 5 8\n") ==
      std::vector<std::string>{"t.tns line 1: this is read as an entry; if it states the dimensions and that there are "
                               "2 entries, take it out"});
  CHECK(notes("4 5 2\n1 1 7\n3 6 8\n").empty());
  CHECK(notes("4 5 3\n1 1 7\n3 5 8\n").empty());
  CHECK(notes("2\n4 5\n4 5 1\n1 1 1\n").empty());
  CHECK(notes("1 1 0\n").empty());
}

TEST_CASE("a general coordinate matrix") {
  const Coordinates m = mtx(
      "%%MatrixMarket matrix coordinate real general \t\n% a comment\n\n3 4 2\n1 1 2.5\n%\n \t\n 3\t4  -1e-3 \t\n\n%");
  CHECK(m.dims == Longs{3, 4});
  CHECK(m.crd == Ints{0, 0, 2, 3});
  CHECK(doubles(m) == ValueArray<double>{2.5, -1e-3});
}

TEST_CASE("the header's case, line ends, a byte-order mark and a missing last newline do not matter") {
  const Coordinates m =
      mtx("\xef\xbb\xbf%%matrixmarket MATRIX Coordinate INTEGER General\r\n2 2 1\r\n2 1 +7", as(ValueType::Int32));
  CHECK(m.crd == Ints{1, 0});
  CHECK(ints(m) == Ints{7});
}

TEST_CASE("symmetric and skew-symmetric matrices get both triangles, the diagonal once") {
  const Coordinates s = mtx("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 5\n2 1 3\n");
  CHECK(s.crd == Ints{0, 0, 1, 0, 0, 1});
  CHECK(doubles(s) == ValueArray<double>{5, 3, 3});
  const Coordinates k =
      mtx("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -2147483648\n", as(ValueType::Int32));
  CHECK(k.crd == Ints{1, 0, 0, 1});
  CHECK(ints(k) == Ints{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min()});
}

TEST_CASE("explicit zeros on the diagonal of a skew-symmetric matrix stay stored, once") {
  const Coordinates k = mtx("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 3\n1 1 0\n2 1 3\n2 2 -0.0\n");
  CHECK(k.crd == Ints{0, 0, 1, 0, 0, 1, 1, 1});
  CHECK(doubles(k) == ValueArray<double>{0, 3, -3, 0});
}

TEST_CASE("a pattern has ones") {
  const Coordinates m = mtx("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n3 1\n", as(ValueType::Float32));
  CHECK(m.crd == Ints{2, 0, 0, 2});
  CHECK(std::get<ValueArray<float>>(m.values) == ValueArray<float>{1, 1});
}

TEST_CASE("arrays go down the columns, and their zeros are padding") {
  const Coordinates general = mtx("%%MatrixMarket matrix array real general\n2 2\n1\n0\n3\n4\n");
  CHECK(general.crd == Ints{0, 0, 0, 1, 1, 1});
  CHECK(doubles(general) == ValueArray<double>{1, 3, 4});
  const Coordinates symmetric = mtx("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n");
  CHECK(symmetric.crd == Ints{0, 0, 1, 0, 0, 1, 1, 1});
  const Coordinates skew = mtx("%%MatrixMarket matrix array real skew-symmetric\n2 2\n2\n");
  CHECK(skew.crd == Ints{1, 0, 0, 1});
  CHECK(doubles(skew) == ValueArray<double>{2, -2});
}

TEST_CASE("explicit zeros and repeated entries of a coordinate file are kept for pack") {
  CHECK(mtx("%%MatrixMarket matrix coordinate real general\n1 1 3\n1 1 0\n1 1 1\n1 1 2\n").size() == 3);
}

TEST_CASE("empty matrices") {
  CHECK(mtx("%%MatrixMarket matrix coordinate real general\n0 7 0\n").dims == Longs{0, 7});
  CHECK(mtx("%%MatrixMarket matrix array real general\n0 0\n").size() == 0);
  CHECK(mtx("%%MatrixMarket matrix array real skew-symmetric\n0 0\n").size() == 0);
  CHECK(mtx("%%MatrixMarket matrix coordinate pattern general\n2147483647 2147483647 1\n2147483647 1\n").crd ==
        Ints{2147483646, 0});
}

TEST_CASE("n x 1 and 1 x n matrices are vectors where a vector is expected") {
  const Coordinates column = mtx("%%MatrixMarket matrix coordinate real general\n5 1 2\n2 1 3\n4 1 7\n", withOrder(1));
  CHECK(column.dims == Longs{5});
  CHECK(column.crd == Ints{1, 3});
  CHECK(mtx("%%MatrixMarket matrix array real general\n1 3\n1\n2\n3\n", withOrder(1)).crd == Ints{0, 1, 2});
  CHECK(mtx("%%MatrixMarket matrix coordinate real general\n5 1 0\n", withDims({5})).dims == Longs{5});
}

TEST_CASE("a .tns file without a header has the dimensions of its largest coordinates") {
  const Coordinates t = tns("# comment\n1 2 3 4.5\n\n2 1 1 -1\n");
  CHECK(t.dims == Longs{2, 2, 3});
  CHECK(t.crd == Ints{0, 1, 2, 1, 0, 0});
  CHECK(doubles(t) == ValueArray<double>{4.5, -1});
  CHECK(tns("1 2 3 4.5\n", withDims({5, 6, 7})).dims == Longs{5, 6, 7});
}

TEST_CASE("a .tns file may state order and dimensions in two header lines") {
  const Coordinates t = tns("3\n100 80 60\n1 4 1 2.0\n");
  CHECK(t.dims == Longs{100, 80, 60});
  CHECK(t.crd == Ints{0, 3, 0});
  CHECK(tns("1\n10\n3 2.5\n").dims == Longs{10});
  CHECK(tns("2\n4 5\n").dims == Longs{4, 5});
  CHECK(tns("2\n4 5\n").size() == 0);
  CHECK(tns("2\n4 5\n1 1 1\n", as(ValueType::Bool)).dims == Longs{4, 5});  // although 2 is no truth value
}

TEST_CASE("a .tns file of one line with one field is a scalar") {
  for (const std::string text : {"2.5", "# s\n2.5\n# end\n", "  2.5 \r\n"}) {
    const Coordinates s = tns(text);
    CHECK(s.order() == 0);
    CHECK(doubles(s) == ValueArray<double>{2.5});
  }
  CHECK(ints(tns("3\n", as(ValueType::Int32))) == Ints{3});
}

TEST_CASE("an empty .tns file is an empty tensor if the dimensions are given") {
  CHECK(tns("", withDims({3, 4})).dims == Longs{3, 4});
  CHECK(tns("# nothing\n", withDims({3})).size() == 0);
}

TEST_CASE("numbers: integers as reals, limits, tiny ones, infinities and NaN") {
  CHECK(ints(tns("1 3.0\n2 -2e3\n", as(ValueType::Int32))) == Ints{3, -2000});
  CHECK(std::get<Longs>(tns("1 9223372036854775807\n2 -9223372036854775808\n", as(ValueType::Int64)).values) ==
        Longs{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
  CHECK(doubles(tns("1 1e-500\n2 4.9406564584124654e-324\n3 +1.5\n")) ==
        std::vector<double>{0, std::numeric_limits<double>::denorm_min(), 1.5});
  const Coordinates special = tns("1 inf\n2 -Infinity\n3 NaN\n");
  CHECK(doubles(special)[0] == std::numeric_limits<double>::infinity());
  CHECK(doubles(special)[1] == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(doubles(special)[2]));
}

TEST_CASE("gzip is recognised by its content, whatever the name; members may follow each other") {
  const std::string text = "%%MatrixMarket matrix coordinate real general\n2 2 1\n2 2 4\n";
  CHECK(mtx(gzip(text)).crd == Ints{1, 1});
  CHECK(mtx(gzip(text.substr(0, 20)) + gzip(text.substr(20)) + std::string(512, '\0')).crd == Ints{1, 1});
  const samples::Folder folder;
  CHECK(readTensor(folder.write("plain.mtx.gz", text), {}).crd == Ints{1, 1});
  CHECK(readTensor(folder.write("packed.MTX", gzip(text)), {}).crd == Ints{1, 1});
}

TEST_CASE("lines that straddle the pieces of a large file are whole, and progress reaches its end") {
  struct Record : Progress {
    std::string phase;
    std::uint64_t calls = 0, last = 0, size = 0;
    void begin(const Phase& begun) override { phase = begun.name; }
    void advance(std::uint64_t bytes, std::uint64_t total) override {
      CHECK(bytes > last);
      ++calls, last = bytes, size = total;
    }
  } record;
  std::string text;
  for (int i = 1; i <= 300000; ++i) text += std::to_string(i) + " " + std::to_string(i % 97) + "\n";
  const samples::Folder folder;
  for (const std::string& bytes : {text, gzip(text)}) {
    record = {};
    const Coordinates t = readTensorFile(folder.write("long.tns", bytes), {ValueType::Int32, {}, {}}, &record).tensor;
    REQUIRE(t.size() == 300000);
    bool right = true;
    for (std::int32_t i = 0; i < 300000; ++i)
      right = right && t.crd[static_cast<std::size_t>(i)] == i && ints(t)[static_cast<std::size_t>(i)] == (i + 1) % 97;
    CHECK(right);
    CHECK(record.phase == "reading long.tns");
    CHECK(record.last == bytes.size());
    CHECK(record.size == bytes.size());
  }
  CHECK(text.size() > (2u << 20));  // longer than the reader's buffer
}

TEST_CASE("real files") {
  const std::filesystem::path data = std::filesystem::path(STARDUST_SOURCE_DIR) / ".." / "shared" / "data";
  if (!std::filesystem::exists(data)) {
    MESSAGE("skipped: there is no ../shared/data");
    return;
  }
  struct Expected {
    const char* file;
    Longs dims;
    std::size_t entries;
  };
  // Sizes as stated in the files' headers and on the collections' pages, with both triangles counted.
  const Expected files[] = {{"matrices/bcsstk13.mtx.gz", {2003, 2003}, 83883},
                            {"matrices/west0067.mtx.gz", {67, 67}, 294},
                            {"matrices/lund_a.mtx.gz", {147, 147}, 2449},
                            {"matrices/bcspwr06.mtx.gz", {1454, 1454}, 5300},
                            {"matrices/cryg2500.mtx.gz", {2500, 2500}, 12349},
                            {"matrices/bayer10.mtx.gz", {13436, 13436}, 94926},
                            {"matrices/Trefethen_20000.mtx.gz", {20000, 20000}, 554466},
                            {"tensors/ParTI_3D_12031.tns.gz", {100, 80, 60}, 12031}};
  for (const Expected& expected : files) {
    CAPTURE(expected.file);
    const Coordinates tensor = readTensor((data / expected.file).string(), {});
    CHECK(tensor.dims == expected.dims);
    CHECK(tensor.size() == expected.entries);
  }
}
