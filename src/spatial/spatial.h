// The interface of the Spatial room: print, parse, verify.
#pragma once

#include <string>
#include <vector>

#include "spatial/limits.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

/// A self-contained Scala source file. parse(print(p)) == p.
std::string print(const Program& program);
std::string print(const Expr& expr);
/// Throws Error (user) with a caret at the first construct that is not in the language of nodes.h.
Program parse(Source source);

/// A violation of a rule (docs/guide/spatial-rules.md); `rule` is its stable name, e.g. "fifo-single-writer".
struct Finding {
  std::string rule;
  bool isError;  ///< false: a warning
  Diagnostic diagnostic;
  std::string memory = {};  ///< of a rule about an access to a memory
};
/// All violations, in program order; empty if the program is well-formed. Linear in the size of the program.
std::vector<Finding> verify(const Program& program, const Limits& limits);
/// Whether a name is a keyword of Scala or of this language.
bool isReserved(const std::string& name);
/// Throws the first error found, if there is one.
void requireWellFormed(const Program& program, const Limits& limits);

}  // namespace stardust::spatial
