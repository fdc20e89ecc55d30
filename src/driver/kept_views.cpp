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

std::vector<std::int64_t> extentsOf(const notation::View& view, const notation::Extents& extents) {
  std::vector<std::int64_t> all;
  for (const notation::IndexVar& var : view.of.indices) all.push_back(extents.at(var).value);
  return all;
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

std::shared_ptr<const Storage> KeptViews::kept(Kept of, const std::vector<std::string>& tensors,
                                               const std::map<std::string, Argument>& operands,
                                               const std::function<Storage(const exec::Operands& sources)>& make) {
  bool areFixed = true;
  for (const std::string& name : tensors) {
    const Argument& operand = operands.at(name);
    areFixed = areFixed && operand.contents && operand.areValuesFixed;
    of.contents.emplace_back(operand.contents);
  }
  if (areFixed) of.made = find(of);
  if (of.made) return of.made;
  exec::Operands sources;
  for (const std::string& name : tensors) sources.emplace(name, copyOf(operands.at(name).view));
  of.made = std::make_shared<const Storage>(make(sources));
  if (areFixed) keep(of);
  return of.made;
}

Argument KeptViews::of(const Computed& computed, const notation::View& view,
                       const std::map<std::string, Argument>& operands, const notation::Extents& extents) {
  Kept like{view.tensor.name, {}, extentsOf(view, extents), nullptr};
  const auto made = kept(std::move(like), tensorsOfView(view), operands,
                         [&](const exec::Operands& sources) { return viewOf(computed, view, sources, extents); });
  return {stardust::viewOf(*made), made, true};
}

void KeptViews::requireInside(const Computed& computed, const notation::View& view,
                              const std::map<std::string, Argument>& operands, const notation::Extents& extents) {
  std::vector<std::string> tensors = tensorsOfView(view);
  std::erase_if(tensors, [&](const std::string& name) { return !computed.indexTypes.count(name); });
  if (tensors.empty()) return;
  const std::vector<std::int64_t>& dims = operands.at(view.of.tensor.name).view.dims;
  Kept like{"indices of " + view.tensor.name, {}, extentsOf(view, extents), nullptr};
  like.extents.insert(like.extents.end(), dims.begin(), dims.end());
  kept(std::move(like), tensors, operands, [&](const exec::Operands& sources) {
    requireViewInside(view, dims, sources, extents);
    return Storage();
  });
}

}  // namespace stardust::driver
