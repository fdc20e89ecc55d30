#include "cin/parse.h"

#include "notation/parse.h"

namespace stardust::cin {
namespace {

class Parser {
 public:
  explicit Parser(Lexer& lexer) : lexer_(lexer) {}

  Stmt stmt() {
    const Nesting nesting(depth_, lexer_);
    const bool call = lexer_.peek(1).text == "(";
    if (call && lexer_.atWord("forall")) return forallStmt();
    if (call && lexer_.atWord("where")) return pair(where);
    if (call && lexer_.atWord("sequence")) return pair(sequence);
    if (call && lexer_.atWord("map")) return mapStmt();
    if (call && lexer_.atWord("suchthat")) return suchThatStmt();
    Location at;
    const Access lhs = notation::parseAccess(lexer_, at);
    const AssignOp op = notation::parseAssignOp(lexer_);
    return assign(lhs, op, notation::parseExpr(lexer_));
  }

 private:
  void open() {
    lexer_.next();
    lexer_.expect("(", "'('");
  }
  void comma() { lexer_.expect(",", "','"); }
  void close() { lexer_.expect(")", "')'"); }

  Stmt forallStmt() {
    open();
    const IndexVar var = lexer_.expectIdentifier("an index variable").text;
    comma();
    const Stmt body = stmt();
    close();
    return forall(var, body);
  }

  Stmt pair(Stmt (*make)(Stmt, Stmt)) {
    open();
    const Stmt first = stmt();
    comma();
    const Stmt second = stmt();
    close();
    return make(first, second);
  }

  Stmt mapStmt() {
    open();
    const Stmt body = stmt();
    comma();
    const std::string backend = lexer_.expectIdentifier("a backend").text;
    comma();
    const std::string function = lexer_.expectIdentifier("a function of the backend").text;
    const int factor = lexer_.accept(",") ? number("a factor") : 0;
    close();
    return map(body, backend, function, factor);
  }

  Stmt suchThatStmt() {
    open();
    const Stmt body = stmt();
    std::vector<Relation> relations;
    while (lexer_.accept(",")) {
      const std::string var = lexer_.expectIdentifier("a variable of the environment").text;
      lexer_.expect("=", "'='");
      relations.push_back({var, number("its value")});
    }
    close();
    return suchThat(body, std::move(relations));
  }

  int number(const char* what) {
    const Location at = lexer_.here();
    const std::int64_t value = lexer_.expectInteger(what);
    if (value < 0 || value > 1'000'000) failUser(std::string(what) + " outside 0 to 1,000,000", at);
    return static_cast<int>(value);
  }

  Lexer& lexer_;
  int depth_ = 0;
};

}  // namespace

Stmt parseStmt(Lexer& lexer) { return Parser(lexer).stmt(); }

Stmt parseStmt(Source source) {
  Lexer lexer(std::move(source));
  const Stmt stmt = parseStmt(lexer);
  lexer.expectEnd("the end of the statement");
  return stmt;
}

}  // namespace stardust::cin
