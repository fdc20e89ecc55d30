#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float not_equal_f32(float a, float b) { return a != b; }

struct pagerank1_serial_values {
  int64_t A2_dim;
  float* degree_vals;
  int64_t degree_vals_capacity;
  int64_t degree_vals_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank1_serial(pagerank1_serial_values* const values, stardust_device* const device) {
  int64_t A2_dim = values->A2_dim;
  STARDUST_GLOBAL(float) degree_vals = values->degree_vals;
  int64_t degree_vals_capacity = values->degree_vals_capacity;
  int64_t degree_vals_length = values->degree_vals_length;
  {
    RESIZE_FILLED(float, degree_vals, A2_dim, 0.0f, done);
  }
done:;
  values->degree_vals = degree_vals;
  values->degree_vals_capacity = degree_vals_capacity;
  values->degree_vals_length = degree_vals_length;
}

STARDUST_KERNEL pagerank1_at_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(float) degree_vals_copies, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t at_2 = (int64_t)at_;
    degree_vals_copies[at_2] = 0.0f;
  }
}

STARDUST_KERNEL pagerank1_part(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t A2_dim, const int64_t scatter_parts, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_GLOBAL(float) degree_vals_copies, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t part = (int64_t)at_;
    for (int64_t i = div_i64(A1_dim * part, scatter_parts), i_end = div_i64(A1_dim * (part + 1), scatter_parts); i < i_end; i++) {
      /* forall(j in A2): degree(j) += A(i,j) != 0 */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        degree_vals_copies[part * A2_dim + j] += not_equal_f32(A_vals[A2], 0.0f);
      }
    }
  }
}

STARDUST_KERNEL pagerank1_at(const int64_t begin_, const int64_t end_, const int64_t A2_dim, const int64_t scatter_parts, STARDUST_GLOBAL(float) degree_vals, STARDUST_GLOBAL(float) degree_vals_copies, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t at = (int64_t)at_;
    float sum = degree_vals[at];
    for (int64_t part_2 = 0, part_2_end = scatter_parts; part_2 < part_2_end; part_2++) {
      sum = sum + degree_vals_copies[part_2 * A2_dim + at];
    }
    degree_vals[at] = sum;
  }
}

#endif

#ifndef __CUDACC_RTC__
static int pagerank1(const stardust_tensor* A, stardust_tensor* degree, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  float* degree_vals = 0;
  int64_t degree_vals_capacity = 0, degree_vals_length = 0;
  float* degree_vals_copies = 0;
  int64_t degree_vals_copies_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  {
    {
      pagerank1_serial_values values = {A2_dim, degree_vals, degree_vals_capacity, degree_vals_length};
      SERIAL(pagerank1_serial, values);
      degree_vals = values.degree_vals;
      degree_vals_capacity = values.degree_vals_capacity;
      degree_vals_length = values.degree_vals_length;
    }
    /* forall(i) */
    const int64_t scatter_parts = max_i64(1, min_i64(min_i64(256, div_i64(67108864, max_i64(1, A2_dim))), A1_dim));
    DEVICE_ALLOCATE(degree_vals_copies, scatter_parts * A2_dim);
    {
      const int64_t begin_ = 0, end_ = scatter_parts * A2_dim;
      GRID(pagerank1_at_2, end_ - begin_, 1, false, begin_, end_, degree_vals_copies, gpu->device);
    }
    {
      const int64_t begin_ = 0, end_ = scatter_parts;
      GRID(pagerank1_part, end_ - begin_, 1, false, begin_, end_, A1_dim, A2_dim, scatter_parts, A2_crd, A2_pos, A_vals, degree_vals_copies, gpu->device);
    }
    {
      const int64_t begin_ = 0, end_ = A2_dim;
      GRID(pagerank1_at, end_ - begin_, 1, false, begin_, end_, A2_dim, scatter_parts, degree_vals, degree_vals_copies, gpu->device);
    }
  }
  DOWNLOAD(degree->vals, degree_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (degree_vals) gpu->release(gpu, (void*)degree_vals);
  if (degree_vals_copies) gpu->release(gpu, (void*)degree_vals_copies);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank1(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float select_f32(float a, float b, float c) { return a != 0 ? b : c; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank2_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t degree1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL pagerank2_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) degree_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) w_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t j_first = first[chunk_2];
    const int64_t j_last = first[chunk_2 + 1];
    /* forall(j): w(j) = select(degree(j), 1 / degree(j), 0) */
    STARDUST_MEET_WARP();
    {
      for (int64_t j = (int64_t)(j_first + lane), j_end = j_last; j < j_end; j += 32) {
        w_vals[j] = select_f32(degree_vals[j], 1.0f / degree_vals[j], 0.0f);
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int pagerank2(const stardust_tensor* degree, stardust_tensor* w, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* degree_vals = 0;
  float* w_vals = 0;
  int64_t w_vals_capacity = 0, w_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(degree_vals, degree->vals);
  {
    DEVICE_RESERVE(w_vals, degree1_dim);
    w_vals_length = degree1_dim;
    /* cut forall(j) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, degree1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerank2_chunk, end_ - begin_, 1, false, begin_, end_, chunks, degree1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerank2_chunk_2, end_ - begin_, 32, false, begin_, end_, degree_vals, first, w_vals, gpu->device);
    }
  }
  DOWNLOAD(w->vals, w_vals);
done:
  if (degree_vals) gpu->release(gpu, (void*)degree_vals);
  if (w_vals) gpu->release(gpu, (void*)w_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank2(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float greater_equal_f32(float a, float b) { return a >= b; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct pagerank3_serial_values {
  int64_t chunks;
  float ws;
  float* n_vals;
  int64_t n_vals_capacity;
  int64_t n_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank3_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t degree1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL pagerank3_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) degree_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t j_first = first[chunk_2];
    const int64_t j_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(j): ws += degree(j) >= 0 */
    {
      float ws_part_lane = 0.0f;
      for (int64_t j = (int64_t)(j_first + lane), j_end = j_last; j < j_end; j += 32) {
        ws_part_lane = ws_part_lane + greater_equal_f32(degree_vals[j], 0.0f);
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

STARDUST_KERNEL pagerank3_serial(pagerank3_serial_values* const values, stardust_device* const device) {
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
static int pagerank3(const stardust_tensor* degree, stardust_tensor* n, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* degree_vals = 0;
  float* n_vals = 0;
  int64_t n_vals_capacity = 0, n_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(degree_vals, degree->vals);
  {
    DEVICE_RESERVE(n_vals, 1);
    n_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(j) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, degree1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerank3_chunk, end_ - begin_, 1, false, begin_, end_, chunks, degree1_dim, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerank3_chunk_2, end_ - begin_, 32, false, begin_, end_, degree_vals, first, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      pagerank3_serial_values values = {chunks, ws, n_vals, n_vals_capacity, n_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(pagerank3_serial, values);
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
  if (degree_vals) gpu->release(gpu, (void*)degree_vals);
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank3(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float greater_equal_f32(float a, float b) { return a >= b; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank4_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t degree1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL pagerank4_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) degree_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) n_vals, STARDUST_GLOBAL(float) p_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): p(i) = (degree(i) >= 0) / n */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        p_vals[i] = greater_equal_f32(degree_vals[i], 0.0f) / n_vals[0];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int pagerank4(const stardust_tensor* degree, const stardust_tensor* n, stardust_tensor* p, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* degree_vals = 0;
  const float* n_vals = 0;
  float* p_vals = 0;
  int64_t p_vals_capacity = 0, p_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(degree_vals, degree->vals);
  UPLOAD(n_vals, n->vals);
  {
    DEVICE_RESERVE(p_vals, degree1_dim);
    p_vals_length = degree1_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, degree1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerank4_chunk, end_ - begin_, 1, false, begin_, end_, chunks, degree1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerank4_chunk_2, end_ - begin_, 32, false, begin_, end_, degree_vals, first, n_vals, p_vals, gpu->device);
    }
  }
  DOWNLOAD(p->vals, p_vals);
done:
  if (degree_vals) gpu->release(gpu, (void*)degree_vals);
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (p_vals) gpu->release(gpu, (void*)p_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank4(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float select_f32(float a, float b, float c) { return a != 0 ? b : c; }

struct pagerank5_serial_values {
  int64_t chunks;
  float ws;
  float* lost_vals;
  int64_t lost_vals_capacity;
  int64_t lost_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank5_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t degree1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL pagerank5_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) degree_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) p_vals, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t j_first = first[chunk_2];
    const int64_t j_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(j): ws += select(degree(j), 0, p(j)) */
    {
      float ws_part_lane = 0.0f;
      for (int64_t j = (int64_t)(j_first + lane), j_end = j_last; j < j_end; j += 32) {
        ws_part_lane = ws_part_lane + select_f32(degree_vals[j], 0.0f, p_vals[j]);
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

STARDUST_KERNEL pagerank5_serial(pagerank5_serial_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  float ws = values->ws;
  STARDUST_GLOBAL(float) lost_vals = values->lost_vals;
  int64_t lost_vals_capacity = values->lost_vals_capacity;
  int64_t lost_vals_length = values->lost_vals_length;
  STARDUST_GLOBAL(float) ws_parts = values->ws_parts;
  int64_t ws_parts_capacity = values->ws_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      ws = ws + ws_parts[chunk_3];
    }
    /* lost = ws */
    lost_vals[0] = ws;
  }
  values->ws = ws;
  values->lost_vals = lost_vals;
  values->lost_vals_capacity = lost_vals_capacity;
  values->lost_vals_length = lost_vals_length;
  values->ws_parts = ws_parts;
  values->ws_parts_capacity = ws_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int pagerank5(const stardust_tensor* degree, const stardust_tensor* p, stardust_tensor* lost, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t degree1_dim = degree->levels[0].dim;
  const float* degree_vals = 0;
  const float* p_vals = 0;
  float* lost_vals = 0;
  int64_t lost_vals_capacity = 0, lost_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(degree_vals, degree->vals);
  UPLOAD(p_vals, p->vals);
  {
    DEVICE_RESERVE(lost_vals, 1);
    lost_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(j) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, degree1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerank5_chunk, end_ - begin_, 1, false, begin_, end_, chunks, degree1_dim, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerank5_chunk_2, end_ - begin_, 32, false, begin_, end_, degree_vals, first, p_vals, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      pagerank5_serial_values values = {chunks, ws, lost_vals, lost_vals_capacity, lost_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(pagerank5_serial, values);
      ws = values.ws;
      lost_vals = values.lost_vals;
      lost_vals_capacity = values.lost_vals_capacity;
      lost_vals_length = values.lost_vals_length;
      ws_parts = values.ws_parts;
      ws_parts_capacity = values.ws_parts_capacity;
    }
  }
  DOWNLOAD(lost->vals, lost_vals);
done:
  if (degree_vals) gpu->release(gpu, (void*)degree_vals);
  if (p_vals) gpu->release(gpu, (void*)p_vals);
  if (lost_vals) gpu->release(gpu, (void*)lost_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank5(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float not_equal_f32(float a, float b) { return a != b; }

struct pagerank6_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank6_serial(pagerank6_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL pagerank6_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL pagerank6_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_INPUT(float) alpha_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) lost_vals, STARDUST_INPUT(float) n_vals, STARDUST_INPUT(float) p_vals, STARDUST_GLOBAL(float) r_vals, STARDUST_INPUT(float) w_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    if (A2_pos[i_last] - A2_pos[i_first] >= (i_last - i_first) * 8) {
      for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
        float t = 0.0f;
        /* forall(j in A2): t += (A(i,j) != 0) * w(j) * p(j) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        {
          float t_lane = 0.0f;
          for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
            const int64_t j = A2_crd[A2];
            t_lane = t_lane + not_equal_f32(A_vals[A2], 0.0f) * w_vals[j] * p_vals[j];
          }
          t = stardust_sum()(t, stardust_reduce_warp<stardust_sum>(t_lane));
        }
        /* r(i) = alpha * t + (1 - alpha + alpha * lost) / n */
        STARDUST_MEET_WARP();
        if (lane == 0) {
          r_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + (1.0f - alpha_vals[0] + alpha_vals[0] * lost_vals[0]) / n_vals[0];
        }
        STARDUST_MEET_WARP();
      }
    } else {
      STARDUST_MEET_WARP();
      {
        for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
          float t = 0.0f;
          const int64_t A2_begin = A2_pos[i];
          const int64_t A2_end = A2_pos[i + 1];
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            t = t + not_equal_f32(A_vals[A2], 0.0f) * w_vals[j] * p_vals[j];
          }
          r_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + (1.0f - alpha_vals[0] + alpha_vals[0] * lost_vals[0]) / n_vals[0];
        }
      }
      STARDUST_MEET_WARP();
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int pagerank6(const stardust_tensor* alpha, const stardust_tensor* lost, const stardust_tensor* n, const stardust_tensor* A, const stardust_tensor* w, const stardust_tensor* p, stardust_tensor* r, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const float* alpha_vals = 0;
  const float* lost_vals = 0;
  const float* n_vals = 0;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const float* w_vals = 0;
  const float* p_vals = 0;
  float* r_vals = 0;
  int64_t r_vals_capacity = 0, r_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(alpha_vals, alpha->vals);
  UPLOAD(lost_vals, lost->vals);
  UPLOAD(n_vals, n->vals);
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(w_vals, w->vals);
  UPLOAD(p_vals, p->vals);
  {
    DEVICE_RESERVE(r_vals, A1_dim);
    r_vals_length = A1_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      pagerank6_serial_values values = {A1_dim, work, A2_pos};
      SERIAL(pagerank6_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerank6_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerank6_chunk_2, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_pos, A_vals, alpha_vals, first, lost_vals, n_vals, p_vals, r_vals, w_vals, gpu->device);
    }
  }
  DOWNLOAD(r->vals, r_vals);
done:
  if (alpha_vals) gpu->release(gpu, (void*)alpha_vals);
  if (lost_vals) gpu->release(gpu, (void*)lost_vals);
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (w_vals) gpu->release(gpu, (void*)w_vals);
  if (p_vals) gpu->release(gpu, (void*)p_vals);
  if (r_vals) gpu->release(gpu, (void*)r_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank6(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], tensors[6], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float abs_f32(float a) { return fabsf(a); }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct pagerank7_serial_values {
  int64_t chunks;
  float ws;
  float* delta_vals;
  int64_t delta_vals_capacity;
  int64_t delta_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank7_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t r1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL pagerank7_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) p_vals, STARDUST_INPUT(float) r_vals, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i): ws += abs(r(i) - p(i)) */
    {
      float ws_part_lane = 0.0f;
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        ws_part_lane = ws_part_lane + abs_f32(r_vals[i] - p_vals[i]);
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

STARDUST_KERNEL pagerank7_serial(pagerank7_serial_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  float ws = values->ws;
  STARDUST_GLOBAL(float) delta_vals = values->delta_vals;
  int64_t delta_vals_capacity = values->delta_vals_capacity;
  int64_t delta_vals_length = values->delta_vals_length;
  STARDUST_GLOBAL(float) ws_parts = values->ws_parts;
  int64_t ws_parts_capacity = values->ws_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      ws = ws + ws_parts[chunk_3];
    }
    /* delta = ws */
    delta_vals[0] = ws;
  }
  values->ws = ws;
  values->delta_vals = delta_vals;
  values->delta_vals_capacity = delta_vals_capacity;
  values->delta_vals_length = delta_vals_length;
  values->ws_parts = ws_parts;
  values->ws_parts_capacity = ws_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int pagerank7(const stardust_tensor* r, const stardust_tensor* p, stardust_tensor* delta, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t r1_dim = r->levels[0].dim;
  const float* r_vals = 0;
  const float* p_vals = 0;
  float* delta_vals = 0;
  int64_t delta_vals_capacity = 0, delta_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(r_vals, r->vals);
  UPLOAD(p_vals, p->vals);
  {
    DEVICE_RESERVE(delta_vals, 1);
    delta_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, r1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerank7_chunk, end_ - begin_, 1, false, begin_, end_, chunks, r1_dim, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerank7_chunk_2, end_ - begin_, 32, false, begin_, end_, first, p_vals, r_vals, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      pagerank7_serial_values values = {chunks, ws, delta_vals, delta_vals_capacity, delta_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(pagerank7_serial, values);
      ws = values.ws;
      delta_vals = values.delta_vals;
      delta_vals_capacity = values.delta_vals_capacity;
      delta_vals_length = values.delta_vals_length;
      ws_parts = values.ws_parts;
      ws_parts_capacity = values.ws_parts_capacity;
    }
  }
  DOWNLOAD(delta->vals, delta_vals);
done:
  if (r_vals) gpu->release(gpu, (void*)r_vals);
  if (p_vals) gpu->release(gpu, (void*)p_vals);
  if (delta_vals) gpu->release(gpu, (void*)delta_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank7(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerank8_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t r1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL pagerank8_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) p_vals, STARDUST_INPUT(float) r_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): p(i) = r(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        p_vals[i] = r_vals[i];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int pagerank8(const stardust_tensor* r, stardust_tensor* p, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t r1_dim = r->levels[0].dim;
  const float* r_vals = 0;
  float* p_vals = 0;
  int64_t p_vals_capacity = 0, p_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(r_vals, r->vals);
  {
    DEVICE_RESERVE(p_vals, r1_dim);
    p_vals_length = r1_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, r1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerank8_chunk, end_ - begin_, 1, false, begin_, end_, chunks, r1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerank8_chunk_2, end_ - begin_, 32, false, begin_, end_, first, p_vals, r_vals, gpu->device);
    }
  }
  DOWNLOAD(p->vals, p_vals);
done:
  if (r_vals) gpu->release(gpu, (void*)r_vals);
  if (p_vals) gpu->release(gpu, (void*)p_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerank8(tensors[0], tensors[1], gpu); }
#endif
