#include "capstan/plan/explain.h"

#include <fmt/format.h>

#include <map>

#include "capstan/plan/loops.h"
#include "capstan/rules/table.h"
#include "iteration/explain.h"
#include "support/text_table.h"

namespace stardust::placement {
namespace {

using iteration::Iteration;

std::vector<const Loop*> loopsInOrder(const Plan& plan) {
  std::vector<const Loop*> loops;
  for (const notation::IndexVar& var : cin::loopVars(plan.stmt)) loops.push_back(&plan.loops.at(var));
  return loops;
}

// "B2" or, for a tensor that is also read with other indices, "B(i,k)": the level of the loop's variable.
iteration::LevelName levelName(const Plan& plan) {
  std::map<std::string, int> accesses;
  for (const AccessPlan& access : plan.accesses) ++accesses[access.access.tensor.name];
  return [accesses](const iteration::LevelIterator& level) {
    const auto count = accesses.find(level.access.tensor.name);
    const bool isAmbiguous = count != accesses.end() && count->second > 1;
    return isAmbiguous ? notation::print(level.access) : iteration::tensorAndLevel(level);
  };
}

std::string visited(const Plan& plan, const Loop& loop) {
  const std::string domain = print(loop.iteration.domain, levelName(plan));
  switch (loop.iteration.kind) {
    case Iteration::Kind::Universe: return fmt::format("0 until {}", loop.dim);
    case Iteration::Kind::Positions: return "the positions of " + domain;
    case Iteration::Kind::Scan: return "the set bits of " + domain;
  }
  return domain;
}

std::string loopTable(const Plan& plan) {
  TextTable table({"loop", "inside", "contraction set", "visits", "par"}, {4});
  for (const Loop* loop : loopsInOrder(plan)) {
    const int par = loop->leaf ? (loop->par ? loop->par : plan.innerPar) : loop->copied ? plan.outerPar : 1;
    table.row({loop->var, loop->parent.empty() ? "top" : loop->parent, print(loop->iteration.set, levelName(plan)),
               visited(plan, *loop), std::to_string(par)});
  }
  return table.str();
}

std::string ruleTable(const Plan& plan) {
  TextTable table({"loop", "set", "rule", "pattern", "emits, or why not"});
  const iteration::Strategy strategy = strategyOf(plan.stmt, plan.facts);
  for (const Loop* loop : loopsInOrder(plan)) {
    std::string var = loop->var;  // each printed once
    for (const iteration::Step& step : loop->iteration.steps) {
      std::string set = print(step.before, levelName(plan));
      for (const iteration::Verdict& verdict :
           iteration::verdicts(step, capstan::rewriteTable(), strategy, levelName(plan))) {
        const std::string found = verdict.why.empty() ? "" : ": " + verdict.why;
        table.row({var, set, verdict.rule->name, verdict.rule->pattern,
                   verdict.fired ? fmt::format("⇒ {}{}", verdict.rule->emits, found) : verdict.why});
        var.clear();
        set.clear();
      }
    }
  }
  return table.str();
}

std::string found(const Plan& plan, const LevelPlan& level) {
  const std::string absent = level.mayBeAbsent ? ", or absent" : "";
  switch (level.locate) {
    case Locate::Dense: return "by coordinate" + absent;
    case Locate::Position: return "by position: the loop runs over them";
    case Locate::Rank: return "by rank among the bits that are scanned" + absent;
    case Locate::Search:
      return fmt::format("by search among at most {}, or absent: the loop visits {}", level.maxFiber,
                         visited(plan, plan.loops.at(level.loop)));
  }
  return {};
}

std::string levelTable(const Plan& plan) {
  TextTable table({"access", "level", "loop", "found"});
  for (const AccessPlan& access : plan.accesses) {
    if (access.result || access.access.tensor.workspace) continue;
    std::string text = notation::print(access.access);
    for (const LevelPlan& level : access.levels) {
      table.row(
          {text, fmt::format("{}{}", access.access.tensor.name, level.level + 1), level.loop, found(plan, level)});
      text.clear();
    }
  }
  return table.str();
}

}  // namespace

std::string explainNames(const Plan& plan) {
  std::string out;
  for (const auto& [name, written] : plan.copies) {
    const auto loop = plan.loops.find(name);
    const std::string where = loop == plan.loops.end()      ? "derived from other loops"
                              : loop->second.parent.empty() ? "in another outermost loop"
                                                            : "in a loop inside " + loop->second.parent;
    out += fmt::format("{} is {}, {}\n", name, written, where);
  }
  return out;
}

std::string explainLoops(const Plan& plan) {
  return "loops\n" + loopTable(plan) + explainNames(plan) + "\nrules\n" + ruleTable(plan) + "\nlevels\n" +
         levelTable(plan);
}

}  // namespace stardust::placement
