struct labelPropagation1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  float* restrict degree_vals;
  int64_t* restrict first;
};
static void labelPropagation1_part(void* shared) {
  struct labelPropagation1_loop* const loop_ = shared;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  float* restrict degree_vals = loop_->degree_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float ws = 0.0f;
      /* forall(j in A2): ws += abs(A(i,j)) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      SIMD_SUMS(+ : ws)
      for (int64_t A2 = A2_begin; A2 < A2_end; A2++) {
        ws += abs_f32(A_vals[A2]);
      }
      /* degree(i) = ws */
      degree_vals[i] = ws;
    }
  }
}

stardust_status labelPropagation1(const stardust_tensor* A, stardust_tensor* degree, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const float* restrict A_vals = A->vals.data;
  float* restrict degree_vals = degree->vals.data;
  int64_t degree_vals_capacity = degree->vals.capacity, degree_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(degree_vals, A1_dim, done);
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
  struct labelPropagation1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .degree_vals = degree_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, labelPropagation1_part, &loop);
done:
  free(first);
  degree->vals = (stardust_array){degree_vals, degree_vals_length, degree_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return labelPropagation1(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline float select_f32(float a, float b, float c) { return a != 0 ? b : c; }

struct labelPropagation2_loop {
  int64_t next_, end_;
  int status_;
  const float* restrict degree_vals;
  int64_t* restrict first;
  float* restrict w_vals;
};
static void labelPropagation2_part(void* shared) {
  struct labelPropagation2_loop* const loop_ = shared;
  const float* restrict degree_vals = loop_->degree_vals;
  int64_t* restrict first = loop_->first;
  float* restrict w_vals = loop_->w_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): w(i) = select(degree(i), 1 / degree(i), 0) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      w_vals[i] = select_f32(degree_vals[i], 1.0f / degree_vals[i], 0.0f);
    }
  }
}

stardust_status labelPropagation2(const stardust_tensor* degree, stardust_tensor* w, int32_t threads, stardust_runner* run) {
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* restrict degree_vals = degree->vals.data;
  float* restrict w_vals = w->vals.data;
  int64_t w_vals_capacity = w->vals.capacity, w_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(w_vals, degree1_dim, done);
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
  struct labelPropagation2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .degree_vals = degree_vals,
    .first = first,
    .w_vals = w_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, labelPropagation2_part, &loop);
done:
  free(first);
  w->vals = (stardust_array){w_vals, w_vals_length, w_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return labelPropagation2(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct labelPropagation3_loop {
  int64_t next_, end_;
  int status_;
  const int64_t Y2_dim;
  float* restrict F_vals;
  const int32_t* restrict Y2_crd;
  const int64_t* restrict Y2_pos;
  const float* restrict Y_vals;
  int64_t* restrict first;
};
static void labelPropagation3_part(void* shared) {
  struct labelPropagation3_loop* const loop_ = shared;
  const int64_t Y2_dim = loop_->Y2_dim;
  float* restrict F_vals = loop_->F_vals;
  const int32_t* restrict Y2_crd = loop_->Y2_crd;
  const int64_t* restrict Y2_pos = loop_->Y2_pos;
  const float* restrict Y_vals = loop_->Y_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(c): F(i,c) = 0 */
      for (int64_t c = 0, c_end = Y2_dim; c < c_end; c++) {
        const int64_t F2 = i * Y2_dim + c;
        F_vals[F2] = 0.0f;
      }
      /* forall(c in Y2): F(i,c) += Y(i,c) */
      const int64_t Y2_begin = Y2_pos[i];
      const int64_t Y2_end = Y2_pos[i + 1];
      for (int64_t Y2 = Y2_begin, Y2_end_2 = Y2_end; Y2 < Y2_end_2; Y2++) {
        const int64_t c_2 = Y2_crd[Y2];
        const int64_t vF2_2 = i * Y2_dim + c_2;
        F_vals[vF2_2] += Y_vals[Y2];
      }
    }
  }
}

stardust_status labelPropagation3(const stardust_tensor* Y, stardust_tensor* F, int32_t threads, stardust_runner* run) {
  const int64_t Y1_dim = Y->levels[0].dim;
  const int64_t Y2_dim = Y->levels[1].dim;
  const int64_t* restrict Y2_pos = Y->levels[1].pos.data;
  const int32_t* restrict Y2_crd = Y->levels[1].crd.data;
  const float* restrict Y_vals = Y->vals.data;
  float* restrict F_vals = F->vals.data;
  int64_t F_vals_capacity = F->vals.capacity, F_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)Y1_dim * (double)Y2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(F_vals, Y1_dim * Y2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = Y1_dim + Y2_pos[Y1_dim] + Y1_dim * Y2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = Y1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + Y2_pos[middle] + middle * Y2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct labelPropagation3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .Y2_dim = Y2_dim,
    .F_vals = F_vals,
    .Y2_crd = Y2_crd,
    .Y2_pos = Y2_pos,
    .Y_vals = Y_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, labelPropagation3_part, &loop);
done:
  free(first);
  F->vals = (stardust_array){F_vals, F_vals_length, F_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return labelPropagation3(tensors[0], tensors[1], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct labelPropagation4_loop {
  int64_t next_, end_;
  int status_;
  const int64_t Y2_dim;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict F_vals;
  float* restrict G_vals;
  const int32_t* restrict Y2_crd;
  const int64_t* restrict Y2_pos;
  const float* restrict Y_vals;
  const float* restrict alpha_vals;
  int64_t* restrict first;
  const float* restrict w_vals;
};
static void labelPropagation4_part(void* shared) {
  struct labelPropagation4_loop* const loop_ = shared;
  const int64_t Y2_dim = loop_->Y2_dim;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict F_vals = loop_->F_vals;
  float* restrict G_vals = loop_->G_vals;
  const int32_t* restrict Y2_crd = loop_->Y2_crd;
  const int64_t* restrict Y2_pos = loop_->Y2_pos;
  const float* restrict Y_vals = loop_->Y_vals;
  const float* restrict alpha_vals = loop_->alpha_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict w_vals = loop_->w_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(c) */
      const int64_t Y2_begin = Y2_pos[i];
      const int64_t Y2_end = Y2_pos[i + 1];
      int64_t Y2 = Y2_begin;
      for (int64_t c = 0, c_end = Y2_dim; c < c_end; c++) {
        while (Y2 < Y2_end && (int64_t)Y2_crd[Y2] < c) {
          Y2 += 1;
        }
        const bool Y_has_c = Y2 < Y2_end && (int64_t)Y2_crd[Y2] == c;
        const int64_t G2 = i * Y2_dim + c;
        float t = 0.0f;
        /* forall(j in A2): t += A(i,j) * F(j,c) */
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
            const int64_t vF2_2 = j_2 * Y2_dim + c;
            t += A_vals[vA2_2] * F_vals[vF2_2];
            const int64_t vA2_3 = A2_next + 1;
            const int64_t j_3 = A2_crd[vA2_3];
            const int64_t vF2_3 = j_3 * Y2_dim + c;
            t_2 += A_vals[vA2_3] * F_vals[vF2_3];
            const int64_t vA2_4 = A2_next + 2;
            const int64_t j_4 = A2_crd[vA2_4];
            const int64_t vF2_4 = j_4 * Y2_dim + c;
            t_3 += A_vals[vA2_4] * F_vals[vF2_4];
            const int64_t vA2_5 = A2_next + 3;
            const int64_t j_5 = A2_crd[vA2_5];
            const int64_t vF2_5 = j_5 * Y2_dim + c;
            t_4 += A_vals[vA2_5] * F_vals[vF2_5];
            A2_next += 4;
          }
          t = t + t_2 + (t_3 + t_4);
        }
        for (int64_t A2 = A2_next, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
          const int64_t j = A2_crd[A2];
          const int64_t F2 = j * Y2_dim + c;
          t += A_vals[A2] * F_vals[F2];
        }
        /* G(i,c) = alpha * w(i) * t + (1 - alpha) * Y(i,c) */
        G_vals[G2] = (A2_begin < A2_end ? alpha_vals[0] * w_vals[i] * t : 0.0f) + (Y_has_c ? (1.0f - alpha_vals[0]) * Y_vals[Y2] : 0.0f);
      }
    }
  }
}

stardust_status labelPropagation4(const stardust_tensor* alpha, const stardust_tensor* w, const stardust_tensor* Y, const stardust_tensor* A, const stardust_tensor* F, stardust_tensor* G, int32_t threads, stardust_runner* run) {
  const float* restrict alpha_vals = alpha->vals.data;
  const int64_t w1_dim = w->levels[0].dim;
  const float* restrict w_vals = w->vals.data;
  const int64_t Y2_dim = Y->levels[1].dim;
  const int64_t* restrict Y2_pos = Y->levels[1].pos.data;
  const int32_t* restrict Y2_crd = Y->levels[1].crd.data;
  const float* restrict Y_vals = Y->vals.data;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const float* restrict F_vals = F->vals.data;
  float* restrict G_vals = G->vals.data;
  int64_t G_vals_capacity = G->vals.capacity, G_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)w1_dim * (double)Y2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(G_vals, w1_dim * Y2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = w1_dim + Y2_pos[w1_dim] + A2_pos[w1_dim] + w1_dim * Y2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = w1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + Y2_pos[middle] + A2_pos[middle] + middle * Y2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct labelPropagation4_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .Y2_dim = Y2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .F_vals = F_vals,
    .G_vals = G_vals,
    .Y2_crd = Y2_crd,
    .Y2_pos = Y2_pos,
    .Y_vals = Y_vals,
    .alpha_vals = alpha_vals,
    .first = first,
    .w_vals = w_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, labelPropagation4_part, &loop);
done:
  free(first);
  G->vals = (stardust_array){G_vals, G_vals_length, G_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return labelPropagation4(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], threads, run);
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

struct labelPropagation5_loop {
  int64_t next_, end_;
  int status_;
  const int64_t G2_dim;
  const float* restrict F_vals;
  const float* restrict G_vals;
  int64_t* restrict first;
  float* restrict ws_parts;
};
static void labelPropagation5_part(void* shared) {
  struct labelPropagation5_loop* const loop_ = shared;
  const int64_t G2_dim = loop_->G2_dim;
  const float* restrict F_vals = loop_->F_vals;
  const float* restrict G_vals = loop_->G_vals;
  int64_t* restrict first = loop_->first;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i) */
    int64_t i_next = i_first;
    while (i_next + 4 <= i_last) {
      const int64_t i_2 = i_next;
      const int64_t i_3 = i_next + 1;
      const int64_t i_4 = i_next + 2;
      const int64_t i_5 = i_next + 3;
      /* forall(c): ws += abs(G(i,c) - F(i,c)) */
      for (int64_t c = 0, c_end = G2_dim; c < c_end; c++) {
        const int64_t vG2_2 = i_2 * G2_dim + c;
        const int64_t vF2_2 = i_2 * G2_dim + c;
        ws_part += abs_f32(G_vals[vG2_2] - F_vals[vF2_2]);
        const int64_t vG2_3 = i_3 * G2_dim + c;
        const int64_t vF2_3 = i_3 * G2_dim + c;
        ws_part += abs_f32(G_vals[vG2_3] - F_vals[vF2_3]);
        const int64_t vG2_4 = i_4 * G2_dim + c;
        const int64_t vF2_4 = i_4 * G2_dim + c;
        ws_part += abs_f32(G_vals[vG2_4] - F_vals[vF2_4]);
        const int64_t vG2_5 = i_5 * G2_dim + c;
        const int64_t vF2_5 = i_5 * G2_dim + c;
        ws_part += abs_f32(G_vals[vG2_5] - F_vals[vF2_5]);
      }
      i_next += 4;
    }
    for (int64_t i = i_next, i_end = i_last; i < i_end; i++) {
      SIMD_SUMS(+ : ws_part)
      for (int64_t c = 0; c < G2_dim; c++) {
        const int64_t G2 = i * G2_dim + c;
        const int64_t F2 = i * G2_dim + c;
        ws_part += abs_f32(G_vals[G2] - F_vals[F2]);
      }
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status labelPropagation5(const stardust_tensor* G, const stardust_tensor* F, stardust_tensor* delta, int32_t threads, stardust_runner* run) {
  const int64_t G1_dim = G->levels[0].dim;
  const int64_t G2_dim = G->levels[1].dim;
  const float* restrict G_vals = G->vals.data;
  const float* restrict F_vals = F->vals.data;
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
  const int64_t work = G1_dim + G1_dim * G2_dim + G1_dim * G2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = G1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * G2_dim + middle * G2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  ALLOCATE(ws_parts, chunks, done);
  /* run the chunks on threads */
  struct labelPropagation5_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .G2_dim = G2_dim,
    .F_vals = F_vals,
    .G_vals = G_vals,
    .first = first,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, labelPropagation5_part, &loop);
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
  return labelPropagation5(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct labelPropagation6_loop {
  int64_t next_, end_;
  int status_;
  const int64_t G2_dim;
  float* restrict F_vals;
  const float* restrict G_vals;
  int64_t* restrict first;
};
static void labelPropagation6_part(void* shared) {
  struct labelPropagation6_loop* const loop_ = shared;
  const int64_t G2_dim = loop_->G2_dim;
  float* restrict F_vals = loop_->F_vals;
  const float* restrict G_vals = loop_->G_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(c): F(i,c) = G(i,c) */
      for (int64_t c = 0, c_end = G2_dim; c < c_end; c++) {
        const int64_t G2 = i * G2_dim + c;
        const int64_t F2 = i * G2_dim + c;
        F_vals[F2] = G_vals[G2];
      }
    }
  }
}

stardust_status labelPropagation6(const stardust_tensor* G, stardust_tensor* F, int32_t threads, stardust_runner* run) {
  const int64_t G1_dim = G->levels[0].dim;
  const int64_t G2_dim = G->levels[1].dim;
  const float* restrict G_vals = G->vals.data;
  float* restrict F_vals = F->vals.data;
  int64_t F_vals_capacity = F->vals.capacity, F_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)G1_dim * (double)G2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(F_vals, G1_dim * G2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = G1_dim + G1_dim * G2_dim + G1_dim * G2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = G1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * G2_dim + middle * G2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct labelPropagation6_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .G2_dim = G2_dim,
    .F_vals = F_vals,
    .G_vals = G_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, labelPropagation6_part, &loop);
done:
  free(first);
  F->vals = (stardust_array){F_vals, F_vals_length, F_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return labelPropagation6(tensors[0], tensors[1], threads, run);
}
