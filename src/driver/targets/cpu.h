// The CPU as a target: C, compiled and run on this computer.
#pragma once

#include "driver/cpu.h"
#include "driver/cpu_profile.h"
#include "driver/device_formats.h"
#include "driver/pipelines.h"
#include "driver/target.h"

namespace stardust::driver {

class CpuProduct : public Product {
 public:
  CpuCompiled compiled;
  std::optional<CpuTiming> timing;    ///< of the run
  std::optional<CpuProfile> profile;  ///< on request (RunRequest::profiles)

  std::string text(const Run& run, const std::string& part, const std::string& file) const override;
  void addTo(nlohmann::ordered_json& report, const Run& run) const override;
  void addTo(Report& report) const override;
  std::string program() const override { return compiled.text; }
};

/// The CPU's product of a run, also for a fallback of the accelerator; null if there is none.
const CpuProduct* cpuIn(const Run& run);

class CpuBackend : public Backend {
 public:
  Target target() const override { return Target::Cpu; }
  std::string title() const override { return "the CPU"; }
  std::string summary() const override { return "this computer, through its C compiler"; }
  std::optional<Language> language() const override { return Language{"C", ".c", "c"}; }
  passes::Pipeline passes() const override { return CPipeline().all(); }
  Sizes sizes() const override { return Sizes::Any; }
  bool takes(const std::string& flag) const override;
  std::vector<Flag> flags() const override;
  std::vector<TextPart> parts() const override;
  std::string whyNotShown(const std::string& part) const override;
  planner::Abilities abilities() const override { return cpuAbilities; }
  std::vector<std::string> notes(const Problem& problem) const override;
  Views views() const override { return Views::Open; }
  Ready ready(Problem said, const RunRequest& request) const override;
  void compile(Run& run, const Ready& ready, Wanted* wanted) const override;
  void execute(Run& run, const Ready& ready, Wanted& wanted) const override;
  std::optional<Diagnostic> whyUnable(const RunRequest& request) const override;
};

}  // namespace stardust::driver
