#include "driver/kept_copies.h"

#include <algorithm>
#include <numeric>

#include "driver/conversions.h"
#include "support/one_owner.h"

namespace stardust::driver {
namespace {

// The sources of a copy whose values are the numbers 1, 2, … of the operand's values. Empty unless each occurs once:
// duplicates are added up, runs of equal values are expanded, and padding has no source.
std::vector<std::size_t> sourcesIn(const Storage& numbered, std::size_t count) {
  const auto& numbers = std::get<ValueArray<std::int64_t>>(numbered.values);
  if (numbers.size() != count) return {};
  std::vector<std::size_t> sources;
  std::vector<bool> isSeen(count);
  sources.reserve(count);
  for (const std::int64_t number : numbers) {
    if (number < 1 || static_cast<std::uint64_t>(number) > count) return {};
    const auto source = static_cast<std::size_t>(number - 1);
    if (isSeen[source]) return {};
    isSeen[source] = true;
    sources.push_back(source);
  }
  return sources;
}

Values gathered(const ValuesView& from, const std::vector<std::size_t>& sources) {
  return std::visit(
      [&](const auto& span) -> Values {
        ValueArray<std::remove_const_t<typename std::decay_t<decltype(span)>::element_type>> values(sources.size());
        for (std::size_t n = 0; n < sources.size(); ++n) values[n] = span[sources[n]];
        return values;
      },
      from);
}

ValuesView viewOf(const Values& values) {
  return std::visit([](const auto& array) -> ValuesView { return std::span(array); }, values);
}

}  // namespace

std::shared_ptr<const KeptCopies::Made> KeptCopies::find(const std::shared_ptr<const void>& contents) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::erase_if(kept_, [](const Kept& kept) { return kept.contents.expired(); });
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return haveOneOwner(kept.contents, contents); });
  return found == kept_.end() ? nullptr : found->made;
}

void KeptCopies::keep(const std::shared_ptr<const void>& contents, std::shared_ptr<const Made> made) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::erase_if(kept_, [&](const Kept& kept) { return haveOneOwner(kept.contents, contents); });
  if (kept_.size() == mostKept) kept_.erase(kept_.begin());
  kept_.push_back({contents, std::move(made)});
}

KeptCopies::Made KeptCopies::whole(const StorageView& view) const { return {converted(copyOf(view), to_), {}, false}; }

KeptCopies::Made KeptCopies::pattern(const StorageView& view) const {
  ValueArray<std::int64_t> numbers(view.stored());
  std::iota(numbers.begin(), numbers.end(), 1);
  StorageView numbered = view;
  numbered.values = std::span<const std::int64_t>(numbers);
  Made made{converted(copyOf(numbered), to_), {}, true};
  made.sources = sourcesIn(made.storage, numbers.size());
  made.storage.values = makeValues(view.type(), 0);
  if (made.sources.empty()) made.storage = {};
  return made;
}

Copied KeptCopies::filled(std::shared_ptr<const Made> made, const StorageView& from) {
  Copied copied;
  copied.view_ = stardust::viewOf(made->storage);
  if (made->isPattern) {
    copied.values_ = std::make_shared<const Values>(gathered(from.values, made->sources));
    copied.view_.values = viewOf(*copied.values_);
  }
  copied.levels_ = std::shared_ptr<const Storage>(made, &made->storage);
  return copied;
}

Copied KeptCopies::of(const Argument& operand) {
  if (!operand.contents) return filled(std::make_shared<const Made>(whole(operand.view)), operand.view);
  std::shared_ptr<const Made> made = find(operand.contents);
  if (!made || made->isPattern == operand.areValuesFixed) {
    made = std::make_shared<const Made>(operand.areValuesFixed ? whole(operand.view) : pattern(operand.view));
    keep(operand.contents, made);
  }
  const bool hasSources = !made->isPattern || !made->sources.empty();
  if (!hasSources) made = std::make_shared<const Made>(whole(operand.view));
  return filled(std::move(made), operand.view);
}

}  // namespace stardust::driver
