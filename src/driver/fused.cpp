#include "driver/fused.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "driver/planned.h"
#include "driver/result_type.h"
#include "driver/sequence.h"
#include "notation/accumulate.h"
#include "notation/inner_reductions.h"

namespace stardust::driver {
namespace {

using notation::Access;
using notation::Assignment;
using notation::Expr;
using notation::IndexVar;

const std::string& resultNameOf(const Step& step) { return step.expression.value.lhs.tensor.name; }

bool isSubset(const std::vector<IndexVar>& vars, const std::vector<IndexVar>& of) {
  return std::all_of(vars.begin(), vars.end(), [&](const IndexVar& v) { return notation::contains(of, v); });
}

// Types whose computation rounds or wraps a scalar as it does an entry of a tensor.
bool isOfArithmetic(ValueType type) {
  return type == ValueType::Int32 || type == ValueType::Int64 || type == ValueType::Float32 ||
         type == ValueType::Float64;
}

bool isSum(const Assignment& reduction) {
  return reduction.op == notation::AssignOp::Set || reduction.op.reduction() == operators::add;
}

// The reductions of one expression.
class Fusing {
 public:
  Fusing(const KernelSpec& spec, const std::vector<Step>& all, const Step& into) : spec_(spec), all_(all), into_(into) {
    if (!canTake()) return;
    for (const Step& step : all_)
      if (canJoin(step)) candidates_.push_back(&step);
    keepWidest();
    for (std::size_t before = 0; before != candidates_.size();) {
      before = candidates_.size();
      std::erase_if(candidates_, [&](const Step* s) { return isReadOutside(*s) || givesExtents(*s); });
    }
  }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const Step* step : candidates_) names.insert(resultNameOf(*step));
    return names;
  }

  /// `renamed`: variables of reductions with new names (notation::withDistinctVariables).
  Assignment assignment(std::map<IndexVar, IndexVar>& renamed) const {
    Assignment whole = into_.expression.value;
    whole.rhs = joined(whole.rhs);
    return notation::withDistinctVariables(std::move(whole), &renamed);
  }

 private:
  bool canTake() const {
    const Assignment& whole = into_.expression.value;
    const std::vector<IndexVar>& outer = whole.lhs.indices;
    return whole.op == notation::AssignOp::Set && leavesChoice(into_.commands) &&
           !notation::hasComputedIndices(whole) && isSubset(notation::variables(whole.rhs), outer) &&
           isOfArithmetic(declaredType(spec_, whole.lhs.tensor.name)) &&
           spec_.indexResults.count(whole.lhs.tensor.name) == 0;
  }

  bool canJoin(const Step& step) const {
    const Assignment& reduction = step.expression.value;
    const std::string& name = resultNameOf(step);
    const auto of = spec_.innerReductions.find(name);
    if (of == spec_.innerReductions.end() || of->second != resultNameOf(into_) || step.repeat != into_.repeat)
      return false;
    const std::vector<IndexVar>& kept = reduction.lhs.indices;
    // A loop that reads the scalar of another reduction, which begins with an identity, is no vector loop.
    return isSum(reduction) && leavesChoice(step.commands) && !notation::hasComputedIndices(reduction) &&
           !kept.empty() && isSubset(kept, into_.expression.value.lhs.indices) && !reducedBy(reduction).empty() &&
           declaredType(spec_, name) == declaredType(spec_, resultNameOf(into_)) && canLead(kept, reduction.rhs) &&
           canLead(kept, into_.expression.value.rhs) && canLead(kept, into_.expression.value.lhs);
  }

  static std::vector<IndexVar> reducedBy(const Assignment& reduction) {
    return notation::reductionVariables(reduction.rhs, reduction.lhs);
  }

  // Whether loops over these variables can be outside of all others.
  bool canLead(const std::vector<IndexVar>& kept, const Expr& expr) const {
    const std::vector<Access> all = notation::accesses(expr);
    return std::all_of(all.begin(), all.end(), [&](const Access& access) { return canLead(kept, access); });
  }

  bool canLead(const std::vector<IndexVar>& kept, const Access& access) const {
    const auto said = spec_.formats.find(access.tensor.name);
    const bool hasFill = spec_.fills.count(access.tensor.name) != 0;
    if (said == spec_.formats.end()) return !hasFill && areFirst(kept, access.indices);
    const Format format =
        withPlace(said->second.where, [&] { return said->second.value.of(static_cast<int>(access.indices.size())); });
    if (hasFill || format.isSymmetric() || format.order() != static_cast<int>(access.indices.size())) return false;
    std::vector<IndexVar> stored;
    for (const int mode : format.modeOrder()) stored.push_back(access.indices[static_cast<std::size_t>(mode)]);
    return areFirst(kept, stored);
  }

  static bool areFirst(const std::vector<IndexVar>& kept, const std::vector<IndexVar>& stored) {
    const auto isKept = [&](const IndexVar& var) { return notation::contains(kept, var); };
    return std::is_partitioned(stored.begin(), stored.end(), isKept);
  }

  // Reductions with the most coordinates; those with fewer stay statements, whose results the others read.
  void keepWidest() {
    std::size_t most = 0;
    for (const Step* step : candidates_) most = std::max(most, step->expression.value.lhs.indices.size());
    std::vector<IndexVar> kept;
    for (const Step* step : candidates_)
      if (step->expression.value.lhs.indices.size() == most) kept = step->expression.value.lhs.indices;
    candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(),
                                     [&](const Step* step) {
                                       const auto& own = step->expression.value.lhs.indices;
                                       return own.size() != most || !isSubset(own, kept);
                                     }),
                      candidates_.end());
  }

  bool staysStatement(const Step& step) const {
    return &step != &into_ && std::find(candidates_.begin(), candidates_.end(), &step) == candidates_.end();
  }

  // A reduction stays a statement if another statement reads it.
  bool isReadOutside(const Step& step) const {
    return std::any_of(all_.begin(), all_.end(), [&](const Step& reader) {
      return staysStatement(reader) && tensorsOf(reader).count(resultNameOf(step)) != 0;
    });
  }

  // The first statement that reads a generated tensor gives it its extents: one that follows may know less of them.
  bool givesExtents(const Step& step) const {
    const std::set<std::string> own = tensorsOf(step);
    return std::any_of(all_.begin(), all_.end(), [&](const Step& other) {
      if (!staysStatement(other) || &other < &step || &other > &into_) return false;
      const std::set<std::string> read = tensorsOf(other);
      return std::any_of(read.begin(), read.end(), [&](const std::string& name) {
        return own.count(name) != 0 && spec_.generators.count(name) != 0;
      });
    });
  }

  Expr joined(const Expr& expr) const {
    return notation::rewrite(expr, [&](const Expr& e) {
      const auto* read = std::get_if<Access>(&e->kind);
      if (!read) return Expr();
      for (const Step* step : candidates_) {
        const Assignment& reduction = step->expression.value;
        if (resultNameOf(*step) != read->tensor.name) continue;
        return notation::reducedOperand({operators::add, reducedBy(reduction), joined(reduction.rhs)}, e->where);
      }
      return Expr();
    });
  }

  const KernelSpec& spec_;
  const std::vector<Step>& all_;
  const Step& into_;
  std::vector<const Step*> candidates_;
};

}  // namespace

std::string noteOfReduction(const Assignment& reduction, const std::string& result) {
  return fmt::format("{} is computed before, for {}", notation::print(reduction), result);
}

KernelSpec fused(KernelSpec spec) {
  if (spec.innerReductions.empty()) return spec;
  const std::vector<Step> all = allSteps(spec);
  std::set<std::string> gone;
  std::vector<Step> whole = all;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const Fusing fusing(spec, all, all[n]);
    const std::set<std::string> names = fusing.names();
    if (names.empty()) continue;
    std::map<IndexVar, IndexVar> renamed;
    whole[n].expression.value = fusing.assignment(renamed);
    for (const auto& [now, before] : renamed)
      if (const auto dim = spec.dims.find(before); dim != spec.dims.end()) spec.dims.emplace(now, dim->second);
    for (const Step& step : all)
      if (names.count(resultNameOf(step)) != 0)
        std::erase(spec.notes, noteOfReduction(step.expression.value, resultNameOf(all[n])));
    gone.insert(names.begin(), names.end());
  }
  whole.erase(
      std::remove_if(whole.begin(), whole.end(), [&](const Step& s) { return gone.count(resultNameOf(s)) != 0; }),
      whole.end());
  for (const std::string& name : gone) {
    spec.innerReductions.erase(name);
    spec.types.erase(name);
    spec.formats.erase(name);
  }
  return withSteps(std::move(spec), std::move(whole));
}

}  // namespace stardust::driver
