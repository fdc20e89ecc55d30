#include "latency.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backend/cpu/kernel.h"
#include "backend/cpu/temporary_directory.h"
#include "driver/cpu.h"
#include "ours.h"
#include "stardust/kernel.h"
#include "tasks.h"

namespace stardust::bench {
namespace {

using nlohmann::json;

constexpr int furtherCalls = 1001;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// From text to result, without the C compiler's own time.
double firstCall(const TaskSpec& spec, const cpu::TemporaryDirectory& cache) {
  double inCompiler = 0;
  const double all = secondsOf([&] {
    const Task task = load(spec);
    Own own(task, 2, cpu::findToolchain({}, cache.path()));
    own.reused.run();
    inCompiler = own.compileSeconds();
  });
  return all - inCompiler;
}

double furtherCall(const TaskSpec& spec, const cpu::TemporaryDirectory& cache, int threads) {
  const Task task = load(spec);
  const Own own(task, threads, cpu::findToolchain({}, cache.path()));
  std::vector<double> seconds;
  for (int n = 0; n < furtherCalls; ++n) seconds.push_back(own.reused.run());
  return median(seconds);
}

/// A call of the public interface, including its argument checks.
double publicCall(int threads) {
  constexpr std::int64_t extent = 20;
  Tensor<double> A({extent, extent}, Format({dense, compressed})), x({extent}, Format({dense})),
      y({extent}, Format({dense}));
  for (std::int64_t n = 0; n < extent; ++n) A.insert({n, n}, 1.0), x.insert({n}, 2.0);
  IndexVar i, j;
  y(i) = A(i, j) * x(j);
  KernelOptions options;
  options.threads = threads;
  const Kernel kernel = compile(y.getAssignment(), options);
  std::vector<double> seconds;
  for (int n = 0; n < furtherCalls; ++n) seconds.push_back(secondsOf([&] { kernel(y, A, x); }));
  return median(seconds);
}

struct Held {
  std::int64_t residentBytes = 0, mappings = 0, descriptors = 0;
};

Held held() {
  const auto lines = [](const char* path) {
    std::ifstream file(path);
    return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  };
  Held now;
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;  // the second number is the resident size
  now.residentBytes = pages * sysconf(_SC_PAGESIZE);
  now.mappings = lines("/proc/self/maps");
  now.descriptors = std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  return now;
}

json described(int kernels, const Held& now) {
  return {{"kernels", kernels},
          {"residentBytes", now.residentBytes},
          {"mappings", now.mappings},
          {"descriptors", now.descriptors}};
}

}  // namespace

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  const std::string key = "model name";
  for (std::string line; std::getline(file, line);)
    if (line.compare(0, key.size(), key) == 0)
      return fmt::format("{}, {} processors", line.substr(line.find(':') + 2), sysconf(_SC_NPROCESSORS_ONLN));
  return "unknown";
}

std::string compiler() {
  std::istringstream identity(cpu::findToolchain().compiler.identity);  // its command and version
  std::string command, version;
  std::getline(std::getline(identity, command), version);
  return command + ": " + version;
}

json latency() {
  json rows = json::array();
  for (const TaskSpec& spec : smallTasks()) {
    const cpu::TemporaryDirectory cache;
    const double first = firstCall(spec, cache);
    const double fromDisk = firstCall(spec, cache);
    rows.push_back({{"kernel", spec.kernel},
                    {"firstCall", first},
                    {"fromDisk", fromDisk},
                    {"furtherCall", {furtherCall(spec, cache, 1), furtherCall(spec, cache, 2)}}});
  }
  return {{"kernels", rows}, {"publicCall", {publicCall(1), publicCall(2)}}};
}

json growth() {
  const cpu::TemporaryDirectory cache;
  json all = json::array();
  TaskSpec spec = smallTasks().front();
  const std::string expression = spec.invocation.kernel;
  for (int n = 1; n <= 1000; ++n) {
    spec.invocation.kernel = fmt::format("{} * {}", expression, n);
    firstCall(spec, cache);
    if (n == 100 || n == 1000) all.push_back(described(n, held()));
  }
  return all;
}

}  // namespace stardust::bench
