// Scalars at the boundary to the accelerator; a part of Memories.
#pragma once

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

class HostScalars {
 public:
  explicit HostScalars(Memories& memories) : m_(memories) {}
  void beginAccel() { declaredBefore_ = all_.size(); }
  void beginStaging() { all_.resize(declaredBefore_); }
  void endStaging();

  void add(const MemoryRef& memory) { all_.push_back(memory); }
  const std::vector<MemoryRef>& all() const { return all_; }
  /// Adds a Reg for each ArgOut or HostIO that Accel sets and reads.
  void addResultRegs();
  /// Adds the initialization of each HostIO that Accel may leave unset to the host's value.
  spatial::Body withHostValues(spatial::Body accel) const;
  /// The argument's integer value from setArg, if the name is an integer argument.
  std::optional<std::int64_t> argumentOf(const std::string& name) const;

 private:
  Memories& m_;
  std::vector<MemoryRef> all_;
  std::size_t declaredBefore_ = 0;  ///< number of memories declared before the staged Accel
};

}  // namespace stardust::dsl
