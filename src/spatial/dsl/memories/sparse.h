// Random-access memories; a part of Memories.
#pragma once

#include <map>

#include "spatial/dsl/memories/queue_uses.h"

namespace stardust::dsl {

class SparseMemories {
 public:
  explicit SparseMemories(Memories& memories) : m_(memories) {}
  void beginStaging() {
    unaliased_.clear();
    results_.clear();
  }

  MemoryRef declare(spatial::MemoryKind kind, const NumberType& type, std::int64_t size, std::int64_t par,
                    const Location& where);
  void alias(const MemoryRef& sparse, const Value& dram, const Location& where);
  Value update(const MemoryRef& sparse, const Values& arguments, const Location& where);
  /// RMWData: the next result of the RMW with the same key.
  Value updated(const MemoryRef& sparse, const Values& arguments, const Location& where);
  /// Declares the FIFOs of these results, each in the innermost body that contains its producer and consumer.
  void declareResults(spatial::Body& accel) const;
  /// SparseDRAMs without an alias.
  const std::set<MemoryRef, ByName>& unaliased() const { return unaliased_; }

 private:
  using UpdateKey = std::pair<std::size_t, std::int64_t>;  ///< (declaration of a sparse memory, key of an RMW)
  std::string resultsOf(const MemoryRef& sparse, const UpdateKey& key, const Location& where);

  Memories& m_;
  std::set<MemoryRef, ByName> unaliased_;
  std::map<UpdateKey, spatial::Stmt> results_;  ///< the FIFO of each key in this staging
};

}  // namespace stardust::dsl
