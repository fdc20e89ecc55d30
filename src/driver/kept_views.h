// Views of operands with computed indices, kept for the next runs of a kernel.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "driver/computed.h"
#include "driver/kept_copies.h"

namespace stardust::driver {

/// The views of one kernel. A view is made once for the values of its tensor and of the tensors in its indices, and for
/// the extents of its variables. Views of values that have ended are freed, and so is the oldest one of an access
/// beyond KeptCopies::mostKept. If the values may change, each run makes the view. Thread-safe.
class KeptViews {
 public:
  /// The view, as an argument whose `contents` own its memory. `operands`: the arguments of the kernel, by name. Throws
  /// as viewOf in computed.h.
  Argument of(const Computed& computed, const notation::View& view, const std::map<std::string, Argument>& operands,
              const notation::Extents& extents);
  /// The check of viewOf for a view that is not made, once for the same values of the tensors in its indices.
  void requireInside(const Computed& computed, const notation::View& view,
                     const std::map<std::string, Argument>& operands, const notation::Extents& extents);

 private:
  struct Kept {
    std::string view;
    std::vector<std::weak_ptr<const void>> contents;
    std::vector<std::int64_t> extents;
    std::shared_ptr<const Storage> made;  ///< empty: its indices were checked
  };

  /// The kept result of `make` for these tensors, or a new one.
  std::shared_ptr<const Storage> kept(Kept of, const std::vector<std::string>& tensors,
                                      const std::map<std::string, Argument>& operands,
                                      const std::function<Storage(const exec::Operands& sources)>& make);
  std::shared_ptr<const Storage> find(const Kept& like);
  void keep(Kept kept);

  std::mutex mutex_;
  std::vector<Kept> kept_;  ///< oldest first
};

}  // namespace stardust::driver
