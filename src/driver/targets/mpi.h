// The ranks of MPI as a target: the loops of the CPU in each rank, on its part of the tensors.
#pragma once

#include <optional>

#include "driver/cpu.h"
#include "driver/pipelines.h"
#include "driver/ranks.h"
#include "driver/target.h"

namespace stardust::driver {

class MpiProduct : public Product {
 public:
  CpuCompiled compiled;                     ///< its text is the program of all ranks
  std::vector<Distribution> distributions;  ///< the one that ran first; empty without a run
  std::optional<RanksRun> ran;

  std::string text(const Run& run, const std::string& part, const std::string& file) const override;
  void addTo(nlohmann::ordered_json& report, const Run& run) const override;
  void addTo(Report& report) const override;
  std::string program() const override { return compiled.text; }
};

class MpiBackend : public Backend {
 public:
  Target target() const override { return Target::Mpi; }
  std::string title() const override { return "MPI"; }
  std::string summary() const override { return "ranks of MPI: C in each rank, and the exchange of values"; }
  std::optional<Language> language() const override { return Language{"C with MPI", ".c", "c"}; }
  passes::Pipeline passes() const override { return CPipeline().all(); }
  Sizes sizes() const override { return Sizes::Any; }
  int copiesOfOperands() const override { return 3; }
  int copiesOfResult() const override { return 4; }
  bool takes(const std::string& flag) const override { return flag == "ranks" || flag == "time"; }
  std::vector<Flag> flags() const override {
    return {{"ranks", "N", "the number of ranks of --target=mpi (default: 2)"}};
  }
  std::vector<TextPart> parts() const override;
  planner::Abilities abilities() const override { return cpuAbilities; }
  Ready ready(Problem said, const RunRequest& request) const override;
  void compile(Run& run, const Ready& ready, Wanted* wanted) const override;
  void execute(Run& run, const Ready& ready, Wanted& wanted) const override;
};

}  // namespace stardust::driver
