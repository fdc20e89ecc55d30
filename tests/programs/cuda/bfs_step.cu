#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int32_t min_i32(int32_t a, int32_t b) { return a < b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfsStep_serial_values {
  int64_t d_old1_dim;
  int64_t work;
  const int64_t* A2_pos;
  int32_t* d_vals;
  int64_t d_vals_capacity;
  int64_t d_vals_length;
};

struct bfsStep_serial_2_values {
  int64_t d_old1_dim;
  int64_t work_2;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfsStep_serial(bfsStep_serial_values* const values, stardust_device* const device) {
  int64_t d_old1_dim = values->d_old1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  STARDUST_GLOBAL(int32_t) d_vals = values->d_vals;
  int64_t d_vals_capacity = values->d_vals_capacity;
  int64_t d_vals_length = values->d_vals_length;
  {
    RESIZE_FILLED(int32_t, d_vals, d_old1_dim, 2147483647, done);
    /* cut forall(i) into chunks of about equal work */
    work = d_old1_dim + A2_pos[d_old1_dim];
  }
done:;
  values->work = work;
  values->d_vals = d_vals;
  values->d_vals_capacity = d_vals_capacity;
  values->d_vals_length = d_vals_length;
}

STARDUST_KERNEL bfsStep_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t d_old1_dim, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = d_old1_dim;
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

STARDUST_KERNEL bfsStep_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) d_old_vals, STARDUST_GLOBAL(int32_t) d_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) min= d_old(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        d_vals[i] = min_i32(d_vals[i], d_old_vals[i]);
      }
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL bfsStep_serial_2(bfsStep_serial_2_values* const values, stardust_device* const device) {
  int64_t d_old1_dim = values->d_old1_dim;
  int64_t work_2 = values->work_2;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work_2 = d_old1_dim + A2_pos[d_old1_dim];
  }
  values->work_2 = work_2;
}

STARDUST_KERNEL bfsStep_chunk_3(const int64_t begin_, const int64_t end_, const int64_t chunks_2, const int64_t d_old1_dim, const int64_t work_2, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first_2, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_3 = (int64_t)at_;
    int64_t low_2 = 0;
    int64_t high_2 = d_old1_dim;
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

STARDUST_KERNEL bfsStep_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(int32_t) A_vals, STARDUST_GLOBAL(int32_t) d_vals, STARDUST_GLOBAL(int64_t) first_2, STARDUST_INPUT(int32_t) x_vals, stardust_device* const device) {
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
        int32_t ws = 2147483647;
        /* forall(j in A2): ws min= min(A(i,j), 1) + x(j) */
        const int64_t A2_begin = A2_pos[i_2];
        const int64_t A2_end = A2_pos[i_2 + 1];
        {
          int32_t ws_lane = 2147483647;
          for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
            const int64_t j = A2_crd[A2];
            ws_lane = min_i32(ws_lane, min_i32(A_vals[A2], 1) + x_vals[j]);
          }
          ws = stardust_least()(ws, stardust_reduce_warp<stardust_least>(ws_lane));
        }
        /* d(i) min= ws */
        if (A2_begin < A2_end) {
          STARDUST_MEET_WARP();
          if (lane == 0) {
            d_vals[i_2] = min_i32(d_vals[i_2], ws);
          }
          STARDUST_MEET_WARP();
        }
      }
    } else {
      STARDUST_MEET_WARP();
      {
        for (int64_t i_2 = (int64_t)(i_first_2 + lane), i_2_end = i_last_2; i_2 < i_2_end; i_2 += 32) {
          int32_t ws = 2147483647;
          const int64_t A2_begin = A2_pos[i_2];
          const int64_t A2_end = A2_pos[i_2 + 1];
          for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
            const int64_t j = A2_crd[A2];
            ws = min_i32(ws, min_i32(A_vals[A2], 1) + x_vals[j]);
          }
          if (A2_begin < A2_end) {
            d_vals[i_2] = min_i32(d_vals[i_2], ws);
          }
        }
      }
      STARDUST_MEET_WARP();
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int bfsStep(const stardust_tensor* d_old, const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* d, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t d_old1_dim = d_old->levels[0].dim;
  const int32_t* d_old_vals = 0;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const int32_t* A_vals = 0;
  const int32_t* x_vals = 0;
  int32_t* d_vals = 0;
  int64_t d_vals_capacity = 0, d_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int64_t* first_2 = 0;
  int64_t first_2_capacity = 0;
  (void)threads;
  UPLOAD(d_old_vals, d_old->vals);
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(x_vals, x->vals);
  {
    int64_t work = int64_t();
    {
      bfsStep_serial_values values = {d_old1_dim, work, A2_pos, d_vals, d_vals_capacity, d_vals_length};
      SERIAL(bfsStep_serial, values);
      work = values.work;
      d_vals = values.d_vals;
      d_vals_capacity = values.d_vals_capacity;
      d_vals_length = values.d_vals_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfsStep_chunk, end_ - begin_, 1, false, begin_, end_, chunks, d_old1_dim, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfsStep_chunk_2, end_ - begin_, 32, false, begin_, end_, d_old_vals, d_vals, first, gpu->device);
    }
    /* cut forall(i) into chunks of about equal work */
    int64_t work_2 = int64_t();
    {
      bfsStep_serial_2_values values = {d_old1_dim, work_2, A2_pos};
      SERIAL(bfsStep_serial_2, values);
      work_2 = values.work_2;
    }
    const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads, work_2 / 256));
    DEVICE_ALLOCATE(first_2, chunks_2 + 1);
    {
      const int64_t begin_ = 0, end_ = chunks_2 + 1;
      GRID(bfsStep_chunk_3, end_ - begin_, 1, false, begin_, end_, chunks_2, d_old1_dim, work_2, A2_pos, first_2, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks_2;
      GRID(bfsStep_chunk_4, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_pos, A_vals, d_vals, first_2, x_vals, gpu->device);
    }
  }
  DOWNLOAD(d->vals, d_vals);
done:
  if (d_old_vals) gpu->release(gpu, (void*)d_old_vals);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (x_vals) gpu->release(gpu, (void*)x_vals);
  if (d_vals) gpu->release(gpu, (void*)d_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (first_2) gpu->release(gpu, (void*)first_2);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfsStep(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
