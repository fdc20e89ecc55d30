#include "loops/names.h"

#include "loops/build.h"
#include "loops/idioms/idiom.h"
#include "loops/keywords.h"

namespace stardust::loops {

bool isReserved(std::string_view name) {
  for (const char* word : reservedWords)
    if (name == word) return true;
  const Idiom* idiom = findIdiom(name);
  return idiom && idiom->form == Idiom::Form::Statement;
}

std::string Names::fresh(const std::string& wanted) {
  std::string name = wanted;
  for (int n = 2; isReserved(name) || !taken_.insert(name).second; ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

Expr named(Names& names, Body& out, const std::string& wanted, Expr value) {
  if (std::holds_alternative<Variable>(value->kind) || std::holds_alternative<Literal>(value->kind)) return value;
  const std::string name = names.fresh(wanted);
  const Type type = value->type;
  out.push_back(let(name, std::move(value)));
  return variable(name, type);
}

}  // namespace stardust::loops
