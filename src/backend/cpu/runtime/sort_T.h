/* Sorting. T: i32 i64.

   The list of a short row's coordinates decides how fast a sparse result is made. With AVX2, the place of each element
   in order is found by comparing all pairs, 32 bytes at a time: no branch depends on the elements. 4,000 lists in
   random order, in nanoseconds for each list, insertion sort and ranks: of 16 elements 123 and 18, of 32 elements 300
   and 50. Insertion sort is faster for shorter lists, whose elements were just written: a vector of them waits for the
   single stores. */
#ifndef STARDUST_RUNTIME_SORT_T_H
#define STARDUST_RUNTIME_SORT_T_H

#include "T.h"
#include "vectors.h"

/* Heap sort: bounded worst case, in place. */
LOCAL void sift_sort_T(T* heap, int64_t root, int64_t count) {
  const T value = heap[root];
  for (int64_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count && heap[child] < heap[child + 1]) child++;
    if (heap[child] <= value) break;
    heap[root] = heap[child];
    root = child;
  }
  heap[root] = value;
}

LOCAL void heap_sort_T(T* data, int64_t count) {
  for (int64_t root = count / 2; root-- > 0;) sift_sort_T(data, root, count);
  for (int64_t last = count - 1; last > 0; last--) {
    const T largest = data[0];
    data[0] = data[last];
    data[last] = largest;
    sift_sort_T(data, 0, last);
  }
}

LOCAL void insertion_sort_T(T* data, int64_t count) {
  for (int64_t i = 1; i < count; i++) {
    const T value = data[i];
    int64_t hole = i;
    for (; hole > 0 && data[hole - 1] > value; hole--) data[hole] = data[hole - 1];
    data[hole] = value;
  }
}

#ifdef __AVX2__
enum { SHORTEST_RANKED_T = 16 };
enum { LONGEST_RANKED_T = 64 };
typedef T sorted_lanes_T LANES(T, 32);

/* Moves each element to its rank: the number of smaller elements, and of equal ones before it. */
LOCAL WITHOUT_SCATTERS void rank_sort_T(T* data, int64_t count) {
  enum { lanes_count = sizeof(sorted_lanes_T) / sizeof(T) };
  static const T own[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  T all[LONGEST_RANKED_T], ranks[LONGEST_RANKED_T];
  const int64_t last = count - lanes_count; /* the last vector overlaps the one before */
  for (int64_t n = 0;; n = n + lanes_count < last ? n + lanes_count : last) {
    sorted_lanes_T lanes, order, rank = {0};
    memcpy(&lanes, data + n, sizeof lanes);
    memcpy(&order, own, sizeof order);
    rank += (T)n;
    int64_t k = 0;
    for (; k < n; k++) rank += (sorted_lanes_T)(lanes < data[k]); /* true is -1 */
    for (; k < n + lanes_count; k++)
      rank -= (sorted_lanes_T)(data[k] < lanes) | ((sorted_lanes_T)(data[k] == lanes) & ((T)(k - n) < order));
    for (; k < count; k++) rank -= (sorted_lanes_T)(data[k] < lanes);
    memcpy(all + n, &lanes, sizeof lanes);
    memcpy(ranks + n, &rank, sizeof rank);
    if (n == last) break;
  }
  for (int64_t k = 0; k < count; k++) data[ranks[k]] = all[k];
}

LOCAL void short_sort_T(T* data, int64_t count) {
  if (count >= SHORTEST_RANKED_T) rank_sort_T(data, count);
  else insertion_sort_T(data, count);
}
#else
enum { LONGEST_RANKED_T = 24 };
LOCAL void short_sort_T(T* data, int64_t count) { insertion_sort_T(data, count); }
#endif

/* Introsort: quicksort with median of three, another sort for short ranges, and heap sort after
   `depth` levels of recursion. */
LOCAL void quick_sort_T(T* data, int64_t count, int depth) {
  while (count > LONGEST_RANKED_T) {
    if (depth-- == 0) {
      heap_sort_T(data, count);
      return;
    }
    const T a = data[0], b = data[count / 2], c = data[count - 1];
    const T pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
    int64_t left = 0, right = count - 1;
    while (left <= right) {
      while (data[left] < pivot) left++;
      while (data[right] > pivot) right--;
      if (left <= right) {
        const T swapped = data[left];
        data[left++] = data[right];
        data[right--] = swapped;
      }
    }
    quick_sort_T(data, right + 1, depth);
    data += left;
    count -= left;
  }
  short_sort_T(data, count);
}

LOCAL void sort_T(T* data, int64_t begin, int64_t end) { quick_sort_T(data + begin, end - begin, 128); }

#endif
