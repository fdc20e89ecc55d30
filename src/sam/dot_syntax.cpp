#include "sam/dot_syntax.h"

#include <fmt/format.h>

#include <cctype>

namespace stardust::sam {
namespace {

struct DotToken {
  enum class Kind { Word, Text, Arrow, Symbol, End } kind = Kind::End;
  std::string text;
  Span span;
};

/// One token of look-ahead over the text.
class DotLexer {
 public:
  explicit DotLexer(stardust::Source source) : source_(std::move(source)) { advance(); }

  const DotToken& peek() const { return token_; }
  DotToken next() {
    DotToken taken = token_;
    advance();
    return taken;
  }
  bool at(char symbol) const { return token_.kind == DotToken::Kind::Symbol && token_.text[0] == symbol; }
  bool accept(char symbol) {
    if (!at(symbol)) return false;
    advance();
    return true;
  }
  void expect(char symbol, const char* what) {
    if (!accept(symbol)) failExpected(what);
  }
  bool isValue() const { return token_.kind == DotToken::Kind::Word || token_.kind == DotToken::Kind::Text; }
  DotToken expectValue(const char* what) {
    if (!isValue()) failExpected(what);
    return next();
  }
  Location where(Span span) const { return {source_, span}; }
  [[noreturn]] void failExpected(const char* what) const {
    failUser(fmt::format("expected {}, but found {}", what,
                         token_.kind == DotToken::Kind::End ? "the end" : "'" + token_.text + "'"),
             where(token_.span));
  }

 private:
  char at(std::size_t place) const { return place < source_->text.size() ? source_->text[place] : '\0'; }

  void skipLine() {
    while (at_ < source_->text.size() && at(at_) != '\n') ++at_;
  }
  void skipBlanks() {
    while (at_ < source_->text.size()) {
      if (std::isspace(static_cast<unsigned char>(at(at_)))) ++at_;
      else if (at(at_) == '#' || (at(at_) == '/' && at(at_ + 1) == '/')) skipLine();
      else if (at(at_) == '/' && at(at_ + 1) == '*') {
        const auto end = source_->text.find("*/", at_ + 2);
        if (end == std::string::npos) failUser("the comment has no end", where({at_, at_ + 2}), {}, "write */");
        at_ = end + 2;
      } else return;
    }
  }
  static bool isWordPart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '*' || c == '+';
  }
  void advance() {
    skipBlanks();
    const auto begin = at_;
    if (begin >= source_->text.size()) {
      token_ = {DotToken::Kind::End, {}, {begin, begin}};
    } else if (at(begin) == '"') {
      token_ = text();
    } else if (at(begin) == '-' && at(begin + 1) == '>') {
      at_ += 2;
      token_ = {DotToken::Kind::Arrow, "->", {begin, at_}};
    } else if (isWordPart(at(begin)) || at(begin) == '-') {
      ++at_;
      while (isWordPart(at(at_))) ++at_;
      token_ = {DotToken::Kind::Word, source_->text.substr(begin, at_ - begin), {begin, at_}};
    } else {
      ++at_;
      token_ = {DotToken::Kind::Symbol, source_->text.substr(begin, 1), {begin, at_}};
    }
  }
  DotToken text() {
    const auto begin = at_++;
    std::string value;
    while (at(at_) != '"') {
      if (at_ >= source_->text.size()) failUser("the text has no end", where({begin, begin + 1}), {}, "write \"");
      if (at(at_) == '\\' && (at(at_ + 1) == '"' || at(at_ + 1) == '\\')) ++at_;
      value += at(at_++);
    }
    ++at_;
    return {DotToken::Kind::Text, value, {begin, at_}};
  }

  stardust::Source source_;
  std::size_t at_ = 0;
  DotToken token_;
};

DotAttributes attributes(DotLexer& lexer) {
  DotAttributes result;
  while (lexer.accept('[')) {
    while (!lexer.accept(']')) {
      if (lexer.accept(',') || lexer.accept(';')) continue;
      const DotToken name = lexer.expectValue("an attribute or ']'");
      lexer.expect('=', "'=' and a value");
      const DotToken value = lexer.expectValue("the value of the attribute");
      result.push_back({name.text, value.text, lexer.where(value.span)});
    }
  }
  return result;
}

void statement(DotLexer& lexer, DotGraph& graph) {
  const DotToken first = lexer.expectValue("a node, an edge or '}'");
  if (first.kind == DotToken::Kind::Word) {
    if (first.text == "subgraph") failUser("a graph has no subgraphs", lexer.where(first.span));
    if ((first.text == "node" || first.text == "edge") && lexer.at('['))
      failUser(fmt::format("a graph has no defaults for each {}", first.text), lexer.where(first.span), {},
               "write the attributes where they apply");
    if (first.text == "graph" && lexer.at('[')) {
      for (auto& attribute : attributes(lexer)) graph.attributes.push_back(std::move(attribute));
      return;
    }
  }
  if (lexer.accept('=')) {
    const DotToken value = lexer.expectValue("the value of the attribute");
    graph.attributes.push_back({first.text, value.text, lexer.where(value.span)});
    return;
  }
  std::vector<DotToken> chain{first};
  while (lexer.peek().kind == DotToken::Kind::Arrow) {
    lexer.next();
    chain.push_back(lexer.expectValue("a node"));
  }
  const DotAttributes given = attributes(lexer);
  if (chain.size() == 1) graph.nodes.push_back({first.text, given, lexer.where(first.span)});
  for (std::size_t n = 1; n < chain.size(); ++n)
    graph.edges.push_back(
        {chain[n - 1].text, chain[n].text, given, lexer.where({chain[n - 1].span.begin, chain[n].span.end})});
}

}  // namespace

const DotAttribute* attributeOf(const DotAttributes& attributes, const std::string& name) {
  for (auto attribute = attributes.rbegin(); attribute != attributes.rend(); ++attribute)
    if (attribute->name == name) return &*attribute;
  return nullptr;
}

DotGraph parseDot(const stardust::Source& source) {
  DotLexer lexer(source);
  DotGraph graph;
  const DotToken kind = lexer.expectValue("digraph");
  graph.where = lexer.where(kind.span);
  if (kind.text != "digraph")
    failUser("expected digraph, but found '" + kind.text + "'", graph.where, "a graph file is directed Graphviz text",
             "digraph SAM { … }");
  if (lexer.isValue()) graph.name = lexer.next().text;
  lexer.expect('{', "'{'");
  while (!lexer.accept('}')) {
    if (lexer.accept(';') || lexer.accept(',')) continue;
    statement(lexer, graph);
  }
  if (lexer.peek().kind != DotToken::Kind::End) lexer.failExpected("the end of the graph");
  return graph;
}

}  // namespace stardust::sam
