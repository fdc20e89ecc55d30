#include "spatial/lower/accel.h"

#include <fmt/format.h>

#include <algorithm>

#include "placement/rows.h"
#include "spatial/build.h"

namespace stardust::spatial {
namespace {

using placement::Loop;
using placement::MemoryType;

[[noreturn]] void refuse(const cin::Stmt& stmt, const std::string& why) {
  failUnsupported("a statement has no lowering to Spatial yet: " + cin::print(stmt), {}, why,
                  "a loop nest whose innermost reduction is over a scalar workspace lowers");
}

cin::Stmt withoutMap(cin::Stmt stmt) {
  while (const auto* mapped = std::get_if<cin::Map>(&stmt->kind)) stmt = mapped->body;
  return stmt;
}

}  // namespace

Accel::Accel(const placement::Plan& plan, Host& host, Names& names)
    : plan_(plan), host_(host), names_(names), uses_(placement::loopTree(plan.stmt).uses) {}

Body Accel::lower() {
  Body body;
  enterSite("", body);
  statement(plan_.stmt, body);
  leaveSite("", body);
  return body;
}

void Accel::statement(const cin::Stmt& stmt, Body& body) {
  match(
      stmt->kind, [&](const cin::Forall& s) { loop(s, body); }, [&](const cin::Assign& s) { assign(s, body); },
      [&](const cin::Where& s) {
        produce(s.producer, body);
        statement(s.consumer, body);
      },
      [&](const cin::Map& s) { statement(s.body, body); }, [&](const cin::SuchThat& s) { statement(s.body, body); },
      [&](const cin::Sequence&) { refuse(stmt, "statements in sequence"); });
}

Counter Accel::counter(const Loop& loop) {
  const Expr par = !loop.leaf ? (loop.depth == 1 ? name("bp") : lit(1)) : loop.par == plan_.innerPar ? innerPar() : lit(loop.par);
  if (!loop.sparse()) return upTo(host_.dimension(loop.var), par);
  const auto& driver = loop.iteration.driver->access;
  return upTo(name(names_.of("len " + loop.var, fmt::format("{}{}_len", loop.var, driver.tensor.name))), par);
}

std::string Accel::iterator(const Loop& loop) {
  if (!loop.sparse()) return names_.of("iterator " + loop.var, loop.var);
  return names_.of("iterator " + loop.var, loop.var + loop.iteration.driver->access.tensor.name);
}

void Accel::loop(const cin::Forall& forall, Body& body) {
  const Loop& loop = plan_.loops.at(forall.var);
  const Counter over = counter(loop);
  const std::string iterate = iterator(loop);
  Body inner;
  enterLoop(forall.var, inner);
  statement(forall.body, inner);
  leaveSite(forall.var, inner);
  body.push_back(foreach(over, iterate, std::move(inner), "loop over " + forall.var));
}

void Accel::enterLoop(const std::string& var, Body& body) {
  const Loop& loop = plan_.loops.at(var);
  const auto belongs = [&](const AccessPlan& a) { return !a.result && a.lastLoop == var; };
  if (!loop.sparse()) {
    coordinates_[var] = name(iterator(loop));
  } else {
    const AccessPlan& driver = plan_.of(loop.iteration.driver->access);
    const int level = loop.iteration.driver->level;
    const auto used = std::count_if(plan_.accesses.begin(), plan_.accesses.end(), [&](const AccessPlan& other) {
      const auto& indices = other.access.indices;
      return &other != &driver && std::find(indices.begin(), indices.end(), var) != indices.end();
    });
    if (used > 0) {
      const Expr next = deq(onChip(driver, placement::Part::Crd, level));
      if (used == 1 && loop.leaf) {
        coordinates_[var] = next;
      } else {
        const std::string coordinate = names_.of("coordinate " + var, var);
        body.push_back(val(coordinate, next));
        coordinates_[var] = name(coordinate);
      }
    }
  }
  const auto bind = [&](const AccessPlan& access) {
    const std::string key = notation::print(access.access);
    if (readOnceHere(access.access, var)) {
      values_[key] = read(access);
      return;
    }
    const std::string bound = names_.of("value " + key, access.access.tensor.name + "_val");
    body.push_back(val(bound, read(access)));
    values_[key] = name(bound);
  };
  for (const AccessPlan& access : plan_.accesses)
    if (belongs(access) && access.values == MemoryType::Fifo) bind(access);
  passCoordinate(var, body);
  enterSite(var, body);
  for (const AccessPlan& access : plan_.accesses)
    if (belongs(access) && access.values != MemoryType::Fifo) bind(access);
}

// A compressed result level has the coordinates of the loop that fills it, one for each iteration.
void Accel::passCoordinate(const std::string& var, Body& body) {
  const AccessPlan& result = plan_.result();
  for (const LevelPlan& level : result.levels)
    if (result.access.indices.at(static_cast<std::size_t>(result.access.tensor.format.mode(level.level))) == var)
      body.push_back(enq(onChip(result, placement::Part::Crd, level.level), coordinate(var)));
}

void Accel::produce(const cin::Stmt& producer, Body& body) {
  const cin::Stmt stmt = withoutMap(producer);
  if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind)) {
    const std::string bound = names_.fresh(assign->lhs.tensor.name);
    body.push_back(val(bound, value(assign->rhs)));
    values_[notation::print(assign->lhs)] = name(bound);
    return;
  }
  const auto* forall = std::get_if<cin::Forall>(&stmt->kind);
  const cin::Stmt inside = forall ? withoutMap(forall->body) : stmt;
  const auto* assign = std::get_if<cin::Assign>(&inside->kind);
  if (!forall || !assign || assign->op != notation::AssignOp::Add || !assign->lhs.indices.empty())
    refuse(producer, "only one loop that sums into a scalar becomes a Reduce");
  reduction(*forall, *assign, body);
}

void Accel::reduction(const cin::Forall& forall, const cin::Assign& assign, Body& body) {
  const Loop& loop = plan_.loops.at(forall.var);
  const std::string accumulator = names_.fresh(assign.lhs.tensor.name);
  const Counter over = counter(loop);
  const std::string iterate = iterator(loop);
  const std::string note = fmt::format("sum over {}: {}", forall.var, notation::print(assign.rhs));
  Body inner;
  enterLoop(forall.var, inner);
  const Expr summand = value(assign.rhs);
  leaveSite(forall.var, inner);
  body.push_back(reg(accumulator, Type::T, note));
  body.push_back(reduce(accumulator, over, iterate, std::move(inner), summand, ReduceOp::Add, note));
  values_[notation::print(assign.lhs)] = name(accumulator);
}

void Accel::assign(const cin::Assign& assign, Body& body) {
  const AccessPlan& result = plan_.of(assign.lhs);
  const Expr computed = value(assign.rhs);
  if (result.values == MemoryType::Reg) {
    body.push_back(set(host_.scalarResult(assign.lhs.tensor), computed));
    return;
  }
  const std::string memory = onChip(result, placement::Part::Vals);
  const Stmt stored = result.values == MemoryType::Fifo   ? enq(memory, computed)
                      : result.values == MemoryType::Sram ? write(memory, index(result), computed)
                                                          : sparseWrite(memory, index(result), computed);
  body.push_back(Stmt(StmtNode{stored->kind, notation::print(assign.lhs) + ": values", {}}));
}

Lowered lower(const placement::Plan& plan, const LowerOptions& options) {
  Names names;
  Host host(plan, options, names);
  Lowered lowered;
  lowered.program.name = names.fresh(options.name);
  lowered.program.header = options.header;
  lowered.program.valueType = host.valueType();
  lowered.program.parameters = {{"ip", plan.innerPar}, {"bp", plan.outerPar}};
  lowered.program.accel = Accel(plan, host, names).lower();
  std::move(host).finish(lowered);
  return lowered;
}

}  // namespace stardust::spatial
