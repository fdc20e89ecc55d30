// Lexical layer of the parser of loops: words and names; internal.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "loops/nodes.h"
#include "support/lexer.h"

namespace stardust::loops {

/// State shared by the parsers of statements and expressions: the lexer and the declarations.
class Reader {
 public:
  explicit Reader(Source source) : lexer(std::move(source)) {}

  Lexer lexer;

  void word(const char* expected) {
    if (!acceptWord(expected)) lexer.failExpected(fmt::format("'{}'", expected));
  }
  bool acceptWord(const char* expected) {
    if (!lexer.atWord(expected)) return false;
    lexer.next();
    return true;
  }
  /// "'['"
  void sign(const char* expected) { lexer.expect(expected, fmt::format("'{}'", expected).c_str()); }
  template <class Key, std::size_t N>
  Key oneOf(const std::pair<Key, const char*> (&words)[N], const char* what) {
    for (const auto& [key, w] : words)
      if (acceptWord(w)) return key;
    lexer.failExpected(what);
  }
  std::string name() { return lexer.expectIdentifier("a name").text; }

  /// Enters a nested statement or expression for the lifetime of the result.
  Nesting nesting() { return Nesting(depth_, lexer); }
  /// Calls a builder. A type mismatch is a user error here, located in the text since `begin`.
  template <class Make>
  auto checked(std::size_t begin, Make make) {
    try {
      return make();
    } catch (const Error& error) {
      if (error.diagnostic().where) throw;
      failUser(error.diagnostic().what, lexer.since(begin));
    }
  }

  void declare(const std::string& name, Type type) { types_[name] = type; }
  Type typeOfName(const std::string& name) const {
    const auto known = types_.find(name);
    if (known == types_.end()) failUser(fmt::format("'{}' is not declared", name));
    return known->second;
  }

 private:
  int depth_ = 0;
  std::map<std::string, Type> types_;  // types of variables and of array elements; the latest declaration counts
};

}  // namespace stardust::loops
