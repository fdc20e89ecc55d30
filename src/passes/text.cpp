#include "passes/text.h"

#include <fmt/format.h>

#include "cin/listing.h"
#include "notation/declarations.h"
#include "schedule/legality.h"
#include "spatial/spatial.h"

namespace stardust::passes {
namespace {

// A violated rule is an internal error in generated code, and a user error in a user's text.
cin::Stmt parseCin(const Source& source) {
  const cin::Stmt stmt = cin::parseListing(source);
  try {
    schedule::requirePositions(stmt, {});
  } catch (const Error& error) {
    failUser("the statement is not well-formed", {}, error.diagnostic().what);
  }
  return stmt;
}

loops::Function parseLoops(const Source& source) {
  const loops::Function function = loops::parse(source);
  try {
    loops::verify(function);
  } catch (const Error& error) {
    failUser("the function is not well-formed", {}, error.diagnostic().what);
  }
  return function;
}

spatial::Lowered parseSpatial(const Source& source, const spatial::Limits& limits) {
  spatial::Lowered lowered;
  lowered.program = spatial::parse(source);
  for (const spatial::Finding& finding : spatial::verify(lowered.program, limits))
    if (finding.isError && !establishedRules().count(finding.rule)) throw Error(finding.diagnostic);
  return lowered;
}

void requireLegal(const spatial::Program& program, const Rules& open, const spatial::Limits& limits) {
  for (const spatial::Finding& finding : spatial::verify(program, limits))
    if (finding.isError && !open.count(finding.rule))
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

Code parse(Ir ir, const Source& source, const spatial::Limits& limits) {
  switch (ir) {
    case Ir::Notation: return notation::parseListing(source);
    case Ir::Cin: return parseCin(source);
    case Ir::Loops: return parseLoops(source);
    case Ir::Spatial: return parseSpatial(source, limits);
    case Ir::Plan: break;
  }
  failUser(fmt::format("no text of {} is read", nameOf(ir)), {}, {}, "notation, cin, loops or spatial");
}

Rules establishedRules() {
  Rules rules;
  for (const Pass& pass : table())
    if (!pass.establishes.empty()) rules.insert(pass.establishes);
  return rules;
}

void verify(const Code& code, const Rules& open, const spatial::Limits& limits) {
  match(
      code, [](const cin::Stmt& stmt) { cin::verify(stmt); },
      [](const loops::Function& function) { loops::verify(function); },
      [&](const spatial::Lowered& lowered) { requireLegal(lowered.program, open, limits); }, [](const auto&) {});
}

std::optional<Diagnostic> broken(const Code& code, const std::string& rule, const spatial::Limits& limits) {
  const auto* lowered = std::get_if<spatial::Lowered>(&code);
  if (!lowered || rule.empty()) return std::nullopt;
  for (const spatial::Finding& finding : spatial::verify(lowered->program, limits))
    if (finding.rule == rule) return finding.diagnostic;
  return std::nullopt;
}

}  // namespace stardust::passes
