#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL stencil_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t u1_dim, const int64_t u2_dim, const int64_t work, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = u1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * u2_dim + middle * u2_dim + middle * u2_dim + middle * u2_dim + middle * u2_dim + middle * u2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL stencil_chunk_2(const int64_t begin_, const int64_t end_, const int64_t u2_dim, STARDUST_INPUT(float) c_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) u_vals, STARDUST_INPUT(float) u_view2_vals, STARDUST_INPUT(float) u_view3_vals, STARDUST_INPUT(float) u_view4_vals, STARDUST_INPUT(float) u_view_vals, STARDUST_GLOBAL(float) v_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j): v(i,j) = u(i,j) + c * (u_view(i,j) + u_view2(i,j) + u_view3(i,j) + u_view4(i,j) - 4 * u(i,j)) */
      for (int64_t j = 0, j_end = u2_dim; j < j_end; j++) {
        const int64_t u2 = i * u2_dim + j;
        const int64_t u_view2_2 = i * u2_dim + j;
        const int64_t u_view22 = i * u2_dim + j;
        const int64_t u_view32 = i * u2_dim + j;
        const int64_t u_view42 = i * u2_dim + j;
        const int64_t v2 = i * u2_dim + j;
        v_vals[v2] = u_vals[u2] + c_vals[0] * (u_view_vals[u_view2_2] + u_view2_vals[u_view22] + u_view3_vals[u_view32] + u_view4_vals[u_view42] - 4.0f * u_vals[u2]);
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int stencil(const stardust_tensor* u, const stardust_tensor* c, const stardust_tensor* u_view, const stardust_tensor* u_view2, const stardust_tensor* u_view3, const stardust_tensor* u_view4, stardust_tensor* v, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t u1_dim = u->levels[0].dim;
  const int64_t u2_dim = u->levels[1].dim;
  const float* u_vals = 0;
  const float* c_vals = 0;
  const float* u_view_vals = 0;
  const float* u_view2_vals = 0;
  const float* u_view3_vals = 0;
  const float* u_view4_vals = 0;
  float* v_vals = 0;
  int64_t v_vals_capacity = 0, v_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(u_vals, u->vals);
  UPLOAD(c_vals, c->vals);
  UPLOAD(u_view_vals, u_view->vals);
  UPLOAD(u_view2_vals, u_view2->vals);
  UPLOAD(u_view3_vals, u_view3->vals);
  UPLOAD(u_view4_vals, u_view4->vals);
  {
    if ((double)u1_dim * (double)u2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(v_vals, u1_dim * u2_dim);
    v_vals_length = u1_dim * u2_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t work = u1_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim;
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(stencil_chunk, end_ - begin_, 1, false, begin_, end_, chunks, u1_dim, u2_dim, work, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(stencil_chunk_2, end_ - begin_, 1, false, begin_, end_, u2_dim, c_vals, first, u_vals, u_view2_vals, u_view3_vals, u_view4_vals, u_view_vals, v_vals, gpu->device);
    }
  }
  DOWNLOAD(v->vals, v_vals);
done:
  if (u_vals) gpu->release(gpu, (void*)u_vals);
  if (c_vals) gpu->release(gpu, (void*)c_vals);
  if (u_view_vals) gpu->release(gpu, (void*)u_view_vals);
  if (u_view2_vals) gpu->release(gpu, (void*)u_view2_vals);
  if (u_view3_vals) gpu->release(gpu, (void*)u_view3_vals);
  if (u_view4_vals) gpu->release(gpu, (void*)u_view4_vals);
  if (v_vals) gpu->release(gpu, (void*)v_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return stencil(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], tensors[6], gpu); }
#endif
