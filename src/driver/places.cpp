#include "driver/places.h"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace stardust::driver {
namespace {

// The name that a command defines.
std::string nameOf(const schedule::Command& command) {
  if (const auto* set = std::get_if<schedule::Environment>(&command.kind)) return set->var;
  if (std::holds_alternative<cin::Parallelize>(command.kind) || std::holds_alternative<cin::Unroll>(command.kind) ||
      std::holds_alternative<cin::StreamAt>(command.kind))
    return schedule::print(command);
  if (const auto* keep = std::get_if<cin::Keep>(&command.kind))
    return cin::toString(keep->as) + "(" + keep->tensor + ")";
  if (const auto* pos = std::get_if<cin::Pos>(&command.kind)) return pos->position;
  if (const auto* precompute = std::get_if<schedule::Precompute>(&command.kind)) return precompute->workspace;
  return {};
}

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Matches whole words: A(i) does not occur in AA(i).
bool mentions(const std::string& text, const std::string& name) {
  if (name.empty()) return false;
  for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    const bool begins = at == 0 || !isLetter(text[at - 1]),
               ends = end == text.size() || !isLetter(name.back()) || !isLetter(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

Location wholeOf(const std::vector<notation::PlacedAccess>& all) {
  Location whole = all.front().where;
  for (const auto& [access, where] : all)
    if (where.source == whole.source) whole.span.end = std::max(whole.span.end, where.span.end);
  return whole;
}

}  // namespace

Location placeOf(const Diagnostic& diagnostic, const notation::Assignment& assignment,
                 const std::vector<schedule::Command>& commands) {
  const auto all = notation::placedAccesses(assignment);
  const auto command = [&](const std::string& text) -> Location {
    for (const schedule::Command& c : commands)
      if (c.where && mentions(text, nameOf(c))) return c.where;
    return {};
  };
  const auto access = [&](const std::string& text) -> Location {
    for (const auto& [a, where] : all)
      if (mentions(text, notation::print(a))) return where;
    return {};
  };
  const auto& [what, why, remedy] = std::tie(diagnostic.what, diagnostic.why, diagnostic.remedy);
  for (const Location& where :
       {command(what), access(what), command(why), command(remedy), access(why), access(remedy)})
    if (where) return where;
  return wholeOf(all);
}

Diagnostic placed(Diagnostic diagnostic, const notation::Assignment& assignment,
                  const std::vector<schedule::Command>& commands) {
  if (!diagnostic.where) diagnostic.where = placeOf(diagnostic, assignment, commands);
  return diagnostic;
}

}  // namespace stardust::driver
