struct plus3Twoway1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t B2_dim;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const int32_t* restrict C2_crd;
  const int64_t* restrict C2_pos;
  const float* restrict C_vals;
  int32_t* restrict T2_crd;
  int64_t* restrict T2_pos;
  int64_t* restrict T2_stop;
  float* restrict T_vals;
  int64_t* restrict first;
};
static void plus3Twoway1_part(void* shared) {
  struct plus3Twoway1_loop* const loop_ = shared;
  const int64_t B2_dim = loop_->B2_dim;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const int32_t* restrict C2_crd = loop_->C2_crd;
  const int64_t* restrict C2_pos = loop_->C2_pos;
  const float* restrict C_vals = loop_->C_vals;
  int32_t* restrict T2_crd = loop_->T2_crd;
  int64_t* restrict T2_pos = loop_->T2_pos;
  int64_t* restrict T2_stop = loop_->T2_stop;
  float* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  float* restrict row = NULL;
  int64_t row_capacity = 0, row_length = 0;
  bool* restrict row_stored = NULL;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t T2_count_2 = B2_pos[i_first] + C2_pos[i_first];
    ALLOCATE(row, 0, next);
    row_length = 0;
    ALLOCATE(row_stored, 0, next);
    row_stored_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2 ∪ C2): T(i,j) = B(i,j) + C(i,j) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      if ((B2_end - B2_begin + (C2_end - C2_begin)) * 12 >= B2_dim) {
        RESIZE_FILLED(row, B2_dim, 0.0f, next);
        RESIZE_FILLED(row_stored, B2_dim, false, next);
        /* forall(j in B2): row(j) = B(i,j) */
        const int64_t B2_begin_2 = B2_pos[i];
        const int64_t B2_end_2 = B2_pos[i + 1];
        int64_t B2_2_next = B2_begin_2;
        const int64_t B2_2_end = B2_end_2;
        while (B2_2_next + 4 <= B2_2_end) {
          const int64_t j_2_2 = B2_crd[B2_2_next];
          const int64_t j_2_3 = B2_crd[B2_2_next + 1];
          const int64_t j_2_4 = B2_crd[B2_2_next + 2];
          const int64_t j_2_5 = B2_crd[B2_2_next + 3];
          row[j_2_2] = B_vals[B2_2_next];
          row[j_2_3] = B_vals[B2_2_next + 1];
          row[j_2_4] = B_vals[B2_2_next + 2];
          row[j_2_5] = B_vals[B2_2_next + 3];
          row_stored[j_2_2] = true;
          row_stored[j_2_3] = true;
          row_stored[j_2_4] = true;
          row_stored[j_2_5] = true;
          B2_2_next += 4;
        }
        for (int64_t vB2_2 = B2_2_next, B2_2_end_2 = B2_2_end; vB2_2 < B2_2_end_2; vB2_2++) {
          const int64_t j_2 = B2_crd[vB2_2];
          row[j_2] = B_vals[vB2_2];
          row_stored[j_2] = true;
        }
        /* forall(j in C2): row(j) += C(i,j) */
        const int64_t C2_begin_2 = C2_pos[i];
        const int64_t C2_end_2 = C2_pos[i + 1];
        int64_t C2_2_next = C2_begin_2;
        const int64_t C2_2_end = C2_end_2;
        while (C2_2_next + 4 <= C2_2_end) {
          const int64_t j_3_2 = C2_crd[C2_2_next];
          const int64_t j_3_3 = C2_crd[C2_2_next + 1];
          const int64_t j_3_4 = C2_crd[C2_2_next + 2];
          const int64_t j_3_5 = C2_crd[C2_2_next + 3];
          row[j_3_2] += C_vals[C2_2_next];
          row[j_3_3] += C_vals[C2_2_next + 1];
          row[j_3_4] += C_vals[C2_2_next + 2];
          row[j_3_5] += C_vals[C2_2_next + 3];
          row_stored[j_3_2] = true;
          row_stored[j_3_3] = true;
          row_stored[j_3_4] = true;
          row_stored[j_3_5] = true;
          C2_2_next += 4;
        }
        for (int64_t vC2_2 = C2_2_next, C2_2_end_2 = C2_2_end; vC2_2 < C2_2_end_2; vC2_2++) {
          const int64_t j_3 = C2_crd[vC2_2];
          row[j_3] += C_vals[vC2_2];
          row_stored[j_3] = true;
        }
        /* pack row into T */
        T2_count_2 = pack_f32(row, row_stored, B2_dim, T2_crd, T_vals, T2_count_2, 0.0f);
      } else {
        int64_t B2 = B2_begin;
        int64_t C2 = C2_begin;
        T2_count_2 = unite_f32(B_vals, B2_crd, B2, B2_end, C_vals, C2_crd, C2, C2_end, T_vals, T2_crd, T2_count_2);
      }
      T2_pos[i + 1] = T2_count_2;
    }
    T2_stop[chunk_2] = T2_count_2;
  next:;
  }
  free(row);
  free(row_stored);
  raise_status(&loop_->status_, status);
}

stardust_status plus3Twoway1(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* T, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const float* restrict C_vals = C->vals.data;
  int64_t* restrict T2_pos = T->levels[1].pos.data;
  int64_t T2_pos_capacity = T->levels[1].pos.capacity, T2_pos_length = 0;
  int32_t* restrict T2_crd = T->levels[1].crd.data;
  int64_t T2_crd_capacity = T->levels[1].crd.capacity, T2_crd_length = 0;
  float* restrict T_vals = T->vals.data;
  int64_t T_vals_capacity = T->vals.capacity, T_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict T2_stop = NULL;
  int64_t T2_stop_capacity = 0;
  RESIZE_FILLED(T2_pos, B1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B2_pos[B1_dim] + C2_pos[B1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + C2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t T2_most = B2_pos[B1_dim] + C2_pos[B1_dim];
  RESIZE(T2_crd, T2_most, done);
  RESIZE(T_vals, T2_most, done);
  ALLOCATE(T2_stop, chunks, done);
  /* run the chunks on threads */
  struct plus3Twoway1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B2_dim = B2_dim,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .C2_crd = C2_crd,
    .C2_pos = C2_pos,
    .C_vals = C_vals,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T2_stop = T2_stop,
    .T_vals = T_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, plus3Twoway1_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* close the gaps between the parts of T */
  int64_t T2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t T2_start = B2_pos[part_first] + C2_pos[part_first];
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
  return plus3Twoway1(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/bits.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/pack.h>
#include <stardust/runtime/pack_f32.h>
#include <stardust/runtime/shared_loop.h>
#include <stardust/runtime/wide.h>
#include <stardust/runtime/short_union.h>
#include <stardust/runtime/short_union_f32.h>
#include <stardust/runtime/unite_f32.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct plus3Twoway2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t T2_dim;
  int32_t* restrict A2_crd;
  int64_t* restrict A2_pos;
  int64_t* restrict A2_stop;
  float* restrict A_vals;
  const int32_t* restrict D2_crd;
  const int64_t* restrict D2_pos;
  const float* restrict D_vals;
  const int32_t* restrict T2_crd;
  const int64_t* restrict T2_pos;
  const float* restrict T_vals;
  int64_t* restrict first;
};
static void plus3Twoway2_part(void* shared) {
  struct plus3Twoway2_loop* const loop_ = shared;
  const int64_t T2_dim = loop_->T2_dim;
  int32_t* restrict A2_crd = loop_->A2_crd;
  int64_t* restrict A2_pos = loop_->A2_pos;
  int64_t* restrict A2_stop = loop_->A2_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict D2_crd = loop_->D2_crd;
  const int64_t* restrict D2_pos = loop_->D2_pos;
  const float* restrict D_vals = loop_->D_vals;
  const int32_t* restrict T2_crd = loop_->T2_crd;
  const int64_t* restrict T2_pos = loop_->T2_pos;
  const float* restrict T_vals = loop_->T_vals;
  int64_t* restrict first = loop_->first;
  float* restrict row = NULL;
  int64_t row_capacity = 0, row_length = 0;
  bool* restrict row_stored = NULL;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = T2_pos[i_first] + D2_pos[i_first];
    ALLOCATE(row, 0, next);
    row_length = 0;
    ALLOCATE(row_stored, 0, next);
    row_stored_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in T2 ∪ D2): A(i,j) = T(i,j) + D(i,j) */
      const int64_t T2_begin = T2_pos[i];
      const int64_t T2_end = T2_pos[i + 1];
      const int64_t D2_begin = D2_pos[i];
      const int64_t D2_end = D2_pos[i + 1];
      if ((T2_end - T2_begin + (D2_end - D2_begin)) * 12 >= T2_dim) {
        RESIZE_FILLED(row, T2_dim, 0.0f, next);
        RESIZE_FILLED(row_stored, T2_dim, false, next);
        /* forall(j in T2): row(j) = T(i,j) */
        const int64_t T2_begin_2 = T2_pos[i];
        const int64_t T2_end_2 = T2_pos[i + 1];
        int64_t T2_2_next = T2_begin_2;
        const int64_t T2_2_end = T2_end_2;
        while (T2_2_next + 4 <= T2_2_end) {
          const int64_t j_2_2 = T2_crd[T2_2_next];
          const int64_t j_2_3 = T2_crd[T2_2_next + 1];
          const int64_t j_2_4 = T2_crd[T2_2_next + 2];
          const int64_t j_2_5 = T2_crd[T2_2_next + 3];
          row[j_2_2] = T_vals[T2_2_next];
          row[j_2_3] = T_vals[T2_2_next + 1];
          row[j_2_4] = T_vals[T2_2_next + 2];
          row[j_2_5] = T_vals[T2_2_next + 3];
          row_stored[j_2_2] = true;
          row_stored[j_2_3] = true;
          row_stored[j_2_4] = true;
          row_stored[j_2_5] = true;
          T2_2_next += 4;
        }
        for (int64_t vT2_2 = T2_2_next, T2_2_end_2 = T2_2_end; vT2_2 < T2_2_end_2; vT2_2++) {
          const int64_t j_2 = T2_crd[vT2_2];
          row[j_2] = T_vals[vT2_2];
          row_stored[j_2] = true;
        }
        /* forall(j in D2): row(j) += D(i,j) */
        const int64_t D2_begin_2 = D2_pos[i];
        const int64_t D2_end_2 = D2_pos[i + 1];
        int64_t D2_2_next = D2_begin_2;
        const int64_t D2_2_end = D2_end_2;
        while (D2_2_next + 4 <= D2_2_end) {
          const int64_t j_3_2 = D2_crd[D2_2_next];
          const int64_t j_3_3 = D2_crd[D2_2_next + 1];
          const int64_t j_3_4 = D2_crd[D2_2_next + 2];
          const int64_t j_3_5 = D2_crd[D2_2_next + 3];
          row[j_3_2] += D_vals[D2_2_next];
          row[j_3_3] += D_vals[D2_2_next + 1];
          row[j_3_4] += D_vals[D2_2_next + 2];
          row[j_3_5] += D_vals[D2_2_next + 3];
          row_stored[j_3_2] = true;
          row_stored[j_3_3] = true;
          row_stored[j_3_4] = true;
          row_stored[j_3_5] = true;
          D2_2_next += 4;
        }
        for (int64_t vD2_2 = D2_2_next, D2_2_end_2 = D2_2_end; vD2_2 < D2_2_end_2; vD2_2++) {
          const int64_t j_3 = D2_crd[vD2_2];
          row[j_3] += D_vals[vD2_2];
          row_stored[j_3] = true;
        }
        /* pack row into A */
        A2_count_2 = pack_f32(row, row_stored, T2_dim, A2_crd, A_vals, A2_count_2, 0.0f);
      } else {
        int64_t T2 = T2_begin;
        int64_t D2 = D2_begin;
        A2_count_2 = unite_f32(T_vals, T2_crd, T2, T2_end, D_vals, D2_crd, D2, D2_end, A_vals, A2_crd, A2_count_2);
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  next:;
  }
  free(row);
  free(row_stored);
  raise_status(&loop_->status_, status);
}

stardust_status plus3Twoway2(const stardust_tensor* T, const stardust_tensor* D, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t T1_dim = T->levels[0].dim;
  const int64_t T2_dim = T->levels[1].dim;
  const int64_t* restrict T2_pos = T->levels[1].pos.data;
  const int32_t* restrict T2_crd = T->levels[1].crd.data;
  const float* restrict T_vals = T->vals.data;
  const int64_t* restrict D2_pos = D->levels[1].pos.data;
  const int32_t* restrict D2_crd = D->levels[1].crd.data;
  const float* restrict D_vals = D->vals.data;
  int64_t* restrict A2_pos = A->levels[1].pos.data;
  int64_t A2_pos_capacity = A->levels[1].pos.capacity, A2_pos_length = 0;
  int32_t* restrict A2_crd = A->levels[1].crd.data;
  int64_t A2_crd_capacity = A->levels[1].crd.capacity, A2_crd_length = 0;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict A2_stop = NULL;
  int64_t A2_stop_capacity = 0;
  RESIZE_FILLED(A2_pos, T1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = T1_dim + T2_pos[T1_dim] + D2_pos[T1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = T1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + T2_pos[middle] + D2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t A2_most = T2_pos[T1_dim] + D2_pos[T1_dim];
  RESIZE(A2_crd, A2_most, done);
  RESIZE(A_vals, A2_most, done);
  ALLOCATE(A2_stop, chunks, done);
  /* run the chunks on threads */
  struct plus3Twoway2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .T2_dim = T2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A2_stop = A2_stop,
    .A_vals = A_vals,
    .D2_crd = D2_crd,
    .D2_pos = D2_pos,
    .D_vals = D_vals,
    .T2_crd = T2_crd,
    .T2_pos = T2_pos,
    .T_vals = T_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, plus3Twoway2_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* close the gaps between the parts of A */
  int64_t A2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = T2_pos[part_first] + D2_pos[part_first];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_count_3;
    if (A2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        A2_pos[part_first + (fiber + 1)] = A2_pos[part_first + (fiber + 1)] - A2_gap;
      }
    }
    if (A2_gap > 0) {
      memmove(A2_crd + A2_count_3, A2_crd + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A2_crd);
      memmove(A_vals + A2_count_3, A_vals + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A_vals);
    }
    A2_count_3 += A2_length;
  }
  RESIZE(A2_crd, A2_count_3, done);
  RESIZE(A_vals, A2_count_3, done);
done:
  free(first);
  free(A2_stop);
  A->levels[1].pos = (stardust_array){A2_pos, A2_pos_length, A2_pos_capacity};
  A->levels[1].crd = (stardust_array){A2_crd, A2_crd_length, A2_crd_capacity};
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return plus3Twoway2(tensors[0], tensors[1], tensors[2], threads, run);
}
