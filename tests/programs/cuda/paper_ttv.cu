#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct ttv_serial_values {
  int64_t B1_begin;
  int64_t B1_end;
  int64_t work;
  int64_t* A1_pos;
  int64_t A1_pos_capacity;
  int64_t A1_pos_length;
  int64_t* A2_pos;
  int64_t A2_pos_capacity;
  int64_t A2_pos_length;
  const int64_t* B1_pos;
  const int64_t* B2_pos;
  const int64_t* B3_pos;
};

struct ttv_serial_2_values {
  int64_t* A2_pos_parts;
  int64_t A2_pos_parts_capacity;
};

struct ttv_serial_3_values {
  int64_t A2_most;
  int64_t B1_end;
  const int64_t* B2_pos;
};

struct ttv_serial_4_values {
  int64_t A1_count_3;
  int64_t chunks;
  int64_t* A1_place;
  int64_t A1_place_capacity;
};

struct ttv_serial_5_values {
  int64_t A2_count_3;
  int64_t chunks;
  int64_t* A2_place;
  int64_t A2_place_capacity;
};

struct ttv_serial_6_values {
  int64_t A1_count_3;
  int64_t* A1_pos;
  int64_t A1_pos_capacity;
  int64_t A1_pos_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL ttv_serial(ttv_serial_values* const values, stardust_device* const device) {
  int64_t B1_begin = values->B1_begin;
  int64_t B1_end = values->B1_end;
  int64_t work = values->work;
  STARDUST_GLOBAL(int64_t) A1_pos = values->A1_pos;
  int64_t A1_pos_capacity = values->A1_pos_capacity;
  int64_t A1_pos_length = values->A1_pos_length;
  STARDUST_GLOBAL(int64_t) A2_pos = values->A2_pos;
  int64_t A2_pos_capacity = values->A2_pos_capacity;
  int64_t A2_pos_length = values->A2_pos_length;
  STARDUST_INPUT(int64_t) B1_pos = values->B1_pos;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(int64_t) B3_pos = values->B3_pos;
  {
    RESIZE_FILLED(int64_t, A1_pos, 2, 0, done);
    RESIZE_FILLED(int64_t, A2_pos, 1, 0, done);
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
  values->A2_pos = A2_pos;
  values->A2_pos_capacity = A2_pos_capacity;
  values->A2_pos_length = A2_pos_length;
}

STARDUST_KERNEL ttv_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_begin, const int64_t B1_end, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int64_t) B3_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
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

STARDUST_KERNEL ttv_serial_2(ttv_serial_2_values* const values, stardust_device* const device) {
  STARDUST_GLOBAL(int64_t) A2_pos_parts = values->A2_pos_parts;
  int64_t A2_pos_parts_capacity = values->A2_pos_parts_capacity;
  {
    A2_pos_parts[0] = 0;
  }
  values->A2_pos_parts = A2_pos_parts;
  values->A2_pos_parts_capacity = A2_pos_parts_capacity;
}

STARDUST_KERNEL ttv_serial_3(ttv_serial_3_values* const values, stardust_device* const device) {
  int64_t A2_most = values->A2_most;
  int64_t B1_end = values->B1_end;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  {
    A2_most = B2_pos[B1_end];
  }
  values->A2_most = A2_most;
}

STARDUST_KERNEL ttv_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) A1_crd_parts, STARDUST_GLOBAL(int64_t) A1_stop, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_pos_parts, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int32_t) B1_crd, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(int32_t) B3_crd, STARDUST_INPUT(int64_t) B3_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(float) c_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A1_count_2 = i_first;
    int64_t A2_count_2 = B2_pos[i_first];
    /* forall(i in B1) */
    for (int64_t B1 = i_first, B1_end_2 = i_last; B1 < B1_end_2; B1++) {
      const int64_t i = B1_crd[B1];
      const int64_t A2_before = A2_count_2;
      /* forall(j in B2) */
      const int64_t B2_begin = B2_pos[B1];
      const int64_t B2_end = B2_pos[B1 + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t j = B2_crd[B2];
        float ws = 0.0f;
        /* forall(k in B3): ws += B(i,j,k) * c(k) */
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        {
          float ws_lane = 0.0f;
          for (int64_t B3 = (int64_t)(B3_begin + lane), B3_end_2 = B3_end; B3 < B3_end_2; B3 += 32) {
            const int64_t k = B3_crd[B3];
            ws_lane = ws_lane + B_vals[B3] * c_vals[k];
          }
          ws = stardust_sum()(ws, stardust_reduce_warp<stardust_sum>(ws_lane));
        }
        /* A(i,j) = ws */
        if (B3_begin < B3_end) {
          STARDUST_MEET_WARP();
          if (lane == 0) {
            A_vals_parts[A2_count_2] = ws;
          }
          STARDUST_MEET_WARP();
          STARDUST_MEET_WARP();
          if (lane == 0) {
            A2_crd_parts[A2_count_2] = j;
          }
          STARDUST_MEET_WARP();
          A2_count_2 = A2_count_2 + 1;
        }
      }
      STARDUST_MEET_WARP();
      if (lane == 0) {
        A2_pos_parts[A1_count_2 + 1] = A2_count_2;
      }
      STARDUST_MEET_WARP();
      if (A2_count_2 > A2_before) {
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
    STARDUST_MEET_WARP();
    if (lane == 0) {
      A2_stop[chunk_2] = A2_count_2;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL ttv_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) A1_place, STARDUST_GLOBAL(int64_t) A1_stop, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    A1_place[chunk_4] = A1_stop[chunk_4] - part_first;
    A2_place[chunk_4] = A2_stop[chunk_4] - B2_pos[part_first];
  }
}

STARDUST_KERNEL ttv_serial_4(ttv_serial_4_values* const values, stardust_device* const device) {
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

STARDUST_KERNEL ttv_serial_5(ttv_serial_5_values* const values, stardust_device* const device) {
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

STARDUST_KERNEL ttv_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int32_t) A1_crd, STARDUST_GLOBAL(int32_t) A1_crd_parts, STARDUST_GLOBAL(int64_t) A1_place, STARDUST_GLOBAL(int64_t) A1_stop, STARDUST_GLOBAL(int32_t) A2_crd, STARDUST_GLOBAL(int32_t) A2_crd_parts, STARDUST_GLOBAL(int64_t) A2_place, STARDUST_GLOBAL(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) A2_pos_parts, STARDUST_GLOBAL(int64_t) A2_stop, STARDUST_GLOBAL(float) A_vals, STARDUST_GLOBAL(float) A_vals_parts, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t A1_length = A1_stop[chunk_3] - part_first_2;
    const int64_t A1_gap = part_first_2 - A1_place[chunk_3];
    const int64_t A2_start = B2_pos[part_first_2];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_place[chunk_3];
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = A1_length; at < at_end; at += 32) {
        A1_crd[part_first_2 - A1_gap + at] = A1_crd_parts[part_first_2 + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = A1_length; at_2 < at_2_end; at_2 += 32) {
        A2_pos[part_first_2 - A1_gap + 1 + at_2] = A2_pos_parts[part_first_2 + 1 + at_2] - A2_gap;
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_3 = (int64_t)(0 + lane), at_3_end = A2_length; at_3 < at_3_end; at_3 += 32) {
        A2_crd[A2_start - A2_gap + at_3] = A2_crd_parts[A2_start + at_3];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_4 = (int64_t)(0 + lane), at_4_end = A2_length; at_4 < at_4_end; at_4 += 32) {
        A_vals[A2_start - A2_gap + at_4] = A_vals_parts[A2_start + at_4];
      }
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL ttv_serial_6(ttv_serial_6_values* const values, stardust_device* const device) {
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
static int ttv(const stardust_tensor* B, const stardust_tensor* c, stardust_tensor* A, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t* B1_pos = 0;
  const int64_t* B2_pos = 0;
  const int64_t* B3_pos = 0;
  const int32_t* B1_crd = 0;
  const int32_t* B2_crd = 0;
  const int32_t* B3_crd = 0;
  const float* B_vals = 0;
  const float* c_vals = 0;
  int64_t* A1_pos = 0;
  int64_t A1_pos_capacity = 0, A1_pos_length = 0;
  int64_t* A2_pos = 0;
  int64_t A2_pos_capacity = 0, A2_pos_length = 0;
  int32_t* A1_crd = 0;
  int64_t A1_crd_capacity = 0, A1_crd_length = 0;
  int32_t* A2_crd = 0;
  int64_t A2_crd_capacity = 0, A2_crd_length = 0;
  float* A_vals = 0;
  int64_t A_vals_capacity = 0, A_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* A1_crd_parts = 0;
  int64_t A1_crd_parts_capacity = 0;
  int64_t* A2_pos_parts = 0;
  int64_t A2_pos_parts_capacity = 0;
  int64_t* A1_stop = 0;
  int64_t A1_stop_capacity = 0;
  int32_t* A2_crd_parts = 0;
  int64_t A2_crd_parts_capacity = 0;
  float* A_vals_parts = 0;
  int64_t A_vals_parts_capacity = 0;
  int64_t* A2_stop = 0;
  int64_t A2_stop_capacity = 0;
  int64_t* A1_place = 0;
  int64_t A1_place_capacity = 0;
  int64_t* A2_place = 0;
  int64_t A2_place_capacity = 0;
  (void)threads;
  UPLOAD(B1_pos, B->levels[0].pos);
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B3_pos, B->levels[2].pos);
  UPLOAD(B1_crd, B->levels[0].crd);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B3_crd, B->levels[2].crd);
  UPLOAD(B_vals, B->vals);
  UPLOAD(c_vals, c->vals);
  {
    int64_t B1_begin = int64_t();
    int64_t B1_end = int64_t();
    int64_t work = int64_t();
    {
      ttv_serial_values values = {B1_begin, B1_end, work, A1_pos, A1_pos_capacity, A1_pos_length, A2_pos, A2_pos_capacity, A2_pos_length, B1_pos, B2_pos, B3_pos};
      SERIAL(ttv_serial, values);
      B1_begin = values.B1_begin;
      B1_end = values.B1_end;
      work = values.work;
      A1_pos = values.A1_pos;
      A1_pos_capacity = values.A1_pos_capacity;
      A1_pos_length = values.A1_pos_length;
      A2_pos = values.A2_pos;
      A2_pos_capacity = values.A2_pos_capacity;
      A2_pos_length = values.A2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(ttv_chunk, end_ - begin_, 1, false, begin_, end_, B1_begin, B1_end, chunks, work, B2_pos, B3_pos, first, gpu->device);
    }
    DEVICE_ALLOCATE(A1_crd_parts, B1_end);
    DEVICE_ALLOCATE(A2_pos_parts, B1_end + 1);
    {
      ttv_serial_2_values values = {A2_pos_parts, A2_pos_parts_capacity};
      SERIAL(ttv_serial_2, values);
      A2_pos_parts = values.A2_pos_parts;
      A2_pos_parts_capacity = values.A2_pos_parts_capacity;
    }
    DEVICE_ALLOCATE(A1_stop, chunks);
    int64_t A2_most = int64_t();
    {
      ttv_serial_3_values values = {A2_most, B1_end, B2_pos};
      SERIAL(ttv_serial_3, values);
      A2_most = values.A2_most;
    }
    DEVICE_ALLOCATE(A2_crd_parts, A2_most);
    DEVICE_ALLOCATE(A_vals_parts, A2_most);
    DEVICE_ALLOCATE(A2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ttv_chunk_2, end_ - begin_, 32, false, begin_, end_, A1_crd_parts, A1_stop, A2_crd_parts, A2_pos_parts, A2_stop, A_vals_parts, B1_crd, B2_crd, B2_pos, B3_crd, B3_pos, B_vals, c_vals, first, gpu->device);
    }
    /* gather the parts of A */
    DEVICE_ALLOCATE(A1_place, chunks + 1);
    DEVICE_ALLOCATE(A2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ttv_chunk_4, end_ - begin_, 1, false, begin_, end_, A1_place, A1_stop, A2_place, A2_stop, B2_pos, first, gpu->device);
    }
    SCAN(A1_place, chunks);
    int64_t A1_count_3 = int64_t();
    {
      ttv_serial_4_values values = {A1_count_3, chunks, A1_place, A1_place_capacity};
      SERIAL(ttv_serial_4, values);
      A1_count_3 = values.A1_count_3;
      A1_place = values.A1_place;
      A1_place_capacity = values.A1_place_capacity;
    }
    SCAN(A2_place, chunks);
    int64_t A2_count_3 = int64_t();
    {
      ttv_serial_5_values values = {A2_count_3, chunks, A2_place, A2_place_capacity};
      SERIAL(ttv_serial_5, values);
      A2_count_3 = values.A2_count_3;
      A2_place = values.A2_place;
      A2_place_capacity = values.A2_place_capacity;
    }
    DEVICE_RESERVE(A1_crd, A1_count_3);
    A1_crd_length = A1_count_3;
    DEVICE_RESERVE(A2_pos, A1_count_3 + 1);
    A2_pos_length = A1_count_3 + 1;
    DEVICE_RESERVE(A2_crd, A2_count_3);
    A2_crd_length = A2_count_3;
    DEVICE_RESERVE(A_vals, A2_count_3);
    A_vals_length = A2_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(ttv_chunk_3, end_ - begin_, 32, false, begin_, end_, A1_crd, A1_crd_parts, A1_place, A1_stop, A2_crd, A2_crd_parts, A2_place, A2_pos, A2_pos_parts, A2_stop, A_vals, A_vals_parts, B2_pos, first, gpu->device);
    }
    {
      ttv_serial_6_values values = {A1_count_3, A1_pos, A1_pos_capacity, A1_pos_length};
      SERIAL(ttv_serial_6, values);
      A1_pos = values.A1_pos;
      A1_pos_capacity = values.A1_pos_capacity;
      A1_pos_length = values.A1_pos_length;
    }
    DEVICE_RESERVE(A1_crd, A1_count_3);
    A1_crd_length = A1_count_3;
    DEVICE_RESERVE(A2_pos, A1_count_3 + 1);
    A2_pos_length = A1_count_3 + 1;
    DEVICE_RESERVE(A2_crd, A2_count_3);
    A2_crd_length = A2_count_3;
    DEVICE_RESERVE(A_vals, A2_count_3);
    A_vals_length = A2_count_3;
  }
  DOWNLOAD(A->levels[0].pos, A1_pos);
  DOWNLOAD(A->levels[1].pos, A2_pos);
  DOWNLOAD(A->levels[0].crd, A1_crd);
  DOWNLOAD(A->levels[1].crd, A2_crd);
  DOWNLOAD(A->vals, A_vals);
done:
  if (B1_pos) gpu->release(gpu, (void*)B1_pos);
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B3_pos) gpu->release(gpu, (void*)B3_pos);
  if (B1_crd) gpu->release(gpu, (void*)B1_crd);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B3_crd) gpu->release(gpu, (void*)B3_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (c_vals) gpu->release(gpu, (void*)c_vals);
  if (A1_pos) gpu->release(gpu, (void*)A1_pos);
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A1_crd) gpu->release(gpu, (void*)A1_crd);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (A1_crd_parts) gpu->release(gpu, (void*)A1_crd_parts);
  if (A2_pos_parts) gpu->release(gpu, (void*)A2_pos_parts);
  if (A1_stop) gpu->release(gpu, (void*)A1_stop);
  if (A2_crd_parts) gpu->release(gpu, (void*)A2_crd_parts);
  if (A_vals_parts) gpu->release(gpu, (void*)A_vals_parts);
  if (A2_stop) gpu->release(gpu, (void*)A2_stop);
  if (A1_place) gpu->release(gpu, (void*)A1_place);
  if (A2_place) gpu->release(gpu, (void*)A2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return ttv(tensors[0], tensors[1], tensors[2], gpu); }
#endif
