struct bfs1_loop {
  int64_t next_, end_;
  int status_;
  float* restrict f_vals;
  int64_t* restrict first;
  const int32_t* restrict s1_crd;
  const float* restrict s_vals;
};
static void bfs1_part(void* shared) {
  struct bfs1_loop* const loop_ = shared;
  float* restrict f_vals = loop_->f_vals;
  int64_t* restrict first = loop_->first;
  const int32_t* restrict s1_crd = loop_->s1_crd;
  const float* restrict s_vals = loop_->s_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i in s1): f(i) = s(i) != 0 */
    for (int64_t s1 = i_first, s1_end_2 = i_last; s1 < s1_end_2; s1++) {
      const int64_t i = s1_crd[s1];
      f_vals[i] = not_equal_f32(s_vals[s1], 0.0f);
    }
  }
}

stardust_status bfs1(const stardust_tensor* s, stardust_tensor* f, int32_t threads, stardust_runner* run) {
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* restrict s1_pos = s->levels[0].pos.data;
  const int32_t* restrict s1_crd = s->levels[0].crd.data;
  const float* restrict s_vals = s->vals.data;
  float* restrict f_vals = f->vals.data;
  int64_t f_vals_capacity = f->vals.capacity, f_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE_FILLED(f_vals, s1_dim, 0.0f, done);
  const int64_t s1_begin = s1_pos[0];
  const int64_t s1_end = s1_pos[1];
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, s1_end / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = s1_begin;
    int64_t high = s1_end;
    const int64_t share = div_i64(s1_end * chunk, chunks);
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
  struct bfs1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .f_vals = f_vals,
    .first = first,
    .s1_crd = s1_crd,
    .s_vals = s_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfs1_part, &loop);
done:
  free(first);
  f->vals = (stardust_array){f_vals, f_vals_length, f_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs1(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline float not_equal_f32(float a, float b) { return a != b; }

struct bfs2_loop {
  int64_t next_, end_;
  int status_;
  int64_t* restrict first;
  const int32_t* restrict s1_crd;
  const float* restrict s_vals;
  float* restrict v_vals;
};
static void bfs2_part(void* shared) {
  struct bfs2_loop* const loop_ = shared;
  int64_t* restrict first = loop_->first;
  const int32_t* restrict s1_crd = loop_->s1_crd;
  const float* restrict s_vals = loop_->s_vals;
  float* restrict v_vals = loop_->v_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i in s1): v(i) = s(i) != 0 */
    for (int64_t s1 = i_first, s1_end_2 = i_last; s1 < s1_end_2; s1++) {
      const int64_t i = s1_crd[s1];
      v_vals[i] = not_equal_f32(s_vals[s1], 0.0f);
    }
  }
}

stardust_status bfs2(const stardust_tensor* s, stardust_tensor* v, int32_t threads, stardust_runner* run) {
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* restrict s1_pos = s->levels[0].pos.data;
  const int32_t* restrict s1_crd = s->levels[0].crd.data;
  const float* restrict s_vals = s->vals.data;
  float* restrict v_vals = v->vals.data;
  int64_t v_vals_capacity = v->vals.capacity, v_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE_FILLED(v_vals, s1_dim, 0.0f, done);
  const int64_t s1_begin = s1_pos[0];
  const int64_t s1_end = s1_pos[1];
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, s1_end / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = s1_begin;
    int64_t high = s1_end;
    const int64_t share = div_i64(s1_end * chunk, chunks);
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
  struct bfs2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .first = first,
    .s1_crd = s1_crd,
    .s_vals = s_vals,
    .v_vals = v_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfs2_part, &loop);
done:
  free(first);
  v->vals = (stardust_array){v_vals, v_vals_length, v_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs2(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>

static inline float not_equal_f32(float a, float b) { return a != b; }

stardust_status bfs3(const stardust_tensor* s, stardust_tensor* d, int32_t threads, stardust_runner* run) {
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* restrict s1_pos = s->levels[0].pos.data;
  const int32_t* restrict s1_crd = s->levels[0].crd.data;
  const float* restrict s_vals = s->vals.data;
  float* restrict d_vals = d->vals.data;
  int64_t d_vals_capacity = d->vals.capacity, d_vals_length = 0;
  int status = STARDUST_OK;
  (void)threads, (void)run;
  RESIZE(d_vals, s1_dim, done);
  /* forall(i): d(i) = (s(i) != 0) - 1 */
  const int64_t s1_begin = s1_pos[0];
  const int64_t s1_end = s1_pos[1];
  int64_t s1 = s1_begin;
  for (int64_t i = 0, i_end = s1_dim; i < i_end; i++) {
    while (s1 < s1_end && (int64_t)s1_crd[s1] < i) {
      s1 += 1;
    }
    const bool s_has_i = s1 < s1_end && (int64_t)s1_crd[s1] == i;
    d_vals[i] = not_equal_f32(s_has_i ? s_vals[s1] : 0.0f, 0.0f) - 1.0f;
  }
done:
  d->vals = (stardust_array){d_vals, d_vals_length, d_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs3(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>

stardust_status bfs4(const stardust_tensor* level_old, stardust_tensor* level, int32_t threads, stardust_runner* run) {
  const float* restrict level_old_vals = level_old->vals.data;
  float* restrict level_vals = level->vals.data;
  int64_t level_vals_capacity = level->vals.capacity, level_vals_length = 0;
  int status = STARDUST_OK;
  (void)threads, (void)run;
  RESIZE(level_vals, 1, done);
  /* level = level_old + 1 */
  level_vals[0] = level_old_vals[0] + 1.0f;
done:
  level->vals = (stardust_array){level_vals, level_vals_length, level_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs4(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline float logical_and_f32(float a, float b) { return a != 0 && b != 0; }
static inline float logical_or_f32(float a, float b) { return a != 0 || b != 0; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfs5_loop {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict f_vals;
  int64_t* restrict first;
  float* restrict n_vals;
};
static void bfs5_part(void* shared) {
  struct bfs5_loop* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict f_vals = loop_->f_vals;
  int64_t* restrict first = loop_->first;
  float* restrict n_vals = loop_->n_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float ws = 0.0f;
      /* forall(j in A2): ws ||= A(i,j) && f(j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        ws = logical_or_f32(ws, logical_and_f32(A_vals[A2], f_vals[j]));
      }
      /* n(i) = ws */
      n_vals[i] = ws;
    }
  }
}

stardust_status bfs5(const stardust_tensor* A, const stardust_tensor* f, stardust_tensor* n, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const float* restrict f_vals = f->vals.data;
  float* restrict n_vals = n->vals.data;
  int64_t n_vals_capacity = n->vals.capacity, n_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(n_vals, A1_dim, done);
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
  struct bfs5_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .f_vals = f_vals,
    .first = first,
    .n_vals = n_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfs5_part, &loop);
done:
  free(first);
  n->vals = (stardust_array){n_vals, n_vals_length, n_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs5(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline float logical_and_f32(float a, float b) { return a != 0 && b != 0; }
static inline float logical_not_f32(float a) { return a == 0; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfs6_loop {
  int64_t next_, end_;
  int status_;
  float* restrict f_vals;
  int64_t* restrict first;
  const float* restrict n_vals;
  const float* restrict v_vals;
};
static void bfs6_part(void* shared) {
  struct bfs6_loop* const loop_ = shared;
  float* restrict f_vals = loop_->f_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict n_vals = loop_->n_vals;
  const float* restrict v_vals = loop_->v_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): f(i) = n(i) && !v(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      f_vals[i] = logical_and_f32(n_vals[i], logical_not_f32(v_vals[i]));
    }
  }
}

stardust_status bfs6(const stardust_tensor* n, const stardust_tensor* v, stardust_tensor* f, int32_t threads, stardust_runner* run) {
  const int64_t n1_dim = n->levels[0].dim;
  const float* restrict n_vals = n->vals.data;
  const float* restrict v_vals = v->vals.data;
  float* restrict f_vals = f->vals.data;
  int64_t f_vals_capacity = f->vals.capacity, f_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(f_vals, n1_dim, done);
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
  struct bfs6_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .f_vals = f_vals,
    .first = first,
    .n_vals = n_vals,
    .v_vals = v_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfs6_part, &loop);
done:
  free(first);
  f->vals = (stardust_array){f_vals, f_vals_length, f_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs6(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline float logical_or_f32(float a, float b) { return a != 0 || b != 0; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline float not_equal_f32(float a, float b) { return a != b; }

struct bfs7_loop {
  int64_t next_, end_;
  int status_;
  int64_t* restrict first;
  const float* restrict v_old_vals;
  float* restrict v_vals;
};
static void bfs7_part(void* shared) {
  struct bfs7_loop* const loop_ = shared;
  int64_t* restrict first = loop_->first;
  const float* restrict v_old_vals = loop_->v_old_vals;
  float* restrict v_vals = loop_->v_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): v(i) ||= v_old(i) != 0 */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      v_vals[i] = logical_or_f32(v_vals[i], not_equal_f32(v_old_vals[i], 0.0f));
    }
  }
}

struct bfs7_loop_2 {
  int64_t next_, end_;
  int status_;
  const float* restrict f_vals;
  int64_t* restrict first_2;
  float* restrict v_vals;
};
static void bfs7_part_2(void* shared) {
  struct bfs7_loop_2* const loop_ = shared;
  const float* restrict f_vals = loop_->f_vals;
  int64_t* restrict first_2 = loop_->first_2;
  float* restrict v_vals = loop_->v_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_4 = part_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i): v(i) ||= f(i) != 0 */
    for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
      v_vals[i_2] = logical_or_f32(v_vals[i_2], not_equal_f32(f_vals[i_2], 0.0f));
    }
  }
}

stardust_status bfs7(const stardust_tensor* v_old, const stardust_tensor* f, stardust_tensor* v, int32_t threads, stardust_runner* run) {
  const int64_t v_old1_dim = v_old->levels[0].dim;
  const float* restrict v_old_vals = v_old->vals.data;
  const float* restrict f_vals = f->vals.data;
  float* restrict v_vals = v->vals.data;
  int64_t v_vals_capacity = v->vals.capacity, v_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict first_2 = NULL;
  int64_t first_2_capacity = 0;
  RESIZE_FILLED(v_vals, v_old1_dim, 0.0f, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, v_old1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = v_old1_dim;
    const int64_t share = div_i64(v_old1_dim * chunk, chunks);
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
  struct bfs7_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .first = first,
    .v_old_vals = v_old_vals,
    .v_vals = v_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfs7_part, &loop);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads * 4, v_old1_dim / 16384));
  ALLOCATE(first_2, chunks_2 + 1, done);
  for (int64_t chunk_3 = 0, chunk_3_end = chunks_2 + 1; chunk_3 < chunk_3_end; chunk_3++) {
    int64_t low_2 = 0;
    int64_t high_2 = v_old1_dim;
    const int64_t share_2 = div_i64(v_old1_dim * chunk_3, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_3] = low_2;
  }
  /* run the chunks on threads */
  struct bfs7_loop_2 loop_2 = {
    .next_ = 0, .end_ = chunks_2, .status_ = STARDUST_OK,
    .f_vals = f_vals,
    .first_2 = first_2,
    .v_vals = v_vals,
  };
  run_parts(run, threads, loop_2.end_ - loop_2.next_, bfs7_part_2, &loop_2);
done:
  free(first);
  free(first_2);
  v->vals = (stardust_array){v_vals, v_vals_length, v_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs7(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

/* NaN if either is. */
static inline float max_f32(float a, float b) { return a > b || a != a ? a : b; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfs8_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict d_old_vals;
  float* restrict d_vals;
  int64_t* restrict first;
};
static void bfs8_part(void* shared) {
  struct bfs8_loop* const loop_ = shared;
  const float* restrict d_old_vals = loop_->d_old_vals;
  float* restrict d_vals = loop_->d_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) max= d_old(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      d_vals[i] = max_f32(d_vals[i], d_old_vals[i]);
    }
  }
}

struct bfs8_loop_2 {
  int64_t next_, end_;
  int status_;
  float* restrict d_vals;
  const float* restrict f_vals;
  int64_t* restrict first_2;
  const float* restrict level_vals;
};
static void bfs8_part_2(void* shared) {
  struct bfs8_loop_2* const loop_ = shared;
  float* restrict d_vals = loop_->d_vals;
  const float* restrict f_vals = loop_->f_vals;
  int64_t* restrict first_2 = loop_->first_2;
  const float* restrict level_vals = loop_->level_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_4 = part_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i): d(i) max= f(i) * (level + 1) - 1 */
    for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
      d_vals[i_2] = max_f32(d_vals[i_2], f_vals[i_2] * (level_vals[0] + 1.0f) - 1.0f);
    }
  }
}

stardust_status bfs8(const stardust_tensor* d_old, const stardust_tensor* f, const stardust_tensor* level, stardust_tensor* d, int32_t threads, stardust_runner* run) {
  const int64_t d_old1_dim = d_old->levels[0].dim;
  const float* restrict d_old_vals = d_old->vals.data;
  const float* restrict f_vals = f->vals.data;
  const float* restrict level_vals = level->vals.data;
  float* restrict d_vals = d->vals.data;
  int64_t d_vals_capacity = d->vals.capacity, d_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict first_2 = NULL;
  int64_t first_2_capacity = 0;
  RESIZE_FILLED(d_vals, d_old1_dim, -INFINITY, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, d_old1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = d_old1_dim;
    const int64_t share = div_i64(d_old1_dim * chunk, chunks);
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
  struct bfs8_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .d_old_vals = d_old_vals,
    .d_vals = d_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfs8_part, &loop);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads * 4, d_old1_dim / 16384));
  ALLOCATE(first_2, chunks_2 + 1, done);
  for (int64_t chunk_3 = 0, chunk_3_end = chunks_2 + 1; chunk_3 < chunk_3_end; chunk_3++) {
    int64_t low_2 = 0;
    int64_t high_2 = d_old1_dim;
    const int64_t share_2 = div_i64(d_old1_dim * chunk_3, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_3] = low_2;
  }
  /* run the chunks on threads */
  struct bfs8_loop_2 loop_2 = {
    .next_ = 0, .end_ = chunks_2, .status_ = STARDUST_OK,
    .d_vals = d_vals,
    .f_vals = f_vals,
    .first_2 = first_2,
    .level_vals = level_vals,
  };
  run_parts(run, threads, loop_2.end_ - loop_2.next_, bfs8_part_2, &loop_2);
done:
  free(first);
  free(first_2);
  d->vals = (stardust_array){d_vals, d_vals_length, d_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs8(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/simd_sums.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfs9_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict f_vals;
  int64_t* restrict first;
  float* restrict ws_parts;
};
static void bfs9_part(void* shared) {
  struct bfs9_loop* const loop_ = shared;
  const float* restrict f_vals = loop_->f_vals;
  int64_t* restrict first = loop_->first;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i): ws += f(i) */
    SIMD_SUMS(+ : ws_part)
    for (int64_t i = i_first; i < i_last; i++) {
      ws_part += f_vals[i];
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status bfs9(const stardust_tensor* f, stardust_tensor* left, int32_t threads, stardust_runner* run) {
  const int64_t f1_dim = f->levels[0].dim;
  const float* restrict f_vals = f->vals.data;
  float* restrict left_vals = left->vals.data;
  int64_t left_vals_capacity = left->vals.capacity, left_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  float* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  RESIZE(left_vals, 1, done);
  float ws = 0.0f;
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, f1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = f1_dim;
    const int64_t share = div_i64(f1_dim * chunk, chunks);
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
  struct bfs9_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .f_vals = f_vals,
    .first = first,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfs9_part, &loop);
  /* reduce ws over the chunks */
  SIMD_SUMS(+ : ws)
  for (int64_t chunk_3 = 0; chunk_3 < chunks; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* left = ws */
  left_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  left->vals = (stardust_array){left_vals, left_vals_length, left_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfs9(tensors[0], tensors[1], threads, run);
}
