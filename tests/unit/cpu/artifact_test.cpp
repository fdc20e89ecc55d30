#include "backend/cpu/artifact.h"

#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "backend/cpu/process.h"
#include "kernels.h"
#include "tensor/generate.h"

using namespace stardust;

namespace {

using Files = std::map<std::string, std::string>;

void write(const cpu::TemporaryDirectory& folder, const Files& files) {
  for (const auto& [name, bytes] : files) std::ofstream(folder.file(name), std::ios::binary) << bytes;
}
std::string read(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

void succeeds(const std::vector<std::string>& command) {
  const auto said = cpu::run(command);
  CHECK_MESSAGE(said.succeeded(), command[0] << ": " << said.output);
}

/// Every available compiler.
std::vector<std::string> compilers() {
  std::vector<std::string> found;
  for (const char* name : {"cc", "clang"})
    if (cpu::run({name, "--version"}).succeeded()) found.push_back(name);
  return found;
}

/// Compiles as strict builds do.
void strictly(const std::string& compiler, const cpu::TemporaryDirectory& folder, const std::string& kernel) {
  const std::vector<std::string> command = {compiler,
                                            "-std=c99",
                                            "-O1",
                                            "-Wall",
                                            "-Wextra",
                                            "-Wpedantic",
                                            "-Werror",
                                            "-o",
                                            folder.file("run"),
                                            folder.file("main.c"),
                                            folder.file(kernel + ".c"),
                                            folder.file("stardust_threads.c"),
                                            "-pthread",
                                            "-lm"};
  succeeds(command);
}

/// Writes the result's files, and checks all its arrays.
void writesResult(const loops::Function& function, const std::string& tensor, const Storage& expected,
                  const cpu::TemporaryDirectory& folder) {
  const Files files = cpu::dataOf(function, tensor, expected);
  for (const auto& file : files) {
    CAPTURE(file.first);
    CHECK((read(folder.file(file.first)) == file.second));
  }
}

const Format csr({dense, compressed});
const cpu::ArtifactTensors ofReverse = {{"A", {csr, ValueType::Int32, {{"i", "j"}}}},
                                        {"C", {csr, ValueType::Int32, {{"i", "j"}}}}};
const cpu::ArtifactTensors ofSpmv = {{"A", {csr, ValueType::Float64, {{"i", "j"}}}},
                                     {"x", {denseFormat(1), ValueType::Float64, {{"j"}}}},
                                     {"y", {denseFormat(1), ValueType::Float64, {{"i"}}}}};

/// The dimensions of a result, for the program to read.
Files dimsOf(const loops::Function& function, const std::string& tensor, const std::vector<std::int64_t>& dims) {
  return {{cpu::dataFileOf(function, {loops::Role::Kind::Dim, tensor, 0}),
           {reinterpret_cast<const char*>(dims.data()), dims.size() * sizeof(std::int64_t)}}};
}

/// Words as an array's file has them.
template <class T>
std::string bytesOf(const std::vector<T>& elements) {
  return {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)};
}

Storage csrOf(std::int64_t rows, std::int64_t columns, ValueType type) {
  return pack(generate(Fill::Sparse, {rows, columns}, 0.2, 3, type), csr);
}

}  // namespace

TEST_CASE("an artifact compiles without warnings, by every compiler here, and computes what the kernel here does") {
  const loops::Function function = loops::parse(samples::reverse);
  const Storage A = csrOf(40, 50, ValueType::Int32);
  const cpu::ResultShape shape{{40, 50}, Format({dense, compressed}), ValueType::Int32};
  cpu::Kernel kernel(function, samples::toolchain());
  cpu::Call call(function, {{"A", &A}}, {{"C", shape}});
  kernel.run(call, 1);
  for (const std::string& compiler : compilers()) {
    CAPTURE(compiler);
    const cpu::TemporaryDirectory folder;
    write(folder, cpu::sourcesOf(function, ofReverse));
    write(folder, cpu::dataOf(function, "A", A));
    write(folder, dimsOf(function, "C", {40, 50}));
    strictly(compiler, folder, "reverse");
    succeeds({folder.file("run"), folder.path()});
    writesResult(function, "C", call.result("C"), folder);
  }
}

TEST_CASE("an artifact writes arrays without elements, of which there may be none in memory") {
  const loops::Function function = loops::parse(samples::reverse);
  const Storage A = pack(generate(Fill::Sparse, {4, 5}, 0, 3, ValueType::Int32), csr);
  for (const std::string& compiler : compilers()) {
    CAPTURE(compiler);
    const cpu::TemporaryDirectory folder;
    write(folder, cpu::sourcesOf(function, ofReverse));
    write(folder, cpu::dataOf(function, "A", A));
    write(folder, dimsOf(function, "C", {4, 5}));
    // Emulates a C library that declares fwrite's pointer as nonnull; other libraries accept null.
    std::ofstream(folder.file("strict.h")) << "#include <stdio.h>\n#include <stdlib.h>\n"
                                              "#define fwrite(data, element, count, file) "
                                              "((data) ? fwrite(data, element, count, file) : (abort(), (size_t)0))\n";
    succeeds({compiler, "-std=c99", "-D_GNU_SOURCE", "-include", folder.file("strict.h"), "-o", folder.file("run"),
              folder.file("main.c"), folder.file("reverse.c"), folder.file("stardust_threads.c"), "-pthread", "-lm"});
    succeeds({folder.file("run"), folder.path()});
    CHECK(read(folder.file("C_vals.bin")).empty());
  }
}

TEST_CASE("an artifact with threads builds with its own CMakeLists.txt") {
  const loops::Function function = loops::parse(samples::spmv);
  const Storage A = csrOf(30, 20, ValueType::Float64),
                x = pack(generate(Fill::Dense, {20}, 1, 5, ValueType::Float64), denseFormat(1));
  const cpu::Kernel kernel(function, samples::toolchain());
  cpu::Call call(function, {{"A", &A}, {"x", &x}}, {{"y", {{30}, denseFormat(1), ValueType::Float64}}});
  kernel.run(call, 2);
  const cpu::TemporaryDirectory folder;
  write(folder, cpu::sourcesOf(function, ofSpmv));
  write(folder, cpu::dataOf(function, "A", A));
  write(folder, cpu::dataOf(function, "x", x));
  write(folder, dimsOf(function, "y", {30}));
  succeeds({"cmake", "-S", folder.path(), "-B", folder.file("build")});
  succeeds({"cmake", "--build", folder.file("build")});
  succeeds({folder.file("build/spmv"), folder.path(), "2"});
  const auto expected = std::get<ValueArray<double>>(call.result("y").values);
  const std::string bytes = read(folder.file("y_vals.bin"));
  REQUIRE(bytes.size() == expected.size() * sizeof(double));
  std::vector<double> actual(expected.size());
  std::memcpy(actual.data(), bytes.data(), bytes.size());
  for (std::size_t n = 0; n < expected.size(); ++n) CHECK(actual[n] == doctest::Approx(expected[n]).epsilon(1e-14));
}

TEST_CASE("an artifact's program says what is wrong with its files and arguments, and reads nothing beyond them") {
  const loops::Function function = loops::parse(samples::spmv);
  const cpu::TemporaryDirectory folder;
  write(folder, cpu::sourcesOf(function, ofSpmv));
  strictly("cc", folder, "spmv");
  Coordinates entries{{2, 3}, {0, 0, 0, 2, 1, 1}, ValueArray<double>{1, 2, 3}};
  const Storage A = pack(entries, csr), x = pack(generate(Fill::Dense, {3}, 1, 5, ValueType::Float64), denseFormat(1));
  const auto says = [&](const Files& wrong, const std::string& what, const std::vector<std::string>& arguments = {}) {
    write(folder, cpu::dataOf(function, "A", A));
    write(folder, cpu::dataOf(function, "x", x));
    write(folder, dimsOf(function, "y", {2}));
    write(folder, wrong);
    std::vector<std::string> command = {folder.file("run"), folder.path()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto said = cpu::run(command);
    CAPTURE(said.output);
    CHECK(said.status == (what.empty() ? 0 : 1));
    CHECK(said.output.find(what) != std::string::npos);
  };
  CHECK(cpu::run({folder.file("run"), folder.path()}).output.find("cannot open") != std::string::npos);
  says({}, "");
  says({{"A_dims.bin", "odd"}}, "not a whole number");
  says({{"A_dims.bin", bytesOf<std::int64_t>({2})}}, "A_dims.bin: it should have an extent for each level");
  says({{"A_dims.bin", bytesOf<std::int64_t>({2, -3})}}, "A_dims.bin: extents are 0 to");
  says({{"A_dims.bin", bytesOf<std::int64_t>({3, 3})}},
       "A_dims.bin and y_dims.bin: the expression wants the same extent, and they have 3 and 2");
  says({{"x_dims.bin", bytesOf<std::int64_t>({2})}}, "A_dims.bin and x_dims.bin");
  says({{"A2_pos.bin", bytesOf<std::int64_t>({0, 2})}}, "A2_pos.bin: it should have one element more");
  says({{"A2_pos.bin", bytesOf<std::int64_t>({1, 2, 3})}}, "A2_pos.bin: it should begin with 0");
  says({{"A2_pos.bin", bytesOf<std::int64_t>({0, 4, 3})}}, "A2_pos.bin: its elements should ascend");
  says({{"A2_crd.bin", bytesOf<std::int32_t>({0, 2})}}, "A2_crd.bin: it should have a coordinate for each position");
  says({{"A2_crd.bin", bytesOf<std::int32_t>({0, 3, 1})}}, "A2_crd.bin: a coordinate is not below its extent");
  says({{"A2_crd.bin", bytesOf<std::int32_t>({2, 0, 1})}}, "A2_crd.bin: the coordinates of a fiber should ascend");
  says({{"A_vals.bin", bytesOf<double>({1, 2})}}, "A_vals.bin: it should have a value for each position");
  says({{"x_vals.bin", ""}}, "x_vals.bin: it should have a value for each position");
  says({}, "the number of threads is 1 to 1024", {"2x"});
  says({}, "the number of threads is 1 to 1024", {"0"});
  says({}, "usage: spmv DIRECTORY [THREADS]", {"2", "3"});
  const auto alone = cpu::run({folder.file("run")}), help = cpu::run({folder.file("run"), "--help"});
  CHECK(alone.status == 1);
  CHECK(alone.output.find("usage: spmv DIRECTORY [THREADS]") != std::string::npos);
  CHECK(help.status == 0);
  CHECK(help.output == alone.output);
}

TEST_CASE("levels of every kind are checked") {
  const loops::Function function = loops::parse(samples::spmv);  // only main.c is examined
  const auto mainOf = [&](const Format& format) {
    cpu::ArtifactTensors tensors = ofSpmv;
    tensors.at("A").format = format;
    return cpu::sourcesOf(function, tensors).at("main.c");
  };
  const std::string coo = mainOf(Format({compressedNonUnique, singleton})), bits = mainOf(Format({dense, bitvector}));
  CHECK(
      coo.find(
          "compressed_level(\"A1_pos.bin\", \"A1_crd.bin\", t_A_levels[0], sizeof(int64_t), sizeof(int32_t), size, false)") !=
      std::string::npos);
  CHECK(coo.find("check_crd(\"A2_crd.bin\", t_A_levels[1].crd, sizeof(int32_t), size, t_A_levels[1].dim)") !=
        std::string::npos);
  CHECK(bits.find("bit_level(\"A2_pos.bin\", \"A2_bits.bin\", t_A_levels[1], sizeof(int64_t), size)") !=
        std::string::npos);
  const std::string runs = mainOf(Format({dense, runLength}));
  CHECK(
      runs.find(
          "size = run_level(\"A2_pos.bin\", \"A2_crd.bin\", t_A_levels[1], sizeof(int64_t), sizeof(int32_t), size);") !=
      std::string::npos);
  CHECK(runs.find("the last run of a fiber should end") != std::string::npos);
}
