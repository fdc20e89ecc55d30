// Keys of values that the open bodies have computed.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>

#include "capstan/plan/plan.h"
#include "notation/access_key.h"

namespace stardust::spatial::known {

/// Values of an index variable.
enum class Variable {
  Coordinate,
  Iterator,  ///< the counter of its loop
  AllBits,   ///< the bit vector combined for its scan
};
/// Values of one level of an access.
enum class Level {
  Position,
  Start,  ///< of the fiber; Length is its end minus its start
  End,
  Length,
  Bits,       ///< the bit vector of a fiber that is scanned twice
  Vector,     ///< the bit vector combined for a scan with others
  Rank,       ///< index among the set bits of that vector
  Positions,  ///< the memory with the positions of one fiber
  RunStart,   ///< of the fibers below one iteration of an outer loop; RunLength is their end minus their start
  RunEnd,
  RunLength,
};
/// Values of an access.
enum class Operand {
  Value,
  Values,     ///< the memory with a slice of the values
  IsPresent,  ///< whether the coordinate is stored
};
/// Values of a workspace.
enum class Workspace {
  Value,    ///< of a scalar workspace
  HasTerm,  ///< of a scalar workspace: whether a term was reduced into it
  Values,   ///< the memory with the values
  Flags,    ///< the memory with the flags of stored coordinates
};
/// Values of the result.
enum class Result {
  Values,         ///< the memory with the values
  SoFar,          ///< of a scalar result: the value after the previous assignments
  Counts,         ///< the memory with the counts of the outermost compressed level
  CountsArray,    ///< the DRAM with the counts of any other level
  IsStored,       ///< whether a coordinate above dense levels has a term
  IsBlockStored,  ///< whether the block of values is stored
};
/// Values of one compressed level of the result.
enum class ResultLevel {
  Positions,  ///< the memory with the positions
  Next,       ///< the memory with the next free position
  Total,      ///< the number of positions
  Start,      ///< of the range to fill; Length is its end minus its start
  End,
  Length,
  At,           ///< the position of this iteration
  Counts,       ///< the stream with the counts of its fibers
  Coordinates,  ///< the stream with the coordinates of its entries
  Values,       ///< the stream with the values of the last level's entries
};

struct OfVariable {
  Variable what;
  notation::IndexVar var;
  friend std::strong_ordering operator<=>(const OfVariable&, const OfVariable&) = default;
};
struct OfLevel {
  Level what;
  notation::AccessKey access;
  int level;
  friend std::strong_ordering operator<=>(const OfLevel&, const OfLevel&) = default;
};
struct OfAccess {
  Operand what;
  notation::AccessKey access;
  friend std::strong_ordering operator<=>(const OfAccess&, const OfAccess&) = default;
};
struct OfWorkspace {
  Workspace what;
  std::string workspace;
  friend std::strong_ordering operator<=>(const OfWorkspace&, const OfWorkspace&) = default;
};
struct OfResult {
  Result what;
  friend std::strong_ordering operator<=>(const OfResult&, const OfResult&) = default;
};
struct OfResultLevel {
  ResultLevel what;
  int ordinal;  ///< index among the compressed levels, from 0
  friend std::strong_ordering operator<=>(const OfResultLevel&, const OfResultLevel&) = default;
};
/// The memory with an operand's whole array.
struct WholeArray {
  std::string array;
  placement::MemoryType memory;
  std::int64_t words;
  friend std::strong_ordering operator<=>(const WholeArray&, const WholeArray&) = default;
};
using Key = std::variant<OfVariable, OfLevel, OfAccess, OfWorkspace, OfResult, OfResultLevel, WholeArray>;

inline Key coordinate(const notation::IndexVar& var) { return OfVariable{Variable::Coordinate, var}; }
inline Key iterator(const notation::IndexVar& var) { return OfVariable{Variable::Iterator, var}; }
inline Key allBits(const notation::IndexVar& var) { return OfVariable{Variable::AllBits, var}; }
inline Key of(Level what, const notation::Access& access, int level) {
  return OfLevel{what, notation::AccessKey(access), level};
}
inline Key of(Operand what, const notation::Access& access) { return OfAccess{what, notation::AccessKey(access)}; }
inline Key of(Workspace what, const notation::TensorVar& workspace) { return OfWorkspace{what, workspace.name}; }
inline Key of(Result what) { return OfResult{what}; }
inline Key of(ResultLevel what, int ordinal) { return OfResultLevel{what, ordinal}; }

}  // namespace stardust::spatial::known
