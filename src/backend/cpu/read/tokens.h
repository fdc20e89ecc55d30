// Tokens of printed C.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stardust::cpu {

enum class CTokenKind { Name, Number, Sign, Comment, Pragma, End };

struct CToken {
  CTokenKind kind = CTokenKind::End;
  std::string_view text;  ///< of a comment, the text inside the delimiters; of a pragma, the text after "#pragma"
  std::size_t begin = 0;
};

/// The text must outlive this value.
class CTokens {
 public:
  explicit CTokens(const std::string& text);

  const CToken& peek(std::size_t ahead = 0) const;
  CToken next();
  bool at(std::string_view text, std::size_t ahead = 0) const { return peek(ahead).text == text && !atComment(ahead); }
  bool atName(std::size_t ahead = 0) const { return peek(ahead).kind == CTokenKind::Name; }
  bool accept(std::string_view text);
  void expect(std::string_view text);
  /// Expects these words, separated by blanks.
  void expectAll(std::string_view words);
  std::string name();

  std::size_t place() const { return next_; }
  void back(std::size_t place) { next_ = place; }
  /// The source text from a position to the current one.
  std::string textSince(std::size_t place) const;

  /// Throws Error (internal) with the line of the syntax error.
  [[noreturn]] void fail(const std::string& expected) const;

 private:
  bool atComment(std::size_t ahead) const { return peek(ahead).kind == CTokenKind::Comment; }

  const std::string& text_;
  std::vector<CToken> tokens_;
  std::size_t next_ = 0;
};

}  // namespace stardust::cpu
