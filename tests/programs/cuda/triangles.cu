#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct triangles_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

struct triangles_serial_2_values {
  int64_t chunks;
  int32_t ws;
  int32_t* t_vals;
  int64_t t_vals_capacity;
  int64_t t_vals_length;
  int32_t* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL triangles_serial(triangles_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim] + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL triangles_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = A1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] + A2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL triangles_chunk_2(const int64_t begin_, const int64_t end_, const int64_t A2_dim, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(int32_t) A_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int32_t) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(int32_t) A2_table = 0;
  int64_t A2_table_capacity = 0, A2_table_length = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int32_t ws_part = 0;
    ALLOCATE(int32_t, A2_table, 0, next);
    A2_table_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t A2_first = A2_pos[i];
      const int64_t A2_end_5 = A2_pos[i + 1];
      const bool A2_in_table = A2_end_5 - A2_first > 0 && A2_end_5 <= 2147483647 && (A2_dim <= 0 || A2_dim <= (A2_end_5 - A2_first + A2_pos[A2_dim]) * 16);
      if (A2_in_table) {
        RESIZE_FILLED(int32_t, A2_table, A2_dim, -1, next);
        /* write the positions of A2 into a table, and look them up */
        for (int64_t vA2_5 = A2_first, A2_5_end = A2_end_5; vA2_5 < A2_5_end; vA2_5++) {
          A2_table[(int64_t)A2_crd[vA2_5]] = vA2_5;
        }
      }
      /* forall(j in A2) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        /* forall(k in A2 ∩ A2): ws += A(i,j) * A(j,k) * A(i,k) */
        const int64_t A2_begin_2 = A2_pos[j];
        const int64_t A2_end_2_2 = A2_pos[j + 1];
        const int64_t A2_begin_3 = A2_pos[i];
        const int64_t A2_end_3 = A2_pos[i + 1];
        if (A2_in_table) {
          const int64_t A2_begin_4 = A2_pos[j];
          const int64_t A2_end_4 = A2_pos[j + 1];
          for (int64_t vA2_4 = A2_begin_4, A2_4_end = A2_end_4; vA2_4 < A2_4_end; vA2_4++) {
            const int64_t k_2 = A2_crd[vA2_4];
            const int64_t A2_at = A2_table[k_2];
            const bool A_has_k = A2_first <= A2_at && A2_at < A2_end_5;
            const int64_t A2_at_or_first = A_has_k ? A2_at : A2_first;
            const int32_t unmasked = A_vals[A2] * A_vals[vA2_4] * A_vals[A2_at_or_first];
            ws_part = ws_part + (A_has_k ? unmasked : 0);
          }
        } else {
          int64_t vA2_2 = A2_begin_2;
          int64_t vA2_3 = A2_begin_3;
          while (vA2_2 < A2_end_2_2 && vA2_3 < A2_end_3) {
            const int64_t A_k = A2_crd[vA2_2];
            const int64_t A_k_2 = A2_crd[vA2_3];
            if (A_k == A_k_2) {
              ws_part = ws_part + A_vals[A2] * A_vals[vA2_2] * A_vals[vA2_3];
            }
            vA2_2 = vA2_2 + (int64_t)(A_k <= A_k_2);
            vA2_3 = vA2_3 + (int64_t)(A_k_2 <= A_k);
          }
        }
      }
    }
    ws_parts[chunk_2] = ws_part;
  }
next:;
}

STARDUST_KERNEL triangles_serial_2(triangles_serial_2_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  int32_t ws = values->ws;
  STARDUST_GLOBAL(int32_t) t_vals = values->t_vals;
  int64_t t_vals_capacity = values->t_vals_capacity;
  int64_t t_vals_length = values->t_vals_length;
  STARDUST_GLOBAL(int32_t) ws_parts = values->ws_parts;
  int64_t ws_parts_capacity = values->ws_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      ws = ws + ws_parts[chunk_3];
    }
    /* t = ws */
    t_vals[0] = ws;
  }
  values->ws = ws;
  values->t_vals = t_vals;
  values->t_vals_capacity = t_vals_capacity;
  values->t_vals_length = t_vals_length;
  values->ws_parts = ws_parts;
  values->ws_parts_capacity = ws_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int triangles(const stardust_tensor* A, stardust_tensor* t, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const int32_t* A_vals = 0;
  int32_t* t_vals = 0;
  int64_t t_vals_capacity = 0, t_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  {
    DEVICE_RESERVE(t_vals, 1);
    t_vals_length = 1;
    int32_t ws = 0;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      triangles_serial_values values = {A1_dim, work, A2_pos};
      SERIAL(triangles_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(triangles_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(triangles_chunk_2, end_ - begin_, 1, true, begin_, end_, A2_dim, A2_crd, A2_pos, A_vals, first, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      triangles_serial_2_values values = {chunks, ws, t_vals, t_vals_capacity, t_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(triangles_serial_2, values);
      ws = values.ws;
      t_vals = values.t_vals;
      t_vals_capacity = values.t_vals_capacity;
      t_vals_length = values.t_vals_length;
      ws_parts = values.ws_parts;
      ws_parts_capacity = values.ws_parts_capacity;
    }
  }
  DOWNLOAD(t->vals, t_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (t_vals) gpu->release(gpu, (void*)t_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return triangles(tensors[0], tensors[1], gpu); }
#endif
