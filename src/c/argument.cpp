#include "c/argument.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/parse.h"

using namespace stardust;

namespace {

constexpr const char* name = "the tensor";  // nobody has named it

template <class T>
std::span<const T> spanOf(const T* data, std::int64_t length, const std::string& what) {
  if (length < 0) failUser(fmt::format("{} has a negative length, {}", what, length));
  if (!data && length > 0) failUser(fmt::format("{} is null, with a length of {}", what, length));
  return {data, static_cast<std::size_t>(length)};
}

template <class T>
ValuesView valuesOf(const stardust_arrays& arrays) {
  return spanOf(static_cast<const T*>(arrays.vals), arrays.vals_length, "vals");
}

ValuesView valuesOf(const stardust_arrays& arrays) {
  switch (arrays.type) {
    case STARDUST_INT32: return valuesOf<std::int32_t>(arrays);
    case STARDUST_INT64: return valuesOf<std::int64_t>(arrays);
    case STARDUST_FLOAT32: return valuesOf<float>(arrays);
    case STARDUST_FLOAT64: return valuesOf<double>(arrays);
  }
  failUser(fmt::format("there is no type {} of values", arrays.type), {}, {},
           "STARDUST_INT32, STARDUST_INT64, STARDUST_FLOAT32 or STARDUST_FLOAT64");
}

Format formatOf(const stardust_arrays& arrays) {
  if (!arrays.format) failUser("the format is null", {}, {}, "name one, such as \"csr\" or \"ds\"");
  if (arrays.order < 0) failUser(fmt::format("a tensor of order {}", arrays.order));
  Lexer lexer(makeSource("format", arrays.format));
  const WrittenFormat written = parseWrittenFormat(lexer);
  lexer.expectEnd("the format");
  Format format = written.of(arrays.order);
  if (format.order() != arrays.order)
    failUser(fmt::format("a tensor of order {} in the format {}, which has {} level{}", arrays.order, arrays.format,
                         format.order(), format.order() == 1 ? "" : "s"),
             {}, "a format has one level for each mode",
             arrays.order == 0 ? "the format of a scalar is \"dense\""
                               : fmt::format("formats of order {}: {}", arrays.order,
                                             fmt::join(alternativesTo(format, arrays.order), ", ")));
  return format;
}

StorageView viewOf(const stardust_arrays& arrays) {
  StorageView view;
  view.format = formatOf(arrays);
  if (arrays.order > 0 && !arrays.dims) failUser("dims is null", {}, "it has the extent of each mode");
  if (!arrays.levels && !view.format.isDense()) failUser("levels is null", {}, "levels that are not dense have arrays");
  view.dims.assign(arrays.dims, arrays.dims + arrays.order);
  for (int l = 0; l < arrays.order; ++l) {
    const std::int64_t dim = view.dims[static_cast<std::size_t>(view.format.mode(l))];
    if (dim < 0 || dim > maxDimension)
      failUser(fmt::format("mode {} has extent {}", view.format.mode(l), dim), {},
               fmt::format("extents are 0 to {}", maxDimension));
    LevelView level{view.format.level(l), dim};
    if (arrays.levels) {
      const stardust_level_arrays& given = arrays.levels[l];
      const auto array = [&](const char* which) { return fmt::format("{} of level {}", which, l); };
      level.pos = spanOf(given.pos, given.pos_length, array("pos"));
      level.crd = spanOf(given.crd, given.crd_length, array("crd"));
      level.bits = spanOf(given.bits, given.bits_length, array("bits"));
    }
    view.levels.push_back(level);
  }
  view.values = valuesOf(arrays);
  return view;
}

}  // namespace

stardust_argument::stardust_argument(const stardust_arrays& arrays) : wrapped_(viewOf(arrays)) {
  requireConsistent(*wrapped_, name);
  describe(*wrapped_);
}

StorageView stardust_argument::view() const {
  if (wrapped_) return *wrapped_;
  if (result_) return result_->view();
  if (isGiven_)
    failUser("a result has no arrays after a run into it that failed", {},
             failure_.empty() ? "" : "that run failed: " + failure_,
             "run into it again, with arguments that the kernel can compute");
  failUser("a result has no arrays before the first run into it");
}

void stardust_argument::describe(const StorageView& view) {
  format_ = toString(view.format);
  dims_ = view.dims;
  levels_.clear();
  const auto length = [](const auto& span) { return static_cast<std::int64_t>(span.size()); };
  for (const LevelView& level : view.levels)
    levels_.push_back({level.pos.data(), length(level.pos), level.crd.data(), length(level.crd), level.bits.data(),
                       length(level.bits)});
}

stardust_arrays stardust_argument::arrays() const {
  const StorageView now = view();
  const void* vals = std::visit([](const auto& values) -> const void* { return values.data(); }, now.values);
  return {format_.c_str(),
          static_cast<std::int32_t>(now.type()),
          now.order(),
          dims_.data(),
          levels_.data(),
          vals,
          static_cast<std::int64_t>(now.stored())};
}

driver::KernelResult stardust_argument::giveMemory() {
  driver::KernelResult memory = result_ ? std::move(*result_) : driver::KernelResult();
  result_.reset();
  isGiven_ = true;
  failure_.clear();
  return memory;
}

void stardust_argument::takeBack(driver::KernelResult memory) {
  describe(memory.view());
  result_ = std::move(memory);
  isGiven_ = false;
}
