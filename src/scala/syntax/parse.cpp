#include "scala/syntax/parser.h"

namespace stardust::scala {

File read(const Source& source, const Language& language) {
  auto tokens = tokenize(source);
  Parser parser(TokenCursor(source, std::move(tokens.list)), language);
  return {parser.statements.file(), std::move(tokens.comments), std::move(tokens.header)};
}

}  // namespace stardust::scala
