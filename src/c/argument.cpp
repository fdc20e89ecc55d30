#include "c/argument.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "format/named.h"
#include "format/parse.h"
#include "format/widths.h"
#include "support/plural.h"

using namespace stardust;

namespace {

constexpr int shownExtents = 8;

// The description of an unnamed tensor in messages: its format and extents.
std::string called(const stardust_arrays& arrays) {
  if (!arrays.format) return "the tensor";
  const std::string tensor = fmt::format("the tensor in {}", arrays.format);
  const bool hasExtents = arrays.dims && arrays.order > 0 && arrays.order <= shownExtents;
  return hasExtents ? fmt::format("{} of {}", tensor, fmt::join(arrays.dims, arrays.dims + arrays.order, " x "))
                    : tensor;
}

// Checks the caller's arrays for presence, as required by their format. The invariant of Storage is checked elsewhere.
class Reader {
 public:
  explicit Reader(const stardust_arrays& arrays) : arrays_(arrays) {}

  StorageView view() {
    StorageView view;
    view.format = format();
    tensor_ = called(arrays_);
    if (arrays_.order > 0 && !arrays_.dims) refuse("dims is null", "it has the extent of each mode");
    if (!arrays_.levels && !view.format.isDense()) refuse("levels is null", "levels that are not dense have arrays");
    view.dims.assign(arrays_.dims, arrays_.dims + arrays_.order);
    for (int l = 0; l < arrays_.order; ++l) view.levels.push_back(level(view, l));
    view.values = values();
    return view;
  }

  const std::string& tensor() const { return tensor_; }

 private:
  [[noreturn]] void refuse(const std::string& what, std::string why = {}, std::string remedy = {}) const {
    failUser(fmt::format("{}: {}", tensor_, what), {}, std::move(why), std::move(remedy));
  }

  Format format() const {
    if (!arrays_.format) refuse("format is null", {}, "name one, such as \"csr\" or \"ds\"");
    if (arrays_.order < 0) refuse(fmt::format("order is {}", arrays_.order), "it is the number of modes");
    Lexer lexer(makeSource("format", arrays_.format));
    const WrittenFormat written = parseWrittenFormat(lexer);
    lexer.expectEnd("the format");
    Format format = written.of(arrays_.order);
    if (format.order() != arrays_.order)
      failUser(fmt::format("the tensor in {} has {}, and order is {}", arrays_.format, counted(format.order(), "level"),
                           arrays_.order),
               {}, "a format has one level for each mode",
               arrays_.order == 0 ? "the format of a scalar is \"dense\""
                                  : fmt::format("formats of order {}: {}", arrays_.order,
                                                fmt::join(alternativesTo(format, arrays_.order), ", ")));
    return format;
  }

  LevelView level(const StorageView& view, int l) const {
    const int mode = view.format.mode(l);
    const std::int64_t dim = view.dims[static_cast<std::size_t>(mode)];
    if (dim < 0 || dim > maxDimension)
      refuse(fmt::format("mode {} has extent {}", mode, dim), fmt::format("extents are 0 to {}", maxDimension));
    LevelView level{view.format.level(l), dim};
    if (!arrays_.levels) return level;
    const stardust_level_arrays& given = arrays_.levels[l];
    const auto array = [&](const char* which) { return fmt::format("{} of level {}", which, l); };
    const Widths widths = widthsOf(view.format, view.dims);
    level.pos = widths.positions == Width::Bits32 ? IndexView(span(given.pos32, given.pos_length, array("pos32")))
                                                  : IndexView(span(given.pos, given.pos_length, array("pos")));
    level.crd = widths.coordinates == Width::Bits64 ? IndexView(span(given.crd64, given.crd_length, array("crd64")))
                                                    : IndexView(span(given.crd, given.crd_length, array("crd")));
    level.bits = span(given.bits, given.bits_length, array("bits"));
    return level;
  }

  ValuesView values() const {
    // The enumerations have one order.
    static_assert(STARDUST_FLOAT64 == static_cast<int>(ValueType::Float64) &&
                  STARDUST_COMPLEX128 == static_cast<int>(ValueType::Complex128));
    if (arrays_.type < 0 || static_cast<std::size_t>(arrays_.type) >= valueTypes().size())
      refuse(fmt::format("there is no type {} of values", arrays_.type), {},
             "an enumerator of stardust_type, such as STARDUST_INT32, STARDUST_FLOAT32 or STARDUST_FLOAT64");
    auto view = ofType<ValuesView>(static_cast<ValueType>(arrays_.type));
    std::visit(
        [&](auto& values) {
          using T = typename std::decay_t<decltype(values)>::value_type;
          values = span(static_cast<const T*>(arrays_.vals), arrays_.vals_length, "vals");
        },
        view);
    return view;
  }

  template <class T>
  std::span<const T> span(const T* data, std::int64_t length, const std::string& array) const {
    if (length < 0) refuse(fmt::format("{} has a negative length, {}", array, length));
    if (!data && length > 0) refuse(fmt::format("{} is null, with a length of {}", array, length));
    return {data, static_cast<std::size_t>(length)};
  }

  const stardust_arrays& arrays_;
  std::string tensor_ = "the tensor";
};

StorageView checked(const stardust_arrays& arrays) {
  Reader reader(arrays);
  StorageView view = reader.view();
  requireConsistent(view, reader.tensor());
  return view;
}

}  // namespace

stardust_argument::stardust_argument(const stardust_arrays& arrays) : wrapped_(checked(arrays)) { describe(*wrapped_); }

StorageView stardust_argument::view(const std::string& what) const {
  if (wrapped_) return *wrapped_;
  if (result_) return result_->view();
  if (isGiven_)
    failUser(fmt::format("{} is a result without arrays, as the last run into it failed", what), {},
             failure_.empty() ? "" : "that run failed: " + failure_,
             "run into it again, with arguments that the kernel can compute");
  failUser(fmt::format("{} is a result without arrays", what), {}, "no kernel has run into it yet",
           "run one, or wrap arrays of yours");
}

void stardust_argument::describe(const StorageView& view) {
  format_ = toString(view.format);
  dims_ = view.dims;
  levels_.clear();
  const auto length = [](const auto& span) { return static_cast<std::int64_t>(span.size()); };
  for (const LevelView& level : view.levels) {
    stardust_level_arrays arrays{};
    if (level.pos.width() == Width::Bits32) arrays.pos32 = static_cast<const std::int32_t*>(level.pos.data());
    else arrays.pos = static_cast<const std::int64_t*>(level.pos.data());
    if (level.crd.width() == Width::Bits64) arrays.crd64 = static_cast<const std::int64_t*>(level.crd.data());
    else arrays.crd = static_cast<const std::int32_t*>(level.crd.data());
    arrays.bits = level.bits.data();
    arrays.pos_length = length(level.pos), arrays.crd_length = length(level.crd);
    arrays.bits_length = length(level.bits);
    levels_.push_back(arrays);
  }
}

stardust_arrays stardust_argument::arrays() const {
  const StorageView now = view("the argument `argument` of stardust_argument_arrays");
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
  pattern_ = std::make_shared<const Pattern>();  // before the memory is lost, if there is none for it
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
