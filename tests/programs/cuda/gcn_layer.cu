#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct gcnLayer1_serial_values {
  int64_t A1_dim;
  int64_t X2_dim;
  int64_t work;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL gcnLayer1_serial(gcnLayer1_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t X2_dim = values->X2_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim] + A1_dim * X2_dim;
  }
  values->work = work;
}

STARDUST_KERNEL gcnLayer1_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t X2_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL gcnLayer1_chunk_2(const int64_t begin_, const int64_t end_, const int64_t X2_dim, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_GLOBAL(float) G_vals, STARDUST_INPUT(float) X_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* clear the row of G */
      STARDUST_MEET_WARP();
      {
        for (int64_t entry = (int64_t)(0 + lane), entry_end = X2_dim; entry < entry_end; entry += 32) {
          G_vals[i * X2_dim + entry] = 0.0f;
        }
      }
      STARDUST_MEET_WARP();
      /* forall(j in A2) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        /* forall(f): G(i,f) += A(i,j) * X(j,f) */
        for (int64_t f = 0, f_end = X2_dim; f < f_end; f++) {
          const int64_t X2 = j * X2_dim + f;
          const int64_t G2 = i * X2_dim + f;
          STARDUST_MEET_WARP();
          if (lane == 0) {
            G_vals[G2] += A_vals[A2] * X_vals[X2];
          }
          STARDUST_MEET_WARP();
        }
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int gcnLayer1(const stardust_tensor* A, const stardust_tensor* X, stardust_tensor* G, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const int64_t X2_dim = X->levels[1].dim;
  const float* X_vals = 0;
  float* G_vals = 0;
  int64_t G_vals_capacity = 0, G_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(X_vals, X->vals);
  {
    if ((double)A1_dim * (double)X2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(G_vals, A1_dim * X2_dim);
    G_vals_length = A1_dim * X2_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      gcnLayer1_serial_values values = {A1_dim, X2_dim, work, A2_pos};
      SERIAL(gcnLayer1_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(gcnLayer1_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, X2_dim, chunks, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(gcnLayer1_chunk_2, end_ - begin_, 32, false, begin_, end_, X2_dim, A2_crd, A2_pos, A_vals, G_vals, X_vals, first, gpu->device);
    }
  }
  DOWNLOAD(G->vals, G_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (X_vals) gpu->release(gpu, (void*)X_vals);
  if (G_vals) gpu->release(gpu, (void*)G_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return gcnLayer1(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL gcnLayer2_chunk(const int64_t begin_, const int64_t end_, const int64_t G1_dim, const int64_t G2_dim, const int64_t W2_dim, const int64_t chunks, const int64_t work, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL gcnLayer2_chunk_2(const int64_t begin_, const int64_t end_, const int64_t G2_dim, const int64_t W2_dim, STARDUST_INPUT(float) G_vals, STARDUST_INPUT(float) W_vals, STARDUST_GLOBAL(float) Y_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* clear the row of Y */
      STARDUST_MEET_WARP();
      {
        for (int64_t entry = (int64_t)(0 + lane), entry_end = W2_dim; entry < entry_end; entry += 32) {
          Y_vals[i * W2_dim + entry] = 0.0f;
        }
      }
      STARDUST_MEET_WARP();
      /* forall(f) */
      for (int64_t f = 0, f_end = G2_dim; f < f_end; f++) {
        const int64_t G2 = i * G2_dim + f;
        /* forall(c): Y(i,c) += G(i,f) * W(f,c) */
        for (int64_t c = 0, c_end = W2_dim; c < c_end; c++) {
          const int64_t W2 = f * W2_dim + c;
          const int64_t Y2 = i * W2_dim + c;
          STARDUST_MEET_WARP();
          if (lane == 0) {
            Y_vals[Y2] += G_vals[G2] * W_vals[W2];
          }
          STARDUST_MEET_WARP();
        }
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int gcnLayer2(const stardust_tensor* G, const stardust_tensor* W, stardust_tensor* Y, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t G1_dim = G->levels[0].dim;
  const int64_t G2_dim = G->levels[1].dim;
  const float* G_vals = 0;
  const int64_t W2_dim = W->levels[1].dim;
  const float* W_vals = 0;
  float* Y_vals = 0;
  int64_t Y_vals_capacity = 0, Y_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(G_vals, G->vals);
  UPLOAD(W_vals, W->vals);
  {
    if ((double)G1_dim * (double)W2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(Y_vals, G1_dim * W2_dim);
    Y_vals_length = G1_dim * W2_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t work = G1_dim + G1_dim * G2_dim + G1_dim * W2_dim;
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(gcnLayer2_chunk, end_ - begin_, 1, false, begin_, end_, G1_dim, G2_dim, W2_dim, chunks, work, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(gcnLayer2_chunk_2, end_ - begin_, 32, false, begin_, end_, G2_dim, W2_dim, G_vals, W_vals, Y_vals, first, gpu->device);
    }
  }
  DOWNLOAD(Y->vals, Y_vals);
done:
  if (G_vals) gpu->release(gpu, (void*)G_vals);
  if (W_vals) gpu->release(gpu, (void*)W_vals);
  if (Y_vals) gpu->release(gpu, (void*)Y_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return gcnLayer2(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

/* NaN if either is. */
STARDUST_BOTH float max_f32(float a, float b) { return a > b || a != a ? a : b; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL gcnLayer3_chunk(const int64_t begin_, const int64_t end_, const int64_t Y1_dim, const int64_t Y2_dim, const int64_t chunks, const int64_t work, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
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
}

STARDUST_KERNEL gcnLayer3_chunk_2(const int64_t begin_, const int64_t end_, const int64_t Y2_dim, STARDUST_GLOBAL(float) H_vals, STARDUST_INPUT(float) Y_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
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

#endif

#ifndef __CUDACC_RTC__
static int gcnLayer3(const stardust_tensor* Y, stardust_tensor* H, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t Y1_dim = Y->levels[0].dim;
  const int64_t Y2_dim = Y->levels[1].dim;
  const float* Y_vals = 0;
  float* H_vals = 0;
  int64_t H_vals_capacity = 0, H_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(Y_vals, Y->vals);
  {
    if ((double)Y1_dim * (double)Y2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(H_vals, Y1_dim * Y2_dim);
    H_vals_length = Y1_dim * Y2_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t work = Y1_dim + Y1_dim * Y2_dim + Y1_dim * Y2_dim;
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(gcnLayer3_chunk, end_ - begin_, 1, false, begin_, end_, Y1_dim, Y2_dim, chunks, work, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(gcnLayer3_chunk_2, end_ - begin_, 1, false, begin_, end_, Y2_dim, H_vals, Y_vals, first, gpu->device);
    }
  }
  DOWNLOAD(H->vals, H_vals);
done:
  if (Y_vals) gpu->release(gpu, (void*)Y_vals);
  if (H_vals) gpu->release(gpu, (void*)H_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return gcnLayer3(tensors[0], tensors[1], gpu); }
#endif
