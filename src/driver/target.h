// The interface of a target, and the table of all targets.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "driver/device_formats.h"
#include "driver/problem.h"
#include "passes/pass.h"
#include "planner/facts.h"
#include "stardust/run.h"

namespace stardust::driver {

struct Run;
struct RunRequest;
class Wanted;

/// A part of the text report.
struct TextPart {
  std::string name;
  bool isOfRuns = false;  ///< empty after compilation without a run
};

/// The programming language of a target's programs.
struct Language {
  std::string name;    ///< "Spatial"
  std::string ending;  ///< file extension: ".scala"
  std::string part;    ///< the part of the report that shows a program
};

/// A flag of the command line.
struct Flag {
  std::string name;      ///< "trace" for --trace
  std::string form;      ///< form of the value: "FILE.json"; empty: none
  std::string help;      ///< one line
  bool isOfRuns = true;  ///< only for `run`; otherwise for `compile`, too
};

/// A target's result for a statement, in the target's own form for its reports.
class Product {
 public:
  virtual ~Product() = default;
  /// A part of the report; empty if it does not apply. `file`: the path of the written program, or empty.
  virtual std::string text(const Run& run, const std::string& part, const std::string& file) const = 0;
  /// Adds its members to the report.
  virtual void addTo(nlohmann::ordered_json& report, const Run& run) const = 0;
  /// Adds its measurements.
  virtual void addTo(Report& report) const { (void)report; }
  /// The program as text; empty if there is none.
  virtual std::string program() const { return {}; }
  /// Whether all executions gave the right result.
  virtual bool isVerified() const { return true; }
  /// The contents of the files that the program loads, by name.
  virtual std::map<std::string, std::string> data() const { return {}; }
};

/// A target. It has no state: its results for a statement are stored in the Run.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual Target target() const = 0;
  /// Name in sentences: "the CPU".
  virtual std::string title() const = 0;
  /// One line for lists.
  virtual std::string summary() const = 0;
  /// None: it compiles nothing, and `whyNoProgram` gives the reason.
  virtual std::optional<Language> language() const { return std::nullopt; }
  virtual std::string whyNoProgram() const { return {}; }
  /// The passes of its pipeline, in order.
  virtual passes::Pipeline passes() const { return {}; }
  /// The extents that its programs need.
  virtual Sizes sizes() const { return Sizes::All; }
  /// The greatest number of positions in a level of an operand or of the result, below stardust::maxPositions.
  virtual std::int64_t maxPositions() const { return stardust::maxPositions; }
  /// The number of copies of operands and result in this computer's memory during a run, including the reference.
  virtual int copiesOfOperands() const { return 1; }
  virtual int copiesOfResult() const { return 2; }
  /// Techniques of its loops beyond merging fibers, for estimates.
  virtual planner::Abilities abilities() const { return {}; }
  /// Whether its runs take cycles that can be recorded.
  virtual bool simulates() const { return false; }
  /// Whether its runs take cycles of a machine.
  virtual bool countsCycles() const { return simulates(); }
  /// The kind of its machines: "machine", or "sam" (machines.h).
  virtual const char* machineKind() const { return "machine"; }
  /// Whether a flag applies to it: "threads", "time", "cc".
  virtual bool takes(const std::string& flag) const {
    (void)flag;
    return false;
  }
  /// The flags that it adds to the command line, in the order of the help.
  virtual std::vector<Flag> flags() const { return {}; }
  /// The report parts to which it contributes, in display order.
  virtual std::vector<TextPart> parts() const = 0;
  /// Why a part is missing from its runs; empty: the part belongs to another target.
  virtual std::string whyNotShown(const std::string& part) const {
    (void)part;
    return {};
  }
  /// The target for statements without a rule in this one; null: none.
  virtual const Backend* fallback() const { return nullptr; }
  /// Whether an artifact contains the run's data besides its programs.
  virtual bool hasDataInArtifact() const { return false; }
  /// The files of an artifact, by path: those of each run, in a folder of its own if there are several.
  virtual std::map<std::string, std::string> artifactOf(const std::vector<Run>& runs) const;
  /// Notes before the run, about commands without an effect.
  virtual std::vector<std::string> notes(const Problem& problem) const {
    (void)problem;
    return {};
  }

  /// Whether views stay open in its problems, until `ready` (in_place.h).
  virtual Views views() const { return Views::Made; }

  // The steps of a statement, in the session's order (session.cpp). Each throws Error of every family but Wrong; the
  // first two throw NoRule for a statement without a rule.
  /// Prepares the problem for the programs: conversions, and the schedule. Without rules: unchanged.
  virtual Ready ready(Problem said, const RunRequest& request) const;
  /// Adds the program to the run. `wanted`: the expected result; null without data.
  virtual void compile(Run& run, const Ready& ready, Wanted* wanted) const = 0;
  /// Runs the compiled program, and compares the result.
  virtual void execute(Run& run, const Ready& ready, Wanted& wanted) const = 0;
  /// Why this computer cannot run its programs, with the remedy; none if it can, as far as is known.
  virtual std::optional<Diagnostic> whyUnable(const RunRequest& request) const {
    (void)request;
    return std::nullopt;
  }
};

/// All targets; the first is the default. To add one, add a line to targets/registry.cpp.
const std::vector<const Backend*>& backends();
/// Throws Error (user) for an unknown name, with the nearest one.
const Backend& backendCalled(const std::string& name);
const Backend& backendOf(Target target);
/// The flags of all targets, each once, in an order consistent with that of each target.
std::vector<Flag> targetFlags();
/// The parts of the text report of all targets, in display order.
const std::vector<std::string>& textParts();
/// "capstan, interpret, oracle or cpu".
std::string targetNames();
/// "--target=capstan or --target=cpu": the first target of each language.
std::string targetsThatCompile();
/// The first target that takes a flag, for messages.
const Backend& backendTaking(const std::string& flag);

}  // namespace stardust::driver
