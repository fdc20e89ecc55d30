// SAM as a target: a stream graph, simulated cycle by cycle.
#pragma once

#include <string>
#include <vector>

#include "driver/machines.h"
#include "driver/pass_watch.h"
#include "driver/pipelines.h"
#include "driver/stopwatch.h"
#include "driver/target.h"
#include "driver/targets/shown.h"
#include "sam/lower/lower.h"
#include "sim/sam/simulate.h"

namespace stardust::driver {

class SamProduct : public Product {
 public:
  cin::Stmt concrete, scheduled;
  std::vector<schedule::Command> commands;
  sam::Lowered lowered;
  std::string graphText;    ///< the graph, which was read back from it
  double lowerSeconds = 0;  ///< from the scheduled statement to the verified text
  SamHardware hardware;
  std::optional<sim_sam::Report> report;  ///< of the run
  double wallSeconds = 0;                 ///< of the simulator

  std::string text(const Run& run, const std::string& part, const std::string& file) const override;
  void addTo(nlohmann::ordered_json& report, const Run& run) const override;
  void addTo(Report& report) const override;
  std::string program() const override { return graphText; }
};

class SamBackend : public Backend {
 public:
  Target target() const override { return Target::Sam; }
  std::string title() const override { return "the stream machine"; }
  std::string summary() const override { return "SAM: a graph of stream blocks, simulated cycle by cycle"; }
  std::optional<Language> language() const override { return Language{"Graphviz", ".gv", "graph"}; }
  passes::Pipeline passes() const override { return SpatialPipeline().begin; }
  bool countsCycles() const override { return true; }
  const char* machineKind() const override { return "sam"; }
  bool takes(const std::string& flag) const override { return flag == "report"; }
  std::vector<Flag> flags() const override { return {reportFlag()}; }
  std::vector<TextPart> parts() const override;
  Ready ready(Problem said, const RunRequest& request) const override;
  void compile(Run& run, const Ready& ready, Wanted* wanted) const override;
  void execute(Run& run, const Ready& ready, Wanted& wanted) const override;
};

}  // namespace stardust::driver
