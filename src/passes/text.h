// Every form as text, so that a pass can be run on a file and its result read.
#pragma once

#include <string>

#include "passes/pass.h"

namespace stardust::passes {

/// Notation as the user writes it; of CIN a listing (cin/listing.h); a table of the plan; the text of Spatial and
/// loops.
std::string print(const Code& code);

/// The forms that parse reads.
const std::vector<Ir>& readable();
/// Code of one form from its text, verified. Throws Error (user): text that is not of this form or breaks its rules; a
/// form that is not readable.
Code parse(Ir ir, const Source& source);

/// Throws Error (internal) at code that breaks the rules of its form: a pass made it.
void verify(const Code& code);

}  // namespace stardust::passes
