// Compiles iteration domains (counters, and scans of bit vectors), and the streams that build bit vectors and merge.
// Internal to the interpreter.
#pragma once

#include <memory>

#include "exec/spatial_expressions.h"
#include "exec/spatial_tasks.h"

namespace stardust::spatial::run {

/// Limit on the copies of bodies in a program.
inline constexpr std::int64_t maxCopies = 65536;

/// A Foreach or a Reduce.
struct Loop {
  const StmtNode* statement;
  const std::vector<Counter>& counters;
  const std::optional<Scan>& scan;
  const std::vector<std::string>& iterators;
  const Body& body;
  const Reduce* reduce;  ///< or null
};
struct Domain {
  Iterations iterations;
  std::vector<Take> boundTakes;
  std::int64_t copies;  ///< of a body with controllers
  std::int64_t lanes;   ///< of a leaf body
};

class Domains {
 public:
  Domains(const Constants& constants, Expressions& expressions, Machine& machine, Scopes& scopes)
      : constants_(constants), expressions_(expressions), machine_(machine), scopes_(scopes) {}

  Domain of(const Loop& loop, Uses& uses);
  std::unique_ptr<Task> compile(const GenBitVector& n, const StmtNode& stmt, Uses& uses);
  std::unique_ptr<Task> compile(const Merge& n, const StmtNode& stmt, Uses& uses);

 private:
  Domain scan(const Loop& loop, Uses& uses);
  const Entity& fifoOfWords(const std::string& name, const Location& where);
  Take reader(const Entity& fifo) { return {fifo.index, machine_.fifos[fifo.index].addReader()}; }

  const Constants& constants_;
  Expressions& expressions_;
  Machine& machine_;
  Scopes& scopes_;
};

}  // namespace stardust::spatial::run
