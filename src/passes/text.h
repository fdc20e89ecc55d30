// Every form as text, so that a pass can be run on a file and its result read.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "passes/pass.h"
#include "spatial/limits.h"

namespace stardust::passes {

/// Notation as the user writes it; of CIN a listing (cin/listing.h); a table of the plan; the text of Spatial and
/// loops.
std::string print(const Code& code);

/// The forms that parse reads.
const std::vector<Ir>& readable();
/// Code of one form from its text, verified; `limits`: of the machine that Spatial is for, as below. Throws Error
/// (user): text that is not of this form or breaks its rules, but for those that passes establish; a form that is not
/// readable.
Code parse(Ir ir, const Source& source, const spatial::Limits& limits);

/// Names of rules of Spatial.
using Rules = std::set<std::string>;
/// Those that passes of the table establish: programs may break them before.
Rules establishedRules();
/// Throws Error (internal) at code that breaks a rule of its form that is not open: a pass made it.
void verify(const Code& code, const Rules& open, const spatial::Limits& limits);
/// The first place where code breaks a rule. None in another form, and of no rule ("").
std::optional<Diagnostic> broken(const Code& code, const std::string& rule, const spatial::Limits& limits);

}  // namespace stardust::passes
