// A GPU as a target: CUDA, run on the device of this computer or on an emulated one.
#pragma once

#include <optional>

#include "driver/gpu.h"
#include "driver/pipelines.h"
#include "driver/target.h"

namespace stardust::driver {

class GpuProduct : public Product {
 public:
  GpuCompiled compiled;
  std::optional<CpuTiming> emulated;  ///< of a run on an emulated device
  std::optional<GpuTiming> timing;    ///< of runs on a device

  std::string text(const Run& run, const std::string& part, const std::string& file) const override;
  void addTo(nlohmann::ordered_json& report, const Run& run) const override;
  void addTo(Report& report) const override;
  std::string program() const override { return compiled.loops.text; }
};

class GpuBackend : public Backend {
 public:
  Target target() const override { return Target::Gpu; }
  std::string title() const override { return "the GPU"; }
  std::string summary() const override {
    return "CUDA: kernels for a GPU, run there or on an emulated one (--emulate)";
  }
  std::optional<Language> language() const override { return Language{"CUDA", ".cu", "cuda"}; }
  passes::Pipeline passes() const override { return GpuPipeline().all(); }
  Sizes sizes() const override { return Sizes::Any; }
  int copiesOfOperands() const override { return 2; }
  int copiesOfResult() const override { return 3; }
  bool takes(const std::string& flag) const override;
  std::vector<Flag> flags() const override;
  std::vector<TextPart> parts() const override;
  std::string whyNotShown(const std::string& part) const override;
  planner::Abilities abilities() const override { return {}; }
  std::vector<std::string> notes(const Problem& problem) const override;
  Ready ready(Problem said, const RunRequest& request) const override;
  void compile(Run& run, const Ready& ready, Wanted* wanted) const override;
  void execute(Run& run, const Ready& ready, Wanted& wanted) const override;
};

}  // namespace stardust::driver
