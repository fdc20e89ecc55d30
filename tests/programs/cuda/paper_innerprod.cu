#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct innerprod_serial_values {
  int64_t B1_dim;
  int64_t B3_dim;
  bool C3_table_pays;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
  const int64_t* C2_pos;
  const int64_t* C3_pos;
};

struct innerprod_serial_2_values {
  int64_t B1_dim;
  int64_t work;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
  const int64_t* C2_pos;
  const int64_t* C3_pos;
};

struct innerprod_serial_3_values {
  int64_t chunks;
  float ws;
  float* alpha_vals;
  int64_t alpha_vals_capacity;
  int64_t alpha_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL innerprod_serial(innerprod_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t B3_dim = values->B3_dim;
  bool C3_table_pays = values->C3_table_pays;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  STARDUST_INPUT(int64_t) C3_pos = values->C3_pos;
  {
    C3_table_pays = B3_dim <= max_i64(0, min_i64(0, (B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]]) * 16));
  }
  values->C3_table_pays = C3_table_pays;
}

STARDUST_KERNEL innerprod_serial_2(innerprod_serial_2_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  STARDUST_INPUT(int64_t) C3_pos = values->C3_pos;
  {
    work = B1_dim + B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]];
  }
  values->work = work;
}

STARDUST_KERNEL innerprod_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int64_t) C3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B3_pos[B2_pos[middle]] + C3_pos[C2_pos[middle]] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL innerprod_chunk_2(const int64_t begin_, const int64_t end_, const int64_t B3_dim, const bool C3_table_pays, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int32_t) B3_crd, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(int32_t) C2_crd, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int32_t) C3_crd, STARDUST_INPUT(int64_t) C3_pos, STARDUST_INPUT(float) C_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(int32_t) C3_table = 0;
  int64_t C3_table_capacity = 0, C3_table_length = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    ALLOCATE(int32_t, C3_table, 0, next);
    C3_table_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2 ∩ C2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      int64_t B2 = B2_begin;
      int64_t C2 = C2_begin;
      while (B2 < B2_end && C2 < C2_end) {
        const int64_t B_j = B2_crd[B2];
        const int64_t C_j = C2_crd[C2];
        if (B_j == C_j) {
          /* forall(k in B3 ∩ C3): ws += B(i,j,k) * C(i,j,k) */
          const int64_t B3_begin = B3_pos[B2];
          const int64_t B3_end = B3_pos[B2 + 1];
          const int64_t C3_begin = C3_pos[C2];
          const int64_t C3_end = C3_pos[C2 + 1];
          const int64_t B3_begin_2 = B3_pos[B2];
          const int64_t B3_end_2 = B3_pos[B2 + 1];
          const int64_t C3_begin_2 = C3_pos[C2];
          const int64_t C3_end_2 = C3_pos[C2 + 1];
          if (B3_end_2 - B3_begin_2 + (C3_end_2 - C3_begin_2) >= 32 && (C3_end_2 - C3_begin_2 > 0 && C3_end_2 <= 2147483647 && (C3_table_pays || B3_dim <= (B3_end_2 - B3_begin_2 + (C3_end_2 - C3_begin_2)) * 16))) {
            RESIZE_FILLED(int32_t, C3_table, B3_dim, -1, next);
            /* write the positions of C3 into a table, and look them up */
            for (int64_t vC3_2 = C3_begin_2, C3_2_end = C3_end_2; vC3_2 < C3_2_end; vC3_2++) {
              C3_table[(int64_t)C3_crd[vC3_2]] = vC3_2;
            }
            for (int64_t vB3_2 = B3_begin_2, B3_2_end = B3_end_2; vB3_2 < B3_2_end; vB3_2++) {
              const int64_t k_2 = B3_crd[vB3_2];
              const int64_t C3_at = C3_table[k_2];
              const bool C_has_k = C3_begin_2 <= C3_at && C3_at < C3_end_2;
              const int64_t C3_at_or_first = C_has_k ? C3_at : C3_begin_2;
              const float unmasked = B_vals[vB3_2] * C_vals[C3_at_or_first];
              ws_part = ws_part + (C_has_k ? unmasked : 0.0f);
            }
          } else {
            int64_t B3 = B3_begin;
            int64_t C3 = C3_begin;
            while (B3 < B3_end && C3 < C3_end) {
              const int64_t B_k = B3_crd[B3];
              const int64_t C_k = C3_crd[C3];
              if (B_k == C_k) {
                ws_part = ws_part + B_vals[B3] * C_vals[C3];
              }
              B3 = B3 + (int64_t)(B_k <= C_k);
              C3 = C3 + (int64_t)(C_k <= B_k);
            }
          }
        }
        B2 = B2 + (int64_t)(B_j <= C_j);
        C2 = C2 + (int64_t)(C_j <= B_j);
      }
    }
    ws_parts[chunk_2] = ws_part;
  }
next:;
}

STARDUST_KERNEL innerprod_serial_3(innerprod_serial_3_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  float ws = values->ws;
  STARDUST_GLOBAL(float) alpha_vals = values->alpha_vals;
  int64_t alpha_vals_capacity = values->alpha_vals_capacity;
  int64_t alpha_vals_length = values->alpha_vals_length;
  STARDUST_GLOBAL(float) ws_parts = values->ws_parts;
  int64_t ws_parts_capacity = values->ws_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      ws = ws + ws_parts[chunk_3];
    }
    /* alpha = ws */
    alpha_vals[0] = ws;
  }
  values->ws = ws;
  values->alpha_vals = alpha_vals;
  values->alpha_vals_capacity = alpha_vals_capacity;
  values->alpha_vals_length = alpha_vals_length;
  values->ws_parts = ws_parts;
  values->ws_parts_capacity = ws_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int innerprod(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* alpha, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B3_dim = B->levels[2].dim;
  const int64_t* B2_pos = 0;
  const int64_t* B3_pos = 0;
  const int32_t* B2_crd = 0;
  const int32_t* B3_crd = 0;
  const float* B_vals = 0;
  const int64_t* C2_pos = 0;
  const int64_t* C3_pos = 0;
  const int32_t* C2_crd = 0;
  const int32_t* C3_crd = 0;
  const float* C_vals = 0;
  float* alpha_vals = 0;
  int64_t alpha_vals_capacity = 0, alpha_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B3_pos, B->levels[2].pos);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B3_crd, B->levels[2].crd);
  UPLOAD(B_vals, B->vals);
  UPLOAD(C2_pos, C->levels[1].pos);
  UPLOAD(C3_pos, C->levels[2].pos);
  UPLOAD(C2_crd, C->levels[1].crd);
  UPLOAD(C3_crd, C->levels[2].crd);
  UPLOAD(C_vals, C->vals);
  {
    bool C3_table_pays = bool();
    {
      innerprod_serial_values values = {B1_dim, B3_dim, C3_table_pays, B2_pos, B3_pos, C2_pos, C3_pos};
      SERIAL(innerprod_serial, values);
      C3_table_pays = values.C3_table_pays;
    }
    DEVICE_RESERVE(alpha_vals, 1);
    alpha_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      innerprod_serial_2_values values = {B1_dim, work, B2_pos, B3_pos, C2_pos, C3_pos};
      SERIAL(innerprod_serial_2, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(innerprod_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, chunks, work, B2_pos, B3_pos, C2_pos, C3_pos, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(innerprod_chunk_2, end_ - begin_, 1, true, begin_, end_, B3_dim, C3_table_pays, B2_crd, B2_pos, B3_crd, B3_pos, B_vals, C2_crd, C2_pos, C3_crd, C3_pos, C_vals, first, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      innerprod_serial_3_values values = {chunks, ws, alpha_vals, alpha_vals_capacity, alpha_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(innerprod_serial_3, values);
      ws = values.ws;
      alpha_vals = values.alpha_vals;
      alpha_vals_capacity = values.alpha_vals_capacity;
      alpha_vals_length = values.alpha_vals_length;
      ws_parts = values.ws_parts;
      ws_parts_capacity = values.ws_parts_capacity;
    }
  }
  DOWNLOAD(alpha->vals, alpha_vals);
done:
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B3_pos) gpu->release(gpu, (void*)B3_pos);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B3_crd) gpu->release(gpu, (void*)B3_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (C2_pos) gpu->release(gpu, (void*)C2_pos);
  if (C3_pos) gpu->release(gpu, (void*)C3_pos);
  if (C2_crd) gpu->release(gpu, (void*)C2_crd);
  if (C3_crd) gpu->release(gpu, (void*)C3_crd);
  if (C_vals) gpu->release(gpu, (void*)C_vals);
  if (alpha_vals) gpu->release(gpu, (void*)alpha_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return innerprod(tensors[0], tensors[1], tensors[2], gpu); }
#endif
