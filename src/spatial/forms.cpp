#include "spatial/forms.h"

#include <fmt/format.h>

#include <cctype>

#include "spatial/syntax.h"

namespace stardust::spatial {

using namespace scala;

const std::string* nameOf(const Tree& tree) {
  const auto* name = as<NameTree>(tree);
  return name ? &name->name : nullptr;
}

bool isName(const Tree& tree, std::string_view name) {
  const auto* found = nameOf(tree);
  return found && *found == name;
}

std::optional<Infix> infix(const Tree& tree, std::string_view op) {
  const auto* apply = as<ApplyTree>(tree);
  const auto* method = apply && apply->arguments.size() == 1 ? as<SelectTree>(apply->function) : nullptr;
  if (!method || method->name != op) return std::nullopt;
  return Infix{method->object, apply->arguments[0].value};
}

const Tree& calledIn(const Tree& tree) {
  if (const auto* apply = as<ApplyTree>(tree)) return calledIn(apply->function);
  if (const auto* typed = as<TypeApplyTree>(tree)) return calledIn(typed->function);
  return tree;
}

const Tree& unbraced(const Tree& tree) {
  const auto* block = as<BlockTree>(tree);
  return block && block->statements.size() == 1 ? block->statements[0] : tree;
}

bool isInParentheses(const SelectTree& method, const Location& where) {
  return method.object->where.span.begin != where.span.begin;
}

Location placeOf(const SelectTree& method, const Tree& tree) {
  return {tree->where.source, {method.at, method.at + method.name.size()}};
}

Location beginOf(const Tree& tree, std::size_t length) {
  const auto begin = tree->where.span.begin;
  return {tree->where.source, {begin, begin + length}};
}

Location endOf(const Location& where) { return {where.source, {where.span.end - 1, where.span.end}}; }

namespace {

/// A word, or one other character.
std::string firstWord(std::string_view text) {
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::size_t length = 0;
  while (length < text.size() && isPart(text[length])) ++length;
  return std::string(text.substr(0, std::max<std::size_t>(length, 1)));
}

}  // namespace

void failExpected(std::string_view what, const Location& where, std::string remedy) {
  const std::string_view text = where.source ? std::string_view(where.source->text) : std::string_view();
  const auto found = where.span.begin < text.size() ? fmt::format("\"{}\"", firstWord(text.substr(where.span.begin)))
                                                    : std::string("the end of the file");
  failUser(fmt::format("expected {}, found {}", what, found), where, {}, std::move(remedy));
}

void failExpected(std::string_view what, const Tree& tree, std::string remedy) {
  failExpected(what, tree->where, std::move(remedy));
}

void failUnprinted(std::string_view what, const Location& where, std::string remedy) {
  if (remedy.empty()) remedy = "docs/guide/spatial-rules.md lists that part";
  failUnsupported(fmt::format("{} is not supported here", what), where,
                  "this is read as a program that the compiler prints, with a part of Spatial; stardust exec runs "
                  "programs in the whole language",
                  std::move(remedy));
}

void requirePrinted(const std::string& word, const Location& where) {
  if (syntax::isUnsupported(word)) failUnprinted(fmt::format("\"{}\"", word), where);
}

std::string identifier(const Tree& tree, std::string_view what) {
  const auto* name = nameOf(tree);
  if (!name || *name == "*") failExpected(what, tree);
  requirePrinted(*name, tree->where);
  return *name;
}

void requireWord(const Tree& tree, std::string_view word, std::string_view what) {
  if (!isName(tree, word)) failExpected(fmt::format("\"{}\" {}", word, what), tree);
}

std::string quoted(const Tree& tree, std::string_view what) {
  const auto* text = as<TextTree>(tree);
  if (!text || !text->parts.empty()) failExpected(what, tree);
  if (text->pieces[0].find_first_of("\"\n") != std::string::npos ||
      tree->where.text().find('\\') != std::string::npos) {
    failUser("a text with escapes, quotes or line ends is not supported", tree->where);
  }
  return text->pieces[0];
}

const Tree& Arguments::next(std::string_view what) {
  if (isEmpty()) failExpected(what, endOf(call_));
  const auto& [name, value, isSpread] = list_[at_++];
  if (!name.empty() || isSpread) failExpected(fmt::format("{} by its position", what), value);
  return value;
}

void Arguments::end() const {
  if (!isEmpty()) failExpected(fmt::format("\")\" to close {}(", callee_), list_[at_].value);
}

}  // namespace stardust::spatial
