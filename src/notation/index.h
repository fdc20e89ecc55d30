// Computed indices of an access: constants, windows, affine sums of variables, and gathers through a tensor of
// integers, as in A(i,3), A(i(2:9),j), x(2*i + k) and x(p(i)).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "support/diagnostic.h"

namespace stardust::notation {

/// An index variable is identified by its name.
using IndexVar = std::string;

/// A multiple of a variable, or of an entry of a tensor: 2*i, -p(i,j).
struct IndexTerm {
  std::int64_t factor = 1;
  std::string name;                    ///< of the variable, or of the tensor
  std::vector<IndexVar> indices = {};  ///< of the tensor; empty: the term is a variable
  bool isGather() const { return !indices.empty(); }
};

/// A window i(2:9:3): the variable counts the coordinates 2, 5 and 8 from 0.
struct Window {
  std::optional<std::int64_t> end;  ///< exclusive; none: the end of the mode
};

/// The coordinate of one mode: a constant plus terms, each with another name. A window has one term, whose factor is
/// the stride, and the first coordinate as its constant.
struct Index {
  std::vector<IndexTerm> terms;
  std::int64_t constant = 0;
  std::optional<Window> window = {};
  bool isVariable = false;  ///< a variable alone, which ranges over the whole mode
  Location where = {};

  /// The distinct variables in order of appearance, those of gathers included.
  std::vector<IndexVar> variables() const;
};

/// A variable alone.
Index plainIndex(IndexVar var, Location where = {});
/// "2*i + k + 1", "i(2:9:3)", "p(i)".
std::string print(const Index& index);
bool equal(const Index& a, const Index& b);
/// The distinct variables of all indices in order of appearance.
std::vector<IndexVar> variablesOf(const std::vector<Index>& indices);

}  // namespace stardust::notation
