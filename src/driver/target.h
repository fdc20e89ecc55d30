// What the driver asks of a target: one interface, and a table of the targets that there are.
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
#include "stardust/run.h"

namespace stardust::driver {

struct Run;
struct RunRequest;
class Wanted;

/// A part of the report for people.
struct TextPart {
  std::string name;
  bool isOfRuns = false;  ///< compiling alone has nothing to show
};

/// The programs that a target makes.
struct Language {
  std::string name;    ///< "Spatial"
  std::string ending;  ///< of its files: ".scala"
  std::string part;    ///< of the report that shows a program
};

/// A flag of the command line.
struct Flag {
  std::string name;      ///< "trace": --trace
  std::string form;      ///< of the value: "FILE.json"; empty: it takes none
  std::string help;      ///< one line
  bool isOfRuns = true;  ///< `run` alone takes it; else `compile`, too
};

/// What a target made of a statement, in the form of its own that its reports read.
class Product {
 public:
  virtual ~Product() = default;
  /// A part of the report; empty if there is nothing for it. `file`: where the program was written, or empty.
  virtual std::string text(const Run& run, const std::string& part, const std::string& file) const = 0;
  /// Adds its members to the report.
  virtual void addTo(nlohmann::ordered_json& report, const Run& run) const = 0;
  /// Adds what was measured.
  virtual void addTo(Report& report) const { (void)report; }
  /// The program as text; empty if there is none.
  virtual std::string program() const { return {}; }
  /// Whether all that was executed gave the right result.
  virtual bool isVerified() const { return true; }
  /// What the files that the program loads hold, by name.
  virtual std::map<std::string, std::string> data() const { return {}; }
};

/// A target. A value without state: what it makes of a statement goes into the Run.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual Target target() const = 0;
  /// In sentences: "the CPU".
  virtual std::string title() const = 0;
  /// One line for lists.
  virtual std::string summary() const = 0;
  /// None: it compiles nothing, and `whyNoProgram` says why.
  virtual std::optional<Language> language() const { return std::nullopt; }
  virtual std::string whyNoProgram() const { return {}; }
  /// The names of the passes on the way to its programs, in order.
  virtual passes::Way passes() const { return {}; }
  /// The extents that its programs are made for.
  virtual Sizes sizes() const { return Sizes::All; }
  /// The most positions that a level of an operand or of the result has, below stardust::maxPositions.
  virtual std::int64_t maxPositions() const { return stardust::maxPositions; }
  /// How often operands and the result lie in this computer's memory during a run, the reference included.
  virtual int copiesOfOperands() const { return 1; }
  virtual int copiesOfResult() const { return 2; }
  /// Whether its runs take cycles that can be recorded.
  virtual bool simulates() const { return false; }
  /// Whether it computes a flag's subject: "threads", "time", "cc".
  virtual bool takes(const std::string& flag) const {
    (void)flag;
    return false;
  }
  /// The flags that it adds to the command line, in the order of the help.
  virtual std::vector<Flag> flags() const { return {}; }
  /// Parts of the report that it has something for, in the order in which they are shown.
  virtual std::vector<TextPart> parts() const = 0;
  /// Why it has nothing to show for a part that a run of it lacks; empty: the part is another target's.
  virtual std::string whyNotShown(const std::string& part) const {
    (void)part;
    return {};
  }
  /// The target that computes what this one has no rules for; null: none.
  virtual const Backend* fallback() const { return nullptr; }
  /// Whether an artifact has the data of a run beside its programs.
  virtual bool hasDataInArtifact() const { return false; }
  /// The files of an artifact, by path: those of each run, in a folder of its name where there are several.
  virtual std::map<std::string, std::string> artifactOf(const std::vector<Run>& runs) const;
  /// What the report says before the run, of commands without an effect.
  virtual std::vector<std::string> notes(const Problem& problem) const {
    (void)problem;
    return {};
  }

  // The steps of a statement, in the order in which the session takes them (session.cpp). Each throws Error of every
  // family but Wrong; the first two NoRule for a statement that its rules do not take.
  /// The problem as the programs read it: conversions, once, and the schedule. Without rules: as it is.
  virtual Ready ready(Problem said, const RunRequest& request) const;
  /// Adds the program to the run. `wanted`: the result; null where there is no data.
  virtual void compile(Run& run, const Ready& ready, Wanted* wanted) const = 0;
  /// Runs what was compiled, and compares the result.
  virtual void execute(Run& run, const Ready& ready, Wanted& wanted) const = 0;
  /// Why this computer cannot run its programs, with the remedy; nothing: it can, as far as is known.
  virtual std::optional<Diagnostic> whyUnable(const RunRequest& request) const {
    (void)request;
    return std::nullopt;
  }
};

/// All targets, the first of which is meant where nobody names one. To add one, add a line to targets/registry.cpp.
const std::vector<const Backend*>& backends();
/// Throws Error (user) at a name that is not there, with the nearest one.
const Backend& backendCalled(const std::string& name);
const Backend& backendOf(Target target);
/// The flags of all targets, each once, in an order that agrees with all of theirs.
std::vector<Flag> targetFlags();
/// The parts of the report for people, in the order in which they are shown: those of all targets.
const std::vector<std::string>& textParts();
/// "capstan, interpret, oracle or cpu".
std::string targetNames();
/// "--target=capstan or --target=cpu": the first target of each language.
std::string targetsThatCompile();
/// The targets that take a flag, for messages: the first of them.
const Backend& backendTaking(const std::string& flag);

}  // namespace stardust::driver
