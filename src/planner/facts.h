// Facts about operands that estimates need: how many different coordinates a tensor has in any set of its modes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "notation/expr.h"
#include "tensor/view.h"

namespace stardust::planner {

/// A set of modes: bit m is mode m.
using Modes = std::uint64_t;
inline constexpr int mostModes = 64;

/// Whether every tensor of the assignment has at most `mostModes` modes. The planner leaves other assignments alone.
bool hasCountableModes(const notation::Assignment& assignment);

/// How the entries of a tensor are spread over the coordinates of one mode: fibers of different lengths.
struct Degrees {
  explicit Degrees(std::vector<float> entries);

  std::vector<float> entries;  ///< by coordinate: how many entries have it
  double all;                  ///< entries
  double distinct;             ///< coordinates with an entry
};

/// The extents of a tensor, and the number of different coordinate tuples of its entries in each set of modes.
class TensorFacts {
 public:
  TensorFacts() = default;
  /// Coordinates that are spread evenly over the extents.
  TensorFacts(std::vector<double> extents, double stored);
  /// The same, where the number of different coordinates of some sets of modes is known.
  TensorFacts(std::vector<double> extents, double stored, std::map<Modes, double> counted);

  double stored() const { return stored_; }
  const std::vector<double>& extents() const { return extents_; }
  /// Between 0 and the product of the extents. 1 for the empty set, unless the tensor is empty.
  double distinct(Modes modes) const;

  /// Null if they are not known.
  const Degrees* degrees(int mode) const;
  TensorFacts with(std::map<int, std::shared_ptr<const Degrees>> degrees) const;

 private:
  std::vector<double> extents_;
  double stored_ = 1;
  std::map<Modes, double> counted_;
  std::map<int, std::shared_ptr<const Degrees>> degrees_;  ///< by mode; shared, because they are large
};

/// Techniques of a target and its runs beyond merging fibers.
struct Abilities {
  /// A fiber of the last level that does not change in a loop is scattered into an array before it, and its coordinates
  /// are looked up there instead of merged.
  bool scattersInvariantFibers = false;
  /// Values of a dense operand are read from memory as they are needed, and lines of it are wasted if an innermost loop
  /// does not read them in order.
  bool readsLines = false;
  /// The steps that a coordinate of a fiber takes if several fibers are merged in a loop, whose branches are
  /// mispredicted.
  double mergedStep = 1;
  /// If one of two fibers is many times as long as the other, most of its coordinates are skipped.
  bool skipsAhead = false;
  /// The steps of a coordinate where one fiber is visited, and its coordinates are looked up in the others.
  double lookedUpStep = 1;
  /// The share of the copies of operands that one run pays. Less than 1 if later runs use them, too.
  double copyShare = 1;
};

/// By tensor.
using Facts = std::map<std::string, TensorFacts>;

/// Counts the coordinates of each prefix of the levels, and the degrees of some modes. O(positions of the level above
/// the last); with degrees, O(positions of all levels). There are no degrees of a mode with far more coordinates than
/// the tensor has entries, nor of tensors with bit vectors or runs.
TensorFacts factsOf(const StorageView& storage, Modes withDegrees = 0);
inline TensorFacts factsOf(const Storage& storage, Modes withDegrees = 0) {
  return factsOf(viewOf(storage), withDegrees);
}

/// The modes of a tensor along which it meets another sparse tensor of the assignment: those whose degrees improve an
/// estimate.
Modes meetingModes(const notation::Assignment& assignment, const std::string& tensor);

/// Facts of a tensor without data. An extent that is not known is `assumedExtent`; a tensor whose format leaves
/// coordinates out has `assumedFiber` entries for each coordinate of its longest mode, but a vector has a tenth of all.
inline constexpr double assumedExtent = 100'000;
inline constexpr double assumedFiber = 10;
TensorFacts assumedFacts(const notation::TensorVar& tensor);

}  // namespace stardust::planner
