#include "notation/index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stardust::notation {
namespace {

void addNew(std::vector<IndexVar>& all, const IndexVar& var) {
  if (std::find(all.begin(), all.end(), var) == all.end()) all.push_back(var);
}

std::string printWindow(const Index& index) {
  const IndexTerm& term = index.terms.front();
  const std::string end = index.window->end ? std::to_string(*index.window->end) : "";
  const std::string stride = term.factor == 1 ? "" : fmt::format(":{}", term.factor);
  return fmt::format("{}({}:{}{})", term.name, index.constant, end, stride);
}

// The term without its sign.
std::string printTerm(const IndexTerm& term) {
  const std::string name = term.isGather() ? fmt::format("{}({})", term.name, fmt::join(term.indices, ",")) : term.name;
  const std::int64_t size = term.factor < 0 ? -term.factor : term.factor;
  return size == 1 ? name : fmt::format("{}*{}", size, name);
}

}  // namespace

std::vector<IndexVar> Index::variables() const {
  std::vector<IndexVar> all;
  for (const IndexTerm& term : terms) {
    if (!term.isGather()) addNew(all, term.name);
    for (const IndexVar& var : term.indices) addNew(all, var);
  }
  return all;
}

Index plainIndex(IndexVar var, Location where) { return {{{1, std::move(var)}}, 0, {}, true, std::move(where)}; }

std::string print(const Index& index) {
  if (index.window) return printWindow(index);
  std::string text;
  for (const IndexTerm& term : index.terms) {
    const bool isFirst = text.empty();
    text += term.factor < 0 ? (isFirst ? "-" : " - ") : (isFirst ? "" : " + ");
    text += printTerm(term);
  }
  if (text.empty()) return std::to_string(index.constant);
  // i + 0 is not i: the variable need not reach the end of the mode.
  const bool isBare = index.terms.size() == 1 && index.terms[0].factor == 1 && !index.terms[0].isGather();
  if (index.constant == 0 && (index.isVariable || !isBare)) return text;
  return fmt::format("{} {} {}", text, index.constant < 0 ? '-' : '+',
                     index.constant < 0 ? -index.constant : index.constant);
}

bool equal(const Index& a, const Index& b) { return print(a) == print(b); }

std::vector<IndexVar> variablesOf(const std::vector<Index>& indices) {
  std::vector<IndexVar> all;
  for (const Index& index : indices)
    for (const IndexVar& var : index.variables()) addNew(all, var);
  return all;
}

}  // namespace stardust::notation
