struct components1_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict c_vals;
  int64_t* restrict first;
  float* restrict n_vals;
};
static void components1_part(void* shared) {
  struct components1_loop* const loop_ = shared;
  const float* restrict c_vals = loop_->c_vals;
  int64_t* restrict first = loop_->first;
  float* restrict n_vals = loop_->n_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): n(i) min= c(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      n_vals[i] = min_f32(n_vals[i], c_vals[i]);
    }
  }
}

struct components1_loop_2 {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict c_vals;
  int64_t* restrict first_2;
  float* restrict n_vals;
};
static void components1_part_2(void* shared) {
  struct components1_loop_2* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict c_vals = loop_->c_vals;
  int64_t* restrict first_2 = loop_->first_2;
  float* restrict n_vals = loop_->n_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_4 = part_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i) */
    for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
      float ws = INFINITY;
      /* forall(j in A2): ws min= (A(i,j) != 0) * c(j) */
      const int64_t A2_begin = A2_pos[i_2];
      const int64_t A2_end = A2_pos[i_2 + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        ws = min_f32(ws, not_equal_f32(A_vals[A2], 0.0f) * c_vals[j]);
      }
      /* n(i) min= ws */
      if (A2_begin < A2_end) {
        n_vals[i_2] = min_f32(n_vals[i_2], ws);
      }
    }
  }
}

stardust_status components1(const stardust_tensor* c, const stardust_tensor* A, stardust_tensor* n, int32_t threads, stardust_runner* run) {
  const int64_t c1_dim = c->levels[0].dim;
  const float* restrict c_vals = c->vals.data;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  float* restrict n_vals = n->vals.data;
  int64_t n_vals_capacity = n->vals.capacity, n_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict first_2 = NULL;
  int64_t first_2_capacity = 0;
  RESIZE_FILLED(n_vals, c1_dim, INFINITY, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = c1_dim + A2_pos[c1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = c1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct components1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .c_vals = c_vals,
    .first = first,
    .n_vals = n_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, components1_part, &loop);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work_2 = c1_dim + A2_pos[c1_dim];
  const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads * 4, work_2 / 16384));
  ALLOCATE(first_2, chunks_2 + 1, done);
  for (int64_t chunk_3 = 0, chunk_3_end = chunks_2 + 1; chunk_3 < chunk_3_end; chunk_3++) {
    int64_t low_2 = 0;
    int64_t high_2 = c1_dim;
    const int64_t share_2 = div_i64(work_2 * chunk_3, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 + A2_pos[middle_2] < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_3] = low_2;
  }
  /* run the chunks on threads */
  struct components1_loop_2 loop_2 = {
    .next_ = 0, .end_ = chunks_2, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .c_vals = c_vals,
    .first_2 = first_2,
    .n_vals = n_vals,
  };
  run_parts(run, threads, loop_2.end_ - loop_2.next_, components1_part_2, &loop_2);
  /* forall(j) */
  for (int64_t j_2 = 0, j_2_end = A2_dim; j_2 < j_2_end; j_2++) {
    /* forall(i in A2): n(i) min= (A(j,i) != 0) * c(j) */
    const int64_t A2_begin_2 = A2_pos[j_2];
    const int64_t A2_end_2_2 = A2_pos[j_2 + 1];
    for (int64_t vA2_2 = A2_begin_2, A2_2_end = A2_end_2_2; vA2_2 < A2_2_end; vA2_2++) {
      const int64_t i_3 = A2_crd[vA2_2];
      n_vals[i_3] = min_f32(n_vals[i_3], not_equal_f32(A_vals[vA2_2], 0.0f) * c_vals[j_2]);
    }
  }
done:
  free(first);
  free(first_2);
  n->vals = (stardust_array){n_vals, n_vals_length, n_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return components1(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/simd_sums.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline float not_equal_f32(float a, float b) { return a != b; }

struct components2_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict c_vals;
  int64_t* restrict first;
  const float* restrict n_vals;
  float* restrict ws_parts;
};
static void components2_part(void* shared) {
  struct components2_loop* const loop_ = shared;
  const float* restrict c_vals = loop_->c_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict n_vals = loop_->n_vals;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i): ws += n(i) != c(i) */
    SIMD_SUMS(+ : ws_part)
    for (int64_t i = i_first; i < i_last; i++) {
      ws_part += not_equal_f32(n_vals[i], c_vals[i]);
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status components2(const stardust_tensor* n, const stardust_tensor* c, stardust_tensor* changed, int32_t threads, stardust_runner* run) {
  const int64_t n1_dim = n->levels[0].dim;
  const float* restrict n_vals = n->vals.data;
  const float* restrict c_vals = c->vals.data;
  float* restrict changed_vals = changed->vals.data;
  int64_t changed_vals_capacity = changed->vals.capacity, changed_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  float* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  RESIZE(changed_vals, 1, done);
  float ws = 0.0f;
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, n1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = n1_dim;
    const int64_t share = div_i64(n1_dim * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  ALLOCATE(ws_parts, chunks, done);
  /* run the chunks on threads */
  struct components2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .c_vals = c_vals,
    .first = first,
    .n_vals = n_vals,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, components2_part, &loop);
  /* reduce ws over the chunks */
  SIMD_SUMS(+ : ws)
  for (int64_t chunk_3 = 0; chunk_3 < chunks; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* changed = ws */
  changed_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  changed->vals = (stardust_array){changed_vals, changed_vals_length, changed_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return components2(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct components3_loop {
  int64_t next_, end_;
  int status_;
  float* restrict c_vals;
  int64_t* restrict first;
  const float* restrict n_vals;
};
static void components3_part(void* shared) {
  struct components3_loop* const loop_ = shared;
  float* restrict c_vals = loop_->c_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict n_vals = loop_->n_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): c(i) = n(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      c_vals[i] = n_vals[i];
    }
  }
}

stardust_status components3(const stardust_tensor* n, stardust_tensor* c, int32_t threads, stardust_runner* run) {
  const int64_t n1_dim = n->levels[0].dim;
  const float* restrict n_vals = n->vals.data;
  float* restrict c_vals = c->vals.data;
  int64_t c_vals_capacity = c->vals.capacity, c_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(c_vals, n1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, n1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = n1_dim;
    const int64_t share = div_i64(n1_dim * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct components3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .c_vals = c_vals,
    .first = first,
    .n_vals = n_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, components3_part, &loop);
done:
  free(first);
  c->vals = (stardust_array){c_vals, c_vals_length, c_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return components3(tensors[0], tensors[1], threads, run);
}
