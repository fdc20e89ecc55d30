// Intersections and unions.
#pragma once

#include <vector>

#include "sim/sam/unit.h"

namespace stardust::sim_sam {

/// Holds a token of each side in registers, and compares them only while every queue holds a further one; a held D
/// needs none. The first tokens are loaded in a cycle of their own. With a clock of its own, it has no registers.
class JoinerUnit : public Unit {
 public:
  explicit JoinerUnit(const sam::Block& joiner);
  int step() final;

 protected:
  struct Side {
    std::size_t coordinate;               ///< input
    std::vector<std::size_t> references;  ///< inputs
    Token held{};
    std::vector<Token> heldReferences{};
    std::int64_t fiber = 0;  ///< of the held coordinate
  };
  /// Compares what is held, and marks the sides that move on.
  virtual void compare() = 0;
  /// Gives a coordinate, and the references of the sides that hold it; N for the others.
  void emit(const Token& coordinate);
  /// The first in the order coordinates, N, stop.
  Token least() const;
  void requireEqualStops(const Token& stop) const;

  std::vector<Side> sides_;
  std::vector<bool> moves_;

 private:
  template <class Get>
  void hold(Side& side, Get&& get);
  void load(Side& side);
  int stepAtHeads();
  int missingOf(const Side& side) const;  ///< an input without a token; -1: none
  bool endsWithDone();
  bool isLoaded_ = false;
};

class IntersectUnit : public JoinerUnit {
 public:
  /// `skips`: a scanner that feeds only this unit jumps to the coordinate of the other side.
  IntersectUnit(const sam::Block& intersect, bool skips) : JoinerUnit(intersect), skips_(skips) {}

 protected:
  void compare() override;

 private:
  void skip(const Side& behind, const Token& to);
  bool skips_;
};

class UnionUnit : public JoinerUnit {
 public:
  using JoinerUnit::JoinerUnit;

 protected:
  void compare() override;
};

}  // namespace stardust::sim_sam
