// Compiles a scheduled statement to a verified Spatial program, with as many bodies as fit the machine.
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
  placement::Facts facts;                 ///< of the operands, if they are measured
  std::string dataFolder = {};            // where the program looks for its files (program_data.h); empty: none
  PassWatch watch = {};                   ///< the passes to watch; compile reports them on failure, compileToFit always
};

/// The intermediate results of a compilation, each printable.
struct Compiled {
  notation::Assignment assignment;
  std::vector<schedule::Command> commands;
  cin::Stmt concrete;   ///< before the schedule
  cin::Stmt scheduled;  ///< after the schedule and the automatic passes
  placement::Plan plan;
  spatial::Lowered lowered;
  std::string text;         ///< the Spatial program
  spatial::Program parsed;  ///< parsed from `text` and verified
  std::vector<spatial::Finding> warnings;
  spatial::Limits limits;    ///< of the machine
  capstan::Mapping mapping;  ///< of `parsed`
  capstan::Resources resources;
  std::vector<PassTime> times;
  std::vector<SeenPass> seen;  ///< passes watched by CompileOptions::watch

  double secondsToText() const;  ///< from the expression to the Spatial text
};

/// Dimensions of all tensors must be known. The result may exceed the machine's units: see `resources`. Throws NoRule
/// (host_fallback.h) and Error of every family but Wrong.
Compiled compile(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options);
/// The same for a statement whose operands keep their formats.
Compiled compile(const notation::Assignment& assignment, const std::vector<schedule::Command>& commands,
                 const capstan::Machine& machine, const CompileOptions& options);

/// The same for a program that fits. Without environment(outerPar, …) in the commands, it chooses the largest power of
/// two that fits. Without environment(scanDensity, …), it scans intersections if their searches do not fit. Throws
/// NoRule, and Error (unsupported) if the program does not fit, with the resource and a parallelization that would fit.
Compiled compileToFit(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options);

/// The same with the settings of the schedule alone: no other ones are tried if the program does not fit.
Compiled compileExactly(const Scheduled& scheduled, const capstan::Machine& machine, const CompileOptions& options);

/// Replaces the compiled program by another one for the same arrays, whatever its folder of files. Throws Error: user
/// if it breaks a rule, unsupported if it does not fit.
Compiled replaceProgram(Compiled compiled, const std::string& path, const std::string& text,
                        const capstan::Machine& machine);

/// Measures the operands.
placement::Facts factsOf(const std::map<std::string, Storage>& operands);

placement::Limits limitsOf(const capstan::Machine& machine);

}  // namespace stardust::driver
