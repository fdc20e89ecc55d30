#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct spmv_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL spmv_serial(spmv_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL spmv_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL spmv_chunk_2(const int64_t begin_, const int64_t end_, const int64_t A2_dim, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) x_vals, STARDUST_GLOBAL(float) y_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(float) x_on = 0;
  int64_t x_on_capacity = 0;
  STARDUST_GLOBAL(float) A_on = 0;
  int64_t A_on_capacity = 0;
  STARDUST_GLOBAL(bool) A_on_stored = 0;
  int64_t A_on_stored_capacity = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    ALLOCATE(float, x_on, A2_dim, next);
    ALLOCATE(float, A_on, A2_dim, next);
    ALLOCATE(bool, A_on_stored, A2_dim, next);
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float ws = 0.0f;
      /* clear x_on */
      for (int64_t x_on_at = 0, x_on_at_end = A2_dim; x_on_at < x_on_at_end; x_on_at++) {
        x_on[x_on_at] = 0.0f;
      }
      /* forall(j): x_on(j) = x(j) */
      for (int64_t j = 0, j_end = A2_dim; j < j_end; j++) {
        x_on[j] = x_vals[j];
      }
      /* clear A_on */
      for (int64_t A_on_at = 0, A_on_at_end = A2_dim; A_on_at < A_on_at_end; A_on_at++) {
        A_on[A_on_at] = 0.0f;
      }
      for (int64_t A_on_at = 0, A_on_at_end = A2_dim; A_on_at < A_on_at_end; A_on_at++) {
        A_on_stored[A_on_at] = false;
      }
      /* forall(j in A2): A_on(j) = A(i,j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j_2 = A2_crd[A2];
        A_on[j_2] = A_vals[A2];
        A_on_stored[j_2] = true;
      }
      /* forall(j): ws += A_on(j) * x_on(j) */
      for (int64_t j_3 = 0, j_3_end = A2_dim; j_3 < j_3_end; j_3++) {
        if (A_on_stored[j_3]) {
          ws = ws + A_on[j_3] * x_on[j_3];
        }
      }
      /* y(i) = ws */
      y_vals[i] = ws;
    }
  }
next:;
}

#endif

#ifndef __CUDACC_RTC__
static int spmv(const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* y, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const float* x_vals = 0;
  float* y_vals = 0;
  int64_t y_vals_capacity = 0, y_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(x_vals, x->vals);
  {
    DEVICE_RESERVE(y_vals, A1_dim);
    y_vals_length = A1_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      spmv_serial_values values = {A1_dim, work, A2_pos};
      SERIAL(spmv_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(spmv_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spmv_chunk_2, end_ - begin_, 1, true, begin_, end_, A2_dim, A2_crd, A2_pos, A_vals, first, x_vals, y_vals, gpu->device);
    }
  }
  DOWNLOAD(y->vals, y_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (x_vals) gpu->release(gpu, (void*)x_vals);
  if (y_vals) gpu->release(gpu, (void*)y_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return spmv(tensors[0], tensors[1], tensors[2], gpu); }
#endif
