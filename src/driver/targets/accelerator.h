// Capstan as a target: the Spatial program is simulated cycle by cycle, or interpreted.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "driver/evaluate.h"
#include "driver/pipelines.h"
#include "driver/run_timing.h"
#include "driver/target.h"

namespace stardust::driver {

class AcceleratorProduct : public Product {
 public:
  Compiled compiled;
  std::map<std::string, std::string> files;            ///< contents of the files that the program loads, by name
  std::vector<std::shared_ptr<const Timing>> timings;  ///< one for each simulated memory system

  std::string text(const Run& run, const std::string& part, const std::string& file) const override;
  void addTo(nlohmann::ordered_json& report, const Run& run) const override;
  void addTo(Report& report) const override;
  std::string program() const override { return compiled.text; }
  std::map<std::string, std::string> data() const override { return files; }
  bool isVerified() const override;
};

/// The accelerator's product of a run; null if there is none, as for a run on the host.
const AcceleratorProduct* acceleratorIn(const Run& run);

/// Common part of both executions of a program. A statement without a rule runs on the host, unless the request is
/// strict.
class AcceleratorBackend : public Backend {
 public:
  std::optional<Language> language() const override { return Language{"Spatial", ".scala", "spatial"}; }
  passes::Pipeline passes() const override { return SpatialPipeline().all(); }
  /// Positions are 32-bit words.
  std::int64_t maxPositions() const override { return 2147483647; }
  int copiesOfOperands() const override { return 2; }
  std::vector<TextPart> parts() const override;
  std::vector<Flag> flags() const override;
  const Backend* fallback() const override;
  bool hasDataInArtifact() const override { return true; }
  std::map<std::string, std::string> artifactOf(const std::vector<Run>& runs) const override;
  Ready ready(Problem said, const RunRequest& request) const override;
  void compile(Run& run, const Ready& ready, Wanted* wanted) const override;
};

class CapstanBackend : public AcceleratorBackend {
 public:
  Target target() const override { return Target::Capstan; }
  std::string title() const override { return "the accelerator"; }
  std::string summary() const override { return "Capstan: a Spatial program, simulated cycle by cycle"; }
  bool simulates() const override { return true; }
  bool takes(const std::string& flag) const override { return flag == "trace" || flag == "report"; }
  std::vector<Flag> flags() const override;
  void execute(Run& run, const Ready& ready, Wanted& wanted) const override;
};

class InterpretBackend : public AcceleratorBackend {
 public:
  Target target() const override { return Target::Interpret; }
  std::string title() const override { return "the interpreter"; }
  std::string summary() const override { return "the Spatial program, interpreted without cycles"; }
  void execute(Run& run, const Ready& ready, Wanted& wanted) const override;
};

}  // namespace stardust::driver
