#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct pagerankStep_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL pagerankStep_serial(pagerankStep_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL pagerankStep_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL pagerankStep_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_INPUT(float) alpha_vals, STARDUST_INPUT(float) beta_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) p_vals, STARDUST_GLOBAL(float) r_vals, STARDUST_INPUT(float) w_vals, stardust_device* const device) {
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
        /* forall(j in A2): t += A(i,j) * w(j) * p(j) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        {
          float t_lane = 0.0f;
          for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
            const int64_t j = A2_crd[A2];
            t_lane = t_lane + A_vals[A2] * w_vals[j] * p_vals[j];
          }
          t = stardust_sum()(t, stardust_reduce_warp<stardust_sum>(t_lane));
        }
        /* r(i) = alpha * t + beta */
        STARDUST_MEET_WARP();
        if (lane == 0) {
          r_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + beta_vals[0];
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
            t = t + A_vals[A2] * w_vals[j] * p_vals[j];
          }
          r_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + beta_vals[0];
        }
      }
      STARDUST_MEET_WARP();
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int pagerankStep(const stardust_tensor* alpha, const stardust_tensor* beta, const stardust_tensor* A, const stardust_tensor* w, const stardust_tensor* p, stardust_tensor* r, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const float* alpha_vals = 0;
  const float* beta_vals = 0;
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
  UPLOAD(beta_vals, beta->vals);
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
      pagerankStep_serial_values values = {A1_dim, work, A2_pos};
      SERIAL(pagerankStep_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(pagerankStep_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(pagerankStep_chunk_2, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_pos, A_vals, alpha_vals, beta_vals, first, p_vals, r_vals, w_vals, gpu->device);
    }
  }
  DOWNLOAD(r->vals, r_vals);
done:
  if (alpha_vals) gpu->release(gpu, (void*)alpha_vals);
  if (beta_vals) gpu->release(gpu, (void*)beta_vals);
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
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return pagerankStep(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], gpu); }
#endif
