// What is declared on and off the chip, its words, and tiles between the two; internal to the room.
//   memories.cpp  declarations and words    queues.cpp  FIFO and LIFO    transfers.cpp  tiles, gather, scatter
//   merge_buffer.cpp    sparse.cpp  memories of random access    streams.cpp  StreamIn and StreamOut
// A memory of structs is one memory for each field: whatever is done to it is done to each of them.
#pragma once

#include <map>

#include "spatial/dsl/decisions.h"
#include "spatial/dsl/memories/rates.h"
#include "spatial/dsl/words/words.h"

namespace stardust::dsl {

/// Throws Error (user) where a memory is used in a way that its kind does not have.
class Memories {
 public:
  Memories(Stage& stage, Words& words, Decisions& decisions) : decisions_(decisions), stage_(stage), words_(words) {}

  /// A memory of so many words in each dimension, with the name that the val around it has.
  /// `held`: the elements that a FIFO has from the start, if it turns out to be counted.
  MemoryRef declare(Memory::Kind kind, const DataType& type, std::vector<std::int64_t> dims, const Location& where,
                    std::int64_t held = 0);
  /// A DRAM whose size is not known yet; then its size, in each dimension.
  MemoryRef unallocated(const DataType& type, const Location& where);
  static void allocate(const MemoryRef& dram, std::vector<std::int64_t> dims, const Location& where);
  MemoryRef reg(const std::string& hint, const DataType& type, const Value& reset, const Location& where);
  /// The program declares a Reg here, so it may count on what an iteration leaves in it; until a Reduce turns out to
  /// reset it.
  void mayKeep(const Location& where) { kept_.insert(where.span.begin); }
  void isReset(const MemoryRef& reg) { kept_.erase(reg->where.span.begin); }
  bool isKept(const Location& where) const { return kept_.count(where.span.begin) > 0; }
  /// Writes the words of a memory, row by row.
  void fill(const MemoryRef& memory, const Values& values, const Location& where);

  Value read(const MemoryRef& memory, const Values& indices, const Location& where);
  void write(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where);
  void set(const MemoryRef& memory, const Value& value, const Location& where, const Value& enable = {});
  /// memory(i, j): a word. memory(a::b, i par p), memory(addresses, n): a part of it.
  Value access(const MemoryRef& memory, const Values& indices, const Location& where);
  /// The indices in a memory of those in a part of it, each of which counts from the begin of its range.
  Values placesIn(const Section& part, const Values& indices, const Location& where);
  /// A Reg, or the words of a RegFile, as at the begin, where the condition holds.
  void reset(const MemoryRef& memory, const Value& condition, const Location& where);
  /// Moves words of a RegFile on by one along the dimension whose index is `*`, and puts a value in front.
  void shift(const MemoryRef& memory, const Values& indices, const Value& value, const Location& where);

  // Queues
  MemoryRef stack(const DataType& type, std::int64_t depth, const Location& where);
  void enq(const MemoryRef& queue, const Value& value, const Value& enable, const Location& where);
  Value deq(const MemoryRef& queue, const Value& enable, const Location& where);
  /// Two places that gave to a FIFO have become one.
  void joinGivers(const std::string& fifo);
  /// The FIFO of which a statement takes an element under a condition (val x = mux(condition, fifo.deq, 0)), or null.
  MemoryRef takenSometimes(const spatial::StmtNode& stmt) const;
  /// The name of a FIFO that a unit gives to or takes from; throws Error (user) if it is used in other places too.
  std::string streamed(const MemoryRef& queue, bool gives, const Location& where);
  /// numel, isEmpty, isFull, isAlmostEmpty, isAlmostFull, peek; none for another name.
  std::optional<Value> status(const MemoryRef& queue, const std::string& name, const Location& where);

  // MergeBuffers
  MemoryRef mergeBuffer(const DataType& type, std::int64_t ways, std::int64_t par, const Location& where);
  /// How many elements a way gives to the next merge.
  void bound(const MemoryRef& buffer, const Value& way, const Value& count, const Location& where);
  /// Whether the elements of each vector come in no order.
  void sortFirst(const MemoryRef& buffer, const Value& condition, const Location& where);
  void mergeEnq(const MemoryRef& buffer, const Value& way, const Value& value, const Location& where);
  struct Merged {
    Value element, isMissing;  ///< isMissing: nothing where a unit merges
  };
  Merged mergeDeq(const MemoryRef& buffer, const Location& where);
  /// Puts what merges between what comes in and what comes out; where that cannot be, the buffer is counted in the next
  /// staging.
  void placeMerges(spatial::Body& accel);

  // Streams between host and accelerator
  /// Of the host; `path` is the file behind it, `endsWithBit` that its last element has its last field set.
  MemoryRef stream(bool isInput, const DataType& type, std::string path, bool endsWithBit, const Location& where);
  Value take(const MemoryRef& stream, const Location& where);
  void give(const MemoryRef& stream, const Value& value, const Location& where);
  /// The stream whose queue has this name, or counts with this Reg; or null.
  MemoryRef streamBehind(const std::string& fifo) const;
  /// Streams and counted queues that are taken from in one place: of several, from one that has an element.
  using Sources = std::vector<MemoryRef>;
  void tookFrom(Sources sources) { taken_.push_back(std::move(sources)); }
  /// A moment of the staging, by what had been taken and given until then.
  struct Moment {
    std::size_t takes, gives;
  };
  Moment now() const { return {taken_.size(), given_.size()}; }
  /// Those that were taken from since, unless elements were given to them, too.
  std::vector<Sources> takenSince(const Moment& then) const;
  static std::int64_t elementsOf(const MemoryRef& stream);
  /// Whether one of them has.
  Value haveElements(const Sources& sources, const Location& where);
  void connectStreams(spatial::Body& accel);
  const std::vector<MemoryRef>& streams() const { return streams_; }
  /// What setArg gave an argument that is an integer, if the name is one.
  std::optional<std::int64_t> argumentOf(const std::string& name) const;

  // Memories of random access
  MemoryRef sparse(spatial::MemoryKind kind, const NumberType& type, std::int64_t size, std::int64_t par,
                   const Location& where);
  void alias(const MemoryRef& sparse, const Value& dram, const Location& where);
  Value update(const MemoryRef& sparse, const Values& arguments, const Location& where);
  /// RMWData: the next result of the RMW with the same key.
  Value updated(const MemoryRef& sparse, const Values& arguments, const Location& where);
  /// Declares the FIFOs of these results, each in the innermost body around its two ends.
  void declareResults(spatial::Body& accel) const;

  // Lines
  /// Rows of a window over an array; `stride` of them come at once.
  MemoryRef lineBuffer(const DataType& type, const std::vector<std::int64_t>& dims, std::int64_t stride,
                       const Location& where);
  /// The next element of the row that comes: its column moves on.
  void enterElement(const MemoryRef& lines, const Value& row, const Value& value, const Location& where);

  // Transfers
  /// dram(…) to or from a memory on the chip; `length` bounds the words of a row, or is nothing.
  void transfer(const Value& local, const Section& section, bool isLoad, const Value& length, const Location& where);
  static Section whole(const MemoryRef& dram, const Value& par = {});

  // Loops around what is staged
  /// `hasAllAtOnce`: all iterations are copies that run at a time, as long as their bodies are not one after the other.
  void enterLoop(bool hasAllAtOnce, const Location& where) { loops_.push_back({hasAllAtOnce, where}); }
  void leaveLoop() { loops_.pop_back(); }
  /// Whether such a loop is to be written out: its copies would use one FIFO at a time.
  bool isWrittenOut(const Location& where) const { return decisions_.isNoted(where); }
  /// A loop of one iteration, or of none where `count` is 0.
  void once(spatial::Body body, spatial::Expr count, const Location& where);

  const std::vector<MemoryRef>& outside() const { return outside_; }
  /// Accel is staged once more when a queue turned out to need counting, or a SparseDRAM words of its own.
  void beginStaging();
  /// Regs for what Accel sets and reads of an ArgOut or HostIO.
  void holdResults();
  /// Accel, where a HostIO that is set only sometimes has what the host gave until then.
  spatial::Body withHostValues(spatial::Body accel) const;
  void endStaging(const spatial::Body& accel);
  /// Whether this staging has shown that something needs more than it was staged with.
  bool needsMore() const { return !(decisions_ == atBegin_); }
  /// Nothing of another Accel is left.
  void beginAccel() {
    takersBefore_.clear();
    declaredBefore_ = outside_.size();
  }
  /// The queues from which several places take, one for each declaration, in the order of the source: those that are
  /// counted, and could be shared instead; after a staging that came to no end those of bit vectors, of the staging
  /// before; those that are shared.
  std::vector<MemoryRef> shareable() const;
  std::vector<MemoryRef> shareableBitVectors() const;
  std::vector<MemoryRef> sharedQueues() const;
  /// While it lives, what is staged is in a Stream, whose loops run side by side.
  class Streaming {
   public:
    Streaming(Memories& memories, bool isStream) : memories_(memories), isStream_(isStream) {
      memories_.streaming_ += isStream_;
    }
    ~Streaming() { memories_.streaming_ -= isStream_; }
    Streaming(const Streaming&) = delete;
    Streaming& operator=(const Streaming&) = delete;

   private:
    Memories& memories_;
    bool isStream_;
  };
  /// Whether a counted queue may be made deeper than it is declared, if it gets full at a place: in a Stream, room is
  /// made meanwhile, but not in the order of the program.
  bool mayDeepen(const MemoryRef& queue, const Location& where);
  /// Those, and where they are given elements.
  const std::vector<std::pair<MemoryRef, Location>>& mayBeFull() const { return mayBeFull_; }
  static std::int64_t deeper(const MemoryRef& queue);
  /// Queues of this staging that are counted until it is known whether elements are left in them. If none are, several
  /// places give to them in turn.
  const std::vector<MemoryRef>& trials() const { return trials_; }

 private:
  struct ByName {
    bool operator()(const MemoryRef& a, const MemoryRef& b) const { return a->name < b->name; }
  };
  using Places = std::map<MemoryRef, int, ByName>;
  static std::vector<MemoryRef> takenBySeveral(const Places& takers, const std::function<bool(const MemoryRef&)>& is);
  using UpdateKey = std::pair<std::size_t, std::int64_t>;  ///< where a sparse memory is declared, and the key of an RMW
  MemoryRef declareWords(Memory::Kind kind, const NumberType& type, const std::vector<std::int64_t>& dims,
                         const std::string& name, const Location& where);
  spatial::Expr flatIndex(const Memory& memory, const Values& indices, const Location& where);
  Section part(const MemoryRef& memory, const Values& indices, const Location& where);
  void transferWords(const MemoryRef& local, const spatial::Expr& base, const Section& section, bool isLoad,
                     const Value& length, const Location& where);
  void transferCounted(const MemoryRef& queue, const Section& section, bool isLoad, const Location& where);
  void loadRows(const MemoryRef& lines, const Section& section, const Location& where);
  void gather(const MemoryRef& local, const Section& section, bool isGather, const Location& where);
  bool use(const MemoryRef& queue, bool gives, const Location& where);
  bool writesOutLoops(const MemoryRef& queue);
  Value held(const MemoryRef& queue, const Location& where);
  Value addedUp(const std::string& queue, std::size_t place, const Location& where);
  MemoryRef queueOf(const MemoryRef& stream);
  void findTurns(const spatial::Body& accel);
  void countTakenSometimes(const spatial::Body& body);
  std::string resultsOf(const MemoryRef& sparse, const UpdateKey& key, const Location& where);
  const MemoryRef& wayOf(const MemoryRef& buffer, const Value& way, const Location& where);
  Value position(const MemoryRef& queue, const Value& element, const Location& where);

  void note(const MemoryRef& memory, const char* how, const std::string& why);

  Decisions& decisions_;
  Decisions atBegin_;  ///< of this staging
  Stage& stage_;
  Words& words_;
  std::vector<MemoryRef> outside_;  ///< what crosses the boundary to the accelerator
  std::size_t declaredBefore_ = 0;  ///< of them: before the Accel that is staged
  std::set<std::size_t> kept_;      ///< places of declarations of Regs
  std::vector<MemoryRef> trials_;
  int streaming_ = 0;
  std::vector<std::pair<MemoryRef, Location>> mayBeFull_;  ///< queues, and where they are given elements
  std::set<MemoryRef, ByName> unaliased_;                  ///< SparseDRAMs
  std::map<UpdateKey, spatial::Stmt> results_;             ///< the FIFOs of these in this staging
  struct LoopAround {
    bool hasAllAtOnce;
    Location where;
  };
  std::vector<LoopAround> loops_;                 ///< around what is staged
  std::map<MemoryRef, std::size_t> loopsAround_;  ///< of FIFOs: the loops around their declarations
  std::vector<MemoryRef> merges_;                 ///< MergeBuffers that a unit merges
  Places givers_, takers_;                        ///< places that give to and take from a FIFO
  Places takersBefore_;                           ///< those of the staging before
  std::map<std::string, MemoryRef> conditional_;  ///< FIFOs of which an element is taken under a condition, by name
  std::vector<MemoryRef> streams_;
  std::vector<std::pair<MemoryRef, MemoryRef>>
      queues_;                    ///< of the streams that this staging uses, each behind its stream
  std::vector<Sources> taken_;    ///< by take
  std::vector<MemoryRef> given_;  ///< counted queues, by the place that gives
  spatial::Body before_;          ///< what declares and fills these
};

/// A number that the host has set stands for itself in a size.
Value hostValue(const Value& value);

}  // namespace stardust::dsl
