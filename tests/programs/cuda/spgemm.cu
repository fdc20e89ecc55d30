#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct spgemm_serial_values {
  int64_t B1_dim;
  int64_t B2_dim;
  int64_t C2_dim;
  bool w_hashed;
  int64_t* A2_pos;
  int64_t A2_pos_capacity;
  int64_t A2_pos_length;
  const int64_t* B2_pos;
  const int64_t* C2_pos;
};

struct spgemm_serial_2_values {
  int64_t B1_dim;
  int64_t work;
  const int64_t* B2_pos;
  int64_t* w_most;
  int64_t w_most_capacity;
};

struct spgemm_serial_3_values {
  int64_t A2_most;
  int64_t B1_dim;
  int64_t* w_most;
  int64_t w_most_capacity;
};

struct spgemm_serial_4_values {
  int64_t A2_count_3;
  int64_t chunks;
  int64_t* A2_place;
  int64_t A2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL spgemm_serial(spgemm_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t B2_dim = values->B2_dim;
  int64_t C2_dim = values->C2_dim;
  bool w_hashed = values->w_hashed;
  STARDUST_GLOBAL(int64_t) A2_pos = values->A2_pos;
  int64_t A2_pos_capacity = values->A2_pos_capacity;
  int64_t A2_pos_length = values->A2_pos_length;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  {
    RESIZE_FILLED(int64_t, A2_pos, B1_dim + 1, 0, done);
    w_hashed = C2_dim > min_i64(4096, max_i64(1024, (B2_pos[B1_dim] + C2_pos[B2_dim]) * 16));
  }
done:;
  values->w_hashed = w_hashed;
  values->A2_pos = A2_pos;
  values->A2_pos_capacity = A2_pos_capacity;
  values->A2_pos_length = A2_pos_length;
}

STARDUST_KERNEL spgemm_i_2(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_GLOBAL(int64_t) w_most, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t i_2 = (int64_t)at_;
    int64_t w_sum = 0;
    int64_t w_here = 0;
    const int64_t B2_begin = B2_pos[i_2];
    const int64_t B2_end = B2_pos[i_2 + 1];
    {
      int64_t w_here_lane = 0;
      for (int64_t B2 = (int64_t)(B2_begin + lane), B2_end_2 = B2_end; B2 < B2_end_2; B2 += 32) {
        const int64_t k = B2_crd[B2];
        const int64_t C2_begin = C2_pos[k];
        const int64_t C2_end = C2_pos[k + 1];
        w_here_lane = w_here_lane + (C2_end - C2_begin);
      }
      w_here = stardust_sum()(w_here, stardust_reduce_warp<stardust_sum>(w_here_lane));
    }
    w_sum = w_sum + min_i64(w_here, C2_dim);
    STARDUST_MEET_WARP();
    if (lane == 0) {
      w_most[i_2] = w_sum;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL spgemm_serial_2(spgemm_serial_2_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_GLOBAL(int64_t) w_most = values->w_most;
  int64_t w_most_capacity = values->w_most_capacity;
  {
    work = B1_dim + B2_pos[B1_dim] + w_most[B1_dim];
  }
  values->work = work;
  values->w_most = w_most;
  values->w_most_capacity = w_most_capacity;
}

STARDUST_KERNEL spgemm_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int64_t) w_most, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + w_most[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL spgemm_serial_3(spgemm_serial_3_values* const values, stardust_device* const device) {
  int64_t A2_most = values->A2_most;
  int64_t B1_dim = values->B1_dim;
  STARDUST_GLOBAL(int64_t) w_most = values->w_most;
  int64_t w_most_capacity = values->w_most_capacity;
  {
    A2_most = w_most[B1_dim];
  }
  values->A2_most = A2_most;
  values->w_most = w_most;
  values->w_most_capacity = w_most_capacity;
}

STARDUST_KERNEL spgemm_chunk_2(const int64_t begin_, const int64_t end_, const int64_t C2_dim, const bool w_hashed, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(int32_t) C2_crd, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(float) C_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int64_t) w_most, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(float) w = 0;
  int64_t w_capacity = 0;
  STARDUST_GLOBAL(bool) w_stored = 0;
  int64_t w_stored_capacity = 0;
  STARDUST_GLOBAL(int32_t) w_list = 0;
  int64_t w_list_capacity = 0;
  STARDUST_GLOBAL(int64_t) w_keys = 0;
  int64_t w_keys_capacity = 0, w_keys_length = 0;
  STARDUST_GLOBAL(int32_t) w_list_2 = 0;
  int64_t w_list_2_capacity = 0;
  STARDUST_GLOBAL(float) w_2 = 0;
  int64_t w_2_capacity = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = w_most[i_first];
    ALLOCATE_FILLED(float, w, w_hashed ? 0 : C2_dim, 0.0f, next);
    ALLOCATE_FILLED(bool, w_stored, w_hashed ? 0 : C2_dim, false, next);
    ALLOCATE(int32_t, w_list, (w_hashed ? 0 : C2_dim) + 1, next);
    ALLOCATE(int64_t, w_keys, 0, next);
    w_keys_length = 0;
    ALLOCATE(int32_t, w_list_2, 0, next);
    ALLOCATE(float, w_2, 0, next);
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      if (w_hashed) {
        int64_t w_count_2 = 0;
        /* forall(k in B2) */
        const int64_t B2_begin_4 = B2_pos[i];
        const int64_t B2_end_4 = B2_pos[i + 1];
        for (int64_t vB2_4 = B2_begin_4, B2_4_end = B2_end_4; vB2_4 < B2_4_end; vB2_4++) {
          const int64_t k_4 = B2_crd[vB2_4];
          /* forall(j in C2): w(j) += B(i,k) * C(k,j) */
          const int64_t C2_begin_4 = C2_pos[k_4];
          const int64_t C2_end_4 = C2_pos[k_4 + 1];
          for (int64_t vC2_4 = C2_begin_4, C2_4_end = C2_end_4; vC2_4 < C2_4_end; vC2_4++) {
            const int64_t j_5 = C2_crd[vC2_4];
            GROW(int32_t, w_list_2, w_count_2 + 1, next);
            w_list_2[w_count_2] = j_5;
            int64_t w_2_slot = 0;
            INSERT(float, j_5, w_keys, w_2, w_2_slot, 0.0f, w_count_2, next);
            w_2[w_2_slot] += B_vals[vB2_4] * C_vals[vC2_4];
          }
        }
        /* forall(j in w1): A(i,j) = w(j) */
        stardust_sort<int32_t>(w_list_2, 0, w_count_2);
        for (int64_t w_at_2 = 0, w_at_2_end = w_count_2; w_at_2 < w_at_2_end; w_at_2++) {
          const int64_t j_6 = w_list_2[w_at_2];
          const int64_t w_2_slot_2 = find_key(w_keys, w_keys_length, j_6);
          A2_crd_parts[A2_count_2] = j_6;
          A_vals_parts[A2_count_2] = w_2[w_2_slot_2];
          A2_count_2 = A2_count_2 + 1;
        }
        /* clear w */
        for (int64_t k_ = 0; k_ < w_count_2; k_++) {
          stardust_clear<float>(w_keys, w_2, w_keys_length, 0.0f, (int64_t)w_list_2[k_]);
        }
        A2_pos[i + 1] = A2_count_2;
      } else {
        int64_t w_count = 0;
        if ((w_most[i + 1] - w_most[i]) * 96 >= C2_dim) {
          /* forall(k in B2) */
          const int64_t B2_begin_3 = B2_pos[i];
          const int64_t B2_end_3 = B2_pos[i + 1];
          for (int64_t vB2_3 = B2_begin_3, B2_3_end = B2_end_3; vB2_3 < B2_3_end; vB2_3++) {
            const int64_t k_3 = B2_crd[vB2_3];
            /* forall(j in C2): w(j) += B(i,k) * C(k,j) */
            const int64_t C2_begin_3 = C2_pos[k_3];
            const int64_t C2_end_3 = C2_pos[k_3 + 1];
            for (int64_t vC2_3 = C2_begin_3, C2_3_end = C2_end_3; vC2_3 < C2_3_end; vC2_3++) {
              const int64_t j_4 = C2_crd[vC2_3];
              w[j_4] += B_vals[vB2_3] * C_vals[vC2_3];
              w_stored[j_4] = true;
            }
          }
          /* forall(j in w1): A(i,j) = w(j) */
          for (int64_t n = 0, n_end = C2_dim; n < n_end; n++) {
            if (w_stored[n]) {
              w_stored[n] = false;
              A2_crd_parts[A2_count_2] = n;
              A_vals_parts[A2_count_2] = w[n];
              w[n] = 0.0f;
              A2_count_2 = A2_count_2 + 1;
            }
          }
          A2_pos[i + 1] = A2_count_2;
        } else {
          /* forall(k in B2) */
          const int64_t B2_begin_2 = B2_pos[i];
          const int64_t B2_end_2_2 = B2_pos[i + 1];
          for (int64_t vB2_2 = B2_begin_2, B2_2_end = B2_end_2_2; vB2_2 < B2_2_end; vB2_2++) {
            const int64_t k_2 = B2_crd[vB2_2];
            /* forall(j in C2): w(j) += B(i,k) * C(k,j) */
            const int64_t C2_begin_2 = C2_pos[k_2];
            const int64_t C2_end_2 = C2_pos[k_2 + 1];
            for (int64_t vC2_2 = C2_begin_2, C2_2_end = C2_end_2; vC2_2 < C2_2_end; vC2_2++) {
              const int64_t j_2 = C2_crd[vC2_2];
              w[j_2] += B_vals[vB2_2] * C_vals[vC2_2];
              w_list[w_count] = j_2;
              w_count = w_count + (int64_t)!w_stored[j_2];
              w_stored[j_2] = true;
            }
          }
          /* forall(j in w1): A(i,j) = w(j) */
          if (C2_dim < w_count * 192) {
            for (int64_t n_2 = 0, n_2_end = C2_dim; n_2 < n_2_end; n_2++) {
              if (w_stored[n_2]) {
                w_stored[n_2] = false;
                A2_crd_parts[A2_count_2] = n_2;
                A_vals_parts[A2_count_2] = w[n_2];
                w[n_2] = 0.0f;
                A2_count_2 = A2_count_2 + 1;
              }
            }
          } else {
            stardust_sort<int32_t>(w_list, 0, w_count);
            for (int64_t w_at = 0, w_at_end = w_count; w_at < w_at_end; w_at++) {
              const int64_t j_3 = w_list[w_at];
              A2_crd_parts[A2_count_2] = j_3;
              A_vals_parts[A2_count_2] = w[j_3];
              A2_count_2 = A2_count_2 + 1;
              w_stored[j_3] = false;
              w[j_3] = 0.0f;
            }
          }
          A2_pos[i + 1] = A2_count_2;
        }
      }
    }
    A2_stop[chunk_2] = A2_count_2;
  }
next:;
}

STARDUST_KERNEL spgemm_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int64_t) w_most, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    A2_place[chunk_4] = A2_stop[chunk_4] - w_most[part_first];
  }
}

STARDUST_KERNEL spgemm_serial_4(spgemm_serial_4_values* const values, stardust_device* const device) {
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

STARDUST_KERNEL spgemm_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) A2_crd, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(int64_t) w_most, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = w_most[part_first_2];
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
static int spgemm(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
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
  int64_t* w_most = 0;
  int64_t w_most_capacity = 0;
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
    bool w_hashed = bool();
    {
      spgemm_serial_values values = {B1_dim, B2_dim, C2_dim, w_hashed, A2_pos, A2_pos_capacity, A2_pos_length, B2_pos, C2_pos};
      SERIAL(spgemm_serial, values);
      w_hashed = values.w_hashed;
      A2_pos = values.A2_pos;
      A2_pos_capacity = values.A2_pos_capacity;
      A2_pos_length = values.A2_pos_length;
    }
    /* count what each iteration of forall(i) puts into w, at most */
    DEVICE_ALLOCATE(w_most, B1_dim + 1);
    {
      const int64_t begin_ = 0, end_ = B1_dim;
      GRID(spgemm_i_2, end_ - begin_, 32, false, begin_, end_, C2_dim, B2_crd, B2_pos, C2_pos, w_most, gpu->device);
    }
    SCAN(w_most, B1_dim);
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      spgemm_serial_2_values values = {B1_dim, work, B2_pos, w_most, w_most_capacity};
      SERIAL(spgemm_serial_2, values);
      work = values.work;
      w_most = values.w_most;
      w_most_capacity = values.w_most_capacity;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(spgemm_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, chunks, work, B2_pos, first, w_most, gpu->device);
    }
    int64_t A2_most = int64_t();
    {
      spgemm_serial_3_values values = {A2_most, B1_dim, w_most, w_most_capacity};
      SERIAL(spgemm_serial_3, values);
      A2_most = values.A2_most;
      w_most = values.w_most;
      w_most_capacity = values.w_most_capacity;
    }
    DEVICE_ALLOCATE(A2_crd_parts, A2_most);
    DEVICE_ALLOCATE(A_vals_parts, A2_most);
    DEVICE_ALLOCATE(A2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spgemm_chunk_2, end_ - begin_, 1, true, begin_, end_, C2_dim, w_hashed, A2_crd_parts, A2_pos, A2_stop, A_vals_parts, B2_crd, B2_pos, B_vals, C2_crd, C2_pos, C_vals, first, w_most, gpu->device);
    }
    /* gather the parts of A */
    DEVICE_ALLOCATE(A2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(spgemm_chunk_4, end_ - begin_, 1, false, begin_, end_, A2_place, A2_stop, first, w_most, gpu->device);
    }
    SCAN(A2_place, chunks);
    int64_t A2_count_3 = int64_t();
    {
      spgemm_serial_4_values values = {A2_count_3, chunks, A2_place, A2_place_capacity};
      SERIAL(spgemm_serial_4, values);
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
      GRID(spgemm_chunk_3, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_crd_parts, A2_place, A2_pos, A2_stop, A_vals, A_vals_parts, first, w_most, gpu->device);
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
  if (w_most) gpu->release(gpu, (void*)w_most);
  if (first) gpu->release(gpu, (void*)first);
  if (A2_crd_parts) gpu->release(gpu, (void*)A2_crd_parts);
  if (A_vals_parts) gpu->release(gpu, (void*)A_vals_parts);
  if (A2_stop) gpu->release(gpu, (void*)A2_stop);
  if (A2_place) gpu->release(gpu, (void*)A2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return spgemm(tensors[0], tensors[1], tensors[2], gpu); }
#endif
