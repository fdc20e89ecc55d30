// Refusals of edge lists, Harwell–Boeing files, arrays and archives: with line and column, or the offset.
#include "errors/failure.h"
#include "files/binsparse.h"
#include "files/tensors.h"
#include "unit/files/folder.h"
#include "unit/files/libraries.h"

using namespace stardust;

namespace {

std::string made(const std::string& name) { return std::string(STARDUST_SOURCE_DIR "/tests/unit/files/made/") + name; }

void refuses(const std::string& name, const std::string& bytes, const std::string& message, ReadOptions options = {}) {
  failsWith(Family::User, message, [&] { readTensorText(name, bytes, fileKind(name), options); });
}

std::string bytesOf(const std::string& name) {
  std::ifstream file(made(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string replaced(std::string bytes, const std::string& text, const std::string& by) {
  return bytes.replace(bytes.find(text), text.size(), by);
}

std::string card(const std::string& type, const std::string& sizes, const std::string& formats,
                 const std::string& body) {
  return "A title\n 4 1 1 2 0\n" + type + " " + sizes + "\n" + formats + "\n" + body;
}
const std::string formats = "(4I3) (4I3) (2E15.8)";

}  // namespace

TEST_CASE("edges") {
  refuses("e.txt", "", "e.txt has no edges");
  refuses("e.txt", "# none\n", "give the dimensions");
  refuses("e.txt", "0 1\n0 x\n", "coordinate 'x' of mode 1 is not an integer\n --> e.txt:2:3");
  refuses("e.txt", "0 1\n0 -1\n", "coordinates count from 0");
  refuses("e.csv", "0,1,2\n0,1\n", "the value is missing\n --> e.csv:2:4");
  refuses("e.csv", "0,1\n0,1,2\n", "line 1 has no weight, so that no other has one");
  refuses("e.csv", "0,,1\n", "the coordinate of mode 1 is missing");
  refuses("e.tsv", "0\n", "the first line of e.tsv has 1 field, where 2 or 3 are expected\n --> e.tsv:1:1");
  refuses("e.txt", "0 2\n", "if the file counts from 1, say so: --base=T:1",
          {ValueType::Float64, {}, std::vector<std::int64_t>{2, 2}});
  refuses("e.txt", "0 1 2.5\n", "2.5 is not an integer", {ValueType::Int32, {}, {}});
}

TEST_CASE("Harwell-Boeing") {
  refuses("m.rb", "", "m.rb is empty");
  refuses("m.rb", "title\nwords\n", "m.rb:2:1");
  refuses("m.rb", card("CUA", "3 3 4 0", formats, ""), "the matrix is complex, and is read as double\n --> m.rb:3:1");
  refuses("m.rb", card("CHA", "3 3 4 0", formats, ""), "the matrix is complex, and is read as double");
  refuses("m.rb", card("RHA", "3 3 4 0", formats, ""), "a hermitian matrix is complex");
  refuses("m.rb", card("RSE", "3 3 4 0", formats, ""), "matrices of finite elements cannot be read");
  refuses("m.rb", card("RSA", "3 4 4 0", formats, ""), "a matrix of 3 x 4 cannot be symmetric");
  refuses("m.rb", card("RUA", "6 0 6 0", formats, ""), "a matrix of 6 x 0 has no entries");
  refuses("m.rb", card("RUA", "3 3 4 0", "(4I3) (words)", ""), "has 2 formats, where 3 are expected\n --> m.rb:4:1");
  refuses("m.rb", card("RUA", "3 3 4 0", "(4I3) (4X3) (2E15.8)", ""), "the format '(4X3)' is unknown\n --> m.rb:4:7");
  refuses("m.rb", card("RUA", "3 3 4 0", formats, "  1  3  2  5\n"), "the pointer 2 is out of range\n --> m.rb:5:9");
  refuses("m.rb", card("RUA", "3 3 4 0", formats, "  1  3  4  9\n"), "the pointer 9 is out of range");
  refuses("m.rb", card("RUA", "3 3 4 0", formats, "  1  3  4  5\n  1  9  2  3\n"), "the row 9 is out of range");
  refuses("m.rb", card("RSA", "3 3 4 0", formats, "  1  2  4  5\n  1  1  3  3\n"), "lists one triangle");
  refuses("m.rb", card("RUA", "3 3 4 0", formats, "  1  3  4  5\n  1  3  2  3\n"),
          "m.rb ends, and a value is expected");
  refuses("m.rb", card("RUA", "3 3 4 0", formats, "  1  3  4  5\n  1  3  2  3\n       1.0E0           x\n"),
          "'x' is not a number\n --> m.rb:7:");
  refuses("m.rb", card("RUA", "2147483647 2147483647 576460752303423488 0", formats, "  1\n"), "m.rb ends");
}

TEST_CASE("arrays of NumPy") {
  const std::string bytes = bytesOf("c.npy");
  refuses("a.npy", "", "a.npy is not a .npy file");
  refuses("a.npy", bytes.substr(0, 50), "a.npy ends in its header, at byte 50");
  refuses("a.npy", bytes.substr(0, 200), "a.npy has 72 bytes of elements from byte 128 on, where 192 are expected");
  refuses("a.npy", bytes + "x", "193 bytes of elements");
  refuses("a.npy", bytesOf("complex.npy"), "the value type double has no imaginary part");
  refuses("a.npy", bytesOf("text.npy"), "its elements are of type '<U1'");
  refuses("a.npy", replaced(bytes, "'<f8'", "'|O' "), "its elements are objects of Python");
  refuses("a.npy", replaced(bytes, "(6, 4), }            ", "(2147483647, 99), }  "), "elements from byte 128 on");
  refuses("a.npy", replaced(bytes, "(6, 4)", "(6; 4)"), "',' is expected in the header (byte ");
  refuses("a.npy", bytes, "element 1 of a.npy (byte 136 of the file) is 1.5", {ValueType::Int32, {}, {}});
  refuses("a.npy", bytes, "a.npy holds a tensor of order 2 (6 x 4), but one of order 3", {ValueType::Float64, 3, {}});
}

TEST_CASE("archives") {
  const std::string bytes = bytesOf("csr.npz");
  refuses("a.npz", "", "a.npz is not an archive");
  refuses("a.npz", bytes.substr(0, bytes.size() / 2), "a.npz is not an archive");
  refuses("a.npz", replaced(bytes, "PK\3\4", "PK\3\5"), "the archive a.npz is corrupt at byte 0");
  std::string changed = bytes;
  changed[80] = static_cast<char>(changed[80] ^ 1);
  refuses("a.npz", changed, "the archive a.npz is corrupt at byte ");
  std::string huge = bytes;
  for (std::size_t at = huge.rfind("PK\1\2") + 24; huge.rfind("PK\1\2") + 28 > at; ++at) huge[at] = '\x7f';
  refuses("a.npz", huge, "the size of a member does not fit its bytes");
  refuses("a.npz", bytesOf("two.npz"), "a.npz holds 2 tensors");
  ReadOptions named;
  named.variable = "a";
  refuses("a.npz", bytesOf("two.npz"), "did you mean a.npz:A?", named);
}

TEST_CASE("a mostly empty tensor is not written as a dense array") {
  const samples::Folder folder;
  const Storage sparse = pack({{1 << 20, 1 << 20}, {5, 5}, ValueArray<float>{1}}, Format({compressed, compressed}));
  failsWith(Family::User, "is mostly zeros", [&] { writeTensor(folder.path("a.npy"), sparse); });
  CHECK(folder.files() == 0);
  failsWith(Family::User, "cannot write a tensor of order 3", [&] {
    writeTensor(folder.path("t.rb"), pack({{1, 1, 1}, {}, ValueArray<float>{}}, denseFormat(3)));
  });
}

TEST_CASE("HDF5") {
  if (!samples::hasLibrary(FileKind::Hdf5)) return;
  refuses("a.h5", "", "a.h5 cannot be opened as HDF5");
  refuses("a.h5", bytesOf("csr.h5").substr(0, 3000), "a.h5 cannot be opened as HDF5");
  refuses("a.h5", bytesOf("version73.mat"), "a.h5 holds no tensor of binsparse");
  refuses("a.h5", bytesOf("groups.h5"), "a.h5 holds 6 tensors");
  refuses("a.h5", bytesOf("csr.h5"), "is 1.5", {ValueType::Int32, {}, {}});
  refuses("a.h5", replaced(bytesOf("csr.h5"), "[6, 4]", "[6, 3]"), "element 4 of a.h5: indices_1 (byte ");
  refuses("a.h5", replaced(bytesOf("csr.h5"), "[6, 4]", "[9, 4]"), "a.h5 has too few elements for its shape 9 x 4");
}

TEST_CASE("descriptors of binsparse") {
  const auto refusesJson = [](const std::string& json, const std::string& message) {
    failsWith(Family::User, message, [&] { io::binsparseDescriptor("a.h5", json); });
  };
  const std::string types = R"(, "data_types": {"values": "float64"}})";
  refusesJson("", "the attribute binsparse of a.h5 cannot be read");
  refusesJson("[]", "it is not an object in JSON");
  refusesJson("{}", "it needs a list 'shape'");
  refusesJson(R"({"shape": [3, -1]})", "a dimension must be an integer between 0 and 4611686018427387904");
  refusesJson(R"({"shape": [3], "format": "CSR")" + types, "its format has 2 modes, and its shape 1");
  refusesJson(R"({"shape": [3, 3], "format": "ELL")" + types, "there is no format 'ELL'; the formats are DVEC");
  refusesJson(R"({"shape": [3], "custom": {"level": {"level_desc": "hash"}}})", "a level is dense, sparse or element");
  refusesJson(R"({"shape": [3], "custom": {"level": {"level_desc": "dense"}}})", "the innermost level must be");
  refusesJson(R"({"shape": [3, 4], "format": "CSR", "structure": "symmetric_lower")" + types, "is square");
}

TEST_CASE("MATLAB") {
  if (!samples::hasLibrary(FileKind::Matlab)) return;
  refuses("a.mat", "", "a.mat holds no variable with numbers");
  refuses("a.mat", bytesOf("a.mat"), "a.mat holds 3 tensors");
  refuses("a.mat", bytesOf("complex.mat"), "the value type double has no imaginary part");
  const samples::Folder folder;
  failsWith(Family::User, "'2x' cannot be the name of a variable in MATLAB", [&] {
    writeTensor(folder.path("a.mat:2x"), pack({{2}, {}, ValueArray<float>{}}, denseFormat(1)));
  });
  CHECK(folder.files() == 0);
}
