#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct mattransmul_serial_values {
  int64_t work;
  int64_t z1_dim;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL mattransmul_serial(mattransmul_serial_values* const values, stardust_device* const device) {
  int64_t work = values->work;
  int64_t z1_dim = values->z1_dim;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = z1_dim + A2_pos[z1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL mattransmul_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t work, const int64_t z1_dim, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = z1_dim;
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

STARDUST_KERNEL mattransmul_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_INPUT(float) alpha_vals, STARDUST_INPUT(float) beta_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) x_vals, STARDUST_GLOBAL(float) y_vals, STARDUST_INPUT(float) z_vals, stardust_device* const device) {
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
        /* forall(j in A2): t += A(j,i) * x(j) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        {
          float t_lane = 0.0f;
          for (int64_t A2 = (int64_t)(A2_begin + lane), A2_end_2 = A2_end; A2 < A2_end_2; A2 += 32) {
            const int64_t j = A2_crd[A2];
            t_lane = t_lane + A_vals[A2] * x_vals[j];
          }
          t = stardust_sum()(t, stardust_reduce_warp<stardust_sum>(t_lane));
        }
        /* y(i) = alpha * t + beta * z(i) */
        STARDUST_MEET_WARP();
        if (lane == 0) {
          y_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + beta_vals[0] * z_vals[i];
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
            t = t + A_vals[A2] * x_vals[j];
          }
          y_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + beta_vals[0] * z_vals[i];
        }
      }
      STARDUST_MEET_WARP();
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int mattransmul(const stardust_tensor* alpha, const stardust_tensor* beta, const stardust_tensor* z, const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* y, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const float* alpha_vals = 0;
  const float* beta_vals = 0;
  const int64_t z1_dim = z->levels[0].dim;
  const float* z_vals = 0;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const float* x_vals = 0;
  float* y_vals = 0;
  int64_t y_vals_capacity = 0, y_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(alpha_vals, alpha->vals);
  UPLOAD(beta_vals, beta->vals);
  UPLOAD(z_vals, z->vals);
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(x_vals, x->vals);
  {
    DEVICE_RESERVE(y_vals, z1_dim);
    y_vals_length = z1_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      mattransmul_serial_values values = {work, z1_dim, A2_pos};
      SERIAL(mattransmul_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(mattransmul_chunk, end_ - begin_, 1, false, begin_, end_, chunks, work, z1_dim, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(mattransmul_chunk_2, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_pos, A_vals, alpha_vals, beta_vals, first, x_vals, y_vals, z_vals, gpu->device);
    }
  }
  DOWNLOAD(y->vals, y_vals);
done:
  if (alpha_vals) gpu->release(gpu, (void*)alpha_vals);
  if (beta_vals) gpu->release(gpu, (void*)beta_vals);
  if (z_vals) gpu->release(gpu, (void*)z_vals);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (x_vals) gpu->release(gpu, (void*)x_vals);
  if (y_vals) gpu->release(gpu, (void*)y_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return mattransmul(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], gpu); }
#endif
