// Arrays of positions and coordinates, in 32 or 64 bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "stardust/level_format.h"

namespace stardust {

/// The greatest integer of 32 bits, and so the greatest extent with coordinates of 32 bits.
inline constexpr std::int64_t mostNarrow = std::numeric_limits<std::int32_t>::max();

/// A non-owning IndexArray. Elements are read as 64 bits; loops that are worth two instances use visit.
class IndexView {
 public:
  IndexView() = default;
  IndexView(std::span<const std::int32_t> elements) : data_(elements.data()), size_(elements.size()) {}  // NOLINT
  IndexView(std::span<const std::int64_t> elements)                                                      // NOLINT
      : data_(elements.data()), size_(elements.size()), width_(Width::Bits64) {}
  IndexView(const std::vector<std::int32_t>& elements) : IndexView(std::span(elements)) {}  // NOLINT
  IndexView(const std::vector<std::int64_t>& elements) : IndexView(std::span(elements)) {}  // NOLINT

  Width width() const { return width_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const void* data() const { return data_; }
  std::int64_t operator[](std::size_t n) const { return width_ == Width::Bits64 ? wide()[n] : narrow()[n]; }
  std::int64_t back() const { return (*this)[size_ - 1]; }

  /// Calls `use` with the span of the elements.
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return width_ == Width::Bits64 ? use(std::span(wide(), size_)) : use(std::span(narrow(), size_));
  }

  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = std::int64_t;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::int64_t*;
    using reference = std::int64_t;

    Iterator() = default;
    Iterator(const IndexView& of, std::size_t at) : data_(of.data_), isWide_(of.width_ == Width::Bits64), at_(at) {}
    std::int64_t operator*() const {
      return isWide_ ? static_cast<const std::int64_t*>(data_)[at_] : static_cast<const std::int32_t*>(data_)[at_];
    }
    std::int64_t operator[](difference_type by) const { return *(*this + by); }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this += -1; }
    Iterator operator++(int) { return std::exchange(*this, *this + 1); }
    Iterator operator--(int) { return std::exchange(*this, *this + -1); }
    Iterator& operator+=(difference_type by) {
      at_ += static_cast<std::size_t>(by);
      return *this;
    }
    Iterator& operator-=(difference_type by) { return *this += -by; }
    friend Iterator operator+(Iterator it, difference_type by) { return it += by; }
    friend Iterator operator+(difference_type by, Iterator it) { return it += by; }
    friend Iterator operator-(Iterator it, difference_type by) { return it += -by; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) {
      return static_cast<difference_type>(a.at_ - b.at_);
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
    friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.at_ <=> b.at_; }

   private:
    const void* data_ = nullptr;
    bool isWide_ = false;
    std::size_t at_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

 private:
  const std::int32_t* narrow() const { return static_cast<const std::int32_t*>(data_); }
  const std::int64_t* wide() const { return static_cast<const std::int64_t*>(data_); }

  const void* data_ = nullptr;
  std::size_t size_ = 0;
  Width width_ = Width::Bits32;
};

/// Integers of one width: `usual`, unless another is given. A narrow array becomes wide with the first element that
/// needs 64 bits.
template <Width usual>
class IndexArray {
 public:
  using Narrow = std::vector<std::int32_t>;
  using Wide = std::vector<std::int64_t>;

  IndexArray() : IndexArray(usual) {}
  explicit IndexArray(Width width) {
    if (width == Width::Bits64) elements_.template emplace<Wide>();
  }
  IndexArray(Narrow elements) : elements_(std::move(elements)) {}  // NOLINT
  IndexArray(Wide elements) : elements_(std::move(elements)) {}    // NOLINT
  IndexArray(std::initializer_list<std::int64_t> elements) : IndexArray(usual) {
    append(elements.begin(), elements.end());
  }
  explicit IndexArray(const IndexView& view) : IndexArray(view.width()) {
    visit([&](auto& to) { view.visit([&](auto from) { to.assign(from.begin(), from.end()); }); });
  }

  IndexView view() const {
    return visit([](const auto& elements) { return IndexView(elements); });
  }
  operator IndexView() const { return view(); }  // NOLINT

  Width width() const { return elements_.index() == 0 ? Width::Bits32 : Width::Bits64; }
  std::size_t size() const {
    return visit([](const auto& elements) { return elements.size(); });
  }
  bool empty() const { return size() == 0; }
  std::int64_t operator[](std::size_t n) const {
    const Narrow* narrow = std::get_if<Narrow>(&elements_);
    return narrow ? std::int64_t{(*narrow)[n]} : (*std::get_if<Wide>(&elements_))[n];
  }
  std::int64_t back() const { return (*this)[size() - 1]; }
  IndexView::Iterator begin() const { return view().begin(); }
  IndexView::Iterator end() const { return view().end(); }

  /// A copy of the elements in 64 bits.
  Wide wide() const { return Wide(begin(), end()); }

  void set(std::size_t n, std::int64_t value) {
    widenFor(value);
    put([&](auto& elements, auto v) { elements[n] = v; }, value);
  }
  void push_back(std::int64_t value) {
    widenFor(value);
    put([&](auto& elements, auto v) { elements.push_back(v); }, value);
  }
  /// Elements of another array, from `first` to `last`.
  template <class Iterator>
  void append(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }
  void resize(std::size_t size, std::int64_t value = 0) {
    widenFor(value);
    put([&](auto& elements, auto v) { elements.resize(size, v); }, value);
  }
  void assign(std::size_t size, std::int64_t value) {
    clear();
    resize(size, value);
  }
  void reserve(std::size_t size) {
    visit([&](auto& elements) { elements.reserve(size); });
  }
  void pop_back() {
    visit([](auto& elements) { elements.pop_back(); });
  }
  void clear() {
    visit([](auto& elements) { elements.clear(); });
  }
  /// Copies the elements into an array of another width. Precondition: they fit.
  void convertTo(Width to) {
    if (to == width()) return;
    if (to == Width::Bits64) elements_ = Wide(begin(), end());
    else {
      Narrow narrow;
      narrow.reserve(size());
      for (const std::int64_t element : *this) narrow.push_back(static_cast<std::int32_t>(element));
      elements_ = std::move(narrow);
    }
  }

  /// The elements of a narrow array.
  Narrow narrow() && { return std::move(std::get<Narrow>(elements_)); }

  /// Calls `use` with the vector of the elements.
  template <class Use>
  decltype(auto) visit(Use&& use) {
    return elements_.index() == 0 ? use(*std::get_if<Narrow>(&elements_)) : use(*std::get_if<Wide>(&elements_));
  }
  template <class Use>
  decltype(auto) visit(Use&& use) const {
    return elements_.index() == 0 ? use(*std::get_if<Narrow>(&elements_)) : use(*std::get_if<Wide>(&elements_));
  }

  friend bool operator==(const IndexArray&, const IndexArray&) = default;
  /// Compares the elements, of any width.
  template <class T, class Allocator>
  friend bool operator==(const IndexArray& a, const std::vector<T, Allocator>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void widenFor(std::int64_t value) {
    if (value > mostNarrow || value < std::numeric_limits<std::int32_t>::min()) convertTo(Width::Bits64);
  }
  template <class Use>
  void put(Use&& use, std::int64_t value) {
    visit([&](auto& elements) {
      use(elements, static_cast<typename std::decay_t<decltype(elements)>::value_type>(value));
    });
  }

  std::variant<Narrow, Wide> elements_;
};

using PositionArray = IndexArray<Width::Bits64>;
using CoordinateArray = IndexArray<Width::Bits32>;

}  // namespace stardust
