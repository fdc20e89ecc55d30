#include "capstan/mapping/dependence.h"

#include <algorithm>
#include <map>
#include <optional>

#include "spatial/arithmetic.h"

namespace stardust::capstan {

namespace {

using spatial::BinaryOp;
using spatial::Type;

/// The analysis gives up on larger sums. No memory is that large, and sums of this size stay far from overflow.
constexpr std::int64_t widest = std::int64_t{1} << 40;

struct Range {
  std::int64_t least = 0, most = 0;
};

/// constant + Σ coefficient × iterator (by level; 1 is the outermost) + Σ coefficient × value from outside (by its
/// channel or argument).
struct Affine {
  std::int64_t constant = 0;
  std::map<Id, std::int64_t> iterators;
  std::map<std::pair<Id, std::string>, std::int64_t> others;
};

void add(Affine& sum, const Affine& term, std::int64_t factor) {
  sum.constant += factor * term.constant;
  for (const auto& [level, coefficient] : term.iterators) sum.iterators[level] += factor * coefficient;
  for (const auto& [value, coefficient] : term.others) sum.others[value] += factor * coefficient;
}

/// Whether all numbers fit in 32-bit words.
bool isSmall(const Affine& form) {
  const auto isWord = [](std::int64_t value) { return value >= INT32_MIN && value <= INT32_MAX; };
  const auto areWords = [&](const auto& terms) {
    return std::all_of(terms.begin(), terms.end(), [&](const auto& term) { return isWord(term.second); });
  };
  return isWord(form.constant) && areWords(form.iterators) && areWords(form.others);
}

std::optional<std::int64_t> constantOf(const Affine& form) {
  const auto areZero = [](const auto& terms) {
    return std::all_of(terms.begin(), terms.end(), [](const auto& term) { return term.second == 0; });
  };
  if (!areZero(form.iterators) || !areZero(form.others)) return std::nullopt;
  return form.constant;
}

/// The registers of one context as affine forms, as far as they are known outside the body of `level`.
class Forms {
 public:
  Forms(const Context& context, Id level) : context_(context) {
    for (const auto& preset : context.presets) {
      Affine form;
      if (preset.argument.empty()) {
        form.constant = spatial::intOf(preset.word);
      } else {
        form.others[{none, preset.argument}] = 1;
      }
      known_.emplace(preset.reg, form);
    }
    for (Id l = 1; l <= context.depth(); ++l) {
      if (!context.levels[l - 1].isScan()) known_[context.levels[l - 1].iterator].iterators[l] = 1;
    }
    for (const auto& input : context.inputs) {
      if (input.kind == Input::Kind::Scalar && input.level < level) known_[input.reg].others[{input.channel, {}}] = 1;
    }
    for (const auto& operations : context.operations) {
      for (const auto& operation : operations) learn(operation);
    }
  }

  const Affine* find(Register reg) const {
    const auto entry = known_.find(reg);
    return entry == known_.end() ? nullptr : &entry->second;
  }
  std::optional<std::int64_t> constant(Register reg) const {
    const auto* const form = find(reg);
    return form ? constantOf(*form) : std::nullopt;
  }
  /// The range of an iterator, if its bounds are known.
  std::optional<Range> rangeOf(Id level) const {
    const auto& loop = context_.levels[level - 1];
    const auto begin = constant(loop.begin), end = constant(loop.end), step = constant(loop.step);
    if (!begin || !end || !step || *step <= 0) return std::nullopt;
    return Range{*begin, std::max(*begin, *end - 1)};
  }

 private:
  void learn(const Operation& operation) {
    if (operation.kind != Operation::Kind::Binary || operation.type != Type::Int) return;
    const auto* const a = find(operation.a);
    const auto* const b = find(operation.b);
    if (!a || !b) return;
    Affine result;
    switch (static_cast<BinaryOp>(operation.op)) {
      case BinaryOp::Add:
      case BinaryOp::Sub:
        result = *a;
        add(result, *b, static_cast<BinaryOp>(operation.op) == BinaryOp::Add ? 1 : -1);
        break;
      case BinaryOp::Mul: {
        const auto left = constantOf(*a), right = constantOf(*b);
        if (!left && !right) return;
        add(result, left ? *b : *a, left ? *left : *right);
        break;
      }
      default: return;
    }
    if (isSmall(result)) known_.emplace(operation.result, std::move(result));
  }

  const Context& context_;
  std::map<Register, Affine> known_;
};

/// An index as coefficient × iterator of the loop + loop-invariant part + range.
struct Index {
  std::int64_t stride = 0;
  Affine outside;
  Range inside;
};

std::optional<Index> indexOf(const WordUse& use, Id level) {
  const Forms forms(*use.context, level);
  const auto* const form = forms.find(use.index);
  if (!form) return std::nullopt;
  Index index;
  index.inside = {form->constant, form->constant};
  index.outside.others = form->others;
  for (const auto& [at, coefficient] : form->iterators) {
    if (at < level) index.outside.iterators[at] = coefficient;
    if (at == level) {
      const auto step = forms.constant(use.context->levels[level - 1].step);
      if (!step) return std::nullopt;
      index.stride = coefficient * *step;
    }
    if (at <= level) continue;
    const auto range = forms.rangeOf(at);
    if (!range) return std::nullopt;
    const auto one = coefficient * range->least, other = coefficient * range->most;
    if (std::max(std::abs(one), std::abs(other)) > widest) return std::nullopt;
    index.inside.least += std::min(one, other);
    index.inside.most += std::max(one, other);
  }
  return index;
}

bool areApart(const Index& a, const Index& b) {
  if (a.stride != b.stride || a.stride == 0) return false;
  if (a.outside.iterators != b.outside.iterators || a.outside.others != b.outside.others) return false;
  const auto distance = std::max(a.inside.most - b.inside.least, b.inside.most - a.inside.least);
  return distance < std::abs(a.stride);
}

}  // namespace

bool areIterationsIndependent(const std::vector<WordUse>& uses, Id level) {
  std::vector<Index> indices;
  for (const auto& use : uses) {
    const auto index = indexOf(use, level);
    if (!index) return false;
    indices.push_back(*index);
  }
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (!uses[i].isWrite) continue;
    for (const auto& other : indices) {
      if (!areApart(indices[i], other)) return false;
    }
  }
  return true;
}

std::optional<std::int64_t> fixedDistance(const Context& context, Register from, Register to) {
  const Forms forms(context, context.depth() + 1);
  const auto* const first = forms.find(from);
  const auto* const last = forms.find(to);
  if (!first || !last) return std::nullopt;
  Affine distance = *last;
  add(distance, *first, -1);
  return constantOf(distance);
}

std::optional<std::int64_t> fixedValue(const Context& context, Register reg) {
  return Forms(context, context.depth() + 1).constant(reg);
}

}  // namespace stardust::capstan
