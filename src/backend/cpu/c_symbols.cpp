#include "backend/cpu/c_symbols.h"

#include "backend/cpu/c_text.h"

namespace stardust::cpu {

Symbols::Symbols(const loops::Function& function, bool (*isReservedToo)(std::string_view))
    : function_(function), names_(isReservedToo) {
  for (const std::string& name : tensorsOf(function)) tensor(name);
  for (const loops::Parameter& p : function.parameters)
    if (p.isArray()) types_[p.name] = p.type;
}

ExprContext Symbols::context() {
  return {names_, helpers_, [this](const std::string& name) { return array(name); }};
}

}  // namespace stardust::cpu
