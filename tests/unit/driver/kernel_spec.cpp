#include "driver/kernel_spec.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <sstream>

using namespace stardust;
using namespace stardust::driver;

namespace {

KernelSpec file(const std::string& name) {
  std::ifstream in(std::string(STARDUST_SOURCE_DIR) + "/examples/" + name);
  std::stringstream text;
  text << in.rdbuf();
  return parseKernel(makeSource(name, text.str()));
}

}  // namespace

TEST_CASE("the examples read as the paper's kernels") {
  const KernelSpec sddmm = file("sddmm.sd");
  const auto assignment = assignmentOf(sddmm);
  CHECK(notation::print(assignment) == "A(i,j) = B(i,j) * C(i,k) * D(k,j)");
  CHECK(toString(assignment.lhs.tensor.format) == "ds");
  CHECK(toString(notation::accesses(assignment.rhs)[2].tensor.format) == "dd:1,0");
  CHECK(sddmm.commands.size() == 4);
  CHECK(notation::print(assignmentOf(file("spmv.sd"))) == "y(i) = A(i,j) * x(j)");
}

TEST_CASE("a value of every keyword") {
  const KernelSpec spec =
      parseKernel(makeSource("k.sd",
                             "type float\ntype A:int\ninput alpha:2.5\ninput A:\"my file.mtx\" # quoted\n"
                             "output y:y.tns.gz\nmachine capstan\nmemory 2x.toml\ntarget oracle\nseed 7\n"
                             "print cin, plan\njson r.json\ngenerate x:s:0.25\ndim i:10\n"
                             "y(i) = alpha * A(i,j) * x(j)\n"));
  CHECK((spec.defaultType->value == ValueType::Float32));
  CHECK(std::get<std::complex<double>>(spec.inputs.at("alpha").value) == 2.5);
  CHECK(std::get<std::string>(spec.inputs.at("A").value) == "my file.mtx");
  CHECK(spec.outputs.at("y").value == "y.tns.gz");
  CHECK(spec.memory->value == "2x.toml");
  CHECK((spec.target->value == Target::Oracle));
  CHECK(spec.seed->value == 7);
  CHECK(spec.prints.size() == 2);
  CHECK(spec.generators.at("x").value.density == 0.25);
  CHECK(spec.dims.at("i").value == 10);
  const auto assignment = assignmentOf(spec);
  CHECK((assignment.lhs.tensor.type == ValueType::Float32));
  CHECK((notation::accesses(assignment.rhs)[1].tensor.type == ValueType::Int32));
}

TEST_CASE("value types by the names of C and by their sizes") {
  const std::pair<const char*, ValueType> names[] = {
      {"int", ValueType::Int32},      {"int32", ValueType::Int32},     {"long", ValueType::Int64},
      {"int64", ValueType::Int64},    {"float", ValueType::Float32},   {"float32", ValueType::Float32},
      {"double", ValueType::Float64}, {"float64", ValueType::Float64}, {"bool", ValueType::Bool},
      {"uint8", ValueType::Uint8},    {"half", ValueType::Float16},    {"bfloat16", ValueType::Bfloat16}};
  for (const auto& [name, type] : names) {
    KernelSpec spec = parseKernel(makeSource("k.sd", fmt::format("y(i) = x(i)\ntype {}\n", name)));
    addFlag(spec, "type", fmt::format("x:{}", name));
    CHECK((spec.defaultType->value == type));
    CHECK((spec.types.at("x").value == type));
  }
}

TEST_CASE("flags win over the file") {
  KernelSpec flags;
  addFlag(flags, "format", "x:s");
  addFlag(flags, "input", "x:x.tns");
  addFlag(flags, "schedule", "reorder(i,j)");
  const KernelSpec merged = merge(file("spmv.sd"), flags);
  CHECK(toString(merged.formats.at("x").value) == "s");
  CHECK(toString(merged.formats.at("A").value) == "ds");
  CHECK(merged.generators.count("x") == 0);
  CHECK(merged.commands.size() == 1);
}

TEST_CASE("tensors may be called like keywords") {
  CHECK(notation::print(parseKernel(makeSource("k.sd", "format(i) = type(i) * dim")).expression->value) ==
        "format(i) = type(i) * dim");
  for (const char* text : {"s min= A(i,j)", "set max= A(i,j)", "y *= x", "y += x"})
    CHECK(notation::print(parseKernel(makeSource("k.sd", text)).expression->value) == text);
}
