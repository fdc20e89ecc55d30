#include "planner/temporaries.h"

#include <fmt/format.h>

#include <algorithm>

#include "format/named.h"
#include "format/widths.h"
#include "levels/index_array.h"
#include "notation/stored.h"
#include "planner/estimate.h"

namespace stardust::planner {

using notation::Assignment;
using notation::Expr;
using notation::IndexVar;

namespace {

void addFactors(const Expr& expr, Exprs& factors) {
  const notation::Call* product = notation::callOf(expr, operators::multiply);
  if (!product) {
    factors.push_back(expr);
    return;
  }
  for (const Expr& operand : product->operands) addFactors(operand, factors);
}

double extentOf(const IndexVar& var, const Expr& expr, const Facts& facts) {
  double extent = 1;
  for (const notation::Access& access : notation::accesses(expr))
    for (std::size_t mode = 0; mode < access.indices.size(); ++mode)
      if (access.indices[mode] == var) extent = std::max(extent, facts.at(access.tensor.name).extents()[mode]);
  return extent;
}

// Whether a coordinate may need 64 bits. A kernel for any extents knows it from the formats of its operands only.
bool isWide(const Expr& of, const std::vector<IndexVar>& indices, const Facts& facts) {
  const auto accesses = notation::accesses(of);
  return std::any_of(accesses.begin(), accesses.end(),
                     [](const notation::Access& access) {
                       return widthsOf(access.tensor.format, access.tensor.dims).coordinates == Width::Bits64;
                     }) ||
         std::any_of(indices.begin(), indices.end(),
                     [&](const IndexVar& var) { return extentOf(var, of, facts) > static_cast<double>(mostNarrow); });
}

// Of wide extents, none is stored densely.
Format formatFor(const Expr& of, const std::vector<IndexVar>& indices, const Facts& facts) {
  const auto order = static_cast<int>(indices.size());
  if (order == 0) return Format();
  if (notation::storedWhere(of, {}, notation::declaredDense)) return denseFormat(order);
  const Format usual = sparseFormat(order);
  if (!isWide(of, indices, facts)) return usual;
  return usual.with(std::vector<LevelFormat>(indices.size(), compressed), usual.modeOrder())
      .with({.coordinates = Width::Bits64});
}

}  // namespace

Exprs factorsOf(const Expr& expr) {
  Exprs factors;
  addFactors(expr, factors);
  return factors;
}

Expr productOf(const Exprs& factors) {
  Expr product = factors.front();
  for (std::size_t n = 1; n < factors.size(); ++n) product = notation::binary(operators::multiply, product, factors[n]);
  return product;
}

std::string temporaryName(std::size_t n, const std::set<std::string>& reserved) {
  std::string name = fmt::format("t{}", n + 1);
  while (reserved.count(name) != 0) name += "_";
  return name;
}

Assignment temporaryFor(std::string name, Expr of, std::vector<IndexVar> indices, ValueType type, const Facts& facts) {
  Assignment temporary;
  temporary.rhs = std::move(of);
  temporary.lhs.tensor.name = std::move(name);
  temporary.lhs.tensor.format = formatFor(temporary.rhs, indices, facts);
  temporary.lhs.tensor.type = type;
  temporary.lhs.indices = std::move(indices);
  return temporary;
}

TensorFacts factsOfTemporary(const Assignment& temporary, Facts facts) {
  std::vector<double> extents;
  for (const IndexVar& var : temporary.lhs.indices) extents.push_back(extentOf(var, temporary.rhs, facts));
  double all = 1;
  for (const double extent : extents) all *= extent;
  facts[temporary.lhs.tensor.name] = TensorFacts(extents, all);
  const bool isDense = temporary.lhs.tensor.format.isDense();
  return {extents, isDense ? all : Estimate(temporary, facts).results()};
}

}  // namespace stardust::planner
