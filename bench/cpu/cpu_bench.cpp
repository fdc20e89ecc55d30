// Our kernels on the CPU beside the libraries that are installed, in the same run: rounds in which each contender runs once, and the medians of its
// times. Every result is compared with ours, which the tests compare with the reference.
//   cpu_bench [FILE.json [DATA [KERNEL…]]]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <thread>

#include "contenders.h"
#include "exec/reference.h"
#include "stardust_version.h"
#include "support/table.h"
#include "tasks.h"

namespace {

using namespace stardust;
using namespace stardust::bench;

constexpr int leastRounds = 9, mostRounds = 101;
constexpr double secondsForTask = 4;

struct Timed {
  Contender contender;
  std::vector<double> seconds = {};
  bool agrees = true;

  double median() {
    const auto middle = seconds.begin() + static_cast<long>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    return *middle;
  }
};

double secondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<Timed> measure(const Task& task, int threads) {
  std::vector<Timed> all;
  for (const auto& library : {ours, eigen, graphBlas, librsb})
    for (Contender& contender : library(task, threads)) all.push_back({std::move(contender)});
  double round = 0;
  for (Timed& timed : all) {
    timed.contender.run();  // pages and caches warm up
    round += secondsOf(timed.contender.run);
    timed.agrees = timed.contender.digest().agrees(all.front().contender.digest());
  }
  const int rounds = std::clamp(static_cast<int>(secondsForTask / round), leastRounds, mostRounds);
  for (int n = 0; n < rounds; ++n)
    for (Timed& timed : all) timed.seconds.push_back(secondsOf(timed.contender.run));
  return all;
}

struct Row {
  std::string kernel, data;
  int threads;
  double bytes, bandwidth;
  std::vector<Timed> timed;
};

std::string json(std::vector<Row>& rows) {
  std::string text = fmt::format("{{\"schema\": 1, \"benchmark\": \"cpu\", \"version\": \"{}\", \"gitId\": \"{}\", \"seed\": {}, \"processors\": {}, \"rows\": [", STARDUST_VERSION,
                                 STARDUST_GIT_ID, driver::defaultSeed, std::thread::hardware_concurrency());
  for (Row& row : rows) {
    text += fmt::format("{}\n  {{\"kernel\": \"{}\", \"data\": \"{}\", \"threads\": {}, \"bytes\": {}, \"readBytesPerSecond\": {}, \"boundSeconds\": {}, \"seconds\": {{",
                        text.back() == '[' ? "" : ",", row.kernel, row.data, row.threads, row.bytes, row.bandwidth, row.bytes / row.bandwidth);
    for (Timed& t : row.timed) text += fmt::format("{}\"{}\": {}", text.back() == '{' ? "" : ", ", t.contender.name, t.median());
    text += fmt::format("}}, \"rounds\": {}}}", row.timed.front().seconds.size());
  }
  return text + "\n]}\n";
}

// Milliseconds; * for a library that has no parallel version.
std::string table(std::vector<Row>& rows) {
  static const std::vector<std::string> names = {"stardust", "stardust fresh", "Eigen", "GraphBLAS", "librsb"};
  std::vector<std::string> head = {"kernel", "data", "threads"};
  head.insert(head.end(), names.begin(), names.end());
  head.push_back("bound");
  TextTable text(head, {2, 3, 4, 5, 6, 7, 8});
  for (Row& row : rows) {
    std::vector<std::string> cells = {row.kernel, row.data, std::to_string(row.threads)};
    for (const std::string& name : names) {
      const auto found = std::find_if(row.timed.begin(), row.timed.end(), [&](const Timed& t) { return t.contender.name == name; });
      cells.push_back(found == row.timed.end() ? "" : fmt::format("{:.4g}{}", found->median() * 1e3, found->contender.parallel || row.threads == 1 ? "" : "*"));
    }
    cells.push_back(fmt::format("{:.4g}", row.bytes / row.bandwidth * 1e3));
    text.row(cells);
  }
  return text.str();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string data = arguments.size() > 1 ? arguments[1] : "";
  const auto wanted = [&](const std::string& kernel) { return arguments.size() < 3 || std::find(arguments.begin() + 2, arguments.end(), kernel) != arguments.end(); };
  std::vector<Row> rows;
  bool wrong = false;
  for (const TaskSpec& spec : tasks(data)) {
    if (!wanted(spec.kernel)) continue;
    Task task = load(spec);
    addResultBytes(task, exec::evaluateReference(task.problem.assignment, task.problem.operands).result);
    for (const int threads : {1, 2}) {
      rows.push_back({spec.kernel, spec.data, threads, task.bytes, readBandwidth(task.bytes, threads), measure(task, threads)});
      for (const Timed& t : rows.back().timed) {
        if (!t.agrees) fmt::print(stderr, "{} on {}: {} computes something else\n", spec.kernel, spec.data, t.contender.name);
        wrong = wrong || !t.agrees;
      }
    }
    fmt::print(stderr, "{} {}\n", spec.kernel, spec.data);
  }
  fmt::print("{}", table(rows));
  if (!arguments.empty()) std::ofstream(arguments[0]) << json(rows);
  return wrong ? 1 : 0;
}
