// Everything that a run needs to be told, from flags and from a kernel file: one grammar for both
// (docs/guide/grammar.md).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "driver/settings.h"
#include "format/named.h"
#include "notation/parse.h"
#include "stardust/run.h"

namespace stardust::driver {

/// A file to read, or the value of a scalar.
using Input = std::variant<std::string, double>;

/// The entries of another tensor, moved by `by` along the last mode: (…, c) to (…, (c + by) mod extent); where
/// `evenOnly`, only those at even c, and entries that meet add up.
struct Rotation {
  std::string tensor;
  std::int64_t by = 0;
  bool evenOnly = false;
};

/// Made contents: random ones, every entry or a part `density` of them, or another tensor's.
struct Generator {
  bool sparse = false;
  double density = 1;
  std::vector<std::int64_t> extents = {};  ///< by mode
  std::optional<Rotation> rotation = {};
  bool isDefault = false;  ///< the extents are those of a kernel file, and flags may say otherwise
};

/// An expression and its schedule.
struct Step {
  Said<notation::Assignment> expression;
  std::vector<schedule::Command> commands;
};

struct KernelSpec {
  std::vector<Step> earlier;  ///< expressions above the last, whose results it may use (sequence.h)
  std::optional<Said<notation::Assignment>> expression;  ///< the last, as written: no declarations yet
  std::map<std::string, Said<WrittenFormat>> formats;    ///< by tensor, like the next five
  std::map<std::string, Said<ValueType>> types;
  std::map<std::string, Said<Input>> inputs;
  std::map<std::string, Said<std::string>> outputs;  ///< files to write
  std::map<std::string, Said<Generator>> generators;
  std::optional<Said<ValueType>> defaultType;  ///< otherwise float
  std::map<notation::IndexVar, Said<std::int64_t>> dims;
  std::vector<schedule::Command> commands;
  std::optional<Said<std::string>> machine, memory, processor, json;
  Settings settings;
  std::optional<Said<Target>> target;
  std::optional<Said<std::int64_t>> seed;
  std::optional<Said<std::int64_t>> threads, time;  ///< of the CPU: how many threads, how many timed runs
  std::vector<Said<std::string>> prints;
  std::vector<std::string> notes;  ///< what the report tells of how this was understood
  std::string oldContents;         ///< the operand that holds those of the result (old_contents.h); empty: none
};

/// A keyword of the kernel file; with "--" before it, a flag of the tool.
struct Keyword {
  const char* name;
  const char* letter;  ///< of the short flag, or ""
  const char* form;    ///< "T:LEVELS[:ORDER][:offChip|onChip]"
  const char* meaning;
};
const std::vector<Keyword>& keywords();

/// Adds what one flag says: addFlag(spec, "format", "A:ds"). Throws Error (user): malformed, or the same thing said
/// twice.
void addFlag(KernelSpec& spec, const std::string& keyword, const std::string& value);
/// Adds an expression; what was said of a schedule so far belongs to the one before. Throws as
/// notation::parseAssignment.
void addExpression(KernelSpec& spec, const std::string& text);

/// Reads a kernel file: one statement a line, `KEYWORD VALUE` or the expression; '#' begins a comment.
KernelSpec parseKernel(const Source& source);

/// What the flags say wins; a schedule in the flags takes the place of the whole schedule of the file, prints add up.
KernelSpec merge(KernelSpec file, const KernelSpec& flags);

/// The expression with the formats and types said. Throws Error (user): no expression; a tensor that neither the
/// expression nor the schedule has; an input or generator that is no operand (the result is one, unless the assignment
/// is =); an output that is not the result.
notation::Assignment assignmentOf(const KernelSpec& spec);
/// The commands, with the formats that their workspaces are declared with and the environment as it is set.
std::vector<schedule::Command> scheduleOf(const KernelSpec& spec);

}  // namespace stardust::driver
