// Copies of an operand in another format, kept for the next runs of a kernel.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "tensor/view.h"

namespace stardust::driver {

/// An operand of a run.
struct Argument {
  StorageView view;
  /// An object that lives as long as the coordinates of the operand are those of `view`. Two operands with the same
  /// object have the same coordinates. Null: nothing is known.
  std::shared_ptr<const void> contents = {};
  bool areValuesFixed = false;  ///< the same holds for the values
};

/// A copy of an operand. Its own memory, or that of a kept copy, lives as long as this value.
class Copied {
 public:
  const StorageView& view() const { return view_; }

 private:
  friend class KeptCopies;
  std::shared_ptr<const Storage> levels_;
  std::shared_ptr<const Values> values_;
  StorageView view_;
};

/// The copies in one format. A copy is made once for the contents of an operand. If the values may have changed, they
/// are gathered again in each run, in O(stored). The copies of contents that have ended are freed, and so is the oldest
/// one beyond `mostKept`. Thread-safe.
class KeptCopies {
 public:
  static constexpr std::size_t mostKept = 4;

  explicit KeptCopies(Format to) : to_(std::move(to)) {}

  /// Throws as driver::converted.
  Copied of(const Argument& operand);

 private:
  /// `sources`: by position, that of the operand whose value it has. Empty: the values are fixed.
  struct Made {
    Storage storage;
    std::vector<std::size_t> sources;
    bool isPattern = false;
  };
  struct Kept {
    std::weak_ptr<const void> contents;
    std::shared_ptr<const Made> made;
  };

  std::shared_ptr<const Made> find(const std::shared_ptr<const void>& contents);
  void keep(const std::shared_ptr<const void>& contents, std::shared_ptr<const Made> made);
  Made whole(const StorageView& view) const;
  Made pattern(const StorageView& view) const;
  static Copied filled(std::shared_ptr<const Made> made, const StorageView& from);

  const Format to_;
  std::mutex mutex_;
  std::vector<Kept> kept_;  ///< oldest first
};

}  // namespace stardust::driver
