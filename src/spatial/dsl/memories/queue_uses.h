// Producers and consumers of FIFOs, and the loops around them; a part of Memories.
#pragma once

#include <functional>
#include <map>

#include "spatial/dsl/words/word_operators.h"

namespace stardust::dsl {

class Memories;

struct ByName {
  bool operator()(const MemoryRef& a, const MemoryRef& b) const { return a->name < b->name; }
};

class QueueUses {
 public:
  explicit QueueUses(Memories& memories) : m_(memories) {}
  void beginAccel() { previousConsumers_.clear(); }
  void beginStaging();
  void endStaging() { previousConsumers_ = consumers_; }

  // Loops around the staged place
  /// `isAllCopies`: all iterations are copies that run in parallel, unless the loop is unrolled.
  void enterLoop(bool isAllCopies, const Location& where) { loops_.push_back({isAllCopies, where}); }
  void leaveLoop() { loops_.pop_back(); }
  /// Whether the loop is unrolled, because its copies would use one FIFO in parallel.
  bool isUnrolled(const Location& where) const;
  /// Records the declaration of a FIFO.
  void declared(const MemoryRef& queue) { loopsAround_[queue] = loops_.size(); }

  /// Registers a use of a queue. A second consumer of a stream makes it a counted queue, as does a second producer,
  /// unless the producers take turns. Returns true if Accel must be staged again; the current staging is then
  /// discarded.
  bool use(const MemoryRef& queue, bool gives, const Location& where);
  /// Records that two producers of a FIFO were merged into one.
  void mergeProducers(const std::string& fifo);
  /// Decides the treatment of FIFOs with several producers: counted for good, or until it is known whether elements
  /// remain.
  void findSequentialProducers(const spatial::Body& accel);
  /// The queues of this staging that are counted on trial.
  const std::vector<MemoryRef>& trials() const { return trials_; }
  void addTrial(const MemoryRef& queue) { trials_.push_back(queue); }

  /// The queues with several consumers, one per declaration, in source order: counted queues that could be shared, bit
  /// vectors of a staging that failed, and queues that are shared.
  std::vector<MemoryRef> shareable() const;
  std::vector<MemoryRef> shareableBitVectors() const;
  std::vector<MemoryRef> shared() const;

  /// While this object lives, the staged code is in a Stream, whose loops run concurrently.
  class Streaming {
   public:
    Streaming(QueueUses& uses, bool isStream) : uses_(uses), isStream_(isStream) { uses_.streaming_ += isStream_; }
    ~Streaming() { uses_.streaming_ -= isStream_; }
    Streaming(const Streaming&) = delete;
    Streaming& operator=(const Streaming&) = delete;

   private:
    QueueUses& uses_;
    bool isStream_;
  };
  /// Whether a counted queue that overflows at a place may get a greater depth than declared. In a Stream, consumers
  /// make room concurrently; sequential order lacks that room.
  bool mayDeepen(const MemoryRef& queue, const Location& where);
  /// These queues, each with the place of its producer.
  const std::vector<std::pair<MemoryRef, Location>>& mayBeFull() const { return mayBeFull_; }
  static std::int64_t deeper(const MemoryRef& queue);

 private:
  using Places = std::map<MemoryRef, int, ByName>;
  static std::vector<MemoryRef> withSeveralConsumers(const Places& takers,
                                                     const std::function<bool(const MemoryRef&)>& is);
  bool unrollsLoops(const MemoryRef& queue);

  Memories& m_;
  struct LoopAround {
    bool isAllCopies;
    Location where;
  };
  std::vector<LoopAround> loops_;
  std::map<MemoryRef, std::size_t> loopsAround_;  ///< for each FIFO, the loops around its declaration
  Places producers_, consumers_,
      previousConsumers_;  ///< places of producers and consumers; those of the previous staging
  std::vector<MemoryRef> trials_;
  std::vector<std::pair<MemoryRef, Location>> mayBeFull_;
  int streaming_ = 0;
};

/// "counted", in explanations for the user.
inline constexpr const char* countedQueue = "counted: its words in an SRAM, and two Regs";

}  // namespace stardust::dsl
