#include "document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/text_table.h"

namespace stardust::bench {
namespace {

using nlohmann::json;

const std::vector<std::string> measuredNames = {"stardust",  "stardust fresh", "loops", "Eigen",
                                                "GraphBLAS", "SciPy",          "MKL",   "librsb"};
const std::vector<std::string> derivedNames = {"TACO", "hand", "hand fresh"};
constexpr double nearHand = 1.15;  // counts as equal to hand-written code

double measuredOf(const json& row, const std::string& name) {
  return row.at("seconds").contains(name) ? row["seconds"][name].at("median").get<double>() : 0;
}
double derivedOf(const json& row, const std::string& name) { return row.at("derived").value(name, 0.0); }

// Speedup over the fastest other program of the run; 0 if there is none.
double ahead(const json& row, const std::string& ours) {
  double best = 0;
  for (const auto& [name, timing] : row.at("seconds").items()) {
    const double seconds = timing.at("median");
    if (name.rfind("stardust", 0) != 0 && (best == 0 || seconds < best)) best = seconds;
  }
  return best / measuredOf(row, ours);
}

double aheadOfTaco(const json& row) { return derivedOf(row, "TACO") / measuredOf(row, "stardust"); }

double toHand(const json& row, const std::string& ours, const std::string& hand) {
  const double seconds = derivedOf(row, hand);
  return seconds == 0 ? 0 : measuredOf(row, ours) / seconds;
}

std::string milliseconds(double seconds) { return seconds == 0 ? "" : fmt::format("{:#.3g}", seconds * 1e3); }
std::string ratio(double value) { return value == 0 ? "" : fmt::format("{:.2f}", value); }

TextTable tableOf(std::vector<std::string> head, std::size_t names) {
  std::set<std::size_t> numbers;
  for (std::size_t n = names; n < head.size(); ++n) numbers.insert(n);
  return TextTable(std::move(head), numbers);
}

std::string fenced(const TextTable& table) { return "```text\n" + table.str() + "```\n\n"; }

std::string times(const json& rows, int threads) {
  std::vector<std::string> head = {"kernel", "data"};
  head.insert(head.end(), measuredNames.begin(), measuredNames.end());
  for (const std::string& name : derivedNames) head.push_back("~" + name);
  for (const char* more : {"read", "read share", "speedup", "speedup fresh", "vs ~TACO", "vs ~hand", "vs ~hand fresh"})
    head.push_back(more);
  TextTable table = tableOf(head, 2);
  for (const json& row : rows) {
    if (row.at("threads") != threads) continue;
    std::vector<std::string> cells = {row.at("kernel"), row.at("data")};
    for (const std::string& name : measuredNames) {
      const bool serial =
          threads > 1 && row.at("seconds").contains(name) && !row["seconds"][name].at("parallel").get<bool>();
      cells.push_back(milliseconds(measuredOf(row, name)) + (serial ? "*" : ""));
    }
    for (const std::string& name : derivedNames) cells.push_back(milliseconds(derivedOf(row, name)));
    const double read = row.at("readSeconds");
    cells.push_back(milliseconds(read));
    cells.push_back(fmt::format("{:.0f} %", 100 * read / measuredOf(row, "stardust")));
    for (const char* ours : {"stardust", "stardust fresh"}) cells.push_back(ratio(ahead(row, ours)));
    cells.push_back(ratio(aheadOfTaco(row)));
    cells.push_back(ratio(toHand(row, "stardust", "hand")));
    cells.push_back(ratio(toHand(row, "stardust fresh", "hand fresh")));
    table.row(cells);
  }
  return fmt::format("### {} thread{}\n\n", threads, threads == 1 ? "" : "s") + fenced(table);
}

struct Ratios {
  std::vector<double> all;
  void add(double ratio) {
    if (ratio > 0) all.push_back(ratio);
  }
  double mean() const {
    double logarithms = 0;
    for (const double one : all) logarithms += std::log(one);
    return all.empty() ? 0 : std::exp(logarithms / static_cast<double>(all.size()));
  }
  double least() const { return all.empty() ? 0 : *std::min_element(all.begin(), all.end()); }
};

std::string summary(const json& rows) {
  std::vector<std::string> kernels;
  std::map<std::string, Ratios> faster, taco, hand;
  int leading = 0, compared = 0, leadingTaco = 0, withTaco = 0;
  for (const json& row : rows) {
    const std::string kernel = row.at("kernel");
    if (!faster.count(kernel)) kernels.push_back(kernel);
    faster[kernel].add(ahead(row, "stardust"));
    taco[kernel].add(aheadOfTaco(row));
    hand[kernel].add(toHand(row, "stardust", "hand"));
    compared += ahead(row, "stardust") > 0;
    leading += ahead(row, "stardust") > 1;
    withTaco += aheadOfTaco(row) > 0;
    leadingTaco += aheadOfTaco(row) > 1;
  }
  TextTable table = tableOf({"kernel", "speedup, least", "mean", "vs ~TACO, least", "mean", "vs ~hand, mean"}, 1);
  int near = 0, withHand = 0;
  for (const std::string& kernel : kernels) {
    table.row({kernel, ratio(faster[kernel].least()), ratio(faster[kernel].mean()), ratio(taco[kernel].least()),
               ratio(taco[kernel].mean()), ratio(hand[kernel].mean())});
    withHand += !hand[kernel].all.empty();
    near += !hand[kernel].all.empty() && hand[kernel].mean() <= nearHand;
  }
  return fmt::format(
             "Stardust is the fastest program of the run in {} of {} rows. Relative to TACO (estimated), it is faster in {} of {} rows. Relative to hand-written code (estimated), it takes at most {} times as long for {} of {} kernels. Means are geometric, over data and threads.\n\n",
             leading, compared, leadingTaco, withTaco, nearHand, near, withHand) +
         fenced(table);
}

std::string besideTable(const json& rows) {
  std::vector<std::string> head = {"beside", "threads"};
  for (const std::string& name : measuredNames)
    if (name != "stardust fresh") head.push_back(name);
  TextTable table = tableOf(head, 1);
  for (const json& row : rows) {
    std::vector<std::string> cells = {row.at("beside"), row.at("threads").dump()};
    for (auto name = head.begin() + 2; name != head.end(); ++name)
      cells.push_back(milliseconds(measuredOf(row, *name)));
    table.row(cells);
  }
  return fmt::format(
             "## Beside another process\n\nMedians in milliseconds of {} on {}, while another process runs.\n\n",
             rows.at(0).at("kernel").get<std::string>(), rows.at(0).at("data").get<std::string>()) +
         fenced(table);
}

std::string latencyTable(const json& latency) {
  TextTable table = tableOf(
      {"kernel", "first call beyond the compiler", "first call, kernel on disk", "further call, 1 thread", "2 threads"},
      1);
  for (const json& row : latency.at("kernels"))
    table.row({row.at("kernel"), milliseconds(row.at("firstCall")), milliseconds(row.at("fromDisk")),
               milliseconds(row.at("furtherCall").at(0)), milliseconds(row.at("furtherCall").at(1))});
  return "## Latency\n\nMilliseconds, on tensors of a few entries. A first call includes parsing, the generation of operands, compilation and the run, without the time of the C "
         "compiler.\n\n" +
         fenced(table) +
         fmt::format("A further call of SpMV through the public `Kernel`: {} ms with 1 thread, {} ms with 2.\n\n",
                     milliseconds(latency.at("publicCall").at(0)), milliseconds(latency.at("publicCall").at(1)));
}

std::string growthTable(const json& rows) {
  TextTable table = tableOf({"kernels", "resident MB", "mappings", "descriptors"}, 0);
  for (const json& row : rows)
    table.row({row.at("kernels").dump(), fmt::format("{:.2f}", row.at("residentBytes").get<double>() * 1e-6),
               row.at("mappings").dump(), row.at("descriptors").dump()});
  return "## Growth\n\nThe resources of the process after so many different kernels were compiled, loaded, run and unloaded.\n\n" +
         fenced(table);
}

std::string machine(const json& all) {
  std::string text =
      fmt::format("Measured by `make bench-cpu` with stardust {} ({}) on {}; compiler {}; seed {}.\n",
                  all.at("version").get<std::string>(), all.at("gitId").get<std::string>(),
                  all.at("processor").get<std::string>(), all.at("compiler").get<std::string>(), all.at("seed").dump());
  for (const json& missing : all.at("missing"))
    text += fmt::format("{} was not measured, because it is not installed: `{}`.\n",
                        missing.at("name").get<std::string>(), missing.at("install").get<std::string>());
  const json versions = all.value("versions", json::array());
  for (const json& peer : versions)
    text += fmt::format("{}{} {}", text.back() == '\n' ? "Beside " : ", ", peer.at("name").get<std::string>(),
                        peer.at("version").get<std::string>());
  text += versions.empty() ? "" : ".\n";
  text += "Memory bandwidth:";
  for (const json& stream : all.at("stream"))
    text += fmt::format("{} {:.1f} GB/s ({:.0f} MB, {} thread{})", text.back() == ':' ? "" : ",",
                        stream.at("readBytesPerSecond").get<double>() * 1e-9, stream.at("bytes").get<double>() * 1e-6,
                        stream.at("threads").dump(), stream.at("threads") == 1 ? "" : "s");
  return text + ".\n\n";
}

const char* const legend =
    "Medians in milliseconds. Every program runs in turn, round after round, after a round that does not count.\n"
    "\n"
    "- `stardust` reuses the memory of the result, and `stardust fresh` allocates it. `*`: there is no parallel version.\n"
    "- `loops`: plain loops in the form of TACO's publications (bench/cpu/direct_loops_text.h), compiled with -O3 -ffast-math for any processor or for this one, whichever is faster. They never allocate.\n"
    "- `~TACO`, `~hand`: estimates, the mean over the measured libraries of their time multiplied by the published ratio (bench/cpu/published.json).\n"
    "- `read`: the time to read as many bytes, with huge pages and prefetching, in turn with the programs. `read share`: that time relative to `stardust`.\n"
    "- `speedup`: the time of the fastest other program divided by that of `stardust`. `vs ~TACO`: the speedup relative to TACO (estimated). `vs ~hand`: the time of `stardust` divided by that of hand-written code (estimated).\n"
    "\n";

}  // namespace

std::string document(const json& all) {
  std::string text =
      "# Kernels on the CPU\n\n`make bench-cpu` writes this page from bench/results/cpu.json; do not edit it.\n\n" +
      machine(all);
  if (!all.at("rows").empty())
    text += summary(all["rows"]) + "## Times\n\n" + legend + times(all["rows"], 1) + times(all["rows"], 2);
  if (all.contains("beside")) text += besideTable(all["beside"]);
  if (all.contains("latency")) text += latencyTable(all["latency"]);
  if (all.contains("growth")) text += growthTable(all["growth"]);
  text.pop_back();
  return text;
}

}  // namespace stardust::bench
