// A pass: one step on the way from an assignment to a program, as a value with a name.
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

/// The forms that a statement has on its way. Order is that of `Code`.
enum class Ir { Notation, Cin, Plan, Spatial, Loops };
/// "notation", "cin", "plan", "spatial" or "loops".
std::string nameOf(Ir ir);

/// A statement in one of these forms. A Spatial program comes with the arrays that cross between it and the host.
using Code = std::variant<notation::Assignment, cin::Stmt, placement::Plan, spatial::Lowered, loops::Function>;
inline Ir irOf(const Code& code) { return static_cast<Ir>(code.index()); }

/// Everything else that passes depend on. A pass says in `needs` which members it reads.
struct Settings {
  std::vector<schedule::Command> commands;
  cin::Sums sums = cin::Sums::Together;
  placement::Limits limits;
  placement::Facts facts;
  spatial::LowerOptions spatial;
  std::string function = "kernel";  ///< the name of a function of loops
  loops::LoweringOptions loops;
};

struct Pass {
  std::string name;  ///< unique among the passes that take the same form
  Ir takes, gives;
  std::string summary;  ///< one line, for people
  std::string needs;    ///< of Settings and of the code, beyond its form; empty: nothing
  /// From value to value: the same code where nothing applies. Throws Error.
  std::function<Code(Code, const Settings&)> run;
  std::string establishes = {};  ///< the rule of Spatial (spatial/rules.h) that holds from here on; empty: none
};

/// All passes, in the order in which the ways to programs run them.
const std::vector<Pass>& table();
/// Throws Error (user) where there is none of this name that takes this form: says the nearest name, or the form that
/// the pass of this name takes.
const Pass& find(const std::string& name, Ir takes);

/// The names of passes, in order. Each takes the form that the one before it gives.
using Way = std::vector<std::string>;
Way joined(const std::vector<Way>& ways);

/// Runs one pass: in the simplest case `run()`, which takes `before` for itself. Whoever measures, prints or explains
/// failures does so around it.
using Around = std::function<Code(const Pass& pass, const Code& before, const std::function<Code()>& run)>;

/// Runs the passes of a way one after the other. Throws as find, and as the passes do.
Code run(const Way& way, Code code, const Settings& settings, const Around& around = {});

}  // namespace stardust::passes
