// What the bodies that are being emitted know already: a key for each kind of thing.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <variant>

#include "capstan/plan/plan.h"
#include "notation/access_key.h"

namespace stardust::spatial::known {

/// Of an index variable.
enum class Variable {
  Coordinate,
  Iterator,  ///< the counter of its loop
  AllBits,   ///< the bit vector that its scan combined
};
/// Of one level of an access.
enum class Level {
  Position,
  Start,  ///< of the fiber; Length: its end less its start
  End,
  Length,
  Bits,       ///< the bit vector of a fiber that is scanned twice
  Vector,     ///< the bit vector that a scan combined with others
  Rank,       ///< among the set bits of that vector
  Positions,  ///< the memory with the positions of one fiber
};
/// Of an access.
enum class Operand {
  Value,
  Values,     ///< the memory with a slice of its values
  IsPresent,  ///< whether the coordinate is stored
};
/// Of a workspace.
enum class Workspace {
  Value,    ///< of a scalar one
  HasTerm,  ///< of a scalar one: whether a term was reduced into it
  Values,   ///< the memory with its values
  Flags,    ///< the memory that says which of its coordinates are stored
};
/// Of the result.
enum class Result {
  Values,         ///< the memory with its values
  SoFar,          ///< the value of a scalar one, of the assignments before
  Counts,         ///< the memory with the counts of the outermost compressed level
  CountsArray,    ///< the DRAM with the counts of another one
  IsStored,       ///< whether a coordinate above dense levels has a term
  IsBlockStored,  ///< whether the block of values is stored
};
/// Of one of the compressed levels of the result.
enum class ResultLevel {
  Positions,  ///< the memory with its positions
  Next,       ///< the memory with the next free position
  Total,      ///< how many positions it has
  Start,      ///< of the range that is filled; Length: its end less its start
  End,
  Length,
  At,           ///< the position of this iteration
  Counts,       ///< the stream that stores the counts of its fibers; of other streams:
  Coordinates,  ///< those of its entries
  Values,       ///< those of the entries of the last one
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
  int ordinal;  ///< compressed levels are counted from 0
  friend std::strong_ordering operator<=>(const OfResultLevel&, const OfResultLevel&) = default;
};
/// The memory with a whole array of an operand.
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
