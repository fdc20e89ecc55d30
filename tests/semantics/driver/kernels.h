// The kernels of the differential tests, as a user writes them, over tensors of any shape.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "driver/generated.h"
#include "driver/machines.h"
#include "exec/compare.h"
#include "exec/reference.h"
#include "notation/parse.h"
#include "notation/reductions.h"
#include "tensor/generate.h"

namespace stardust::tests {

struct Operand {
  std::string name;
  Format format;
  std::vector<std::int64_t> dims;
  Fill fill = Fill::Dense;
  double density = 1;
  std::optional<ValueType> type = {};  ///< none: that of the case
};

/// An assignment with operands generated from a seed.
struct Case {
  notation::Assignment assignment;
  exec::Operands operands;
};

/// Reductions for random assignments, by the extreme of a function, and by an operator of another type of result.
inline const notation::Definitions& declaredReductions() {
  static const notation::Definitions all = [] {
    notation::Definitions definitions = notation::builtInDefinitions();
    for (const char* text : {"longest(a, b) = select(abs(a) < abs(b) || (abs(a) == abs(b) && a < b), b, a) identity 0",
                             "lexmin(a, b) = select(a < b, a, b) identity inf", "added(a, b) = a + b identity 0"}) {
      Lexer lexer(makeSource("<reduction>", text));
      notation::parseReduction(lexer, definitions);
    }
    return definitions;
  }();
  return all;
}

inline Case makeCase(const std::string& expression, const std::vector<Operand>& tensors, ValueType type,
                     std::uint64_t seed) {
  Case c;
  notation::Declarations declarations;
  for (const Operand& t : tensors) {
    notation::Declaration d;
    d.format = t.format;
    d.formatGiven = true;
    d.type = t.type.value_or(type);
    d.dims = t.dims;
    declarations[t.name] = d;
  }
  c.assignment = notation::declare(
      notation::parseAssignment(makeSource("expression", expression), declaredReductions()), declarations);
  const bool isComputed = notation::hasComputedIndices(c.assignment);  // onViews adds the values of indices
  if (!isComputed) c.assignment = notation::withKnownExtents(c.assignment, {});
  for (const Operand& t : tensors)
    if (t.name != c.assignment.lhs.tensor.name)
      c.operands[t.name] =
          pack(storable(generate(t.fill, t.dims, t.density, seed++, t.type.value_or(type)), t.format), t.format);
  if (!isComputed) driver::addIndexValues(c.assignment, c.operands);
  return c;
}

inline const capstan::Machine& capstanMachine() {
  static const capstan::Machine machine = driver::loadMachine("capstan");
  return machine;
}

inline const Format csr({dense, compressed}), csc({dense, compressed}, {1, 0}), vec({dense}), sparseVec({compressed}),
    rowMajor({dense, dense}), columnMajor({dense, dense}, {1, 0});

}  // namespace stardust::tests
