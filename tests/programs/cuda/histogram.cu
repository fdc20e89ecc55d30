#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL histogram_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t w1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = w1_dim;
    const int64_t share = div_i64(w1_dim * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL histogram_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int32_t) h_part_vals, STARDUST_INPUT(int32_t) w_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): h_part(i) = w(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        h_part_vals[i] = w_vals[i];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int histogram(const stardust_tensor* w, stardust_tensor* h_part, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t w1_dim = w->levels[0].dim;
  const int32_t* w_vals = 0;
  int32_t* h_part_vals = 0;
  int64_t h_part_vals_capacity = 0, h_part_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(w_vals, w->vals);
  {
    DEVICE_RESERVE(h_part_vals, w1_dim);
    h_part_vals_length = w1_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, w1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(histogram_chunk, end_ - begin_, 1, false, begin_, end_, chunks, w1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(histogram_chunk_2, end_ - begin_, 32, false, begin_, end_, first, h_part_vals, w_vals, gpu->device);
    }
  }
  DOWNLOAD(h_part->vals, h_part_vals);
done:
  if (w_vals) gpu->release(gpu, (void*)w_vals);
  if (h_part_vals) gpu->release(gpu, (void*)h_part_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return histogram(tensors[0], tensors[1], gpu); }
#endif
