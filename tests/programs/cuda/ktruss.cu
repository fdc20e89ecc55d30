#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int32_t greater_i32(int32_t a, int32_t b) { return a > b; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH int32_t not_equal_i32(int32_t a, int32_t b) { return a != b; }

struct ktruss1_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
  const int64_t* A_copy2_pos;
  int64_t* T2_pos;
  int64_t T2_pos_capacity;
  int64_t T2_pos_length;
};

struct ktruss1_serial_2_values {
  int64_t A1_dim;
  int64_t T2_most;
  const int64_t* A2_pos;
  const int64_t* A_copy2_pos;
};

struct ktruss1_serial_3_values {
  int64_t T2_count_3;
  int64_t chunks;
  int64_t* T2_place;
  int64_t T2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL ktruss1_serial(ktruss1_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  STARDUST_INPUT(int64_t) A_copy2_pos = values->A_copy2_pos;
  STARDUST_GLOBAL(int64_t) T2_pos = values->T2_pos;
  int64_t T2_pos_capacity = values->T2_pos_capacity;
  int64_t T2_pos_length = values->T2_pos_length;
  {
    RESIZE_FILLED(int64_t, T2_pos, A1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = A1_dim + A2_pos[A1_dim] + A_copy2_pos[A1_dim];
  }
done:;
  values->work = work;
  values->T2_pos = T2_pos;
  values->T2_pos_capacity = T2_pos_capacity;
  values->T2_pos_length = T2_pos_length;
}

STARDUST_KERNEL ktruss1_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(int64_t) A_copy2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = A1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] + A_copy2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL ktruss1_serial_2(ktruss1_serial_2_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t T2_most = values->T2_most;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  STARDUST_INPUT(int64_t) A_copy2_pos = values->A_copy2_pos;
  {
    T2_most = A2_pos[A1_dim] + A_copy2_pos[A1_dim];
  }
  values->T2_most = T2_most;
}

STARDUST_KERNEL ktruss1_chunk_2(const int64_t begin_, const int64_t end_, const int64_t A2_dim, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(int32_t) A_copy2_crd, STARDUST_INPUT(int64_t) A_copy2_pos, STARDUST_INPUT(int32_t) A_copy_vals, STARDUST_INPUT(int32_t) A_vals, STARDUST_GLOBAL(int32_t) T2_crd_parts, STARDUST_GLOBAL(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) T2_stop, STARDUST_GLOBAL(int32_t) T_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t T2_count_2 = A2_pos[i_first] + A_copy2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in A2 ∪ A_copy2): T(i,j) = (A(i,j) != 0) + (A_copy(j,i) != 0) > 0 */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      const int64_t A_copy2_begin = A_copy2_pos[i];
      const int64_t A_copy2_end = A_copy2_pos[i + 1];
      int64_t A2 = A2_begin;
      int64_t A_copy2 = A_copy2_begin;
      while (A2 < A2_end || A_copy2 < A_copy2_end) {
        const int64_t A_j = A2 < A2_end ? (int64_t)A2_crd[A2] : A2_dim;
        const int64_t A_copy_j = A_copy2 < A_copy2_end ? (int64_t)A_copy2_crd[A_copy2] : A2_dim;
        const int64_t j = min_i64(A_j, A_copy_j);
        const bool A_has_j = A_j == j;
        const bool A_copy_has_j = A_copy_j == j;
        T_vals_parts[T2_count_2] = greater_i32(not_equal_i32(A_has_j ? A_vals[A2] : 0, 0) + not_equal_i32(A_copy_has_j ? A_copy_vals[A_copy2] : 0, 0), 0);
        T2_crd_parts[T2_count_2] = j;
        T2_count_2 = T2_count_2 + 1;
        if (A_has_j) {
          A2 = A2 + 1;
        }
        if (A_copy_has_j) {
          A_copy2 = A_copy2 + 1;
        }
      }
      T2_pos[i + 1] = T2_count_2;
    }
    T2_stop[chunk_2] = T2_count_2;
  }
}

STARDUST_KERNEL ktruss1_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(int64_t) A_copy2_pos, STARDUST_GLOBAL(int64_t) T2_place, STARDUST_GLOBAL(int64_t) T2_stop, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    T2_place[chunk_4] = T2_stop[chunk_4] - (A2_pos[part_first] + A_copy2_pos[part_first]);
  }
}

STARDUST_KERNEL ktruss1_serial_3(ktruss1_serial_3_values* const values, stardust_device* const device) {
  int64_t T2_count_3 = values->T2_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) T2_place = values->T2_place;
  int64_t T2_place_capacity = values->T2_place_capacity;
  {
    T2_count_3 = T2_place[chunks];
  }
  values->T2_count_3 = T2_count_3;
  values->T2_place = T2_place;
  values->T2_place_capacity = T2_place_capacity;
}

STARDUST_KERNEL ktruss1_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(int64_t) A_copy2_pos, STARDUST_GLOBAL(int32_t) T2_crd, STARDUST_GLOBAL(int32_t) T2_crd_parts, STARDUST_GLOBAL(int64_t) T2_place, STARDUST_GLOBAL(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) T2_stop, STARDUST_GLOBAL(int32_t) T_vals, STARDUST_GLOBAL(int32_t) T_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t T2_start = A2_pos[part_first_2] + A_copy2_pos[part_first_2];
    const int64_t T2_length = T2_stop[chunk_3] - T2_start;
    const int64_t T2_gap = T2_start - T2_place[chunk_3];
    for (int64_t fiber = 0, fiber_end = part_last - part_first_2; fiber < fiber_end; fiber++) {
      STARDUST_MEET_WARP();
      if (lane == 0) {
        T2_pos[part_first_2 + (fiber + 1)] = T2_pos[part_first_2 + (fiber + 1)] - T2_gap;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = T2_length; at < at_end; at += 32) {
        T2_crd[T2_start - T2_gap + at] = T2_crd_parts[T2_start + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = T2_length; at_2 < at_2_end; at_2 += 32) {
        T_vals[T2_start - T2_gap + at_2] = T_vals_parts[T2_start + at_2];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int ktruss1(const stardust_tensor* A, const stardust_tensor* A_copy, stardust_tensor* T, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const int32_t* A_vals = 0;
  const int64_t* A_copy2_pos = 0;
  const int32_t* A_copy2_crd = 0;
  const int32_t* A_copy_vals = 0;
  int64_t* T2_pos = 0;
  int64_t T2_pos_capacity = 0, T2_pos_length = 0;
  int32_t* T2_crd = 0;
  int64_t T2_crd_capacity = 0, T2_crd_length = 0;
  int32_t* T_vals = 0;
  int64_t T_vals_capacity = 0, T_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* T2_crd_parts = 0;
  int64_t T2_crd_parts_capacity = 0;
  int32_t* T_vals_parts = 0;
  int64_t T_vals_parts_capacity = 0;
  int64_t* T2_stop = 0;
  int64_t T2_stop_capacity = 0;
  int64_t* T2_place = 0;
  int64_t T2_place_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(A_copy2_pos, A_copy->levels[1].pos);
  UPLOAD(A_copy2_crd, A_copy->levels[1].crd);
  UPLOAD(A_copy_vals, A_copy->vals);
  {
    int64_t work = int64_t();
    {
      ktruss1_serial_values values = {A1_dim, work, A2_pos, A_copy2_pos, T2_pos, T2_pos_capacity, T2_pos_length};
      SERIAL(ktruss1_serial, values);
      work = values.work;
      T2_pos = values.T2_pos;
      T2_pos_capacity = values.T2_pos_capacity;
      T2_pos_length = values.T2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(ktruss1_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, A_copy2_pos, first, gpu->device);
    }
    int64_t T2_most = int64_t();
    {
      ktruss1_serial_2_values values = {A1_dim, T2_most, A2_pos, A_copy2_pos};
      SERIAL(ktruss1_serial_2, values);
      T2_most = values.T2_most;
    }
    DEVICE_ALLOCATE(T2_crd_parts, T2_most);
    DEVICE_ALLOCATE(T_vals_parts, T2_most);
    DEVICE_ALLOCATE(T2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss1_chunk_2, end_ - begin_, 1, false, begin_, end_, A2_dim, A2_crd, A2_pos, A_copy2_crd, A_copy2_pos, A_copy_vals, A_vals, T2_crd_parts, T2_pos, T2_stop, T_vals_parts, first, gpu->device);
    }
    /* gather the parts of T */
    DEVICE_ALLOCATE(T2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss1_chunk_4, end_ - begin_, 1, false, begin_, end_, A2_pos, A_copy2_pos, T2_place, T2_stop, first, gpu->device);
    }
    SCAN(T2_place, chunks);
    int64_t T2_count_3 = int64_t();
    {
      ktruss1_serial_3_values values = {T2_count_3, chunks, T2_place, T2_place_capacity};
      SERIAL(ktruss1_serial_3, values);
      T2_count_3 = values.T2_count_3;
      T2_place = values.T2_place;
      T2_place_capacity = values.T2_place_capacity;
    }
    DEVICE_RESERVE(T2_crd, T2_count_3);
    T2_crd_length = T2_count_3;
    DEVICE_RESERVE(T_vals, T2_count_3);
    T_vals_length = T2_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss1_chunk_3, end_ - begin_, 32, false, begin_, end_, A2_pos, A_copy2_pos, T2_crd, T2_crd_parts, T2_place, T2_pos, T2_stop, T_vals, T_vals_parts, first, gpu->device);
    }
    DEVICE_RESERVE(T2_crd, T2_count_3);
    T2_crd_length = T2_count_3;
    DEVICE_RESERVE(T_vals, T2_count_3);
    T_vals_length = T2_count_3;
  }
  DOWNLOAD(T->levels[1].pos, T2_pos);
  DOWNLOAD(T->levels[1].crd, T2_crd);
  DOWNLOAD(T->vals, T_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (A_copy2_pos) gpu->release(gpu, (void*)A_copy2_pos);
  if (A_copy2_crd) gpu->release(gpu, (void*)A_copy2_crd);
  if (A_copy_vals) gpu->release(gpu, (void*)A_copy_vals);
  if (T2_pos) gpu->release(gpu, (void*)T2_pos);
  if (T2_crd) gpu->release(gpu, (void*)T2_crd);
  if (T_vals) gpu->release(gpu, (void*)T_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (T2_crd_parts) gpu->release(gpu, (void*)T2_crd_parts);
  if (T_vals_parts) gpu->release(gpu, (void*)T_vals_parts);
  if (T2_stop) gpu->release(gpu, (void*)T2_stop);
  if (T2_place) gpu->release(gpu, (void*)T2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return ktruss1(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ktruss2_serial_values {
  int64_t T1_dim;
  int64_t work;
  const int64_t* T2_pos;
  int64_t* support2_pos;
  int64_t support2_pos_capacity;
  int64_t support2_pos_length;
};

struct ktruss2_serial_2_values {
  int64_t T1_dim;
  int64_t support2_most;
  const int64_t* T2_pos;
};

struct ktruss2_serial_3_values {
  int64_t chunks;
  int64_t support2_count_3;
  int64_t* support2_place;
  int64_t support2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL ktruss2_serial(ktruss2_serial_values* const values, stardust_device* const device) {
  int64_t T1_dim = values->T1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) T2_pos = values->T2_pos;
  STARDUST_GLOBAL(int64_t) support2_pos = values->support2_pos;
  int64_t support2_pos_capacity = values->support2_pos_capacity;
  int64_t support2_pos_length = values->support2_pos_length;
  {
    RESIZE_FILLED(int64_t, support2_pos, T1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = T1_dim + T2_pos[T1_dim] + T2_pos[T1_dim];
  }
done:;
  values->work = work;
  values->support2_pos = support2_pos;
  values->support2_pos_capacity = support2_pos_capacity;
  values->support2_pos_length = support2_pos_length;
}

STARDUST_KERNEL ktruss2_chunk(const int64_t begin_, const int64_t end_, const int64_t T1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = T1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + T2_pos[middle] + T2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL ktruss2_serial_2(ktruss2_serial_2_values* const values, stardust_device* const device) {
  int64_t T1_dim = values->T1_dim;
  int64_t support2_most = values->support2_most;
  STARDUST_INPUT(int64_t) T2_pos = values->T2_pos;
  {
    support2_most = T2_pos[T1_dim];
  }
  values->support2_most = support2_most;
}

STARDUST_KERNEL ktruss2_chunk_2(const int64_t begin_, const int64_t end_, const int64_t T2_dim, STARDUST_INPUT(int32_t) T2_crd, STARDUST_INPUT(int64_t) T2_pos, STARDUST_INPUT(int32_t) T_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int32_t) support2_crd_parts, STARDUST_GLOBAL(int64_t) support2_pos, STARDUST_GLOBAL(int64_t) support2_stop, STARDUST_GLOBAL(int32_t) support_vals_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(int32_t) T2_table = 0;
  int64_t T2_table_capacity = 0, T2_table_length = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t support2_count_2 = T2_pos[i_first];
    ALLOCATE(int32_t, T2_table, 0, next);
    T2_table_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t T2_first = T2_pos[i];
      const int64_t T2_end_4 = T2_pos[i + 1];
      const bool T2_in_table = T2_end_4 - T2_first > 0 && T2_end_4 <= 2147483647 && (T2_dim <= 0 || T2_dim <= (T2_end_4 - T2_first + T2_pos[T2_dim]) * 16);
      if (T2_in_table) {
        RESIZE_FILLED(int32_t, T2_table, T2_dim, -1, next);
        /* write the positions of T2 into a table, and look them up */
        for (int64_t vT2_4 = T2_first, T2_4_end = T2_end_4; vT2_4 < T2_4_end; vT2_4++) {
          T2_table[(int64_t)T2_crd[vT2_4]] = vT2_4;
        }
      }
      /* forall(j in T2) */
      const int64_t T2_begin = T2_pos[i];
      const int64_t T2_end = T2_pos[i + 1];
      for (int64_t T2 = T2_begin, T2_end_2 = T2_end; T2 < T2_end_2; T2++) {
        const int64_t j = T2_crd[T2];
        int32_t ws = 0;
        bool ws_stored = false;
        /* forall(k in T2 ∩ T2): ws += T(i,k) * T(j,k) */
        const int64_t T2_begin_2 = T2_pos[i];
        const int64_t T2_end_2_2 = T2_pos[i + 1];
        const int64_t T2_begin_3 = T2_pos[j];
        const int64_t T2_end_3 = T2_pos[j + 1];
        if (T2_in_table) {
          const int64_t T2_begin_4 = T2_pos[j];
          const int64_t T2_end_5 = T2_pos[j + 1];
          for (int64_t vT2_5 = T2_begin_4, T2_5_end = T2_end_5; vT2_5 < T2_5_end; vT2_5++) {
            const int64_t k_2 = T2_crd[vT2_5];
            const int64_t T2_at = T2_table[k_2];
            const bool T_has_k = T2_first <= T2_at && T2_at < T2_end_4;
            const int64_t T2_at_or_first = T_has_k ? T2_at : T2_first;
            const int32_t unmasked = T_vals[T2_at_or_first] * T_vals[vT2_5];
            ws = ws + (T_has_k ? unmasked : 0);
            ws_stored = ws_stored || T_has_k;
          }
        } else {
          int64_t vT2_2 = T2_begin_2;
          int64_t vT2_3 = T2_begin_3;
          while (vT2_2 < T2_end_2_2 && vT2_3 < T2_end_3) {
            const int64_t T_k = T2_crd[vT2_2];
            const int64_t T_k_2 = T2_crd[vT2_3];
            if (T_k == T_k_2) {
              ws = ws + T_vals[vT2_2] * T_vals[vT2_3];
              ws_stored = true;
            }
            vT2_2 = vT2_2 + (int64_t)(T_k <= T_k_2);
            vT2_3 = vT2_3 + (int64_t)(T_k_2 <= T_k);
          }
        }
        /* support(i,j) = T(i,j) * ws */
        if (ws_stored) {
          support_vals_parts[support2_count_2] = T_vals[T2] * ws;
          support2_crd_parts[support2_count_2] = j;
          support2_count_2 = support2_count_2 + 1;
        }
      }
      support2_pos[i + 1] = support2_count_2;
    }
    support2_stop[chunk_2] = support2_count_2;
  }
next:;
}

STARDUST_KERNEL ktruss2_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int64_t) support2_place, STARDUST_GLOBAL(int64_t) support2_stop, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    support2_place[chunk_4] = support2_stop[chunk_4] - T2_pos[part_first];
  }
}

STARDUST_KERNEL ktruss2_serial_3(ktruss2_serial_3_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  int64_t support2_count_3 = values->support2_count_3;
  STARDUST_GLOBAL(int64_t) support2_place = values->support2_place;
  int64_t support2_place_capacity = values->support2_place_capacity;
  {
    support2_count_3 = support2_place[chunks];
  }
  values->support2_count_3 = support2_count_3;
  values->support2_place = support2_place;
  values->support2_place_capacity = support2_place_capacity;
}

STARDUST_KERNEL ktruss2_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int32_t) support2_crd, STARDUST_GLOBAL(int32_t) support2_crd_parts, STARDUST_GLOBAL(int64_t) support2_place, STARDUST_GLOBAL(int64_t) support2_pos, STARDUST_GLOBAL(int64_t) support2_stop, STARDUST_GLOBAL(int32_t) support_vals, STARDUST_GLOBAL(int32_t) support_vals_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t support2_start = T2_pos[part_first_2];
    const int64_t support2_length = support2_stop[chunk_3] - support2_start;
    const int64_t support2_gap = support2_start - support2_place[chunk_3];
    for (int64_t fiber = 0, fiber_end = part_last - part_first_2; fiber < fiber_end; fiber++) {
      STARDUST_MEET_WARP();
      if (lane == 0) {
        support2_pos[part_first_2 + (fiber + 1)] = support2_pos[part_first_2 + (fiber + 1)] - support2_gap;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = support2_length; at < at_end; at += 32) {
        support2_crd[support2_start - support2_gap + at] = support2_crd_parts[support2_start + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = support2_length; at_2 < at_2_end; at_2 += 32) {
        support_vals[support2_start - support2_gap + at_2] = support_vals_parts[support2_start + at_2];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int ktruss2(const stardust_tensor* T, stardust_tensor* support, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t T1_dim = T->levels[0].dim;
  const int64_t T2_dim = T->levels[1].dim;
  const int64_t* T2_pos = 0;
  const int32_t* T2_crd = 0;
  const int32_t* T_vals = 0;
  int64_t* support2_pos = 0;
  int64_t support2_pos_capacity = 0, support2_pos_length = 0;
  int32_t* support2_crd = 0;
  int64_t support2_crd_capacity = 0, support2_crd_length = 0;
  int32_t* support_vals = 0;
  int64_t support_vals_capacity = 0, support_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* support2_crd_parts = 0;
  int64_t support2_crd_parts_capacity = 0;
  int32_t* support_vals_parts = 0;
  int64_t support_vals_parts_capacity = 0;
  int64_t* support2_stop = 0;
  int64_t support2_stop_capacity = 0;
  int64_t* support2_place = 0;
  int64_t support2_place_capacity = 0;
  (void)threads;
  UPLOAD(T2_pos, T->levels[1].pos);
  UPLOAD(T2_crd, T->levels[1].crd);
  UPLOAD(T_vals, T->vals);
  {
    int64_t work = int64_t();
    {
      ktruss2_serial_values values = {T1_dim, work, T2_pos, support2_pos, support2_pos_capacity, support2_pos_length};
      SERIAL(ktruss2_serial, values);
      work = values.work;
      support2_pos = values.support2_pos;
      support2_pos_capacity = values.support2_pos_capacity;
      support2_pos_length = values.support2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(ktruss2_chunk, end_ - begin_, 1, false, begin_, end_, T1_dim, chunks, work, T2_pos, first, gpu->device);
    }
    int64_t support2_most = int64_t();
    {
      ktruss2_serial_2_values values = {T1_dim, support2_most, T2_pos};
      SERIAL(ktruss2_serial_2, values);
      support2_most = values.support2_most;
    }
    DEVICE_ALLOCATE(support2_crd_parts, support2_most);
    DEVICE_ALLOCATE(support_vals_parts, support2_most);
    DEVICE_ALLOCATE(support2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss2_chunk_2, end_ - begin_, 1, true, begin_, end_, T2_dim, T2_crd, T2_pos, T_vals, first, support2_crd_parts, support2_pos, support2_stop, support_vals_parts, gpu->device);
    }
    /* gather the parts of support */
    DEVICE_ALLOCATE(support2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss2_chunk_4, end_ - begin_, 1, false, begin_, end_, T2_pos, first, support2_place, support2_stop, gpu->device);
    }
    SCAN(support2_place, chunks);
    int64_t support2_count_3 = int64_t();
    {
      ktruss2_serial_3_values values = {chunks, support2_count_3, support2_place, support2_place_capacity};
      SERIAL(ktruss2_serial_3, values);
      support2_count_3 = values.support2_count_3;
      support2_place = values.support2_place;
      support2_place_capacity = values.support2_place_capacity;
    }
    DEVICE_RESERVE(support2_crd, support2_count_3);
    support2_crd_length = support2_count_3;
    DEVICE_RESERVE(support_vals, support2_count_3);
    support_vals_length = support2_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss2_chunk_3, end_ - begin_, 32, false, begin_, end_, T2_pos, first, support2_crd, support2_crd_parts, support2_place, support2_pos, support2_stop, support_vals, support_vals_parts, gpu->device);
    }
    DEVICE_RESERVE(support2_crd, support2_count_3);
    support2_crd_length = support2_count_3;
    DEVICE_RESERVE(support_vals, support2_count_3);
    support_vals_length = support2_count_3;
  }
  DOWNLOAD(support->levels[1].pos, support2_pos);
  DOWNLOAD(support->levels[1].crd, support2_crd);
  DOWNLOAD(support->vals, support_vals);
done:
  if (T2_pos) gpu->release(gpu, (void*)T2_pos);
  if (T2_crd) gpu->release(gpu, (void*)T2_crd);
  if (T_vals) gpu->release(gpu, (void*)T_vals);
  if (support2_pos) gpu->release(gpu, (void*)support2_pos);
  if (support2_crd) gpu->release(gpu, (void*)support2_crd);
  if (support_vals) gpu->release(gpu, (void*)support_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (support2_crd_parts) gpu->release(gpu, (void*)support2_crd_parts);
  if (support_vals_parts) gpu->release(gpu, (void*)support_vals_parts);
  if (support2_stop) gpu->release(gpu, (void*)support2_stop);
  if (support2_place) gpu->release(gpu, (void*)support2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return ktruss2(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int32_t greater_equal_i32(int32_t a, int32_t b) { return a >= b; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH int32_t select_i32(int32_t a, int32_t b, int32_t c) { return a != 0 ? b : c; }

struct ktruss3_serial_values {
  int64_t support1_dim;
  int64_t work;
  int64_t* N2_pos;
  int64_t N2_pos_capacity;
  int64_t N2_pos_length;
  const int64_t* T2_pos;
  const int64_t* support2_pos;
};

struct ktruss3_serial_2_values {
  int64_t N2_most;
  int64_t support1_dim;
  const int64_t* T2_pos;
};

struct ktruss3_serial_3_values {
  int64_t N2_count_3;
  int64_t chunks;
  int64_t* N2_place;
  int64_t N2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL ktruss3_serial(ktruss3_serial_values* const values, stardust_device* const device) {
  int64_t support1_dim = values->support1_dim;
  int64_t work = values->work;
  STARDUST_GLOBAL(int64_t) N2_pos = values->N2_pos;
  int64_t N2_pos_capacity = values->N2_pos_capacity;
  int64_t N2_pos_length = values->N2_pos_length;
  STARDUST_INPUT(int64_t) T2_pos = values->T2_pos;
  STARDUST_INPUT(int64_t) support2_pos = values->support2_pos;
  {
    RESIZE_FILLED(int64_t, N2_pos, support1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = support1_dim + support2_pos[support1_dim] + T2_pos[support1_dim];
  }
done:;
  values->work = work;
  values->N2_pos = N2_pos;
  values->N2_pos_capacity = N2_pos_capacity;
  values->N2_pos_length = N2_pos_length;
}

STARDUST_KERNEL ktruss3_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t support1_dim, const int64_t work, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(int64_t) support2_pos, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = support1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + support2_pos[middle] + T2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL ktruss3_serial_2(ktruss3_serial_2_values* const values, stardust_device* const device) {
  int64_t N2_most = values->N2_most;
  int64_t support1_dim = values->support1_dim;
  STARDUST_INPUT(int64_t) T2_pos = values->T2_pos;
  {
    N2_most = T2_pos[support1_dim];
  }
  values->N2_most = N2_most;
}

STARDUST_KERNEL ktruss3_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) N2_crd_parts, STARDUST_GLOBAL(int64_t) N2_pos, STARDUST_GLOBAL(int64_t) N2_stop, STARDUST_GLOBAL(int32_t) N_vals_parts, STARDUST_INPUT(int32_t) T2_crd, STARDUST_INPUT(int64_t) T2_pos, STARDUST_INPUT(int32_t) T_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(int32_t) k_vals, STARDUST_INPUT(int32_t) support2_crd, STARDUST_INPUT(int64_t) support2_pos, STARDUST_INPUT(int32_t) support_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t N2_count_2 = T2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in T2): N(i,j) = select(support(i,j) >= k - 2, T(i,j), 0) */
      const int64_t T2_begin = T2_pos[i];
      const int64_t T2_end = T2_pos[i + 1];
      for (int64_t T2 = T2_begin, T2_end_2 = T2_end; T2 < T2_end_2; T2++) {
        const int64_t j = T2_crd[T2];
        const int64_t support2_end = support2_pos[i + 1];
        /* search support2 for j */
        int64_t support2 = support2_pos[i];
        int64_t support2_high = support2_end;
        while (support2 < support2_high) {
          const int64_t support2_middle = support2 + (support2_high - support2) / 2;
          if ((int64_t)support2_crd[support2_middle] < j) {
            support2 = support2_middle + 1;
          } else {
            support2_high = support2_middle;
          }
        }
        const bool support2_found = support2 < support2_end && (int64_t)support2_crd[support2] == j;
        N_vals_parts[N2_count_2] = select_i32(greater_equal_i32(support2_found ? support_vals[support2] : 0, k_vals[0] - 2), T_vals[T2], 0);
        N2_crd_parts[N2_count_2] = j;
        N2_count_2 = N2_count_2 + 1;
      }
      N2_pos[i + 1] = N2_count_2;
    }
    N2_stop[chunk_2] = N2_count_2;
  }
}

STARDUST_KERNEL ktruss3_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) N2_place, STARDUST_GLOBAL(int64_t) N2_stop, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    N2_place[chunk_4] = N2_stop[chunk_4] - T2_pos[part_first];
  }
}

STARDUST_KERNEL ktruss3_serial_3(ktruss3_serial_3_values* const values, stardust_device* const device) {
  int64_t N2_count_3 = values->N2_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) N2_place = values->N2_place;
  int64_t N2_place_capacity = values->N2_place_capacity;
  {
    N2_count_3 = N2_place[chunks];
  }
  values->N2_count_3 = N2_count_3;
  values->N2_place = N2_place;
  values->N2_place_capacity = N2_place_capacity;
}

STARDUST_KERNEL ktruss3_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) N2_crd, STARDUST_GLOBAL(int32_t) N2_crd_parts, STARDUST_GLOBAL(int64_t) N2_place, STARDUST_GLOBAL(int64_t) N2_pos, STARDUST_GLOBAL(int64_t) N2_stop, STARDUST_GLOBAL(int32_t) N_vals, STARDUST_GLOBAL(int32_t) N_vals_parts, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t N2_start = T2_pos[part_first_2];
    const int64_t N2_length = N2_stop[chunk_3] - N2_start;
    const int64_t N2_gap = N2_start - N2_place[chunk_3];
    for (int64_t fiber = 0, fiber_end = part_last - part_first_2; fiber < fiber_end; fiber++) {
      STARDUST_MEET_WARP();
      if (lane == 0) {
        N2_pos[part_first_2 + (fiber + 1)] = N2_pos[part_first_2 + (fiber + 1)] - N2_gap;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = N2_length; at < at_end; at += 32) {
        N2_crd[N2_start - N2_gap + at] = N2_crd_parts[N2_start + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = N2_length; at_2 < at_2_end; at_2 += 32) {
        N_vals[N2_start - N2_gap + at_2] = N_vals_parts[N2_start + at_2];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int ktruss3(const stardust_tensor* support, const stardust_tensor* k, const stardust_tensor* T, stardust_tensor* N, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t support1_dim = support->levels[0].dim;
  const int64_t* support2_pos = 0;
  const int32_t* support2_crd = 0;
  const int32_t* support_vals = 0;
  const int32_t* k_vals = 0;
  const int64_t* T2_pos = 0;
  const int32_t* T2_crd = 0;
  const int32_t* T_vals = 0;
  int64_t* N2_pos = 0;
  int64_t N2_pos_capacity = 0, N2_pos_length = 0;
  int32_t* N2_crd = 0;
  int64_t N2_crd_capacity = 0, N2_crd_length = 0;
  int32_t* N_vals = 0;
  int64_t N_vals_capacity = 0, N_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* N2_crd_parts = 0;
  int64_t N2_crd_parts_capacity = 0;
  int32_t* N_vals_parts = 0;
  int64_t N_vals_parts_capacity = 0;
  int64_t* N2_stop = 0;
  int64_t N2_stop_capacity = 0;
  int64_t* N2_place = 0;
  int64_t N2_place_capacity = 0;
  (void)threads;
  UPLOAD(support2_pos, support->levels[1].pos);
  UPLOAD(support2_crd, support->levels[1].crd);
  UPLOAD(support_vals, support->vals);
  UPLOAD(k_vals, k->vals);
  UPLOAD(T2_pos, T->levels[1].pos);
  UPLOAD(T2_crd, T->levels[1].crd);
  UPLOAD(T_vals, T->vals);
  {
    int64_t work = int64_t();
    {
      ktruss3_serial_values values = {support1_dim, work, N2_pos, N2_pos_capacity, N2_pos_length, T2_pos, support2_pos};
      SERIAL(ktruss3_serial, values);
      work = values.work;
      N2_pos = values.N2_pos;
      N2_pos_capacity = values.N2_pos_capacity;
      N2_pos_length = values.N2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(ktruss3_chunk, end_ - begin_, 1, false, begin_, end_, chunks, support1_dim, work, T2_pos, first, support2_pos, gpu->device);
    }
    int64_t N2_most = int64_t();
    {
      ktruss3_serial_2_values values = {N2_most, support1_dim, T2_pos};
      SERIAL(ktruss3_serial_2, values);
      N2_most = values.N2_most;
    }
    DEVICE_ALLOCATE(N2_crd_parts, N2_most);
    DEVICE_ALLOCATE(N_vals_parts, N2_most);
    DEVICE_ALLOCATE(N2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss3_chunk_2, end_ - begin_, 1, false, begin_, end_, N2_crd_parts, N2_pos, N2_stop, N_vals_parts, T2_crd, T2_pos, T_vals, first, k_vals, support2_crd, support2_pos, support_vals, gpu->device);
    }
    /* gather the parts of N */
    DEVICE_ALLOCATE(N2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss3_chunk_4, end_ - begin_, 1, false, begin_, end_, N2_place, N2_stop, T2_pos, first, gpu->device);
    }
    SCAN(N2_place, chunks);
    int64_t N2_count_3 = int64_t();
    {
      ktruss3_serial_3_values values = {N2_count_3, chunks, N2_place, N2_place_capacity};
      SERIAL(ktruss3_serial_3, values);
      N2_count_3 = values.N2_count_3;
      N2_place = values.N2_place;
      N2_place_capacity = values.N2_place_capacity;
    }
    DEVICE_RESERVE(N2_crd, N2_count_3);
    N2_crd_length = N2_count_3;
    DEVICE_RESERVE(N_vals, N2_count_3);
    N_vals_length = N2_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss3_chunk_3, end_ - begin_, 32, false, begin_, end_, N2_crd, N2_crd_parts, N2_place, N2_pos, N2_stop, N_vals, N_vals_parts, T2_pos, first, gpu->device);
    }
    DEVICE_RESERVE(N2_crd, N2_count_3);
    N2_crd_length = N2_count_3;
    DEVICE_RESERVE(N_vals, N2_count_3);
    N_vals_length = N2_count_3;
  }
  DOWNLOAD(N->levels[1].pos, N2_pos);
  DOWNLOAD(N->levels[1].crd, N2_crd);
  DOWNLOAD(N->vals, N_vals);
done:
  if (support2_pos) gpu->release(gpu, (void*)support2_pos);
  if (support2_crd) gpu->release(gpu, (void*)support2_crd);
  if (support_vals) gpu->release(gpu, (void*)support_vals);
  if (k_vals) gpu->release(gpu, (void*)k_vals);
  if (T2_pos) gpu->release(gpu, (void*)T2_pos);
  if (T2_crd) gpu->release(gpu, (void*)T2_crd);
  if (T_vals) gpu->release(gpu, (void*)T_vals);
  if (N2_pos) gpu->release(gpu, (void*)N2_pos);
  if (N2_crd) gpu->release(gpu, (void*)N2_crd);
  if (N_vals) gpu->release(gpu, (void*)N_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (N2_crd_parts) gpu->release(gpu, (void*)N2_crd_parts);
  if (N_vals_parts) gpu->release(gpu, (void*)N_vals_parts);
  if (N2_stop) gpu->release(gpu, (void*)N2_stop);
  if (N2_place) gpu->release(gpu, (void*)N2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return ktruss3(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ktruss4_serial_values {
  int64_t T1_dim;
  int64_t work;
  const int64_t* N2_pos;
  const int64_t* T2_pos;
};

struct ktruss4_serial_2_values {
  int64_t T1_dim;
  int64_t chunks;
  int32_t t;
  int32_t t2;
  int64_t work_2;
  const int64_t* N2_pos;
  const int64_t* T2_pos;
  int32_t* t2_parts;
  int64_t t2_parts_capacity;
};

struct ktruss4_serial_3_values {
  int64_t chunks_2;
  int32_t t;
  int32_t t2;
  int32_t* removed_vals;
  int64_t removed_vals_capacity;
  int64_t removed_vals_length;
  int32_t* t_parts;
  int64_t t_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL ktruss4_serial(ktruss4_serial_values* const values, stardust_device* const device) {
  int64_t T1_dim = values->T1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) N2_pos = values->N2_pos;
  STARDUST_INPUT(int64_t) T2_pos = values->T2_pos;
  {
    work = T1_dim + T2_pos[T1_dim] + N2_pos[T1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL ktruss4_chunk(const int64_t begin_, const int64_t end_, const int64_t T1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) N2_pos, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = T1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + T2_pos[middle] + N2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL ktruss4_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) N2_pos, STARDUST_INPUT(int32_t) N_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int32_t) t2_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int32_t t2_part = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in N2): t2 += N(i,j) */
      const int64_t N2_begin = N2_pos[i];
      const int64_t N2_end = N2_pos[i + 1];
      {
        int32_t t2_part_lane = 0;
        for (int64_t N2 = (int64_t)(N2_begin + lane), N2_end_2 = N2_end; N2 < N2_end_2; N2 += 32) {
          t2_part_lane = t2_part_lane + N_vals[N2];
        }
        t2_part = stardust_sum()(t2_part, stardust_reduce_warp<stardust_sum>(t2_part_lane));
      }
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      t2_parts[chunk_2] = t2_part;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL ktruss4_serial_2(ktruss4_serial_2_values* const values, stardust_device* const device) {
  int64_t T1_dim = values->T1_dim;
  int64_t chunks = values->chunks;
  int32_t t = values->t;
  int32_t t2 = values->t2;
  int64_t work_2 = values->work_2;
  STARDUST_INPUT(int64_t) N2_pos = values->N2_pos;
  STARDUST_INPUT(int64_t) T2_pos = values->T2_pos;
  STARDUST_GLOBAL(int32_t) t2_parts = values->t2_parts;
  int64_t t2_parts_capacity = values->t2_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      t2 = t2 + t2_parts[chunk_3];
    }
    t = 0;
    /* cut forall(i) into chunks of about equal work */
    work_2 = T1_dim + T2_pos[T1_dim] + N2_pos[T1_dim];
  }
  values->t = t;
  values->t2 = t2;
  values->work_2 = work_2;
  values->t2_parts = t2_parts;
  values->t2_parts_capacity = t2_parts_capacity;
}

STARDUST_KERNEL ktruss4_chunk_4(const int64_t begin_, const int64_t end_, const int64_t T1_dim, const int64_t chunks_2, const int64_t work_2, STARDUST_INPUT(int64_t) N2_pos, STARDUST_INPUT(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) first_2, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    int64_t low_2 = 0;
    int64_t high_2 = T1_dim;
    const int64_t share_2 = div_i64(work_2 * chunk_4, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 + T2_pos[middle_2] + N2_pos[middle_2] < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_4] = low_2;
  }
}

STARDUST_KERNEL ktruss4_chunk_5(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) T2_pos, STARDUST_INPUT(int32_t) T_vals, STARDUST_GLOBAL(int64_t) first_2, STARDUST_GLOBAL(int32_t) t_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_5 = (int64_t)at_;
    const int64_t i_first_2 = first_2[chunk_5];
    const int64_t i_last_2 = first_2[chunk_5 + 1];
    int32_t t_part = 0;
    /* forall(i) */
    for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
      /* forall(j in T2): t += T(i,j) */
      const int64_t T2_begin = T2_pos[i_2];
      const int64_t T2_end = T2_pos[i_2 + 1];
      {
        int32_t t_part_lane = 0;
        for (int64_t T2 = (int64_t)(T2_begin + lane), T2_end_2 = T2_end; T2 < T2_end_2; T2 += 32) {
          t_part_lane = t_part_lane + T_vals[T2];
        }
        t_part = stardust_sum()(t_part, stardust_reduce_warp<stardust_sum>(t_part_lane));
      }
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      t_parts[chunk_5] = t_part;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL ktruss4_serial_3(ktruss4_serial_3_values* const values, stardust_device* const device) {
  int64_t chunks_2 = values->chunks_2;
  int32_t t = values->t;
  int32_t t2 = values->t2;
  STARDUST_GLOBAL(int32_t) removed_vals = values->removed_vals;
  int64_t removed_vals_capacity = values->removed_vals_capacity;
  int64_t removed_vals_length = values->removed_vals_length;
  STARDUST_GLOBAL(int32_t) t_parts = values->t_parts;
  int64_t t_parts_capacity = values->t_parts_capacity;
  {
    for (int64_t chunk_6 = 0, chunk_6_end = chunks_2; chunk_6 < chunk_6_end; chunk_6++) {
      t = t + t_parts[chunk_6];
    }
    /* removed = t - t2 */
    removed_vals[0] = t - t2;
  }
  values->t = t;
  values->removed_vals = removed_vals;
  values->removed_vals_capacity = removed_vals_capacity;
  values->removed_vals_length = removed_vals_length;
  values->t_parts = t_parts;
  values->t_parts_capacity = t_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int ktruss4(const stardust_tensor* T, const stardust_tensor* N, stardust_tensor* removed, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t T1_dim = T->levels[0].dim;
  const int64_t* T2_pos = 0;
  const int32_t* T_vals = 0;
  const int64_t* N2_pos = 0;
  const int32_t* N_vals = 0;
  int32_t* removed_vals = 0;
  int64_t removed_vals_capacity = 0, removed_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* t2_parts = 0;
  int64_t t2_parts_capacity = 0;
  int64_t* first_2 = 0;
  int64_t first_2_capacity = 0;
  int32_t* t_parts = 0;
  int64_t t_parts_capacity = 0;
  (void)threads;
  UPLOAD(T2_pos, T->levels[1].pos);
  UPLOAD(T_vals, T->vals);
  UPLOAD(N2_pos, N->levels[1].pos);
  UPLOAD(N_vals, N->vals);
  {
    DEVICE_RESERVE(removed_vals, 1);
    removed_vals_length = 1;
    int32_t t2 = 0;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      ktruss4_serial_values values = {T1_dim, work, N2_pos, T2_pos};
      SERIAL(ktruss4_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(ktruss4_chunk, end_ - begin_, 1, false, begin_, end_, T1_dim, chunks, work, N2_pos, T2_pos, first, gpu->device);
    }
    DEVICE_ALLOCATE(t2_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss4_chunk_2, end_ - begin_, 32, false, begin_, end_, N2_pos, N_vals, first, t2_parts, gpu->device);
    }
    /* reduce t2 over the chunks */
    int32_t t = int32_t();
    int64_t work_2 = int64_t();
    {
      ktruss4_serial_2_values values = {T1_dim, chunks, t, t2, work_2, N2_pos, T2_pos, t2_parts, t2_parts_capacity};
      SERIAL(ktruss4_serial_2, values);
      t = values.t;
      t2 = values.t2;
      work_2 = values.work_2;
      t2_parts = values.t2_parts;
      t2_parts_capacity = values.t2_parts_capacity;
    }
    const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads, work_2 / 256));
    DEVICE_ALLOCATE(first_2, chunks_2 + 1);
    {
      const int64_t begin_ = 0, end_ = chunks_2 + 1;
      GRID(ktruss4_chunk_4, end_ - begin_, 1, false, begin_, end_, T1_dim, chunks_2, work_2, N2_pos, T2_pos, first_2, gpu->device);
    }
    DEVICE_ALLOCATE(t_parts, chunks_2);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks_2;
      GRID(ktruss4_chunk_5, end_ - begin_, 32, false, begin_, end_, T2_pos, T_vals, first_2, t_parts, gpu->device);
    }
    /* reduce t over the chunks */
    {
      ktruss4_serial_3_values values = {chunks_2, t, t2, removed_vals, removed_vals_capacity, removed_vals_length, t_parts, t_parts_capacity};
      SERIAL(ktruss4_serial_3, values);
      t = values.t;
      removed_vals = values.removed_vals;
      removed_vals_capacity = values.removed_vals_capacity;
      removed_vals_length = values.removed_vals_length;
      t_parts = values.t_parts;
      t_parts_capacity = values.t_parts_capacity;
    }
  }
  DOWNLOAD(removed->vals, removed_vals);
done:
  if (T2_pos) gpu->release(gpu, (void*)T2_pos);
  if (T_vals) gpu->release(gpu, (void*)T_vals);
  if (N2_pos) gpu->release(gpu, (void*)N2_pos);
  if (N_vals) gpu->release(gpu, (void*)N_vals);
  if (removed_vals) gpu->release(gpu, (void*)removed_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (t2_parts) gpu->release(gpu, (void*)t2_parts);
  if (first_2) gpu->release(gpu, (void*)first_2);
  if (t_parts) gpu->release(gpu, (void*)t_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return ktruss4(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ktruss5_serial_values {
  int64_t N1_dim;
  int64_t work;
  const int64_t* N2_pos;
  int64_t* T2_pos;
  int64_t T2_pos_capacity;
  int64_t T2_pos_length;
};

struct ktruss5_serial_2_values {
  int64_t N1_dim;
  int64_t T2_most;
  const int64_t* N2_pos;
};

struct ktruss5_serial_3_values {
  int64_t T2_count_3;
  int64_t chunks;
  int64_t* T2_place;
  int64_t T2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL ktruss5_serial(ktruss5_serial_values* const values, stardust_device* const device) {
  int64_t N1_dim = values->N1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) N2_pos = values->N2_pos;
  STARDUST_GLOBAL(int64_t) T2_pos = values->T2_pos;
  int64_t T2_pos_capacity = values->T2_pos_capacity;
  int64_t T2_pos_length = values->T2_pos_length;
  {
    RESIZE_FILLED(int64_t, T2_pos, N1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = N1_dim + N2_pos[N1_dim];
  }
done:;
  values->work = work;
  values->T2_pos = T2_pos;
  values->T2_pos_capacity = T2_pos_capacity;
  values->T2_pos_length = T2_pos_length;
}

STARDUST_KERNEL ktruss5_chunk(const int64_t begin_, const int64_t end_, const int64_t N1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) N2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = N1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + N2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL ktruss5_serial_2(ktruss5_serial_2_values* const values, stardust_device* const device) {
  int64_t N1_dim = values->N1_dim;
  int64_t T2_most = values->T2_most;
  STARDUST_INPUT(int64_t) N2_pos = values->N2_pos;
  {
    T2_most = N2_pos[N1_dim];
  }
  values->T2_most = T2_most;
}

STARDUST_KERNEL ktruss5_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) N2_crd, STARDUST_INPUT(int64_t) N2_pos, STARDUST_INPUT(int32_t) N_vals, STARDUST_GLOBAL(int32_t) T2_crd_parts, STARDUST_GLOBAL(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) T2_stop, STARDUST_GLOBAL(int32_t) T_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t T2_count_2 = N2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in N2): T(i,j) = N(i,j) */
      const int64_t N2_begin = N2_pos[i];
      const int64_t N2_end = N2_pos[i + 1];
      for (int64_t N2 = N2_begin, N2_end_2 = N2_end; N2 < N2_end_2; N2++) {
        const int64_t j = N2_crd[N2];
        T_vals_parts[T2_count_2] = N_vals[N2];
        T2_crd_parts[T2_count_2] = j;
        T2_count_2 = T2_count_2 + 1;
      }
      T2_pos[i + 1] = T2_count_2;
    }
    T2_stop[chunk_2] = T2_count_2;
  }
}

STARDUST_KERNEL ktruss5_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) N2_pos, STARDUST_GLOBAL(int64_t) T2_place, STARDUST_GLOBAL(int64_t) T2_stop, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    T2_place[chunk_4] = T2_stop[chunk_4] - N2_pos[part_first];
  }
}

STARDUST_KERNEL ktruss5_serial_3(ktruss5_serial_3_values* const values, stardust_device* const device) {
  int64_t T2_count_3 = values->T2_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) T2_place = values->T2_place;
  int64_t T2_place_capacity = values->T2_place_capacity;
  {
    T2_count_3 = T2_place[chunks];
  }
  values->T2_count_3 = T2_count_3;
  values->T2_place = T2_place;
  values->T2_place_capacity = T2_place_capacity;
}

STARDUST_KERNEL ktruss5_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) N2_pos, STARDUST_GLOBAL(int32_t) T2_crd, STARDUST_GLOBAL(int32_t) T2_crd_parts, STARDUST_GLOBAL(int64_t) T2_place, STARDUST_GLOBAL(int64_t) T2_pos, STARDUST_GLOBAL(int64_t) T2_stop, STARDUST_GLOBAL(int32_t) T_vals, STARDUST_GLOBAL(int32_t) T_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t T2_start = N2_pos[part_first_2];
    const int64_t T2_length = T2_stop[chunk_3] - T2_start;
    const int64_t T2_gap = T2_start - T2_place[chunk_3];
    for (int64_t fiber = 0, fiber_end = part_last - part_first_2; fiber < fiber_end; fiber++) {
      STARDUST_MEET_WARP();
      if (lane == 0) {
        T2_pos[part_first_2 + (fiber + 1)] = T2_pos[part_first_2 + (fiber + 1)] - T2_gap;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = T2_length; at < at_end; at += 32) {
        T2_crd[T2_start - T2_gap + at] = T2_crd_parts[T2_start + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = T2_length; at_2 < at_2_end; at_2 += 32) {
        T_vals[T2_start - T2_gap + at_2] = T_vals_parts[T2_start + at_2];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int ktruss5(const stardust_tensor* N, stardust_tensor* T, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t N1_dim = N->levels[0].dim;
  const int64_t* N2_pos = 0;
  const int32_t* N2_crd = 0;
  const int32_t* N_vals = 0;
  int64_t* T2_pos = 0;
  int64_t T2_pos_capacity = 0, T2_pos_length = 0;
  int32_t* T2_crd = 0;
  int64_t T2_crd_capacity = 0, T2_crd_length = 0;
  int32_t* T_vals = 0;
  int64_t T_vals_capacity = 0, T_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* T2_crd_parts = 0;
  int64_t T2_crd_parts_capacity = 0;
  int32_t* T_vals_parts = 0;
  int64_t T_vals_parts_capacity = 0;
  int64_t* T2_stop = 0;
  int64_t T2_stop_capacity = 0;
  int64_t* T2_place = 0;
  int64_t T2_place_capacity = 0;
  (void)threads;
  UPLOAD(N2_pos, N->levels[1].pos);
  UPLOAD(N2_crd, N->levels[1].crd);
  UPLOAD(N_vals, N->vals);
  {
    int64_t work = int64_t();
    {
      ktruss5_serial_values values = {N1_dim, work, N2_pos, T2_pos, T2_pos_capacity, T2_pos_length};
      SERIAL(ktruss5_serial, values);
      work = values.work;
      T2_pos = values.T2_pos;
      T2_pos_capacity = values.T2_pos_capacity;
      T2_pos_length = values.T2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(ktruss5_chunk, end_ - begin_, 1, false, begin_, end_, N1_dim, chunks, work, N2_pos, first, gpu->device);
    }
    int64_t T2_most = int64_t();
    {
      ktruss5_serial_2_values values = {N1_dim, T2_most, N2_pos};
      SERIAL(ktruss5_serial_2, values);
      T2_most = values.T2_most;
    }
    DEVICE_ALLOCATE(T2_crd_parts, T2_most);
    DEVICE_ALLOCATE(T_vals_parts, T2_most);
    DEVICE_ALLOCATE(T2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss5_chunk_2, end_ - begin_, 1, false, begin_, end_, N2_crd, N2_pos, N_vals, T2_crd_parts, T2_pos, T2_stop, T_vals_parts, first, gpu->device);
    }
    /* gather the parts of T */
    DEVICE_ALLOCATE(T2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss5_chunk_4, end_ - begin_, 1, false, begin_, end_, N2_pos, T2_place, T2_stop, first, gpu->device);
    }
    SCAN(T2_place, chunks);
    int64_t T2_count_3 = int64_t();
    {
      ktruss5_serial_3_values values = {T2_count_3, chunks, T2_place, T2_place_capacity};
      SERIAL(ktruss5_serial_3, values);
      T2_count_3 = values.T2_count_3;
      T2_place = values.T2_place;
      T2_place_capacity = values.T2_place_capacity;
    }
    DEVICE_RESERVE(T2_crd, T2_count_3);
    T2_crd_length = T2_count_3;
    DEVICE_RESERVE(T_vals, T2_count_3);
    T_vals_length = T2_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ktruss5_chunk_3, end_ - begin_, 32, false, begin_, end_, N2_pos, T2_crd, T2_crd_parts, T2_place, T2_pos, T2_stop, T_vals, T_vals_parts, first, gpu->device);
    }
    DEVICE_RESERVE(T2_crd, T2_count_3);
    T2_crd_length = T2_count_3;
    DEVICE_RESERVE(T_vals, T2_count_3);
    T_vals_length = T2_count_3;
  }
  DOWNLOAD(T->levels[1].pos, T2_pos);
  DOWNLOAD(T->levels[1].crd, T2_crd);
  DOWNLOAD(T->vals, T_vals);
done:
  if (N2_pos) gpu->release(gpu, (void*)N2_pos);
  if (N2_crd) gpu->release(gpu, (void*)N2_crd);
  if (N_vals) gpu->release(gpu, (void*)N_vals);
  if (T2_pos) gpu->release(gpu, (void*)T2_pos);
  if (T2_crd) gpu->release(gpu, (void*)T2_crd);
  if (T_vals) gpu->release(gpu, (void*)T_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (T2_crd_parts) gpu->release(gpu, (void*)T2_crd_parts);
  if (T_vals_parts) gpu->release(gpu, (void*)T_vals_parts);
  if (T2_stop) gpu->release(gpu, (void*)T2_stop);
  if (T2_place) gpu->release(gpu, (void*)T2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return ktruss5(tensors[0], tensors[1], gpu); }
#endif
