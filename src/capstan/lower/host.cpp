#include "capstan/lower/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "capstan/plan/rows.h"
#include "levels/registry.h"
#include "spatial/build.h"
#include "support/plural.h"

namespace stardust::spatial {
namespace {

using placement::Part;

Type valueTypeOf(const placement::Plan& plan) {
  const ValueType type = plan.result().access.tensor.type;
  for (const auto& access : plan.accesses)
    if (access.access.tensor.type != type)
      failUnsupported(
          fmt::format("{} is {} and {} is {}: a Spatial program has one value type", access.access.tensor.name,
                      toString(access.access.tensor.type), plan.result().access.tensor.name, toString(type)),
          {}, {}, "-t=int or -t=float for all tensors");
  if (type == ValueType::Int32) return Type::Int;
  if (type == ValueType::Float32) return Type::Float;
  failUnsupported(fmt::format("values of type {} on Capstan", toString(type)), {}, "Capstan's words have 32 bits",
                  "-t=int or -t=float; --target=cpu and --target=oracle compute with every type");
}

// The size of an array below dense levels, which the extents determine.
std::optional<std::int64_t> knownSize(const notation::TensorVar& tensor, Part part, int level) {
  if (part == Part::Crd) return {};
  std::int64_t product = 1;
  const int levels = part == Part::Pos ? level : tensor.order();
  for (int above = 0; above < levels; ++above) {
    if (!levels::of(tensor.format.level(above)).hasLocate) return {};
    product *= tensor.dims.at(static_cast<std::size_t>(tensor.format.mode(above)));
  }
  return part == Part::Pos ? product + 1 : product;
}

/// Positions of consecutive dense levels, and words of the blocks below them, must be representable as numbers of a
/// program.
void requireAddresses(const placement::Plan& plan) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (const auto& access : plan.accesses) {
    const notation::TensorVar& tensor = access.access.tensor;
    std::int64_t run = 1;
    for (int level = 0; level < tensor.order(); ++level) {
      const std::int64_t extent = tensor.dims.at(static_cast<std::size_t>(tensor.format.mode(level)));
      const bool isDense = levels::of(tensor.format.level(level)).hasLocate;
      // A compressed level below the last dense level has one position more.
      const bool hasPositions =
          isDense && level + 1 < tensor.order() && !levels::of(tensor.format.level(level + 1)).hasLocate;
      const std::int64_t limit = most - (hasPositions ? 1 : 0);
      if (isDense && extent > 0 && run > limit / extent)
        failUnsupported(fmt::format("the dense levels of {} have more than {}", notation::print(access.access),
                                    counted(limit, "position")),
                        {}, "an address of Capstan's programs is an Int of 32 bits",
                        "store a level of it compressed (s), or compute on the CPU: --target=cpu");
      run = isDense ? run * extent : 1;
    }
  }
}

HostStmt statement(decltype(HostStmt::kind) kind, std::string note = {}) {
  return {std::move(kind), std::move(note), {}};
}

}  // namespace

Host::Host(const placement::Plan& plan, const LowerOptions& options, Names& names)
    : options_(options), names_(names), valueType_(valueTypeOf(plan)) {
  requireAddresses(plan);
}

std::string Host::fileOf(const std::string& base) const {
  return fmt::format("{}{}{}.csv", options_.folder, options_.folder.empty() ? "" : "/", base);
}

std::string Host::operand(const notation::TensorVar& tensor, Part part, int level) {
  const std::string base = placement::arrayName(tensor.name, part, level);
  const auto [known, isNew] = drams_.emplace(ArrayId{tensor.name, part, level}, Dram());
  if (!isNew) return known->second.name;
  const std::string dram = names_.fresh(base + "_dram"), array = names_.fresh(base + "_in");
  known->second = {dram, array};
  const Type type = part == Part::Vals ? Type::T : Type::Int;
  made_.loads.push_back(statement(HostLoad{array, type, fileOf(base)}));
  if (const auto words = knownSize(tensor, part, level))
    made_.loads.push_back(statement(CheckLength{array, lit(*words)}));
  made_.loads.push_back(statement(spatial::Dram{dram, type, length(array)}));
  made_.loads.push_back(statement(SetMem{dram, array}));
  made_.operands.push_back({tensor.name, part, level, dram, fileOf(base), part == Part::Vals ? valueType_ : Type::Int});
  return dram;
}

Expr Host::sizeOf(const notation::TensorVar& tensor, Part part, int level) {
  operand(tensor, part, level);
  return length(drams_.at({tensor.name, part, level}).loadedFrom);
}

std::string Host::result(const notation::TensorVar& tensor, Part part, int level, Expr size, Size isSize) {
  const std::string base = placement::arrayName(tensor.name, part, level);
  const auto [known, isNew] = drams_.emplace(ArrayId{tensor.name, part, level}, Dram());
  if (!isNew) return known->second.name;
  const std::string dram = known->second.name = names_.fresh(base + "_dram");
  made_.loads.push_back(statement(spatial::Dram{dram, part == Part::Vals ? Type::T : Type::Int, std::move(size)}));
  check({tensor.name, part, level, dram, fileOf(base + "_gold"), part == Part::Vals ? valueType_ : Type::Int},
        isSize == Size::Exact ? Target::Whole : Target::Leading);
  return dram;
}

void Host::share(const notation::TensorVar& tensor, Part part, int level, const notation::TensorVar& owner) {
  const std::string base = placement::arrayName(tensor.name, part, level);
  check({tensor.name, part, level, operand(owner, part, level), fileOf(base + "_gold"), Type::Int}, Target::Whole);
}

std::string Host::scratch(const std::string& wanted, Type type, Expr size) {
  const std::string dram = names_.fresh(wanted + "_dram");
  made_.loads.push_back(statement(spatial::Dram{dram, type, std::move(size)}));
  return dram;
}

Expr Host::count(const notation::TensorVar& tensor, Part part, int level) {
  if (const auto known = knownSize(tensor, part, level)) return lit(*known);
  const auto [argument, isNew] = sizes_.emplace(ArrayId{tensor.name, part, level}, std::string());
  if (isNew) {
    const std::string base = placement::arrayName(tensor.name, part, level);
    const Expr size = sizeOf(tensor, part, level);
    argument->second = names_.fresh(base + "_size");
    made_.loads.push_back(statement(ArgIn{argument->second, Type::Int, size}, base));
  }
  return name(argument->second);
}

// checkGold requires equal sizes, and a relative margin.
void Host::check(const BoundArray& array, Target target) {
  made_.results.push_back(array);
  const Margin margin = array.type == Type::Float ? options_.margin : Margin{};
  if (std::isinf(margin.value)) return;
  const std::string file = array.file.substr(array.file.rfind('/') + 1);
  const std::string gold = names_.fresh(file.substr(0, file.rfind('.')));
  const Type type = array.part == Part::Vals ? Type::T : Type::Int;
  made_.checks.push_back(statement(HostLoad{gold, type, array.file}));
  const bool isRegister = target == Target::Register, isAbsolute = margin.value != 0 && !margin.isRelative;
  const bool orEqual = margin.orEqual;
  made_.checks.push_back(
      target == Target::Leading || isAbsolute || orEqual
          ? statement(CheckNear{array.dram, gold, margin.value, margin.isRelative, isRegister, orEqual})
          : statement(CheckGold{array.dram, gold, type, margin.value, isRegister}));
}

Expr Host::scalar(const notation::TensorVar& tensor) {
  const auto value = options_.scalars.find(tensor.name);
  if (value == options_.scalars.end())
    failUser(fmt::format("the scalar {} has no value", tensor.name), {}, {}, fmt::format("-i={}:2.5", tensor.name));
  if (!std::isfinite(value->second))
    failUnsupported(fmt::format("the scalar {} is {}, which has no literal in the program", tensor.name, value->second),
                    {}, {}, "compute on the CPU: --target=cpu");
  const auto [argument, isNew] = scalars_.emplace(tensor.name, std::string());
  if (isNew) {
    argument->second = names_.fresh(tensor.name);
    made_.arguments.push_back(statement(ArgIn{argument->second, Type::T, lit(value->second, Type::T)}, tensor.name));
  }
  return name(argument->second);
}

std::string Host::scalarResult(const notation::TensorVar& tensor) {
  const std::string out = names_.fresh(tensor.name);
  made_.arguments.push_back(statement(ArgOut{out, Type::T}, "result"));
  check({tensor.name, Part::Vals, 0, out, fileOf(tensor.name + "_gold"), valueType_}, Target::Register);
  return out;
}

}  // namespace stardust::spatial
