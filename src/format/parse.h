// Reads formats as toString prints them and as -f takes them: "ds", "ds:1,0", "ds:0,1:onChip", "onChip" (a scalar),
// "csr", "csf:2,0,1".
#pragma once

#include "format/named.h"
#include "stardust/format.h"
#include "support/lexer.h"

namespace stardust {

/// [LEVELS | NAME] [":" MODES] [":" "offChip" | "onChip"], with LEVELS the letters of levels::all() (c is s), and NAME
/// of formatNames(). What could be either is the name: csc is compressed columns, not three compressed levels. Modes
/// give a family (coo, csf, dense) its order. Throws Error (user) with the place in the text.
WrittenFormat parseWrittenFormat(Lexer& lexer);

/// The same where the text must say all: parse(toString(f)) == f for every format but the off-chip scalar, which is
/// empty.
Format parseFormat(Lexer& lexer);

}  // namespace stardust
