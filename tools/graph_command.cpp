#include "graph_command.h"

#include <fmt/format.h>

#include <iostream>

#include "driver/source_files.h"
#include "driver/stream_graph.h"
#include "driver/stream_graph_report.h"
#include "files/files.h"
#include "output_flags.h"
#include "sam/parse.h"
#include "sam/verify.h"
#include "support/plural.h"

namespace stardust::tools {
namespace {

std::map<std::string, std::string> inputsOf(const std::vector<std::string>& flags) {
  std::map<std::string, std::string> inputs;
  for (const std::string& flag : flags) {
    const auto colon = flag.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == flag.size())
      failUser(fmt::format("'{}' names no tensor and file", flag), {}, {}, "-i=B:FILE");
    if (!inputs.emplace(flag.substr(0, colon), flag.substr(colon + 1)).second)
      failUser(fmt::format("tensor {} has two files", flag.substr(0, colon)));
  }
  return inputs;
}

}  // namespace

int execGraph(const GraphFlags& flags, Watch& watch) {
  if (!flags.json.empty()) checkWritable(flags.json);
  if (!flags.quiet) watch.progress().show();
  driver::GraphRequest request;
  request.inputs = inputsOf(flags.inputs);
  request.machine = flags.machine;
  request.simulates = !flags.interprets;
  request.hooks = {&watch.isStopped(), &watch.progress()};
  const auto run = driver::execGraph(driver::readSource(flags.program, "a stream graph"), request);
  watch.progress().finish();
  if (!takesStandardOutput({flags.json})) std::cout << driver::textOf(run) << std::flush;
  if (!flags.json.empty()) writeFile(flags.json, driver::jsonOf(run));
  return 0;
}

int checkGraph(const std::string& path) {
  const auto graph = sam::parseGraph(driver::readSource(path, "a stream graph"));
  const auto findings = sam::verify(graph);
  for (const auto& finding : findings) std::cerr << render(finding);
  std::cout << fmt::format("{}: {} ({}, {})\n", path, findings.empty() ? "well-formed" : "not well-formed",
                           counted(findings.size(), "error"), counted(graph.blocks.size(), "block"));
  return findings.empty() ? 0 : exitCode(Family::User);
}

}  // namespace stardust::tools
