#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct tensorNorm_serial_values {
  int64_t B1_begin;
  int64_t B1_end;
  int64_t work;
  const int64_t* B1_pos;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
};

struct tensorNorm_serial_2_values {
  int64_t chunks;
  float ws;
  float* n_vals;
  int64_t n_vals_capacity;
  int64_t n_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL tensorNorm_serial(tensorNorm_serial_values* const values, stardust_device* const device) {
  int64_t B1_begin = values->B1_begin;
  int64_t B1_end = values->B1_end;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) B1_pos = values->B1_pos;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  {
    B1_begin = B1_pos[0];
    B1_end = B1_pos[1];
    /* cut forall(i) into chunks of about equal work */
    work = B1_end + B3_pos[B2_pos[B1_end]];
  }
  values->B1_begin = B1_begin;
  values->B1_end = B1_end;
  values->work = work;
}

STARDUST_KERNEL tensorNorm_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_begin, const int64_t B1_end, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = B1_begin;
    int64_t high = B1_end;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B3_pos[B2_pos[middle]] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL tensorNorm_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(float) B_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i in B1) */
    for (int64_t B1 = i_first, B1_end_2 = i_last; B1 < B1_end_2; B1++) {
      /* forall(j in B2) */
      const int64_t B2_begin = B2_pos[B1];
      const int64_t B2_end = B2_pos[B1 + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        /* forall(k in B3): ws += B(i,j,k) * B(i,j,k) */
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        {
          float ws_part_lane = 0.0f;
          for (int64_t B3 = (int64_t)(B3_begin + lane), B3_end_2 = B3_end; B3 < B3_end_2; B3 += 32) {
            ws_part_lane = ws_part_lane + B_vals[B3] * B_vals[B3];
          }
          ws_part = stardust_sum()(ws_part, stardust_reduce_warp<stardust_sum>(ws_part_lane));
        }
      }
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      ws_parts[chunk_2] = ws_part;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL tensorNorm_serial_2(tensorNorm_serial_2_values* const values, stardust_device* const device) {
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
static int tensorNorm(const stardust_tensor* B, stardust_tensor* n, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t* B1_pos = 0;
  const int64_t* B2_pos = 0;
  const int64_t* B3_pos = 0;
  const float* B_vals = 0;
  float* n_vals = 0;
  int64_t n_vals_capacity = 0, n_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(B1_pos, B->levels[0].pos);
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B3_pos, B->levels[2].pos);
  UPLOAD(B_vals, B->vals);
  {
    DEVICE_RESERVE(n_vals, 1);
    n_vals_length = 1;
    float ws = 0.0f;
    int64_t B1_begin = int64_t();
    int64_t B1_end = int64_t();
    int64_t work = int64_t();
    {
      tensorNorm_serial_values values = {B1_begin, B1_end, work, B1_pos, B2_pos, B3_pos};
      SERIAL(tensorNorm_serial, values);
      B1_begin = values.B1_begin;
      B1_end = values.B1_end;
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(tensorNorm_chunk, end_ - begin_, 1, false, begin_, end_, B1_begin, B1_end, chunks, work, B2_pos, B3_pos, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(tensorNorm_chunk_2, end_ - begin_, 32, false, begin_, end_, B2_pos, B3_pos, B_vals, first, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      tensorNorm_serial_2_values values = {chunks, ws, n_vals, n_vals_capacity, n_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(tensorNorm_serial_2, values);
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
  if (B1_pos) gpu->release(gpu, (void*)B1_pos);
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B3_pos) gpu->release(gpu, (void*)B3_pos);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return tensorNorm(tensors[0], tensors[1], gpu); }
#endif
