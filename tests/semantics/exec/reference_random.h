// Random assignments with random operands: all operators, every order from 0 to 5, every kind of level, empty tensors,
// dimensions of 0 and 1.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "exec/reference.h"
#include "operators/arithmetic.h"

namespace stardust::exec::testing {

struct Case {
  notation::Assignment assignment;
  Operands operands;
  Dimensions dims;
};

/// The constructs of a random case.
struct Shape {
  bool nestedSums = true;  ///< sums inside products
  bool divisions = true;
  bool repeats = true;    ///< a repeated variable in one access
  bool functions = true;  ///< min, abs and so on
};

class RandomCase {
 public:
  explicit RandomCase(unsigned seed, Shape shape = {}) : random_(seed), shape_(shape) {}

  Case make() {
    const std::int64_t extents[] = {1, 2, 3, 5};
    // Usually three variables; sometimes five, so that orders 4 and 5 occur.
    for (const char* v : {"i", "j", "k"}) case_.dims[v] = below(40) ? extents[below(4)] : 0;
    if (below(6) == 0)
      for (const char* v : {"l", "m"}) case_.dims[v] = extents[below(3)];
    type_ = anyType();
    while (type_ == ValueType::Bool) type_ = anyType();  // divisions and differences are of numbers
    std::vector<notation::IndexVar> vars = distinctVariables();
    notation::TensorVar result{"R", randomFormat(static_cast<int>(vars.size())), type_, {}, false};
    for (const auto& v : vars) result.dims.push_back(case_.dims[v]);
    const auto op = [&] {
      using notation::AssignOp;
      if (below(2)) return AssignOp::Set;
      std::vector<AssignOp> others = {operators::add};
      for (const operators::Operator& row : operators::table())
        if (operators::canReduce(row) && operators::takes(row, type_)) others.push_back(&row);
      return others[static_cast<std::size_t>(below(static_cast<int>(others.size())))];
    };
    case_.assignment.op = op();
    if (case_.assignment.op != notation::AssignOp::Set && below(2) == 0)
      case_.operands.emplace("R", randomStorage(result.dims, type_, randomFormat(result.order())));
    case_.assignment.lhs = {result, vars};
    case_.assignment.rhs = sum(3);
    return case_;
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    std::shuffle(items.begin(), items.end(), random_);
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Format randomFormat(int order) {
    std::vector<LevelFormat> levels;
    std::vector<int> modes;
    for (int l = 0; l < order; ++l) {
      levels.push_back(below(2) ? dense : compressed);
      modes.push_back(l);
    }
    if (order >= 2 && below(5) == 0) {  // coordinate lists
      levels.assign(static_cast<std::size_t>(order), singleton);
      levels[0] = compressedNonUnique;
    }
    std::shuffle(modes.begin(), modes.end(), random_);
    return {levels, modes};
  }

  Storage randomStorage(const std::vector<std::int64_t>& dims, ValueType type, const Format& format) {
    const int densities[] = {0, 20, 50, 100};
    const int density = densities[below(4)];
    Coordinates entries{dims, {}, {}};
    std::vector<std::int32_t> at(dims.size(), 0);
    std::size_t count = 0;
    const bool empty = std::find(dims.begin(), dims.end(), 0) != dims.end();
    for (bool more = !empty; more;) {
      if (below(100) < density || dims.empty()) {
        entries.crd.append(at.begin(), at.end());
        ++count;
      }
      more = false;
      for (std::size_t m = dims.size(); m-- > 0 && !more;) {
        more = ++at[m] < dims[m];
        if (!more) at[m] = 0;
      }
    }
    entries.values = makeValues(type, count);
    std::visit(
        [&](auto& values) {
          for (auto& v : values) setRandom(v);
        },
        entries.values);
    return pack(entries, format);
  }

 private:
  // One in ten is an explicit zero; integers sometimes wrap, if the result is an integer.
  template <class T>
  void setRandom(T& v) {
    const int wraps = isInteger(type_) ? below(2) : 0;
    if constexpr (isComplexElement<T>) {
      typename T::value_type real = 0, imaginary = 0;
      setRandom(real);
      setRandom(imaginary);
      v = {real, imaginary};
    } else if constexpr (isReal<T>) v = static_cast<T>(static_cast<double>(below(10) ? below(2000) - 1000 : 0) / 300);
    else if constexpr (std::is_same_v<T, Truth>) v = Truth(below(2));
    else v = static_cast<T>(below(10) ? below(20) - 10 : wraps * (std::numeric_limits<T>::max() - 15));
  }

  std::vector<notation::IndexVar> distinctVariables(int atMost = 5) {
    std::vector<notation::IndexVar> vars;
    for (const auto& [v, extent] : case_.dims) vars.push_back(v);
    std::shuffle(vars.begin(), vars.end(), random_);
    const int most = std::min(atMost, static_cast<int>(vars.size()));
    vars.resize(static_cast<std::size_t>(below(most + 1)));
    return vars;
  }

  ValueType anyType() { return static_cast<ValueType>(below(static_cast<int>(valueTypes().size()))); }
  ValueType operandType() {
    ValueType type = anyType();
    while (!convertsTo(type, type_)) type = anyType();
    return type;
  }

  notation::Expr tensor(std::vector<notation::IndexVar> vars, const Format& format) {
    std::string name(1, static_cast<char>('A' + case_.operands.size()));
    notation::TensorVar var{name, format, operandType(), {}, false};
    for (const auto& v : vars) var.dims.push_back(case_.dims[v]);
    case_.operands.emplace(name, randomStorage(var.dims, var.type, format));
    return notation::access(var, std::move(vars));
  }

  notation::Expr indexValue() {
    const notation::IndexVar var = std::next(case_.dims.begin(), below(static_cast<int>(case_.dims.size())))->first;
    const notation::Expr value = notation::withIndexValuesOf(type_, notation::indexValue("index_" + var, var));
    notation::Access access = std::get<notation::Access>(value->kind);
    access.tensor.dims = {case_.dims[var]};
    Coordinates all{access.tensor.dims, {}, ValueArray<std::int64_t>()};
    for (std::int64_t c = 0; c < case_.dims[var]; ++c) {
      all.crd.push_back(static_cast<std::int32_t>(c));
      std::get<ValueArray<std::int64_t>>(all.values).push_back(c);
    }
    case_.operands[access.tensor.name] = convertValues(pack(all, access.tensor.format), type_);
    return notation::access(access.tensor, access.indices);
  }

  notation::Expr leaf() {
    if (below(6) == 0) return notation::literal(std::int64_t{below(7)} - 3);
    if (below(10) == 0) return indexValue();
    std::vector<notation::IndexVar> vars = distinctVariables();
    if (shape_.repeats && vars.size() > 1 && below(8) == 0) vars[1] = vars[0];
    const Format format = randomFormat(static_cast<int>(vars.size()));
    return tensor(std::move(vars), format);
  }

  notation::Expr divisor() {
    const bool integer = isInteger(type_);
    if (below(2)) return integer ? notation::literal(std::int64_t{3}) : notation::literal(0.75);
    std::vector<notation::IndexVar> vars = distinctVariables(2);
    const notation::Expr full = tensor(vars, denseFormat(static_cast<int>(vars.size())));
    Values& values = case_.operands.at(std::get<notation::Access>(full->kind).tensor.name).values;
    if (integer) {
      values = makeValues(ValueType::Int32, sizeOf(values));
      for (std::int32_t& v : std::get<ValueArray<std::int32_t>>(values)) v = below(2) ? 1 + below(5) : -1 - below(5);
    } else {
      values = makeValues(ValueType::Float64, sizeOf(values));
      for (double& v : std::get<ValueArray<double>>(values)) v = 1 + below(100) / 10.0;
    }
    if (below(3) == 0) return notation::binary(operators::max, full, notation::literal(std::int64_t{1}));
    if (!integer && below(3) == 0) return notation::binary(operators::add, full, notation::literal(0.5));
    return full;
  }

  // A function of floats only is partial: its argument is mostly nonnegative.
  notation::Expr function(int depth) {
    std::vector<notation::Op> all;
    for (const operators::Operator& row : operators::table())
      if (operators::callName(row) && operators::takes(row, type_)) all.push_back(&row);
    const notation::Op op = all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    const bool isPartial = !operators::takes(*op, ValueType::Int32) && below(5) > 0;
    std::vector<notation::Expr> operands;
    for (std::size_t n = 0; n < op->arity; ++n) {
      const bool divides = op->undefinedAt0 && op->undefinedAt0->operand == n;
      if (divides && !shape_.divisions) return product(depth);
      operands.push_back(divides ? divisor() : n == 0 ? sum(depth) : product(depth));
      if (isPartial) operands.back() = notation::call(operators::function("abs"), {operands.back()});
    }
    return notation::call(op, std::move(operands));
  }

  notation::Expr product(int depth) {
    if (depth == 0) return leaf();
    switch (below(shape_.functions ? 7 : 6)) {
      case 0: return notation::negate(product(depth - 1));
      case 6: return function(depth - 1);
      case 1: return leaf();
      case 2:
        if (shape_.nestedSums) return sum(depth - 1);
        break;
      case 3:
        if (shape_.divisions) {
          notation::Expr numerator = product(depth - 1);
          return notation::binary(operators::divide, numerator, divisor());
        }
        break;
      default: break;
    }
    notation::Expr left = product(depth - 1);
    return notation::binary(operators::multiply, left, product(depth - 1));
  }

  notation::Expr sum(int depth) {
    if (depth == 0) return leaf();
    switch (below(4)) {
      case 0: return notation::negate(sum(depth - 1));
      case 1: return product(depth - 1);
      default: {
        notation::Expr left = below(2) ? sum(depth - 1) : product(depth - 1);
        const auto op = below(2) ? operators::add : operators::subtract;
        return notation::binary(op, left, product(depth - 1));
      }
    }
  }

  std::mt19937 random_;
  Shape shape_;
  ValueType type_ = ValueType::Int32;
  Case case_;
};

}  // namespace stardust::exec::testing
