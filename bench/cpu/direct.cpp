// The loops of direct_loops.h as a peer: the faster of the two compilations.
#include <algorithm>
#include <memory>
#include <numeric>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "direct_loops.h"
#include "levels/registry.h"
#include "peer.h"

namespace stardust::bench {
namespace {

void useThreads(int threads) {
#ifdef _OPENMP
  omp_set_num_threads(threads);
#else
  static_cast<void>(threads);
#endif
}

constexpr std::size_t most = 3;  // levels

std::vector<int> narrowed(const PositionArray& numbers) { return {numbers.begin(), numbers.end()}; }

/// Data shared by an operand and the kernel's view of it.
struct Operand {
  std::vector<int> pos[most];
  const Storage& storage;

  explicit Operand(const Storage& tensor) : storage(tensor) {
    for (std::size_t l = 0; l < tensor.levels.size(); ++l) pos[l] = narrowed(tensor.levels[l].pos);
  }
  DirectOperand view() const {
    DirectOperand view = {{}, {}, std::get<ValueArray<double>>(storage.values).data(), {}};
    for (std::size_t l = 0; l < storage.levels.size(); ++l) {
      view.pos[l] = pos[l].data();
      view.crd[l] = static_cast<const std::int32_t*>(storage.levels[l].crd.view().data());
      view.dims[l] = static_cast<int>(storage.levels[l].dim);
    }
    return view;
  }
};

std::size_t product(const std::vector<std::int64_t>& dims) {
  return static_cast<std::size_t>(std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>()));
}

// An upper bound of the entries: each product of the multiplication may be an entry of its own.
std::size_t products(const Storage& B, const Storage& C) {
  std::size_t count = 0;
  for (const std::int64_t k : B.levels[1].crd) {
    const auto row = C.levels[1].pos.begin() + k;
    count += static_cast<std::size_t>(row[1] - row[0]);
  }
  return count;
}

/// Upper bound of a result's size: every coordinate, the entries of its operands, or the number of products. A dense
/// level below a compressed one stores all of its coordinates.
enum class Stores { All, Entries, Products };
std::size_t mostStored(const Task& task, Stores stores) {
  const auto& result = task.problem.assignment.lhs.tensor;
  if (stores == Stores::All) return product(result.dims);
  if (stores == Stores::Products) return products(task.operand("B"), task.operand("C"));
  std::size_t stored = 0;
  for (const auto& [name, operand] : task.problem.operands)
    if (!operand.format.isDense()) stored += operand.stored();
  const bool isBlocked = levels::of(result.format.level(result.order() - 1)).hasLocate;
  return isBlocked ? stored * static_cast<std::size_t>(result.dims.back()) : stored;
}

/// The arrays of a task, and the kernel's views of them.
struct Arrays {
  std::vector<Operand> operands;
  std::vector<DirectOperand> views;
  std::unique_ptr<double[]> values, row;
  std::unique_ptr<int[]> pos[most], crd[most];
  std::unique_ptr<bool[]> isSet;
  DirectResult result = {};
  DirectArguments arguments = {};

  Arrays(const Task& task, const std::vector<const char*>& names, Stores stores) {
    operands.reserve(names.size());
    for (const char* name : names) operands.emplace_back(task.operand(name));
    for (const Operand& operand : operands) views.push_back(operand.view());
    const auto& dims = task.problem.assignment.lhs.tensor.dims;
    const bool isSparse = stores != Stores::All;
    const std::size_t count = mostStored(task, stores),
                      rows = dims.empty() ? 1 : static_cast<std::size_t>(dims.front());
    values = std::make_unique_for_overwrite<double[]>(count);
    result = {{}, {}, values.get(), static_cast<int>(isSparse ? 0 : count)};
    for (std::size_t l = 0; isSparse && l < dims.size(); ++l) {
      crd[l] = std::make_unique_for_overwrite<int[]>(count);
      pos[l] = std::make_unique_for_overwrite<int[]>(std::max(count, rows) + 1);
      pos[l][0] = 0;
      result.crd[l] = crd[l].get(), result.pos[l] = pos[l].get();
    }
    const std::size_t length = dims.empty() ? 1 : static_cast<std::size_t>(dims.back());
    row = std::make_unique_for_overwrite<double[]>(length);
    isSet = std::make_unique<bool[]>(length);
    arguments = {views.data(), &result, row.get(), isSet.get()};
  }
};

double best(DirectKernel kernel, const Arrays& arrays) {
  double least = secondsOf([&] { kernel(arrays.arguments); });
  for (int n = 0; n < 4; ++n) least = std::min(least, secondsOf([&] { kernel(arrays.arguments); }));
  return least;
}

struct Direct {
  const char* name;
  std::vector<const char*> operands;
  Stores stores;  ///< of the result
  Threads threads;
};

Work workOf(const Task& task, const Direct& direct) {
  const auto arrays = std::make_shared<const Arrays>(task, direct.operands, direct.stores);
  const DirectKernel any = directForAny(direct.name), native = directForThis(direct.name);
  const DirectKernel kernel = best(any, *arrays) < best(native, *arrays) ? any : native;
  return {[=] { return secondsOf([&] { kernel(arrays->arguments); }); },
          [=] {
            const double* const first = arrays->result.values;
            return digestOf(std::vector<double>(first, first + arrays->result.count));
          },
          direct.threads};
}

Kernels kernels() {
  using enum Threads;
  using enum Stores;
  static const std::vector<Direct> all = {
      {"spmv", {"A", "x"}, All, Parallel},          {"mattransmul", {"alpha", "A", "x", "beta", "z"}, All, Parallel},
      {"residual", {"b", "A", "x"}, All, Parallel}, {"sddmm", {"B", "C", "D"}, Entries, Parallel},
      {"plus3", {"B", "C", "D"}, Entries, Serial},  {"plus2csr", {"B", "C"}, Entries, Serial},
      {"ttv", {"B", "c"}, Entries, Parallel},       {"ttm", {"B", "C"}, Entries, Parallel},
      {"mttkrp", {"B", "C", "D"}, All, Parallel},   {"innerprod", {"B", "C"}, All, Parallel},
      {"plus2", {"B", "C"}, Entries, Serial},       {"spmm", {"B", "C"}, All, Parallel},
      {"spgemm", {"B", "C"}, Products, Serial},     {"spmspv", {"A", "x"}, Entries, Serial},
      {"times", {"B", "C"}, Entries, Serial},       {"timesdense", {"B", "C"}, Entries, Parallel},
      {"plusdense", {"B", "C"}, All, Parallel}};
  Kernels made;
  for (const Direct& direct : all) made[direct.name] = [&direct](const Task& task) { return workOf(task, direct); };
  return made;
}

}  // namespace

Peer directLoops() { return {"loops", "", useThreads, kernels()}; }

}  // namespace stardust::bench
