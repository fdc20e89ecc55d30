// Reads formats as toString prints them and as -f takes them: "ds", "ds:1,0", "ds:0,1:onChip", "onChip" (a scalar).
#pragma once

#include "stardust/format.h"
#include "support/lexer.h"

namespace stardust {

/// [LEVELS] [":" MODES] [":" "offChip" | "onChip"], with LEVELS of d, s (or c), u and q. parse(toString(f)) == f for every format
/// but the off-chip scalar, which is empty. Throws Error (user) with the place in the text.
Format parseFormat(Lexer& lexer);

}  // namespace stardust
