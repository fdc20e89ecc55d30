#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ttmc_serial_values {
  int64_t B1_begin;
  int64_t B1_dim;
  int64_t B1_end;
  int64_t C2_dim;
  int64_t D2_dim;
  int64_t work;
  float* A_vals;
  int64_t A_vals_capacity;
  int64_t A_vals_length;
  const int64_t* B1_pos;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL ttmc_serial(ttmc_serial_values* const values, stardust_device* const device) {
  int64_t B1_begin = values->B1_begin;
  int64_t B1_dim = values->B1_dim;
  int64_t B1_end = values->B1_end;
  int64_t C2_dim = values->C2_dim;
  int64_t D2_dim = values->D2_dim;
  int64_t work = values->work;
  STARDUST_GLOBAL(float) A_vals = values->A_vals;
  int64_t A_vals_capacity = values->A_vals_capacity;
  int64_t A_vals_length = values->A_vals_length;
  STARDUST_INPUT(int64_t) B1_pos = values->B1_pos;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  {
    RESIZE_FILLED(float, A_vals, B1_dim * C2_dim * D2_dim, 0.0f, done);
    B1_begin = B1_pos[0];
    B1_end = B1_pos[1];
    /* cut forall(i) into chunks of about equal work */
    work = B1_end + B3_pos[B2_pos[B1_end]];
  }
done:;
  values->B1_begin = B1_begin;
  values->B1_end = B1_end;
  values->work = work;
  values->A_vals = A_vals;
  values->A_vals_capacity = A_vals_capacity;
  values->A_vals_length = A_vals_length;
}

STARDUST_KERNEL ttmc_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_begin, const int64_t B1_end, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL ttmc_chunk_2(const int64_t begin_, const int64_t end_, const int64_t C2_dim, const int64_t D2_dim, STARDUST_GLOBAL(float) A_vals, STARDUST_INPUT(int32_t) B1_crd, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int32_t) B3_crd, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(float) C_vals, STARDUST_INPUT(float) D_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i in B1) */
    for (int64_t B1 = i_first, B1_end_2 = i_last; B1 < B1_end_2; B1++) {
      const int64_t i = B1_crd[B1];
      /* forall(l in B2) */
      const int64_t B2_begin = B2_pos[B1];
      const int64_t B2_end = B2_pos[B1 + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t l = B2_crd[B2];
        /* forall(m in B3) */
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
          const int64_t m = B3_crd[B3];
          /* forall(j) */
          for (int64_t j = 0, j_end = C2_dim; j < j_end; j++) {
            const int64_t C2 = l * C2_dim + j;
            const int64_t A2 = i * C2_dim + j;
            /* forall(k): A(i,j,k) += B(i,l,m) * C(l,j) * D(m,k) */
            for (int64_t k = 0, k_end = D2_dim; k < k_end; k++) {
              const int64_t D2 = m * D2_dim + k;
              const int64_t A3 = A2 * D2_dim + k;
              A_vals[A3] += B_vals[B3] * C_vals[C2] * D_vals[D2];
            }
          }
        }
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int ttmc(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* B1_pos = 0;
  const int64_t* B2_pos = 0;
  const int64_t* B3_pos = 0;
  const int32_t* B1_crd = 0;
  const int32_t* B2_crd = 0;
  const int32_t* B3_crd = 0;
  const float* B_vals = 0;
  const int64_t C2_dim = C->levels[1].dim;
  const float* C_vals = 0;
  const int64_t D2_dim = D->levels[1].dim;
  const float* D_vals = 0;
  float* A_vals = 0;
  int64_t A_vals_capacity = 0, A_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(B1_pos, B->levels[0].pos);
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B3_pos, B->levels[2].pos);
  UPLOAD(B1_crd, B->levels[0].crd);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B3_crd, B->levels[2].crd);
  UPLOAD(B_vals, B->vals);
  UPLOAD(C_vals, C->vals);
  UPLOAD(D_vals, D->vals);
  {
    if ((double)B1_dim * (double)C2_dim * (double)D2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    int64_t B1_begin = int64_t();
    int64_t B1_end = int64_t();
    int64_t work = int64_t();
    {
      ttmc_serial_values values = {B1_begin, B1_dim, B1_end, C2_dim, D2_dim, work, A_vals, A_vals_capacity, A_vals_length, B1_pos, B2_pos, B3_pos};
      SERIAL(ttmc_serial, values);
      B1_begin = values.B1_begin;
      B1_end = values.B1_end;
      work = values.work;
      A_vals = values.A_vals;
      A_vals_capacity = values.A_vals_capacity;
      A_vals_length = values.A_vals_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(ttmc_chunk, end_ - begin_, 1, false, begin_, end_, B1_begin, B1_end, chunks, work, B2_pos, B3_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ttmc_chunk_2, end_ - begin_, 1, false, begin_, end_, C2_dim, D2_dim, A_vals, B1_crd, B2_crd, B2_pos, B3_crd, B3_pos, B_vals, C_vals, D_vals, first, gpu->device);
    }
  }
  DOWNLOAD(A->vals, A_vals);
done:
  if (B1_pos) gpu->release(gpu, (void*)B1_pos);
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B3_pos) gpu->release(gpu, (void*)B3_pos);
  if (B1_crd) gpu->release(gpu, (void*)B1_crd);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B3_crd) gpu->release(gpu, (void*)B3_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (C_vals) gpu->release(gpu, (void*)C_vals);
  if (D_vals) gpu->release(gpu, (void*)D_vals);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return ttmc(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
