// Random computed indices: forms of an index, with the extents of the mode that they read, and the kernel on views.
#pragma once

#include <fmt/format.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "driver/generated.h"
#include "driver/view_entries.h"
#include "exec/compare.h"
#include "kernels.h"
#include "notation/views.h"

namespace stardust::tests {

/// An index of a mode: `a` and `b` are small numbers, whose meaning depends on the form.
struct RandomIndex {
  enum class Form { Variable, Constant, Window, Shift, Stride, Reversal, Sum, Gather };
  Form form = Form::Variable;
  std::string var = {}, other = {};  ///< `other`: a second variable of a sum, or the tensor of a gather
  std::int64_t a = 0, b = 1;

  using Dims = std::map<std::string, std::int64_t>;

  std::string text(const Dims& dims) const {
    switch (form) {
      case Form::Variable: return var;
      case Form::Constant: return std::to_string(a);
      case Form::Window: return fmt::format("{}({}:{}:{})", var, a, a + (dims.at(var) - 1) * b + 1, b);
      case Form::Shift: return fmt::format("{} + {}", var, a);
      case Form::Stride: return fmt::format("{}*{} + {}", b + 1, var, a);
      case Form::Reversal: return fmt::format("{} - {}", dims.at(var) - 1 + a, var);
      case Form::Sum: return fmt::format("{}*{} + {}", b, var, other);
      case Form::Gather: return fmt::format("{}({})", other, var);
    }
    return {};
  }
  /// Of the mode: at least what the index reaches.
  std::int64_t extent(const Dims& dims) const {
    switch (form) {
      case Form::Variable: return dims.at(var);
      case Form::Constant: return a + b;
      case Form::Window: return a + (dims.at(var) - 1) * b + 1;
      case Form::Shift: return dims.at(var) + a + b - 1;
      case Form::Stride: return (b + 1) * (dims.at(var) - 1) + a + 1;
      case Form::Reversal: return dims.at(var) + a;
      case Form::Sum: return b * (dims.at(var) - 1) + dims.at(other);
      case Form::Gather: return dims.at(var) + a;
    }
    return 0;
  }
};

/// A form for an index `var`. `sumWith`: a variable for a sum; empty: none.
inline RandomIndex randomIndex(const std::string& var, const std::string& sumWith, const std::string& tensor,
                               std::mt19937_64& random) {
  using Form = RandomIndex::Form;
  std::vector<Form> forms = {Form::Window, Form::Shift, Form::Stride, Form::Reversal, Form::Gather};
  if (!sumWith.empty()) forms.insert(forms.end(), {Form::Sum, Form::Sum});
  RandomIndex index{forms[random() % forms.size()], var};
  index.other = index.form == Form::Gather ? "p" + tensor + var : sumWith;
  index.a = static_cast<std::int64_t>(random() % 3);
  index.b = 1 + static_cast<std::int64_t>(random() % 2);
  return index;
}

/// The kernel with views in place of computed accesses, whose reference is that of the kernel as written. Throws Error
/// (wrong) if the two references differ. `dims`: of the variables.
inline Case onViews(const Case& written, const RandomIndex::Dims& dims) {
  const notation::Viewed viewed = notation::withViews(written.assignment, {});
  notation::Extents extents;
  for (const auto& [var, extent] : dims) extents.emplace(var, notation::Extent(extent));
  Case made{notation::withExtents(notation::withDims(viewed.assignment, {}), extents), {}};
  for (const notation::Access& access : notation::accesses(made.assignment.rhs))
    if (const auto plain = written.operands.find(access.tensor.name); plain != written.operands.end())
      made.operands.insert(*plain);
  for (const notation::View& view : viewed.views)
    made.operands[view.tensor.name] =
        driver::made(view, written.operands.at(view.of.tensor.name), written.operands, dims);
  driver::addIndexValues(made.assignment, made.operands);
  exec::Operands asWritten = written.operands;
  driver::addIndexValues(made.assignment, asWritten);
  const auto comparison = exec::compare(exec::evaluateReference(written.assignment, asWritten, dims),
                                        exec::evaluateReference(made.assignment, made.operands).result);
  if (!comparison.verified) failWrong("the views of " + notation::print(written.assignment), {}, comparison.difference);
  return made;
}

/// Coordinates of a mode, drawn from a seed.
inline Storage randomCoordinates(std::int64_t count, std::int64_t extent, std::uint64_t seed) {
  Storage drawn = pack(generate(Fill::Dense, {count}, 1, seed, ValueType::Int32), vec);
  driver::drawBelow(extent, drawn);
  return drawn;
}

}  // namespace stardust::tests
