// The JSON descriptor of binsparse: how the arrays of a file form a tensor.
// github.com/GraphBLAS/binsparse-specification
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/arrays.h"

namespace stardust::io {

/// A level stores `rank` modes, each coordinate of a dense one, or those that are listed.
struct BinsparseLevel {
  bool isSparse = false;
  std::size_t rank = 1;
  friend bool operator==(const BinsparseLevel&, const BinsparseLevel&) = default;
};

struct BinsparseLayout {
  std::vector<BinsparseLevel> levels;  ///< from the outermost to the innermost
  std::vector<std::size_t> modes;      ///< of the tensor, in the order of the levels
  friend bool operator==(const BinsparseLayout&, const BinsparseLayout&) = default;
};

enum class Triangle { None, Lower, Upper };
struct BinsparseDescriptor {
  BinsparseLayout layout;
  std::vector<std::int64_t> shape;
  std::int64_t stored = -1;            ///< number of stored values; -1: not stated
  bool sameValues = false;             ///< one value stands for all
  bool isComplex = false;              ///< two numbers in an array are the parts of one value
  bool hasFill = false;                ///< an array fill_value has the value of all other coordinates
  Triangle triangle = Triangle::None;  ///< the stored triangle of a symmetric or skew-symmetric matrix
  bool isSkew = false, isHermitian = false;
};

/// `name` begins the messages. Throws Error (user) for a malformed descriptor.
BinsparseDescriptor binsparseDescriptor(const std::string& name, const std::string& json);
/// The inverse, with the types of the arrays: {"values", "float64"}.
std::string binsparseJson(const BinsparseDescriptor& descriptor,
                          const std::vector<std::pair<std::string, std::string>>& types);

}  // namespace stardust::io
