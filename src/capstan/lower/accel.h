// The Accel body of the emitted program: a top-down walk over the planned statement that emits memories, transfers and
// addresses where they are first needed, in the outermost body where they can be computed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capstan/lower/frames.h"
#include "capstan/lower/host.h"
#include "capstan/machine/limits.h"
#include "capstan/plan/loops.h"
#include "capstan/plan/memories.h"
#include "capstan/plan/plan.h"
#include "capstan/plan/rows.h"
#include "spatial/names.h"

namespace stardust::spatial {

inline constexpr int wordBits = 32, tileWords = capstan::wordsPerTile;  ///< of bit vectors

class Accel {
 public:
  Accel(const placement::Plan& plan, Host& host, Names& names) : plan_(plan), host_(host), names_(names) {}
  Body lower();
  /// Innermost loops whose iterations run one by one, since their bodies are no steps of lanes. After lower().
  std::vector<std::string> serialLoops() const;

 private:
  using Access = notation::Access;
  using AccessPlan = placement::AccessPlan;
  using LevelPlan = placement::LevelPlan;
  using MemoryType = placement::MemoryType;

  /// A condition on stored coordinates; empty: it holds for certain.
  using Condition = std::optional<Expr>;
  /// Which terms there are: whether there is one, and how many iterations of a loop have one.
  struct Terms {
    bool always = false;  ///< one for certain
    Expr stored;          ///< else a Bit: whether there is one
    Expr count;           ///< of a loop, an Int
  };
  /// An opened loop: where its iterations come from.
  struct Domain {
    const placement::Loop* loop;
    std::optional<Counter> counter;  ///< else the scan
    std::optional<Scan> scan;
    std::vector<std::string> iterators;
  };
  struct Segment {
    Expr start, end, length;
  };

  // accel.cpp: statements
  void statement(const cin::Stmt& stmt);
  void loop(const cin::Forall& forall);
  void produce(const cin::Stmt& producer);
  void assign(const cin::Assign& assign);
  void deliver(const cin::Assign& assign, const Expr& computed, const cin::Stmt& stmt);
  void deliverScalar(const cin::Assign& assign, const Expr& computed);
  void accumulate(const AccessPlan& target, const std::string& memory, const Expr& at, const Expr& computed,
                  const Condition& stored);
  bool isReduction(const cin::Stmt& stmt) const;
  Expr sum(const cin::Stmt& stmt);
  Expr summand(const cin::Assign& assign);

  // domains.cpp: loops
  Domain open(const std::string& var);
  int scansAround(const std::string& loop) const;
  bool scansPair(const placement::Loop& loop) const;
  Domain openScan(const placement::Loop& loop);
  Stmt foreachOf(Domain domain, Body body, const std::string& note);
  Stmt reduceOf(Domain domain, const std::string& reg, Body body, Expr value, ReduceOp op, const std::string& note);
  Expr lanesOf(const Expr& iterations) const;
  Expr parallel(const placement::Loop& loop, const Body& body, const Expr& iterations);
  std::string bitVector(const AccessPlan& access, const LevelPlan& level, const std::string& var);
  Expr combined(const iteration::Set& set, const placement::Loop& loop, const std::vector<std::string>& vectors);
  Expr rank(const AccessPlan& access, const LevelPlan& level);
  Expr coordinate(const notation::IndexVar& var);
  Expr derived(const cin::Derived& var);
  Expr tripCount(const placement::Loop& loop);

  // locate.cpp: positions
  Expr position(const AccessPlan& access, int level);
  Segment segment(const AccessPlan& access, int level);
  Expr search(const AccessPlan& access, const LevelPlan& level);
  Expr index(const AccessPlan& access);
  Expr sliceSize(const AccessPlan& access);
  Expr extentOfLevel(const Access& access, int level);
  Expr strideOfLevel(const Access& access, int level);

  // memories.cpp: allocation and transfers
  void allocate(Frame& frame, const std::string& memory, MemoryType kind, Type type, std::int64_t words,
                const std::string& dram, const std::string& note);
  std::string wholeArray(const AccessPlan& access, placement::Part part, int level, MemoryType kind,
                         std::int64_t words);
  std::string positions(const AccessPlan& access, int level);
  Expr read(const AccessPlan& access);
  Expr valueOf(const AccessPlan& access);
  Expr readAt(const std::string& memory, MemoryType kind, Expr index);
  std::string resultMemory(const AccessPlan& result);
  void initialize(Frame& frame, const std::string& memory, MemoryType kind, const Expr& words, const Expr& value,
                  const std::string& note);

  // workspaces.cpp: workspaces with indices
  void fill(const Access& target, const cin::Stmt& producer);
  void findTerms(const cin::Stmt& producer);
  void workspace(const Access& access);
  void initializeStored(const Access& access);
  void deliverInto(const Access& target, const Expr& computed, Condition stored, const cin::Stmt& stmt);
  Expr readWorkspace(const Access& access);
  void mark(const Access& lhs, const cin::Stmt& stmt);
  Expr isFlagged(const Access& access);
  Expr flagAt(const Access& access);
  Expr bitAt(const Access& access);
  std::string storedBits(const Access& access, const Expr& row);
  Expr workspaceIndex(const Access& access);
  Expr row(const Access& access);
  Expr rowCount(const Access& access);
  Expr rowWords(const Access& access);

  // presence.cpp: which coordinates are stored
  Condition present(const notation::Expr& expr, bool asksAll);
  Condition presentWithin(const notation::Expr& expr, bool asksAll);
  Condition presentAccess(const Access& access);
  Condition found(const cin::Stmt& stmt);
  Terms terms(const cin::Stmt& stmt);
  std::string termsNote(const cin::Forall& forall) const;
  Terms termsOfLoop(const cin::Forall& forall, const std::string& note);
  void define(const cin::Stmt& producer);
  void flag(const cin::Stmt& producer);

  // reserve.cpp: results whose fibers take their positions in turn
  void assembleInTurn();
  bool isReserved() const { return plan_.result().assembly == placement::Assembly::Reserved; }
  int reservedBy(const std::string& loop) const;
  void reserve(const cin::Forall& forall, int ordinal);
  void passReserved(const Domain& domain, int ordinal);

  // assembly.cpp: results whose structure is computed
  void assemble();
  void findCompressed();
  Frame& resultFrame(int ordinal);
  void shareStructure(const AccessPlan& result);
  void countPass(const cin::Stmt& stmt, int ordinal);
  void countLoop(const cin::Forall& forall, int ordinal);
  void recordCount(const Expr& count, int ordinal);
  void prefixSum(int ordinal);
  bool passesCoordinates(const cin::Forall& forall) const;
  void passCoordinate(const notation::IndexVar& var, const cin::Stmt& body);
  void fillBlock(const cin::Forall& forall);
  Expr blockStored(const notation::IndexVar& var, const cin::Stmt& body, const std::string& key);
  std::string coordinateStream(int ordinal);
  void endPass();
  Expr parents(int ordinal);
  std::string positionsOfResult(int ordinal);
  Segment resultRange(int ordinal);
  std::string resultStream(const std::string& key, const std::string& name, Type type, const std::string& dram,
                           int ordinal, const Segment& range, const std::string& note);
  void storeEntry(const Access& lhs, const Expr& value, const Condition& present);

  // expressions.cpp
  Expr value(const notation::Expr& expr);
  Expr value(const notation::Call& call, const notation::Expr& expr);
  Expr literal(const notation::Literal& literal);
  Expr identity(notation::AssignOp op);

  // notes.cpp: what statements serve, as the user wrote it
  const notation::IndexVar& written(const notation::IndexVar& var) const;
  std::string written(const Access& access) const;
  std::string written(const notation::Expr& expr) const;
  std::string valuesOf(const Access& access) const;
  std::string arrayOf(const Access& access, placement::Part part, int level) const;
  std::string storedOf(const Access& access) const;
  std::string loopOver(const notation::IndexVar& var) const;
  std::string reductionOver(const notation::IndexVar& var, notation::AssignOp op) const;
  std::string counting(int level) const;
  static void emit(Frame& frame, const Stmt& stmt, const std::string& note);

  std::string memoryOf(const std::string& key) const;
  Expr bind(Frame& frame, const std::string& key, const std::string& wanted, Expr value, const std::string& note);
  Expr innerPar() const;

  enum class Pass { Fill, Count };

  std::map<std::string, bool> isSerial_;  // innermost loops that were lowered
  const placement::Plan& plan_;
  Host& host_;
  Names& names_;
  Frames frames_;
  Pass pass_ = Pass::Fill;
  std::ptrdiff_t scalarWrites_ = 0;               ///< assignments to a scalar result so far
  std::vector<int> compressed_;                   ///< levels of a computed structure, outermost first
  std::map<std::string, cin::Stmt> definitions_;  ///< scalar workspace → its producer
};

}  // namespace stardust::spatial
