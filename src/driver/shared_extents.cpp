#include "driver/shared_extents.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "driver/sequence.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::IndexVar;

/// A mode of a tensor, or a variable of an expression.
struct Axis {
  std::string name;
  std::size_t number;  ///< of the mode, or of the expression
  bool isMode;
  std::strong_ordering operator<=>(const Axis&) const = default;
};

// Axes that have the same extent, and the extents that are known.
class Axes {
 public:
  void join(const Axis& a, const Axis& b) {
    const Axis first = rootOf(a), second = rootOf(b);
    if (first == second) return;
    parents_[first] = second;
    if (const auto known = extents_.find(first); known != extents_.end()) extents_.emplace(second, known->second);
  }
  void know(const Axis& axis, std::int64_t extent) { extents_.emplace(rootOf(axis), extent); }
  std::optional<std::int64_t> extentOf(const Axis& axis) const {
    const auto known = extents_.find(rootOf(axis));
    return known == extents_.end() ? std::nullopt : std::optional(known->second);
  }

 private:
  Axis rootOf(Axis axis) const {
    for (auto above = parents_.find(axis); above != parents_.end(); above = parents_.find(axis)) axis = above->second;
    return axis;
  }

  std::map<Axis, Axis> parents_;
  std::map<Axis, std::int64_t> extents_;
};

Axes axesOf(const KernelSpec& spec, const std::vector<Step>& steps) {
  Axes axes;
  for (std::size_t n = 0; n < steps.size(); ++n)
    for (const auto& [access, where] : notation::placedAccesses(steps[n].expression.value)) {
      if (!access.computed.empty() || access.tensor.isIndexValue) continue;
      for (std::size_t m = 0; m < access.indices.size(); ++m) {
        const Axis variable{access.indices[m], n, false};
        axes.join(variable, {access.tensor.name, m, true});
        if (const auto said = spec.dims.find(access.indices[m]); said != spec.dims.end())
          axes.know(variable, said->second.value);
      }
    }
  for (const auto& [name, generator] : spec.generators)
    for (std::size_t m = 0; m < generator.value.extents.size(); ++m)
      axes.know({name, m, true}, generator.value.extents[m]);
  return axes;
}

// Whether the first expression that reads the tensor leaves the variable of one of its modes open.
bool isOpen(const KernelSpec& spec, const std::vector<Step>& steps, const std::string& tensor) {
  std::set<std::string> computed;
  for (const Step& step : steps) {
    std::set<IndexVar> own, known;
    for (const auto& [access, where] : notation::placedAccesses(step.expression.value)) {
      const std::string& name = access.tensor.name;
      if (name == tensor) own.insert(access.indices.begin(), access.indices.end());
      const auto generator = spec.generators.find(name);
      const bool hasExtents = generator != spec.generators.end() && !generator->second.value.extents.empty();
      if (hasExtents || spec.inputs.count(name) || computed.count(name) || !access.computed.empty())
        known.insert(access.indices.begin(), access.indices.end());
    }
    for (const auto& [var, said] : spec.dims) known.insert(var);
    if (!own.empty())
      return std::any_of(own.begin(), own.end(), [&](const IndexVar& var) { return known.count(var) == 0; });
    computed.insert(step.expression.value.lhs.tensor.name);
  }
  return false;
}

}  // namespace

KernelSpec withSharedExtents(KernelSpec spec) {
  const std::vector<Step> steps = allSteps(spec);
  const Axes axes = axesOf(spec, steps);
  for (const auto& [name, modes] : freeOperands(spec)) {
    const auto said = spec.generators.find(name);
    if (said == spec.generators.end()) continue;
    Generator& generator = said->second.value;
    if (!generator.extents.empty() || generator.rotation || !isOpen(spec, steps, name)) continue;
    std::vector<std::int64_t> extents;
    for (std::size_t m = 0; m < modes; ++m)
      if (const auto extent = axes.extentOf({name, m, true})) extents.push_back(*extent);
    if (extents.size() != modes) continue;
    generator.extents = std::move(extents);
    generator.isDefault = true;
  }
  return spec;
}

}  // namespace stardust::driver
