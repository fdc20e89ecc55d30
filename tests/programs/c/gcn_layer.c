struct gcnLayer1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t X2_dim;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  float* restrict G_vals;
  const float* restrict X_vals;
  int64_t* restrict first;
  const int64_t A2_crd_length;
};
static void gcnLayer1_part(void* shared) {
  struct gcnLayer1_loop* const loop_ = shared;
  const int64_t X2_dim = loop_->X2_dim;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  float* restrict G_vals = loop_->G_vals;
  const float* restrict X_vals = loop_->X_vals;
  int64_t* restrict first = loop_->first;
  const int64_t A2_crd_length = loop_->A2_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      /* forall(f): G(i,f) += A(i,j) * X(j,f) */
      {
        int64_t f = 0, f_end = X2_dim;
        for (; f + 8 * lanes_f32_count <= f_end; f += 8 * lanes_f32_count) {
          lanes_f32 sum[8];
          for (int v_ = 0; v_ < 8; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          /* forall(j in A2) */
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (8 * lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + 4 * lanes_f32_count <= f_end; f += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (4 * lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + 2 * lanes_f32_count <= f_end; f += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (2 * lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + lanes_f32_count <= f_end; f += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (lanes_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + A_vals[A2] * ((const lanes_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(G_vals + i * X2_dim + f))[v_] = sum[v_];
        }
        for (; f + few_f32_count <= f_end; f += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            if (A2 + 8 < A2_crd_length) {
              prefetch_row(X_vals + (int64_t)A2_crd[A2 + 8] * X2_dim + f, (few_f32_count) * (int64_t)sizeof *X_vals);
            }
            const int64_t X2 = j * X2_dim + f;
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + A_vals[A2] * ((const few_f32*)(X_vals + X2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(G_vals + i * X2_dim + f))[v_] = sum_2[v_];
        }
        for (; f < f_end; f++) {
          float sum_3 = 0.0f;
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            const int64_t X2 = j * X2_dim + f;
            sum_3 += A_vals[A2] * X_vals[X2];
          }
          G_vals[i * X2_dim + f] = sum_3;
        }
      }
    }
  }
}

stardust_status gcnLayer1(const stardust_tensor* A, const stardust_tensor* X, stardust_tensor* G, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const int64_t A2_crd_length = A->levels[1].crd.length;
  const float* restrict A_vals = A->vals.data;
  const int64_t X2_dim = X->levels[1].dim;
  const float* restrict X_vals = X->vals.data;
  float* restrict G_vals = G->vals.data;
  int64_t G_vals_capacity = G->vals.capacity, G_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)A1_dim * (double)X2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(G_vals, A1_dim * X2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = A1_dim + A2_pos[A1_dim] + A1_dim * X2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = A1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] + middle * X2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct gcnLayer1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .X2_dim = X2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .G_vals = G_vals,
    .X_vals = X_vals,
    .first = first,
    .A2_crd_length = A2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, gcnLayer1_part, &loop);
done:
  free(first);
  G->vals = (stardust_array){G_vals, G_vals_length, G_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return gcnLayer1(tensors[0], tensors[1], tensors[2], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/vectors.h>
#include <stardust/runtime/few_f32.h>
#include <stardust/runtime/lanes_f32.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct gcnLayer2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t G2_dim;
  const int64_t W2_dim;
  const float* restrict G_vals;
  const float* restrict W_vals;
  float* restrict Y_vals;
  int64_t* restrict first;
};
static void gcnLayer2_part(void* shared) {
  struct gcnLayer2_loop* const loop_ = shared;
  const int64_t G2_dim = loop_->G2_dim;
  const int64_t W2_dim = loop_->W2_dim;
  const float* restrict G_vals = loop_->G_vals;
  const float* restrict W_vals = loop_->W_vals;
  float* restrict Y_vals = loop_->Y_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(c): Y(i,c) += G(i,f) * W(f,c) */
      {
        int64_t c = 0, c_end = W2_dim;
        for (; c + 8 * lanes_f32_count <= c_end; c += 8 * lanes_f32_count) {
          lanes_f32 sum[8];
          for (int v_ = 0; v_ < 8; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          /* forall(f) */
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + 4 * lanes_f32_count <= c_end; c += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + 2 * lanes_f32_count <= c_end; c += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + lanes_f32_count <= c_end; c += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + G_vals[G2] * ((const lanes_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(Y_vals + i * W2_dim + c))[v_] = sum[v_];
        }
        for (; c + few_f32_count <= c_end; c += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + G_vals[G2] * ((const few_f32*)(W_vals + W2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(Y_vals + i * W2_dim + c))[v_] = sum_2[v_];
        }
        for (; c < c_end; c++) {
          float sum_3 = 0.0f;
          for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
            const int64_t G2 = i * G2_dim + f;
            const int64_t W2 = f * W2_dim + c;
            sum_3 += G_vals[G2] * W_vals[W2];
          }
          Y_vals[i * W2_dim + c] = sum_3;
        }
      }
    }
  }
}

stardust_status gcnLayer2(const stardust_tensor* G, const stardust_tensor* W, stardust_tensor* Y, int32_t threads, stardust_runner* run) {
  const int64_t G1_dim = G->levels[0].dim;
  const int64_t G2_dim = G->levels[1].dim;
  const float* restrict G_vals = G->vals.data;
  const int64_t W2_dim = W->levels[1].dim;
  const float* restrict W_vals = W->vals.data;
  float* restrict Y_vals = Y->vals.data;
  int64_t Y_vals_capacity = Y->vals.capacity, Y_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)G1_dim * (double)W2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(Y_vals, G1_dim * W2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = G1_dim + G1_dim * G2_dim + G1_dim * W2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = G1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * G2_dim + middle * W2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct gcnLayer2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .G2_dim = G2_dim,
    .W2_dim = W2_dim,
    .G_vals = G_vals,
    .W_vals = W_vals,
    .Y_vals = Y_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, gcnLayer2_part, &loop);
done:
  free(first);
  Y->vals = (stardust_array){Y_vals, Y_vals_length, Y_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return gcnLayer2(tensors[0], tensors[1], tensors[2], threads, run);
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

struct gcnLayer3_loop {
  int64_t next_, end_;
  int status_;
  const int64_t Y2_dim;
  float* restrict H_vals;
  const float* restrict Y_vals;
  int64_t* restrict first;
};
static void gcnLayer3_part(void* shared) {
  struct gcnLayer3_loop* const loop_ = shared;
  const int64_t Y2_dim = loop_->Y2_dim;
  float* restrict H_vals = loop_->H_vals;
  const float* restrict Y_vals = loop_->Y_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(c): H(i,c) = max(Y(i,c), 0) */
      for (int64_t c = 0, c_end = Y2_dim; c < c_end; c++) {
        const int64_t Y2 = i * Y2_dim + c;
        const int64_t H2 = i * Y2_dim + c;
        H_vals[H2] = max_f32(Y_vals[Y2], 0.0f);
      }
    }
  }
}

stardust_status gcnLayer3(const stardust_tensor* Y, stardust_tensor* H, int32_t threads, stardust_runner* run) {
  const int64_t Y1_dim = Y->levels[0].dim;
  const int64_t Y2_dim = Y->levels[1].dim;
  const float* restrict Y_vals = Y->vals.data;
  float* restrict H_vals = H->vals.data;
  int64_t H_vals_capacity = H->vals.capacity, H_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)Y1_dim * (double)Y2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(H_vals, Y1_dim * Y2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = Y1_dim + Y1_dim * Y2_dim + Y1_dim * Y2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = Y1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * Y2_dim + middle * Y2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct gcnLayer3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .Y2_dim = Y2_dim,
    .H_vals = H_vals,
    .Y_vals = Y_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, gcnLayer3_part, &loop);
done:
  free(first);
  H->vals = (stardust_array){H_vals, H_vals_length, H_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return gcnLayer3(tensors[0], tensors[1], threads, run);
}
