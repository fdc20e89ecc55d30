// The graph under construction: contexts, channels, memories, and the uses of each memory.
#pragma once

#include <memory>
#include <vector>

#include "capstan/mapping/mapping.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

class ContextBuilder;

/// A context that uses a memory or DRAM, or pushes to a FIFO with several producers, in program order.
struct MemoryUse {
  enum class Of : std::uint8_t { Memory, Dram, Fifo };
  Id array;  ///< the memory, the DRAM (for a SparseDRAM, its DRAM), or the channel
  Of of;
  Id context;
  bool isWrite;
};

class UnitGraph {
 public:
  UnitGraph(const spatial::Program& program, const Machine& machine);
  ~UnitGraph();

  const Machine& machine() const { return machine_; }
  const spatial::Program& program() const { return program_; }
  spatial::Type type(spatial::Type t) const { return t == spatial::Type::T ? program_.valueType : t; }

  /// Assigns the context an index. Throws Error (unsupported) beyond maxUnits.
  Id enroll(ContextBuilder& builder);
  ContextBuilder& builder(Id context) const { return *builders_[context]; }
  const std::vector<ContextBuilder*>& builders() const { return builders_; }
  /// Takes ownership of a context that is not part of a leaf.
  ContextBuilder& keep(std::unique_ptr<ContextBuilder> unit);

  Id newChannel(Channel channel);
  /// Records that `context` pushes `width` elements at a time to a FIFO. Throws Error (unsupported) for a second push
  /// by the same context.
  void produce(Id channel, Id context, Id width, const Location& where);

  void use(Id memory, Id context, bool isWrite);
  void useDram(Id dram, Id context, bool isWrite) { uses_.push_back({dram, MemoryUse::Of::Dram, context, isWrite}); }
  const std::vector<MemoryUse>& uses() const { return uses_; }

  /// The complete mapping. Nothing may be added afterwards.
  Mapping finished();

  Mapping mapping;

 private:
  const spatial::Program program_;
  const Machine& machine_;
  std::vector<std::unique_ptr<ContextBuilder>> kept_;
  std::vector<ContextBuilder*> builders_;  ///< indexed by context
  std::vector<MemoryUse> uses_;
};

}  // namespace stardust::capstan
