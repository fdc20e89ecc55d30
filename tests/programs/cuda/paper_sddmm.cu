#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sddmm_serial_values {
  int64_t B1_dim;
  int64_t C2_dim;
  int64_t work;
  int64_t* A2_pos;
  int64_t A2_pos_capacity;
  int64_t A2_pos_length;
  const int64_t* B2_pos;
};

struct sddmm_serial_2_values {
  int64_t A2_most;
  int64_t B1_dim;
  const int64_t* B2_pos;
};

struct sddmm_serial_3_values {
  int64_t A2_count_3;
  int64_t chunks;
  int64_t* A2_place;
  int64_t A2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL sddmm_serial(sddmm_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t C2_dim = values->C2_dim;
  int64_t work = values->work;
  STARDUST_GLOBAL(int64_t) A2_pos = values->A2_pos;
  int64_t A2_pos_capacity = values->A2_pos_capacity;
  int64_t A2_pos_length = values->A2_pos_length;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  {
    RESIZE_FILLED(int64_t, A2_pos, B1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = B1_dim + B2_pos[B1_dim] + B1_dim * C2_dim;
  }
done:;
  values->work = work;
  values->A2_pos = A2_pos;
  values->A2_pos_capacity = A2_pos_capacity;
  values->A2_pos_length = A2_pos_length;
}

STARDUST_KERNEL sddmm_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t C2_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL sddmm_serial_2(sddmm_serial_2_values* const values, stardust_device* const device) {
  int64_t A2_most = values->A2_most;
  int64_t B1_dim = values->B1_dim;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  {
    A2_most = B2_pos[B1_dim];
  }
  values->A2_most = A2_most;
}

STARDUST_KERNEL sddmm_chunk_2(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(float) C_vals, STARDUST_INPUT(float) D_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(float) D_on = 0;
  int64_t D_on_capacity = 0;
  STARDUST_GLOBAL(float) C_on = 0;
  int64_t C_on_capacity = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = B2_pos[i_first];
    ALLOCATE(float, D_on, C2_dim, next);
    ALLOCATE(float, C_on, C2_dim, next);
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t j = B2_crd[B2];
        float ws = 0.0f;
        /* clear D_on */
        for (int64_t D_on_at = 0, D_on_at_end = C2_dim; D_on_at < D_on_at_end; D_on_at++) {
          D_on[D_on_at] = 0.0f;
        }
        /* forall(k): D_on(k) = D(j,k) */
        for (int64_t k = 0, k_end = C2_dim; k < k_end; k++) {
          const int64_t D2 = j * C2_dim + k;
          D_on[k] = D_vals[D2];
        }
        /* clear C_on */
        for (int64_t C_on_at = 0, C_on_at_end = C2_dim; C_on_at < C_on_at_end; C_on_at++) {
          C_on[C_on_at] = 0.0f;
        }
        /* forall(k): C_on(k) = C(i,k) */
        for (int64_t k_2 = 0, k_2_end = C2_dim; k_2 < k_2_end; k_2++) {
          const int64_t C2 = i * C2_dim + k_2;
          C_on[k_2] = C_vals[C2];
        }
        float B_on = 0.0f;
        /* B_on = B(i,j) */
        B_on = B_vals[B2];
        /* forall(k): ws += B_on * C_on(k) * D_on(k) */
        for (int64_t k_3 = 0, k_3_end = C2_dim; k_3 < k_3_end; k_3++) {
          ws = ws + B_on * C_on[k_3] * D_on[k_3];
        }
        /* A(i,j) = ws */
        if (C2_dim > 0) {
          A_vals_parts[A2_count_2] = ws;
          A2_crd_parts[A2_count_2] = j;
          A2_count_2 = A2_count_2 + 1;
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  }
next:;
}

STARDUST_KERNEL sddmm_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    A2_place[chunk_4] = A2_stop[chunk_4] - B2_pos[part_first];
  }
}

STARDUST_KERNEL sddmm_serial_3(sddmm_serial_3_values* const values, stardust_device* const device) {
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

STARDUST_KERNEL sddmm_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) A2_crd, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = B2_pos[part_first_2];
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
static int sddmm(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* B2_pos = 0;
  const int32_t* B2_crd = 0;
  const float* B_vals = 0;
  const int64_t C2_dim = C->levels[1].dim;
  const float* C_vals = 0;
  const float* D_vals = 0;
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
  UPLOAD(C_vals, C->vals);
  UPLOAD(D_vals, D->vals);
  {
    int64_t work = int64_t();
    {
      sddmm_serial_values values = {B1_dim, C2_dim, work, A2_pos, A2_pos_capacity, A2_pos_length, B2_pos};
      SERIAL(sddmm_serial, values);
      work = values.work;
      A2_pos = values.A2_pos;
      A2_pos_capacity = values.A2_pos_capacity;
      A2_pos_length = values.A2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(sddmm_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, C2_dim, chunks, work, B2_pos, first, gpu->device);
    }
    int64_t A2_most = int64_t();
    {
      sddmm_serial_2_values values = {A2_most, B1_dim, B2_pos};
      SERIAL(sddmm_serial_2, values);
      A2_most = values.A2_most;
    }
    DEVICE_ALLOCATE(A2_crd_parts, A2_most);
    DEVICE_ALLOCATE(A_vals_parts, A2_most);
    DEVICE_ALLOCATE(A2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sddmm_chunk_2, end_ - begin_, 1, true, begin_, end_, C2_dim, A2_crd_parts, A2_pos, A2_stop, A_vals_parts, B2_crd, B2_pos, B_vals, C_vals, D_vals, first, gpu->device);
    }
    /* gather the parts of A */
    DEVICE_ALLOCATE(A2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sddmm_chunk_4, end_ - begin_, 1, false, begin_, end_, A2_place, A2_stop, B2_pos, first, gpu->device);
    }
    SCAN(A2_place, chunks);
    int64_t A2_count_3 = int64_t();
    {
      sddmm_serial_3_values values = {A2_count_3, chunks, A2_place, A2_place_capacity};
      SERIAL(sddmm_serial_3, values);
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
      GRID(sddmm_chunk_3, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_crd_parts, A2_place, A2_pos, A2_stop, A_vals, A_vals_parts, B2_pos, first, gpu->device);
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
  if (C_vals) gpu->release(gpu, (void*)C_vals);
  if (D_vals) gpu->release(gpu, (void*)D_vals);
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
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return sddmm(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
