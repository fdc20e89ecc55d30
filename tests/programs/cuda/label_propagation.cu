#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float abs_f32(float a) { return fabsf(a); }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct labelPropagation1_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL labelPropagation1_serial(labelPropagation1_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL labelPropagation1_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL labelPropagation1_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_GLOBAL(float) degree_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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
        float ws = 0.0f;
        /* forall(j in A2): ws += abs(A(i,j)) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        {
          float ws_lane = 0.0f;
          for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
            ws_lane = ws_lane + abs_f32(A_vals[A2]);
          }
          ws = stardust_sum()(ws, stardust_reduce_warp<stardust_sum>(ws_lane));
        }
        /* degree(i) = ws */
        STARDUST_MEET_WARP();
        if (lane == 0) {
          degree_vals[i] = ws;
        }
        STARDUST_MEET_WARP();
      }
    } else {
      STARDUST_MEET_WARP();
      {
        for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
          float ws = 0.0f;
          const int64_t A2_begin = A2_pos[i];
          const int64_t A2_end = A2_pos[i + 1];
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            ws = ws + abs_f32(A_vals[A2]);
          }
          degree_vals[i] = ws;
        }
      }
      STARDUST_MEET_WARP();
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int labelPropagation1(const stardust_tensor* A, stardust_tensor* degree, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* A2_pos = 0;
  const float* A_vals = 0;
  float* degree_vals = 0;
  int64_t degree_vals_capacity = 0, degree_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A_vals, A->vals);
  {
    DEVICE_RESERVE(degree_vals, A1_dim);
    degree_vals_length = A1_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      labelPropagation1_serial_values values = {A1_dim, work, A2_pos};
      SERIAL(labelPropagation1_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(labelPropagation1_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(labelPropagation1_chunk_2, end_ - begin_, 32, false, begin_, end_, A2_pos, A_vals, degree_vals, first, gpu->device);
    }
  }
  DOWNLOAD(degree->vals, degree_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (degree_vals) gpu->release(gpu, (void*)degree_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return labelPropagation1(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float select_f32(float a, float b, float c) { return a != 0 ? b : c; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL labelPropagation2_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t degree1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL labelPropagation2_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) degree_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) w_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): w(i) = select(degree(i), 1 / degree(i), 0) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        w_vals[i] = select_f32(degree_vals[i], 1.0f / degree_vals[i], 0.0f);
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int labelPropagation2(const stardust_tensor* degree, stardust_tensor* w, stardust_gpu* gpu) {
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
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, degree1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(labelPropagation2_chunk, end_ - begin_, 1, false, begin_, end_, chunks, degree1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(labelPropagation2_chunk_2, end_ - begin_, 32, false, begin_, end_, degree_vals, first, w_vals, gpu->device);
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
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return labelPropagation2(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct labelPropagation3_serial_values {
  int64_t Y1_dim;
  int64_t Y2_dim;
  int64_t work;
  const int64_t* Y2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL labelPropagation3_serial(labelPropagation3_serial_values* const values, stardust_device* const device) {
  int64_t Y1_dim = values->Y1_dim;
  int64_t Y2_dim = values->Y2_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) Y2_pos = values->Y2_pos;
  {
    work = Y1_dim + Y2_pos[Y1_dim] + Y1_dim * Y2_dim;
  }
  values->work = work;
}

STARDUST_KERNEL labelPropagation3_chunk(const int64_t begin_, const int64_t end_, const int64_t Y1_dim, const int64_t Y2_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) Y2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL labelPropagation3_chunk_2(const int64_t begin_, const int64_t end_, const int64_t Y2_dim, STARDUST_GLOBAL(float) F_vals, STARDUST_INPUT(int32_t) Y2_crd, STARDUST_INPUT(int64_t) Y2_pos, STARDUST_INPUT(float) Y_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
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

#endif

#ifndef __CUDACC_RTC__
static int labelPropagation3(const stardust_tensor* Y, stardust_tensor* F, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t Y1_dim = Y->levels[0].dim;
  const int64_t Y2_dim = Y->levels[1].dim;
  const int64_t* Y2_pos = 0;
  const int32_t* Y2_crd = 0;
  const float* Y_vals = 0;
  float* F_vals = 0;
  int64_t F_vals_capacity = 0, F_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(Y2_pos, Y->levels[1].pos);
  UPLOAD(Y2_crd, Y->levels[1].crd);
  UPLOAD(Y_vals, Y->vals);
  {
    if ((double)Y1_dim * (double)Y2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(F_vals, Y1_dim * Y2_dim);
    F_vals_length = Y1_dim * Y2_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      labelPropagation3_serial_values values = {Y1_dim, Y2_dim, work, Y2_pos};
      SERIAL(labelPropagation3_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(labelPropagation3_chunk, end_ - begin_, 1, false, begin_, end_, Y1_dim, Y2_dim, chunks, work, Y2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(labelPropagation3_chunk_2, end_ - begin_, 1, false, begin_, end_, Y2_dim, F_vals, Y2_crd, Y2_pos, Y_vals, first, gpu->device);
    }
  }
  DOWNLOAD(F->vals, F_vals);
done:
  if (Y2_pos) gpu->release(gpu, (void*)Y2_pos);
  if (Y2_crd) gpu->release(gpu, (void*)Y2_crd);
  if (Y_vals) gpu->release(gpu, (void*)Y_vals);
  if (F_vals) gpu->release(gpu, (void*)F_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return labelPropagation3(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct labelPropagation4_serial_values {
  int64_t Y2_dim;
  int64_t w1_dim;
  int64_t work;
  const int64_t* A2_pos;
  const int64_t* Y2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL labelPropagation4_serial(labelPropagation4_serial_values* const values, stardust_device* const device) {
  int64_t Y2_dim = values->Y2_dim;
  int64_t w1_dim = values->w1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  STARDUST_INPUT(int64_t) Y2_pos = values->Y2_pos;
  {
    work = w1_dim + Y2_pos[w1_dim] + A2_pos[w1_dim] + w1_dim * Y2_dim;
  }
  values->work = work;
}

STARDUST_KERNEL labelPropagation4_chunk(const int64_t begin_, const int64_t end_, const int64_t Y2_dim, const int64_t chunks, const int64_t w1_dim, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(int64_t) Y2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL labelPropagation4_chunk_2(const int64_t begin_, const int64_t end_, const int64_t Y2_dim, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_INPUT(float) F_vals, STARDUST_GLOBAL(float) G_vals, STARDUST_INPUT(int32_t) Y2_crd, STARDUST_INPUT(int64_t) Y2_pos, STARDUST_INPUT(float) Y_vals, STARDUST_INPUT(float) alpha_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) w_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
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
          Y2 = Y2 + 1;
        }
        const bool Y_has_c = Y2 < Y2_end && (int64_t)Y2_crd[Y2] == c;
        const int64_t G2 = i * Y2_dim + c;
        float t = 0.0f;
        /* forall(j in A2): t += A(i,j) * F(j,c) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        {
          float t_lane = 0.0f;
          for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
            const int64_t j = A2_crd[A2];
            const int64_t F2 = j * Y2_dim + c;
            t_lane = t_lane + A_vals[A2] * F_vals[F2];
          }
          t = stardust_sum()(t, stardust_reduce_warp<stardust_sum>(t_lane));
        }
        /* G(i,c) = alpha * w(i) * t + (1 - alpha) * Y(i,c) */
        STARDUST_MEET_WARP();
        if (lane == 0) {
          G_vals[G2] = (A2_begin < A2_end ? alpha_vals[0] * w_vals[i] * t : 0.0f) + (Y_has_c ? (1.0f - alpha_vals[0]) * Y_vals[Y2] : 0.0f);
        }
        STARDUST_MEET_WARP();
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int labelPropagation4(const stardust_tensor* alpha, const stardust_tensor* w, const stardust_tensor* Y, const stardust_tensor* A, const stardust_tensor* F, stardust_tensor* G, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const float* alpha_vals = 0;
  const int64_t w1_dim = w->levels[0].dim;
  const float* w_vals = 0;
  const int64_t Y2_dim = Y->levels[1].dim;
  const int64_t* Y2_pos = 0;
  const int32_t* Y2_crd = 0;
  const float* Y_vals = 0;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const float* F_vals = 0;
  float* G_vals = 0;
  int64_t G_vals_capacity = 0, G_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(alpha_vals, alpha->vals);
  UPLOAD(w_vals, w->vals);
  UPLOAD(Y2_pos, Y->levels[1].pos);
  UPLOAD(Y2_crd, Y->levels[1].crd);
  UPLOAD(Y_vals, Y->vals);
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(F_vals, F->vals);
  {
    if ((double)w1_dim * (double)Y2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(G_vals, w1_dim * Y2_dim);
    G_vals_length = w1_dim * Y2_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      labelPropagation4_serial_values values = {Y2_dim, w1_dim, work, A2_pos, Y2_pos};
      SERIAL(labelPropagation4_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(labelPropagation4_chunk, end_ - begin_, 1, false, begin_, end_, Y2_dim, chunks, w1_dim, work, A2_pos, Y2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(labelPropagation4_chunk_2, end_ - begin_, 32, false, begin_, end_, Y2_dim, A2_crd, A2_pos, A_vals, F_vals, G_vals, Y2_crd, Y2_pos, Y_vals, alpha_vals, first, w_vals, gpu->device);
    }
  }
  DOWNLOAD(G->vals, G_vals);
done:
  if (alpha_vals) gpu->release(gpu, (void*)alpha_vals);
  if (w_vals) gpu->release(gpu, (void*)w_vals);
  if (Y2_pos) gpu->release(gpu, (void*)Y2_pos);
  if (Y2_crd) gpu->release(gpu, (void*)Y2_crd);
  if (Y_vals) gpu->release(gpu, (void*)Y_vals);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (F_vals) gpu->release(gpu, (void*)F_vals);
  if (G_vals) gpu->release(gpu, (void*)G_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return labelPropagation4(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float abs_f32(float a) { return fabsf(a); }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct labelPropagation5_serial_values {
  int64_t chunks;
  float ws;
  float* delta_vals;
  int64_t delta_vals_capacity;
  int64_t delta_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL labelPropagation5_chunk(const int64_t begin_, const int64_t end_, const int64_t G1_dim, const int64_t G2_dim, const int64_t chunks, const int64_t work, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL labelPropagation5_chunk_2(const int64_t begin_, const int64_t end_, const int64_t G2_dim, STARDUST_INPUT(float) F_vals, STARDUST_INPUT(float) G_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
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
      /* forall(c): ws += abs(G(i,c) - F(i,c)) */
      {
        float ws_part_lane = 0.0f;
        for (int64_t c = (int64_t)(0 + lane), c_end = G2_dim; c < c_end; c += 32) {
          const int64_t G2 = i * G2_dim + c;
          const int64_t F2 = i * G2_dim + c;
          ws_part_lane = ws_part_lane + abs_f32(G_vals[G2] - F_vals[F2]);
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

STARDUST_KERNEL labelPropagation5_serial(labelPropagation5_serial_values* const values, stardust_device* const device) {
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
static int labelPropagation5(const stardust_tensor* G, const stardust_tensor* F, stardust_tensor* delta, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t G1_dim = G->levels[0].dim;
  const int64_t G2_dim = G->levels[1].dim;
  const float* G_vals = 0;
  const float* F_vals = 0;
  float* delta_vals = 0;
  int64_t delta_vals_capacity = 0, delta_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(G_vals, G->vals);
  UPLOAD(F_vals, F->vals);
  {
    DEVICE_RESERVE(delta_vals, 1);
    delta_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(i) into chunks of about equal work */
    const int64_t work = G1_dim + G1_dim * G2_dim + G1_dim * G2_dim;
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(labelPropagation5_chunk, end_ - begin_, 1, false, begin_, end_, G1_dim, G2_dim, chunks, work, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(labelPropagation5_chunk_2, end_ - begin_, 32, false, begin_, end_, G2_dim, F_vals, G_vals, first, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      labelPropagation5_serial_values values = {chunks, ws, delta_vals, delta_vals_capacity, delta_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(labelPropagation5_serial, values);
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
  if (G_vals) gpu->release(gpu, (void*)G_vals);
  if (F_vals) gpu->release(gpu, (void*)F_vals);
  if (delta_vals) gpu->release(gpu, (void*)delta_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return labelPropagation5(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL labelPropagation6_chunk(const int64_t begin_, const int64_t end_, const int64_t G1_dim, const int64_t G2_dim, const int64_t chunks, const int64_t work, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL labelPropagation6_chunk_2(const int64_t begin_, const int64_t end_, const int64_t G2_dim, STARDUST_GLOBAL(float) F_vals, STARDUST_INPUT(float) G_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
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

#endif

#ifndef __CUDACC_RTC__
static int labelPropagation6(const stardust_tensor* G, stardust_tensor* F, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t G1_dim = G->levels[0].dim;
  const int64_t G2_dim = G->levels[1].dim;
  const float* G_vals = 0;
  float* F_vals = 0;
  int64_t F_vals_capacity = 0, F_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(G_vals, G->vals);
  {
    if ((double)G1_dim * (double)G2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(F_vals, G1_dim * G2_dim);
    F_vals_length = G1_dim * G2_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t work = G1_dim + G1_dim * G2_dim + G1_dim * G2_dim;
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(labelPropagation6_chunk, end_ - begin_, 1, false, begin_, end_, G1_dim, G2_dim, chunks, work, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(labelPropagation6_chunk_2, end_ - begin_, 1, false, begin_, end_, G2_dim, F_vals, G_vals, first, gpu->device);
    }
  }
  DOWNLOAD(F->vals, F_vals);
done:
  if (G_vals) gpu->release(gpu, (void*)G_vals);
  if (F_vals) gpu->release(gpu, (void*)F_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return labelPropagation6(tensors[0], tensors[1], gpu); }
#endif
