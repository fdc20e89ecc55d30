#include "report/attribution.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <tuple>

namespace stardust::report {

using capstan::Id;
using capstan::Role;

std::string itemOf(const std::string& what) { return what.substr(0, what.find(": ")); }

sim::Cycle Blamed::total() const { return std::accumulate(cycles.begin(), cycles.end(), sim::Cycle{0}); }

std::vector<Group> groupsOf(const capstan::Mapping& mapping, const sim::Recording& recording) {
  const auto subjects = subjectsOf(mapping);
  std::vector<Group> groups;
  std::map<std::tuple<Role, Id, std::size_t, std::string>, std::size_t> known;
  for (Id i = 0; i < mapping.contexts.size(); ++i) {
    const auto& context = mapping.contexts[i];
    const auto& where = context.origin.where;
    const auto memory =
        context.role == Role::SramRead || context.role == Role::SparseAccess ? context.memory : capstan::none;
    const std::size_t place = where ? where.span.begin : i;
    const auto [found, isNew] = known.try_emplace({context.role, memory, place, subjects[i].how}, groups.size());
    if (isNew) groups.push_back({subjects[i], {}});
    auto& group = groups[found->second];
    const auto& unit = recording.contexts[i];
    group.contexts.push_back(i);
    for (std::size_t a = 0; a < sim::activities; ++a) group.cycles[a] += unit.cycles[a];
    group.activeLanes += unit.activeLanes;
    if (context.role == Role::Compute)
      group.operations += unit.activeLanes * static_cast<std::int64_t>(context.operations.back().size());
    group.lanes = std::max(group.lanes, context.width);
  }
  return groups;
}

std::size_t busiestOf(const std::vector<Group>& groups, const capstan::Mapping& mapping) {
  const auto lanes = [&](const Group& group) {
    return mapping.contexts[group.contexts.front()].role == Role::Compute ? group.activeLanes : 0;
  };
  std::int64_t most = 0;
  for (const auto& group : groups) most = std::max(most, lanes(group));
  const auto worth = [&](const Group& group) {
    const bool isCandidate = lanes(group) >= most - most / 10;
    const auto idle = static_cast<double>(group.cycles[static_cast<std::size_t>(sim::Activity::Imbalance)]);
    return std::pair(isCandidate, -idle / static_cast<double>(group.contexts.size()));
  };
  const auto busiest = std::max_element(groups.begin(), groups.end(),
                                        [&](const Group& a, const Group& b) { return worth(a) < worth(b); });
  return static_cast<std::size_t>(busiest - groups.begin());
}

std::vector<Blamed> blameOf(const Group& group, const std::vector<Subject>& subjects, const sim::Recording& recording) {
  std::map<std::string, sim::CyclesBy> cycles;
  for (const auto context : group.contexts) {
    for (const auto& blame : recording.contexts[context].blamed) {
      cycles[itemOf(subjects[blame.culprit].what)][static_cast<std::size_t>(blame.activity)] += blame.cycles;
    }
  }
  std::vector<Blamed> items;
  for (const auto& [item, by] : cycles) items.push_back({item, by});
  std::stable_sort(items.begin(), items.end(), [](const Blamed& a, const Blamed& b) { return a.total() > b.total(); });
  return items;
}

std::vector<sim::Cycle> cyclesByLine(const Group& group, const std::vector<Subject>& subjects,
                                     const sim::Recording& recording) {
  std::vector<sim::Cycle> cycles;
  for (const auto context : group.contexts) {
    for (const auto& blame : recording.contexts[context].blamed) {
      const auto line = subjects[blame.culprit].line;
      if (line == 0) continue;
      if (cycles.size() < line) cycles.resize(line);
      cycles[line - 1] += blame.cycles;
    }
  }
  return cycles;
}

namespace {

/// Where an access is written at or after `at`, and not as the end of a longer name.
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
