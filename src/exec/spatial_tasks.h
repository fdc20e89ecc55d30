// The stages of a running Spatial program as resumable state machines; internal to the interpreter.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/spatial_iterations.h"
#include "exec/spatial_machine.h"
#include "spatial/merger.h"

namespace stardust::spatial::run {

/// A stage yields to the others after this many iterations, elements or words.
inline constexpr std::uint64_t quantum = 4096;

/// Elements that a stage gives each time it fires.
struct Give {
  std::uint32_t fifo, count;
};

/// A blocked stage, with the reason as a sentence.
struct Blocked {
  const StmtNode* statement;
  std::string reason;
};

/// A statement of a body, in one of its copies.
class Task {
 public:
  explicit Task(const StmtNode* statement) : statement_(statement) {}
  virtual ~Task() = default;
  virtual void start(Machine& machine) = 0;
  /// Does a bounded amount of work. Returns false if it made no progress.
  virtual bool step(Machine& machine) = 0;
  bool isDone() const { return done_; }
  /// Adds the unfinished inner stages that wait for a FIFO.
  virtual void explain(const Machine& machine, std::vector<Blocked>& blocked) const;

 protected:
  /// Whether every FIFO has an element; records the first FIFO that is empty.
  bool hasElements(const Machine& machine, const std::vector<Take>& takes);
  void waitFor(std::uint32_t fifo, bool toFill) { wait_ = {fifo, toFill}; }

  /// The counts of the statement; null if the machine does not count. Notes an execution.
  Work* beginWork(const Machine& machine) const;

  const StmtNode* statement_;
  bool done_ = true;

 private:
  struct Wait {
    std::uint32_t fifo;
    bool toFill;  ///< waits for an element, not for room
  };
  std::optional<Wait> wait_;
};

/// The accumulator of a Reduce.
class Accumulator {
 public:
  Accumulator(ReduceOp op, Type type, Slot reg, std::size_t width);
  void start();
  void add(Word lane);
  void flush();  ///< combines the lanes of a vector
  void finish(Machine& machine) { machine.scalars[reg_] = total_; }

 private:
  ReduceOp op_;
  Type type_;
  Slot reg_;
  std::size_t width_;
  std::size_t filled_ = 0;
  std::vector<Word> lanes_;
  Word total_ = 0;
};

/// Primitives: alone, or as the body of a loop.
struct Action {
  enum class Kind { Assign, AssignIf, Write, WriteIf, SparseWrite, Update, Enq, EnqIf };
  Kind kind;
  std::uint32_t target;  ///< slot, memory or FIFO
  NodeId index;          ///< AssignIf, EnqIf: the condition
  NodeId value;
  const StmtNode* statement;
  NodeId enable = 0;  ///< WriteIf
};
struct Firing {
  std::vector<Action> actions;
  std::vector<Take> takes;
  std::vector<Give> gives;
};
class LeafTask final : public Task {
 public:
  LeafTask(const StmtNode* statement, Iterations iterations, std::vector<Slot> iterators, std::vector<Take> boundTakes,
           Firing firing, std::optional<Accumulator> accumulator, NodeId value);
  void start(Machine& machine) override;
  bool step(Machine& machine) override;
  /// Counts the work of a loop whose vectors have this many lanes.
  void countVectors(std::int64_t lanes) { lanes_ = lanes; }

 private:
  void count(std::uint64_t iterations);
  std::uint64_t ready(const Machine& machine, std::uint64_t wanted);
  void fire(Machine& machine, std::uint64_t iterations);
  void finish(Machine& machine);

  Iterations iterations_;
  std::vector<Slot> iterators_;
  std::vector<Take> boundTakes_;
  Firing firing_;
  std::optional<Accumulator> accumulator_;
  NodeId value_;
  bool entered_ = false;
  std::int64_t lanes_ = 0;  ///< 0: not counted
  std::int64_t lane_ = 0;   ///< filled lanes of the last vector
  bool isEmpty_ = true;     ///< this execution had no iteration so far
  Work* work_ = nullptr;
};

/// A transfer between a DRAM and an on-chip memory or FIFO.
struct TransferCode {
  enum class Kind { LoadMemory, LoadFifo, StoreMemory, StoreFifo };
  Kind kind;
  std::uint32_t dram;
  std::uint32_t local;   ///< memory or FIFO
  std::uint32_t reader;  ///< of the FIFO
  NodeId begin;
  NodeId end;  ///< or the length
  bool endIsLength;
  std::vector<Take> boundTakes;
  std::optional<NodeId> at{};  ///< the first word of the memory; default 0
};
class TransferTask final : public Task {
 public:
  TransferTask(const StmtNode* statement, TransferCode code) : Task(statement), code_(std::move(code)) {}
  void start(Machine& machine) override;
  bool step(Machine& machine) override;

 private:
  void enter(Machine& machine);
  void count(Machine& machine);
  std::uint64_t move(Machine& machine);

  TransferCode code_;
  std::int64_t lastBurst_ = -2;  ///< that the execution before touched; first none, and none is next to it
  bool entered_ = false;
  std::int64_t begin_ = 0, count_ = 0, moved_ = 0, at_ = 0;
};

/// Coordinates from one FIFO to the words of a bit vector in another.
struct BitVectorCode {
  NodeId bits, length;
  Take indices;
  std::uint32_t words;
  std::vector<Take> boundTakes;
};
class BitVectorTask final : public Task {
 public:
  BitVectorTask(const StmtNode* statement, BitVectorCode code) : Task(statement), code_(std::move(code)) {}
  void start(Machine& machine) override;
  bool step(Machine& machine) override;

 private:
  void enter(Machine& machine);
  void takeIndex(Machine& machine);

  BitVectorCode code_;
  bool entered_ = false;
  std::int64_t length_ = 0, taken_ = 0;
  std::uint64_t words_ = 0, given_ = 0;
  Word word_ = 0;           ///< incomplete: word given_ of the vector
  std::uint64_t next_ = 0;  ///< the last coordinate taken
  bool isHeld_ = false;     ///< the coordinate is not in `word_` yet
};

/// The merge of the ascending elements of several FIFOs into one.
struct MergeCode {
  struct Way {
    NodeId length;
    Take elements;
  };
  NodeId sorts;
  std::vector<Way> ways;
  std::uint32_t merged;
  std::vector<Take> boundTakes;
};
class MergeTask final : public Task {
 public:
  MergeTask(const StmtNode* statement, MergeCode code, Merger merger)
      : Task(statement), code_(std::move(code)), merger_(std::move(merger)) {}
  void start(Machine& machine) override;
  bool step(Machine& machine) override;

 private:
  void enter(Machine& machine);
  bool fill(Machine& machine, std::uint64_t& work);

  MergeCode code_;
  Merger merger_;
  bool entered_ = false;
};

/// A body whose stages run concurrently, in as many copies as the loop has lanes.
struct Stage {
  std::unique_ptr<Task> task;        ///< none: a point at which several stages are joined
  std::vector<std::uint32_t> after;  ///< the stages on which it depends
  bool isOrdered = false;            ///< has ordered RMWs: the copies of the body are serialized
};
struct Copy {
  std::vector<Slot> iterators;
  std::vector<Stage> stages;
  std::vector<std::uint32_t> fifos, memories;  ///< declared in the body
  std::vector<std::pair<Slot, Word>> regs;     ///< with their reset values
  Slot value = 0;                              ///< of the Reduce
};
class OuterTask final : public Task {
 public:
  OuterTask(const StmtNode* statement, Iterations iterations, std::vector<Take> boundTakes, std::vector<Copy> copies,
            std::optional<Accumulator> accumulator);
  void start(Machine& machine) override;
  bool step(Machine& machine) override;
  void explain(const Machine& machine, std::vector<Blocked>& blocked) const override;

 private:
  enum class State : std::uint8_t { Waiting, Running, Done };
  struct Running {
    std::vector<State> states;  ///< of the stages
    std::size_t left = 0;
  };
  bool startRound(Machine& machine);
  void countRound(const Machine& machine);
  void startCopy(Machine& machine, std::size_t copy);
  void finishRound(Machine& machine);
  bool pass(Machine& machine, std::size_t copy);
  bool mayStart(std::size_t copy, const Stage& stage) const;

  Iterations iterations_;
  std::vector<Take> boundTakes_;
  std::vector<Copy> copies_;
  std::vector<Running> running_;
  std::size_t active_ = 0;  ///< copies with an iteration in the current group
  std::optional<Accumulator> accumulator_;
  bool entered_ = false;
  bool isBetweenRounds_ = false;
  bool isFirstRound_ = true;  ///< for the counts
  Work* work_ = nullptr;
};

/// "Foreach j", "crd load crd_dram": the name of a statement in messages; null: Accel.
std::string describe(const StmtNode* statement);

}  // namespace stardust::spatial::run
