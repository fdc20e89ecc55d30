// A tensor with a fill gives the same result, whether its absent entries are skipped or stored.
#include "driver/fills.h"

#include <doctest/doctest.h>

#include <limits>

#include "notation/fills.h"
#include "semantics/driver/kernels.h"
#include "tensor/pack.h"

using namespace stardust;
using namespace stardust::tests;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

// The case with A stored dense, and its absent entries filled.
Case filled(Case c, double fill) {
  Storage& a = c.operands.at("A");
  a = driver::packFilled(unpack(a), denseFormat(2), fill);
  c.assignment.rhs = notation::rewrite(c.assignment.rhs, [&](const notation::Expr& e) {
    const auto* read = std::get_if<notation::Access>(&e->kind);
    if (!read || read->tensor.name != "A") return notation::Expr();
    notation::TensorVar dense = read->tensor;
    dense.format = denseFormat(2);
    return notation::access(dense, read->indices, e->where);
  });
  return c;
}

exec::Evaluated evaluated(const Case& c) {
  return exec::evaluateReference(c.assignment, c.operands, {{"i", 7}, {"j", 9}});
}

}  // namespace

TEST_CASE("absent entries that may be skipped change no result") {
  int skipped = 0, counted = 0;
  for (const char* left :
       {"R(i) = ", "R(i) min= ", "R(i) max= ", "R(i) *= ", "R(i) or= ", "R(i) and= ", "R(i,j) min= "})
    for (const char* right :
         {"A(i,j) + x(j)", "A(i,j) - x(j)", "x(j) - A(i,j)", "A(i,j) * x(j)", "A(i,j)", "-A(i,j) + b(i)",
          "min(A(i,j), x(j))", "max(b(i), A(i,j) + x(j))", "min(b(i), A(i,j) + x(j))", "relu(A(i,j)) * x(j)",
          "relu(A(i,j) * 2 + 1)", "A(i,j) > 2", "select(A(i,j), 1, x(j))"})
      for (const double fill : {inf, -inf, 0.0, 1.0, -1.0})
        for (const Format& format : {csr, csc, Format({compressed, compressed})}) {
          const std::string text = std::string(left) + right;
          CAPTURE(text);
          CAPTURE(fill);
          const int order = text[3] == ',' ? 2 : 1;
          std::vector<Operand> tensors = {
              {"A", format, {7, 9}, Fill::Sparse, 0.3},
              {"R", denseFormat(order), order == 1 ? std::vector<std::int64_t>{7} : std::vector<std::int64_t>{7, 9}}};
          if (text.find("x(j)") != std::string::npos) tensors.push_back({"x", vec, {9}});
          if (text.find("b(i)") != std::string::npos) tensors.push_back({"b", vec, {7}});
          const Case c = makeCase(text, tensors, ValueType::Float32, 5);
          if (!notation::mayBeSkipped(c.assignment, "A", fill)) {
            ++counted;
            continue;
          }
          ++skipped;
          const exec::Comparison same = exec::compare(evaluated(filled(c, fill)), evaluated(c).result);
          CHECK_MESSAGE(same.verified, same.difference);
        }
  CHECK(skipped > 100);
  CHECK(counted > 100);
}

TEST_CASE("a filled tensor has its entries, and the fill elsewhere") {
  const Storage sparse = pack(generate(Fill::Sparse, {5, 6}, 0.3, 3, ValueType::Float32), csr);
  const Coordinates entries = unpack(sparse);
  for (const Format& format : {rowMajor, columnMajor, Format({dense, runLength}), csr}) {
    const Storage filledTensor = driver::packFilled(entries, format, 4);
    validate(filledTensor);
    const Storage plain = convert(filledTensor, rowMajor);
    std::size_t found = 0, others = 0;
    for (const float value : std::get<ValueArray<float>>(plain.values)) (value == 4 ? others : found) += 1;
    CHECK(found == (format == csr ? 30 : entries.size()));  // the entries that CSR leaves out become zeros
    CHECK(others == (format == csr ? 0 : 30 - entries.size()));
  }
}
