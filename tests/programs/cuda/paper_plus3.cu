#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct plus3_serial_values {
  int64_t B1_dim;
  int64_t work;
  int64_t* A2_pos;
  int64_t A2_pos_capacity;
  int64_t A2_pos_length;
  const int64_t* B2_pos;
  const int64_t* C2_pos;
  const int64_t* D2_pos;
};

struct plus3_serial_2_values {
  int64_t A2_most;
  int64_t B1_dim;
  const int64_t* B2_pos;
  const int64_t* C2_pos;
  const int64_t* D2_pos;
};

struct plus3_serial_3_values {
  int64_t A2_count_3;
  int64_t chunks;
  int64_t* A2_place;
  int64_t A2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL plus3_serial(plus3_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t work = values->work;
  STARDUST_GLOBAL(int64_t) A2_pos = values->A2_pos;
  int64_t A2_pos_capacity = values->A2_pos_capacity;
  int64_t A2_pos_length = values->A2_pos_length;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  STARDUST_INPUT(int64_t) D2_pos = values->D2_pos;
  {
    RESIZE_FILLED(int64_t, A2_pos, B1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = B1_dim + B2_pos[B1_dim] + C2_pos[B1_dim] + D2_pos[B1_dim];
  }
done:;
  values->work = work;
  values->A2_pos = A2_pos;
  values->A2_pos_capacity = A2_pos_capacity;
  values->A2_pos_length = A2_pos_length;
}

STARDUST_KERNEL plus3_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int64_t) D2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + C2_pos[middle] + D2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL plus3_serial_2(plus3_serial_2_values* const values, stardust_device* const device) {
  int64_t A2_most = values->A2_most;
  int64_t B1_dim = values->B1_dim;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) C2_pos = values->C2_pos;
  STARDUST_INPUT(int64_t) D2_pos = values->D2_pos;
  {
    A2_most = B2_pos[B1_dim] + C2_pos[B1_dim] + D2_pos[B1_dim];
  }
  values->A2_most = A2_most;
}

STARDUST_KERNEL plus3_chunk_2(const int64_t begin_, const int64_t end_, const int64_t B2_dim, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(int32_t) C2_crd, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(float) C_vals, STARDUST_INPUT(int32_t) D2_crd, STARDUST_INPUT(int64_t) D2_pos, STARDUST_INPUT(float) D_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  STARDUST_GLOBAL(float) row = 0;
  int64_t row_capacity = 0, row_length = 0;
  STARDUST_GLOBAL(bool) row_stored = 0;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = B2_pos[i_first] + C2_pos[i_first] + D2_pos[i_first];
    ALLOCATE(float, row, 0, next);
    row_length = 0;
    ALLOCATE(bool, row_stored, 0, next);
    row_stored_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in (B2 ∪ C2) ∪ D2): A(i,j) = B(i,j) + C(i,j) + D(i,j) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      const int64_t D2_begin = D2_pos[i];
      const int64_t D2_end = D2_pos[i + 1];
      if ((B2_end - B2_begin + (C2_end - C2_begin) + (D2_end - D2_begin)) * 40 >= B2_dim) {
        RESIZE_FILLED(float, row, B2_dim, 0.0f, next);
        RESIZE_FILLED(bool, row_stored, B2_dim, false, next);
        /* forall(j in B2): row(j) = B(i,j) */
        const int64_t B2_begin_2 = B2_pos[i];
        const int64_t B2_end_2 = B2_pos[i + 1];
        for (int64_t vB2_2 = B2_begin_2, B2_2_end = B2_end_2; vB2_2 < B2_2_end; vB2_2++) {
          const int64_t j_2 = B2_crd[vB2_2];
          row[j_2] = B_vals[vB2_2];
          row_stored[j_2] = true;
        }
        /* forall(j in C2): row(j) += C(i,j) */
        const int64_t C2_begin_2 = C2_pos[i];
        const int64_t C2_end_2 = C2_pos[i + 1];
        for (int64_t vC2_2 = C2_begin_2, C2_2_end = C2_end_2; vC2_2 < C2_2_end; vC2_2++) {
          const int64_t j_3 = C2_crd[vC2_2];
          row[j_3] += C_vals[vC2_2];
          row_stored[j_3] = true;
        }
        /* forall(j in D2): row(j) += D(i,j) */
        const int64_t D2_begin_2 = D2_pos[i];
        const int64_t D2_end_2 = D2_pos[i + 1];
        for (int64_t vD2_2 = D2_begin_2, D2_2_end = D2_end_2; vD2_2 < D2_2_end; vD2_2++) {
          const int64_t j_4 = D2_crd[vD2_2];
          row[j_4] += D_vals[vD2_2];
          row_stored[j_4] = true;
        }
        /* pack row into A */
        for (int64_t n = 0, n_end = B2_dim; n < n_end; n++) {
          if (row_stored[n]) {
            row_stored[n] = false;
            A2_crd_parts[A2_count_2] = n;
            A_vals_parts[A2_count_2] = row[n];
            row[n] = 0.0f;
            A2_count_2 = A2_count_2 + 1;
          }
        }
      } else {
        int64_t B2 = B2_begin;
        int64_t C2 = C2_begin;
        int64_t D2 = D2_begin;
        while (B2 < B2_end || C2 < C2_end || D2 < D2_end) {
          const int64_t B_j = B2 < B2_end ? (int64_t)B2_crd[B2] : B2_dim;
          const int64_t C_j = C2 < C2_end ? (int64_t)C2_crd[C2] : B2_dim;
          const int64_t D_j = D2 < D2_end ? (int64_t)D2_crd[D2] : B2_dim;
          const int64_t j = min_i64(min_i64(B_j, C_j), D_j);
          const bool B_has_j = B_j == j;
          const bool C_has_j = C_j == j;
          const bool D_has_j = D_j == j;
          A_vals_parts[A2_count_2] = (B_has_j ? B_vals[B2] : 0.0f) + (C_has_j ? C_vals[C2] : 0.0f) + (D_has_j ? D_vals[D2] : 0.0f);
          A2_crd_parts[A2_count_2] = j;
          A2_count_2 = A2_count_2 + 1;
          if (B_has_j) {
            B2 = B2 + 1;
          }
          if (C_has_j) {
            C2 = C2 + 1;
          }
          if (D_has_j) {
            D2 = D2 + 1;
          }
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  }
next:;
}

STARDUST_KERNEL plus3_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int64_t) D2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    A2_place[chunk_4] = A2_stop[chunk_4] - (B2_pos[part_first] + C2_pos[part_first] + D2_pos[part_first]);
  }
}

STARDUST_KERNEL plus3_serial_3(plus3_serial_3_values* const values, stardust_device* const device) {
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

STARDUST_KERNEL plus3_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) A2_crd, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) C2_pos, STARDUST_INPUT(int64_t) D2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = B2_pos[part_first_2] + C2_pos[part_first_2] + D2_pos[part_first_2];
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
static int plus3(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t* B2_pos = 0;
  const int32_t* B2_crd = 0;
  const float* B_vals = 0;
  const int64_t* C2_pos = 0;
  const int32_t* C2_crd = 0;
  const float* C_vals = 0;
  const int64_t* D2_pos = 0;
  const int32_t* D2_crd = 0;
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
  UPLOAD(C2_pos, C->levels[1].pos);
  UPLOAD(C2_crd, C->levels[1].crd);
  UPLOAD(C_vals, C->vals);
  UPLOAD(D2_pos, D->levels[1].pos);
  UPLOAD(D2_crd, D->levels[1].crd);
  UPLOAD(D_vals, D->vals);
  {
    int64_t work = int64_t();
    {
      plus3_serial_values values = {B1_dim, work, A2_pos, A2_pos_capacity, A2_pos_length, B2_pos, C2_pos, D2_pos};
      SERIAL(plus3_serial, values);
      work = values.work;
      A2_pos = values.A2_pos;
      A2_pos_capacity = values.A2_pos_capacity;
      A2_pos_length = values.A2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(plus3_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, chunks, work, B2_pos, C2_pos, D2_pos, first, gpu->device);
    }
    int64_t A2_most = int64_t();
    {
      plus3_serial_2_values values = {A2_most, B1_dim, B2_pos, C2_pos, D2_pos};
      SERIAL(plus3_serial_2, values);
      A2_most = values.A2_most;
    }
    DEVICE_ALLOCATE(A2_crd_parts, A2_most);
    DEVICE_ALLOCATE(A_vals_parts, A2_most);
    DEVICE_ALLOCATE(A2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(plus3_chunk_2, end_ - begin_, 1, true, begin_, end_, B2_dim, A2_crd_parts, A2_pos, A2_stop, A_vals_parts, B2_crd, B2_pos, B_vals, C2_crd, C2_pos, C_vals, D2_crd, D2_pos, D_vals, first, gpu->device);
    }
    /* gather the parts of A */
    DEVICE_ALLOCATE(A2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(plus3_chunk_4, end_ - begin_, 1, false, begin_, end_, A2_place, A2_stop, B2_pos, C2_pos, D2_pos, first, gpu->device);
    }
    SCAN(A2_place, chunks);
    int64_t A2_count_3 = int64_t();
    {
      plus3_serial_3_values values = {A2_count_3, chunks, A2_place, A2_place_capacity};
      SERIAL(plus3_serial_3, values);
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
      GRID(plus3_chunk_3, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_crd_parts, A2_place, A2_pos, A2_stop, A_vals, A_vals_parts, B2_pos, C2_pos, D2_pos, first, gpu->device);
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
  if (D2_pos) gpu->release(gpu, (void*)D2_pos);
  if (D2_crd) gpu->release(gpu, (void*)D2_crd);
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
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return plus3(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
