// Comments of C: each loop of the statement has one where the loop is, and each comment is one line.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>

#include "backend/cpu/c_text.h"
#include "located/located_loops.h"
#include "loops/lower/notes.h"
#include "loops/lower/statement.h"
#include "loops/visit.h"
#include "loops_cases.h"
#include "random_cases.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

using Counts = std::map<std::string, int>;

std::string textOf(const loops::Stmt& note) { return std::get<loops::Note>(note->kind).text; }

/// How often each note stands on the way through the body that has it most often: a function has several ways to do the
/// same, of which it takes one.
Counts notesOf(const loops::Body& body) {
  Counts all;
  const auto add = [&](const Counts& more) {
    for (const auto& [text, count] : more) all[text] += count;
  };
  for (const loops::Stmt& s : body)
    match(
        s->kind, [&](const loops::Note&) { ++all[textOf(s)]; }, [&](const loops::For& x) { add(notesOf(x.body)); },
        [&](const loops::While& x) { add(notesOf(x.body)); },
        [&](const loops::If& x) {
          Counts most = notesOf(x.then);
          for (const auto& [text, count] : notesOf(x.otherwise)) most[text] = std::max(most[text], count);
          add(most);
        },
        [](const auto&) {});
  return all;
}

/// A dense row may be two loops, each with some of the terms.
bool mayBeSplit(const cin::Forall& loop) {
  const auto* sum = std::get_if<cin::Assign>(&loop.body->kind);
  return sum && sum->op == notation::AssignOp::Set && !sum->lhs.tensor.workspace && sum->lhs.tensor.format.isDense();
}

std::string headOf(const std::string& note) { return note.substr(0, note.find_first_of(" )")); }

/// Empty if each loop has its note once.
std::string missingIn(const cin::Stmt& scheduled, const loops::Function& function) {
  const cin::Stmt stmt = loops::withSparseWorkspaces(scheduled);
  const Counts found = notesOf(function.body);
  std::set<std::string> heads;
  for (const auto& [text, count] : found) heads.insert(headOf(text));
  Counts wanted;
  std::set<std::string> split;
  for (const located::LocatedLoop& l : located::loopsIn(stmt, cin::knownExtents(stmt))) {
    const std::string text = textOf(loops::noteOf(l.loop, l.set));
    ++wanted[text];
    if (mayBeSplit(l.loop)) split.insert(text);
  }
  for (const auto& [text, count] : wanted) {
    const auto known = found.find(text);
    const int times = known == found.end() ? 0 : known->second;
    const bool isSplit = times == 0 && split.count(text) && heads.count(headOf(text));
    if (times != count && !isSplit)
      return fmt::format("'{}' stands {} times, and {} loops have it", text, times, count);
  }
  return {};
}

/// Empty if the C has each note of the function on a line of its own, once.
std::string misprintedIn(const loops::Function& function) {
  const cpu::PrintedC printed = cpu::printedC(function);
  std::size_t notes = 0, comments = 0;
  loops::forEachStmt(printed.function.body, [&](const loops::Stmt& s) {
    notes += std::holds_alternative<loops::Note>(s->kind);
    return true;
  });
  std::istringstream lines(printed.functions);
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find("/*");
    if (begin == std::string::npos) continue;
    ++comments;
    const auto columns = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    if (columns > 120 || line.find_first_not_of(' ') != begin || !line.ends_with(" */")) return line;
  }
  return notes == comments ? "" : fmt::format("{} notes are {} comments", notes, comments);
}

/// A refusal is counted by its reason.
std::string fault(const RandomCase& random, Refusals& refused) {
  RandomLoops made;
  try {
    made = loopsOf(random, random.build());
  } catch (const Error& error) {
    if (error.diagnostic().family == Family::Internal) return error.diagnostic().what + " " + error.diagnostic().why;
    ++refused[error.diagnostic().what.substr(0, 60)];
    return {};
  }
  std::string missing = missingIn(made.stmt, made.function);
  if (missing.empty()) missing = misprintedIn(made.function);
  return missing.empty() ? "" : missing + "\n" + cin::print(made.stmt) + "\n" + loops::print(made.function);
}

}  // namespace

TEST_CASE("each loop of a random statement has one comment, where the loop is") {
  checkRandomCases(casesToRun(400), fault);
}
