#include "backend/cpu/kernel.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "backend/cpu/c_text.h"
#include "backend/cpu/stardust_kernel.h"
#include "support/diagnostic.h"

namespace stardust::cpu {

using loops::Role;

namespace {

template <class T>
stardust_array viewOf(const std::vector<T>& elements) {
  const auto size = static_cast<std::int64_t>(elements.size());
  return {const_cast<T*>(elements.data()), size, size};  // kernels do not write to operands
}

template <class T>
std::vector<T> copyOf(const stardust_array& array) {
  const auto* begin = static_cast<const T*>(array.data);
  return array.length > 0 ? std::vector<T>(begin, begin + array.length) : std::vector<T>();
}

Values valuesOf(const stardust_array& array, ValueType type) {
  switch (type) {
    case ValueType::Int32: return copyOf<std::int32_t>(array);
    case ValueType::Int64: return copyOf<std::int64_t>(array);
    case ValueType::Float32: return copyOf<float>(array);
    case ValueType::Float64: return copyOf<double>(array);
  }
  failInternal("a type of values is not known");
}

/// A tensor as kernels see it, and the levels it points to.
struct Argument {
  stardust_tensor tensor{};
  std::vector<stardust_level> levels;

  explicit Argument(std::size_t order) : levels(order) {}
  void link() { tensor.levels = levels.empty() ? nullptr : levels.data(); }
};

Argument viewOf(const Storage& storage) {
  Argument argument(storage.levels.size());
  for (std::size_t l = 0; l < storage.levels.size(); ++l) {
    const Level& level = storage.levels[l];
    argument.levels[l] = {level.dim, viewOf(level.pos), viewOf(level.crd), viewOf(level.bits)};
  }
  argument.tensor.vals = std::visit([](const auto& values) { return viewOf(values); }, storage.values);
  return argument;
}

Argument emptyOf(const ResultShape& shape) {
  Argument argument(shape.dims.size());
  for (std::size_t l = 0; l < shape.dims.size(); ++l) argument.levels[l].dim = shape.dims[static_cast<std::size_t>(shape.format.mode(static_cast<int>(l)))];
  return argument;
}

void release(stardust_array& array) {
  std::free(array.data);
  array = {};
}

void release(Argument& argument) {
  for (stardust_level& level : argument.levels) release(level.pos), release(level.crd), release(level.bits);
  release(argument.tensor.vals);
}

void requireType(const loops::Function& function, const std::string& tensor, ValueType type, int order) {
  for (const loops::Parameter& p : function.parameters) {
    if (p.role.tensor != tensor) continue;
    if (p.role.kind == Role::Kind::Values && p.type != loops::typeOf(type))
      failInternal(fmt::format("a kernel expects values of type {} in {}", toString(p.type), tensor));
    if (p.role.level >= std::max(order, 1)) failInternal(fmt::format("a kernel expects {} to have more levels", tensor));
  }
}

[[noreturn]] void failed(stardust_status status) {
  switch (status) {
    case STARDUST_OUT_OF_MEMORY:
      failUser("there is not enough memory for the result and what it takes to compute it", {}, {}, "store the result in a sparser format, or run it on smaller data");
    case STARDUST_DIVISION_BY_ZERO: failUser("an integer is divided by zero");
    case STARDUST_TOO_LARGE:
      failUnsupported("the result, or a workspace on the way to it, has more than 2^31 - 1 entries", {}, "positions are 32-bit on the accelerator, and results are the same everywhere");
    case STARDUST_OK: break;
  }
  failInternal(fmt::format("a kernel returned status {}", static_cast<int>(status)));
}

}  // namespace

struct Call::Arguments {
  std::map<std::string, Argument> tensors;
  std::map<std::string, ResultShape> results;
  std::vector<stardust_tensor*> ordered;  ///< as tensorsOf

  Arguments(const loops::Function& function, const std::map<std::string, const Storage*>& operands, const std::map<std::string, ResultShape>& shapes)
      : results(shapes) {
    for (const std::string& name : tensorsOf(function)) {
      const auto shape = shapes.find(name);
      const auto operand = operands.find(name);
      if (shape == shapes.end() && operand == operands.end()) failInternal(fmt::format("a kernel misses its argument {}", name));
      const bool isResult = shape != shapes.end();
      requireType(function, name, isResult ? shape->second.type : operand->second->type(), isResult ? shape->second.format.order() : operand->second->order());
      Argument& argument = tensors.emplace(name, isResult ? emptyOf(shape->second) : viewOf(*operand->second)).first->second;
      argument.link();
      ordered.push_back(&argument.tensor);
    }
  }
  ~Arguments() { releaseResults(); }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;

  void releaseResults() {
    for (const auto& result : results)
      if (const auto at = tensors.find(result.first); at != tensors.end()) release(at->second);
  }
};

Call::Call(const loops::Function& function, const std::map<std::string, const Storage*>& operands, const std::map<std::string, ResultShape>& results)
    : arguments_(std::make_unique<Arguments>(function, operands, results)) {}
Call::~Call() = default;
Call::Call(Call&&) noexcept = default;
Call& Call::operator=(Call&&) noexcept = default;

void Call::releaseResults() { arguments_->releaseResults(); }

Storage Call::result(const std::string& tensor) const {
  const ResultShape& shape = arguments_->results.at(tensor);
  const Argument& argument = arguments_->tensors.at(tensor);
  Storage storage;
  storage.dims = shape.dims;
  storage.format = shape.format;
  for (std::size_t l = 0; l < argument.levels.size(); ++l) {
    const stardust_level& level = argument.levels[l];
    storage.levels.push_back({shape.format.level(static_cast<int>(l)), level.dim, copyOf<std::int64_t>(level.pos), copyOf<std::int32_t>(level.crd),
                              copyOf<std::uint32_t>(level.bits)});
  }
  storage.values = valuesOf(argument.tensor.vals, shape.type);
  validate(storage);
  return storage;
}

Toolchain findToolchain(const std::string& compiler, const std::string& cacheDirectory) {
  return {findCompiler(compiler), Cache(cacheDirectory)};
}

namespace {

CompileFlags flagsFor(const loops::Function& function, const Toolchain& toolchain, bool threads) {
  CompileFlags flags = toolchain.flags;
  flags.threads = threads && usesThreads(function);
  return flags;
}

}  // namespace

Kernel::Kernel(loops::Function function, const Toolchain& toolchain, bool threads)
    : function_(std::move(function)), text_(printC(function_)), built_(build(toolchain.compiler, toolchain.cache, flagsFor(function_, toolchain, threads), text_)) {}

void Kernel::run(Call& call, int threads) const {
  using Entry = stardust_status(stardust_tensor* const*, std::int32_t);
  const auto status = built_.library.function<Entry>(entryName)(call.arguments_->ordered.data(), threads);
  if (status != STARDUST_OK) failed(status);
}

}  // namespace stardust::cpu
