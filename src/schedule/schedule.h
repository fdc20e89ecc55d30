// Schedules: commands are values that are parsed, printed, replayed, and applied to CIN one by one.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "cin/nodes.h"
#include "format/named.h"
#include "support/lexer.h"

namespace stardust::schedule {

using cin::Stmt;
using notation::Expr;
using notation::IndexVar;

/// reorder(j, i): the named loops of one nest, in this order.
struct Reorder {
  std::vector<IndexVar> vars;
};
/// precompute(e, {i*}, {iw*}, W): computes e into the on-chip workspace W(iw*). The format of W is declared beside the
/// schedule, like that of any tensor, and is not part of the command's text. Default: dense, or the format of the
/// copied tensor. A computed workspace with a bit vector as its last level is sparse.
struct Precompute {
  Expr expr;
  std::vector<IndexVar> vars, workspaceVars;
  std::string workspace;
  std::optional<Format> format = {};
  Location formatPlace = {};
};
/// A number, or an environment variable.
using Factor = std::variant<int, std::string>;
/// map(S, Spatial, Reduction, 16)
struct MapTo {
  Stmt stmt;
  std::string backend, function;
  Factor factor = 0;
};
/// accelerate(S, Spatial, Reduction, innerPar): precompute every off-chip tensor of S, then map.
struct Accelerate {
  MapTo map;
};
/// environment(innerPar, 16)
struct Environment {
  std::string var;
  int value;
};

/// convert(B, csc), convert(B(k,j), csc): B, or this access of it, is read in another format; the result is assembled
/// in it. The host converts an operand before the statement, and the result after it.
struct Convert {
  std::string tensor;
  std::vector<IndexVar> indices;  ///< empty: all accesses
  WrittenFormat format;
};
/// stored(): the order of the loops follows the formats; nothing is planned.
struct Stored {};
/// A schedule that is chosen for the operands before the statement is compiled. auto: the best predicted one
/// (tune/automatic.h). tuned: one that `stardust tune` found before and kept (tune/winners.h).
struct Automatic {
  bool isKept = false;  ///< tuned
  std::string name() const { return isKept ? "tuned" : "auto"; }
};

/// split_up, split_down, fuse, bound, parallelize, unroll, pos and keep (share) and stream are the relations that they
/// state: cin/nodes.h. vectorize(i) is parallelize(i, CPUVector).

/// Statements and expressions in a command are matched by name and structure; their tensors need no formats.
struct Command {
  std::variant<Reorder, Precompute, MapTo, Accelerate, Environment, Convert, Stored, Automatic, cin::SplitUp,
               cin::SplitDown, cin::Fuse, cin::Bound, cin::Parallelize, cin::Unroll, cin::Pos, cin::Keep, cin::StreamAt>
      kind;
  Location where;
};

using TensorNames = std::set<std::string>;
/// The workspaces named in the commands.
TensorNames namedWorkspaces(const std::vector<Command>& commands);
/// The command `auto` or `tuned` among the commands; null if there is none.
const Command* automaticAmong(const std::vector<Command>& commands);

/// Commands separated by commas, semicolons or line ends. Throws Error (user) with a caret: malformed or unknown
/// command.
std::vector<Command> parse(Source source);
std::vector<Command> parse(Lexer& lexer);  ///< the remainder of a larger text
/// parse(print(c)) == c.
std::string print(const Command& command);
/// Whether a command affects loops; environment(), keep(), stream(), convert() and stored() do not.
bool schedulesLoops(const std::vector<Command>& commands);
std::string print(const std::vector<Command>& commands);  ///< separated by ", "

/// Throws Error (user) with the mismatch or the violated rule, and the nearest legal alternative. Preserves the result
/// of the statement. `reserved`: tensor names of later commands, unavailable for generated tensors.
Stmt apply(const Stmt& stmt, const Command& command, const TensorNames& reserved = {});
Stmt apply(const Stmt& stmt, const std::vector<Command>& commands);

// One file for each command.
Stmt reorder(const Stmt& stmt, const Reorder& command, const Location& where);
Stmt precompute(const Stmt& stmt, const Precompute& command, const Location& where);
Stmt mapTo(const Stmt& stmt, const MapTo& command, const Location& where);
Stmt accelerate(const Stmt& stmt, const Accelerate& command, const Location& where, const TensorNames& reserved);
Stmt environment(const Stmt& stmt, const Environment& command, const Location& where);
Stmt splitUp(const Stmt& stmt, const cin::SplitUp& command, const Location& where);
Stmt splitDown(const Stmt& stmt, const cin::SplitDown& command, const Location& where);
Stmt fuse(const Stmt& stmt, const cin::Fuse& command, const Location& where);
Stmt bound(const Stmt& stmt, const cin::Bound& command, const Location& where);
Stmt parallelize(const Stmt& stmt, const cin::Parallelize& command, const Location& where);
Stmt unroll(const Stmt& stmt, const cin::Unroll& command, const Location& where);
Stmt pos(const Stmt& stmt, const cin::Pos& command, const Location& where);
Stmt keep(const Stmt& stmt, const cin::Keep& command, const Location& where);
Stmt stream(const Stmt& stmt, const cin::StreamAt& command, const Location& where);

/// A variable of environment(), with its legal values.
struct EnvironmentVariable {
  const char* name;
  int least, most;  ///< `most` 0: the number of lanes of the target
  int example;
  const char* meaning;
};
const std::vector<EnvironmentVariable>& environmentVariables();
/// Throws Error (user): unknown variable, or illegal value.
const EnvironmentVariable& requireVariable(const std::string& name, const Location& where);
/// `lanes`: lanes of the target; 0: not known yet.
void requireLegal(const Environment& command, const Location& where, int lanes = 0);
/// Throws Error (user) if a command requests more lanes than the target has.
void requireLanes(const std::vector<Command>& commands, int lanes);
/// A backend function for map and accelerate.
struct BackendFunction {
  const char* backend;
  const char* name;
  const char* meaning;
};
const std::vector<BackendFunction>& backendFunctions();

}  // namespace stardust::schedule
