// How a statement is divided among ranks: the coordinates of each rank, the values that it owns, and those that it
// reads. All of it follows from the accesses of the statement.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/problem.h"

namespace stardust::driver {

/// The coordinates of an index variable that a rank visits, in ascending order; none: all.
using Visited = std::optional<std::vector<std::int64_t>>;

/// The values that a rank reads and another one owns.
struct Message {
  int from = 0, to = 0;
  std::vector<std::int64_t> owned;   ///< places among the values that the sender owns
  std::vector<std::int64_t> places;  ///< places among the values of the receiver's part
};

/// A tensor of the statement, divided. A tensor with the distributed variable is sliced: a rank owns what it reads. Any
/// other one is shared: each value has one owner, and is read by the ranks whose loops visit it.
struct Divided {
  bool isShared = false;
  /// By rank: the part that it reads, with coordinates counted among those that the rank visits. Its values are
  /// places in the operand's values, from 1; 0 is a padding zero.
  std::vector<Storage> parts;
  /// By rank: the places in the operand's values of those that it owns; empty if the tensor is sliced.
  std::vector<std::vector<std::int64_t>> owned;
  std::vector<Message> messages;  ///< at most one for each pair of ranks
};

/// The values that a rank holds, and those that it moves in a run.
struct RankLoad {
  std::int64_t entries = 0;             ///< stored entries of its parts
  std::int64_t received = 0, sent = 0;  ///< values
  std::int64_t messages = 0;            ///< that it sends
};

struct Distribution {
  notation::IndexVar var;          ///< whose coordinates are divided into a block for each rank
  std::vector<std::int64_t> cuts;  ///< rank r has those from cuts[r] to cuts[r + 1] - 1
  /// By rank, and by variable of the statement.
  std::vector<std::map<notation::IndexVar, Visited>> visited;
  std::map<std::string, Divided> tensors;  ///< the operands, by name
  std::vector<RankLoad> loads;             ///< by rank

  int ranks() const { return static_cast<int>(loads.size()); }
  /// The most values that a rank reads or receives, by which distributions are compared.
  std::int64_t cost() const;
};

/// The problem with a name of its own for each way in which a tensor is indexed: in A(i,k) * A(k,j) a rank has two
/// parts of A.
Problem withOnePartEach(Problem problem);

/// The distributions over each variable of the result, the one of the least cost first. Throws Error (unsupported) for
/// a statement that is not distributed: without a variable in the result, with old contents, with formats that store
/// other coordinates than those of the entries, reductions other than sums into dense levels below sparse ones, with
/// index variables as numbers, or with extents of 2^31 and more. Precondition: the problem is one of withOnePartEach.
std::vector<Distribution> distributions(const Problem& problem, int ranks);

/// The result of all ranks, from the part of each. Parts have the coordinates that the rank visits.
Storage joined(const Problem& problem, const Distribution& distribution, const std::vector<Storage>& parts);

}  // namespace stardust::driver
