#include "tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
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
  const char* data;                  ///< one of the sets below
  std::vector<const char*> tensors;  ///< the tensors that take it
  const char* searched = "";         ///< the operand of which only entries that meet the others are read
};

// As in cpu.md: doubles; 64 columns for SDDMM, 32 for TTM and MTTKRP; further operands shifted as in the paper. The
// kernels below the line are not in cpu.md.
const std::vector<Kernel>& kernels() {
  static const Flags sums = {{"format", "A,B,C:csr"}, {"generate", "C:rotate(B,1)"}};
  static const std::vector<Kernel> all = {
      {"spmv", "y(i) = A(i,j) * x(j)", {{"format", "A:csr"}, {"generate", "x:d"}}, "matrices", {"A"}},
      {"spmv", "y(i) = A(i,j) * x(j)", {{"format", "A:csr"}, {"generate", "x:d"}}, "few a row", {"A"}},
      {"mattransmul",
       "y(i) = alpha * A(j,i) * x(j) + beta * z(i)",
       {{"format", "A:csc"}, {"generate", "x,z:d"}, {"input", "alpha:2"}, {"input", "beta:0.5"}},
       "matrices",
       {"A"}},
      {"residual", "y(i) = b(i) - A(i,j) * x(j)", {{"format", "A:csr"}, {"generate", "b,x:d"}}, "matrices", {"A"}},
      {"sddmm",
       "A(i,j) = B(i,j) * C(i,k) * D(j,k)",
       {{"format", "A,B:csr"}, {"format", "C,D:dd"}, {"generate", "C,D:d"}, {"dim", "k:64"}},
       "matrices",
       {"B"}},
      {"plus3",
       "A(i,j) = B(i,j) + C(i,j) + D(i,j)",
       {{"format", "A,B,C,D:csr"}, {"generate", "C:rotate(B,1)"}, {"generate", "D:rotate(B,2)"}},
       "rand800",
       {"B"}},
      {"plus2csr", "A(i,j) = B(i,j) + C(i,j)", sums, "rand800", {"B"}},
      {"ttv", "A(i,j) = B(i,j,k) * c(k)", {{"format", "A,B:csf"}, {"generate", "c:d"}}, "tensors", {"B"}},
      {"ttm",
       "A(i,j,l) = B(i,j,k) * C(k,l)",
       {{"format", "A:ssd"}, {"format", "B:csf"}, {"format", "C:dd"}, {"generate", "C:d"}, {"dim", "l:32"}},
       "tensors",
       {"B"}},
      {"mttkrp",
       "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
       {{"format", "A,C,D:dd"}, {"format", "B:csf"}, {"generate", "C,D:d"}, {"dim", "j:32"}},
       "tensors",
       {"B"}},
      {"innerprod",
       "alpha = B(i,j,k) * C(i,j,k)",
       {{"format", "B,C:dcc"}, {"generate", "C:rotate(B,1,even)"}},
       "rand200",
       {"B"}},
      {"plus2",
       "A(i,j,k) = B(i,j,k) + C(i,j,k)",
       {{"format", "A,B,C:dcc"}, {"generate", "C:rotate(B,1,even)"}},
       "rand200",
       {"B"}},
      // ----
      {"spmm",
       "A(i,j) = B(i,k) * C(k,j)",
       {{"format", "A,C:dd"}, {"format", "B:csr"}, {"generate", "C:d"}, {"dim", "j:32"}},
       "matrices",
       {"B"}},
      {"spgemm", "A(i,j) = B(i,k) * C(k,j)", {{"format", "A,B,C:csr"}}, "squared", {"B", "C"}},
      {"spmspv",
       "y(i) = A(i,j) * x(j)",
       {{"format", "A:csc"}, {"format", "x,y:s"}, {"generate", "x:s:0.01"}},
       "matrices",
       {"A"},
       "A"},
      {"spgemm", "A(i,j) = B(i,k) * C(k,j)", sums, "rotated", {"B"}},
      {"times", "A(i,j) = B(i,j) * C(i,j)", sums, "rand800", {"B"}},
      {"times", "A(i,j) = B(i,j) * C(i,j)", sums, "Trefethen", {"B"}},
      {"timesdense",
       "A(i,j) = B(i,j) * C(i,j)",
       {{"format", "A,B:csr"}, {"format", "C:dd"}, {"generate", "C:d"}},
       "rand800",
       {"B"},
       "C"},
      {"plusdense",
       "A(i,j) = B(i,j) + C(i,j)",
       {{"format", "B:csr"}, {"format", "A,C:dd"}, {"generate", "C:d"}},
       "rand800",
       {"B"}},
      // Steps of graph algorithms: common neighbours along the edges, and the vertices that a frontier reaches first.
      {"maskedproduct", "C(i,j) = (B(i,j) != 0) * B(i,k) * B(k,j)", {{"format", "B,C:csr"}}, "graphs", {"B"}},
      {"bfs",
       "n(j) any= (f(i) != 0) * (A(i,j) != 0) * (v(j) == 0)",
       {{"format", "A:csr"}, {"format", "f,n:s"}, {"format", "v:d"}, {"generate", "f:s:0.01"}, {"generate", "v:s:0.3"}},
       "graphs",
       {"A"},
       "A"},
      {"sssp", "d(i) min= A(i,j) + x(j)", {{"format", "A:csr"}, {"generate", "d,x:d"}}, "graphs", {"A"}},
  };
  return all;
}

struct Data {
  std::string label, published;
  std::string keyword, value;  ///< of the flag that gives a tensor these contents; the value without the tensor
  Flags more = {};             ///< which these contents need
};

// The data set if it is available; otherwise a random tensor with its extents and number of entries, with a note in the
// label.
Data fileOr(const std::string& folder, const char* kind, const std::string& name, const char* file,
            const char* standIn) {
  const std::string path = fmt::format("{}/{}/{}.gz", folder, kind, file);
  if (!folder.empty() && std::filesystem::exists(path))
    return {std::string(file, std::strrchr(file, '.')), name, "input", path, {}};
  return {name + " random", name, "generate", std::string("s:") + standIn, {}};
}

std::vector<Data> dataOf(const std::string& folder, const std::string& set) {
  const auto matrices = [&] {
    return std::vector{fileOr(folder, "matrices", "bcsstk30", "bcsstk30-like.mtx", "0.00244:28924,28924"),
                       fileOr(folder, "matrices", "Trefethen_20000", "Trefethen_20000.mtx", "0.00139:20000,20000"),
                       fileOr(folder, "matrices", "ckt11752_dc_1", "ckt11752_dc_1-like.mtx", "0.000135:49702,49702")};
  };
  if (set == "matrices") return matrices();
  if (set == "squared") {
    auto small = matrices();
    small.pop_back();  // the square of the last one has 29 million entries, and each round takes many seconds
    return small;
  }
  if (set == "Trefethen") return {matrices()[1]};
  if (set == "few a row" || set == "rotated") {  // rotated: times the same with rotated columns
    std::vector all = {fileOr(folder, "matrices", "bayer10", "bayer10.mtx", "0.000526:13436,13436"),
                       fileOr(folder, "matrices", "cryg2500", "cryg2500.mtx", "0.00198:2500,2500")};
    if (set == "rotated") all[0].more = {{"dim", "j:13436"}}, all[1].more = {{"dim", "j:2500"}};
    return all;
  }
  if (set == "tensors")
    return {fileOr(folder, "tensors", "facebook", "facebook-like.tns", "0.000000114:1591,63891,63890")};
  if (set == "graphs")
    return {{"rmat_16", "", "generate", "rmat:0.000244:65536,65536", {}},
            {"rmat_13", "", "generate", "rmat:0.00195:8192,8192", {}}};
  std::vector<Data> random;
  for (const auto& [percent, density] : {std::pair("1", "0.01"), std::pair("10", "0.1"), std::pair("50", "0.5")}) {
    const std::string name = fmt::format("{}_{}", set, percent);
    random.push_back(
        {name, name, "generate", fmt::format("s:{}:{}", density, set == "rand800" ? "800,800" : "200,200,200"), {}});
  }
  return random;
}

TaskSpec specOf(const Kernel& kernel, const Data& data) {
  driver::Invocation invocation{kernel.expression, kernel.flags, false};
  invocation.flags.push_back({"type", "double"});
  invocation.flags.insert(invocation.flags.end(), data.more.begin(), data.more.end());
  for (const char* tensor : kernel.tensors)
    invocation.flags.push_back({data.keyword, fmt::format("{}:{}", tensor, data.value)});
  return {kernel.name, data.label, data.published, std::move(invocation), kernel.searched};
}

}  // namespace

std::vector<TaskSpec> tasks(const std::string& folder) {
  std::vector<TaskSpec> list;
  for (const Kernel& kernel : kernels())
    for (const Data& data : dataOf(folder, kernel.data)) list.push_back(specOf(kernel, data));
  return list;
}

std::vector<TaskSpec> smallTasks() {
  std::vector<TaskSpec> list;
  for (const Kernel& kernel : kernels()) {
    if (std::any_of(list.begin(), list.end(), [&](const TaskSpec& spec) { return spec.kernel == kernel.name; }))
      continue;
    const bool tensor = kernel.data == std::string("tensors") || kernel.data == std::string("rand200");
    list.push_back(specOf(kernel, {"small", "", "generate", tensor ? "s:0.2:9,9,9" : "s:0.2:20,20", {}}));
  }
  return list;
}

Task load(const TaskSpec& spec) {
  return {spec.kernel, spec.data, driver::loadProblem(driver::specOf(spec.invocation)), spec.searched};
}

namespace {

// Size of the arrays, with 32-bit positions and coordinates.
double bytesOf(const Storage& storage) {
  std::size_t bytes = storage.stored() * 8;
  for (const Level& level : storage.levels) bytes += level.pos.size() * 4 + level.crd.size() * 4;
  return static_cast<double>(bytes);
}

}  // namespace

double bytesMoved(const Task& task, const Storage& result) {
  const double made = bytesOf(result);
  double bytes = made;
  for (const auto& [name, operand] : task.problem.operands)
    bytes += name == task.searched ? std::min(made, bytesOf(operand)) : bytesOf(operand);
  return bytes;
}

}  // namespace stardust::bench
