#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/cpu/idioms/idiom.h"

namespace stardust::cpu {

const IdiomInC& clockInC();
const IdiomInC& dotInC();
const IdiomInC& dotsInC();
const IdiomInC& maskedInC();
const IdiomInC& packInC();
const IdiomInC& prefetchInC();
const IdiomInC& rangeSumInC();
const IdiomInC& seldomDotInC();
const IdiomInC& sparseDotInC();
const IdiomInC& uniteInC();
const IdiomInC& wideInC();

namespace {

constexpr const IdiomInC& (*rows[])() = {clockInC,    dotInC,       dotsInC,      maskedInC, packInC, prefetchInC,
                                         rangeSumInC, seldomDotInC, sparseDotInC, uniteInC,  wideInC};

}  // namespace

const IdiomInC* inC(const loops::Idiom& idiom) {
  for (const auto& row : rows)
    if (&row().idiom == &idiom) return &row();
  return nullptr;
}

const IdiomInC* idiomOf(std::string_view function) {
  for (const auto& row : rows)
    if (row().function && row().function == function) return &row();
  return nullptr;
}

std::string CallInC::address(const std::string& name, const loops::Expr& place) const {
  return loops::constant(place) == 0 ? array(name) : fmt::format("{} + {}", array(name), printTerm(place, context_));
}

std::string CallInC::argument(const loops::IdiomParameter& parameter, const loops::Argument& argument) const {
  if (parameter.use == loops::Use::Counts) return variable(argument.name);
  return isExpression(parameter.use) ? expr(argument.values.front()) : array(argument.name);
}

std::string CallInC::calling(const char* function) const {
  std::vector<std::string> arguments;
  forEachArgument(
      call_, [&](const loops::IdiomParameter& p, const loops::Argument& a) { arguments.push_back(argument(p, a)); });
  return calling(function, arguments);
}

std::string CallInC::calling(const char* function, const std::vector<std::string>& arguments) const {
  return fmt::format("{}({})", typed(function), fmt::join(arguments, ", "));
}

}  // namespace stardust::cpu
