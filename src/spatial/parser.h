// The recursive-descent parser behind spatial::parse; internal to the room.
//   parse.cpp       files, classes and host statements      parse_stmt.cpp  statements inside Accel
//   parse_expr.cpp  tokens and expressions                  parse_loop.cpp  loops
//   parse_check.cpp checks after Accel
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scala/syntax/lexer.h"
#include "spatial/nodes.h"

namespace stardust::spatial {

using scala::Token;
using scala::Tokens;

class Parser {
 public:
  explicit Parser(const Source& source) : source_(source), tokens_(scala::tokenize(source)) {}
  Program program();

 private:
  // Tokens
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_.list[std::min(at_ + ahead, tokens_.list.size() - 1)];
  }
  bool is(std::string_view text, std::size_t ahead = 0) const;
  bool isIdentifier(std::size_t ahead = 0) const { return peek(ahead).kind == Token::Kind::Identifier; }
  bool accept(std::string_view text);
  const Token& take() { return tokens_.list[at_ + 1 < tokens_.list.size() ? at_++ : at_]; }
  void expect(std::string_view text, std::string_view where);
  std::string identifier(std::string_view what);
  std::string quoted(std::string_view what);
  Location here() const { return {source_, peek().span}; }
  Location since(std::size_t firstToken) const;
  std::string lastComment() const { return std::string(tokens_.list[at_ - 1].comment); }
  [[noreturn]] void failExpected(std::string_view what, std::string remedy = {}) const;
  void endStatement();
  void rejectUnsupported(std::size_t ahead = 0) const;

  // Expressions. The height of the tree is bounded so that every later walk over it is.
  struct Tree {
    Expr expr;
    int height = 1;
  };
  Tree sized(decltype(ExprNode::kind) kind, std::size_t firstToken,
             std::initializer_list<const Tree*> operands = {}) const;
  static constexpr int maxDepth = 200;
  /// Counts the constructs that are open, so that no input can exhaust the stack.
  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };
  Expr expression() { return infix(1).expr; }
  Expr argument();  ///< an expression inside parentheses, where lines may end anywhere
  Tree infix(int atLeast);
  Tree prefix();
  Tree primary();
  Tree simple();
  Tree number(std::size_t firstToken, bool negative);
  Tree call(std::size_t firstToken, const std::string& callee);
  Tree method(std::size_t firstToken, const std::string& object);
  Tree randomAccess(std::size_t firstToken, const std::string& object, const std::string& word);
  Tree inParentheses();
  Tree conversion(const Tree& operand, std::size_t firstToken);
  Type bracketedType(bool isLiteral = false);
  void noBarriers();

  // Statements
  Body block(std::vector<std::string>& iterators, bool isScan, std::string& note, Expr* value);
  void iteratorNames(std::vector<std::string>& iterators, bool isScan);
  Body statements(Expr* value);
  Stmt statement();
  bool startsStatement() const;
  std::string_view verb() const;
  std::string_view afterParentheses() const;
  Stmt finish(decltype(StmtNode::kind) kind, std::size_t firstToken) const;
  template <class Loop>
  Stmt finishLoop(Loop loop, Location head, std::string note) const;
  Stmt val();
  Stmt memory(std::size_t firstToken, std::string name);
  Stmt loop();
  Stmt reduction();
  Stmt load();
  Stmt streamLoad();
  Stmt streamStore();
  Stmt store();
  Stmt access(std::string_view verb);
  Stmt elementWrite();
  Stmt genBitVector();
  Stmt merge();
  template <class Loop>
  void domain(Loop& loop);
  Scan scan();
  std::string vectorOfScan();
  std::vector<Counter> counters();
  Counter counter();
  void byAndPar(Counter& counter);
  Counter section();
  ReduceOp combiner();

  // Files, classes, host statements
  struct Instance {
    std::string of;
    std::vector<Parameter> values;  ///< an empty name: by position
    Location where;
  };
  void imports();
  void definition();
  void instance(Location where);
  void appBody();
  void parameterList();
  void unstagedVal(std::string name);
  std::int64_t integer(std::string_view what);
  void mainMethod();
  void applyInstance();
  void hostStatement();
  void hostVal();
  void setArg();
  void setMem();
  void check();
  void checkLength(std::size_t firstToken);
  void checkGold(std::size_t firstToken);
  void checkArray(std::size_t firstToken);
  void comparison(CheckNear& check, const std::function<void()>& expected, const std::function<void()>& actual);
  void element();
  double margin();
  void addHost(decltype(HostStmt::kind) kind, std::size_t firstToken);
  HostLoad loadedFile(std::string name);

  Source source_;
  Tokens tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;        ///< of nested constructs, bounded
  int parentheses_ = 0;  ///< inside them a line end separates nothing
  Program program_;
  bool afterAccel_ = false;
  std::vector<std::pair<ArgIn, Location>> unset_;  ///< ArgIns whose setArg has not come yet
  std::vector<Instance> instances_;
};

}  // namespace stardust::spatial
