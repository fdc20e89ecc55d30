#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct spmspv_serial_values {
  int64_t A1_dim;
  int64_t A2_dim;
  int64_t x1_end_2;
  int64_t x1_first;
  bool x1_in_table;
  const int64_t* A2_pos;
  const int64_t* x1_pos;
};

struct spmspv_serial_2_values {
  int64_t A2_dim;
  int64_t x1_end_2;
  int64_t x1_first;
  bool x1_in_table;
  const int32_t* x1_crd;
  int32_t* x1_table;
  int64_t x1_table_capacity;
  int64_t x1_table_length;
};

struct spmspv_serial_3_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL spmspv_serial(spmspv_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t A2_dim = values->A2_dim;
  int64_t x1_end_2 = values->x1_end_2;
  int64_t x1_first = values->x1_first;
  bool x1_in_table = values->x1_in_table;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  STARDUST_INPUT(int64_t) x1_pos = values->x1_pos;
  {
    x1_first = x1_pos[0];
    x1_end_2 = x1_pos[1];
    x1_in_table = x1_end_2 - x1_first > 0 && (A2_dim <= 0 || A2_dim <= (x1_end_2 - x1_first + A2_pos[A1_dim]) * 16);
  }
  values->x1_end_2 = x1_end_2;
  values->x1_first = x1_first;
  values->x1_in_table = x1_in_table;
}

STARDUST_KERNEL spmspv_serial_2(spmspv_serial_2_values* const values, stardust_device* const device) {
  int64_t A2_dim = values->A2_dim;
  int64_t x1_end_2 = values->x1_end_2;
  int64_t x1_first = values->x1_first;
  bool x1_in_table = values->x1_in_table;
  STARDUST_INPUT(int32_t) x1_crd = values->x1_crd;
  STARDUST_GLOBAL(int32_t) x1_table = values->x1_table;
  int64_t x1_table_capacity = values->x1_table_capacity;
  int64_t x1_table_length = values->x1_table_length;
  {
    if (x1_in_table) {
      RESIZE_FILLED(int32_t, x1_table, A2_dim, -1, done);
      /* write the positions of x1 into a table, and look them up */
      for (int64_t x1_2 = x1_first, x1_2_end = x1_end_2; x1_2 < x1_2_end; x1_2++) {
        x1_table[(int64_t)x1_crd[x1_2]] = x1_2;
      }
    }
  }
done:;
  values->x1_table = x1_table;
  values->x1_table_capacity = x1_table_capacity;
  values->x1_table_length = x1_table_length;
}

STARDUST_KERNEL spmspv_serial_3(spmspv_serial_3_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL spmspv_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL spmspv_chunk_2(const int64_t begin_, const int64_t end_, const int64_t x1_end_2, const int64_t x1_first, const bool x1_in_table, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(int32_t) x1_crd, STARDUST_INPUT(int64_t) x1_pos, STARDUST_GLOBAL(int32_t) x1_table, STARDUST_INPUT(float) x_vals, STARDUST_GLOBAL(float) y_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        float ws = 0.0f;
        /* forall(j in A2 ∩ x1): ws += A(i,j) * x(j) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        const int64_t x1_begin = x1_pos[0];
        const int64_t x1_end = x1_pos[1];
        if (x1_in_table) {
          const int64_t A2_begin_2 = A2_pos[i];
          const int64_t A2_end_2 = A2_pos[i + 1];
          for (int64_t vA2_2 = A2_begin_2, A2_2_end = A2_end_2; vA2_2 < A2_2_end; vA2_2++) {
            const int64_t j_2 = A2_crd[vA2_2];
            const int64_t x1_at = x1_table[j_2];
            const bool x_has_j = x1_first <= x1_at && x1_at < x1_end_2;
            const int64_t x1_at_or_first = x_has_j ? x1_at : x1_first;
            const float unmasked = A_vals[vA2_2] * x_vals[x1_at_or_first];
            ws = ws + (x_has_j ? unmasked : 0.0f);
          }
        } else {
          int64_t A2 = A2_begin;
          int64_t x1 = x1_begin;
          while (A2 < A2_end && x1 < x1_end) {
            const int64_t A_j = A2_crd[A2];
            const int64_t x_j = x1_crd[x1];
            if (A_j == x_j) {
              ws = ws + A_vals[A2] * x_vals[x1];
            }
            A2 = A2 + (int64_t)(A_j <= x_j);
            x1 = x1 + (int64_t)(x_j <= A_j);
          }
        }
        /* y(i) = ws */
        y_vals[i] = ws;
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int spmspv(const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* y, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const int64_t* x1_pos = 0;
  const int32_t* x1_crd = 0;
  const float* x_vals = 0;
  float* y_vals = 0;
  int64_t y_vals_capacity = 0, y_vals_length = 0;
  int32_t* x1_table = 0;
  int64_t x1_table_capacity = 0, x1_table_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(x1_pos, x->levels[0].pos);
  UPLOAD(x1_crd, x->levels[0].crd);
  UPLOAD(x_vals, x->vals);
  {
    int64_t x1_first = int64_t();
    int64_t x1_end_2 = int64_t();
    bool x1_in_table = bool();
    {
      spmspv_serial_values values = {A1_dim, A2_dim, x1_end_2, x1_first, x1_in_table, A2_pos, x1_pos};
      SERIAL(spmspv_serial, values);
      x1_end_2 = values.x1_end_2;
      x1_first = values.x1_first;
      x1_in_table = values.x1_in_table;
    }
    DEVICE_ALLOCATE(x1_table, 0);
    x1_table_length = 0;
    {
      spmspv_serial_2_values values = {A2_dim, x1_end_2, x1_first, x1_in_table, x1_crd, x1_table, x1_table_capacity, x1_table_length};
      SERIAL(spmspv_serial_2, values);
      x1_table = values.x1_table;
      x1_table_capacity = values.x1_table_capacity;
      x1_table_length = values.x1_table_length;
    }
    DEVICE_RESERVE(y_vals, A1_dim);
    y_vals_length = A1_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      spmspv_serial_3_values values = {A1_dim, work, A2_pos};
      SERIAL(spmspv_serial_3, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(spmspv_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spmspv_chunk_2, end_ - begin_, 32, false, begin_, end_, x1_end_2, x1_first, x1_in_table, A2_crd, A2_pos, A_vals, first, x1_crd, x1_pos, x1_table, x_vals, y_vals, gpu->device);
    }
  }
  DOWNLOAD(y->vals, y_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (x1_pos) gpu->release(gpu, (void*)x1_pos);
  if (x1_crd) gpu->release(gpu, (void*)x1_crd);
  if (x_vals) gpu->release(gpu, (void*)x_vals);
  if (y_vals) gpu->release(gpu, (void*)y_vals);
  if (x1_table) gpu->release(gpu, (void*)x1_table);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return spmspv(tensors[0], tensors[1], tensors[2], gpu); }
#endif
