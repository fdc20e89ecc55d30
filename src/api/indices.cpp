// Computed indices of the C++ API.
#include <fmt/format.h>

#include <algorithm>

#include "api/nodes.h"

namespace stardust {

using api::IndexNode;

namespace {

constexpr std::int64_t mostNumber = std::int64_t{1} << 31;  // as in the text
constexpr std::size_t mostTerms = 32;
constexpr const char* rule = "an index is a sum of numbers, variables and entries of tensors, each times a number";

std::int64_t bounded(std::int64_t number) {
  if (number < -mostNumber || number > mostNumber)
    failUser(fmt::format("an index has the number {}", number), {},
             fmt::format("numbers of indices are at most {}", mostNumber));
  return number;
}

std::shared_ptr<const IndexNode> made(IndexNode node) {
  if (node.terms.size() > mostTerms)
    failUnsupported("an index has too many terms", {}, fmt::format("at most {}", mostTerms));
  return std::make_shared<const IndexNode>(std::move(node));
}

bool isSame(const IndexNode::Term& a, const IndexNode::Term& b) {
  return a.tensor == b.tensor && a.variables == b.variables;
}

// a + factor * b
IndexNode sum(IndexNode a, const IndexNode& b, std::int64_t factor) {
  if (a.windowEnd || b.windowEnd)
    failUnsupported("a window is a part of another index", {}, "a window is a whole index");
  const auto scaled = [&](std::int64_t number) {
    std::int64_t product = 0;
    return bounded(__builtin_mul_overflow(number, factor, &product) ? mostNumber + 1 : product);
  };
  a.isVariable = false;
  a.constant = bounded(a.constant + scaled(b.constant));
  for (const IndexNode::Term& term : b.terms) {
    const auto same =
        std::find_if(a.terms.begin(), a.terms.end(), [&](const auto& other) { return isSame(other, term); });
    if (same == a.terms.end()) a.terms.push_back({scaled(term.factor), term.tensor, term.variables});
    else same->factor = bounded(same->factor + scaled(term.factor));
  }
  std::erase_if(a.terms, [](const IndexNode::Term& term) { return term.factor == 0; });
  return a;
}

IndexNode product(const IndexNode& a, const IndexNode& b) {
  if (!a.terms.empty() && !b.terms.empty()) failUnsupported("an index is a product of variables", {}, rule);
  return a.terms.empty() ? sum({}, b, a.constant) : sum({}, a, b.constant);
}

// The index with the value of an expression: p(i), 2*p(i) + 1.
IndexNode valueOf(const api::Node& node) {
  return match(
      node.kind,
      [](const api::AccessNode& access) {
        IndexNode::Term term{1, access.tensor, {}};
        for (const Index& index : access.indices) {
          if (!index.node()->isVariable)
            failUnsupported("an index of a tensor that is an index itself is computed", {},
                            "its indices are variables");
          term.variables.push_back(index.node()->terms[0].variables[0]);
        }
        if (term.variables.empty()) failUnsupported("an index is a scalar tensor", {}, rule);
        return IndexNode{{std::move(term)}};
      },
      [](const api::IndexValueNode& value) {
        return IndexNode{{{1, nullptr, {value.var}}}, 0, {}, true};
      },
      [](const notation::Literal& literal) {
        const auto* whole = std::get_if<std::int64_t>(&literal.value);
        if (std::holds_alternative<notation::Imaginary>(literal.value))
          failUser("an index is complex", {}, "coordinates are integers");
        if (!whole) failUser("an index is a fraction", {}, "coordinates are integers");
        return IndexNode{{}, bounded(*whole)};
      },
      [](const api::CallNode& call) {
        const auto operand = [&](std::size_t n) { return valueOf(*call.operands[n]); };
        if (call.op == operators::negate) return sum({}, operand(0), -1);
        if (call.op == operators::add) return sum(operand(0), operand(1), 1);
        if (call.op == operators::subtract) return sum(operand(0), operand(1), -1);
        if (call.op == operators::multiply) return product(operand(0), operand(1));
        failUnsupported("an index is computed with another operator than +, - and *", {}, rule);
      });
}

}  // namespace

Index::Index(const IndexVar& var) : node_(made({{{1, nullptr, {var}}}, 0, {}, true})) {}
Index::Index(int number) : Index(std::int64_t{number}) {}
Index::Index(std::int64_t number) : node_(made({{}, bounded(number)})) {}
Index::Index(const IndexExpr& gathered) : node_(made(valueOf(*gathered.node()))) {}

Index operator+(const Index& a, const Index& b) { return Index(made(sum(*a.node(), *b.node(), 1))); }
Index operator-(const Index& a, const Index& b) { return Index(made(sum(*a.node(), *b.node(), -1))); }
Index operator-(const Index& a) { return Index(made(sum({}, *a.node(), -1))); }
Index operator*(const Index& a, const Index& b) { return Index(made(product(*a.node(), *b.node()))); }

Index IndexVar::operator()(std::int64_t first, std::int64_t end, std::int64_t stride) const {
  const std::string window = fmt::format("({}:{}:{})", first, end, stride);
  if (first < 0 || end < 0)
    failUser(fmt::format("the window {} has a negative coordinate", window), {}, "coordinates count from 0");
  if (end < first)
    failUser(fmt::format("the window {} ends before it begins", window), {}, "(2:9) has the coordinates 2 to 8");
  if (stride < 1)
    failUser(fmt::format("the window {} has the stride {}", window, stride), {}, "a stride is at least 1");
  return Index(made({{{bounded(stride), nullptr, {*this}}}, bounded(first), bounded(end)}));
}

namespace api {

notation::Index convert(const Index& index, Naming& naming) {
  const IndexNode& node = *index.node();
  notation::Index converted{{}, node.constant, {}, node.isVariable};
  if (node.windowEnd) converted.window = notation::Window{*node.windowEnd};
  for (const IndexNode::Term& term : node.terms) {
    std::vector<notation::IndexVar> variables;
    for (const IndexVar& var : term.variables) variables.push_back(naming.of(var));
    if (term.tensor) converted.terms.push_back({term.factor, naming.of(term.tensor), std::move(variables)});
    else converted.terms.push_back({term.factor, variables[0]});
  }
  return converted;
}

}  // namespace api
}  // namespace stardust
