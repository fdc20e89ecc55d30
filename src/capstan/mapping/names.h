// Name resolution during mapping.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "capstan/mapping/frame.h"
#include "capstan/mapping/graph.h"
#include "spatial/constants.h"

namespace stardust::capstan {

class Leaf;

/// The definition of a val or Reg.
struct Definition {
  Leaf* leaf = nullptr;
  spatial::Expr value;        ///< of a val, or of the last Set
  Id reduced = none;          ///< or the channel of a Reduce
  std::vector<Frame> frames;  ///< loops around it
};

struct Entity {
  enum class Kind { Parameter, Argument, ArgOut, Dram, Iterator, ScanIterator, Val, Reg, Fifo, Memory };
  Kind kind;
  spatial::Type type = spatial::Type::Int;
  Id id = none;               ///< DRAM, channel, memory; the level of an iterator
  Id depth = 0;               ///< depth of the body that declares it
  std::int64_t constant = 0;  ///< value of a parameter; field number of a ScanIterator
  spatial::Word initial = 0;  ///< of a Reg
  std::optional<Definition> definition{};
  std::vector<Id> readIn{};  ///< Reg: the loops directly below its body in which it was read
};

class Names {
 public:
  explicit Names(const spatial::Program& program) : constants_(program), scopes_(1) {}

  void enterScope() { scopes_.emplace_back(); }
  void leaveScope() { scopes_.pop_back(); }
  /// Throws Error (user) if the scope already has the name.
  void define(const std::string& name, Entity entity, const Location& where);
  /// Throws Error (user) for an undefined name.
  Entity& find(const std::string& name, const Location& where);
  /// The channel of a FIFO of this type. Throws Error (user) if the name is no such FIFO; `what`: its contents, for the
  /// message.
  Id fifo(const std::string& name, spatial::Type type, const char* what, const Location& where);
  /// A value that is known before the run. Throws Error (user) if it is not, or if it is out of range.
  std::int64_t constant(const spatial::Expr& expr, const char* what, std::int64_t least, std::int64_t most) const;

 private:
  spatial::Constants constants_;
  std::vector<std::unordered_map<std::string, Entity>> scopes_;
};

}  // namespace stardust::capstan
