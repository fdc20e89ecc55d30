#include "passes/text.h"

#include <fmt/format.h>

#include "capstan/machine/limits.h"
#include "cin/listing.h"
#include "notation/declarations.h"
#include "spatial/spatial.h"

namespace stardust::passes {
namespace {

// What loops::verify calls our mistake is the user's in a text of the user.
loops::Function parseLoops(const Source& source) {
  const loops::Function function = loops::parse(source->text);
  try {
    loops::verify(function);
  } catch (const Error& error) {
    failUser("the function is not well-formed", {}, error.diagnostic().what);
  }
  return function;
}

spatial::Lowered parseSpatial(const Source& source) {
  spatial::Lowered lowered;
  lowered.program = spatial::parse(source);
  spatial::requireWellFormed(lowered.program, capstan::publishedLimits);
  return lowered;
}

void requireLegal(const spatial::Program& program) {
  for (const spatial::Finding& finding : spatial::verify(program, capstan::publishedLimits))
    if (finding.isError)
      failInternal(fmt::format("the program breaks the rule {}:\n{}", finding.rule, render(finding.diagnostic)));
}

}  // namespace

std::string print(const Code& code) {
  return match(
      code, [](const notation::Assignment& assignment) { return notation::printListing(assignment); },
      [](const cin::Stmt& stmt) { return cin::printListing(stmt); },
      [](const placement::Plan& plan) { return placement::print(plan); },
      [](const spatial::Lowered& lowered) { return spatial::print(lowered.program); },
      [](const loops::Function& function) { return loops::print(function); });
}

const std::vector<Ir>& readable() {
  static const std::vector<Ir> forms = {Ir::Notation, Ir::Cin, Ir::Loops, Ir::Spatial};
  return forms;
}

Code parse(Ir ir, const Source& source) {
  switch (ir) {
    case Ir::Notation: return notation::parseListing(source);
    case Ir::Cin: return cin::parseListing(source);
    case Ir::Loops: return parseLoops(source);
    case Ir::Spatial: return parseSpatial(source);
    case Ir::Plan: break;
  }
  failUser(fmt::format("no text of {} is read", nameOf(ir)), {}, {}, "notation, cin, loops or spatial");
}

void verify(const Code& code) {
  match(
      code, [](const cin::Stmt& stmt) { cin::verify(stmt); },
      [](const loops::Function& function) { loops::verify(function); },
      [](const spatial::Lowered& lowered) { requireLegal(lowered.program); }, [](const auto&) {});
}

}  // namespace stardust::passes
