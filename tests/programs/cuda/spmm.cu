#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct spmm_serial_values {
  int64_t B1_dim;
  int64_t C2_dim;
  int64_t work;
  const int64_t* B2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL spmm_serial(spmm_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t C2_dim = values->C2_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  {
    work = B1_dim + B2_pos[B1_dim] + B1_dim * C2_dim;
  }
  values->work = work;
}

STARDUST_KERNEL spmm_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t C2_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + middle * C2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL spmm_chunk_2(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_GLOBAL(float) A_vals, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(float) C_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* clear the row of A */
      STARDUST_MEET_WARP();
      {
        for (int64_t entry = (int64_t)(0 + lane), entry_end = C2_dim; entry < entry_end; entry += 32) {
          A_vals[i * C2_dim + entry] = 0.0f;
        }
      }
      STARDUST_MEET_WARP();
      /* forall(k in B2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t k = B2_crd[B2];
        /* forall(j): A(i,j) += B(i,k) * C(k,j) */
        for (int64_t j = 0, j_end = C2_dim; j < j_end; j++) {
          const int64_t C2 = k * C2_dim + j;
          const int64_t A2 = i * C2_dim + j;
          STARDUST_MEET_WARP();
          if (lane == 0) {
            A_vals[A2] += B_vals[B2] * C_vals[C2];
          }
          STARDUST_MEET_WARP();
        }
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int spmm(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* B2_pos = 0;
  const int32_t* B2_crd = 0;
  const float* B_vals = 0;
  const int64_t C2_dim = C->levels[1].dim;
  const float* C_vals = 0;
  float* A_vals = 0;
  int64_t A_vals_capacity = 0, A_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B_vals, B->vals);
  UPLOAD(C_vals, C->vals);
  {
    if ((double)B1_dim * (double)C2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(A_vals, B1_dim * C2_dim);
    A_vals_length = B1_dim * C2_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      spmm_serial_values values = {B1_dim, C2_dim, work, B2_pos};
      SERIAL(spmm_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(spmm_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, C2_dim, chunks, work, B2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spmm_chunk_2, end_ - begin_, 32, false, begin_, end_, C2_dim, A_vals, B2_crd, B2_pos, B_vals, C_vals, first, gpu->device);
    }
  }
  DOWNLOAD(A->vals, A_vals);
done:
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (C_vals) gpu->release(gpu, (void*)C_vals);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return spmm(tensors[0], tensors[1], tensors[2], gpu); }
#endif
