// What crosses the boundary to the accelerator; a part of Memories.
#pragma once

#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

class Memories;

class Outside {
 public:
  explicit Outside(Memories& memories) : m_(memories) {}
  void beginAccel() { declaredBefore_ = all_.size(); }
  void beginStaging() { all_.resize(declaredBefore_); }
  void endStaging();

  void add(const MemoryRef& memory) { all_.push_back(memory); }
  const std::vector<MemoryRef>& all() const { return all_; }
  /// Regs for what Accel sets and reads of an ArgOut or HostIO.
  void holdResults();
  /// Accel, where a HostIO that is set only sometimes has what the host gave until then.
  spatial::Body withHostValues(spatial::Body accel) const;
  /// What setArg gave an argument that is an integer, if the name is one.
  std::optional<std::int64_t> argumentOf(const std::string& name) const;

 private:
  Memories& m_;
  std::vector<MemoryRef> all_;
  std::size_t declaredBefore_ = 0;  ///< of them: before the Accel that is staged
};

}  // namespace stardust::dsl
