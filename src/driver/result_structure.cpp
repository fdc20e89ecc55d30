#include "driver/result_structure.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "driver/result_type.h"
#include "driver/sequence.h"
#include "levels/registry.h"
#include "notation/stored.h"

namespace stardust::driver {
namespace {

using notation::IndexVar;
using Vars = std::set<IndexVar>;
// The coordinates at which a product is stored: each set of variables is selected jointly by a sparse operand.
using Term = std::vector<Vars>;
// One term for each way to be stored; none: everywhere.
using Structure = std::optional<std::vector<Term>>;

constexpr std::size_t mostTerms = 64;  // beyond, an expression counts as stored everywhere

Structure both(Structure a, Structure b) {
  if (!a) return b;
  if (!b) return a;
  if (a->size() * b->size() > mostTerms) return std::nullopt;
  Structure all = std::vector<Term>();
  for (const Term& x : *a)
    for (const Term& y : *b) {
      all->push_back(x);
      all->back().insert(all->back().end(), y.begin(), y.end());
    }
  return all;
}

Structure either(Structure a, const Structure& b) {
  if (!a || !b || a->size() + b->size() > mostTerms) return std::nullopt;
  a->insert(a->end(), b->begin(), b->end());
  return a;
}

// Formats and types of the tensors so far.
class Known {
 public:
  explicit Known(const KernelSpec& spec) : spec_(spec) {}

  Format formatOf(const std::string& tensor, std::size_t order) const {
    const auto said = spec_.formats.find(tensor);
    return said == spec_.formats.end() ? denseFormat(static_cast<int>(order))
                                       : said->second.value.of(static_cast<int>(order));
  }
  ValueType typeOf(const std::string& tensor) const { return declaredType(spec_, tensor); }

 private:
  const KernelSpec& spec_;
};

// The outer levels down to the last that leaves coordinates out.
std::size_t sparseLevels(const Format& format) {
  std::size_t levels = format.levels().size();
  while (levels > 0 && levels::of(format.levels()[levels - 1]).isFull) --levels;
  return levels;
}

Structure structureOf(const notation::Access& access, const Known& known) {
  if (access.tensor.isIndexValue) return std::nullopt;
  const Format format = known.formatOf(access.tensor.name, access.modes());
  const std::size_t sparse = sparseLevels(format);
  if (sparse == 0) return std::nullopt;
  Vars vars;
  if (!access.computed.empty()) {
    vars.insert(access.indices.begin(), access.indices.end());
  } else {
    for (std::size_t l = 0; l < sparse; ++l)
      vars.insert(access.indices.at(static_cast<std::size_t>(format.modeOrder()[l])));
  }
  if (vars.empty()) return std::nullopt;  // a number, such as A(0,2)
  return std::vector<Term>{{vars}};
}

Structure structureOf(const notation::Expr& expr, const Known& known, bool asksAll) {
  return match(
      expr->kind, [&](const notation::Access& access) { return structureOf(access, known); },
      [](const notation::Literal&) { return Structure(); },
      [&](const notation::Call& call) {
        return notation::decided(
            notation::deciding(call, asksAll), Structure(),
            [&](const notation::Expr& operand) { return structureOf(operand, known, asksAll); },
            [](Structure a, Structure b) { return both(std::move(a), std::move(b)); },
            [](Structure a, const Structure& b) { return either(std::move(a), b); });
      });
}

// Joins sets with a common variable.
std::vector<Vars> connected(const Term& term) {
  std::vector<Vars> parts;
  for (Vars vars : term) {
    for (auto part = parts.begin(); part != parts.end();) {
      const bool meets = std::any_of(part->begin(), part->end(), [&](const IndexVar& v) { return vars.count(v) != 0; });
      if (meets) vars.merge(*part);
      part = meets ? parts.erase(part) : std::next(part);
    }
    parts.push_back(std::move(vars));
  }
  return parts;
}

Vars sparseIn(const Term& term, const Vars& ofResult) {
  Vars sparse;
  for (const Vars& part : connected(term)) {
    Vars shared;
    std::set_intersection(part.begin(), part.end(), ofResult.begin(), ofResult.end(),
                          std::inserter(shared, shared.end()));
    if (shared.size() >= 2 || shared.size() == part.size()) sparse.merge(shared);
  }
  return sparse;
}

Vars sparseVarsOf(const notation::Assignment& assignment, const Known& known) {
  const Vars ofResult(assignment.lhs.indices.begin(), assignment.lhs.indices.end());
  const Structure structure = structureOf(assignment.rhs, known, notation::reducesAll(assignment.op));
  if (!structure) return {};
  std::optional<Vars> sparse;
  for (const Term& term : *structure) {
    const Vars ofTerm = sparseIn(term, ofResult);
    if (!sparse) {
      sparse = ofTerm;
      continue;
    }
    Vars common;
    std::set_intersection(sparse->begin(), sparse->end(), ofTerm.begin(), ofTerm.end(),
                          std::inserter(common, common.end()));
    sparse = common;
  }
  return sparse.value_or(Vars());
}

bool areByColumns(const notation::Assignment& assignment, const Known& known) {
  bool any = false;
  for (const notation::Access& access : notation::accesses(assignment.rhs)) {
    if (access.tensor.isIndexValue || access.modes() != 2) continue;
    const Format format = known.formatOf(access.tensor.name, 2);
    if (sparseLevels(format) == 0) continue;
    if (format.mode(0) == 0) return false;
    any = true;
  }
  return any;
}

Format formatFor(const notation::Assignment& assignment, const Known& known, bool vectorIsDense) {
  const auto& indices = assignment.lhs.indices;
  const std::size_t order = assignment.lhs.modes();
  if (!assignment.lhs.computed.empty()) return denseFormat(static_cast<int>(order));
  const Vars sparse = sparseVarsOf(assignment, known);
  if (sparse.empty() || (order == 1 && vectorIsDense)) return denseFormat(static_cast<int>(order));
  if (sparse.size() == order) {
    if (order == 2 && areByColumns(assignment, known)) return namedFormat("csc");
    return sparseFormat(static_cast<int>(order));
  }
  std::vector<LevelFormat> levels;
  std::vector<int> modes;
  for (std::size_t m = 0; m < order; ++m) {
    levels.push_back(sparse.count(indices[m]) ? compressed : dense);
    modes.push_back(static_cast<int>(m));
  }
  return Format(std::move(levels), std::move(modes));
}

// A type of NumPy: that of a tensor, or of a literal, which takes the type beside it.
struct Typed {
  std::optional<ValueType> tensor;
  bool isDecimal = false;  ///< of a literal

  ValueType type() const { return tensor ? *tensor : isDecimal ? ValueType::Float64 : ValueType::Int64; }
};

Typed promotedWith(const Typed& a, const Typed& b) {
  if (a.tensor && b.tensor) return {promoted(*a.tensor, *b.tensor)};
  if (!a.tensor && !b.tensor) return {std::nullopt, a.isDecimal || b.isDecimal};
  const ValueType of = a.tensor ? *a.tensor : *b.tensor;
  const bool isDecimal = a.tensor ? b.isDecimal : a.isDecimal;
  if (isDecimal && isInteger(of)) return {ValueType::Float64};
  return {of == ValueType::Bool ? ValueType::Int64 : of};
}

ValueType floatOf(ValueType type) {
  if (!isInteger(type)) return type;
  const std::size_t bytes = rowOf(type).bytes;
  return bytes == 1 ? ValueType::Float16 : bytes == 2 ? ValueType::Float32 : ValueType::Float64;
}

Typed typeOf(const notation::Expr& expr, const Known& known) {
  return match(
      expr->kind,
      [&](const notation::Access& access) {
        return Typed{access.tensor.isIndexValue ? ValueType::Int64 : known.typeOf(access.tensor.name)};
      },
      [](const notation::Literal& literal) {
        if (!notation::realNumber(literal)) return Typed{ValueType::Complex64};
        return Typed{std::nullopt, std::holds_alternative<double>(literal.value)};
      },
      [&](const notation::Call& call) {
        std::optional<Typed> type;
        const std::string name = call.op->text;
        for (std::size_t n = name == "select" ? 1 : 0; n < call.operands.size(); ++n) {
          const Typed operand = typeOf(call.operands[n], known);
          type = type ? promotedWith(*type, operand) : operand;
        }
        if (call.op->givesTruth) return Typed{ValueType::Bool};
        if (name == "float") return Typed{ValueType::Float32};
        if (name == "double") return Typed{ValueType::Float64};
        if (!type) return Typed{ValueType::Float64};
        if (call.op->givesReal && isComplex(type->type())) return Typed{realOf(type->type())};
        if (!call.op->integer) return Typed{floatOf(type->type())};
        return *type;
      });
}

}  // namespace

KernelSpec withResultRules(KernelSpec spec, const ResultRules& rules) {
  if (!spec.expression) return spec;
  for (const std::string& result : spec.indexResults) spec.types.emplace(result, Said<ValueType>{ValueType::Int64, {}});
  const std::vector<Step> all = allSteps(spec);
  for (const Step& step : all) {
    const notation::Assignment& assignment = step.expression.value;
    const std::string& result = assignment.lhs.tensor.name;
    const bool isLast = &step == &all.back();
    const Known known(spec);
    if (!spec.types.count(result) && !spec.defaultType)
      spec.types.emplace(result, Said<ValueType>{typeOf(assignment.rhs, known).type(), step.expression.where});
    if (spec.formats.count(result) || assignment.lhs.modes() == 0) continue;
    const bool vectorIsDense = isLast ? rules.vectorIsDense : spec.innerReductions.count(result) != 0;
    const Format format = formatFor(assignment, known, vectorIsDense);
    if (!format.isDense()) spec.formats.emplace(result, Said<WrittenFormat>{format, step.expression.where});
  }
  return spec;
}

}  // namespace stardust::driver
