#include "errors/failure.h"
#include "files/tensors.h"
#include "unit/files/folder.h"

using namespace stardust;
using samples::gzip;

namespace {

const std::string general = "%%MatrixMarket matrix coordinate real general\n";

void refusesMtx(const std::string& text, const std::string& message, ReadOptions options = {}) {
  failsWith(Family::User, message, [&] { readTensorText("m.mtx", text, FileKind::MatrixMarket, options); });
}
void refusesTns(const std::string& text, const std::string& message, ReadOptions options = {}) {
  failsWith(Family::User, message, [&] { readTensorText("t.tns", text, FileKind::Frostt, options); });
}
ReadOptions as(ValueType type) { return {type, {}, {}}; }
ReadOptions withOrder(int order) { return {ValueType::Float64, order, {}}; }
ReadOptions withDims(std::vector<std::int64_t> dims) { return {ValueType::Float64, {}, std::move(dims)}; }

}  // namespace

TEST_CASE("the message shows file, line, field and caret") {
  const std::string text = failure(
      Family::User, [] { readTensorText("m.mtx", general + "% c\n3 3 1\n1 x 5\n", FileKind::MatrixMarket, {}); });
  CHECK(text ==
        "error: coordinate 'x' of mode 1 is not an integer\n"
        " --> m.mtx:4:3\n"
        "4 | 1 x 5\n"
        "  |   ^\n");
}

TEST_CASE("malformed MatrixMarket headers") {
  refusesMtx("", "m.mtx is empty");
  refusesMtx("\n", "m.mtx is empty");
  refusesMtx("\n word\n", "m.mtx is not a MatrixMarket file\n --> m.mtx:2:2");
  refusesMtx("1 2 3\n", "the first line is like \"%%MatrixMarket matrix coordinate real general\"");
  refusesMtx("%%MatrixMarket\n", "object is missing in the header");
  refusesMtx("%%MatrixMarket vector coordinate real general\n", "unknown object 'vector'");
  refusesMtx("%%MatrixMarket matrix sparse real general\n", "unknown layout 'sparse'");
  refusesMtx("%%MatrixMarket matrix coordinate complex general\n", "the matrix is complex, and is read as double");
  refusesMtx("%%MatrixMarket matrix coordinate quaternion general\n", "unknown value type 'quaternion'");
  refusesMtx("%%MatrixMarket matrix coordinate real hermitian\n", "a hermitian matrix is complex");
  refusesMtx("%%MatrixMarket matrix coordinate real diagonal\n", "unknown symmetry 'diagonal'");
  refusesMtx("%%MatrixMarket matrix coordinate real\n", "symmetry is missing");
  refusesMtx("%%MatrixMarket matrix coordinate real general 3\n", "the banner ends with the symmetry");
  refusesMtx("%%MatrixMarket matrix array pattern general\n", "an array cannot be a pattern");
  refusesMtx("%%MatrixMarket matrix coordinate pattern skew-symmetric\n", "a pattern cannot be skew-symmetric");
}

TEST_CASE("a matrix without a banner is told which line to put first") {
  const std::string real = "put this line first: %%MatrixMarket matrix coordinate real general (or, ";
  refusesMtx("3 3 1\n1 1 2.5\n", real);
  refusesMtx("% a comment\n\n3 3 1\n% another\n1 1 2.5\n", real);
  refusesMtx("3 3 0\n", real);
  refusesMtx("3 3 1\n1 1\n", "put this line first: %%MatrixMarket matrix coordinate pattern general");
  refusesMtx("2 2\n1\n0\n0\n1\n", "put this line first: %%MatrixMarket matrix array real general");
  refusesMtx("1 1 2.5\n", "why: the first line is like");
  CHECK(failure(Family::User, [] {
          readTensorText("m.mtx", "1 1 2.5\n", FileKind::MatrixMarket, {});
        }).find("put this line first") == std::string::npos);
}

TEST_CASE("malformed MatrixMarket sizes") {
  refusesMtx(general, "ends before the line with the sizes");
  refusesMtx(general + "3 3\n", "the number of entries is missing");
  refusesMtx(general + "3 3\n", "say array in the header");
  refusesMtx("%%MatrixMarket matrix array real general\n3 3 9\n", "say coordinate in the header");
  refusesMtx(general + "a 3 1\n", "the number of rows is 'a', not an integer");
  refusesMtx(general + "-3 3 1\n", "the number of rows is -3");
  refusesMtx(general + "3 4611686018427387905 1\n", "the number of columns is 4611686018427387905");
  refusesMtx(general + "3 3 99999999999999999999\n", "the number of entries is 99999999999999999999");
  refusesMtx(general + "3 3 1 1\n", "unexpected '1'");
  refusesMtx("%%MatrixMarket matrix coordinate real symmetric\n3 4 0\n", "a matrix of 3 x 4 cannot be symmetric");
  refusesMtx("%%MatrixMarket matrix array real general\n2147483647 2147483647\n",
             "an array of 2147483647 x 2147483647 is too large");
}

TEST_CASE("malformed MatrixMarket entries") {
  refusesMtx(general + "3 3 1\n0 1 5\n", "coordinate 0 of mode 0 is out of range");
  refusesMtx(general + "3 3 1\n-1 1 5\n", "coordinate -1 of mode 0 is out of range");
  refusesMtx(general + "3 3 1\n1 4 5\n", "coordinates count from 1 to the dimension, here 3");
  refusesMtx(general + "3 3 1\n1 4294967297 5\n", "coordinate 4294967297 of mode 1 is out of range");
  refusesMtx(general + "3 3 1\n1 99999999999999999999 5\n", "is out of range");
  refusesMtx(general + "3 3 1\n1.5 1 5\n", "coordinate '1.5' of mode 0 is not an integer");
  refusesMtx(general + "3 3 1\n1\n", "the coordinate of mode 1 is missing");
  refusesMtx(general + "3 3 1\n1 1\n", "the value is missing");
  refusesMtx(general + "3 3 1\n1 1 five\n", "'five' is not a number");
  refusesMtx(general + "3 3 1\n1 1 0x10\n", "'0x10' is not a number");
  refusesMtx(general + "3 3 1\n1 1 +-1\n", "'+-1' is not a number");
  refusesMtx(general + "3 3 1\n1 1 5 6\n", "unexpected '6' at the end of the line");
  refusesMtx(general + "3 3 1\n1 1 1e999\n", "1e999 does not fit in the value type double");
  refusesMtx(general + "3 3 1\n0 1 5\n", "if the file counts from 0, add 1 to each coordinate");
  refusesMtx(general + "3 3 1\n1 1\n", "say pattern in the header if none has");
  refusesMtx(general + "3 3 1\n1 1 5d\n", "'5d' is not a number");
  refusesMtx(general + "3 3 1\n1 1 dee\n", "'dee' is not a number");
  refusesMtx(general + "3 3 1\n1 1 1.0D+999\n", "1.0D+999 does not fit in the value type double");
  refusesMtx("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", "unexpected '1'");
  refusesMtx("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", "say real in the header");
}

TEST_CASE("values that the header does not allow, with the place") {
  const std::string integers = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 ";
  for (const ValueType type : {ValueType::Int32, ValueType::Float64})
    for (const std::string value : {"3.5", "1e-1", "nan", "inf", "1e-999"}) {
      CAPTURE(value);
      refusesMtx(integers + value + "\n", value + " is not an integer\n --> m.mtx:3:5", as(type));
      refusesMtx(integers + value + "\n", "the header says that the values are integers", as(type));
    }
  refusesMtx(integers + "1e10\n", "1e10 does not fit in the value type int", as(ValueType::Int32));
  refusesMtx(integers + "9223372036854775808\n", "read it as a wider type (-t=double)", as(ValueType::Int64));
  refusesMtx("%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n1 1 -3\n",
             "-3 is negative\n --> m.mtx:3:5");
  refusesMtx("%%MatrixMarket matrix array unsigned-integer general\n1 1\n-3\n", "say integer in the header");
}

TEST_CASE("a symmetric matrix is given by one of its triangles") {
  const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n";
  refusesMtx(symmetric + "1 1 5\n2 1 1\n1 2 1\n",
             "entry (1,2) lies above the diagonal, and that of line 4 below it\n --> m.mtx:5:1");
  refusesMtx(symmetric + "1 2 1\n1 3 1\n3 2 1\n", "entry (3,2) lies below the diagonal, and that of line 3 above it");
  refusesMtx(symmetric + "1 2 1\n2 1 1\n1 1 1\n", "say general in the header if both are listed");
  const std::string skew = "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n";
  refusesMtx(skew + "1 2 1\n2 1 -1\n", "entry (2,1) lies below the diagonal");
  refusesMtx(skew + "1 2 1\n2 2 1\n", "entry (2,2) lies on the diagonal, but is not 0");
  refusesMtx(skew + "1 2 1\n2 2 nan\n", "entry (2,2) lies on the diagonal, but is not 0");
  refusesMtx(skew + "1 2 1\n2 2 -4.5\n", "m.mtx:4:5\n4 | 2 2 -4.5\n  |     ^");
  refusesMtx(skew + "1 2 1\n2 2 1\n", "help: leave it out");
}

TEST_CASE("wrong counts and truncated texts, without allocating what a header claims") {
  refusesMtx(general + "3 3 2\n1 1 5\n", "m.mtx ends after 1 of 2 entries");
  refusesMtx(general + "2147483647 2147483647 2147483647\n1 1 5\n", "ends after 1 of 2147483647 entries");
  refusesMtx(general + "3 3 1\n1 1 5\n2 2 5\n", "m.mtx goes on after its 1 entry");
  refusesMtx("%%MatrixMarket matrix array real general\n46340 46340\n1\n", "ends after 1 of 2147395600 entries");
  refusesMtx("%%MatrixMarket matrix array real general\n1 1\n1\n2\n", "goes on after its 1 entry");
  refusesMtx("%%MatrixMarket matrix array real general\n1 2\n1 2\n", "unexpected '2'");
  refusesMtx("%%MatrixMarket matrix array real general\n1 2\n1 2\n", "an array lists one value on a line");
  refusesMtx("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n2\n1\n",
             "an array that is symmetric lists the lower triangle, column by column");
}

TEST_CASE("malformed .tns texts") {
  refusesTns("", "t.tns has no entries");
  refusesTns("# only\n\n", "t.tns has no entries");
  refusesTns("0 1 5\n", "coordinate 0 of mode 0 is out of range");
  refusesTns("0 1 5\n", "in a file, coordinates count from 1, and to 4611686018427387904 at most");
  refusesTns("1 -2 5\n", "coordinate -2 of mode 1 is out of range");
  refusesTns("1 4611686018427387905 5\n", "coordinate 4611686018427387905 of mode 1 is out of range");
  refusesTns("1 b 5\n", "coordinate 'b' of mode 1 is not an integer");
  refusesTns("1 1 5\n1 5\n", "the value is missing");
  refusesTns("1 1 5\n1 1 1 5\n", "unexpected '5' at the end of the line");
  refusesTns("1 1 x\n", "'x' is not a number");
  refusesTns("word\n", "'word' is not a number");
  refusesTns("row column value\n1 1 5\n", "comments begin with '#'");
  refusesTns("% Fortran\n1 1 5\n", "coordinate '%' of mode 0 is not an integer");
}

TEST_CASE(".tns headers that contradict what follows") {
  refusesTns("3\n4 5\n1 1 1\n", "line 1 of t.tns has the single field '3', but line 2 has 2 fields");
  refusesTns("2.5\n3.5\n", "it is the value of a scalar, and the only line");
  refusesTns("2\n4 x\n", "a dimension is 'x', not an integer");
  refusesTns("2\n4 4611686018427387905\n", "a dimension is 4611686018427387905");
  refusesTns("2\n4 5\n5 1 1\n", "coordinate 5 of mode 0 is out of range");
  refusesTns("2\n4 5\n", "t.tns holds a tensor of 4 x 5, but 4 x 6 is expected", withDims({4, 6}));
}

TEST_CASE("files that are not what is expected") {
  refusesTns("1 1 5\n", "t.tns holds a tensor of order 2, but one of order 3 is expected", withOrder(3));
  refusesTns("5\n", "t.tns holds a tensor of order 0, but one of order 1 is expected", withOrder(1));
  refusesTns("3 1 5\n", "here 2", withDims({2, 2}));
  refusesMtx(general + "2 3 0\n", "m.mtx holds a matrix of 2 x 3, but a vector is expected", withOrder(1));
  refusesMtx(general + "2 3 0\n", "m.mtx holds a matrix, but a tensor of order 3 is expected", withOrder(3));
  refusesMtx(general + "2 3 0\n", "m.mtx holds a tensor of 2 x 3, but 3 x 3 is expected", withDims({3, 3}));
  ReadOptions both = withDims({3, 3});
  both.order = 1;
  refusesTns("1 1\n", "2 dimensions (3 x 3) are given for t.tns, a tensor of order 1", both);
}

TEST_CASE("values that the value type cannot hold") {
  refusesTns("1 2147483648\n", "2147483648 does not fit in the value type int", as(ValueType::Int32));
  refusesTns("1 9223372036854775808\n", "does not fit in the value type long", as(ValueType::Int64));
  refusesTns("1 1e10\n", "1e10 does not fit in the value type int", as(ValueType::Int32));
  refusesTns("1 2.5\n", "2.5 is not an integer", as(ValueType::Int32));
  refusesTns("1 1e-500\n", "1e-500 is not an integer", as(ValueType::Int32));
  refusesTns("1 nan\n", "nan is not an integer", as(ValueType::Int32));
  refusesTns("1 1e39\n", "1e39 does not fit in the value type float", as(ValueType::Float32));
  refusesTns("1 1e400\n", "1e400 does not fit in the value type double", as(ValueType::Float64));
}

TEST_CASE("binary data, endless lines and broken gzip") {
  refusesMtx(std::string("%%Matrix\0Market", 15), "m.mtx is not a text file");
  refusesMtx(std::string("\xff\xfe%\0%\0M\0", 8), "it is encoded as UTF-16");
  refusesMtx("%%MatrixMarket matrix coordinate real general\r3 3 1\r1 1 5\r", "the lines of m.mtx end in CR alone");
  refusesTns(std::string(std::size_t{2} << 20, '1').replace(3, 1, "\r"), "the lines of t.tns end in CR alone");
  refusesTns("\x89PNG\r\n", "'?PNG' is not a number");
  refusesTns(std::string(std::size_t{3} << 20, '1'), "line 1 of t.tns is longer than 1048576 bytes");
  refusesTns(std::string((std::size_t{1} << 20) + 1, ' ') + "\n1 1\n", "line 1 of t.tns is longer");
  const std::string packed = gzip(general + "3 3 1\n1 1 5\n");
  refusesMtx(packed.substr(0, packed.size() - 9), "m.mtx ends in the middle of its gzip stream");
  refusesMtx(packed.substr(0, 2), "m.mtx ends in the middle of its gzip stream");
  std::string broken = packed;
  broken[packed.size() - 6] ^= 0x55;  // in the checksum
  refusesMtx(broken, "incorrect data check");
  refusesMtx(packed + "trailing", "m.mtx is corrupt: its gzip stream does not decode");
  refusesMtx(gzip(""), "m.mtx is empty");
}

TEST_CASE("files that cannot be read") {
  const samples::Folder folder;
  failsWith(Family::User, "there is no such file", [&] { readTensor(folder.path("none.mtx"), {}); });
  failsWith(Family::User, "the kind of the file m.xyz is unknown", [] { readTensor("m.xyz", {}); });
  failsWith(Family::User, "the kind of the file  is", [] { readTensor("", {}); });
  std::filesystem::create_directory(folder.path("folder.tns"));
  failsWith(Family::User, "it is a directory", [&] { readTensor(folder.path("folder.tns"), {}); });
  const std::string path = folder.write("bad.tns", "1 1\n0 1\n");
  failsWith(Family::User, path + ":2:1", [&] { readTensor(path, {}); });
}
