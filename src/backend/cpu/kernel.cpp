#include "backend/cpu/kernel.h"

#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "backend/cpu/c_text.h"
#include "backend/cpu/runtime/stardust_kernel.h"
#include "backend/cpu/runtime/stardust_threads.h"
#include "format/widths.h"
#include "loops/level_arrays.h"
#include "support/diagnostic.h"

namespace stardust::cpu {

using loops::Role;

namespace {

template <class T>
stardust_array arrayOf(std::span<const T> elements) {
  const auto size = static_cast<std::int64_t>(elements.size());
  return {const_cast<T*>(elements.data()), size, size};  // kernels do not write to operands
}

stardust_array arrayOf(const IndexView& view) {
  return view.visit([](auto elements) { return arrayOf(elements); });
}

template <class T>
std::span<const T> spanOf(const stardust_array& array) {
  return {static_cast<const T*>(array.data), static_cast<std::size_t>(array.length)};
}

IndexView indicesOf(const stardust_array& array, Width width) {
  if (width == Width::Bits64) return spanOf<std::int64_t>(array);
  return spanOf<std::int32_t>(array);
}

ValuesView valuesOf(const stardust_array& array, ValueType type) {
  auto view = ofType<ValuesView>(type);
  std::visit([&](auto& elements) { elements = spanOf<typename std::decay_t<decltype(elements)>::value_type>(array); },
             view);
  return view;
}

/// A tensor in the ABI of kernels, and the levels that it points to.
struct Argument {
  stardust_tensor tensor{};
  std::vector<stardust_level> levels;

  explicit Argument(std::size_t order) : levels(order) {}
  stardust_tensor* link() {
    tensor.levels = levels.empty() ? nullptr : levels.data();
    return &tensor;
  }
};

Argument argumentOf(const StorageView& view) {
  Argument argument(view.levels.size());
  for (std::size_t l = 0; l < view.levels.size(); ++l) {
    const LevelView& level = view.levels[l];
    argument.levels[l] = {level.dim, arrayOf(level.pos), arrayOf(level.crd), arrayOf(level.bits)};
  }
  argument.tensor.vals = std::visit([](const auto& values) { return arrayOf(values); }, view.values);
  return argument;
}

void release(stardust_array& array) {
  std::free(array.data);
  array = {};
}

void requireType(const loops::Function& function, const std::string& tensor, ValueType type, int order,
                 const Widths& widths) {
  for (const loops::Parameter& p : function.parameters) {
    if (p.role.tensor != tensor) continue;
    if ((p.role.kind == Role::Kind::Pos && p.type != loops::typeOf(widths.positions)) ||
        (p.role.kind == Role::Kind::Crd && p.type != loops::typeOf(widths.coordinates)))
      failInternal(fmt::format("a kernel expects another width of {}", p.name));
    if (p.role.kind == Role::Kind::Values && p.type != loops::typeOf(type))
      failInternal(fmt::format("a kernel expects values of type {} in {}", toString(p.type), tensor));
    if (p.role.level >= std::max(order, 1))
      failInternal(fmt::format("a kernel expects {} to have more levels", tensor));
  }
}

}  // namespace

void failWithStatus(int status) {
  switch (static_cast<stardust_status>(status)) {
    case STARDUST_OUT_OF_MEMORY:
      failUser("there is not enough memory for the result and its computation", {}, {},
               "store the result in a sparser format, or run it on smaller data");
    case STARDUST_DIVISION_BY_ZERO: failUser("an integer is divided by zero");
    case STARDUST_TOO_LARGE:
      failUnsupported("the result, or a workspace on the way to it, would have more than 2^59 positions", {},
                      "a level has no more");
    case STARDUST_OK: break;
  }
  failInternal(fmt::format("a kernel returned status {}", status));
}

struct Result::Arrays {
  ResultShape shape;
  Argument argument;

  explicit Arrays(const ResultShape& wanted) : shape(wanted), argument(wanted.dims.size()) {}
  ~Arrays() { release(); }
  Arrays(const Arrays&) = delete;
  Arrays& operator=(const Arrays&) = delete;

  void release() {
    for (stardust_level& level : argument.levels)
      cpu::release(level.pos), cpu::release(level.crd), cpu::release(level.bits);
    cpu::release(argument.tensor.vals);
  }
};

Result::Result(const ResultShape& shape) : arrays_(std::make_unique<Arrays>(shape)) { reshape(shape); }
Result::~Result() = default;
Result::Result(Result&&) noexcept = default;
Result& Result::operator=(Result&&) noexcept = default;

void Result::reshape(const ResultShape& shape) {
  const ResultShape& before = arrays_->shape;
  if (shape.type != before.type || shape.format != before.format ||
      widthsOf(shape.format, shape.dims) != widthsOf(before.format, before.dims))
    arrays_ = std::make_unique<Arrays>(shape);
  arrays_->shape = shape;
  for (std::size_t l = 0; l < shape.dims.size(); ++l)
    arrays_->argument.levels[l].dim = shape.dims[static_cast<std::size_t>(shape.format.mode(static_cast<int>(l)))];
}

StorageView Result::view() const {
  const auto& [shape, argument] = *arrays_;
  const Widths widths = widthsOf(shape.format, shape.dims);
  StorageView view{shape.dims, shape.format, {}, valuesOf(argument.tensor.vals, shape.type)};
  for (std::size_t l = 0; l < argument.levels.size(); ++l) {
    const stardust_level& level = argument.levels[l];
    view.levels.push_back({shape.format.level(static_cast<int>(l)), level.dim, indicesOf(level.pos, widths.positions),
                           indicesOf(level.crd, widths.coordinates), spanOf<std::uint32_t>(level.bits)});
  }
  return view;
}

Storage Result::storage() const {
  Storage storage = copyOf(view());
  validate(storage);
  return storage;
}

void Result::release() { arrays_->release(); }

struct Arguments {
  std::vector<Argument> operands;
  std::vector<stardust_tensor*> ordered;  ///< in the order of tensorsOf

  Arguments(const loops::Function& function, const std::map<std::string, StorageView>& given,
            const std::map<std::string, Result*>& results) {
    const auto names = tensorsOf(function);
    operands.reserve(names.size());  // keeps the addresses of the arguments stable
    for (const std::string& name : names) {
      if (const auto result = results.find(name); result != results.end()) {
        Result::Arrays& arrays = *result->second->arrays_;
        requireType(function, name, arrays.shape.type, arrays.shape.format.order(),
                    widthsOf(arrays.shape.format, arrays.shape.dims));
        ordered.push_back(arrays.argument.link());
      } else if (const auto operand = given.find(name); operand != given.end()) {
        requireType(function, name, operand->second.type(), operand->second.order(),
                    widthsOf(operand->second.format, operand->second.dims));
        operands.push_back(argumentOf(operand->second));
        ordered.push_back(operands.back().link());
      } else {
        failInternal(fmt::format("a kernel misses its argument {}", name));
      }
    }
  }
};

Call::Call(const loops::Function& function, const std::map<std::string, const Storage*>& operands,
           const std::map<std::string, ResultShape>& results) {
  std::map<std::string, StorageView> views;
  for (const auto& [name, storage] : operands) views.emplace(name, viewOf(*storage));
  std::map<std::string, Result*> memory;
  for (const auto& [name, shape] : results) memory.emplace(name, &results_.emplace(name, shape).first->second);
  arguments_ = std::make_unique<Arguments>(function, views, memory);
}
Call::~Call() = default;
Call::Call(Call&&) noexcept = default;
Call& Call::operator=(Call&&) noexcept = default;

void Call::releaseResults() {
  for (auto& result : results_) result.second.release();
}

stardust_tensor* const* Call::arguments() const { return arguments_->ordered.data(); }

Storage Call::result(const std::string& tensor) const { return results_.at(tensor).storage(); }

Toolchain findToolchain(const std::string& compiler, const std::string& cacheDirectory, const std::string& option,
                        const std::atomic<bool>* cancelled) {
  Toolchain toolchain{findCompiler(compiler, option, cancelled), Cache(cacheDirectory)};
  toolchain.limits.cancelled = cancelled;
  return toolchain;
}

Kernel::Kernel(loops::Function function, const Toolchain& toolchain)
    : function_(std::move(function)),
      text_(printC(function_)),
      tensors_(tensorsOf(function_)),
      built_(build(toolchain.compiler, toolchain.cache, toolchain.flags, text_, toolchain.limits)) {}

namespace {

void runEntry(const Library& library, stardust_tensor* const* arguments, int threads) {
  using Entry = stardust_status(stardust_tensor* const*, std::int32_t, stardust_runner*);
  const auto status = library.function<Entry>(entryName)(arguments, threads, stardust_parallel);
  if (status != STARDUST_OK) failWithStatus(status);
}

}  // namespace

void Kernel::run(Call& call, int threads) const { runEntry(built_.library, call.arguments_->ordered.data(), threads); }

void Kernel::run(const std::map<std::string, StorageView>& operands, const std::string& name, Result& result,
                 int threads) const {
  const Arguments arguments(function_, operands, {{name, &result}});
  runEntry(built_.library, arguments.ordered.data(), threads);
}

void Kernel::run(std::span<const StorageView* const> ordered, Result& result, int threads) const {
  std::vector<Argument> operands;
  operands.reserve(ordered.size());  // keeps the addresses of the arguments stable
  std::vector<stardust_tensor*> arguments(ordered.size());
  for (std::size_t n = 0; n < ordered.size(); ++n) {
    if (ordered[n]) operands.push_back(argumentOf(*ordered[n]));
    arguments[n] = ordered[n] ? operands.back().link() : result.arrays_->argument.link();
  }
  runEntry(built_.library, arguments.data(), threads);
}

}  // namespace stardust::cpu
