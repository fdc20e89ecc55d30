// A pass: one named step from an assignment to a program, as a value.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "capstan/lower/lower.h"
#include "capstan/plan/plan.h"
#include "cin/concretize.h"
#include "cin/nodes.h"
#include "loops/lower/lower.h"
#include "loops/nodes.h"
#include "notation/expr.h"
#include "schedule/schedule.h"

namespace stardust::passes {

/// The forms of a statement in the compiler, in the order of `Code`.
enum class Ir { Notation, Cin, Plan, Spatial, Loops };
/// "notation", "cin", "plan", "spatial" or "loops".
std::string nameOf(Ir ir);

/// A statement in one of these forms. A Spatial program includes the arrays that it exchanges with the host.
using Code = std::variant<notation::Assignment, cin::Stmt, placement::Plan, spatial::Lowered, loops::Function>;
inline Ir irOf(const Code& code) { return static_cast<Ir>(code.index()); }

/// Further inputs of passes. The member `needs` of a pass lists those that it reads.
struct Settings {
  std::vector<schedule::Command> commands;
  cin::Sums sums = cin::Sums::Together;
  cin::LoopOrders orders;  ///< those of a plan (cin::concretize); empty: as the formats ask
  placement::Limits limits;
  placement::Facts facts;
  spatial::LowerOptions spatial;
  std::string function = "kernel";  ///< name of the generated function of loops
  loops::LoweringOptions loops;
};

struct Pass {
  std::string name;  ///< unique among the passes on the same form
  Ir takes, gives;
  std::string summary;  ///< one line, for people
  std::string needs;    ///< inputs: of Settings, and of the code beyond its form; empty: none
  /// Maps a value to a value; the same code if nothing applies. Throws Error.
  std::function<Code(Code, const Settings&)> run;
  std::string establishes = {};  ///< rule of Spatial (spatial/rules.h) that holds after this pass; empty: none
};

/// All passes, in pipeline order.
const std::vector<Pass>& table();
/// Throws Error (user) if no pass of this name takes this form; suggests the nearest name, or the form that the pass
/// takes.
const Pass& find(const std::string& name, Ir takes);

/// A pipeline: names of passes, in order. Each takes the form that its predecessor gives.
using Pipeline = std::vector<std::string>;
Pipeline concatenated(const std::vector<Pipeline>& pipelines);

/// Wraps the execution of one pass. The default is `run()`, which consumes `before`. Timers, dumps and failure reports
/// are wrappers.
using Instrumentation = std::function<Code(const Pass& pass, const Code& before, const std::function<Code()>& run)>;

/// Runs the passes of a pipeline in order. Throws like find, and like the passes.
Code run(const Pipeline& pipeline, Code code, const Settings& settings, const Instrumentation& around = {});

}  // namespace stardust::passes
