// Parses CIN statements as printed by print(). Tensors have no formats: statements in schedules are matched by name.
#pragma once

#include "cin/nodes.h"
#include "support/lexer.h"

namespace stardust::cin {

/// forall(i, S) | where(S, S) | sequence(S, S) | map(S, backend, function[, factor]) | suchthat(S, relation…) | a = e |
/// a += e; for relations see print(Relation). Throws Error (user) with a caret.
Stmt parseStmt(Lexer& lexer);
Stmt parseStmt(Source source);
/// The arguments of keep and share: B | B, pos | B, crd, 2 | B, vals.
Keep parseKeep(Lexer& lexer, KeptAs as);

}  // namespace stardust::cin
