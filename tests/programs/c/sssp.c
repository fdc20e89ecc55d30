struct sssp1_loop {
  int64_t next_, end_;
  int status_;
  float* restrict d_vals;
  int64_t* restrict first;
  const int32_t* restrict s1_crd;
  const int64_t* restrict s1_pos;
  const float* restrict s_vals;
};
static void sssp1_part(void* shared) {
  struct sssp1_loop* const loop_ = shared;
  float* restrict d_vals = loop_->d_vals;
  int64_t* restrict first = loop_->first;
  const int32_t* restrict s1_crd = loop_->s1_crd;
  const int64_t* restrict s1_pos = loop_->s1_pos;
  const float* restrict s_vals = loop_->s_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) = select(s(i), 0, 1 / 0) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t s1_end = s1_pos[1];
      /* search s1 for i */
      int64_t s1 = s1_pos[0];
      int64_t s1_high = s1_end;
      while (s1 < s1_high) {
        const int64_t s1_middle = s1 + (s1_high - s1) / 2;
        if ((int64_t)s1_crd[s1_middle] < i) {
          s1 = s1_middle + 1;
        } else {
          s1_high = s1_middle;
        }
      }
      const bool s1_found = s1 < s1_end && (int64_t)s1_crd[s1] == i;
      d_vals[i] = select_f32(s1_found ? s_vals[s1] : 0.0f, 0.0f, (float)1.0f / 0.0f);
    }
  }
}

stardust_status sssp1(const stardust_tensor* s, stardust_tensor* d, int32_t threads, stardust_runner* run) {
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* restrict s1_pos = s->levels[0].pos.data;
  const int32_t* restrict s1_crd = s->levels[0].crd.data;
  const float* restrict s_vals = s->vals.data;
  float* restrict d_vals = d->vals.data;
  int64_t d_vals_capacity = d->vals.capacity, d_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(d_vals, s1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, s1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = s1_dim;
    const int64_t share = div_i64(s1_dim * chunk, chunks);
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
  struct sssp1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .d_vals = d_vals,
    .first = first,
    .s1_crd = s1_crd,
    .s1_pos = s1_pos,
    .s_vals = s_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sssp1_part, &loop);
done:
  free(first);
  d->vals = (stardust_array){d_vals, d_vals_length, d_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sssp1(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
/* NaN if either is. */
static inline float min_f32(float a, float b) { return a < b || a != a ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sssp2_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict d_vals;
  int64_t* restrict first;
  float* restrict n_vals;
};
static void sssp2_part(void* shared) {
  struct sssp2_loop* const loop_ = shared;
  const float* restrict d_vals = loop_->d_vals;
  int64_t* restrict first = loop_->first;
  float* restrict n_vals = loop_->n_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): n(i) min= d(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      n_vals[i] = min_f32(n_vals[i], d_vals[i]);
    }
  }
}

struct sssp2_loop_2 {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict d_vals;
  int64_t* restrict first_2;
  float* restrict n_vals;
};
static void sssp2_part_2(void* shared) {
  struct sssp2_loop_2* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict d_vals = loop_->d_vals;
  int64_t* restrict first_2 = loop_->first_2;
  float* restrict n_vals = loop_->n_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_4 = part_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i) */
    for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
      float ws = INFINITY;
      /* forall(j in A2): ws min= A(i,j) + d(j) */
      const int64_t A2_begin = A2_pos[i_2];
      const int64_t A2_end = A2_pos[i_2 + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        ws = min_f32(ws, A_vals[A2] + d_vals[j]);
      }
      /* n(i) min= ws */
      if (A2_begin < A2_end) {
        n_vals[i_2] = min_f32(n_vals[i_2], ws);
      }
    }
  }
}

stardust_status sssp2(const stardust_tensor* d, const stardust_tensor* A, stardust_tensor* n, int32_t threads, stardust_runner* run) {
  const int64_t d1_dim = d->levels[0].dim;
  const float* restrict d_vals = d->vals.data;
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
  RESIZE_FILLED(n_vals, d1_dim, INFINITY, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = d1_dim + A2_pos[d1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = d1_dim;
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
  struct sssp2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .d_vals = d_vals,
    .first = first,
    .n_vals = n_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sssp2_part, &loop);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work_2 = d1_dim + A2_pos[d1_dim];
  const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads * 4, work_2 / 16384));
  ALLOCATE(first_2, chunks_2 + 1, done);
  for (int64_t chunk_3 = 0, chunk_3_end = chunks_2 + 1; chunk_3 < chunk_3_end; chunk_3++) {
    int64_t low_2 = 0;
    int64_t high_2 = d1_dim;
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
  struct sssp2_loop_2 loop_2 = {
    .next_ = 0, .end_ = chunks_2, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .d_vals = d_vals,
    .first_2 = first_2,
    .n_vals = n_vals,
  };
  run_parts(run, threads, loop_2.end_ - loop_2.next_, sssp2_part_2, &loop_2);
done:
  free(first);
  free(first_2);
  n->vals = (stardust_array){n_vals, n_vals_length, n_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sssp2(tensors[0], tensors[1], tensors[2], threads, run);
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

struct sssp3_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict d_vals;
  int64_t* restrict first;
  const float* restrict n_vals;
  float* restrict ws_parts;
};
static void sssp3_part(void* shared) {
  struct sssp3_loop* const loop_ = shared;
  const float* restrict d_vals = loop_->d_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict n_vals = loop_->n_vals;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i): ws += n(i) != d(i) */
    SIMD_SUMS(+ : ws_part)
    for (int64_t i = i_first; i < i_last; i++) {
      ws_part += not_equal_f32(n_vals[i], d_vals[i]);
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status sssp3(const stardust_tensor* n, const stardust_tensor* d, stardust_tensor* changed, int32_t threads, stardust_runner* run) {
  const int64_t n1_dim = n->levels[0].dim;
  const float* restrict n_vals = n->vals.data;
  const float* restrict d_vals = d->vals.data;
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
  struct sssp3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .d_vals = d_vals,
    .first = first,
    .n_vals = n_vals,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sssp3_part, &loop);
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
  return sssp3(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sssp4_loop {
  int64_t next_, end_;
  int status_;
  float* restrict d_vals;
  int64_t* restrict first;
  const float* restrict n_vals;
};
static void sssp4_part(void* shared) {
  struct sssp4_loop* const loop_ = shared;
  float* restrict d_vals = loop_->d_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict n_vals = loop_->n_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) = n(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      d_vals[i] = n_vals[i];
    }
  }
}

stardust_status sssp4(const stardust_tensor* n, stardust_tensor* d, int32_t threads, stardust_runner* run) {
  const int64_t n1_dim = n->levels[0].dim;
  const float* restrict n_vals = n->vals.data;
  float* restrict d_vals = d->vals.data;
  int64_t d_vals_capacity = d->vals.capacity, d_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(d_vals, n1_dim, done);
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
  struct sssp4_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .d_vals = d_vals,
    .first = first,
    .n_vals = n_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sssp4_part, &loop);
done:
  free(first);
  d->vals = (stardust_array){d_vals, d_vals_length, d_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sssp4(tensors[0], tensors[1], threads, run);
}
