// The speed of reading files into coordinates, and of packing these into tensors, in MB of (uncompressed) text per
// second. The peer is a simple std::istream reader of the same plain file.
//   io_bench [RESULT.json]
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "files/tensors.h"
#include "report.h"
#include "tensor/generate.h"

using namespace stardust;

namespace {

constexpr std::uint64_t seed = 20;
constexpr int repetitions = 3;
constexpr double megabyte = 1e6;

// Extracts every number of the file, as a simple reader does.
std::size_t extract(const std::string& path, std::size_t skippedLines) {
  std::ifstream file(path);
  std::string line;
  for (std::size_t l = 0; l < skippedLines; ++l) std::getline(file, line);
  std::size_t numbers = 0;
  for (double number; file >> number;) ++numbers;
  return numbers;
}

bench::Report::Figures figures(double bytes, double entries, double seconds) {
  return {{"bytes", bytes}, {"entries", entries}, {"seconds", seconds}, {"mbPerSecond", bytes / megabyte / seconds}};
}

void measure(bench::Report& report, const std::string& folder, const std::string& extension, const Coordinates& tensor,
             const Format& format) {
  const Storage packed = pack(tensor, format);
  const std::string plain = folder + "/t." + extension;
  writeTensor(plain, packed);
  const auto entries = static_cast<double>(tensor.size());
  const auto bytes = static_cast<double>(std::filesystem::file_size(plain));
  const ReadOptions options{ValueType::Float64, {}, tensor.dims};
  const auto row = [&](const std::string& name, const std::function<void()>& work) {
    report.add(extension + " " + name, figures(bytes, entries, bench::shortestSeconds(repetitions, work)));
  };

  row("read", [&] { readTensor(plain, options); });
  row("istream", [&] { extract(plain, extension == "mtx" ? 2 : extension == "rb" ? 4 : 0); });
  writeTensor(plain + ".gz", packed);
  row("read gzip", [&] { readTensor(plain + ".gz", options); });
  row("write", [&] { writeTensor(plain, packed); });

  const Coordinates sorted = readTensor(plain, options);
  row("pack sorted", [&] { pack(sorted, format); });
  std::vector<int> reversed = format.modeOrder();
  std::reverse(reversed.begin(), reversed.end());
  row("pack transposed", [&] { pack(sorted, Format(format.levels(), reversed)); });
}

}  // namespace

int main(int argc, char** argv) {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("stardust-io-bench-{}", std::random_device{}());
  std::filesystem::create_directories(folder);
  bench::Report report("io_bench", seed);
  measure(report, folder.string(), "mtx", generate(Fill::Sparse, {100000, 100000}, 1e-4, seed, ValueType::Float64),
          Format({dense, compressed}));
  measure(report, folder.string(), "tns", generate(Fill::Sparse, {10000, 10000, 10000}, 1e-6, seed, ValueType::Float64),
          Format({compressed, compressed, compressed}));
  const Coordinates edges = generate(Fill::Sparse, {100000, 100000}, 1e-4, seed, ValueType::Float64);
  for (const char* extension : {"txt", "rb"})
    measure(report, folder.string(), extension, edges, Format({dense, compressed}));
  std::filesystem::remove_all(folder);
  return report.finish(argc, argv);
}
