struct ktruss1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t A2_dim;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const int32_t* restrict A_copy2_crd;
  const int64_t* restrict A_copy2_pos;
  const int32_t* restrict A_copy_vals;
  const int32_t* restrict A_vals;
  int32_t* restrict T2_crd;
  int64_t* restrict T2_pos;
  int64_t* restrict T2_stop;
  int32_t* restrict T_vals;
  int64_t* restrict first;
};
static void ktruss1_part(void* shared) {
  struct ktruss1_loop* const loop_ = shared;
  const int64_t A2_dim = loop_->A2_dim;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const int32_t* restrict A_copy2_crd = loop_->A_copy2_crd;
  const int64_t* restrict A_copy2_pos = loop_->A_copy2_pos;
  const int32_t* restrict A_copy_vals = loop_->A_copy_vals;
  const int32_t* restrict A_vals = loop_->A_vals;
  int32_t* restrict T2_crd = loop_->T2_crd;
  int64_t* restrict T2_pos = loop_->T2_pos;
  int64_t* restrict T2_stop = loop_->T2_stop;
  int32_t* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t T2_count_2 = A2_pos[i_first] + A_copy2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in A2 ∪ A_copy2): T(i,j) = (A(i,j) != 0) + (A_copy(j,i) != 0) > 0 */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      const int64_t A_copy2_begin = A_copy2_pos[i];
      const int64_t A_copy2_end = A_copy2_pos[i + 1];
      int64_t A2 = A2_begin;
      int64_t A_copy2 = A_copy2_begin;
      while (A2 < A2_end || A_copy2 < A_copy2_end) {
        const int64_t A_j = A2 < A2_end ? (int64_t)A2_crd[A2] : A2_dim;
        const int64_t A_copy_j = A_copy2 < A_copy2_end ? (int64_t)A_copy2_crd[A_copy2] : A2_dim;
        const int64_t j = min_i64(A_j, A_copy_j);
        const bool A_has_j = A_j == j;
        const bool A_copy_has_j = A_copy_j == j;
        T_vals[T2_count_2] = greater_i32(not_equal_i32(A_has_j ? A_vals[A2] : 0, 0) + not_equal_i32(A_copy_has_j ? A_copy_vals[A_copy2] : 0, 0), 0);
        T2_crd[T2_count_2] = j;
        T2_count_2 += 1;
        if (A_has_j) {
          A2 += 1;
        }
        if (A_copy_has_j) {
          A_copy2 += 1;
        }
      }
      T2_pos[i + 1] = T2_count_2;
    }
    T2_stop[chunk_2] = T2_count_2;
  }
}

stardust_status ktruss1(const stardust_tensor* A, const stardust_tensor* A_copy, stardust_tensor* T, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const int32_t* restrict A_vals = A->vals.data;
  const int64_t* restrict A_copy2_pos = A_copy->levels[1].pos.data;
  const int32_t* restrict A_copy2_crd = A_copy->levels[1].crd.data;
  const int32_t* restrict A_copy_vals = A_copy->vals.data;
  int64_t* restrict T2_pos = T->levels[1].pos.data;
  int64_t T2_pos_capacity = T->levels[1].pos.capacity, T2_pos_length = 0;
  int32_t* restrict T2_crd = T->levels[1].crd.data;
  int64_t T2_crd_capacity = T->levels[1].crd.capacity, T2_crd_length = 0;
  int32_t* restrict T_vals = T->vals.data;
  int64_t T_vals_capacity = T->vals.capacity, T_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict T2_stop = NULL;
  int64_t T2_stop_capacity = 0;
  RESIZE_FILLED(T2_pos, A1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = A1_dim + A2_pos[A1_dim] + A_copy2_pos[A1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = A1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] + A_copy2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t T2_most = A2_pos[A1_dim] + A_copy2_pos[A1_dim];
  RESIZE(T2_crd, T2_most, done);
  RESIZE(T_vals, T2_most, done);
  ALLOCATE(T2_stop, chunks, done);
  /* run the chunks on threads */
  struct ktruss1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_dim = A2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_copy2_crd = A_copy2_crd,
    .A_copy2_pos = A_copy2_pos,
    .A_copy_vals = A_copy_vals,
    .A_vals = A_vals,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T2_stop = T2_stop,
    .T_vals = T_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, ktruss1_part, &loop);
  /* close the gaps between the parts of T */
  int64_t T2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t T2_start = A2_pos[part_first] + A_copy2_pos[part_first];
    const int64_t T2_length = T2_stop[chunk_3] - T2_start;
    const int64_t T2_gap = T2_start - T2_count_3;
    if (T2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        T2_pos[part_first + (fiber + 1)] = T2_pos[part_first + (fiber + 1)] - T2_gap;
      }
    }
    if (T2_gap > 0) {
      memmove(T2_crd + T2_count_3, T2_crd + T2_start, (size_t)(T2_start + T2_length - T2_start) * sizeof *T2_crd);
      memmove(T_vals + T2_count_3, T_vals + T2_start, (size_t)(T2_start + T2_length - T2_start) * sizeof *T_vals);
    }
    T2_count_3 += T2_length;
  }
  RESIZE(T2_crd, T2_count_3, done);
  RESIZE(T_vals, T2_count_3, done);
done:
  free(first);
  free(T2_stop);
  T->levels[1].pos = (stardust_array){T2_pos, T2_pos_length, T2_pos_capacity};
  T->levels[1].crd = (stardust_array){T2_crd, T2_crd_length, T2_crd_capacity};
  T->vals = (stardust_array){T_vals, T_vals_length, T_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return ktruss1(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/scalar_masks.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/masked_i32.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ktruss2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t T2_dim;
  const int32_t* restrict T2_crd;
  const int64_t* restrict T2_pos;
  const int32_t* restrict T_vals;
  int64_t* restrict first;
  int32_t* restrict support2_crd;
  int64_t* restrict support2_pos;
  int64_t* restrict support2_stop;
  int32_t* restrict support_vals;
};
static void ktruss2_part(void* shared) {
  struct ktruss2_loop* const loop_ = shared;
  const int64_t T2_dim = loop_->T2_dim;
  const int32_t* restrict T2_crd = loop_->T2_crd;
  const int64_t* restrict T2_pos = loop_->T2_pos;
  const int32_t* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  int32_t* restrict support2_crd = loop_->support2_crd;
  int64_t* restrict support2_pos = loop_->support2_pos;
  int64_t* restrict support2_stop = loop_->support2_stop;
  int32_t* restrict support_vals = loop_->support_vals;
  int32_t* restrict T2_table = NULL;
  int64_t T2_table_capacity = 0, T2_table_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t support2_count_2 = T2_pos[i_first];
    ALLOCATE(T2_table, 0, next);
    T2_table_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t T2_first = T2_pos[i];
      const int64_t T2_end_4 = T2_pos[i + 1];
      const bool T2_in_table = T2_end_4 - T2_first > 0 && T2_end_4 <= 2147483647 && (T2_dim <= 4096 || T2_dim <= (T2_end_4 - T2_first + T2_pos[T2_dim]) * 16);
      if (T2_in_table) {
        RESIZE_FILLED(T2_table, T2_dim, -1, next);
        /* write the positions of T2 into a table, and look them up */
        for (int64_t vT2_4 = T2_first, T2_4_end = T2_end_4; vT2_4 < T2_4_end; vT2_4++) {
          T2_table[(int64_t)T2_crd[vT2_4]] = vT2_4;
        }
      }
      /* forall(j in T2) */
      const int64_t T2_begin = T2_pos[i];
      const int64_t T2_end = T2_pos[i + 1];
      for (int64_t T2 = T2_begin, T2_end_2 = T2_end; T2 < T2_end_2; T2++) {
        const int64_t j = T2_crd[T2];
        int32_t ws = 0;
        bool ws_stored = false;
        /* forall(k in T2 ∩ T2): ws += T(i,k) * T(j,k) */
        const int64_t T2_begin_2 = T2_pos[i];
        const int64_t T2_end_2_2 = T2_pos[i + 1];
        const int64_t T2_begin_3 = T2_pos[j];
        const int64_t T2_end_3 = T2_pos[j + 1];
        if (T2_in_table) {
          const int64_t T2_begin_4 = T2_pos[j];
          const int64_t T2_end_5 = T2_pos[j + 1];
          for (int64_t vT2_5 = T2_begin_4, T2_5_end = T2_end_5; vT2_5 < T2_5_end; vT2_5++) {
            const int64_t k_2 = T2_crd[vT2_5];
            const int64_t T2_at = T2_table[k_2];
            const bool T_has_k = T2_first <= T2_at && T2_at < T2_end_4;
            const int64_t T2_at_or_first = T_has_k ? T2_at : T2_first;
            ws += masked_i32(T_has_k, T_vals[T2_at_or_first] * T_vals[vT2_5]);
            ws_stored = ws_stored || T_has_k;
          }
        } else {
          int64_t vT2_2 = T2_begin_2;
          int64_t vT2_3 = T2_begin_3;
          while (vT2_2 < T2_end_2_2 && vT2_3 < T2_end_3) {
            const int64_t T_k = T2_crd[vT2_2];
            const int64_t T_k_2 = T2_crd[vT2_3];
            if (T_k == T_k_2) {
              ws += T_vals[vT2_2] * T_vals[vT2_3];
              ws_stored = true;
            }
            vT2_2 += (int64_t)(T_k <= T_k_2);
            vT2_3 += (int64_t)(T_k_2 <= T_k);
          }
        }
        /* support(i,j) = T(i,j) * ws */
        if (ws_stored) {
          support_vals[support2_count_2] = T_vals[T2] * ws;
          support2_crd[support2_count_2] = j;
          support2_count_2 += 1;
        }
      }
      support2_pos[i + 1] = support2_count_2;
    }
    support2_stop[chunk_2] = support2_count_2;
  next:;
  }
  free(T2_table);
  raise_status(&loop_->status_, status);
}

stardust_status ktruss2(const stardust_tensor* T, stardust_tensor* support, int32_t threads, stardust_runner* run) {
  const int64_t T1_dim = T->levels[0].dim;
  const int64_t T2_dim = T->levels[1].dim;
  const int64_t* restrict T2_pos = T->levels[1].pos.data;
  const int32_t* restrict T2_crd = T->levels[1].crd.data;
  const int32_t* restrict T_vals = T->vals.data;
  int64_t* restrict support2_pos = support->levels[1].pos.data;
  int64_t support2_pos_capacity = support->levels[1].pos.capacity, support2_pos_length = 0;
  int32_t* restrict support2_crd = support->levels[1].crd.data;
  int64_t support2_crd_capacity = support->levels[1].crd.capacity, support2_crd_length = 0;
  int32_t* restrict support_vals = support->vals.data;
  int64_t support_vals_capacity = support->vals.capacity, support_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict support2_stop = NULL;
  int64_t support2_stop_capacity = 0;
  RESIZE_FILLED(support2_pos, T1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = T1_dim + T2_pos[T1_dim] + T2_pos[T1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = T1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + T2_pos[middle] + T2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t support2_most = T2_pos[T1_dim];
  RESIZE(support2_crd, support2_most, done);
  RESIZE(support_vals, support2_most, done);
  ALLOCATE(support2_stop, chunks, done);
  /* run the chunks on threads */
  struct ktruss2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .T2_dim = T2_dim,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T_vals = T_vals,
    .first = first,
    .support2_crd = support2_crd,
    .support2_pos = support2_pos,
    .support2_stop = support2_stop,
    .support_vals = support_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, ktruss2_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* close the gaps between the parts of support */
  int64_t support2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t support2_start = T2_pos[part_first];
    const int64_t support2_length = support2_stop[chunk_3] - support2_start;
    const int64_t support2_gap = support2_start - support2_count_3;
    if (support2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        support2_pos[part_first + (fiber + 1)] = support2_pos[part_first + (fiber + 1)] - support2_gap;
      }
    }
    if (support2_gap > 0) {
      memmove(support2_crd + support2_count_3, support2_crd + support2_start, (size_t)(support2_start + support2_length - support2_start) * sizeof *support2_crd);
      memmove(support_vals + support2_count_3, support_vals + support2_start, (size_t)(support2_start + support2_length - support2_start) * sizeof *support_vals);
    }
    support2_count_3 += support2_length;
  }
  RESIZE(support2_crd, support2_count_3, done);
  RESIZE(support_vals, support2_count_3, done);
done:
  free(first);
  free(support2_stop);
  support->levels[1].pos = (stardust_array){support2_pos, support2_pos_length, support2_pos_capacity};
  support->levels[1].crd = (stardust_array){support2_crd, support2_crd_length, support2_crd_capacity};
  support->vals = (stardust_array){support_vals, support_vals_length, support_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return ktruss2(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int32_t greater_equal_i32(int32_t a, int32_t b) { return a >= b; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int32_t select_i32(int32_t a, int32_t b, int32_t c) { return a != 0 ? b : c; }

struct ktruss3_loop {
  int64_t next_, end_;
  int status_;
  int32_t* restrict N2_crd;
  int64_t* restrict N2_pos;
  int64_t* restrict N2_stop;
  int32_t* restrict N_vals;
  const int32_t* restrict T2_crd;
  const int64_t* restrict T2_pos;
  const int32_t* restrict T_vals;
  int64_t* restrict first;
  const int32_t* restrict k_vals;
  const int32_t* restrict support2_crd;
  const int64_t* restrict support2_pos;
  const int32_t* restrict support_vals;
};
static void ktruss3_part(void* shared) {
  struct ktruss3_loop* const loop_ = shared;
  int32_t* restrict N2_crd = loop_->N2_crd;
  int64_t* restrict N2_pos = loop_->N2_pos;
  int64_t* restrict N2_stop = loop_->N2_stop;
  int32_t* restrict N_vals = loop_->N_vals;
  const int32_t* restrict T2_crd = loop_->T2_crd;
  const int64_t* restrict T2_pos = loop_->T2_pos;
  const int32_t* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  const int32_t* restrict k_vals = loop_->k_vals;
  const int32_t* restrict support2_crd = loop_->support2_crd;
  const int64_t* restrict support2_pos = loop_->support2_pos;
  const int32_t* restrict support_vals = loop_->support_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t N2_count_2 = T2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in T2): N(i,j) = select(support(i,j) >= k - 2, T(i,j), 0) */
      const int64_t T2_begin = T2_pos[i];
      const int64_t T2_end = T2_pos[i + 1];
      for (int64_t T2 = T2_begin, T2_end_2 = T2_end; T2 < T2_end_2; T2++) {
        const int64_t j = T2_crd[T2];
        const int64_t support2_end = support2_pos[i + 1];
        /* search support2 for j */
        int64_t support2 = support2_pos[i];
        int64_t support2_high = support2_end;
        while (support2 < support2_high) {
          const int64_t support2_middle = support2 + (support2_high - support2) / 2;
          if ((int64_t)support2_crd[support2_middle] < j) {
            support2 = support2_middle + 1;
          } else {
            support2_high = support2_middle;
          }
        }
        const bool support2_found = support2 < support2_end && (int64_t)support2_crd[support2] == j;
        N_vals[N2_count_2] = select_i32(greater_equal_i32(support2_found ? support_vals[support2] : 0, k_vals[0] - 2), T_vals[T2], 0);
        N2_crd[N2_count_2] = j;
        N2_count_2 += 1;
      }
      N2_pos[i + 1] = N2_count_2;
    }
    N2_stop[chunk_2] = N2_count_2;
  }
}

stardust_status ktruss3(const stardust_tensor* support, const stardust_tensor* k, const stardust_tensor* T, stardust_tensor* N, int32_t threads, stardust_runner* run) {
  const int64_t support1_dim = support->levels[0].dim;
  const int64_t* restrict support2_pos = support->levels[1].pos.data;
  const int32_t* restrict support2_crd = support->levels[1].crd.data;
  const int32_t* restrict support_vals = support->vals.data;
  const int32_t* restrict k_vals = k->vals.data;
  const int64_t* restrict T2_pos = T->levels[1].pos.data;
  const int32_t* restrict T2_crd = T->levels[1].crd.data;
  const int32_t* restrict T_vals = T->vals.data;
  int64_t* restrict N2_pos = N->levels[1].pos.data;
  int64_t N2_pos_capacity = N->levels[1].pos.capacity, N2_pos_length = 0;
  int32_t* restrict N2_crd = N->levels[1].crd.data;
  int64_t N2_crd_capacity = N->levels[1].crd.capacity, N2_crd_length = 0;
  int32_t* restrict N_vals = N->vals.data;
  int64_t N_vals_capacity = N->vals.capacity, N_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict N2_stop = NULL;
  int64_t N2_stop_capacity = 0;
  RESIZE_FILLED(N2_pos, support1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = support1_dim + support2_pos[support1_dim] + T2_pos[support1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = support1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + support2_pos[middle] + T2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t N2_most = T2_pos[support1_dim];
  RESIZE(N2_crd, N2_most, done);
  RESIZE(N_vals, N2_most, done);
  ALLOCATE(N2_stop, chunks, done);
  /* run the chunks on threads */
  struct ktruss3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .N2_crd = N2_crd,
    .N2_pos = N2_pos,
    .N2_stop = N2_stop,
    .N_vals = N_vals,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T_vals = T_vals,
    .first = first,
    .k_vals = k_vals,
    .support2_crd = support2_crd,
    .support2_pos = support2_pos,
    .support_vals = support_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, ktruss3_part, &loop);
  /* close the gaps between the parts of N */
  int64_t N2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t N2_start = T2_pos[part_first];
    const int64_t N2_length = N2_stop[chunk_3] - N2_start;
    const int64_t N2_gap = N2_start - N2_count_3;
    if (N2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        N2_pos[part_first + (fiber + 1)] = N2_pos[part_first + (fiber + 1)] - N2_gap;
      }
    }
    if (N2_gap > 0) {
      memmove(N2_crd + N2_count_3, N2_crd + N2_start, (size_t)(N2_start + N2_length - N2_start) * sizeof *N2_crd);
      memmove(N_vals + N2_count_3, N_vals + N2_start, (size_t)(N2_start + N2_length - N2_start) * sizeof *N_vals);
    }
    N2_count_3 += N2_length;
  }
  RESIZE(N2_crd, N2_count_3, done);
  RESIZE(N_vals, N2_count_3, done);
done:
  free(first);
  free(N2_stop);
  N->levels[1].pos = (stardust_array){N2_pos, N2_pos_length, N2_pos_capacity};
  N->levels[1].crd = (stardust_array){N2_crd, N2_crd_length, N2_crd_capacity};
  N->vals = (stardust_array){N_vals, N_vals_length, N_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return ktruss3(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ktruss4_loop {
  int64_t next_, end_;
  int status_;
  const int64_t* restrict N2_pos;
  const int32_t* restrict N_vals;
  int64_t* restrict first;
  int32_t* restrict t2_parts;
};
static void ktruss4_part(void* shared) {
  struct ktruss4_loop* const loop_ = shared;
  const int64_t* restrict N2_pos = loop_->N2_pos;
  const int32_t* restrict N_vals = loop_->N_vals;
  int64_t* restrict first = loop_->first;
  int32_t* restrict t2_parts = loop_->t2_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int32_t t2_part = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in N2): t2 += N(i,j) */
      const int64_t N2_begin = N2_pos[i];
      const int64_t N2_end = N2_pos[i + 1];
      for (int64_t N2 = N2_begin, N2_end_2 = N2_end; N2 < N2_end_2; N2++) {
        t2_part += N_vals[N2];
      }
    }
    t2_parts[chunk_2] = t2_part;
  }
}

struct ktruss4_loop_2 {
  int64_t next_, end_;
  int status_;
  const int64_t* restrict T2_pos;
  const int32_t* restrict T_vals;
  int64_t* restrict first_2;
  int32_t* restrict t_parts;
};
static void ktruss4_part_2(void* shared) {
  struct ktruss4_loop_2* const loop_ = shared;
  const int64_t* restrict T2_pos = loop_->T2_pos;
  const int32_t* restrict T_vals = loop_->T_vals;
  int64_t* restrict first_2 = loop_->first_2;
  int32_t* restrict t_parts = loop_->t_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_5 = part_;
    const int64_t i_first_2 = first_2[chunk_5];
    const int64_t i_last_2 = first_2[chunk_5 + 1];
    int32_t t_part = 0;
    /* forall(i) */
    for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
      /* forall(j in T2): t += T(i,j) */
      const int64_t T2_begin = T2_pos[i_2];
      const int64_t T2_end = T2_pos[i_2 + 1];
      for (int64_t T2 = T2_begin, T2_end_2 = T2_end; T2 < T2_end_2; T2++) {
        t_part += T_vals[T2];
      }
    }
    t_parts[chunk_5] = t_part;
  }
}

stardust_status ktruss4(const stardust_tensor* T, const stardust_tensor* N, stardust_tensor* removed, int32_t threads, stardust_runner* run) {
  const int64_t T1_dim = T->levels[0].dim;
  const int64_t* restrict T2_pos = T->levels[1].pos.data;
  const int32_t* restrict T_vals = T->vals.data;
  const int64_t* restrict N2_pos = N->levels[1].pos.data;
  const int32_t* restrict N_vals = N->vals.data;
  int32_t* restrict removed_vals = removed->vals.data;
  int64_t removed_vals_capacity = removed->vals.capacity, removed_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int32_t* restrict t2_parts = NULL;
  int64_t t2_parts_capacity = 0;
  int64_t* restrict first_2 = NULL;
  int64_t first_2_capacity = 0;
  int32_t* restrict t_parts = NULL;
  int64_t t_parts_capacity = 0;
  RESIZE(removed_vals, 1, done);
  int32_t t2 = 0;
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = T1_dim + T2_pos[T1_dim] + N2_pos[T1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = T1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + T2_pos[middle] + N2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  ALLOCATE(t2_parts, chunks, done);
  /* run the chunks on threads */
  struct ktruss4_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .N2_pos = N2_pos,
    .N_vals = N_vals,
    .first = first,
    .t2_parts = t2_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, ktruss4_part, &loop);
  /* reduce t2 over the chunks */
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    t2 += t2_parts[chunk_3];
  }
  int32_t t = 0;
  /* cut forall(i) into chunks of about equal work */
  const int64_t work_2 = T1_dim + T2_pos[T1_dim] + N2_pos[T1_dim];
  const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads * 4, work_2 / 16384));
  ALLOCATE(first_2, chunks_2 + 1, done);
  for (int64_t chunk_4 = 0, chunk_4_end = chunks_2 + 1; chunk_4 < chunk_4_end; chunk_4++) {
    int64_t low_2 = 0;
    int64_t high_2 = T1_dim;
    const int64_t share_2 = div_i64(work_2 * chunk_4, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 + T2_pos[middle_2] + N2_pos[middle_2] < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_4] = low_2;
  }
  ALLOCATE(t_parts, chunks_2, done);
  /* run the chunks on threads */
  struct ktruss4_loop_2 loop_2 = {
    .next_ = 0, .end_ = chunks_2, .status_ = STARDUST_OK,
    .T2_pos = T2_pos,
    .T_vals = T_vals,
    .first_2 = first_2,
    .t_parts = t_parts,
  };
  run_parts(run, threads, loop_2.end_ - loop_2.next_, ktruss4_part_2, &loop_2);
  /* reduce t over the chunks */
  for (int64_t chunk_6 = 0, chunk_6_end = chunks_2; chunk_6 < chunk_6_end; chunk_6++) {
    t += t_parts[chunk_6];
  }
  /* removed = t - t2 */
  removed_vals[0] = t - t2;
done:
  free(first);
  free(t2_parts);
  free(first_2);
  free(t_parts);
  removed->vals = (stardust_array){removed_vals, removed_vals_length, removed_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return ktruss4(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ktruss5_loop {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict N2_crd;
  const int64_t* restrict N2_pos;
  const int32_t* restrict N_vals;
  int32_t* restrict T2_crd;
  int64_t* restrict T2_pos;
  int64_t* restrict T2_stop;
  int32_t* restrict T_vals;
  int64_t* restrict first;
};
static void ktruss5_part(void* shared) {
  struct ktruss5_loop* const loop_ = shared;
  const int32_t* restrict N2_crd = loop_->N2_crd;
  const int64_t* restrict N2_pos = loop_->N2_pos;
  const int32_t* restrict N_vals = loop_->N_vals;
  int32_t* restrict T2_crd = loop_->T2_crd;
  int64_t* restrict T2_pos = loop_->T2_pos;
  int64_t* restrict T2_stop = loop_->T2_stop;
  int32_t* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t T2_count_2 = N2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in N2): T(i,j) = N(i,j) */
      const int64_t N2_begin = N2_pos[i];
      const int64_t N2_end = N2_pos[i + 1];
      for (int64_t N2 = N2_begin, N2_end_2 = N2_end; N2 < N2_end_2; N2++) {
        const int64_t j = N2_crd[N2];
        T_vals[T2_count_2] = N_vals[N2];
        T2_crd[T2_count_2] = j;
        T2_count_2 += 1;
      }
      T2_pos[i + 1] = T2_count_2;
    }
    T2_stop[chunk_2] = T2_count_2;
  }
}

stardust_status ktruss5(const stardust_tensor* N, stardust_tensor* T, int32_t threads, stardust_runner* run) {
  const int64_t N1_dim = N->levels[0].dim;
  const int64_t* restrict N2_pos = N->levels[1].pos.data;
  const int32_t* restrict N2_crd = N->levels[1].crd.data;
  const int32_t* restrict N_vals = N->vals.data;
  int64_t* restrict T2_pos = T->levels[1].pos.data;
  int64_t T2_pos_capacity = T->levels[1].pos.capacity, T2_pos_length = 0;
  int32_t* restrict T2_crd = T->levels[1].crd.data;
  int64_t T2_crd_capacity = T->levels[1].crd.capacity, T2_crd_length = 0;
  int32_t* restrict T_vals = T->vals.data;
  int64_t T_vals_capacity = T->vals.capacity, T_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict T2_stop = NULL;
  int64_t T2_stop_capacity = 0;
  RESIZE_FILLED(T2_pos, N1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = N1_dim + N2_pos[N1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = N1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + N2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t T2_most = N2_pos[N1_dim];
  RESIZE(T2_crd, T2_most, done);
  RESIZE(T_vals, T2_most, done);
  ALLOCATE(T2_stop, chunks, done);
  /* run the chunks on threads */
  struct ktruss5_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .N2_crd = N2_crd,
    .N2_pos = N2_pos,
    .N_vals = N_vals,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T2_stop = T2_stop,
    .T_vals = T_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, ktruss5_part, &loop);
  /* close the gaps between the parts of T */
  int64_t T2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t T2_start = N2_pos[part_first];
    const int64_t T2_length = T2_stop[chunk_3] - T2_start;
    const int64_t T2_gap = T2_start - T2_count_3;
    if (T2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        T2_pos[part_first + (fiber + 1)] = T2_pos[part_first + (fiber + 1)] - T2_gap;
      }
    }
    if (T2_gap > 0) {
      memmove(T2_crd + T2_count_3, T2_crd + T2_start, (size_t)(T2_start + T2_length - T2_start) * sizeof *T2_crd);
      memmove(T_vals + T2_count_3, T_vals + T2_start, (size_t)(T2_start + T2_length - T2_start) * sizeof *T_vals);
    }
    T2_count_3 += T2_length;
  }
  RESIZE(T2_crd, T2_count_3, done);
  RESIZE(T_vals, T2_count_3, done);
done:
  free(first);
  free(T2_stop);
  T->levels[1].pos = (stardust_array){T2_pos, T2_pos_length, T2_pos_capacity};
  T->levels[1].crd = (stardust_array){T2_crd, T2_crd_length, T2_crd_capacity};
  T->vals = (stardust_array){T_vals, T_vals_length, T_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return ktruss5(tensors[0], tensors[1], threads, run);
}
