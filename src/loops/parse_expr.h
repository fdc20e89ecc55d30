// Parser of expressions in the text form of loops; internal.
#pragma once

#include <string>
#include <vector>

#include "loops/idioms/idiom.h"
#include "loops/keywords.h"
#include "loops/parse_reader.h"

namespace stardust::loops {

class ExpressionParser {
 public:
  explicit ExpressionParser(Reader& reader) : reader_(reader) {}

  Expr read() { return infix(1); }
  /// Parses the arguments of an idiom and their separators.
  IdiomCall callOf(const Idiom& idiom);

 private:
  void separator(const char* sign);
  Argument argument(const IdiomParameter& p);
  const OperatorWord* operatorHere(int precedence);
  Expr infix(int precedence);
  Expr primary();
  Expr ofOperand(UnaryOp op, std::size_t begin);
  Expr number(bool negative);
  Expr complexNumber();
  Expr named(const std::string& first);
  Expr call(const std::string& function, const std::vector<Expr>& arguments);

  Reader& reader_;
  int height_ = 0;  // height of the last parsed expression
};

}  // namespace stardust::loops
