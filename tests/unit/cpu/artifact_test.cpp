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

/// Every compiler that is here.
std::vector<std::string> compilers() {
  std::vector<std::string> found;
  for (const char* name : {"cc", "clang"})
    if (cpu::run({name, "--version"}).succeeded()) found.push_back(name);
  return found;
}

/// The result's files, all its arrays as the expected ones.
void writesResult(const loops::Function& function, const std::string& tensor, const Storage& expected, const cpu::TemporaryDirectory& folder) {
  const Files files = cpu::dataOf(function, tensor, expected);
  for (const auto& file : files) {
    CAPTURE(file.first);
    CHECK((read(folder.file(file.first)) == file.second));
  }
}

Storage csrOf(std::int64_t rows, std::int64_t columns, ValueType type) {
  return pack(generate(Fill::Sparse, {rows, columns}, 0.2, 3, type), Format({dense, compressed}));
}

}  // namespace

TEST_CASE("an artifact compiles without warnings, by every compiler here, and computes what the kernel here does") {
  const loops::Function function = loops::parse(samples::reverse);
  const Storage A = csrOf(40, 50, ValueType::Int32);
  const cpu::ResultShape shape{{40, 50}, Format({dense, compressed}), ValueType::Int32};
  cpu::Kernel kernel(function, samples::toolchain(), false);
  cpu::Call call(function, {{"A", &A}}, {{"C", shape}});
  kernel.run(call, 1);
  for (const std::string& compiler : compilers()) {
    CAPTURE(compiler);
    const cpu::TemporaryDirectory folder;
    write(folder, cpu::sourcesOf(function));
    write(folder, cpu::dataOf(function, "A", A));
    succeeds({compiler, "-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wno-unknown-pragmas", "-Werror", "-o", folder.file("run"), folder.file("main.c"),
              folder.file("reverse.c"), "-lm"});
    succeeds({folder.file("run"), folder.path()});
    writesResult(function, "C", call.result("C"), folder);
  }
}

TEST_CASE("an artifact with threads builds with its own CMakeLists.txt") {
  const loops::Function function = loops::parse(samples::spmv);
  const Storage A = csrOf(30, 20, ValueType::Float64), x = pack(generate(Fill::Dense, {20}, 1, 5, ValueType::Float64), denseFormat(1));
  const cpu::Kernel kernel(function, samples::toolchain(), true);
  cpu::Call call(function, {{"A", &A}, {"x", &x}}, {{"y", {{30}, denseFormat(1), ValueType::Float64}}});
  kernel.run(call, 2);
  const cpu::TemporaryDirectory folder;
  write(folder, cpu::sourcesOf(function));
  write(folder, cpu::dataOf(function, "A", A));
  write(folder, cpu::dataOf(function, "x", x));
  succeeds({"cmake", "-S", folder.path(), "-B", folder.file("build")});
  succeeds({"cmake", "--build", folder.file("build")});
  succeeds({folder.file("build/spmv"), folder.path(), "2"});
  const auto expected = std::get<std::vector<double>>(call.result("y").values);
  const std::string bytes = read(folder.file("y_vals.bin"));
  REQUIRE(bytes.size() == expected.size() * sizeof(double));
  std::vector<double> actual(expected.size());
  std::memcpy(actual.data(), bytes.data(), bytes.size());
  for (std::size_t n = 0; n < expected.size(); ++n) CHECK(actual[n] == doctest::Approx(expected[n]).epsilon(1e-14));
}

TEST_CASE("an artifact's program says what is wrong with its files") {
  const loops::Function function = loops::parse(samples::spmv);
  const cpu::TemporaryDirectory folder;
  write(folder, cpu::sourcesOf(function));
  succeeds({"cc", "-o", folder.file("run"), folder.file("main.c"), folder.file("spmv.c"), "-lm"});
  const auto missing = cpu::run({folder.file("run"), folder.path()});
  CHECK(missing.status == 1);
  CHECK(missing.output.find("cannot open") != std::string::npos);
  write(folder, {{"A_dims.bin", "odd"}});
  const auto odd = cpu::run({folder.file("run"), folder.path()});
  CHECK(odd.status == 1);
  CHECK(odd.output.find("not a whole number") != std::string::npos);
}
