#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct mttkrp_serial_values {
  int64_t B1_begin;
  int64_t B1_end;
  int64_t work;
  int64_t* A1_pos;
  int64_t A1_pos_capacity;
  int64_t A1_pos_length;
  const int64_t* B1_pos;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
};

struct mttkrp_serial_2_values {
  int64_t A1_count_3;
  int64_t chunks;
  int64_t* A1_place;
  int64_t A1_place_capacity;
};

struct mttkrp_serial_3_values {
  int64_t A1_count_3;
  int64_t* A1_pos;
  int64_t A1_pos_capacity;
  int64_t A1_pos_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL mttkrp_serial(mttkrp_serial_values* const values, stardust_device* const device) {
  int64_t B1_begin = values->B1_begin;
  int64_t B1_end = values->B1_end;
  int64_t work = values->work;
  STARDUST_GLOBAL(int64_t) A1_pos = values->A1_pos;
  int64_t A1_pos_capacity = values->A1_pos_capacity;
  int64_t A1_pos_length = values->A1_pos_length;
  STARDUST_INPUT(int64_t) B1_pos = values->B1_pos;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  {
    RESIZE_FILLED(int64_t, A1_pos, 2, 0, done);
    B1_begin = B1_pos[0];
    B1_end = B1_pos[1];
    /* cut forall(i) into chunks of about equal work */
    work = B1_end + B3_pos[B2_pos[B1_end]];
  }
done:;
  values->B1_begin = B1_begin;
  values->B1_end = B1_end;
  values->work = work;
  values->A1_pos = A1_pos;
  values->A1_pos_capacity = A1_pos_capacity;
  values->A1_pos_length = A1_pos_length;
}

STARDUST_KERNEL mttkrp_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_begin, const int64_t B1_end, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL mttkrp_chunk_2(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_GLOBAL(int32_t) A1_crd_parts, STARDUST_GLOBAL(int64_t) A1_stop, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int32_t) B1_crd, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int32_t) B3_crd, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(float) C_vals, STARDUST_INPUT(float) D_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A1_count_2 = i_first;
    /* forall(i in B1) */
    for (int64_t B1 = i_first, B1_end_2 = i_last; B1 < B1_end_2; B1++) {
      const int64_t i = B1_crd[B1];
      bool A_stored = false;
      /* clear the block of A */
      STARDUST_MEET_WARP();
      {
        for (int64_t entry = (int64_t)(0 + lane), entry_end = C2_dim; entry < entry_end; entry += 32) {
          A_vals_parts[A1_count_2 * C2_dim + entry] = 0.0f;
        }
      }
      STARDUST_MEET_WARP();
      /* forall(k in B2) */
      const int64_t B2_begin = B2_pos[B1];
      const int64_t B2_end = B2_pos[B1 + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t k = B2_crd[B2];
        /* forall(l in B3) */
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
          const int64_t l = B3_crd[B3];
          /* forall(j): A(i,j) += B(i,k,l) * C(j,k) * D(j,l) */
          for (int64_t j = 0, j_end = C2_dim; j < j_end; j++) {
            const int64_t C2 = k * C2_dim + j;
            const int64_t D2 = l * C2_dim + j;
            const int64_t A2 = A1_count_2 * C2_dim + j;
            STARDUST_MEET_WARP();
            if (lane == 0) {
              A_vals_parts[A2] += B_vals[B3] * C_vals[C2] * D_vals[D2];
            }
            STARDUST_MEET_WARP();
            A_stored = true;
          }
        }
      }
      if (A_stored) {
        STARDUST_MEET_WARP();
        if (lane == 0) {
          A1_crd_parts[A1_count_2] = i;
        }
        STARDUST_MEET_WARP();
        A1_count_2 = A1_count_2 + 1;
      }
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      A1_stop[chunk_2] = A1_count_2;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL mttkrp_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) A1_place, STARDUST_GLOBAL(int64_t) A1_stop, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    A1_place[chunk_4] = A1_stop[chunk_4] - part_first;
  }
}

STARDUST_KERNEL mttkrp_serial_2(mttkrp_serial_2_values* const values, stardust_device* const device) {
  int64_t A1_count_3 = values->A1_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) A1_place = values->A1_place;
  int64_t A1_place_capacity = values->A1_place_capacity;
  {
    A1_count_3 = A1_place[chunks];
  }
  values->A1_count_3 = A1_count_3;
  values->A1_place = A1_place;
  values->A1_place_capacity = A1_place_capacity;
}

STARDUST_KERNEL mttkrp_chunk_3(const int64_t begin_, const int64_t end_, const int64_t C2_dim, STARDUST_GLOBAL(int32_t) A1_crd, STARDUST_GLOBAL(int32_t) A1_crd_parts, STARDUST_GLOBAL(int64_t) A1_place, STARDUST_GLOBAL(int64_t) A1_stop, STARDUST_GLOBAL(float) A_vals, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t A1_length = A1_stop[chunk_3] - part_first_2;
    const int64_t A1_gap = part_first_2 - A1_place[chunk_3];
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = A1_length; at < at_end; at += 32) {
        A1_crd[part_first_2 - A1_gap + at] = A1_crd_parts[part_first_2 + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = A1_length * C2_dim; at_2 < at_2_end; at_2 += 32) {
        A_vals[(part_first_2 - A1_gap) * C2_dim + at_2] = A_vals_parts[part_first_2 * C2_dim + at_2];
      }
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL mttkrp_serial_3(mttkrp_serial_3_values* const values, stardust_device* const device) {
  int64_t A1_count_3 = values->A1_count_3;
  STARDUST_GLOBAL(int64_t) A1_pos = values->A1_pos;
  int64_t A1_pos_capacity = values->A1_pos_capacity;
  int64_t A1_pos_length = values->A1_pos_length;
  {
    A1_pos[1] = A1_count_3;
  }
  values->A1_pos = A1_pos;
  values->A1_pos_capacity = A1_pos_capacity;
  values->A1_pos_length = A1_pos_length;
}

#endif

#ifndef __CUDACC_RTC__
static int mttkrp(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t* B1_pos = 0;
  const int64_t* B2_pos = 0;
  const int64_t* B3_pos = 0;
  const int32_t* B1_crd = 0;
  const int32_t* B2_crd = 0;
  const int32_t* B3_crd = 0;
  const float* B_vals = 0;
  const int64_t C2_dim = C->levels[1].dim;
  const float* C_vals = 0;
  const float* D_vals = 0;
  int64_t* A1_pos = 0;
  int64_t A1_pos_capacity = 0, A1_pos_length = 0;
  int32_t* A1_crd = 0;
  int64_t A1_crd_capacity = 0, A1_crd_length = 0;
  float* A_vals = 0;
  int64_t A_vals_capacity = 0, A_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* A1_crd_parts = 0;
  int64_t A1_crd_parts_capacity = 0;
  float* A_vals_parts = 0;
  int64_t A_vals_parts_capacity = 0;
  int64_t* A1_stop = 0;
  int64_t A1_stop_capacity = 0;
  int64_t* A1_place = 0;
  int64_t A1_place_capacity = 0;
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
    int64_t B1_begin = int64_t();
    int64_t B1_end = int64_t();
    int64_t work = int64_t();
    {
      mttkrp_serial_values values = {B1_begin, B1_end, work, A1_pos, A1_pos_capacity, A1_pos_length, B1_pos, B2_pos, B3_pos};
      SERIAL(mttkrp_serial, values);
      B1_begin = values.B1_begin;
      B1_end = values.B1_end;
      work = values.work;
      A1_pos = values.A1_pos;
      A1_pos_capacity = values.A1_pos_capacity;
      A1_pos_length = values.A1_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(mttkrp_chunk, end_ - begin_, 1, false, begin_, end_, B1_begin, B1_end, chunks, work, B2_pos, B3_pos, first, gpu->device);
    }
    if ((double)B1_end * (double)C2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_ALLOCATE(A1_crd_parts, B1_end);
    DEVICE_ALLOCATE(A_vals_parts, B1_end * C2_dim);
    DEVICE_ALLOCATE(A1_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(mttkrp_chunk_2, end_ - begin_, 32, false, begin_, end_, C2_dim, A1_crd_parts, A1_stop, A_vals_parts, B1_crd, B2_crd, B2_pos, B3_crd, B3_pos, B_vals, C_vals, D_vals, first, gpu->device);
    }
    /* gather the parts of A */
    DEVICE_ALLOCATE(A1_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(mttkrp_chunk_4, end_ - begin_, 1, false, begin_, end_, A1_place, A1_stop, first, gpu->device);
    }
    SCAN(A1_place, chunks);
    int64_t A1_count_3 = int64_t();
    {
      mttkrp_serial_2_values values = {A1_count_3, chunks, A1_place, A1_place_capacity};
      SERIAL(mttkrp_serial_2, values);
      A1_count_3 = values.A1_count_3;
      A1_place = values.A1_place;
      A1_place_capacity = values.A1_place_capacity;
    }
    DEVICE_RESERVE(A1_crd, A1_count_3);
    A1_crd_length = A1_count_3;
    DEVICE_RESERVE(A_vals, A1_count_3 * C2_dim);
    A_vals_length = A1_count_3 * C2_dim;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(mttkrp_chunk_3, end_ - begin_, 32, false, begin_, end_, C2_dim, A1_crd, A1_crd_parts, A1_place, A1_stop, A_vals, A_vals_parts, first, gpu->device);
    }
    {
      mttkrp_serial_3_values values = {A1_count_3, A1_pos, A1_pos_capacity, A1_pos_length};
      SERIAL(mttkrp_serial_3, values);
      A1_pos = values.A1_pos;
      A1_pos_capacity = values.A1_pos_capacity;
      A1_pos_length = values.A1_pos_length;
    }
    DEVICE_RESERVE(A1_crd, A1_count_3);
    A1_crd_length = A1_count_3;
    DEVICE_RESERVE(A_vals, A1_count_3 * C2_dim);
    A_vals_length = A1_count_3 * C2_dim;
  }
  DOWNLOAD(A->levels[0].pos, A1_pos);
  DOWNLOAD(A->levels[0].crd, A1_crd);
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
  if (A1_pos) gpu->release(gpu, (void*)A1_pos);
  if (A1_crd) gpu->release(gpu, (void*)A1_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (A1_crd_parts) gpu->release(gpu, (void*)A1_crd_parts);
  if (A_vals_parts) gpu->release(gpu, (void*)A_vals_parts);
  if (A1_stop) gpu->release(gpu, (void*)A1_stop);
  if (A1_place) gpu->release(gpu, (void*)A1_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return mttkrp(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
