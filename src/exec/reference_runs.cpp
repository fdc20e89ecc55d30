#include "exec/reference_runs.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "support/diagnostic.h"
#include "support/radix_sort.h"

namespace stardust::exec {
namespace {

constexpr std::size_t largestTable = std::size_t{1} << 20;
constexpr std::size_t maxCells = std::size_t{1} << 27;

struct KeyPlace {
  std::uint64_t key;  // less the smallest key
  std::uint32_t cell;
};

template <class T>
bool before(const KeyedCell<T>& a, const KeyedCell<T>& b) {
  return a.key < b.key;
}

}  // namespace

template <class T>
Run<T> CellTable<T>::takeSorted() {
  std::fill(slots_.begin(), slots_.end(), 0);
  Run<T> sorted;
  if (cells_.empty()) return sorted;
  const auto [least, greatest] = std::minmax_element(cells_.begin(), cells_.end(), before<T>);
  const Key range = greatest->key - least->key;
  if (std::is_sorted(cells_.begin(), cells_.end(), before<T>)) {
    sorted = cells_;
  } else if (range > std::numeric_limits<std::uint64_t>::max()) {
    sorted = cells_;
    std::sort(sorted.begin(), sorted.end(), before<T>);
  } else {
    std::vector<KeyPlace> places(cells_.size());
    for (std::size_t c = 0; c < cells_.size(); ++c)
      places[c] = {static_cast<std::uint64_t>(cells_[c].key - least->key), static_cast<std::uint32_t>(c)};
    radixSort(places, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(range))),
              [](const KeyPlace& p) { return p.key; });
    sorted.reserve(cells_.size());
    for (const KeyPlace& p : places) sorted.push_back(cells_[p.cell]);
  }
  cells_.clear();
  return sorted;
}

template <class T>
void CellTable<T>::grow() {
  const std::size_t size = std::max(std::size_t{1024}, 2 * slots_.size());
  slots_.assign(size, 0);
  shift_ = 64 - std::countr_zero(size);
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    std::size_t slot = slotOf(cells_[c].key);
    while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
    slots_[slot] = static_cast<std::uint32_t>(c + 1);
  }
}

template class CellTable<double>;
template class CellTable<std::complex<double>>;
template class CellTable<std::uint64_t>;

template <class T>
void CellRuns<T>::beginRun() {
  series_.back().emplace_back();
  series_.back().back().reserve(runLength);
}

template <class T>
void CellRuns<T>::flush() {
  const Run<T> run = table_.takeSorted();
  if (!mergeIntoLast(run)) {
    series_.push_back({run});
    count_ += run.size();
    mostInTable_ = std::min(2 * mostInTable_, largestTable);
  }
  if (count_ >= mergeAt_) mergeAll();
}

// False if many cells have keys that are larger than the first of the run.
template <class T>
bool CellRuns<T>::mergeIntoLast(const Run<T>& run) {
  Series& last = series_.back();
  const auto startIn = [&](const Run<T>& in) { return std::lower_bound(in.begin(), in.end(), run.front(), before<T>); };
  std::size_t moved = 0;
  for (auto at = last.rbegin(); at != last.rend() && !at->empty() && !(at->back().key < run.front().key); ++at)
    moved += static_cast<std::size_t>(at->end() - startIn(*at));
  if (moved > 4 * run.size()) return false;
  Series tail;
  std::size_t left = moved;
  while (left > 0) {
    Run<T>& end = last.back();
    const std::size_t taken = std::min(left, end.size());
    tail.insert(tail.begin(), Run<T>(end.end() - static_cast<std::ptrdiff_t>(taken), end.end()));
    end.resize(end.size() - taken, {});
    if (end.empty() && last.size() > 1) last.pop_back();
    left -= taken;
  }
  count_ -= moved;
  if (tail.empty()) tail.emplace_back();
  for (Run<T>& part : merged(std::move(tail), {run})) {
    count_ += part.size();
    if (last.back().empty()) last.back() = std::move(part);
    else last.push_back(std::move(part));
  }
  return true;
}

template <class T>
typename CellRuns<T>::Series CellRuns<T>::merged(Series first, Series second) const {
  std::size_t left = 0;  // at most so many cells are still to come
  for (const Series* series : {&first, &second})
    for (const Run<T>& run : *series) left += run.size();
  Series all = {{}};
  all.back().reserve(std::min(left, runLength));
  const auto put = [&](const KeyedCell<T>& cell) {
    if (all.back().size() >= runLength) {
      all.emplace_back();
      all.back().reserve(std::min(left, runLength));
    }
    all.back().push_back(cell);
    --left;
  };
  struct Reader {
    Series& of;
    std::size_t run = 0, cell = 0;
    const KeyedCell<T>* next() {
      while (run < of.size() && cell == of[run].size()) {
        Run<T>().swap(of[run]);  // frees its memory
        ++run;
        cell = 0;
      }
      return run < of.size() ? &of[run][cell] : nullptr;
    }
  } a{first}, b{second};
  const KeyedCell<T>*x = a.next(), *y = b.next();
  while (x || y) {
    if (!y || (x && x->key < y->key)) {
      put(*x);
      ++a.cell;
      x = a.next();
    } else if (!x || y->key < x->key) {
      put(*y);
      ++b.cell;
      y = b.next();
    } else {
      KeyedCell<T> both = *x;
      reduce_(both.cell, y->cell);  // a reduced cell as a term; *= counts its roundings twice, which is harmless
      put(both);
      ++a.cell;
      ++b.cell;
      x = a.next();
      y = b.next();
    }
  }
  return all;
}

template <class T>
void CellRuns<T>::mergeAll() {
  while (series_.size() > 1) {
    std::vector<Series> halved;
    for (std::size_t s = 0; s + 1 < series_.size(); s += 2)
      halved.push_back(merged(std::move(series_[s]), std::move(series_[s + 1])));
    if (series_.size() % 2 == 1) halved.push_back(std::move(series_.back()));
    series_ = std::move(halved);
  }
  count_ = 0;
  for (const Run<T>& run : series_.front()) count_ += run.size();
  mergeAt_ = std::max(mergeAt_, 2 * count_);
  if (count_ > maxCells) failUnsupported("a sparse result with more than 2^27 stored values");
}

template <class T>
const std::vector<Run<T>>& CellRuns<T>::sorted() {
  if (table_.size() > 0) flush();
  mergeAll();
  return series_.front();
}

template class CellRuns<double>;
template class CellRuns<std::complex<double>>;
template class CellRuns<std::uint64_t>;

}  // namespace stardust::exec
