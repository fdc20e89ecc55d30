// The Accel body of the emitted program: a top-down walk over the planned statement.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "placement/loops.h"
#include "placement/plan.h"
#include "placement/rows.h"
#include "spatial/lower/host.h"
#include "spatial/lower/names.h"

namespace stardust::spatial {

/// Emits, at each loop body: the coordinate and the values that arrive with it, the memories allocated there with their transfers,
/// the statements, and the stores of results. `site` is a loop variable, or "" for the top level.
class Accel {
 public:
  Accel(const placement::Plan& plan, Host& host, Names& names);
  Body lower();

 private:
  using Access = notation::Access;
  using AccessPlan = placement::AccessPlan;
  using LevelPlan = placement::LevelPlan;

  // statements
  void statement(const cin::Stmt& stmt, Body& body);
  void loop(const cin::Forall& forall, Body& body);
  void produce(const cin::Stmt& producer, Body& body);
  void reduction(const cin::Forall& forall, const cin::Assign& assign, Body& body);
  void assign(const cin::Assign& assign, Body& body);
  void enterLoop(const std::string& var, Body& body);
  void passCoordinate(const std::string& var, Body& body);
  Counter counter(const placement::Loop& loop);
  std::string iterator(const placement::Loop& loop);

  // memories and transfers (memories.cpp)
  void enterSite(const std::string& site, Body& body);
  void leaveSite(const std::string& site, Body& body);
  void allocatePositions(const AccessPlan& access, const LevelPlan& level, Body& body);
  void storePositions(const AccessPlan& result, const LevelPlan& level, Body& body);
  void openFiber(const AccessPlan& access, const LevelPlan& level, Body& body);
  Expr resultWords(const AccessPlan& result);
  void allocateValues(const AccessPlan& access, Body& body);
  void loadValues(const AccessPlan& access, Body& body);
  void storeValues(const AccessPlan& access, Body& body);
  void allocate(const std::string& memory, placement::MemoryType kind, Type type, std::int64_t words, const std::string& dram,
                const std::string& note, Body& body);

  // expressions (expressions.cpp)
  Expr value(const notation::Expr& expr);
  Expr literal(const notation::Literal& literal, const Location& where);
  Expr read(const AccessPlan& access);
  Expr readAt(const std::string& memory, placement::MemoryType kind, Expr index);
  Expr index(const AccessPlan& access);
  Expr sliceSize(const AccessPlan& access);
  Expr sliceBase(const AccessPlan& access);
  /// Position at a level of an access; level -1 is the root.
  Expr position(const Access& access, int level);
  Expr coordinate(const std::string& var) const { return coordinates_.at(var); }
  /// Entries of the pos array of a level: one more than the positions above it, all dense.
  Expr positionCount(const Access& access, int level);
  bool readOnceHere(const Access& access, const std::string& loop) const;

  const AccessPlan& fiberOwner(const AccessPlan& access) const;
  std::string onChip(const AccessPlan& access, placement::Part part, int level = 0);
  Expr innerPar() const;

  const placement::Plan& plan_;
  Host& host_;
  Names& names_;
  std::vector<placement::Use> uses_;
  std::map<std::string, Expr> coordinates_;   // index variable → its coordinate
  std::map<std::string, Expr> values_;        // printed access or workspace → its value
  std::map<std::string, std::string> drams_;  // array of the result → DRAM
};

}  // namespace stardust::spatial
