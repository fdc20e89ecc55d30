// Reduce, Fold, MemReduce and MemFold; parts of Loops.
//   reductions.cpp    mem_reduce.cpp
#pragma once

#include "spatial/dsl/loops/domains.h"

namespace stardust::dsl {

class Reductions {
 public:
  explicit Reductions(Loops& loops) : l_(loops) {}
  /// Reduce(reg or zero)(counters){ map }{ combine }; `keeps`: a Fold, which starts from the current value of the Reg.
  Value reduce(const Value& start, const Values& counters, const Value& map, const Value& combine, bool keeps,
               const Location& where);
  /// Whether the loops are in their first iteration.
  Value isFirst(const Domain& domain, const Location& where);

 private:
  std::optional<spatial::ReduceOp> reduceOp(const Value& function, const NumberType& type, const Location& where);
  void emit(const MemoryRef& reg, Domain domain, spatial::Body body, spatial::Expr value, spatial::ReduceOp op,
            const Location& where);
  Value orNeutral(const Value& mapped, const Domain& loop, spatial::ReduceOp op, const Location& where);
  void reduceInto(const MemoryRef& reg, Domain loop, spatial::Body body, const Value& mapped, const Value& combine,
                  bool keeps, const Location& where);
  void reduceInTurn(const MemoryRef& reg, Domain loop, spatial::Body body, const Value& mapped, const Value& combine,
                    bool keeps, const Location& where);

  Loops& l_;
};

class MemReductions {
 public:
  explicit MemReductions(Loops& loops) : l_(loops) {}
  /// Adds each iteration's memory to the target, word by word.
  Value reduce(const Value& target, const Values& counters, const Value& map, const Value& combine, bool keeps,
               const Location& where);

 private:
  struct Copy {
    Values iterators;
    Value result;
    Value isThere;  ///< whether its iteration exists
  };
  Copy copyOf(const Domain& loop, const std::vector<std::int64_t>& pars, std::int64_t number, const Location& where);
  void stageCopy(Copy& copy, const Value& map, const Location& where);
  std::vector<spatial::Expr> extentsOf(const Section& target, const Location& where);
  void addWords(const Section& target, std::int64_t par, const std::vector<Copy>& copies, const Value& combine,
                const Value& isFirst, const Location& where);
  static Value simplified(const Value& value);

  Loops& l_;
};

}  // namespace stardust::dsl
