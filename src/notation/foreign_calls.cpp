// Calls of unknown functions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "notation/foreign.h"
#include "notation/foreign_text.h"
#include "support/brackets.h"

namespace stardust::notation {
namespace {

using Texts = std::vector<std::string>;
constexpr std::size_t any = 0;  // any number of arguments

struct Function {
  std::string_view name;
  std::size_t arguments;
  std::string (*legal)(const Texts&);
};

// A sum covers one additive term, so a nested sum must be a single factor.
std::string summed(const Texts& of) {
  const std::string& term = of.back();
  const bool isSum = term.find_first_of("+-", 1) != std::string::npos && !isOperand(term);
  return "a variable that is not on the left is summed: " + (isSum ? "1 * (" + term + ")" : term);
}

std::string transposed(const Texts& of) {
  std::vector<IndexVar> vars = variablesIn(of[0]);
  if (vars.size() != 2) return "swap the indices: A(j,i)";
  return fmt::format("swap the indices: {}({},{})", of[0].substr(0, of[0].find_first_of("([{")), vars[1], vars[0]);
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"square", 1, [](const Texts& a) { return fmt::format("{} ^ 2", grouped(a[0])); }},
      {"sum", any, summed},
      {"reduce", any, summed},
      {"prod", any, [](const Texts& a) { return "assign with *=, as in y(i) *= " + a.back(); }},
      {"mean", any, [](const Texts& a) { return summed(a) + ", divided by the extent"; }},
      {"clip", 3, [](const Texts& a) { return fmt::format("min(max({}, {}), {})", a[0], a[1], a[2]); }},
      {"clamp", 3, [](const Texts& a) { return fmt::format("min(max({}, {}), {})", a[0], a[1], a[2]); }},
      {"transpose", any, transposed},
  };
  return all;
}

// Functions without a legal equivalent.
constexpr std::string_view elementary[] = {"erfc", "gamma", "lgamma", "tgamma", "softmax", "asinh", "acosh", "atanh"};

const Function* functionCalled(std::string_view name) {
  const auto found =
      std::find_if(functions().begin(), functions().end(), [&](const Function& f) { return f.name == name; });
  return found == functions().end() ? nullptr : &*found;
}

bool isKnown(std::string_view name) {
  return functionCalled(name) || operators::findByAlias(name) ||
         std::find(std::begin(elementary), std::end(elementary), name) != std::end(elementary);
}

// The name of an operand with the values of the call.
std::string operandFor(const std::string& function, const Texts& arguments) {
  if (arguments.empty()) return function;
  const std::vector<IndexVar> vars = variablesIn(arguments.front());
  const std::string tensor = arguments.front().substr(0, arguments.front().find_first_of("([{ ,"));
  const std::string name = isOperand(tensor) ? function + "_" + tensor : function;
  return vars.empty() ? name : fmt::format("{}({})", name, fmt::join(vars, ","));
}

// Suggests an operator of index notation for a function with another name.
std::string inIndexNotation(const operators::Operator& op, Texts arguments) {
  if (op.fixity != operators::Fixity::Function)
    for (std::string& argument : arguments) argument = grouped(argument);
  return operators::written(op, arguments);
}

std::string remedyFor(const std::string& name, const Texts& arguments) {
  const Op ours = operators::findByAlias(name);
  if (ours && ours->arity == arguments.size()) return inIndexNotation(*ours, arguments);
  const Function* function = functionCalled(name);
  if (function && !arguments.empty() && (function->arguments == any || function->arguments == arguments.size()))
    return function->legal(arguments);
  const auto similar = nearest(name, operators::functions());
  if (!isKnown(name))
    return similar ? fmt::format("did you mean {}?", *similar)
                   : fmt::format("compute its values before; a tensor is read with indices: {}(i,j)", name);
  return fmt::format("compute it before, and give it as an operand: {}", operandFor(name, arguments));
}

// Whether the parenthesised list after a name holds arguments rather than indices: some element is an access or a call,
// or, for a known function, anything but a name.
bool isCall(const std::string& name, const Texts& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [&](const std::string& text) {
    const auto bracket = text.find('(');
    return isKnown(name) ? !text.empty() && !isName(text)
                         : bracket != std::string::npos && isName(text.substr(0, bracket));
  });
}

}  // namespace

void refuseCall(const Lexer& lexer) {
  const Token name = lexer.peek();
  const Texts arguments = argumentTexts(after(lexer, name));
  if (!isCall(name.text, arguments) || (!isKnown(name.text) && lacksClosing(lexer))) return;
  // x(p(i)) is an access, unless x is probably a misspelt function.
  const bool isTensor = !isKnown(name.text) && !nearest(name.text, operators::functions());
  if (isTensor) return;
  failUnsupported(fmt::format("function {} is not available", name.text), lexer.where(name.span), legalOperators(),
                  remedyFor(name.text, arguments));
}

}  // namespace stardust::notation
