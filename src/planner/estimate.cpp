#include "planner/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "levels/index_array.h"
#include "notation/stored.h"
#include "planner/stored_operand.h"

namespace stardust::planner {

using notation::Access;
using notation::IndexVar;

namespace {

constexpr double impossible = std::numeric_limits<double>::infinity();
constexpr double line = 16;       // values of a line of memory
constexpr double search = 40;     // steps of a search in a long fiber
constexpr double manyTimes = 16;  // as long as another one, a fiber is skipped through
constexpr double skip = 6;        // steps for each doubling of the distance

}  // namespace

// The operands in the formats of one candidate.
class Estimate::Loops {
 public:
  Loops(const Estimate& of, const std::vector<Format>& formats) : of_(of) {
    for (std::size_t n = 0; n < formats.size(); ++n)
      operands_.emplace_back(of.operands_[n].vars, formats[n], of.operands_[n].facts);
  }

  double steps(const std::vector<int>& order, const StoredOperand& result, std::size_t collecting) const {
    double steps = 0, times = 1;
    Bound bound = 0;
    std::vector<Outer> outer = {{bound, times}};
    for (std::size_t n = 0; n < order.size(); ++n) {
      const int var = order[n];
      if (isSearched(var, bound)) return impossible;
      const Visited visits = visited(of_.whole_, var, outer, times);
      steps += times + (visits.isEverything ? times * extent(var) : visits.steps);
      bound |= Bound{1} << var;
      times = tuples(bound);
      outer.push_back({bound, times});
      if (n == collecting) steps += collected * std::min(times, stored(result));
    }
    return order.empty() ? steps : steps + strided * times * acrossLines(order.back(), result);
  }

  static double stored(const StoredOperand& result) {
    double stored = 1;
    for (const StoredLevel& level : result.levels)
      if (level.isStored) stored = result.facts->distinct(level.prefix);
    return stored;
  }

  // The expected number of iterations with these variables bound.
  double tuples(Bound bound) const {
    double size = 1;
    for (std::size_t var = 0; var < of_.extents_.size(); ++var)
      if (contains(bound, static_cast<int>(var))) size *= of_.extents_[var];
    return std::min(size, size * share(of_.whole_, bound) * meetings(bound));
  }

  // The sets that the loops visit, level by level; nothing beyond `mostSets`.
  std::optional<Tasks> tasks(const std::vector<int>& order) const {
    Tasks all;
    std::vector<Bound> outer = {0};
    for (const int var : order) {
      Reads reads = readsOf(of_.whole_, var, outer);
      if (reads.isEverything) reads.sets = bodies(of_.whole_, outer.back());
      for (TaskSet& set : reads.sets) {
        if (reads.isEverything) set.vars = outer.back() | Bound{1} << var;
        if (std::find(all.begin(), all.end(), set) == all.end()) all.push_back(std::move(set));
      }
      if (all.size() > mostSets) return std::nullopt;
      outer.push_back(outer.back() | Bound{1} << var);
    }
    return all;
  }

 private:
  static constexpr std::size_t mostSets = 64;

  struct Reads {
    bool isEverything;
    Tasks sets;
    bool isInvariant = false;  // sets of a fiber that is scattered before the loops in which it does not change
  };

  // The coordinates of the bound variables at which a loop body runs, as a union of sets.
  Tasks bodies(const Node& node, Bound bound) const {
    const TaskSet everywhere{bound, std::vector<Bound>(operands_.size())};
    if (node.operand >= 0) {
      TaskSet set = everywhere;
      for (const StoredLevel& level : operands_[static_cast<std::size_t>(node.operand)].levels) {
        if (!contains(bound, level.var)) break;
        if (level.isStored) set.atoms[static_cast<std::size_t>(node.operand)] = varsDownTo(node.operand, level);
      }
      return {set};
    }
    if (node.parts.empty()) return {everywhere};
    Tasks all = node.isIntersection ? Tasks{everywhere} : Tasks{};
    for (const Node& part : node.parts) {
      const Tasks of = bodies(part, bound);
      all = node.isIntersection ? both(all, of) : either(std::move(all), of);
    }
    return all;
  }

  Bound varsDownTo(int operand, const StoredLevel& last) const {
    Bound vars = 0;
    for (const StoredLevel& level : operands_[static_cast<std::size_t>(operand)].levels) {
      vars |= Bound{1} << level.var;
      if (&level == &last) break;
    }
    return vars;
  }

  // Beyond `mostSets`, the caller gives up.
  static Tasks both(const Tasks& a, const Tasks& b) {
    Tasks all;
    for (const TaskSet& one : a)
      for (const TaskSet& other : b) {
        if (all.size() > mostSets) return all;
        all.push_back(one);
        all.back().vars |= other.vars;
        for (std::size_t n = 0; n < one.atoms.size(); ++n) all.back().atoms[n] |= other.atoms[n];
      }
    return all;
  }

  static Tasks either(Tasks a, const Tasks& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  // The coordinates that the loop over `var` reads: see `visited`.
  Reads readsOf(const Node& node, int var, const std::vector<Bound>& outer) const {
    if (node.operand >= 0) return readsOf(node.operand, var, outer);
    Reads all{node.isIntersection || node.parts.empty(), {}};
    std::vector<Reads> parts;
    for (const Node& part : node.parts) parts.push_back(readsOf(part, var, outer));
    const auto isVisited = [](const Reads& reads) { return !reads.isEverything && !reads.isInvariant; };
    const bool mayScatter = node.isIntersection && std::any_of(parts.begin(), parts.end(), isVisited);
    for (Reads& part : parts) {
      if (!node.isIntersection) all.isEverything = all.isEverything || part.isEverything;
      else if (!part.isEverything) all.isEverything = false;
      if (part.isInvariant && !mayScatter) part.sets = both(part.sets, bodies(of_.whole_, outer.back()));
      all.sets = either(std::move(all.sets), part.sets);
    }
    return all;
  }

  Reads readsOf(int n, int var, const std::vector<Bound>& outer) const {
    const StoredOperand& operand = operands_[static_cast<std::size_t>(n)];
    const StoredLevel* level = operand.levelOf(var);
    if (!level || !level->isStored) return {true, {}};
    const auto first =
        std::find_if(outer.begin(), outer.end(), [&](Bound bound) { return operand.hasBoundAbove(*level, bound); });
    const bool isInvariant = of_.abilities_.scattersInvariantFibers && first + 1 < outer.end() && level->isLookedUp;
    TaskSet fiber{Bound{1} << var, std::vector<Bound>(operands_.size())};
    fiber.atoms[static_cast<std::size_t>(n)] = varsDownTo(n, *level);
    return {false, both({fiber}, bodies(of_.whole_, isInvariant ? *first : outer.back())), isInvariant};
  }

  // How many dense tensors the loop over `var` reads or writes across their lines.
  double acrossLines(int var, const StoredOperand& result) const {
    const auto isSparse = [](const StoredOperand& operand) { return !operand.isDense; };
    const bool isAllDense = result.isDense && std::none_of(operands_.begin(), operands_.end(), isSparse);
    if (!of_.abilities_.readsLines || isAllDense) return 0;
    const auto isAcross = [&](const StoredOperand& operand) { return operand.isDense && stride(operand, var) >= line; };
    const auto of = static_cast<double>(std::count_if(operands_.begin(), operands_.end(), isAcross));
    return of + (isAcross(result) ? 1 : 0);
  }

  // The distance of neighbours in `var`; 0 if the tensor does not depend on it.
  double stride(const StoredOperand& operand, int var) const {
    double values = 1;
    for (auto level = operand.levels.rbegin(); level != operand.levels.rend(); ++level) {
      if (level->var == var) return values;
      values *= extent(level->var);
    }
    return 0;
  }

  struct Outer {  // the body of a loop: its variables, and how often it runs
    Bound bound;
    double times;
  };
  struct Visited {
    bool isEverything;
    double steps;              // if the coordinates are visited in each iteration
    double scattered = steps;  // if they are scattered as seldom as possible, and looked up
  };

  // How many times as many tuples of the factors' entries meet as if their coordinates were independent. `further`: an
  // operand that has one more variable bound.
  double meetings(Bound bound, const StoredOperand* further = nullptr, Bound furtherBound = 0) const {
    double factor = 1;
    std::vector<Meeting> parts;
    for (std::size_t var = 0; var < of_.meets_.size(); ++var) {
      parts.clear();
      for (const std::size_t n : of_.meets_[var]) {
        const StoredOperand& operand = operands_[n];
        const auto part = partOf(operand, static_cast<int>(var), &operand == further ? furtherBound : bound);
        if (part.degrees) parts.push_back(part);
      }
      factor *= of_.meetings_.factor(parts);
    }
    return factor;
  }

  // The part of an operand that its levels with bound variables let through along a variable. No degrees: every
  // coordinate.
  static Meeting partOf(const StoredOperand& operand, int var, Bound bound) {
    const StoredLevel* last = nullptr;  // the last stored level with bound variables
    for (const StoredLevel& level : operand.levels) {
      if (!contains(bound, level.var)) break;
      if (level.isStored) last = &level;
    }
    const StoredLevel* of = operand.levelOf(var);
    if (!last || !of || of > last) return {nullptr, false};
    const Degrees* degrees = operand.facts->degrees(of->mode);
    if (last->prefix == operand.levels.back().prefix) return {degrees, false};
    return {last == of && last == operand.levels.data() ? degrees : nullptr, true};
  }

  double extent(int var) const { return of_.extents_[static_cast<std::size_t>(var)]; }

  bool isSearched(int var, Bound bound) const {
    return std::any_of(operands_.begin(), operands_.end(), [&](const StoredOperand& operand) {
      const StoredLevel* level = operand.levelOf(var);
      return level && level->isStored && !operand.hasBoundAbove(*level, bound);
    });
  }

  // The share of the coordinates of the bound variables that the operand's levels let through.
  double share(const StoredOperand& operand, Bound bound) const {
    double all = 1, through = 1;
    for (const StoredLevel& level : operand.levels) {
      if (!contains(bound, level.var)) break;
      all *= extent(level.var);
      if (level.isStored) through = std::min(1.0, operand.facts->distinct(level.prefix) / all);
    }
    return through;
  }

  double share(const Node& node, Bound bound) const {
    if (node.operand >= 0) return share(operands_[static_cast<std::size_t>(node.operand)], bound);
    if (node.parts.empty()) return 1;
    double present = 1, absent = 1;
    for (const Node& part : node.parts) {
      const double of = share(part, bound);
      present *= of;
      absent *= 1 - of;
    }
    return node.isIntersection ? present : 1 - absent;
  }

  // The coordinates of `var` that `times` iterations of the innermost loop of `outer` visit.
  Visited visited(const Node& node, int var, const std::vector<Outer>& outer, double times) const {
    const Bound bound = outer.back().bound;
    if (node.operand >= 0) return visited(operands_[static_cast<std::size_t>(node.operand)], var, outer, times);
    if (node.isIntersection) return intersected(node, var, outer, times);
    const double whole = share(node, bound);
    Visited all{false, 0};
    for (const Node& part : node.parts) {
      const Visited of = visited(part, var, outer, whole <= 0 ? times : times * share(part, bound) / whole);
      all.steps += of.steps;
      all.isEverything = all.isEverything || of.isEverything;
    }
    all.scattered = all.steps;
    return all;
  }

  Visited visited(const StoredOperand& operand, int var, const std::vector<Outer>& outer, double times) const {
    const StoredLevel* level = operand.levelOf(var);
    if (!level || !level->isStored) return {true, 0};
    const Bound bound = outer.back().bound;
    const double fiber = fiberOf(operand, var, bound) * repeats(operand, *level);
    if (!of_.abilities_.scattersInvariantFibers) return {false, times * fiber};
    const auto first = std::find_if(outer.begin(), outer.end(),
                                    [&](const Outer& body) { return operand.hasBoundAbove(*level, body.bound); });
    const bool isInvariant = first + 1 < outer.end() && level->isLookedUp;
    if (!isInvariant) return {false, times * fiber};
    return {false, times * fiber, 2 * first->times * fiberOf(operand, var, first->bound)};
  }

  // How many positions of the level have the same coordinates.
  static double repeats(const StoredOperand& operand, const StoredLevel& level) {
    const double coordinates = operand.facts->distinct(level.prefix);
    return coordinates > 0 ? operand.facts->distinct(level.positions) / coordinates : 1;
  }

  // The expected length of a fiber that an iteration visits. Long ones are visited more often if they meet more.
  double fiberOf(const StoredOperand& operand, int var, Bound bound) const {
    const Bound below = bound | Bound{1} << var;
    const double above = share(operand, bound), met = meetings(bound);
    if (above <= 0 || met <= 0) return 0;
    return std::min(extent(var), extent(var) * share(operand, below) / above * meetings(bound, &operand, below) / met);
  }

  // Whether the loop crosses a fiber that is many times as long as the other in large steps (loops/lower/forall.cpp).
  bool maySkip(const Node& node, int var, const std::vector<Outer>& outer) const {
    const bool isInnermost = outer.size() == of_.vars_.size();
    return of_.abilities_.skipsAhead && !isInnermost && node.parts.size() == 2 &&
           std::all_of(node.parts.begin(), node.parts.end(), [&](const Node& part) {
             if (part.operand < 0) return false;
             const StoredLevel* level = operands_[static_cast<std::size_t>(part.operand)].levelOf(var);
             return level && level->isStored && level->positions == level->prefix;
           });
  }

  // At least one fiber is visited; the others are scattered where that is cheaper. Those of wide extents are searched.
  Visited intersected(const Node& node, int var, const std::vector<Outer>& outer, double times) const {
    Visited all{true, 0};
    double least = impossible;     // the extra steps of visiting a fiber that could be scattered
    double leading = 0;            // all steps along that fiber
    double shortest = impossible;  // the steps along the fiber that leads
    double merged = 0;             // the steps along the fibers that are visited
    int visits = 0, fibers = 0;
    for (const Node& part : node.parts) {
      const Visited of = visited(part, var, outer, times);
      if (of.isEverything) continue;
      all.isEverything = false;
      ++fibers;
      shortest = std::min(shortest, of.steps);
      if (of.steps <= of.scattered) {
        merged += of.steps;
        ++visits;
        continue;
      }
      all.steps += of.scattered;
      if (of.steps - of.scattered >= least) continue;
      least = of.steps - of.scattered;
      leading = of.steps;
    }
    if (all.isEverything) return all;
    if (visits == 0) {
      all.steps += least - leading;
      merged = leading;
    }
    all.steps += merged * (visits > 1 ? of_.abilities_.mergedStep : fibers > 1 ? of_.abilities_.lookedUpStep : 1);
    const bool isSkipped =
        visits == 2 && shortest > 0 && maySkip(node, var, outer) && merged > (1 + manyTimes) * shortest;
    if (isSkipped) all.steps = std::min(all.steps, skip * std::log2(merged / shortest) * shortest);
    const bool isSearched = of_.abilities_.scattersInvariantFibers && extent(var) > static_cast<double>(mostNarrow);
    if (isSearched) all.steps = std::min(all.steps, shortest * (1 + search * (fibers - 1)));
    all.scattered = all.steps;
    return all;
  }

  const Estimate& of_;
  std::vector<StoredOperand> operands_;
};

namespace {

// The loop that puts coordinates into a workspace for the last sparse level of the result: the number of loops if there
// is none, nothing if the result cannot be collected so.
std::optional<std::size_t> collectingLoop(const std::vector<int>& order, const StoredOperand& result) {
  const auto place = [&](int var) {
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), var) - order.begin());
  };
  std::size_t sparse = 0;  // levels down to the last one that is stored
  for (std::size_t level = 0; level < result.levels.size(); ++level)
    if (result.levels[level].isStored) sparse = level + 1;
  if (sparse == 0) return order.size();
  for (std::size_t level = 1; level < result.levels.size(); ++level)
    if (place(result.levels[level].var) < place(result.levels[level - 1].var)) return std::nullopt;
  std::size_t reduced = order.size();
  for (const int var : order)
    if (!result.levelOf(var)) reduced = std::min(reduced, place(var));
  if (sparse > 1 && place(result.levels[sparse - 2].var) > reduced) return std::nullopt;
  const std::size_t last = place(result.levels[sparse - 1].var);
  return last > reduced ? last : order.size();
}

std::vector<Format> formatsOf(const std::vector<Access>& accesses) {
  std::vector<Format> formats;
  for (const Access& access : accesses) formats.push_back(access.tensor.format);
  return formats;
}

}  // namespace

Estimate::Estimate(const notation::Assignment& assignment, const Facts& facts, Abilities abilities)
    : resultFormat_(assignment.lhs.tensor.format), abilities_(abilities) {
  for (const Access& access : notation::accesses(assignment.rhs)) {
    const auto same = [&](const Access& other) { return notation::equal(other, access); };
    if (std::any_of(accesses_.begin(), accesses_.end(), same)) continue;
    accesses_.push_back(access);
    operands_.push_back(operandOf(access, facts));
    addExtents(operands_.back());
  }
  const std::size_t known = vars_.size();
  result_ = operandOf(assignment.lhs, facts);
  const std::vector<double> ofOperands(extents_.begin(), extents_.begin() + static_cast<long>(known));
  addExtents(result_);
  std::copy(ofOperands.begin(), ofOperands.end(), extents_.begin());
  whole_ = nodeOf(assignment.rhs);
  isFactor_.assign(operands_.size(), false);
  markFactors(whole_);
  markMeetings();
}

void Estimate::markMeetings() {
  meets_.resize(vars_.size());
  for (std::size_t n = 0; n < operands_.size(); ++n)
    for (std::size_t mode = 0; isFactor_[n] && mode < operands_[n].vars.size(); ++mode) {
      std::vector<std::size_t>& meeting = meets_[static_cast<std::size_t>(operands_[n].vars[mode])];
      const bool isNew = meeting.empty() || meeting.back() != n;
      if (isNew && operands_[n].facts->degrees(static_cast<int>(mode))) meeting.push_back(n);
    }
  for (std::vector<std::size_t>& meeting : meets_)
    if (meeting.size() < 2) meeting.clear();
}

void Estimate::markFactors(const Node& node) {
  if (node.operand >= 0) isFactor_[static_cast<std::size_t>(node.operand)] = true;
  if (!node.isIntersection) return;
  for (const Node& part : node.parts) markFactors(part);
}

int Estimate::indexOf(const IndexVar& var) {
  const auto known = std::find(vars_.begin(), vars_.end(), var);
  if (known != vars_.end()) return static_cast<int>(known - vars_.begin());
  vars_.push_back(var);
  extents_.push_back(1);
  return static_cast<int>(vars_.size()) - 1;
}

Estimate::Operand Estimate::operandOf(const Access& access, const Facts& facts) {
  Operand operand{{}, &facts.at(access.tensor.name)};
  for (const IndexVar& var : access.indices) operand.vars.push_back(indexOf(var));
  return operand;
}

// The extents of the variables are those of the operands. Only a variable of the result alone has that of the result.
void Estimate::addExtents(const Operand& operand) {
  for (std::size_t mode = 0; mode < operand.vars.size(); ++mode) {
    double& extent = extents_[static_cast<std::size_t>(operand.vars[mode])];
    extent = std::max(extent, operand.facts->extents()[mode]);
  }
}

Estimate::Node Estimate::nodeOf(const notation::Expr& expr) const {
  if (const auto* access = std::get_if<Access>(&expr->kind)) {
    const auto same = [&](const Access& other) { return notation::equal(other, *access); };
    return {static_cast<int>(std::find_if(accesses_.begin(), accesses_.end(), same) - accesses_.begin()), true, {}};
  }
  Node node;
  if (const auto* call = std::get_if<notation::Call>(&expr->kind)) {
    const notation::Deciding deciding = notation::deciding(*call);
    node.isIntersection = deciding.all;
    for (const notation::Expr& operand : deciding.operands) {
      Node part = nodeOf(operand);
      const bool isSame = !part.parts.empty() && part.isIntersection == node.isIntersection;  // (a * b) * c
      if (isSame) node.parts.insert(node.parts.end(), part.parts.begin(), part.parts.end());
      else node.parts.push_back(std::move(part));
    }
    if (node.parts.size() == 1) return Node(node.parts.front());
  }
  return node;
}

double Estimate::steps(const std::vector<IndexVar>& order, const std::vector<Format>& formats,
                       const Format& result) const {
  std::vector<int> loops;
  for (const IndexVar& var : order)
    loops.push_back(static_cast<int>(std::find(vars_.begin(), vars_.end(), var) - vars_.begin()));
  const StoredOperand assembled(result_.vars, result, result_.facts);
  const auto collecting = collectingLoop(loops, assembled);
  return collecting ? Loops(*this, formats).steps(loops, assembled, *collecting) : impossible;
}

std::optional<Tasks> Estimate::tasks(const std::vector<IndexVar>& order, const std::vector<Format>& formats) const {
  std::vector<int> loops;
  for (const IndexVar& var : order)
    loops.push_back(static_cast<int>(std::find(vars_.begin(), vars_.end(), var) - vars_.begin()));
  std::optional<Tasks> tasks = Loops(*this, formats).tasks(loops);
  if (!tasks) return tasks;
  TaskSet filled{0, std::vector<Bound>(operands_.size())};
  for (const StoredLevel& level : StoredOperand(result_.vars, resultFormat_, result_.facts).levels) {
    if (level.isStored) break;
    filled.vars |= Bound{1} << level.var;
  }
  tasks->push_back(std::move(filled));
  return tasks;
}

double Estimate::steps(const std::vector<IndexVar>& order) const {
  return steps(order, formatsOf(accesses_), resultFormat_);
}

double Estimate::results() const {
  const Bound all = (Bound{1} << vars_.size()) - 1;
  double size = 1;
  for (const int var : result_.vars) size *= extents_[static_cast<std::size_t>(var)];
  return -size * std::expm1(-Loops(*this, formatsOf(accesses_)).tuples(all) / size);
}

}  // namespace stardust::planner
