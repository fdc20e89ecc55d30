stardust_status pagerank1(const stardust_tensor* A, stardust_tensor* degree, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  float* restrict degree_vals = degree->vals.data;
  int64_t degree_vals_capacity = degree->vals.capacity, degree_vals_length = 0;
  int status = STARDUST_OK;
  (void)threads, (void)run;
  RESIZE_FILLED(degree_vals, A2_dim, 0.0f, done);
  /* forall(i) */
  for (int64_t i = 0, i_end = A1_dim; i < i_end; i++) {
    /* forall(j in A2): degree(j) += A(i,j) != 0 */
    const int64_t A2_begin = A2_pos[i];
    const int64_t A2_end = A2_pos[i + 1];
    for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
      const int64_t j = A2_crd[A2];
      degree_vals[j] += not_equal_f32(A_vals[A2], 0.0f);
    }
  }
done:
  degree->vals = (stardust_array){degree_vals, degree_vals_length, degree_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank1(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline float select_f32(float a, float b, float c) { return a != 0 ? b : c; }

struct pagerank2_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict degree_vals;
  int64_t* restrict first;
  float* restrict w_vals;
};
static void pagerank2_part(void* shared) {
  struct pagerank2_loop* const loop_ = shared;
  const float* restrict degree_vals = loop_->degree_vals;
  int64_t* restrict first = loop_->first;
  float* restrict w_vals = loop_->w_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t j_first = first[chunk_2];
    const int64_t j_last = first[chunk_2 + 1];
    /* forall(j): w(j) = select(degree(j), 1 / degree(j), 0) */
    for (int64_t j = j_first, j_end = j_last; j < j_end; j++) {
      w_vals[j] = select_f32(degree_vals[j], 1.0f / degree_vals[j], 0.0f);
    }
  }
}

stardust_status pagerank2(const stardust_tensor* degree, stardust_tensor* w, int32_t threads, stardust_runner* run) {
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* restrict degree_vals = degree->vals.data;
  float* restrict w_vals = w->vals.data;
  int64_t w_vals_capacity = w->vals.capacity, w_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(w_vals, degree1_dim, done);
  /* cut forall(j) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, degree1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = degree1_dim;
    const int64_t share = div_i64(degree1_dim * chunk, chunks);
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
  struct pagerank2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .degree_vals = degree_vals,
    .first = first,
    .w_vals = w_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerank2_part, &loop);
done:
  free(first);
  w->vals = (stardust_array){w_vals, w_vals_length, w_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank2(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/simd_sums.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline float greater_equal_f32(float a, float b) { return a >= b; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct pagerank3_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict degree_vals;
  int64_t* restrict first;
  float* restrict ws_parts;
};
static void pagerank3_part(void* shared) {
  struct pagerank3_loop* const loop_ = shared;
  const float* restrict degree_vals = loop_->degree_vals;
  int64_t* restrict first = loop_->first;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t j_first = first[chunk_2];
    const int64_t j_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(j): ws += degree(j) >= 0 */
    SIMD_SUMS(+ : ws_part)
    for (int64_t j = j_first; j < j_last; j++) {
      ws_part += greater_equal_f32(degree_vals[j], 0.0f);
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status pagerank3(const stardust_tensor* degree, stardust_tensor* n, int32_t threads, stardust_runner* run) {
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* restrict degree_vals = degree->vals.data;
  float* restrict n_vals = n->vals.data;
  int64_t n_vals_capacity = n->vals.capacity, n_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  float* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  RESIZE(n_vals, 1, done);
  float ws = 0.0f;
  /* cut forall(j) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, degree1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = degree1_dim;
    const int64_t share = div_i64(degree1_dim * chunk, chunks);
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
  struct pagerank3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .degree_vals = degree_vals,
    .first = first,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerank3_part, &loop);
  /* reduce ws over the chunks */
  SIMD_SUMS(+ : ws)
  for (int64_t chunk_3 = 0; chunk_3 < chunks; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* n = ws */
  n_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  n->vals = (stardust_array){n_vals, n_vals_length, n_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank3(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline float greater_equal_f32(float a, float b) { return a >= b; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct pagerank4_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict degree_vals;
  int64_t* restrict first;
  const float* restrict n_vals;
  float* restrict p_vals;
};
static void pagerank4_part(void* shared) {
  struct pagerank4_loop* const loop_ = shared;
  const float* restrict degree_vals = loop_->degree_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict n_vals = loop_->n_vals;
  float* restrict p_vals = loop_->p_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): p(i) = (degree(i) >= 0) / n */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      p_vals[i] = greater_equal_f32(degree_vals[i], 0.0f) / n_vals[0];
    }
  }
}

stardust_status pagerank4(const stardust_tensor* degree, const stardust_tensor* n, stardust_tensor* p, int32_t threads, stardust_runner* run) {
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* restrict degree_vals = degree->vals.data;
  const float* restrict n_vals = n->vals.data;
  float* restrict p_vals = p->vals.data;
  int64_t p_vals_capacity = p->vals.capacity, p_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(p_vals, degree1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, degree1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = degree1_dim;
    const int64_t share = div_i64(degree1_dim * chunk, chunks);
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
  struct pagerank4_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .degree_vals = degree_vals,
    .first = first,
    .n_vals = n_vals,
    .p_vals = p_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerank4_part, &loop);
done:
  free(first);
  p->vals = (stardust_array){p_vals, p_vals_length, p_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank4(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/simd_sums.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline float select_f32(float a, float b, float c) { return a != 0 ? b : c; }

struct pagerank5_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict degree_vals;
  int64_t* restrict first;
  const float* restrict p_vals;
  float* restrict ws_parts;
};
static void pagerank5_part(void* shared) {
  struct pagerank5_loop* const loop_ = shared;
  const float* restrict degree_vals = loop_->degree_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict p_vals = loop_->p_vals;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t j_first = first[chunk_2];
    const int64_t j_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(j): ws += select(degree(j), 0, p(j)) */
    SIMD_SUMS(+ : ws_part)
    for (int64_t j = j_first; j < j_last; j++) {
      ws_part += select_f32(degree_vals[j], 0.0f, p_vals[j]);
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status pagerank5(const stardust_tensor* degree, const stardust_tensor* p, stardust_tensor* lost, int32_t threads, stardust_runner* run) {
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* restrict degree_vals = degree->vals.data;
  const float* restrict p_vals = p->vals.data;
  float* restrict lost_vals = lost->vals.data;
  int64_t lost_vals_capacity = lost->vals.capacity, lost_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  float* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  RESIZE(lost_vals, 1, done);
  float ws = 0.0f;
  /* cut forall(j) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, degree1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = degree1_dim;
    const int64_t share = div_i64(degree1_dim * chunk, chunks);
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
  struct pagerank5_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .degree_vals = degree_vals,
    .first = first,
    .p_vals = p_vals,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerank5_part, &loop);
  /* reduce ws over the chunks */
  SIMD_SUMS(+ : ws)
  for (int64_t chunk_3 = 0; chunk_3 < chunks; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* lost = ws */
  lost_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  lost->vals = (stardust_array){lost_vals, lost_vals_length, lost_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank5(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline float not_equal_f32(float a, float b) { return a != b; }

struct pagerank6_loop {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict alpha_vals;
  int64_t* restrict first;
  const float* restrict lost_vals;
  const float* restrict n_vals;
  const float* restrict p_vals;
  float* restrict r_vals;
  const float* restrict w_vals;
};
static void pagerank6_part(void* shared) {
  struct pagerank6_loop* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict alpha_vals = loop_->alpha_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict lost_vals = loop_->lost_vals;
  const float* restrict n_vals = loop_->n_vals;
  const float* restrict p_vals = loop_->p_vals;
  float* restrict r_vals = loop_->r_vals;
  const float* restrict w_vals = loop_->w_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float t = 0.0f;
      /* forall(j in A2): t += (A(i,j) != 0) * w(j) * p(j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      int64_t A2_next = A2_begin;
      if (A2_next + 4 <= A2_end) {
        float t_2 = 0.0f;
        float t_3 = 0.0f;
        float t_4 = 0.0f;
        while (A2_next + 4 <= A2_end) {
          const int64_t vA2_2 = A2_next;
          const int64_t j_2 = A2_crd[vA2_2];
          t += not_equal_f32(A_vals[vA2_2], 0.0f) * w_vals[j_2] * p_vals[j_2];
          const int64_t vA2_3 = A2_next + 1;
          const int64_t j_3 = A2_crd[vA2_3];
          t_2 += not_equal_f32(A_vals[vA2_3], 0.0f) * w_vals[j_3] * p_vals[j_3];
          const int64_t vA2_4 = A2_next + 2;
          const int64_t j_4 = A2_crd[vA2_4];
          t_3 += not_equal_f32(A_vals[vA2_4], 0.0f) * w_vals[j_4] * p_vals[j_4];
          const int64_t vA2_5 = A2_next + 3;
          const int64_t j_5 = A2_crd[vA2_5];
          t_4 += not_equal_f32(A_vals[vA2_5], 0.0f) * w_vals[j_5] * p_vals[j_5];
          A2_next += 4;
        }
        t = t + t_2 + (t_3 + t_4);
      }
      for (int64_t A2 = A2_next, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        t += not_equal_f32(A_vals[A2], 0.0f) * w_vals[j] * p_vals[j];
      }
      /* r(i) = alpha * t + (1 - alpha + alpha * lost) / n */
      r_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + (1.0f - alpha_vals[0] + alpha_vals[0] * lost_vals[0]) / n_vals[0];
    }
  }
}

stardust_status pagerank6(const stardust_tensor* alpha, const stardust_tensor* lost, const stardust_tensor* n, const stardust_tensor* A, const stardust_tensor* w, const stardust_tensor* p, stardust_tensor* r, int32_t threads, stardust_runner* run) {
  const float* restrict alpha_vals = alpha->vals.data;
  const float* restrict lost_vals = lost->vals.data;
  const float* restrict n_vals = n->vals.data;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const float* restrict w_vals = w->vals.data;
  const float* restrict p_vals = p->vals.data;
  float* restrict r_vals = r->vals.data;
  int64_t r_vals_capacity = r->vals.capacity, r_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(r_vals, A1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = A1_dim + A2_pos[A1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = A1_dim;
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
  struct pagerank6_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .alpha_vals = alpha_vals,
    .first = first,
    .lost_vals = lost_vals,
    .n_vals = n_vals,
    .p_vals = p_vals,
    .r_vals = r_vals,
    .w_vals = w_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerank6_part, &loop);
done:
  free(first);
  r->vals = (stardust_array){r_vals, r_vals_length, r_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank6(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], tensors[6], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/simd_sums.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline float abs_f32(float a) { return fabsf(a); }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct pagerank7_loop {
  int64_t next_, end_;
  int status_;
  int64_t* restrict first;
  const float* restrict p_vals;
  const float* restrict r_vals;
  float* restrict ws_parts;
};
static void pagerank7_part(void* shared) {
  struct pagerank7_loop* const loop_ = shared;
  int64_t* restrict first = loop_->first;
  const float* restrict p_vals = loop_->p_vals;
  const float* restrict r_vals = loop_->r_vals;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i): ws += abs(r(i) - p(i)) */
    SIMD_SUMS(+ : ws_part)
    for (int64_t i = i_first; i < i_last; i++) {
      ws_part += abs_f32(r_vals[i] - p_vals[i]);
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status pagerank7(const stardust_tensor* r, const stardust_tensor* p, stardust_tensor* delta, int32_t threads, stardust_runner* run) {
  const int64_t r1_dim = r->levels[0].dim;
  const float* restrict r_vals = r->vals.data;
  const float* restrict p_vals = p->vals.data;
  float* restrict delta_vals = delta->vals.data;
  int64_t delta_vals_capacity = delta->vals.capacity, delta_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  float* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  RESIZE(delta_vals, 1, done);
  float ws = 0.0f;
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, r1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = r1_dim;
    const int64_t share = div_i64(r1_dim * chunk, chunks);
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
  struct pagerank7_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .first = first,
    .p_vals = p_vals,
    .r_vals = r_vals,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerank7_part, &loop);
  /* reduce ws over the chunks */
  SIMD_SUMS(+ : ws)
  for (int64_t chunk_3 = 0; chunk_3 < chunks; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* delta = ws */
  delta_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  delta->vals = (stardust_array){delta_vals, delta_vals_length, delta_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank7(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct pagerank8_loop {
  int64_t next_, end_;
  int status_;
  int64_t* restrict first;
  float* restrict p_vals;
  const float* restrict r_vals;
};
static void pagerank8_part(void* shared) {
  struct pagerank8_loop* const loop_ = shared;
  int64_t* restrict first = loop_->first;
  float* restrict p_vals = loop_->p_vals;
  const float* restrict r_vals = loop_->r_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): p(i) = r(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      p_vals[i] = r_vals[i];
    }
  }
}

stardust_status pagerank8(const stardust_tensor* r, stardust_tensor* p, int32_t threads, stardust_runner* run) {
  const int64_t r1_dim = r->levels[0].dim;
  const float* restrict r_vals = r->vals.data;
  float* restrict p_vals = p->vals.data;
  int64_t p_vals_capacity = p->vals.capacity, p_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(p_vals, r1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, r1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = r1_dim;
    const int64_t share = div_i64(r1_dim * chunk, chunks);
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
  struct pagerank8_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .first = first,
    .p_vals = p_vals,
    .r_vals = r_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerank8_part, &loop);
done:
  free(first);
  p->vals = (stardust_array){p_vals, p_vals_length, p_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerank8(tensors[0], tensors[1], threads, run);
}
