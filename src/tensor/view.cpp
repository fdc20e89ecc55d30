#include "tensor/view.h"

namespace stardust {

ValueType StorageView::type() const { return static_cast<ValueType>(values.index()); }

std::size_t StorageView::stored() const {
  return std::visit([](const auto& span) { return span.size(); }, values);
}

StorageView viewOf(const Storage& storage) {
  StorageView view{storage.dims, storage.format, {}, {}};
  for (const Level& level : storage.levels)
    view.levels.push_back({level.format, level.dim, level.pos, level.crd, level.bits});
  std::visit([&](const auto& values) { view.values = std::span(values); }, storage.values);
  return view;
}

Storage copyOf(const StorageView& view) {
  const auto copy = [](const auto& span) { return std::vector(span.begin(), span.end()); };
  const auto copyValues = [](const auto& span) {
    return ValueArray<std::remove_const_t<typename std::decay_t<decltype(span)>::element_type>>(span.begin(),
                                                                                                span.end());
  };
  Storage storage{view.dims, view.format, {}, {}};
  for (const LevelView& level : view.levels)
    storage.levels.push_back(
        {level.format, level.dim, PositionArray(level.pos), CoordinateArray(level.crd), copy(level.bits)});
  std::visit([&](const auto& span) { storage.values = copyValues(span); }, view.values);
  return storage;
}

}  // namespace stardust
