#include "driver/result_type.h"

#include <algorithm>
#include <vector>

#include "driver/sequence.h"

namespace stardust::driver {
namespace {

bool isOfFour(ValueType type) { return type <= ValueType::Float64; }

bool isTruth(const notation::Expr& expr) {
  const auto* call = std::get_if<notation::Call>(&expr->kind);
  return call && call->op->givesTruth;
}

const notation::Assignment* expressionFor(const std::vector<Step>& all, const std::string& result) {
  for (const Step& step : all)
    if (step.expression.value.lhs.tensor.name == result) return &step.expression.value;
  return nullptr;
}

// The types of the operands; those of a sum in the expression count for it.
void addOperandTypes(const KernelSpec& spec, const std::vector<Step>& all, const notation::Assignment& expression,
                     std::vector<ValueType>& types) {
  for (const notation::Access& access : notation::accesses(expression.rhs)) {
    const std::string& name = access.tensor.name;
    const notation::Assignment* sum = spec.innerReductions.count(name) ? expressionFor(all, name) : nullptr;
    if (sum) addOperandTypes(spec, all, *sum, types);
    else if (name != spec.oldContents && !access.tensor.isIndexValue) types.push_back(declaredType(spec, name));
  }
}

std::optional<ValueType> derivedType(const KernelSpec& spec, const std::vector<Step>& all,
                                     const notation::Assignment& expression) {
  if (spec.defaultType || spec.types.count(expression.lhs.tensor.name)) return std::nullopt;
  std::vector<ValueType> types;
  addOperandTypes(spec, all, expression, types);
  if (std::all_of(types.begin(), types.end(), isOfFour)) return std::nullopt;
  if (isTruth(expression.rhs)) return ValueType::Bool;
  ValueType type = types.front();
  for (const ValueType other : types) type = promoted(type, other);
  return type;
}

ValueType typeOfSum(const KernelSpec& spec, const std::vector<Step>& all, const std::string& sum, ValueType ofResult) {
  const notation::Assignment* expression = expressionFor(all, sum);
  if (ofResult != ValueType::Bool || !expression) return ofResult;
  std::vector<ValueType> types;
  addOperandTypes(spec, all, *expression, types);
  for (const ValueType type : types) ofResult = promoted(ofResult, type);
  return ofResult;
}

}  // namespace

ValueType declaredType(const KernelSpec& spec, const std::string& tensor) {
  if (const auto said = spec.types.find(tensor); said != spec.types.end()) return said->second.value;
  return spec.defaultType ? spec.defaultType->value : ValueType::Float32;
}

std::optional<ValueType> derivedType(const KernelSpec& spec, const notation::Assignment& expression) {
  return derivedType(spec, {}, expression);
}

KernelSpec withDerivedTypes(KernelSpec spec) {
  const std::vector<Step> all = allSteps(spec);
  for (const Step& step : all) {
    const std::string& result = step.expression.value.lhs.tensor.name;
    if (spec.innerReductions.count(result)) continue;
    if (const auto type = derivedType(spec, all, step.expression.value))
      spec.types.emplace(result, Said<ValueType>{*type, {}});
  }
  for (const auto& [sum, result] : spec.innerReductions)
    if (const auto type = spec.types.find(result); type != spec.types.end())
      spec.types.emplace(sum, Said<ValueType>{typeOfSum(spec, all, sum, type->second.value), type->second.where});
  return spec;
}

}  // namespace stardust::driver
