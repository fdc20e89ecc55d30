#include "report/attribution.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>

namespace stardust::report {

std::string itemOf(const std::string& what) { return what.substr(0, what.find(": ")); }

sim::Cycle Blamed::total() const { return std::accumulate(cycles.begin(), cycles.end(), sim::Cycle{0}); }

std::vector<Blamed> blameOf(const sim::UnitRow& row, const std::vector<Subject>& subjects,
                            const sim::Recording& recording) {
  std::map<std::string, sim::CyclesBy> cycles;
  for (const auto context : row.contexts) {
    for (const auto& blame : recording.workers[context].blamed) {
      cycles[itemOf(subjects[blame.culprit].what)][static_cast<std::size_t>(blame.activity)] += blame.cycles;
    }
  }
  std::vector<Blamed> items;
  for (const auto& [item, by] : cycles) items.push_back({item, by});
  std::stable_sort(items.begin(), items.end(), [](const Blamed& a, const Blamed& b) { return a.total() > b.total(); });
  return items;
}

std::vector<sim::Cycle> cyclesByLine(const sim::UnitRow& row, const std::vector<Subject>& subjects,
                                     const sim::Recording& recording) {
  std::vector<sim::Cycle> cycles;
  for (const auto context : row.contexts) {
    for (const auto& blame : recording.workers[context].blamed) {
      const auto line = subjects[blame.culprit].line;
      if (line == 0) continue;
      if (cycles.size() < line) cycles.resize(line);
      cycles[line - 1] += blame.cycles;
    }
  }
  return cycles;
}

namespace {

/// The first occurrence of an access at or after `at` that is not the end of a longer name.
std::size_t findAccess(const std::string& expression, const std::string& access, std::size_t at) {
  if (access.find('(') == std::string::npos) return std::string::npos;
  const auto isInName = [&](std::size_t found) {
    return found > 0 &&
           (std::isalnum(static_cast<unsigned char>(expression[found - 1])) || expression[found - 1] == '_');
  };
  auto found = expression.find(access, at);
  while (found != std::string::npos && isInName(found)) found = expression.find(access, found + 1);
  return found;
}

}  // namespace

std::vector<Piece> piecesOf(const std::string& expression, const std::vector<Blamed>& items) {
  std::vector<Piece> pieces;
  for (std::size_t at = 0; at < expression.size();) {
    Piece next{"", -1};
    std::size_t begin = expression.size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto found = findAccess(expression, items[i].item, at);
      if (found >= begin) continue;
      begin = found;
      next = {items[i].item, static_cast<int>(i)};
    }
    if (begin > at) pieces.push_back({expression.substr(at, begin - at), -1});
    if (next.item >= 0) pieces.push_back(next);
    at = begin + next.text.size();
  }
  return pieces;
}

}  // namespace stardust::report
