// The trace for Perfetto: well-formed, ordered, bounded.
#include "report/trace.h"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "runs.h"

using namespace stardust;
using nlohmann::json;
using tests::spmv;

namespace {

std::string traced(const driver::Run& run) {
  const std::vector<driver::Run> runs{run};
  return report::trace(report::simulationsOf(runs));
}

std::map<std::pair<int, int>, std::vector<json>> slicesOf(const json& trace) {
  std::map<std::pair<int, int>, std::vector<json>> slices;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] == "X") slices[{event["pid"], event["tid"]}].push_back(event);
  }
  return slices;
}

std::set<std::string> processes(const json& trace) {
  std::set<std::string> names;
  for (const auto& event : trace["traceEvents"]) {
    if (event["name"] == "process_name") names.insert(event["args"]["name"]);
  }
  return names;
}

}  // namespace

TEST_CASE("a trace has a track for each unit; its slices follow each other and cover the run") {
  const auto run = spmv("0.05:300,200");
  const auto& recording = *driver::acceleratorIn(run)->timings.front()->report.recording;
  const auto trace = json::parse(traced(run));
  CHECK((processes(trace) == std::set<std::string>{"PCU", "PMU", "MC", "shuffle", "DRAM channel"}));
  std::size_t units = 0;
  for (const auto& [track, slices] : slicesOf(trace)) {
    std::int64_t end = 1, length = 0;
    for (const auto& slice : slices) {
      CHECK(slice["ts"] >= end);
      CHECK(slice["dur"] > 0);
      end = slice["ts"].get<std::int64_t>() + slice["dur"].get<std::int64_t>();
      length += slice["dur"].get<std::int64_t>();
    }
    CHECK(end <= recording.cycles + 1);
    if (slices.front()["name"] == "busy") continue;
    ++units;
    CHECK(length == recording.cycles);
  }
  CHECK(units == recording.workers.size());
}

TEST_CASE("tracks are called after the access or the loop of the expression, and the body") {
  const auto trace = json::parse(traced(spmv("0.05:300,200")));
  std::set<std::string> names;
  for (const auto& event : trace["traceEvents"]) {
    if (event["name"] == "thread_name") names.insert(event["args"]["name"]);
  }
  for (const char* const name : {"x(j): values, load", "x(j): values, read, body 3",
                                 "sum over j: A(i,j) * x(j), compute, body 0", "channel 0"}) {
    CAPTURE(std::string(name));
    CHECK(names.count(name) == 1);
  }
}

TEST_CASE("the bandwidth counter moves as many bytes as the run") {
  const auto run = spmv("0.05:300,200");
  const auto& report = driver::acceleratorIn(run)->timings.front()->report;
  const auto trace = json::parse(traced(run));
  double bytes = 0, at = 0, rate = 0;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] != "C") continue;
    bytes += (event["ts"].get<double>() - at) * rate;
    at = event["ts"];
    rate = (event["args"]["read"].get<double>() + event["args"]["written"].get<double>()) /
           driver::acceleratorIn(run)->timings.front()->hardware.machine.clockGhz;
  }
  CHECK(rate == 0);
  CHECK(bytes == doctest::Approx(static_cast<double>(report.readBytes + report.writeBytes)).epsilon(0.01));
}

TEST_CASE("a long run has a trace of some megabytes") {
  const auto run = spmv("0.05:2000,2000", {"ddr4-2133x4"});
  const auto text = traced(run);
  const auto trace = json::parse(text);
  CHECK(driver::acceleratorIn(run)->timings.front()->report.recording->resolution > 1);
  CHECK(trace["otherData"]["resolution"] == driver::acceleratorIn(run)->timings.front()->report.recording->resolution);
  std::size_t slices = 0;
  for (const auto& [track, list] : slicesOf(trace)) slices += list.size();
  CHECK(slices > 10'000);
  CHECK(slices <= 60'000);
  CHECK(text.size() < 6'000'000);
}

TEST_CASE("several simulations have processes of their own") {
  const auto names = processes(json::parse(traced(spmv("0.05:100,100", {"hbm2e", "ideal"}))));
  CHECK(names.count("hbm2e: PCU") == 1);
  CHECK(names.count("ideal: PCU") == 1);
}
