// The knowledge at a place of the statement: its loops, and how far each operand has been read.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "sam/build.h"

namespace stardust::sam {

/// A loop around the place.
struct LoweredLoop {
  notation::IndexVar var;
  Source crd;                ///< its coordinates; a loop inside of n others has depth n + 1
  bool mayBeEmpty = true;    ///< whether a fiber of it may have no coordinate
  bool isUniversal = false;  ///< a dense scanner takes part in it
};

/// An operand, or a workspace that arrives as streams.
struct Reading {
  notation::Access access;
  std::string name;             ///< unique, for the ports of joiners
  int levels = 0;               ///< that are located
  Source ref{Source::root, 0};  ///< the position in the last of them, or of a workspace at its last level its values
  int depth = 0;                ///< of `ref`: the number of loops of its stream
  bool mayBeAbsent = false;     ///< `ref` may be N
  bool isStream = false;
  int born = 0;                          ///< of a workspace: the loops around its where
  std::vector<Source> levelsOfStream{};  ///< of a workspace: the coordinates of each level
  bool isWhole() const { return levels == access.tensor.order(); }
};

/// The streams of a tensor that a statement has written: its coordinates by level, and its values.
struct Produced {
  std::vector<Source> crds;
  std::vector<bool> mayBeEmpty;  ///< by level: whether a fiber may have no coordinate
  Source values;
  bool mayBeAbsent = false;  ///< a value may be N: of a workspace that is a scalar
};

struct Place {
  std::vector<LoweredLoop> loops;
  std::map<std::string, Reading> readings;  ///< by access, as text
  /// Operands of which at least one is present at the coordinates of the loops; empty: nothing is known.
  std::set<std::string> someOf;
  int depth() const { return static_cast<int>(loops.size()); }
  /// The loop over a variable, counted from 0; -1: none.
  int loopOver(const notation::IndexVar& var) const {
    for (int n = 0; n < depth(); ++n)
      if (loops[static_cast<std::size_t>(n)].var == var) return n;
    return -1;
  }
};

}  // namespace stardust::sam
