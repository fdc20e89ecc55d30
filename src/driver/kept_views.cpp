#include "driver/kept_views.h"

#include <algorithm>

#include "support/one_owner.h"

namespace stardust::driver {
namespace {

// The tensor of the view, and those in its indices.
std::vector<std::string> tensorsOfView(const notation::View& view) {
  std::vector<std::string> names;
  for (const notation::Access& read : notation::accesses(notation::access(view.of)))
    if (std::find(names.begin(), names.end(), read.tensor.name) == names.end()) names.push_back(read.tensor.name);
  return names;
}

}  // namespace

std::shared_ptr<const Storage> KeptViews::find(const Kept& like) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::erase_if(kept_, [](const Kept& kept) {
    return std::any_of(kept.contents.begin(), kept.contents.end(), [](const auto& one) { return one.expired(); });
  });
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) {
    return kept.view == like.view && kept.extents == like.extents &&
           std::equal(kept.contents.begin(), kept.contents.end(), like.contents.begin(), like.contents.end(),
                      [](const auto& a, const auto& b) { return haveOneOwner(a, b); });
  });
  return found == kept_.end() ? nullptr : found->made;
}

void KeptViews::keep(Kept kept) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto isOfView = [&](const Kept& other) { return other.view == kept.view; };
  if (static_cast<std::size_t>(std::count_if(kept_.begin(), kept_.end(), isOfView)) >= KeptCopies::mostKept)
    kept_.erase(std::find_if(kept_.begin(), kept_.end(), isOfView));
  kept_.push_back(std::move(kept));
}

Argument KeptViews::of(const Computed& computed, const notation::View& view,
                       const std::map<std::string, Argument>& operands, const notation::Extents& extents) {
  const std::vector<std::string> names = tensorsOfView(view);
  Kept kept{view.tensor.name, {}, {}, nullptr};
  bool areFixed = true;
  for (const std::string& name : names) {
    const Argument& operand = operands.at(name);
    areFixed = areFixed && operand.contents && operand.areValuesFixed;
    kept.contents.emplace_back(operand.contents);
  }
  for (const notation::IndexVar& var : view.of.indices) kept.extents.push_back(extents.at(var).value);
  if (areFixed) kept.made = find(kept);
  if (!kept.made) {
    exec::Operands sources;
    for (const std::string& name : names) sources.emplace(name, copyOf(operands.at(name).view));
    kept.made = std::make_shared<const Storage>(viewOf(computed, view, sources, extents));
    if (areFixed) keep(kept);
  }
  return {stardust::viewOf(*kept.made), kept.made, true};
}

}  // namespace stardust::driver
