// Name resolution in a Spatial program; internal to the interpreter.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "exec/spatial_machine.h"

namespace stardust::spatial::run {

/// Identifies a resource shared by stages, for the order between them.
using Symbol = std::uint32_t;

struct Entity {
  enum class Kind { Constant, Scalar, Reg, ArgOut, Fifo, Sram, Sparse, Dram };
  Kind kind;
  Type type;            ///< resolved
  std::uint32_t index;  ///< the word of a Constant; otherwise the index of the slot, FIFO or memory
  Symbol symbol = 0;
  bool isSparseDram = false;
  bool isAliased = false;  ///< SparseDram: index is that of its DRAM
  Symbol dramSymbol = 0;   ///< of that DRAM
};

/// Nested scopes of names; inner definitions shadow outer ones.
class Scopes {
 public:
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }
  /// Throws Error (user) if the innermost scope already has the name.
  void define(const std::string& name, Entity entity, const Location& where);
  Entity* find(const std::string& name);
  /// Throws Error (user), with the nearest name, if it is undefined.
  Entity& get(const std::string& name, const Location& where);

 private:
  std::vector<std::unordered_map<std::string, Entity>> scopes_{1};
};

/// The entity of a name, as an SRAM or sparse memory; as a FIFO; as a DRAM. Each throws Error (user) for any other kind
/// of entity.
const Entity& memoryIn(Scopes& scopes, const std::string& name, const Location& where, bool sparseOnly = false);
const Entity& fifoIn(Scopes& scopes, const std::string& name, const Location& where);
const Entity& dramIn(Scopes& scopes, const std::string& name, const Location& where);

}  // namespace stardust::spatial::run
