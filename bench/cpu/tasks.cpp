#include "tasks.h"

#include <fmt/format.h>

#include <filesystem>

#include "driver/invocation.h"
#include "driver/problem.h"

namespace stardust::bench {
namespace {

using Flags = std::vector<std::pair<std::string, std::string>>;

struct Kernel {
  const char* name;
  const char* expression;
  Flags flags;
  const char* data;  ///< which of the sets below, and the tensor that takes it
  const char* tensor;
};

// As cpu.md measures them: doubles; 64 columns for SDDMM, 32 for TTM and MTTKRP; further operands shifted as the paper says.
const std::vector<Kernel>& kernels() {
  static const Flags rows = {{"format", "A:csr"}, {"generate", "x:d"}};
  static const std::vector<Kernel> all = {
      {"spmv", "y(i) = A(i,j) * x(j)", rows, "matrices", "A"},
      {"mattransmul", "y(i) = alpha * A(j,i) * x(j) + beta * z(i)", {{"format", "A:csc"}, {"generate", "x,z:d"}, {"input", "alpha:2"}, {"input", "beta:0.5"}}, "matrices", "A"},
      {"residual", "y(i) = b(i) - A(i,j) * x(j)", {{"format", "A:csr"}, {"generate", "b,x:d"}}, "matrices", "A"},
      {"sddmm", "A(i,j) = B(i,j) * C(i,k) * D(j,k)", {{"format", "A,B:csr"}, {"format", "C,D:dd"}, {"generate", "C,D:d"}, {"dim", "k:64"}}, "matrices", "B"},
      {"plus3", "A(i,j) = B(i,j) + C(i,j) + D(i,j)", {{"format", "A,B,C,D:csr"}, {"generate", "C:rotate(B,1)"}, {"generate", "D:rotate(B,2)"}}, "rand800", "B"},
      {"plus2csr", "A(i,j) = B(i,j) + C(i,j)", {{"format", "A,B,C:csr"}, {"generate", "C:rotate(B,1)"}}, "rand800", "B"},
      {"ttv", "A(i,j) = B(i,j,k) * c(k)", {{"format", "A,B:csf"}, {"generate", "c:d"}}, "tensors", "B"},
      {"ttm", "A(i,j,l) = B(i,j,k) * C(k,l)", {{"format", "A:ssd"}, {"format", "B:csf"}, {"format", "C:dd"}, {"generate", "C:d"}, {"dim", "l:32"}}, "tensors", "B"},
      {"mttkrp", "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)", {{"format", "A,C,D:dd"}, {"format", "B:csf"}, {"generate", "C,D:d"}, {"dim", "j:32"}}, "tensors", "B"},
      {"innerprod", "alpha = B(i,j,k) * C(i,j,k)", {{"format", "B,C:dcc"}, {"generate", "C:rotate(B,1,even)"}}, "rand200", "B"},
      {"plus2", "A(i,j,k) = B(i,j,k) + C(i,j,k)", {{"format", "A,B,C:dcc"}, {"generate", "C:rotate(B,1,even)"}}, "rand200", "B"},
  };
  return all;
}

struct Data {
  std::string label;
  std::pair<std::string, std::string> flag;
};

// The data set where it is there; else a random tensor of its extents and entries, and the label says so.
Data fileOr(const std::string& folder, const std::string& name, const char* kind, const char* extension, const char* standIn, const char* tensor) {
  const std::string path = fmt::format("{}/{}/{}.{}.gz", folder, kind, name, extension);
  if (!folder.empty() && std::filesystem::exists(path)) return {name, {"input", fmt::format("{}:{}", tensor, path)}};
  return {name + " random", {"generate", fmt::format("{}:s:{}", tensor, standIn)}};
}

std::vector<Data> dataOf(const std::string& folder, const Kernel& kernel) {
  const std::string set = kernel.data;
  const char* t = kernel.tensor;
  if (set == "matrices")
    return {fileOr(folder, "bcsstk30-like", "matrices", "mtx", "0.00244:28924,28924", t),
            fileOr(folder, "ckt11752_dc_1-like", "matrices", "mtx", "0.000135:49702,49702", t),
            fileOr(folder, "Trefethen_20000", "matrices", "mtx", "0.00139:20000,20000", t)};
  if (set == "tensors") return {fileOr(folder, "facebook-like", "tensors", "tns", "0.000000114:1591,63891,63890", t)};
  std::vector<Data> random;
  for (const auto& [percent, density] : {std::pair("1", "0.01"), std::pair("10", "0.1"), std::pair("50", "0.5")})
    random.push_back({fmt::format("{}_{}", set, percent), {"generate", fmt::format("{}:s:{}:{}", t, density, set == "rand800" ? "800,800" : "200,200,200")}});
  return random;
}

double bytesOf(const Storage& s) {
  std::size_t bytes = s.stored() * 8;
  for (const Level& level : s.levels) bytes += level.pos.size() * 4 + level.crd.size() * 4;
  return static_cast<double>(bytes);
}

}  // namespace

std::vector<TaskSpec> tasks(const std::string& folder) {
  std::vector<TaskSpec> list;
  for (const Kernel& kernel : kernels())
    for (const Data& data : dataOf(folder, kernel)) {
      driver::Invocation invocation{kernel.expression, kernel.flags, false};
      invocation.flags.push_back({"type", "double"});
      invocation.flags.push_back(data.flag);
      list.push_back({kernel.name, data.label, std::move(invocation)});
    }
  return list;
}

Task load(const TaskSpec& spec) {
  Task task{spec.kernel, spec.data, driver::loadProblem(driver::specOf(spec.invocation))};
  for (const auto& [name, storage] : task.problem.operands) task.bytes += bytesOf(storage);
  return task;
}

void addResultBytes(Task& task, const Storage& result) { task.bytes += bytesOf(result); }

}  // namespace stardust::bench
