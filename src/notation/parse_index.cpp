// Parses one index of an access as an affine sum.
#include "notation/parse_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "notation/foreign_text.h"
#include "support/brackets.h"

namespace stardust::notation {
namespace {

constexpr const char* indexRule =
    "an index is a variable, a number, a window i(2:9), a sum such as 2*i + k + 1, or an entry p(i) of a tensor of "
    "integers";
constexpr std::int64_t mostNumber = std::int64_t{1} << 31;  // products with extents stay in 64 bits
constexpr std::size_t mostTerms = 32;

// An affine sum, and whether its text has a number: i + 0 is not i.
struct AffineSum {
  Index index;
  bool hasNumber = false;
};

// A bracket that is never closed is the likelier fault of an index with another operator.
void refuseOpenBracket(const Lexer& lexer, const OpenAccess& access, const Index& last) {
  if (!lacksClosing(lexer)) return;
  std::vector<Index> indices = access.before;
  if (!last.terms.empty()) indices.push_back(plainIndex(last.terms[0].name));
  failNotClosed(lexer, access.open, shownAccess(access.tensor, indices));
}

class IndexParser {
 public:
  IndexParser(Lexer& lexer, const OpenAccess& access) : lexer_(lexer), access_(access), tensor_(access.tensor) {}

  Index index() {
    const std::size_t begin = lexer_.peek().span.begin;
    Index index = beginsWindow() ? window() : whole();
    index.where = lexer_.since(begin);
    return index;
  }

 private:
  Index whole() {
    AffineSum all = sum(0);
    const std::vector<IndexTerm>& terms = all.index.terms;
    all.index.isVariable = terms.size() == 1 && !terms[0].isGather() && terms[0].factor == 1 && !all.hasNumber;
    return all.index;
  }

  AffineSum sum(int depth) {
    checkDepth(depth, lexer_.here());
    AffineSum total;
    bool isNegative = lexer_.accept("-");
    do {
      add(total, product(depth), isNegative ? -1 : 1);
      isNegative = lexer_.at("-");
    } while (lexer_.accept("-") || lexer_.accept("+"));
    return total;
  }

  AffineSum product(int depth) {
    const std::size_t begin = lexer_.peek().span.begin;
    AffineSum left = atom(depth);
    while (operatorAt(lexer_).text == "*") {
      lexer_.next();
      const AffineSum right = atom(depth);
      if (!left.index.terms.empty() && !right.index.terms.empty()) {
        refuseOpenBracket(lexer_, access_, left.index);
        failUnsupported("an index is a product of variables", lexer_.since(begin), indexRule,
                        fmt::format("compute the products into a tensor p of integers, and read {}(p(i,j))", tensor_));
      }
      const bool isFactor = left.index.terms.empty();
      AffineSum scaled;
      scaled.hasNumber = left.hasNumber && right.hasNumber;  // 2 * 3, but not 2 * i
      add(scaled, isFactor ? right : left, (isFactor ? left : right).index.constant);
      left = std::move(scaled);
    }
    return left;
  }

  AffineSum atom(int depth) {
    const Token token = lexer_.peek();
    if (token.kind == TokenKind::Integer) {
      const std::size_t begin = token.span.begin;
      const std::int64_t number = lexer_.expectInteger("a number");
      return {{{}, bounded(number, begin)}, true};
    }
    if (lexer_.accept("(")) {
      AffineSum inside = sum(depth + 1);
      close(lexer_, token, "'+', '-' or ')'");
      return inside;
    }
    const std::string name = lexer_.expectIdentifier("an index variable").text;
    const Token open = lexer_.peek();
    if (lexer_.accept("(")) return {{{{1, name, gathered(open, name, ")")}}}};
    if (lexer_.accept("[")) return {{{{1, name, gathered(open, name, "]")}}}};
    return {{{{1, name}}}};
  }

  // The variables of p(i,j).
  std::vector<IndexVar> gathered(const Token& open, const std::string& name, std::string_view closer) {
    std::vector<IndexVar> vars;
    do {
      const Token next = lexer_.peek(1);
      const bool isVariable = lexer_.peek().kind == TokenKind::Identifier &&
                              (next.text == "," || next.text == closer || next.kind == TokenKind::End);
      if (!isVariable)
        failUnsupported(
            fmt::format("an index of {}, which is an index itself, is computed", name), lexer_.here(),
            fmt::format("the indices of {} are variables", name),
            fmt::format("compute the indices before, as in q(i) = {}(…), and read {}(q(i))", name, tensor_));
      vars.push_back(lexer_.next().text);
    } while (lexer_.accept(","));
    close(lexer_, open, fmt::format("',' or '{}'", closer));
    return vars;
  }

  // i(2:9), i(:9:3): a colon before the bracket closes.
  bool beginsWindow() const {
    if (lexer_.peek().kind != TokenKind::Identifier || lexer_.peek(1).text != "(") return false;
    const std::size_t sign = lexer_.peek(2).text == "-" ? 1 : 0;
    return lexer_.peek(2).text == ":" || lexer_.peek(3 + sign).text == ":";
  }

  std::int64_t numberOr(std::int64_t otherwise) {
    return lexer_.at(":") || lexer_.at(")") ? otherwise : lexer_.expectInteger("a number");
  }

  Index window() {
    const std::size_t begin = lexer_.peek().span.begin;
    const std::string var = lexer_.next().text;
    const Token open = lexer_.next();
    Index index{{{1, var}}, bounded(numberOr(0), begin), Window{}};
    lexer_.expect(":", "':' after the first coordinate of the window");
    if (lexer_.atEnd()) failNotClosed(lexer_, open, fmt::format("{}(2:9)", var));
    if (!lexer_.at(":") && !lexer_.at(")")) index.window->end = bounded(lexer_.expectInteger("the end"), begin);
    if (lexer_.accept(":")) index.terms[0].factor = bounded(numberOr(1), begin);
    close(lexer_, open, "':' or ')'");
    const Location where = lexer_.since(begin);
    const std::int64_t first = index.constant, end = index.window->end.value_or(first);
    if (first < 0 || end < 0)
      failUser(fmt::format("the window {} has a negative coordinate", where.text()), where, "coordinates count from 0");
    if (end < first)
      failUser(fmt::format("the window {} ends before it begins", where.text()), where,
               "i(2:9) has the coordinates 2 to 8", fmt::format("{}({}:{})", var, end, first));
    if (index.terms[0].factor < 1)
      failUser(fmt::format("the window {} has the stride {}", where.text(), index.terms[0].factor), where,
               "a stride is at least 1",
               fmt::format("to read backwards, subtract: {}({} - {})", tensor_, end - 1, var));
    return index;
  }

  std::int64_t bounded(std::int64_t number, std::size_t begin) const {
    if (number < -mostNumber || number > mostNumber)
      failUser(fmt::format("an index has the number {}", number), lexer_.since(begin),
               fmt::format("numbers of indices are at most {}", mostNumber));
    return number;
  }

  // Adds a multiple; terms that become 0 vanish.
  void add(AffineSum& total, const AffineSum& part, std::int64_t factor) const {
    const std::size_t begin = lexer_.consumedTo();
    const auto scaled = [&](std::int64_t number) {
      std::int64_t product = 0;
      return bounded(__builtin_mul_overflow(number, factor, &product) ? mostNumber + 1 : product, begin);
    };
    total.hasNumber = total.hasNumber || part.hasNumber;
    total.index.constant = bounded(total.index.constant + scaled(part.index.constant), begin);
    std::vector<IndexTerm>& terms = total.index.terms;
    for (const IndexTerm& term : part.index.terms) {
      const auto same = std::find_if(terms.begin(), terms.end(), [&](const IndexTerm& other) {
        return other.name == term.name && other.indices == term.indices;
      });
      if (same == terms.end()) terms.push_back({scaled(term.factor), term.name, term.indices});
      else same->factor = bounded(same->factor + scaled(term.factor), begin);
    }
    terms.erase(std::remove_if(terms.begin(), terms.end(), [](const IndexTerm& term) { return term.factor == 0; }),
                terms.end());
    if (terms.size() > mostTerms)
      failUnsupported("an index has too many terms", lexer_.here(), fmt::format("at most {}", mostTerms));
  }

  Lexer& lexer_;
  const OpenAccess& access_;
  const std::string& tensor_;
};

[[noreturn]] void failIndex(const Lexer& lexer, const OpenAccess& access) {
  const Token found = operatorAt(lexer);
  const Location where = lexer.where(found.span);
  if (found.text == ":" || found.text == "...")
    failUnsupported(
        "an index is a slice", where, indexRule,
        fmt::format("name the variable of each mode: {0}(i,j); or of a part of it: {0}(i(2:9),j)", access.tensor));
  if (!access.before.empty() && (found.text == ")" || found.text == "]" || found.text == "}"))
    failUser("after ',' an index is missing", where, indexRule, shownAccess(access.tensor, access.before));
  lexer.failExpected("an index variable");
}

// Reports an operator that no index has.
void refuseOperator(const Lexer& lexer, const OpenAccess& access, const Index& index) {
  const Token found = operatorAt(lexer);
  if (found.kind != TokenKind::Symbol || std::string_view(",()[]{}").find(found.text) != std::string_view::npos) return;
  refuseOpenBracket(lexer, access, index);
  if (index.window)
    failUnsupported("a window is a part of another index", lexer.where(found.span), "a window is a whole index",
                    "move its bounds: i(2:9) + 1 is i(3:10)");
  failUnsupported(fmt::format("an index is computed with '{}'", found.text), lexer.where(found.span), indexRule,
                  fmt::format("compute the indices into a tensor p of integers, and read {}(p(i))", access.tensor));
}

}  // namespace

std::string shownAccess(const std::string& tensor, const std::vector<Index>& indices) {
  if (indices.empty()) return fmt::format("{}(i,j)", tensor);
  std::vector<std::string> texts;
  for (const Index& index : indices) texts.push_back(print(index));
  return fmt::format("{}({})", tensor, fmt::join(texts, ","));
}

Index parseIndex(Lexer& lexer, const OpenAccess& access) {
  const Token token = lexer.peek();
  const bool begins =
      token.kind == TokenKind::Identifier || token.kind == TokenKind::Integer || token.text == "-" || token.text == "(";
  if (!begins) failIndex(lexer, access);
  Index index = IndexParser(lexer, access).index();
  refuseOperator(lexer, access, index);
  return index;
}

}  // namespace stardust::notation
