// Strings and their interpolation.
#include "scala/syntax/parser.h"

namespace stardust::scala {
namespace {

/// Whether the string that begins here has triple quotes.
bool isBetweenThreeQuotes(const std::string& source, std::size_t begin) {
  return begin >= 3 && source.compare(begin - 3, 3, "\"\"\"") == 0;
}

}  // namespace

/// A string, with $name and ${name} replaced if it has an interpolator, and shown by the %form behind them if that is
/// f. As in Scala, escapes stay as written in raw"…" and between three quotes, but s and f resolve them there too.
Tree ExpressionParser::text(std::string_view interpolator, std::size_t first) {
  const auto at = t_.peek().span.begin;
  const auto raw = t_.take().text;
  const bool keepsEscapes =
      interpolator == "raw" || (interpolator.empty() && isBetweenThreeQuotes(t_.source()->text, at));
  TextTree result;
  std::string piece;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size() && !keepsEscapes) {
      const char c = raw[++i];
      piece += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    } else if (raw[i] == '$' && !interpolator.empty() && i + 1 < raw.size()) {
      const bool isBraced = raw[i + 1] == '{';
      auto begin = i + (isBraced ? 2 : 1), end = begin;
      int open = 0;  // open braces inside
      const auto isPart = [&](char c) {
        if (!isBraced) return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
        open += c == '{' ? 1 : c == '}' ? -1 : 0;
        return open >= 0;
      };
      while (end < raw.size() && isPart(raw[end])) ++end;
      Parser parser(TokenCursor(t_.source(), {at + begin, at + end}), p_.language);
      result.pieces.push_back(std::move(piece));
      piece.clear();
      auto part = parser.expressions.expression();
      i = isBraced ? end : end - 1;
      if (interpolator == "f" && i + 1 < raw.size() && raw[i + 1] == '%') {  // $x%5.2f is "%5.2f".format(x)
        const auto last = std::min(raw.find_first_not_of("0123456789.-", i + 2), raw.size() - 1);
        const auto format = t_.make(TextTree{{std::string(raw.substr(i + 1, last - i))}, {}}, first);
        part = t_.make(ApplyTree{t_.make(SelectTree{format, "format"}, first), {Argument{"", std::move(part)}}}, first);
        i = last;
      }
      result.parts.push_back(std::move(part));
    } else {
      piece += raw[i];
    }
  }
  result.pieces.push_back(std::move(piece));
  return t_.make(std::move(result), first);
}

}  // namespace stardust::scala
