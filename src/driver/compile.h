// From a scheduled statement to a verified Spatial program, with as many bodies as fit the machine.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "capstan/lower/lower.h"
#include "capstan/mapping/mapping.h"
#include "capstan/plan/plan.h"
#include "capstan/resources/resources.h"
#include "cin/nodes.h"
#include "driver/scheduled.h"
#include "schedule/schedule.h"
#include "spatial/spatial.h"

namespace stardust::driver {

struct CompileOptions {
  std::string name = "Kernel";            ///< of the Spatial class
  std::map<std::string, double> scalars;  ///< values of 0-order operands
  spatial::Margin margin;                 ///< of the program's own check
  placement::Facts facts;                 ///< of the operands, as far as they are measured
  std::string dataFolder = {};            ///< in which the program looks for its files (program_data.h); empty: none
  PassWatch watch = {};  ///< which passes are to be seen; told by compile where it fails, and by compileToFit
};

/// Every rung of the way, each printable on its own.
struct Compiled {
  notation::Assignment assignment;
  std::vector<schedule::Command> commands;
  cin::Stmt concrete;   ///< before the schedule
  cin::Stmt scheduled;  ///< after the schedule and the automatic passes
  placement::Plan plan;
  spatial::Lowered lowered;
  std::string text;         ///< the Spatial program
  spatial::Program parsed;  ///< read back from `text` and verified
  std::vector<spatial::Finding> warnings;
  spatial::Limits limits;    ///< of the machine
  capstan::Mapping mapping;  ///< of `parsed`
  capstan::Resources resources;
  std::vector<PassTime> times;
  std::vector<SeenPass> seen;  ///< those that CompileOptions::watch asks for

  double secondsToText() const;  ///< from the expression to the Spatial text
};

/// Dimensions of all tensors must be known. The result may need more units than the machine has: see `resources`.
/// Throws NoRule (host_fallback.h) and Error of every family but Wrong.
Compiled compile(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options);
/// The same of a statement whose operands stay as they are.
Compiled compile(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                 const capstan::Machine& machine, const CompileOptions& options);

/// The same for a program that fits. Without environment(outerPar, …) in the commands, the largest power of two that
/// fits is chosen; without environment(scanDensity, …), intersections are scanned if their searches do not fit. Throws
/// NoRule, and Error (unsupported) if it does not fit, naming the resource and a parallelisation that would.
Compiled compileToFit(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options);

/// Another program for the same arrays in place of the compiled one, whatever folder it looks for them in. Throws Error
/// (user) for one that breaks a rule, (unsupported) for one that does not fit.
Compiled replaceProgram(Compiled compiled, const std::string& path, const std::string& text,
                        const capstan::Machine& machine);

/// What is measured of each operand.
placement::Facts factsOf(const std::map<std::string, Storage>& operands);

placement::Limits limitsOf(const capstan::Machine& machine);

}  // namespace stardust::driver
