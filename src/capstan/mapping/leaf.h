// A run of primitives, alone or as a loop body, and the contexts that implement it.
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
  /// The access context of a Read, SparseRead or Rmw in this leaf.
  ContextBuilder& access(const spatial::Expr& expr);
  /// A write to a sparse memory, or an RMW with an unused result.
  ContextBuilder& sparseWrite(const std::string& memory, const spatial::Rmw* rmw, const spatial::Expr& index,
                              const spatial::Expr& value, Origin origin);
  /// Gives the reads of a memory the addresses of the body's writes, if each read knows them as early as its own index
  /// (so that none depends on what they read). `counters`: of the loop.
  void setUpcomingWrites(Id memory, const std::vector<spatial::Expr>& indices, Id counters);
  Id depth() const { return static_cast<Id>(frames_.size()); }
  Id width() const { return frames_.empty() ? 1 : frames_.back().lanes; }
  /// The channel with the value of an expression for other leaves.
  std::pair<Id, spatial::Type> exported(const spatial::Expr& expr);
  /// The same for the value of a Reg after the last firing of an iteration at `level`.
  std::pair<Id, spatial::Type> exportedLast(const spatial::Expr& expr, Id level, spatial::Word initial);
  const std::vector<Frame>& frames() const { return frames_; }
  /// The channel with a value computed once for all contexts of this leaf: its link is shared.
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

/// Whether it reads a memory, in a context of its own.
bool isAccess(const spatial::Expr& expr);

}  // namespace stardust::capstan
