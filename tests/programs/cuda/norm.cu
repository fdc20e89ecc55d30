#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct norm_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

struct norm_serial_2_values {
  int64_t chunks;
  float ws;
  float* n_vals;
  int64_t n_vals_capacity;
  int64_t n_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL norm_serial(norm_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL norm_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL norm_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in A2): ws += A(i,j) * A(i,j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      {
        float ws_part_lane = 0.0f;
        for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
          ws_part_lane = ws_part_lane + A_vals[A2] * A_vals[A2];
        }
        ws_part = stardust_sum()(ws_part, stardust_reduce_warp<stardust_sum>(ws_part_lane));
      }
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      ws_parts[chunk_2] = ws_part;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL norm_serial_2(norm_serial_2_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  float ws = values->ws;
  STARDUST_GLOBAL(float) n_vals = values->n_vals;
  int64_t n_vals_capacity = values->n_vals_capacity;
  int64_t n_vals_length = values->n_vals_length;
  STARDUST_GLOBAL(float) ws_parts = values->ws_parts;
  int64_t ws_parts_capacity = values->ws_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      ws = ws + ws_parts[chunk_3];
    }
    /* n = ws */
    n_vals[0] = ws;
  }
  values->ws = ws;
  values->n_vals = n_vals;
  values->n_vals_capacity = n_vals_capacity;
  values->n_vals_length = n_vals_length;
  values->ws_parts = ws_parts;
  values->ws_parts_capacity = ws_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int norm(const stardust_tensor* A, stardust_tensor* n, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* A2_pos = 0;
  const float* A_vals = 0;
  float* n_vals = 0;
  int64_t n_vals_capacity = 0, n_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A_vals, A->vals);
  {
    DEVICE_RESERVE(n_vals, 1);
    n_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      norm_serial_values values = {A1_dim, work, A2_pos};
      SERIAL(norm_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(norm_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(norm_chunk_2, end_ - begin_, 32, false, begin_, end_, A2_pos, A_vals, first, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      norm_serial_2_values values = {chunks, ws, n_vals, n_vals_capacity, n_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(norm_serial_2, values);
      ws = values.ws;
      n_vals = values.n_vals;
      n_vals_capacity = values.n_vals_capacity;
      n_vals_length = values.n_vals_length;
      ws_parts = values.ws_parts;
      ws_parts_capacity = values.ws_parts_capacity;
    }
  }
  DOWNLOAD(n->vals, n_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return norm(tensors[0], tensors[1], gpu); }
#endif
