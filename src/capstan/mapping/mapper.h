// The state of the mapper; internal to the room.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include "capstan/machine/limits.h"
#include "capstan/mapping/copies.h"
#include "capstan/mapping/mapping.h"
#include "capstan/mapping/read_chains.h"
#include "spatial/constants.h"

namespace stardust::capstan {

class ContextBuilder;

/// A counter, or the scan, of a loop around the statement that is being mapped.
struct Frame {
  const spatial::Counter* counter;
  Id loop, copy, copies, lanes;
  ContextBuilder* scanner = nullptr;  ///< of a scan: the unit that scans
};

struct Typed {
  Register reg;
  spatial::Type type;
};

class Mapper;
class Leaf;

/// Builds one context: compiles expressions to operations at the level where their operands are known.
class ContextBuilder {
 public:
  /// `link`: of the context that computes the values of one link of a chain of reads (ReadChains).
  ContextBuilder(Mapper& mapper, Leaf* leaf, Role role, Origin origin, const std::vector<Frame>& frames, int link = 0);

  Typed value(const spatial::Expr& expr);
  Typed expect(const spatial::Expr& expr, spatial::Type type, const char* what);
  /// Adds an input and the register that it fills.
  Register input(Input::Kind kind, Id channel, Id level, Id lane = 0);
  /// The channel of an output; made if it is new.
  Id output(Output::Kind kind, Register reg, Id level, spatial::Type type, spatial::ReduceOp op = {},
            spatial::Word initial = 0);
  Register fresh(Id level);
  /// The channel with a field of the iterations of a scan; made if it is new. This builder is the scanner's.
  Id scanField(std::uint8_t number);
  /// Becomes a reader of a channel; says which.
  Id readerOf(Id channel);
  /// Walks the first loops of another context, and does nothing in them.
  void follow(const ContextBuilder& other, Id loops);

  Context context;
  Id id;

 private:
  Typed compile(const spatial::Expr& expr);
  /// The value of another context of this leaf, one for each lane of a firing.
  Typed streamed(Id channel, spatial::Type type);
  Typed name(const spatial::Name& n, const spatial::Expr& expr);
  Register scanIterator(std::uint8_t field, Id level);
  void addCounter(const Frame& frame);
  Typed operation(Operation operation, spatial::Type result);
  Register constant(spatial::Word word, const std::string& argument = {});

  Mapper& mapper_;
  Leaf* leaf_;
  int link_;
  std::vector<Id> regLevels_;
  std::unordered_map<const spatial::ExprNode*, Typed> memo_;
  std::map<std::pair<spatial::Word, std::string>, Register> constants_;
  std::map<Id, Register> inputs_;  ///< by channel: a scalar or a result is read once
};

/// Where the value of a val or Reg comes from.
struct Definition {
  Leaf* leaf = nullptr;
  spatial::Expr value;        ///< of a val or of the last Set
  Id reduced = none;          ///< or the channel of a Reduce
  std::vector<Frame> frames;  ///< around it
};

struct Entity {
  enum class Kind { Parameter, Argument, ArgOut, Dram, Iterator, ScanIterator, Val, Reg, Fifo, Memory };
  Kind kind;
  spatial::Type type = spatial::Type::Int;
  Id id = none;               ///< DRAM, channel, memory; the level of an iterator
  Id depth = 0;               ///< of the body that declares it
  std::int64_t constant = 0;  ///< of a parameter; the number of the field of a ScanIterator
  spatial::Word initial = 0;  ///< of a Reg
  std::optional<Definition> definition{};
  std::vector<Id> readIn{};  ///< Reg: the loops just below its body in which it was read
};

/// A run of primitives, alone or as the body of a loop.
class Leaf {
 public:
  Leaf(Mapper& mapper, Origin origin, std::vector<Frame> frames);

  ContextBuilder& compute();
  bool hasCompute() const { return compute_ != nullptr; }
  /// The access context of a Read, SparseRead or Rmw of this leaf.
  ContextBuilder& access(const spatial::Expr& expr);
  /// A write to a sparse memory, or an RMW whose result nobody uses.
  ContextBuilder& sparseWrite(const std::string& memory, const spatial::Rmw* rmw, const spatial::Expr& index,
                              const spatial::Expr& value, Origin origin);
  /// Lets the reads of a memory know which words the body writes there, if that is known to each of them as early as
  /// its own index (so none of these words depends on what they read). `counters`: of the loop.
  void foresee(Id memory, const std::vector<spatial::Expr>& indices, Id counters);
  Id depth() const { return static_cast<Id>(frames_.size()); }
  Id width() const { return frames_.empty() ? 1 : frames_.back().lanes; }
  /// The channel that carries the value of an expression of this leaf to other leaves.
  std::pair<Id, spatial::Type> exported(const spatial::Expr& expr);
  /// The same for what a Reg holds after the last firing of an iteration at `level`.
  std::pair<Id, spatial::Type> exportedLast(const spatial::Expr& expr, Id level, spatial::Word initial);
  const std::vector<Frame>& frames() const { return frames_; }
  /// The channel with a value that is computed once for all contexts of this leaf: its link is shared.
  std::pair<Id, spatial::Type> shared(const spatial::Expr& expr);

  const Origin origin;
  ReadChains chains;

 private:
  Mapper& mapper_;
  std::vector<Frame> frames_;
  std::vector<Id> stages_;
  std::unique_ptr<ContextBuilder> compute_;
  std::map<int, std::unique_ptr<ContextBuilder>> links_;  ///< of chains of reads
  std::unordered_map<const spatial::ExprNode*, std::unique_ptr<ContextBuilder>> accesses_;
  std::vector<std::unique_ptr<ContextBuilder>> others_;
  std::unordered_map<const spatial::ExprNode*, std::pair<Id, spatial::Type>> exports_, lastExports_, shared_;
};

bool isAccess(const spatial::Expr& expr);
/// What an RMW does to its memory.
void setUpdate(Context& context, const spatial::Rmw& rmw, const Location& where);
bool isPrefix(const std::vector<Frame>& outer, const std::vector<Frame>& inner);

/// A context that touches a memory or a DRAM, or gives to a FIFO with several producers, in program order.
struct MemoryUse {
  enum class Of : std::uint8_t { Memory, Dram, Fifo };
  Id array;  ///< the memory, the DRAM (SparseDRAMs are their DRAM), or the channel
  Of of;
  Id context;
  bool isWrite;
};

class Mapper {
 public:
  Mapper(const spatial::Program& program, const Machine& machine);
  Mapping run();

  // For the builders.
  Entity& find(const std::string& name, const Location& where);
  spatial::Type type(spatial::Type t) const { return t == spatial::Type::T ? program_.valueType : t; }
  Id enroll(ContextBuilder& builder);
  Id newChannel(Channel channel);
  void use(Id memory, Id context, bool isWrite);
  void useDram(Id dram, Id context, bool isWrite) { uses_.push_back({dram, MemoryUse::Of::Dram, context, isWrite}); }
  /// The leaf that computes a bound of a loop, if it is more than arithmetic.
  Leaf* hoisted(const spatial::Expr& expr) const;
  std::vector<Id> stages() const { return stages_; }
  const Machine& machine() const { return machine_; }
  const spatial::Program& program() const { return program_; }

  Mapping mapping;

 private:
  friend class Leaf;
  using Scope = std::unordered_map<std::string, Entity>;

  void host();
  Id body(const spatial::Body& statements);
  void primitives(const std::vector<const spatial::Stmt*>& run);
  Leaf& newLeaf(Origin origin) { return leaves_.emplace_back(*this, std::move(origin), frames_); }
  void effect(Leaf& leaf, const spatial::StmtNode& stmt);
  void enqueue(Leaf& leaf, const spatial::Enq& n, const Location& where);
  Id fifoOf(const std::string& name, spatial::Type type, const char* what, const Location& where);
  void produce(Id channel, Id context, Id width, const Location& where);
  void hoist(const std::vector<spatial::Expr>& bounds, const Origin& origin);
  void set(Leaf& leaf, const spatial::Set& n, const Location& where);
  void declare(const spatial::Memory& n, const spatial::StmtNode& stmt);
  void alias(const spatial::Alias& n, const Location& where);
  /// What Foreach and Reduce have in common.
  struct Loop {
    const spatial::StmtNode& stmt;
    const std::vector<spatial::Counter>& counters;
    const std::optional<spatial::Scan>& scan;
    const std::vector<std::string>& iterators;
    const spatial::Body& body;
    const spatial::Reduce* reduce;
    Id id = 0;  ///< of the first counter, or of the scan
  };
  void loop(Loop loop);
  void leafLoop(const Loop& loop);
  void outerLoop(const Loop& loop);
  void outerBody(const Loop& loop, std::vector<Id>& channels);
  void scanLoop(const Loop& loop);
  ContextBuilder& scanner(const Loop& loop, Id lanes);
  void bitVector(const spatial::StmtNode& stmt, const spatial::GenBitVector& n);
  void merge(const spatial::StmtNode& stmt, const spatial::Merge& n);
  /// A body of primitives whose frames and iterators are there.
  void leafBody(const Loop& loop, std::size_t depth);
  void foresee(Leaf& leaf, const Loop& loop);
  void combine(const Loop& loop, Frame frame, const std::vector<Id>& channels);
  void defineReduced(const spatial::Reduce& reduce, ContextBuilder& builder, Typed value, const Location& where);
  void transfer(const spatial::StmtNode& stmt, Role role, const std::string& dram, const spatial::Expr& begin,
                const spatial::Expr& end, bool endIsLength, Id width, const std::string& local,
                const spatial::Expr& at = {});
  void define(const std::string& name, Entity entity, const Location& where);
  std::int64_t constant(const spatial::Expr& expr, const char* what, std::int64_t least, std::int64_t most);

  void order();
  void size();

  friend class MemoryOrder;
  const spatial::Program program_;
  const Machine& machine_;
  spatial::Constants constants_;
  std::vector<Scope> scopes_;
  std::vector<Frame> frames_;
  std::vector<Id> stages_;
  std::deque<Leaf> leaves_;
  std::vector<std::unique_ptr<ContextBuilder>> units_;  ///< that are no part of a leaf
  std::vector<MemoryUse> uses_;
  std::map<std::string, Id> dramIds_;
  std::vector<ContextBuilder*> builders_;
  std::unordered_map<const spatial::ExprNode*, Leaf*> hoisted_;
};

}  // namespace stardust::capstan
