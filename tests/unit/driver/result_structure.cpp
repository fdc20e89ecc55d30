// The structures and types of results that are not declared, and calls of kernels without searches.
#include "driver/result_structure.h"

#include <doctest/doctest.h>

#include "driver/kernel_sequence.h"
#include "driver/sequence.h"
#include "tensor/generate.h"

using namespace stardust;
using driver::Argument;
using driver::KernelResult;
using driver::KernelSequence;
using driver::KernelSpec;

namespace {

KernelSpec specOf(const std::string& text) { return driver::parseKernel(makeSource("kernel", text)); }

std::string formatIn(const std::string& text, const driver::ResultRules& rules = {}) {
  const KernelSpec spec = driver::withResultRules(specOf(text), rules);
  const notation::Assignment& last = spec.expression->value;
  const auto format = spec.formats.find(last.lhs.tensor.name);
  return format == spec.formats.end() ? "dense" : toString(format->second.value.of(static_cast<int>(last.lhs.modes())));
}

std::string typeIn(const std::string& text) {
  const KernelSpec spec = driver::withResultRules(specOf(text));
  return toString(spec.types.at(spec.expression->value.lhs.tensor.name).value);
}

Storage sparse(const std::string& format, std::vector<std::int64_t> dims, std::uint64_t seed) {
  const auto order = static_cast<int>(dims.size());
  return pack(generate(Fill::Sparse, std::move(dims), 0.3, seed, ValueType::Float64), namedFormat(format, order));
}

Storage resultOf(const KernelResult& result) { return copyOf(result.view()); }

}  // namespace

TEST_CASE("a result stores the coordinates where its operands have entries") {
  const std::string matrices = "\nformat A,B:csr", columns = "\nformat A,B:csc", tensor = "\nformat T:csf";
  CHECK(formatIn("y(i) = A(i,j) * x(j)\nformat A:csr") == "dense");
  CHECK(formatIn("C(i,j) = A(i,k) * B(k,j)" + matrices) == "ds");
  CHECK(formatIn("C(i,j) = A(i,k) * B(k,j)" + columns) == "ds:1,0");
  CHECK(formatIn("C(i,j) = A(i,k) * X(k,j)\nformat A:csr") == "dense");
  CHECK(formatIn("C(i,j) = A(i,j) + B(i,j)" + matrices) == "ds");
  CHECK(formatIn("C(i,j) = A(i,j) + 1\nformat A:csr") == "dense");
  CHECK(formatIn("C(i,j) = A(i,j) * 2\nformat A:csc") == "ds:1,0");
  CHECK(formatIn("C(i,j) = A(i,j) * U(i,r) * V(j,r)\nformat A:csr") == "ds");
  CHECK(formatIn("C(i,j) = A(i,j) * x(j)\nformat A:csr") == "ds");
  CHECK(formatIn("C(i,j) = A(i,j) + x(j)\nformat A:csr") == "dense");
  CHECK(formatIn("C(i,j) = max(A(i,j), 0)\nformat A:csr") == "ds");
  CHECK(formatIn("C(i,j) = exp(A(i,j))\nformat A:csr") == "dense");
  CHECK(formatIn("C(i,r) = T(i,j,k) * B(j,r) * D(k,r)" + tensor) == "dense");
  CHECK(formatIn("C(i,j) = T(i,j,k) * x(k)" + tensor) == "ds");
  CHECK(formatIn("C(i,j,k) = T(i,j,k) * 2" + tensor) == "sss");
  CHECK(formatIn("C(b,i,j) = A(i,j) * w(b)\nformat A:csr") == "dss");
  CHECK(formatIn("y(i) = a(i) * b(i)\nformat a,b:s") == "s");
  CHECK(formatIn("y(i) = a(i) * b(i)\nformat a,b:s", {true}) == "dense");
  CHECK(formatIn("C(i,j) = a(i) * b(j)\nformat a,b:s") == "ds");
  CHECK(formatIn("C(i,j) = A(i,j)\nformat A:csr\nformat C:coo") == "uq");
}

TEST_CASE("a result has the type of NumPy's promotion") {
  CHECK(typeIn("c(i) = a(i) + b(i)\ntype a:int\ntype b:float") == "double");
  CHECK(typeIn("c(i) = a(i) + b(i)\ntype a:int8\ntype b:uint8") == "int16");
  CHECK(typeIn("c(i) = a(i) * 2\ntype a:int8") == "int8");
  CHECK(typeIn("c(i) = a(i) * 2.5\ntype a:int8") == "double");
  CHECK(typeIn("c(i) = a(i) * 2.5\ntype a:float") == "float");
  CHECK(typeIn("c(i) = a(i) < b(i)\ntype a:float\ntype b:float") == "bool");
  CHECK(typeIn("c(i) = sqrt(a(i))\ntype a:int") == "double");
  CHECK(typeIn("c(i) = sqrt(a(i))\ntype a:int16") == "float");
  CHECK(typeIn("c(i) = select(m(i), a(i), b(i))\ntype m:bool\ntype a:int\ntype b:int") == "int");
  CHECK(typeIn("c(i) = a(i)\ntype a:int\ntype c:long") == "long");
}

TEST_CASE("a ready call gives the result of a run, and leaves other extents to it") {
  const KernelSpec spec = specOf("C(i,j) = A(i,k) * B(k,j)\nformat A,B,C:csr\ntype double");
  const KernelSequence kernel(driver::kernelSteps(spec), {}, {}, {});
  const Storage A = sparse("csr", {9, 7}, 1), B = sparse("csr", {7, 8}, 2), other = sparse("csr", {6, 8}, 3);
  KernelResult expected, result;
  const std::vector<Argument> arguments = {{viewOf(A)}, {viewOf(B)}};
  kernel.run(arguments, kernel.requireFit(arguments), {&expected});
  const auto call = kernel.readyCall(arguments);
  REQUIRE(call);
  const StorageView a = viewOf(A), b = viewOf(B), wrong = viewOf(other);
  for (int n = 0; n < 2; ++n) {
    const StorageView* operands[] = {&a, &b};
    REQUIRE(call->run(operands, result));
    CHECK(firstDifference(resultOf(expected), resultOf(result)) == "");
  }
  const StorageView* operands[] = {&a, &wrong};
  CHECK(!call->run(operands, result));
  CHECK_THROWS_AS(kernel.requireFit({{a}, {wrong}}), Error);
}
