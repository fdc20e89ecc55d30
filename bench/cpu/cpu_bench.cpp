// Compares our CPU kernels with installed libraries in one run; prints the results as Markdown and writes them as JSON.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include "document.h"
#include "latency.h"
#include "measure.h"
#include "neighbour.h"
#include "ours.h"
#include "published.h"
#include "stardust_version.h"

namespace {

using namespace stardust;
using namespace stardust::bench;
using nlohmann::json;

struct Arguments {
  double seconds = 4;
  std::string print, file, data;
  std::vector<std::string> kernels;

  bool wants(const std::string& kernel) const {
    return kernels.empty() || std::find(kernels.begin(), kernels.end(), kernel) != kernels.end();
  }
};

std::set<std::string> measurements() {
  std::set<std::string> names = {"beside", "latency", "growth"};
  for (const TaskSpec& spec : tasks("")) names.insert(spec.kernel);
  return names;
}

void describe(CLI::App& app, Arguments& arguments) {
  app.add_option("--seconds", arguments.seconds, "For the rounds of each task")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--print", arguments.print, "Only the Markdown of an earlier run")->check(CLI::ExistingFile);
  app.add_option("file", arguments.file, "Where the results go, as JSON");
  app.add_option("data", arguments.data, "Folder of the paper's data sets; what it lacks is random");
  app.add_option("kernels", arguments.kernels, "What is measured; all if none is named")
      ->check(CLI::IsMember(measurements()));
}

// Saves after each task, so that an interrupted run keeps its measurements.
void save(const Arguments& arguments, const json& all) {
  if (arguments.file.empty() || std::ofstream(arguments.file) << all.dump(1) << "\n") return;
  fmt::print(stderr, "cannot write {}\n", arguments.file);
  std::exit(1);
}

void addRows(json& all, const Arguments& arguments, const std::vector<Peer>& peers) {
  const json published = readPublished();
  for (const TaskSpec& spec : tasks(arguments.data)) {
    if (!arguments.wants(spec.kernel)) continue;
    const Task task = load(spec);
    for (const int threads : {1, 2}) {
      json row = measure(task, threads, peers, arguments.seconds);
      std::map<std::string, double> measured;
      for (const auto& [name, timing] : row.at("seconds").items()) {
        measured[name] = timing.at("median");
        if (!timing.at("agrees"))
          fmt::print(stderr, "{} on {}: {} computes something else\n", spec.kernel, spec.data, name);
      }
      row["derived"] = derived(publishedOf(published, spec.kernel, spec.published, threads), measured);
      all["rows"].push_back(std::move(row));
    }
    save(arguments, all);
    fmt::print(stderr, "{} {}\n", spec.kernel, spec.data);
  }
}

/// Measures the first matrix of SpMV again, while another process competes for one processor, or two.
json besideOthers(const Arguments& arguments, const std::vector<Peer>& peers) {
  const std::vector<TaskSpec> all = tasks(arguments.data);
  const auto spec = std::find_if(all.begin(), all.end(), [](const TaskSpec& one) { return one.kernel == "spmv"; });
  const Task task = load(*spec);
  const auto sameKernel = [&] {
    const Own own(task, 2);
    for (;;) own.reused.run();
  };
  const auto spin = [] {};
  struct Case {
    const char* name;
    int nice;
    std::function<void()> work;
  };
  json rows = json::array();
  for (const Case& beside : {Case{"a busy process", 0, spin}, Case{"a busy process of the lowest priority", 19, spin},
                             Case{"the same kernel on two threads", 0, sameKernel}})
    for (const int threads : {1, 2}) {
      const Neighbour neighbour(beside.nice, beside.work);
      json row = measure(task, threads, peers, arguments.seconds);
      row["beside"] = beside.name;
      rows.push_back(std::move(row));
    }
  return rows;
}

json streamOf() {
  json all = json::array();
  for (const double bytes : {4e6, 256e6})
    for (const int threads : {1, 2})
      all.push_back({{"bytes", bytes}, {"threads", threads}, {"readBytesPerSecond", readBandwidth(bytes, threads)}});
  return all;
}

json report(const Arguments& arguments) {
  const std::vector<Peer> peers = {directLoops(), eigen(), graphBlas(), sciPy(), mkl(), librsb()};
  json missing = json::array(), versions = json::array();
  for (const Peer& peer : peers) {
    if (peer.kernels.empty()) missing.push_back({{"name", peer.name}, {"install", peer.install}});
    else if (!peer.version.empty()) versions.push_back({{"name", peer.name}, {"version", peer.version}});
  }
  json all = {{"schema", 6},
              {"benchmark", "cpu"},
              {"version", STARDUST_VERSION},
              {"gitId", STARDUST_GIT_ID},
              {"seed", driver::defaultSeed},
              {"processor", processor()},
              {"compiler", compiler()},
              {"missing", missing},
              {"versions", versions},
              {"stream", streamOf()},
              {"rows", json::array()}};
  addRows(all, arguments, peers);
  if (arguments.wants("beside")) all["beside"] = besideOthers(arguments, peers);
  if (arguments.wants("latency")) all["latency"] = latency();
  if (arguments.wants("growth")) all["growth"] = growth();
  save(arguments, all);
  return all;
}

bool allAgree(const json& all) {
  for (const json& row : all.at("rows"))
    for (const auto& [name, timing] : row.at("seconds").items())
      if (!timing.at("agrees")) return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Our kernels on the CPU beside the libraries that are installed, in the same run");
  describe(app, arguments);
  CLI11_PARSE(app, argc, argv);
  if (!arguments.print.empty()) {
    std::ifstream file(arguments.print);
    fmt::print("{}", document(json::parse(file)));
    return 0;
  }
  const json all = report(arguments);
  fmt::print("{}", document(all));
  return allAgree(all) ? 0 : 1;
}
