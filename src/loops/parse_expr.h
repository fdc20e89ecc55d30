// Expressions of the text form of loops; internal to its parser.
#pragma once

#include <string>
#include <vector>

#include "loops/idioms/idiom.h"
#include "loops/parse_reader.h"
#include "loops/words.h"

namespace stardust::loops {

class ExpressionParser {
 public:
  explicit ExpressionParser(Reader& reader) : reader_(reader) {}

  Expr read() { return infix(1); }
  /// The arguments of an idiom, each behind what its parameter says.
  IdiomCall callOf(const Idiom& idiom);

 private:
  void separator(const char* sign);
  Argument argument(const IdiomParameter& p);
  const OperatorWord* operatorHere(int precedence);
  Expr infix(int precedence);
  Expr primary();
  Expr ofOperand(UnaryOp op, std::size_t begin);
  Expr number(bool negative);
  Expr named(const std::string& first);
  Expr call(const std::string& function, const std::vector<Expr>& arguments);

  Reader& reader_;
  int height_ = 0;  // of the expression that was read last
};

}  // namespace stardust::loops
