// Every form as text, to run a pass on a file and read its result.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "passes/pass.h"
#include "spatial/limits.h"

namespace stardust::passes {

/// Notation in user syntax; CIN as a listing (cin/listing.h); the plan as a table; Spatial and loops in their text
/// forms.
std::string print(const Code& code);

/// The forms that parse reads.
const std::vector<Ir>& readable();
/// Parses and verifies code of one form. `limits`: of the target machine of Spatial, as below. Throws Error (user):
/// invalid text, violated rules except those that passes establish, or a form that is not readable.
Code parse(Ir ir, const Source& source, const spatial::Limits& limits);

/// Names of rules of Spatial.
using Rules = std::set<std::string>;
/// Rules that passes establish: programs may violate them before.
Rules establishedRules();
/// Throws Error (internal) if code violates a rule of its form that is not in `open`.
void verify(const Code& code, const Rules& open, const spatial::Limits& limits);
/// The first violation of a rule. None for another form or an empty rule name.
std::optional<Diagnostic> broken(const Code& code, const std::string& rule, const spatial::Limits& limits);

}  // namespace stardust::passes
