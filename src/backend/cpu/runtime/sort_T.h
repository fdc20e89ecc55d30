/* Sorting. T: i32 i64. */
#ifndef STARDUST_RUNTIME_SORT_T_H
#define STARDUST_RUNTIME_SORT_T_H

#include "T.h"
#include "base.h"

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

/* Introsort: quicksort with median of three, insertion sort for short ranges, and heap sort after `depth` levels of
   recursion. */
LOCAL void quick_sort_T(T* data, int64_t count, int depth) {
  while (count > 24) {
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
  for (int64_t i = 1; i < count; i++) {
    const T value = data[i];
    int64_t hole = i;
    for (; hole > 0 && data[hole - 1] > value; hole--) data[hole] = data[hole - 1];
    data[hole] = value;
  }
}

LOCAL void sort_T(T* data, int64_t begin, int64_t end) { quick_sort_T(data + begin, end - begin, 128); }

#endif
