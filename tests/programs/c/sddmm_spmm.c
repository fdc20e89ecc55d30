struct sddmmSpmm1_loop {
  int64_t next_, end_;
  int status_;
  const int64_t Q2_dim;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const float* restrict K_vals;
  const float* restrict Q_vals;
  int32_t* restrict S2_crd;
  int64_t* restrict S2_pos;
  int64_t* restrict S2_stop;
  float* restrict S_vals;
  int64_t* restrict first;
  const int64_t B2_crd_length;
};
static void sddmmSpmm1_part(void* shared) {
  struct sddmmSpmm1_loop* const loop_ = shared;
  const int64_t Q2_dim = loop_->Q2_dim;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const float* restrict K_vals = loop_->K_vals;
  const float* restrict Q_vals = loop_->Q_vals;
  int32_t* restrict S2_crd = loop_->S2_crd;
  int64_t* restrict S2_pos = loop_->S2_pos;
  int64_t* restrict S2_stop = loop_->S2_stop;
  float* restrict S_vals = loop_->S_vals;
  int64_t* restrict first = loop_->first;
  const int64_t B2_crd_length = loop_->B2_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t S2_count_2 = B2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      int64_t B2_next = B2_begin;
      while (B2_next + 4 <= B2_end) {
        const int64_t vB2_2 = B2_next;
        const int64_t j_2 = B2_crd[vB2_2];
        float ws_2 = 0.0f;
        const int64_t vB2_3 = B2_next + 1;
        const int64_t j_3 = B2_crd[vB2_3];
        float ws_3 = 0.0f;
        const int64_t vB2_4 = B2_next + 2;
        const int64_t j_4 = B2_crd[vB2_4];
        float ws_4 = 0.0f;
        const int64_t vB2_5 = B2_next + 3;
        const int64_t j_5 = B2_crd[vB2_5];
        float ws_5 = 0.0f;
        if (vB2_5 + 8 < B2_crd_length) {
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_2 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_3 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_4 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
          prefetch_row(K_vals + (int64_t)B2_crd[vB2_5 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
        }
        /* forall(k): ws += Q(i,k) * K(j,k) */
        SIMD_SUMS(+ : ws_2, ws_3, ws_4, ws_5)
        for (int64_t k = 0; k < Q2_dim; k++) {
          const int64_t vQ2_2 = i * Q2_dim + k;
          const int64_t vK2_2 = j_2 * Q2_dim + k;
          ws_2 += Q_vals[vQ2_2] * K_vals[vK2_2];
          const int64_t vQ2_3 = i * Q2_dim + k;
          const int64_t vK2_3 = j_3 * Q2_dim + k;
          ws_3 += Q_vals[vQ2_3] * K_vals[vK2_3];
          const int64_t vQ2_4 = i * Q2_dim + k;
          const int64_t vK2_4 = j_4 * Q2_dim + k;
          ws_4 += Q_vals[vQ2_4] * K_vals[vK2_4];
          const int64_t vQ2_5 = i * Q2_dim + k;
          const int64_t vK2_5 = j_5 * Q2_dim + k;
          ws_5 += Q_vals[vQ2_5] * K_vals[vK2_5];
        }
        /* S(i,j) = B(i,j) * ws */
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_2] * ws_2;
          S2_crd[S2_count_2] = j_2;
          S2_count_2 += 1;
        }
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_3] * ws_3;
          S2_crd[S2_count_2] = j_3;
          S2_count_2 += 1;
        }
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_4] * ws_4;
          S2_crd[S2_count_2] = j_4;
          S2_count_2 += 1;
        }
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[vB2_5] * ws_5;
          S2_crd[S2_count_2] = j_5;
          S2_count_2 += 1;
        }
        B2_next += 4;
      }
      for (int64_t B2 = B2_next, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t j = B2_crd[B2];
        if (B2 + 8 < B2_crd_length) {
          prefetch_row(K_vals + (int64_t)B2_crd[B2 + 8] * Q2_dim, (Q2_dim) * (int64_t)sizeof *K_vals);
        }
        float ws = 0.0f;
        SIMD_SUMS(+ : ws)
        for (int64_t k = 0; k < Q2_dim; k++) {
          const int64_t Q2 = i * Q2_dim + k;
          const int64_t K2 = j * Q2_dim + k;
          ws += Q_vals[Q2] * K_vals[K2];
        }
        if (Q2_dim > 0) {
          S_vals[S2_count_2] = B_vals[B2] * ws;
          S2_crd[S2_count_2] = j;
          S2_count_2 += 1;
        }
      }
      S2_pos[i + 1] = S2_count_2;
    }
    S2_stop[chunk_2] = S2_count_2;
  }
}

stardust_status sddmmSpmm1(const stardust_tensor* B, const stardust_tensor* Q, const stardust_tensor* K, stardust_tensor* S, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int64_t B2_crd_length = B->levels[1].crd.length;
  const float* restrict B_vals = B->vals.data;
  const int64_t Q2_dim = Q->levels[1].dim;
  const float* restrict Q_vals = Q->vals.data;
  const float* restrict K_vals = K->vals.data;
  int64_t* restrict S2_pos = S->levels[1].pos.data;
  int64_t S2_pos_capacity = S->levels[1].pos.capacity, S2_pos_length = 0;
  int32_t* restrict S2_crd = S->levels[1].crd.data;
  int64_t S2_crd_capacity = S->levels[1].crd.capacity, S2_crd_length = 0;
  float* restrict S_vals = S->vals.data;
  int64_t S_vals_capacity = S->vals.capacity, S_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict S2_stop = NULL;
  int64_t S2_stop_capacity = 0;
  RESIZE_FILLED(S2_pos, B1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B2_pos[B1_dim] + B1_dim * Q2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + middle * Q2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t S2_most = B2_pos[B1_dim];
  RESIZE(S2_crd, S2_most, done);
  RESIZE(S_vals, S2_most, done);
  ALLOCATE(S2_stop, chunks, done);
  /* run the chunks on threads */
  struct sddmmSpmm1_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .Q2_dim = Q2_dim,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .K_vals = K_vals,
    .Q_vals = Q_vals,
    .S2_crd = S2_crd,
    .S2_pos = S2_pos,
    .S2_stop = S2_stop,
    .S_vals = S_vals,
    .first = first,
    .B2_crd_length = B2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sddmmSpmm1_part, &loop);
  /* close the gaps between the parts of S */
  int64_t S2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t S2_start = B2_pos[part_first];
    const int64_t S2_length = S2_stop[chunk_3] - S2_start;
    const int64_t S2_gap = S2_start - S2_count_3;
    if (S2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        S2_pos[part_first + (fiber + 1)] = S2_pos[part_first + (fiber + 1)] - S2_gap;
      }
    }
    if (S2_gap > 0) {
      memmove(S2_crd + S2_count_3, S2_crd + S2_start, (size_t)(S2_start + S2_length - S2_start) * sizeof *S2_crd);
      memmove(S_vals + S2_count_3, S_vals + S2_start, (size_t)(S2_start + S2_length - S2_start) * sizeof *S_vals);
    }
    S2_count_3 += S2_length;
  }
  RESIZE(S2_crd, S2_count_3, done);
  RESIZE(S_vals, S2_count_3, done);
done:
  free(first);
  free(S2_stop);
  S->levels[1].pos = (stardust_array){S2_pos, S2_pos_length, S2_pos_capacity};
  S->levels[1].crd = (stardust_array){S2_crd, S2_crd_length, S2_crd_capacity};
  S->vals = (stardust_array){S_vals, S_vals_length, S_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sddmmSpmm1(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
#include <stardust/runtime/base.h>
#include <stardust/runtime/fail.h>
#include <stardust/runtime/arrays.h>
#include <stardust/runtime/prefetch.h>
#include <stardust/runtime/div_i64.h>
#include <stardust/runtime/vectors.h>
#include <stardust/runtime/few_f32.h>
#include <stardust/runtime/lanes_f32.h>
#include <stardust/runtime/shared_loop.h>

static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sddmmSpmm2_loop {
  int64_t next_, end_;
  int status_;
  const int64_t V2_dim;
  float* restrict O_vals;
  const int32_t* restrict S2_crd;
  const int64_t* restrict S2_pos;
  const float* restrict S_vals;
  const float* restrict V_vals;
  int64_t* restrict first;
  const int64_t S2_crd_length;
};
static void sddmmSpmm2_part(void* shared) {
  struct sddmmSpmm2_loop* const loop_ = shared;
  const int64_t V2_dim = loop_->V2_dim;
  float* restrict O_vals = loop_->O_vals;
  const int32_t* restrict S2_crd = loop_->S2_crd;
  const int64_t* restrict S2_pos = loop_->S2_pos;
  const float* restrict S_vals = loop_->S_vals;
  const float* restrict V_vals = loop_->V_vals;
  int64_t* restrict first = loop_->first;
  const int64_t S2_crd_length = loop_->S2_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t S2_begin = S2_pos[i];
      const int64_t S2_end = S2_pos[i + 1];
      /* forall(l): O(i,l) += S(i,j) * V(j,l) */
      {
        int64_t l = 0, l_end = V2_dim;
        for (; l + 8 * lanes_f32_count <= l_end; l += 8 * lanes_f32_count) {
          lanes_f32 sum[8];
          for (int v_ = 0; v_ < 8; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          /* forall(j in S2) */
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (8 * lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + 4 * lanes_f32_count <= l_end; l += 4 * lanes_f32_count) {
          lanes_f32 sum[4];
          for (int v_ = 0; v_ < 4; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (4 * lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + 2 * lanes_f32_count <= l_end; l += 2 * lanes_f32_count) {
          lanes_f32 sum[2];
          for (int v_ = 0; v_ < 2; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (2 * lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + lanes_f32_count <= l_end; l += lanes_f32_count) {
          lanes_f32 sum[1];
          for (int v_ = 0; v_ < 1; v_++) sum[v_] = (0.0f) - (lanes_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (lanes_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + S_vals[S2] * ((const lanes_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(O_vals + i * V2_dim + l))[v_] = sum[v_];
        }
        for (; l + few_f32_count <= l_end; l += few_f32_count) {
          few_f32 sum_2[1];
          for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = (0.0f) - (few_f32){0};
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            if (S2 + 8 < S2_crd_length) {
              prefetch_row(V_vals + (int64_t)S2_crd[S2 + 8] * V2_dim + l, (few_f32_count) * (int64_t)sizeof *V_vals);
            }
            const int64_t V2 = j * V2_dim + l;
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + S_vals[S2] * ((const few_f32*)(V_vals + V2))[v_];
          }
          for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(O_vals + i * V2_dim + l))[v_] = sum_2[v_];
        }
        for (; l < l_end; l++) {
          float sum_3 = 0.0f;
          for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
            const int64_t j = S2_crd[S2];
            const int64_t V2 = j * V2_dim + l;
            sum_3 += S_vals[S2] * V_vals[V2];
          }
          O_vals[i * V2_dim + l] = sum_3;
        }
      }
    }
  }
}

stardust_status sddmmSpmm2(const stardust_tensor* S, const stardust_tensor* V, stardust_tensor* O, int32_t threads, stardust_runner* run) {
  const int64_t S1_dim = S->levels[0].dim;
  const int64_t* restrict S2_pos = S->levels[1].pos.data;
  const int32_t* restrict S2_crd = S->levels[1].crd.data;
  const int64_t S2_crd_length = S->levels[1].crd.length;
  const float* restrict S_vals = S->vals.data;
  const int64_t V2_dim = V->levels[1].dim;
  const float* restrict V_vals = V->vals.data;
  float* restrict O_vals = O->vals.data;
  int64_t O_vals_capacity = O->vals.capacity, O_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)S1_dim * (double)V2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(O_vals, S1_dim * V2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = S1_dim + S2_pos[S1_dim] + S1_dim * V2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = S1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + S2_pos[middle] + middle * V2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct sddmmSpmm2_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .V2_dim = V2_dim,
    .O_vals = O_vals,
    .S2_crd = S2_crd,
    .S2_pos = S2_pos,
    .S_vals = S_vals,
    .V_vals = V_vals,
    .first = first,
    .S2_crd_length = S2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sddmmSpmm2_part, &loop);
done:
  free(first);
  O->vals = (stardust_array){O_vals, O_vals_length, O_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sddmmSpmm2(tensors[0], tensors[1], tensors[2], threads, run);
}
