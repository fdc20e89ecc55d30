// Who gives to FIFOs and takes from them, in which loops; a part of Memories.
#pragma once

#include <functional>
#include <map>

#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

class Memories;

struct ByName {
  bool operator()(const MemoryRef& a, const MemoryRef& b) const { return a->name < b->name; }
};

class QueueUses {
 public:
  explicit QueueUses(Memories& memories) : m_(memories) {}
  void beginAccel() { takersBefore_.clear(); }
  void beginStaging();
  void endStaging() { takersBefore_ = takers_; }

  // Loops around what is staged
  /// `hasAllAtOnce`: all iterations are copies that run at a time, as long as their bodies are not one after the other.
  void enterLoop(bool hasAllAtOnce, const Location& where) { loops_.push_back({hasAllAtOnce, where}); }
  void leaveLoop() { loops_.pop_back(); }
  /// Whether such a loop is to be written out: its copies would use one FIFO at a time.
  bool isWrittenOut(const Location& where) const;
  /// A FIFO is declared here.
  void declared(const MemoryRef& queue) { loopsAround_[queue] = loops_.size(); }

  /// The second place that takes from a stream makes it a queue that is counted; and the second that gives, unless they
  /// take turns. True: Accel is staged once more, and what is staged now is thrown away.
  bool use(const MemoryRef& queue, bool gives, const Location& where);
  /// Two places that gave to a FIFO have become one.
  void joinGivers(const std::string& fifo);
  /// The FIFOs that several places give to: counted for good, or until it is known whether elements are left in them.
  void findTurns(const spatial::Body& accel);
  /// Queues of this staging that are counted until then.
  const std::vector<MemoryRef>& trials() const { return trials_; }
  void addTrial(const MemoryRef& queue) { trials_.push_back(queue); }

  /// The queues from which several places take, one for each declaration, in the order of the source: those that are
  /// counted, and could be shared instead; after a staging that came to no end those of bit vectors, of the staging
  /// before; those that are shared.
  std::vector<MemoryRef> shareable() const;
  std::vector<MemoryRef> shareableBitVectors() const;
  std::vector<MemoryRef> shared() const;

  /// While it lives, what is staged is in a Stream, whose loops run side by side.
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
  /// Whether a counted queue may be made deeper than it is declared, if it gets full at a place: in a Stream, room is
  /// made meanwhile, but not in the order of the program.
  bool mayDeepen(const MemoryRef& queue, const Location& where);
  /// Those, and where they are given elements.
  const std::vector<std::pair<MemoryRef, Location>>& mayBeFull() const { return mayBeFull_; }
  static std::int64_t deeper(const MemoryRef& queue);

 private:
  using Places = std::map<MemoryRef, int, ByName>;
  static std::vector<MemoryRef> takenBySeveral(const Places& takers, const std::function<bool(const MemoryRef&)>& is);
  bool writesOutLoops(const MemoryRef& queue);

  Memories& m_;
  struct LoopAround {
    bool hasAllAtOnce;
    Location where;
  };
  std::vector<LoopAround> loops_;
  std::map<MemoryRef, std::size_t> loopsAround_;  ///< of FIFOs: the loops around their declarations
  Places givers_, takers_, takersBefore_;         ///< places that give to and take from a FIFO; the staging before
  std::vector<MemoryRef> trials_;
  std::vector<std::pair<MemoryRef, Location>> mayBeFull_;
  int streaming_ = 0;
};

/// "counted", for people.
inline constexpr const char* countedQueue = "counted: its words in an SRAM, and two Regs";

}  // namespace stardust::dsl
