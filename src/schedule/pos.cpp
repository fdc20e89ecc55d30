#include <fmt/format.h>

#include <algorithm>

#include "cin/position_loops.h"
#include "levels/registry.h"
#include "notation/accumulate.h"
#include "notation/stored.h"
#include "schedule/legality.h"
#include "schedule/schedule.h"
#include "schedule/search.h"

namespace stardust::schedule {
namespace {

using notation::Access;
using notation::AssignOp;

// ---------------------------------------------------------------- resolution of the access

/// The distinct operands that the loop reads.
std::vector<Access> operandsIn(const Stmt& stmt) {
  std::vector<Access> all;
  for (const cin::Assign& assign : cin::assignmentsIn(stmt))
    for (const Access& access : notation::accesses(assign.rhs))
      if (!access.tensor.workspace &&
          std::none_of(all.begin(), all.end(), [&](const Access& a) { return notation::equal(a, access); }))
        all.push_back(access);
  return all;
}

std::vector<std::string> printed(const std::vector<Access>& accesses) {
  std::vector<std::string> texts;
  for (const Access& access : accesses) texts.push_back(notation::print(access));
  return texts;
}

std::string asSaid(const cin::Pos& command) {
  return command.indices.empty() ? command.tensor
                                 : fmt::format("{}({})", command.tensor, fmt::join(command.indices, ","));
}

/// Reports that the access of the command does not occur.
[[noreturn]] void failNotRead(const Stmt& stmt, const cin::Pos& command, const Location& where) {
  const auto all = allAccesses(stmt);
  const auto isNamed = [&](const Access& a) { return a.tensor.name == command.tensor; };
  const std::vector<Access> read = operandsIn(stmt);
  const std::string said = asSaid(command),
                    operands = read.empty() ? "there are no operands"
                                            : fmt::format("the operands are {}", fmt::join(printed(read), ", "));
  const auto named = std::find_if(read.begin(), read.end(), isNamed);
  const bool isRead = std::any_of(read.begin(), read.end(), [&](const Access& a) {
    return isNamed(a) && (command.indices.empty() || a.indices == command.indices);
  });
  if (isRead) failUser(fmt::format("no loop over {} reads {}", command.parent, said), where, operands);
  if (named != read.end())
    failUser(fmt::format("the statement does not read {}", said), where, operands,
             fmt::format("pos({}, {}, {})", command.parent, command.position, notation::print(*named)));
  if (std::any_of(all.begin(), all.end(), isNamed))
    failUser(fmt::format("{} is no operand", command.tensor), where, "a computed tensor has no positions yet",
             operands);
  std::vector<std::string> names;
  for (const Access& access : read) names.push_back(access.tensor.name);
  const auto similar = nearest(command.tensor, names);
  failUser(fmt::format("there is no operand {}", command.tensor), where, operands,
           similar ? fmt::format("did you mean {}?", *similar) : "");
}

/// The first loop over the variable that reads the operand of the command, and the resolved access.
std::pair<PlacedLoop, Access> meant(const Stmt& stmt, const cin::Pos& command, const Location& where) {
  for (const PlacedLoop& placed : placedLoops(stmt)) {
    if (placed.loop.var != command.parent) continue;
    std::vector<Access> fitting;
    for (const Access& access : operandsIn(placed.loop.body))
      if (access.tensor.name == command.tensor && (command.indices.empty() || access.indices == command.indices))
        fitting.push_back(access);
    if (fitting.empty()) continue;
    if (fitting.size() > 1)
      failUser(fmt::format("{} is read more than once", command.tensor), where,
               fmt::format("as {}", fmt::join(printed(fitting), " and ")),
               fmt::format("say which: pos({}, {}, {})", command.parent, command.position,
                           notation::print(fitting.front())));
    return {placed, fitting.front()};
  }
  failNotRead(stmt, command, where);
}

// ---------------------------------------------------------------- legality of iteration by position

/// Suggests loops over a compressed level of the operand.
std::string alternatives(const Stmt& stmt, const Access& access, const cin::Pos& command) {
  const auto vars = notation::varsOfLevels(access);
  for (std::size_t level = 0; level < vars.size(); ++level) {
    const bool isListed = levels::isListed(access.tensor.format.level(static_cast<int>(level)));
    if (isListed && contains(loopVars(stmt), vars[level]) && vars[level] != command.parent)
      return fmt::format("pos({}, {}, {})", vars[level], command.position, command.tensor);
  }
  return "leave it out";
}

void requireCompressed(const Stmt& stmt, const Access& access, int first, int last, const cin::Pos& command,
                       const Location& where) {
  const Format& format = access.tensor.format;
  const auto vars = notation::varsOfLevels(access);
  for (int level = first; level <= last; ++level) {
    const levels::Definition& stored = levels::of(format.level(level));
    if (stored.isCountable && (!stored.hasLocate || level != last)) continue;
    failUser(fmt::format("{} does not store {} compressed", command.tensor, vars.at(static_cast<std::size_t>(level))),
             where,
             fmt::format("its level {} is {}{}", level + 1, stored.stored,
                         stored.hasLocate ? ": its positions are its coordinates" : ""),
             alternatives(stmt, access, command));
  }
  const bool isLowest = last + 1 == format.order();
  const levels::Definition& stored = levels::of(format.level(last));
  const bool beginsTuple = !stored.isUnique && !stored.isBranchless;
  if (!beginsTuple && (isLowest || !levels::of(format.level(last + 1)).isBranchless)) return;
  const std::string what = fmt::format("{} stores a coordinate of {} several times", command.tensor,
                                       vars.at(static_cast<std::size_t>(last)));
  if (isLowest) failUser(what, where, "its lowest level is not unique", "leave it out");
  const IndexVar& below = vars.at(static_cast<std::size_t>(last) + 1);
  failUser(what, where, fmt::format("once for each coordinate of {} that stands below it", below),
           fmt::format("count both: fuse({0}, {1}, f), pos(f, {2}, {3})", command.parent, below, command.position,
                       command.tensor));
}

int requireLevels(const Stmt& stmt, const Access& access, const std::vector<IndexVar>& vars, const cin::Pos& command,
                  const Location& where) {
  if (const auto level = cin::levelOf(access, vars)) return *level;
  const auto stored = notation::varsOfLevels(access);
  const std::string what =
      fmt::format("{} does not store {}", command.tensor,
                  vars.size() == 1 ? vars[0] : fmt::format("{} one below the other", fmt::join(vars, " and ")));
  failUser(what, where, fmt::format("its levels store {}", fmt::join(stored, ", ")),
           vars.size() > 1 && std::is_permutation(vars.begin(), vars.end(), stored.begin(), stored.end())
               ? fmt::format("fuse the loops in this order: reorder({}) first", fmt::join(stored, ", "))
               : alternatives(stmt, access, command));
}

/// The loops over the levels above must determine the fiber.
void requireAbove(const std::vector<cin::Relation>& relations, const std::vector<IndexVar>& around,
                  const Access& access, int first, const std::string& what, const Location& where,
                  const std::string& remedy) {
  std::vector<IndexVar> known = around;
  for (const IndexVar& var : cin::derivedNames(relations, around)) known.push_back(var);
  const auto stored = notation::varsOfLevels(access);
  for (int level = 0; level < first; ++level)
    if (const IndexVar& above = stored.at(static_cast<std::size_t>(level)); !contains(known, above))
      failUser(what, where,
               fmt::format("the coordinate of {}, which says where the positions of {} begin, is not known outside",
                           above, notation::print(access)),
               remedy);
}

// ---------------------------------------------------------------- restriction to stored coordinates

/// Checks that a statement assigns only where the access is stored.
class OnlyWhere {
 public:
  OnlyWhere(const Access& access, const Stmt& body) : access_(access), all_(cin::assignmentsIn(body)) {}

  /// The first expression that may be stored elsewhere.
  std::optional<Expr> elsewhere(const std::set<std::string>& local) const {
    for (const cin::Assign& assign : all_)
      if (local.count(assign.lhs.tensor.name) == 0 && !holds(assign)) return assign.rhs;
    return std::nullopt;
  }

 private:
  bool holds(const cin::Assign& assign) const {
    if (!notation::reducesAll(assign.op)) return holds(assign.rhs);
    const auto terms = notation::reductionTerms(assign.op, assign.rhs);
    return std::all_of(terms.begin(), terms.end(), [&](const Expr& term) {
      const auto read = notation::accesses(term);
      return std::any_of(read.begin(), read.end(), [&](const Access& a) { return holds(a); });
    });
  }
  bool holds(const Expr& expr) const {
    return match(
        expr->kind, [&](const Access& a) { return holds(a); }, [](const notation::Literal&) { return false; },
        [&](const notation::Call& c) {
          return notation::decided(
              notation::deciding(c), false, [&](const Expr& operand) { return holds(operand); }, std::logical_or<>(),
              std::logical_and<>());
        });
  }
  // A workspace is stored where its producer's expression is.
  bool holds(const Access& access) const {
    if (!access.tensor.workspace) return notation::equal(access, access_);
    bool fills = false;
    for (const cin::Assign& assign : all_) {
      if (assign.lhs.tensor.name != access.tensor.name) continue;
      if (!holds(assign)) return false;
      fills = true;
    }
    return fills;
  }

  const Access& access_;
  std::vector<cin::Assign> all_;
};

void requireOnlyWhere(const Access& access, const PlacedLoop& placed, const cin::Pos& command, const Location& where) {
  const auto elsewhere = OnlyWhere(access, placed.loop.body).elsewhere(localWorkspaces(placed.loop.body));
  if (!elsewhere) return;
  failUser(
      fmt::format("the loop over {} cannot count the positions of {}", command.parent, command.tensor), where,
      fmt::format("{} is also stored where {} is not", notation::print(*elsewhere), notation::print(access)),
      fmt::format(
          "leave it out: the loop over {} merges the operands; pos needs an operand that is a factor of everything",
          command.parent));
}

// Checks that the loop's statement, located again, still contains the operand of the relation.
void requirePosition(const Stmt& stmt, const PlacedLoop& placed, const cin::Pos& pos, const Location& where) {
  const auto& relations = cin::relationsOf(stmt);
  const std::string what = fmt::format("{} would not hold any more", cin::print(cin::Relation(pos)));
  const auto access = cin::accessOf(pos, placed.loop.body);
  if (!access || access->tensor.workspace)
    failUser(what, where, fmt::format("the loop over {} does not read {}", placed.loop.var, asSaid(pos)),
             "say it before pos");
  const auto first = cin::levelOf(*access, cin::fusedOf(relations, pos.parent));
  require(first.has_value(), "the operand stores what is counted");
  requireAbove(relations, placed.around, *access, *first, what, where,
               fmt::format("keep the loop over {} inside", placed.loop.var));
}

}  // namespace

void requirePositions(const Stmt& stmt, const Location& where) {
  const auto& relations = cin::relationsOf(stmt);
  for (const Access& access : allAccesses(stmt))
    for (const IndexVar& var : access.indices)
      if (cin::positionLoop(relations, var))
        failUser(fmt::format("{} cannot be the index of {}", var, access.tensor.name), where,
                 "it ranges over positions, which correspond to other coordinates elsewhere",
                 "use the variable of the coordinate");
  for (const PlacedLoop& placed : placedLoops(stmt))
    if (const auto counting = cin::positionLoop(relations, placed.loop.var))
      requirePosition(stmt, placed, counting->pos, where);
}

Stmt pos(const Stmt& stmt, const cin::Pos& command, const Location& where) {
  requireLoop(stmt, command.parent, where);
  requireNotDerived(stmt, command.parent, where);
  requireNotExecuted(stmt, command.parent, where);
  requireFresh(stmt, {command.position}, where);
  const auto [placed, access] = meant(stmt, command, where);
  const auto& relations = cin::relationsOf(stmt);
  const std::vector<IndexVar> vars = cin::fusedOf(relations, command.parent);
  const int first = requireLevels(stmt, access, vars, command, where), last = first + static_cast<int>(vars.size()) - 1;
  requireCompressed(stmt, access, first, last, command, where);
  const auto stored = notation::varsOfLevels(access);
  requireAbove(relations, placed.around, access, first,
               fmt::format("the loop over {} cannot count the positions of {}", command.parent, command.tensor), where,
               fmt::format("reorder the loops to {} first", fmt::join(stored, ", ")));
  requireOnlyWhere(access, placed, command, where);
  const Stmt result = replaceUnmapped(stmt, [&, body = Stmt(placed.loop.body)](const Stmt& s) {
    const auto* loop = std::get_if<cin::Forall>(&s->kind);
    return loop && loop->var == command.parent && loop->body.same(body) ? cin::forall(command.position, loop->body)
                                                                        : Stmt();
  });
  if (!result)
    failUser(fmt::format("the loop over {} is mapped to a function of the backend", command.parent), where,
             "the function computes the loop as it is", "apply pos before the loop is mapped");
  return cin::suchThat(result, {cin::Pos{command.parent, command.position, access.tensor.name, access.indices}});
}

}  // namespace stardust::schedule
