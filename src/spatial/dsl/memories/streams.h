// StreamIn and StreamOut, between host and accelerator; a part of Memories.
#pragma once

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

class Streams {
 public:
  explicit Streams(Memories& memories) : m_(memories) {}
  void beginStaging() {
    queues_.clear();
    before_.clear();
    taken_.clear();
  }

  /// Declares a stream of the host. `path` is its file; `endsWithBit`: the last field of its last element is set.
  MemoryRef declare(bool isInput, const DataType& type, std::string path, bool endsWithBit, const Location& where);
  const std::vector<MemoryRef>& all() const { return streams_; }
  Value take(const MemoryRef& stream, const Location& where);
  void give(const MemoryRef& stream, const Value& value, const Location& where);
  /// The stream whose queue has this name, or null.
  MemoryRef behind(const std::string& fifo) const;
  /// The number of elements of an input stream.
  static std::int64_t elementsOf(const MemoryRef& stream);
  /// Adds the loads and stores of the streams around the staged Accel.
  void connect(spatial::Body& accel);

  /// Alternative sources of one dequeue: streams and counted queues, of which one with an element is taken.
  using Sources = std::vector<MemoryRef>;
  void tookFrom(Sources sources) { taken_.push_back(std::move(sources)); }
  /// A point in the staging, given by the dequeues and enqueues up to it.
  struct Moment {
    std::size_t takes, gives;
  };
  Moment now() const;
  /// The sources of dequeues since then, except those with enqueues since then.
  std::vector<Sources> takenSince(const Moment& then) const;
  /// Whether one of the sources has elements.
  Value haveElements(const Sources& sources, const Location& where);

 private:
  MemoryRef queueOf(const MemoryRef& stream);

  Memories& m_;
  std::vector<MemoryRef> streams_;
  std::vector<std::pair<MemoryRef, MemoryRef>> queues_;  ///< of the streams in this staging, each after its stream
  std::vector<Sources> taken_;                           ///< sources of each dequeue
  spatial::Body before_;                                 ///< declarations and initial loads of the queues
};

}  // namespace stardust::dsl
