// Parses formats as printed by toString and accepted by -f: "ds", "ds:1,0", "ds:0,1:onChip", "onChip" (a scalar),
// "csr", "csf:2,0,1", "csr:pos32".
#pragma once

#include "format/named.h"
#include "stardust/format.h"
#include "support/lexer.h"

namespace stardust {

/// [LEVELS | NAME] ["(" ROWS "," COLUMNS ")"] [":" MODES] {":" PROPERTY}, or a region alone. ROWS and COLUMNS are the
/// size of the blocks of a blocked level. A PROPERTY is a region (offChip, onChip), symmetric or
/// a width (pos32, pos64, crd32, crd64), each at most once. LEVELS are the letters of levels::all() (c is a synonym of
/// s), NAME is one of formatNames(). A name takes precedence over letters: csc is compressed columns, not three
/// compressed levels. The modes determine the order of a family (coo, csf, dense). Throws Error (user) with the place
/// in the text.
WrittenFormat parseWrittenFormat(Lexer& lexer);

/// The same for complete formats: parse(toString(f)) == f for every format except the off-chip scalar, which prints as
/// the empty text.
Format parseFormat(Lexer& lexer);

}  // namespace stardust
