// Functions that are defined by expressions: relu(a) = max(a, 0). Calls are replaced by the expression.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "support/lexer.h"

namespace stardust::notation {

struct Definition {
  std::vector<std::string> parameters;
  Expr body;                                                  ///< a parameter is a scalar with its name
  std::shared_ptr<const operators::Operator> reduction = {};  ///< of a declared reduction (reductions.h); else null
};

/// The definitions by name. Those of every text: relu, recip and neg.
using Definitions = std::map<std::string, Definition, std::less<>>;
const Definitions& builtInDefinitions();

/// Parses "NAME(a, b) = EXPRESSION" into the definitions; the expression may call earlier ones. Throws Error (user): a
/// function that exists, a parameter that is named twice, a name in the expression that is no parameter, a call of
/// itself.
void parseDefinition(Lexer& lexer, Definitions& definitions);

/// Parses "(a, b)" after the name of a function.
std::vector<std::string> parseParameters(Lexer& lexer, const std::string& name);
/// Throws Error (user) for a name in the body that is no parameter.
void requireParameters(const Expr& body, const std::string& name, const std::vector<std::string>& parameters);
/// Throws Error (user) if an operator or a definition has this name.
void requireNewName(const Token& name, const Lexer& lexer, const Definitions& definitions);

/// The body with these operands in place of the parameters.
Expr expanded(const Definition& definition, const std::vector<Expr>& operands, Location where);

}  // namespace stardust::notation
