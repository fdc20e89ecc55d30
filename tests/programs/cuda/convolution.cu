#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct convolution_serial_values {
  int64_t X_view1_dim;
  int64_t X_view2_dim;
  int64_t X_view3_dim;
  int64_t work;
  const int64_t* X_view3_pos;
  const int64_t* X_view4_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL convolution_serial(convolution_serial_values* const values, stardust_device* const device) {
  int64_t X_view1_dim = values->X_view1_dim;
  int64_t X_view2_dim = values->X_view2_dim;
  int64_t X_view3_dim = values->X_view3_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) X_view3_pos = values->X_view3_pos;
  STARDUST_INPUT(int64_t) X_view4_pos = values->X_view4_pos;
  {
    work = X_view1_dim + X_view4_pos[X_view3_pos[X_view1_dim * X_view2_dim]] + X_view1_dim * X_view3_dim;
  }
  values->work = work;
}

STARDUST_KERNEL convolution_chunk(const int64_t begin_, const int64_t end_, const int64_t X_view1_dim, const int64_t X_view2_dim, const int64_t X_view3_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) X_view3_pos, STARDUST_INPUT(int64_t) X_view4_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = X_view1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + X_view4_pos[X_view3_pos[middle * X_view2_dim]] + middle * X_view3_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL convolution_chunk_2(const int64_t begin_, const int64_t end_, const int64_t X_view2_dim, const int64_t X_view3_dim, const int64_t X_view4_dim, STARDUST_INPUT(float) W_vals, STARDUST_INPUT(int32_t) X_view3_crd, STARDUST_INPUT(int64_t) X_view3_pos, STARDUST_INPUT(int32_t) X_view4_crd, STARDUST_INPUT(int64_t) X_view4_pos, STARDUST_INPUT(float) X_view_vals, STARDUST_GLOBAL(float) Y_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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
        for (int64_t entry = (int64_t)(0 + lane), entry_end = X_view3_dim; entry < entry_end; entry += 32) {
          Y_vals[i * X_view3_dim + entry] = 0.0f;
        }
      }
      STARDUST_MEET_WARP();
      /* forall(k) */
      for (int64_t k = 0, k_end = X_view2_dim; k < k_end; k++) {
        const int64_t X_view2 = i * X_view2_dim + k;
        /* forall(j in X_view3) */
        const int64_t X_view3_begin = X_view3_pos[X_view2];
        const int64_t X_view3_end = X_view3_pos[X_view2 + 1];
        for (int64_t X_view3 = X_view3_begin, X_view3_end_2 = X_view3_end; X_view3 < X_view3_end_2; X_view3++) {
          const int64_t j = X_view3_crd[X_view3];
          const int64_t Y2 = i * X_view3_dim + j;
          float ws = 0.0f;
          /* forall(l in X_view4): ws += X_view(i,k,j,l) * W(k,l) */
          const int64_t X_view4_begin = X_view4_pos[X_view3];
          const int64_t X_view4_end = X_view4_pos[X_view3 + 1];
          {
            float ws_lane = 0.0f;
            for (int64_t X_view4 = (int64_t)(X_view4_begin + lane), X_view4_end_2 = X_view4_end; X_view4 < X_view4_end_2; X_view4 += 32) {
              const int64_t l = X_view4_crd[X_view4];
              const int64_t W2 = k * X_view4_dim + l;
              ws_lane = ws_lane + X_view_vals[X_view4] * W_vals[W2];
            }
            ws = stardust_sum()(ws, stardust_reduce_warp<stardust_sum>(ws_lane));
          }
          /* Y(i,j) += ws */
          STARDUST_MEET_WARP();
          if (lane == 0) {
            Y_vals[Y2] += ws;
          }
          STARDUST_MEET_WARP();
        }
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int convolution(const stardust_tensor* X_view, const stardust_tensor* W, stardust_tensor* Y, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t X_view1_dim = X_view->levels[0].dim;
  const int64_t X_view2_dim = X_view->levels[1].dim;
  const int64_t X_view3_dim = X_view->levels[2].dim;
  const int64_t X_view4_dim = X_view->levels[3].dim;
  const int64_t* X_view3_pos = 0;
  const int64_t* X_view4_pos = 0;
  const int32_t* X_view3_crd = 0;
  const int32_t* X_view4_crd = 0;
  const float* X_view_vals = 0;
  const float* W_vals = 0;
  float* Y_vals = 0;
  int64_t Y_vals_capacity = 0, Y_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(X_view3_pos, X_view->levels[2].pos);
  UPLOAD(X_view4_pos, X_view->levels[3].pos);
  UPLOAD(X_view3_crd, X_view->levels[2].crd);
  UPLOAD(X_view4_crd, X_view->levels[3].crd);
  UPLOAD(X_view_vals, X_view->vals);
  UPLOAD(W_vals, W->vals);
  {
    if ((double)X_view1_dim * (double)X_view3_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(Y_vals, X_view1_dim * X_view3_dim);
    Y_vals_length = X_view1_dim * X_view3_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      convolution_serial_values values = {X_view1_dim, X_view2_dim, X_view3_dim, work, X_view3_pos, X_view4_pos};
      SERIAL(convolution_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(convolution_chunk, end_ - begin_, 1, false, begin_, end_, X_view1_dim, X_view2_dim, X_view3_dim, chunks, work, X_view3_pos, X_view4_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(convolution_chunk_2, end_ - begin_, 32, false, begin_, end_, X_view2_dim, X_view3_dim, X_view4_dim, W_vals, X_view3_crd, X_view3_pos, X_view4_crd, X_view4_pos, X_view_vals, Y_vals, first, gpu->device);
    }
  }
  DOWNLOAD(Y->vals, Y_vals);
done:
  if (X_view3_pos) gpu->release(gpu, (void*)X_view3_pos);
  if (X_view4_pos) gpu->release(gpu, (void*)X_view4_pos);
  if (X_view3_crd) gpu->release(gpu, (void*)X_view3_crd);
  if (X_view4_crd) gpu->release(gpu, (void*)X_view4_crd);
  if (X_view_vals) gpu->release(gpu, (void*)X_view_vals);
  if (W_vals) gpu->release(gpu, (void*)W_vals);
  if (Y_vals) gpu->release(gpu, (void*)Y_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return convolution(tensors[0], tensors[1], tensors[2], gpu); }
#endif
