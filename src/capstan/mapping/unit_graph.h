// The graph that the mapper makes: contexts, channels, memories, and what touches which memory.
#pragma once

#include <memory>
#include <vector>

#include "capstan/mapping/mapping.h"
#include "spatial/nodes.h"

namespace stardust::capstan {

class ContextBuilder;

/// A context that touches a memory or a DRAM, or gives to a FIFO with several producers, in program order.
struct MemoryUse {
  enum class Of : std::uint8_t { Memory, Dram, Fifo };
  Id array;  ///< the memory, the DRAM (SparseDRAMs are their DRAM), or the channel
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

  /// Numbers a context. Throws Error (unsupported) past maxUnits.
  Id enroll(ContextBuilder& builder);
  ContextBuilder& builder(Id context) const { return *builders_[context]; }
  const std::vector<ContextBuilder*>& builders() const { return builders_; }
  /// Keeps a context that is no part of a leaf.
  ContextBuilder& keep(std::unique_ptr<ContextBuilder> unit);

  Id newChannel(Channel channel);
  /// `context` gives `width` elements at a time to a FIFO. Throws Error (unsupported) if it does so twice.
  void produce(Id channel, Id context, Id width, const Location& where);

  void use(Id memory, Id context, bool isWrite);
  void useDram(Id dram, Id context, bool isWrite) { uses_.push_back({dram, MemoryUse::Of::Dram, context, isWrite}); }
  const std::vector<MemoryUse>& uses() const { return uses_; }

  /// The mapping, with all contexts. Nothing is added afterwards.
  Mapping finished();

  Mapping mapping;

 private:
  const spatial::Program program_;
  const Machine& machine_;
  std::vector<std::unique_ptr<ContextBuilder>> kept_;
  std::vector<ContextBuilder*> builders_;  ///< by number
  std::vector<MemoryUse> uses_;
};

}  // namespace stardust::capstan
