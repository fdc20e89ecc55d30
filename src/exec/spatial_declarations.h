// Declarations of names in a body of a Spatial program; internal to the interpreter.
#pragma once

#include "exec/spatial_expressions.h"
#include "exec/spatial_tasks.h"

namespace stardust::spatial::run {

class Declarations {
 public:
  Declarations(const Program& program, const Constants& constants, Symbol firstSymbol, Machine& machine, Scopes& scopes)
      : program_(program), constants_(constants), machine_(machine), scopes_(scopes), nextSymbol_(firstSymbol) {}

  /// Defines a scalar with a slot of its own.
  Slot define(const std::string& name, Entity::Kind kind, Type type, const Location& where);
  std::vector<Slot> defineAll(const std::vector<std::string>& iterators, const Location& where);
  /// Declares a memory of the body that `copy` runs.
  void declare(const Memory& n, Copy& copy, const Location& where);
  void alias(const Alias& n, const Location& where);

 private:
  void declareReg(const Memory& n, Type elements, Copy& copy, const Location& where);

  const Program& program_;
  const Constants& constants_;
  Machine& machine_;
  Scopes& scopes_;
  Symbol nextSymbol_;
};

}  // namespace stardust::spatial::run
