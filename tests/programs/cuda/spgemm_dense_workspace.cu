#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct spgemmDenseWorkspace_serial_values {
  int64_t B1_dim;
  int64_t work;
  int64_t* A2_pos;
  int64_t A2_pos_capacity;
  int64_t A2_pos_length;
  const int64_t* B2_pos;
};

struct spgemmDenseWorkspace_serial_2_values {
  int64_t A2_count_3;
  int64_t chunks;
  int64_t* A2_place;
  int64_t A2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL spgemmDenseWorkspace_serial(spgemmDenseWorkspace_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t work = values->work;
  STARDUST_GLOBAL(int64_t) A2_pos = values->A2_pos;
  int64_t A2_pos_capacity = values->A2_pos_capacity;
  int64_t A2_pos_length = values->A2_pos_length;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  {
    RESIZE_FILLED(int64_t, A2_pos, B1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = B1_dim + B2_pos[B1_dim];
  }
done:;
  values->work = work;
  values->A2_pos = A2_pos;
  values->A2_pos_capacity = A2_pos_capacity;
  values->A2_pos_length = A2_pos_length;
}

STARDUST_KERNEL spgemmDenseWorkspace_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL spgemmDenseWorkspace_chunk_2(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(int32_t) C2_crd, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(float) C_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(float) W = 0;
  int64_t W_capacity = 0;
  STARDUST_GLOBAL(bool) W_stored = 0;
  int64_t W_stored_capacity = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = i_first * C2_dim;
    ALLOCATE(float, W, C2_dim, next);
    ALLOCATE(bool, W_stored, C2_dim, next);
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* clear W */
      for (int64_t W_at = 0, W_at_end = C2_dim; W_at < W_at_end; W_at++) {
        W[W_at] = 0.0f;
      }
      for (int64_t W_at = 0, W_at_end = C2_dim; W_at < W_at_end; W_at++) {
        W_stored[W_at] = false;
      }
      /* forall(k in B2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t k = B2_crd[B2];
        /* forall(j in C2): W(j) += B(i,k) * C(k,j) */
        const int64_t C2_begin = C2_pos[k];
        const int64_t C2_end = C2_pos[k + 1];
        for (int64_t C2 = C2_begin, C2_end_2 = C2_end; C2 < C2_end_2; C2++) {
          const int64_t j = C2_crd[C2];
          W[j] += B_vals[B2] * C_vals[C2];
          W_stored[j] = true;
        }
      }
      /* forall(j): A(i,j) = W(j) */
      for (int64_t j_2 = 0, j_2_end = C2_dim; j_2 < j_2_end; j_2++) {
        if (W_stored[j_2]) {
          A_vals_parts[A2_count_2] = W[j_2];
          A2_crd_parts[A2_count_2] = j_2;
          A2_count_2 = A2_count_2 + 1;
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  }
next:;
}

STARDUST_KERNEL spgemmDenseWorkspace_chunk_4(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    A2_place[chunk_4] = A2_stop[chunk_4] - part_first * C2_dim;
  }
}

STARDUST_KERNEL spgemmDenseWorkspace_serial_2(spgemmDenseWorkspace_serial_2_values* const values, stardust_device* const device) {
  int64_t A2_count_3 = values->A2_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) A2_place = values->A2_place;
  int64_t A2_place_capacity = values->A2_place_capacity;
  {
    A2_count_3 = A2_place[chunks];
  }
  values->A2_count_3 = A2_count_3;
  values->A2_place = A2_place;
  values->A2_place_capacity = A2_place_capacity;
}

STARDUST_KERNEL spgemmDenseWorkspace_chunk_3(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_GLOBAL(int32_t) A2_crd, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = part_first_2 * C2_dim;
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_place[chunk_3];
    for (int64_t fiber = 0, fiber_end = part_last - part_first_2; fiber < fiber_end; fiber++) {
      STARDUST_MEET_WARP();
      if (lane == 0) {
        A2_pos[part_first_2 + (fiber + 1)] = A2_pos[part_first_2 + (fiber + 1)] - A2_gap;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = A2_length; at < at_end; at += 32) {
        A2_crd[A2_start - A2_gap + at] = A2_crd_parts[A2_start + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = A2_length; at_2 < at_2_end; at_2 += 32) {
        A_vals[A2_start - A2_gap + at_2] = A_vals_parts[A2_start + at_2];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int spgemmDenseWorkspace(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* B2_pos = 0;
  const int32_t* B2_crd = 0;
  const float* B_vals = 0;
  const int64_t C2_dim = C->levels[1].dim;
  const int64_t* C2_pos = 0;
  const int32_t* C2_crd = 0;
  const float* C_vals = 0;
  int64_t* A2_pos = 0;
  int64_t A2_pos_capacity = 0, A2_pos_length = 0;
  int32_t* A2_crd = 0;
  int64_t A2_crd_capacity = 0, A2_crd_length = 0;
  float* A_vals = 0;
  int64_t A_vals_capacity = 0, A_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* A2_crd_parts = 0;
  int64_t A2_crd_parts_capacity = 0;
  float* A_vals_parts = 0;
  int64_t A_vals_parts_capacity = 0;
  int64_t* A2_stop = 0;
  int64_t A2_stop_capacity = 0;
  int64_t* A2_place = 0;
  int64_t A2_place_capacity = 0;
  (void)threads;
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B_vals, B->vals);
  UPLOAD(C2_pos, C->levels[1].pos);
  UPLOAD(C2_crd, C->levels[1].crd);
  UPLOAD(C_vals, C->vals);
  {
    int64_t work = int64_t();
    {
      spgemmDenseWorkspace_serial_values values = {B1_dim, work, A2_pos, A2_pos_capacity, A2_pos_length, B2_pos};
      SERIAL(spgemmDenseWorkspace_serial, values);
      work = values.work;
      A2_pos = values.A2_pos;
      A2_pos_capacity = values.A2_pos_capacity;
      A2_pos_length = values.A2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(spgemmDenseWorkspace_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, chunks, work, B2_pos, first, gpu->device);
    }
    const int64_t A2_most = B1_dim * C2_dim;
    DEVICE_ALLOCATE(A2_crd_parts, A2_most);
    DEVICE_ALLOCATE(A_vals_parts, A2_most);
    DEVICE_ALLOCATE(A2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spgemmDenseWorkspace_chunk_2, end_ - begin_, 1, true, begin_, end_, C2_dim, A2_crd_parts, A2_pos, A2_stop, A_vals_parts, B2_crd, B2_pos, B_vals, C2_crd, C2_pos, C_vals, first, gpu->device);
    }
    /* gather the parts of A */
    DEVICE_ALLOCATE(A2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spgemmDenseWorkspace_chunk_4, end_ - begin_, 1, false, begin_, end_, C2_dim, A2_place, A2_stop, first, gpu->device);
    }
    SCAN(A2_place, chunks);
    int64_t A2_count_3 = int64_t();
    {
      spgemmDenseWorkspace_serial_2_values values = {A2_count_3, chunks, A2_place, A2_place_capacity};
      SERIAL(spgemmDenseWorkspace_serial_2, values);
      A2_count_3 = values.A2_count_3;
      A2_place = values.A2_place;
      A2_place_capacity = values.A2_place_capacity;
    }
    DEVICE_RESERVE(A2_crd, A2_count_3);
    A2_crd_length = A2_count_3;
    DEVICE_RESERVE(A_vals, A2_count_3);
    A_vals_length = A2_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spgemmDenseWorkspace_chunk_3, end_ - begin_, 32, false, begin_, end_, C2_dim, A2_crd, A2_crd_parts, A2_place, A2_pos, A2_stop, A_vals, A_vals_parts, first, gpu->device);
    }
    DEVICE_RESERVE(A2_crd, A2_count_3);
    A2_crd_length = A2_count_3;
    DEVICE_RESERVE(A_vals, A2_count_3);
    A_vals_length = A2_count_3;
  }
  DOWNLOAD(A->levels[1].pos, A2_pos);
  DOWNLOAD(A->levels[1].crd, A2_crd);
  DOWNLOAD(A->vals, A_vals);
done:
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (C2_pos) gpu->release(gpu, (void*)C2_pos);
  if (C2_crd) gpu->release(gpu, (void*)C2_crd);
  if (C_vals) gpu->release(gpu, (void*)C_vals);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (A2_crd_parts) gpu->release(gpu, (void*)A2_crd_parts);
  if (A_vals_parts) gpu->release(gpu, (void*)A_vals_parts);
  if (A2_stop) gpu->release(gpu, (void*)A2_stop);
  if (A2_place) gpu->release(gpu, (void*)A2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return spgemmDenseWorkspace(tensors[0], tensors[1], tensors[2], gpu); }
#endif
