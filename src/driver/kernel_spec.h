// The specification of a run, from flags and from a kernel file: one grammar for both (docs/guide/grammar.md).
#pragma once

#include <complex>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "driver/settings.h"
#include "format/named.h"
#include "notation/parse.h"
#include "stardust/run.h"
#include "tensor/generate.h"

namespace stardust::driver {

/// A file to read, or the value of a scalar.
using Input = std::variant<std::string, std::complex<double>>;

/// The entries of another tensor, rotated by `by` along the last mode: from (…, c) to (…, (c + by) mod extent). With
/// `evenOnly`, only the entries at even c; entries that coincide are added.
struct Rotation {
  std::string tensor;
  std::int64_t by = 0;
  bool evenOnly = false;
};

/// Generated contents: random ones, with every entry or a fraction `density` of them, or a rotation of another tensor.
struct Generator {
  Fill fill = Fill::Dense;
  double density = 1;
  std::vector<std::int64_t> extents = {};  ///< by mode
  std::optional<Rotation> rotation = {};
  bool isDefault = false;  ///< from a kernel file: flags may override the extents
};

/// An expression and its schedule.
struct Step {
  Said<notation::Assignment> expression;
  std::vector<schedule::Command> commands;
  std::optional<std::size_t> repeat = {};  ///< the number of its block in KernelSpec::repeats
};

/// A block of expressions that run in rounds (repeat.h).
struct Repeat {
  bool isCounted = false;                     ///< as many rounds as `most`; otherwise until the condition holds
  std::int64_t most = 1000;                   ///< rounds
  std::optional<Said<notation::Expr>> until;  ///< of scalars; any number but 0 is true
  Location where;
};

struct KernelSpec {
  notation::Definitions functions = notation::builtInDefinitions();  ///< that expressions may call
  std::set<std::string> given;       ///< functions of flags, which override those of the file
  std::vector<std::string> imports;  ///< files with functions
  std::vector<Step> earlier;         ///< the expressions before the last, whose results it may use (sequence.h)
  std::optional<Said<notation::Assignment>> expression;  ///< the last one, as written, without declarations
  std::vector<Repeat> repeats;                           ///< in file order
  std::optional<std::size_t> repeat;                     ///< the block of the last expression
  bool isInRepeat = false;                               ///< while it is read: the last block has no end yet
  /// The results of reductions inside of expressions, and those of their expressions.
  std::map<std::string, std::string> innerReductions;
  std::set<std::string> typedByOperands;  ///< those with the widest type of their operands
  std::set<std::string> indexResults;     ///< the results of argmin= and argmax=: int without a declared type
  std::map<std::string, Said<WrittenFormat>> formats;  ///< by tensor, like the next eight
  std::map<std::string, Said<ValueType>> types;
  std::map<std::string, Said<double>> fills;  ///< the values of absent entries (fills.h)
  std::map<std::string, Said<Input>> inputs;
  std::map<std::string, Said<std::string>> outputs;  ///< files to write
  std::map<std::string, Said<std::int64_t>> bases;   ///< the least coordinates of edge lists: 0 or 1
  std::map<std::string, Said<Generator>> generators;
  std::map<std::string, Said<std::int64_t>> pads;  ///< operands that are 0 outside: the value, which is 0
  std::map<std::string, Said<std::vector<std::int64_t>>> extents;  ///< of tensors with computed indices, by mode
  std::optional<Said<ValueType>> defaultType;                      ///< default: float
  std::map<notation::IndexVar, Said<std::int64_t>> dims;
  std::vector<schedule::Command> commands;
  std::optional<Said<std::string>> machine, memory, processor, json;
  Settings settings;
  std::optional<Said<Target>> target;
  std::optional<Said<std::int64_t>> seed;
  std::optional<Said<std::int64_t>> threads, time;  ///< for the CPU: number of threads, number of timed runs
  std::vector<Said<std::string>> prints;
  std::vector<std::string> notes;       ///< interpretations that the report explains
  std::optional<ValueType> resultType;  ///< to which the host converts the result after the run
  bool continues = false;               ///< in a block, a result that accumulates into that of the round before
  std::string oldContents;  ///< the operand with the old contents of the result (old_contents.h); empty: none
};

/// A keyword of the kernel file; with "--" in front, a flag of the tool.
struct Keyword {
  const char* name;
  const char* letter;  ///< short flag, or ""
  const char* form;    ///< "T:LEVELS[:ORDER][:offChip|onChip]"
  const char* meaning;
};
const std::vector<Keyword>& keywords();

/// Adds one flag: addFlag(spec, "format", "A:ds"). Throws Error (user) for a malformed or duplicate flag.
void addFlag(KernelSpec& spec, const std::string& keyword, const std::string& value);
/// Adds an expression; the schedule so far belongs to the previous expression. Throws as notation::parseAssignment.
void addExpression(KernelSpec& spec, const std::string& text);
/// Adds the functions of the flags.
void addFunctions(KernelSpec& spec, const KernelSpec& flags);

/// Parses a kernel file: one statement per line, `KEYWORD VALUE` or an expression; '#' begins a comment.
/// Functions of `flags` are known to the file.
KernelSpec parseKernel(const Source& source, const KernelSpec& flags = {});

/// Overrides the file by the flags. A schedule in the flags replaces the whole schedule of the file; prints accumulate.
KernelSpec merge(KernelSpec file, const KernelSpec& flags);

/// Throws Error (user) if there is no expression.
void requireExpression(const KernelSpec& spec);
/// The expression with the given formats and types. Throws Error (user): no expression; a tensor that occurs neither in
/// the expression nor in the schedule; an input or generator for a tensor that is not an operand (the result is one,
/// except with =); an output for a tensor that is not the result.
notation::Assignment assignmentOf(const KernelSpec& spec);
/// The commands, with the declared formats of their workspaces, and the settings of the environment.
std::vector<schedule::Command> scheduleOf(const KernelSpec& spec);

}  // namespace stardust::driver
