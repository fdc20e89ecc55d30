// The walk behind verify; internal to the room. One class, with a file for each topic:
//   verify.cpp         statements and names       verify_types.cpp   expressions and their types
//   verify_memory.cpp  memories and FIFOs         verify_loops.cpp   loops and lanes
//   verify_scan.cpp    bit vectors and scans
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "spatial/constants.h"
#include "spatial/spatial.h"

namespace stardust::spatial {

class Verifier {
 public:
  Verifier(const Program& program, const Limits& limits) : program_(program), limits_(limits), constants_(program) {}
  std::vector<Finding> run();

 private:
  enum class Kind { Parameter, ArgIn, ArgOut, Array, Dram, Memory, Iterator, Val };
  /// How a value varies between the lanes of its vector.
  enum class Variation { Uniform, Affine, Any };
  struct Symbol {
    Kind kind;
    std::string name;
    std::optional<Type> type;  ///< resolved; none if unknown
    Location where;
    const Memory* memory = nullptr;
    std::size_t scope = 0;  ///< scopes open at the definition
    std::size_t depth = 0;  ///< loops around the definition
    bool isAliased = false;
    Symbol* dram = nullptr;  ///< of an alias
    int writes = 0, reads = 0;
    std::string order = {};   ///< of its RMWs
    bool mustBeUsed = false;  ///< a val with a random read
    Variation variation = Variation::Uniform;
    std::optional<std::int64_t> bits = {};  ///< size of a bit vector, from its first use
  };
  struct Frame {
    std::int64_t par;  ///< lanes or copies
    bool isLeaf;       ///< a leaf body has lanes, any other has copies
  };
  using MaybeType = std::optional<Type>;

  void report(std::string_view rule, std::string what, const Location& where, std::string remedy = {});

  // Names
  Symbol* define(Symbol symbol);
  Symbol* find(const std::string& name) const;
  Symbol* get(const std::string& name, const Location& where);
  Symbol* get(const std::string& name, Kind kind, std::string_view what, const Location& where);
  void open() { scopes_.emplace_back(); }
  void close();
  void leave(const Symbol& symbol);
  Type resolve(Type type) const;

  // Host
  void host(const HostStmt& stmt);
  void hostConstant(const Expr& expr, const Location& where);
  void check(const std::string& target, const std::string& gold, bool isRegister, const Location& where);

  // Expressions
  MaybeType type(const Expr& expr);
  void isValue(const Expr& expr);         ///< requires that Scala would read a register here
  MaybeType valueType(const Expr& expr);  ///< the same, and returns the type
  MaybeType type(const Name& n, const Location& where);
  MaybeType type(const Unary& n, const Expr& expr);
  MaybeType type(const Binary& n, const Expr& expr);
  MaybeType type(const Mux& n, const Expr& expr);
  MaybeType type(const Read& n, const Location& where);
  MaybeType type(const SparseRead& n, const Location& where);
  MaybeType type(const Deq& n, const Location& where);
  MaybeType type(const Rmw& n, const Location& where);
  void isInt(const Expr& expr, std::string_view what, const Location& where);
  void isCondition(std::string_view rule, const Expr& expr, const Location& where);
  void writeCondition(const Expr& enable, const std::string& target, bool isAllowed, const Location& where);
  void isElement(const Expr& expr, const Symbol* memory, const Location& where);
  Variation variation(const Expr& expr) const;
  bool isStride(const Expr& factor, Variation of) const;

  // Statements
  void body(const Body& body) {
    for (const auto& stmt : body) statement(*stmt);
  }
  void statement(const StmtNode& stmt);
  struct Loop {
    const StmtNode& stmt;
    const std::vector<Counter>& counters;
    const std::optional<Scan>& scan;
    const std::vector<std::string>& iterators;
    const Body& body;
    const Reduce* reduce;  ///< or null
  };
  void loop(const Loop& loop);
  void defineIterators(const Loop& loop, const Frame& frame);
  Frame scan(const Loop& loop, bool isLeaf);
  void vectorOfScan(const Scan& scan, const std::string& name, const Location& where);
  void genBitVector(const GenBitVector& n, const Location& where);
  void merge(const Merge& n, const Location& where);
  void bits(const Expr& expr, const Location& where);
  void bitsOf(Symbol& vector, const Expr& expr, const Location& where);
  Frame counters(const StmtNode& stmt, const std::vector<Counter>& counters, bool isLeaf);
  void trips(const Counter& counter, std::int64_t lanes, const Location& where);
  std::int64_t par(const Expr& expr, const Location& where);
  void vector(std::string_view what, const Expr& lanes, const Location& where);
  void set(const Set& n, const Location& where);
  void setReg(Symbol& reg, const Location& where);

  // Memories
  void hazards();
  void bodiesInStep();
  void declare(const Memory& n, const Location& where);
  void capacity(const Memory& n, std::optional<std::int64_t> size, const Location& where);
  void alias(const Alias& n, const Location& where);
  void transfer(const std::string& memory, const std::string& dram, bool loads, bool streams, const Location& where);
  void place(const std::string& memory, const Expr& at, const Location& where);
  Symbol* words(const std::string& name, const Location& where);
  Symbol* sparse(const std::string& name, std::string_view method, const Location& where);
  void accessSparse(Symbol& memory, const Location& where);
  void accessSram(const Symbol& memory, const Expr& index, const Location& where);
  Symbol* fifo(const std::string& name, const Location& where);
  void writeFifo(Symbol& fifo, const Location& where);
  void accessFifo(const Symbol& fifo, const Location& where);
  static bool isRegister(const Symbol& symbol);
  std::int64_t copiesSince(const Symbol& symbol) const;

  const Program& program_;
  const Limits& limits_;
  Constants constants_;
  std::vector<Finding> findings_;
  std::deque<Symbol> symbols_;
  std::unordered_map<std::string, std::vector<Symbol*>> visible_;  ///< by name, the innermost is last
  std::vector<std::vector<Symbol*>> scopes_;
  std::vector<Frame> frames_;
};

}  // namespace stardust::spatial
