// StreamIn and StreamOut, between host and accelerator; a part of Memories.
#pragma once

#include "spatial/dsl/words/words.h"

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

  /// Of the host; `path` is the file behind it, `endsWithBit` that its last element has its last field set.
  MemoryRef declare(bool isInput, const DataType& type, std::string path, bool endsWithBit, const Location& where);
  const std::vector<MemoryRef>& all() const { return streams_; }
  Value take(const MemoryRef& stream, const Location& where);
  void give(const MemoryRef& stream, const Value& value, const Location& where);
  /// The stream whose queue has this name; or null.
  MemoryRef behind(const std::string& fifo) const;
  /// What there is of a stream that comes in.
  static std::int64_t elementsOf(const MemoryRef& stream);
  /// Loads and stores of the streams, around what Accel became.
  void connect(spatial::Body& accel);

  /// Streams and counted queues that are taken from in one place: of several, from one that has an element.
  using Sources = std::vector<MemoryRef>;
  void tookFrom(Sources sources) { taken_.push_back(std::move(sources)); }
  /// A moment of the staging, by what had been taken and given until then.
  struct Moment {
    std::size_t takes, gives;
  };
  Moment now() const;
  /// Those that were taken from since, unless elements were given to them, too.
  std::vector<Sources> takenSince(const Moment& then) const;
  /// Whether one of them has elements.
  Value haveElements(const Sources& sources, const Location& where);

 private:
  MemoryRef queueOf(const MemoryRef& stream);

  Memories& m_;
  std::vector<MemoryRef> streams_;
  std::vector<std::pair<MemoryRef, MemoryRef>>
      queues_;                  ///< of the streams that this staging uses, each behind its stream
  std::vector<Sources> taken_;  ///< by take
  spatial::Body before_;        ///< what declares and fills the queues
};

}  // namespace stardust::dsl
