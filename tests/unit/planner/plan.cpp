// Which order of the loops, and which copies, a plan chooses: text in, text out.
#include "planner/plan.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/parse.h"
#include "notation/parse.h"
#include "planner/estimate.h"

namespace stardust::planner {
namespace {

struct Tensors {
  std::map<std::string, std::string> formats;
  std::map<std::string, std::vector<std::int64_t>> dims = {};
  std::map<std::string, double> stored = {};
};

notation::Assignment assignmentOf(const std::string& text, const Tensors& tensors) {
  notation::Declarations declarations;
  const notation::Assignment raw = notation::parseAssignment(makeSource("plan", text));
  std::vector<notation::Access> all = notation::accesses(raw.rhs);
  all.push_back(raw.lhs);
  for (const notation::Access& access : all) {
    const std::string& name = access.tensor.name;
    const auto order = static_cast<int>(access.indices.size());
    const auto format = tensors.formats.find(name);
    notation::Declaration& declared = declarations[name];
    declared.format = denseFormat(order);
    declared.formatGiven = true;
    if (const auto dims = tensors.dims.find(name); dims != tensors.dims.end()) declared.dims = dims->second;
    if (format == tensors.formats.end()) continue;
    Lexer lexer(makeSource("format", format->second));
    declared.format = parseWrittenFormat(lexer).of(order);
  }
  return notation::withKnownExtents(notation::declare(raw, declarations), {});
}

std::string print(const Candidate& candidate) {
  std::string out = fmt::format("{}", fmt::join(candidate.order, ""));
  for (const Copy& copy : candidate.copies)
    out += fmt::format(", {} as {}", notation::print(copy.access), toString(copy.to));
  if (candidate.result) out += fmt::format(", result as {}", toString(candidate.result->to));
  return out;
}

Choice chosen(const std::string& text, const Tensors& tensors) {
  const notation::Assignment assignment = assignmentOf(text, tensors);
  REQUIRE(isPlannable(assignment));
  Facts facts;
  for (const notation::Access& access : notation::accesses(assignment.rhs)) {
    const std::string& name = access.tensor.name;
    const TensorFacts assumed = assumedFacts(access.tensor);
    const auto stored = tensors.stored.find(name);
    facts[name] = stored == tensors.stored.end() ? assumed : TensorFacts(assumed.extents(), stored->second);
  }
  return choose(assignment, facts);
}

std::string best(const std::string& text, const Tensors& tensors) { return print(chosen(text, tensors).best); }

TEST_CASE("dbg") {
  const Choice c = chosen("C(i,j,r,t) = A(i,k,r,s) * B(k,j,s,t)",
                          {{{"A", "bcsr"}, {"B", "bcsr"}, {"C", "bcsr"}},
                           {{"A", {200, 200, 4, 4}}, {"B", {200, 200, 4, 4}}, {"C", {200, 200, 4, 4}}}});
  {
    const auto a = assignmentOf("C(i,j,r,t) = A(i,k,r,s) * B(k,j,s,t)",
                                {{{"A", "bcsr"}, {"B", "bcsr"}, {"C", "bcsr"}},
                                 {{"A", {200, 200, 4, 4}}, {"B", {200, 200, 4, 4}}, {"C", {200, 200, 4, 4}}}});
    Facts f;
    for (auto& x : notation::accesses(a.rhs)) f[x.tensor.name] = assumedFacts(x.tensor);
    f["C"] = assumedFacts(a.lhs.tensor);
    for (auto o : {std::vector<std::string>{"i", "k", "j", "r", "s", "t"}, {"i", "k", "s", "j", "r", "t"}})
      fmt::print("{}\n", Estimate(a, f).steps(o));
  }
  fmt::print("{} {}; {} {}\n", print(c.stored), c.stored.steps, print(c.best), c.best.steps);
}

}  // namespace
}  // namespace stardust::planner
