// A run of primitives, alone or as the body of a loop, and the contexts that it becomes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "capstan/mapping/context_builder.h"
#include "capstan/mapping/read_chains.h"

namespace stardust::capstan {

class Leaf {
 public:
  Leaf(Walk& walk, Origin origin, std::vector<Frame> frames);

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
  Walk& walk_;
  std::vector<Frame> frames_;
  std::unique_ptr<ContextBuilder> compute_;
  std::map<int, std::unique_ptr<ContextBuilder>> links_;  ///< of chains of reads
  std::unordered_map<const spatial::ExprNode*, std::unique_ptr<ContextBuilder>> accesses_;
  std::vector<std::unique_ptr<ContextBuilder>> others_;
  std::unordered_map<const spatial::ExprNode*, std::pair<Id, spatial::Type>> exports_, lastExports_, shared_;
};

/// Whether it reads a memory, which is a context of its own.
bool isAccess(const spatial::Expr& expr);

}  // namespace stardust::capstan
