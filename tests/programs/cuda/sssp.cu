#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float select_f32(float a, float b, float c) { return a != 0 ? b : c; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL sssp1_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t s1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL sssp1_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(float) d_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(int32_t) s1_crd, STARDUST_INPUT(int64_t) s1_pos, STARDUST_INPUT(float) s_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) = select(s(i), 0, 1 / 0) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
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
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int sssp1(const stardust_tensor* s, stardust_tensor* d, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* s1_pos = 0;
  const int32_t* s1_crd = 0;
  const float* s_vals = 0;
  float* d_vals = 0;
  int64_t d_vals_capacity = 0, d_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(s1_pos, s->levels[0].pos);
  UPLOAD(s1_crd, s->levels[0].crd);
  UPLOAD(s_vals, s->vals);
  {
    DEVICE_RESERVE(d_vals, s1_dim);
    d_vals_length = s1_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, s1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(sssp1_chunk, end_ - begin_, 1, false, begin_, end_, chunks, s1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sssp1_chunk_2, end_ - begin_, 32, false, begin_, end_, d_vals, first, s1_crd, s1_pos, s_vals, gpu->device);
    }
  }
  DOWNLOAD(d->vals, d_vals);
done:
  if (s1_pos) gpu->release(gpu, (void*)s1_pos);
  if (s1_crd) gpu->release(gpu, (void*)s1_crd);
  if (s_vals) gpu->release(gpu, (void*)s_vals);
  if (d_vals) gpu->release(gpu, (void*)d_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return sssp1(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
/* NaN if either is. */
STARDUST_BOTH float min_f32(float a, float b) { return a < b || a != a ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sssp2_serial_values {
  int64_t d1_dim;
  int64_t work;
  const int64_t* A2_pos;
  float* n_vals;
  int64_t n_vals_capacity;
  int64_t n_vals_length;
};

struct sssp2_serial_2_values {
  int64_t d1_dim;
  int64_t work_2;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL sssp2_serial(sssp2_serial_values* const values, stardust_device* const device) {
  int64_t d1_dim = values->d1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  STARDUST_GLOBAL(float) n_vals = values->n_vals;
  int64_t n_vals_capacity = values->n_vals_capacity;
  int64_t n_vals_length = values->n_vals_length;
  {
    RESIZE_FILLED(float, n_vals, d1_dim, INFINITY, done);
    /* cut forall(i) into chunks of about equal work */
    work = d1_dim + A2_pos[d1_dim];
  }
done:;
  values->work = work;
  values->n_vals = n_vals;
  values->n_vals_capacity = n_vals_capacity;
  values->n_vals_length = n_vals_length;
}

STARDUST_KERNEL sssp2_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t d1_dim, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL sssp2_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) d_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) n_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): n(i) min= d(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        n_vals[i] = min_f32(n_vals[i], d_vals[i]);
      }
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL sssp2_serial_2(sssp2_serial_2_values* const values, stardust_device* const device) {
  int64_t d1_dim = values->d1_dim;
  int64_t work_2 = values->work_2;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work_2 = d1_dim + A2_pos[d1_dim];
  }
  values->work_2 = work_2;
}

STARDUST_KERNEL sssp2_chunk_3(const int64_t begin_, const int64_t end_, const int64_t chunks_2, const int64_t d1_dim, const int64_t work_2, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first_2, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_3 = (int64_t)at_;
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
}

STARDUST_KERNEL sssp2_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_INPUT(float) d_vals, STARDUST_GLOBAL(int64_t) first_2, STARDUST_GLOBAL(float) n_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i) */
    if (A2_pos[i_last_2] - A2_pos[i_first_2] >= (i_last_2 - i_first_2) * 8) {
      for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
        float ws = INFINITY;
        /* forall(j in A2): ws min= A(i,j) + d(j) */
        const int64_t A2_begin = A2_pos[i_2];
        const int64_t A2_end = A2_pos[i_2 + 1];
        {
          float ws_lane = INFINITY;
          for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
            const int64_t j = A2_crd[A2];
            ws_lane = min_f32(ws_lane, A_vals[A2] + d_vals[j]);
          }
          ws = stardust_least()(ws, stardust_reduce_warp<stardust_least>(ws_lane));
        }
        /* n(i) min= ws */
        if (A2_begin < A2_end) {
          STARDUST_MEET_WARP();
          if (lane == 0) {
            n_vals[i_2] = min_f32(n_vals[i_2], ws);
          }
          STARDUST_MEET_WARP();
        }
      }
    } else {
      STARDUST_MEET_WARP();
      {
        for (int64_t i_2 = (int64_t)(i_first_2 + lane), i_2_end = i_last_2; i_2 < i_2_end; i_2 += 32) {
          float ws = INFINITY;
          const int64_t A2_begin = A2_pos[i_2];
          const int64_t A2_end = A2_pos[i_2 + 1];
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            ws = min_f32(ws, A_vals[A2] + d_vals[j]);
          }
          if (A2_begin < A2_end) {
            n_vals[i_2] = min_f32(n_vals[i_2], ws);
          }
        }
      }
      STARDUST_MEET_WARP();
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int sssp2(const stardust_tensor* d, const stardust_tensor* A, stardust_tensor* n, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t d1_dim = d->levels[0].dim;
  const float* d_vals = 0;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  float* n_vals = 0;
  int64_t n_vals_capacity = 0, n_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int64_t* first_2 = 0;
  int64_t first_2_capacity = 0;
  (void)threads;
  UPLOAD(d_vals, d->vals);
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  {
    int64_t work = int64_t();
    {
      sssp2_serial_values values = {d1_dim, work, A2_pos, n_vals, n_vals_capacity, n_vals_length};
      SERIAL(sssp2_serial, values);
      work = values.work;
      n_vals = values.n_vals;
      n_vals_capacity = values.n_vals_capacity;
      n_vals_length = values.n_vals_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(sssp2_chunk, end_ - begin_, 1, false, begin_, end_, chunks, d1_dim, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sssp2_chunk_2, end_ - begin_, 32, false, begin_, end_, d_vals, first, n_vals, gpu->device);
    }
    /* cut forall(i) into chunks of about equal work */
    int64_t work_2 = int64_t();
    {
      sssp2_serial_2_values values = {d1_dim, work_2, A2_pos};
      SERIAL(sssp2_serial_2, values);
      work_2 = values.work_2;
    }
    const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads, work_2 / 256));
    DEVICE_ALLOCATE(first_2, chunks_2 + 1);
    {
      const int64_t begin_ = 0, end_ = chunks_2 + 1;
      GRID(sssp2_chunk_3, end_ - begin_, 1, false, begin_, end_, chunks_2, d1_dim, work_2, A2_pos, first_2, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks_2;
      GRID(sssp2_chunk_4, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_pos, A_vals, d_vals, first_2, n_vals, gpu->device);
    }
  }
  DOWNLOAD(n->vals, n_vals);
done:
  if (d_vals) gpu->release(gpu, (void*)d_vals);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (first_2) gpu->release(gpu, (void*)first_2);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return sssp2(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float not_equal_f32(float a, float b) { return a != b; }

struct sssp3_serial_values {
  int64_t chunks;
  float ws;
  float* changed_vals;
  int64_t changed_vals_capacity;
  int64_t changed_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL sssp3_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t n1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL sssp3_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) d_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) n_vals, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i): ws += n(i) != d(i) */
    {
      float ws_part_lane = 0.0f;
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        ws_part_lane = ws_part_lane + not_equal_f32(n_vals[i], d_vals[i]);
      }
      ws_part = stardust_sum()(ws_part, stardust_reduce_warp<stardust_sum>(ws_part_lane));
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      ws_parts[chunk_2] = ws_part;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL sssp3_serial(sssp3_serial_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  float ws = values->ws;
  STARDUST_GLOBAL(float) changed_vals = values->changed_vals;
  int64_t changed_vals_capacity = values->changed_vals_capacity;
  int64_t changed_vals_length = values->changed_vals_length;
  STARDUST_GLOBAL(float) ws_parts = values->ws_parts;
  int64_t ws_parts_capacity = values->ws_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      ws = ws + ws_parts[chunk_3];
    }
    /* changed = ws */
    changed_vals[0] = ws;
  }
  values->ws = ws;
  values->changed_vals = changed_vals;
  values->changed_vals_capacity = changed_vals_capacity;
  values->changed_vals_length = changed_vals_length;
  values->ws_parts = ws_parts;
  values->ws_parts_capacity = ws_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int sssp3(const stardust_tensor* n, const stardust_tensor* d, stardust_tensor* changed, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t n1_dim = n->levels[0].dim;
  const float* n_vals = 0;
  const float* d_vals = 0;
  float* changed_vals = 0;
  int64_t changed_vals_capacity = 0, changed_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(n_vals, n->vals);
  UPLOAD(d_vals, d->vals);
  {
    DEVICE_RESERVE(changed_vals, 1);
    changed_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, n1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(sssp3_chunk, end_ - begin_, 1, false, begin_, end_, chunks, n1_dim, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sssp3_chunk_2, end_ - begin_, 32, false, begin_, end_, d_vals, first, n_vals, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      sssp3_serial_values values = {chunks, ws, changed_vals, changed_vals_capacity, changed_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(sssp3_serial, values);
      ws = values.ws;
      changed_vals = values.changed_vals;
      changed_vals_capacity = values.changed_vals_capacity;
      changed_vals_length = values.changed_vals_length;
      ws_parts = values.ws_parts;
      ws_parts_capacity = values.ws_parts_capacity;
    }
  }
  DOWNLOAD(changed->vals, changed_vals);
done:
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (d_vals) gpu->release(gpu, (void*)d_vals);
  if (changed_vals) gpu->release(gpu, (void*)changed_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return sssp3(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL sssp4_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t n1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL sssp4_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(float) d_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) n_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) = n(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        d_vals[i] = n_vals[i];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int sssp4(const stardust_tensor* n, stardust_tensor* d, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t n1_dim = n->levels[0].dim;
  const float* n_vals = 0;
  float* d_vals = 0;
  int64_t d_vals_capacity = 0, d_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(n_vals, n->vals);
  {
    DEVICE_RESERVE(d_vals, n1_dim);
    d_vals_length = n1_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, n1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(sssp4_chunk, end_ - begin_, 1, false, begin_, end_, chunks, n1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sssp4_chunk_2, end_ - begin_, 32, false, begin_, end_, d_vals, first, n_vals, gpu->device);
    }
  }
  DOWNLOAD(d->vals, d_vals);
done:
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (d_vals) gpu->release(gpu, (void*)d_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return sssp4(tensors[0], tensors[1], gpu); }
#endif
