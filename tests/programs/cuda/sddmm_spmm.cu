#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sddmmSpmm1_serial_values {
  int64_t B1_dim;
  int64_t Q2_dim;
  int64_t work;
  const int64_t* B2_pos;
  int64_t* S2_pos;
  int64_t S2_pos_capacity;
  int64_t S2_pos_length;
};

struct sddmmSpmm1_serial_2_values {
  int64_t B1_dim;
  int64_t S2_most;
  const int64_t* B2_pos;
};

struct sddmmSpmm1_serial_3_values {
  int64_t S2_count_3;
  int64_t chunks;
  int64_t* S2_place;
  int64_t S2_place_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL sddmmSpmm1_serial(sddmmSpmm1_serial_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t Q2_dim = values->Q2_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_GLOBAL(int64_t) S2_pos = values->S2_pos;
  int64_t S2_pos_capacity = values->S2_pos_capacity;
  int64_t S2_pos_length = values->S2_pos_length;
  {
    RESIZE_FILLED(int64_t, S2_pos, B1_dim + 1, 0, done);
    /* cut forall(i) into chunks of about equal work */
    work = B1_dim + B2_pos[B1_dim] + B1_dim * Q2_dim;
  }
done:;
  values->work = work;
  values->S2_pos = S2_pos;
  values->S2_pos_capacity = S2_pos_capacity;
  values->S2_pos_length = S2_pos_length;
}

STARDUST_KERNEL sddmmSpmm1_chunk(const int64_t begin_, const int64_t end_, const int64_t B1_dim, const int64_t Q2_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + middle * Q2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL sddmmSpmm1_serial_2(sddmmSpmm1_serial_2_values* const values, stardust_device* const device) {
  int64_t B1_dim = values->B1_dim;
  int64_t S2_most = values->S2_most;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  {
    S2_most = B2_pos[B1_dim];
  }
  values->S2_most = S2_most;
}

STARDUST_KERNEL sddmmSpmm1_chunk_2(const int64_t begin_, const int64_t end_, const int64_t Q2_dim, STARDUST_INPUT(int32_t) B2_crd, STARDUST_INPUT(int64_t) B2_pos, STARDUST_INPUT(float) B_vals, STARDUST_INPUT(float) K_vals, STARDUST_INPUT(float) Q_vals, STARDUST_GLOBAL(int32_t) S2_crd_parts, STARDUST_GLOBAL(int64_t) S2_pos, STARDUST_GLOBAL(int64_t) S2_stop, STARDUST_GLOBAL(float) S_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t S2_count_2 = B2_pos[i_first];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t j = B2_crd[B2];
        float ws = 0.0f;
        /* forall(k): ws += Q(i,k) * K(j,k) */
        {
          float ws_lane = 0.0f;
          for (int64_t k = (int64_t)(0 + lane), k_end = Q2_dim; k < k_end; k += 32) {
            const int64_t Q2 = i * Q2_dim + k;
            const int64_t K2 = j * Q2_dim + k;
            ws_lane = ws_lane + Q_vals[Q2] * K_vals[K2];
          }
          ws = stardust_sum()(ws, stardust_reduce_warp<stardust_sum>(ws_lane));
        }
        /* S(i,j) = B(i,j) * ws */
        if (Q2_dim > 0) {
          STARDUST_MEET_WARP();
          if (lane == 0) {
            S_vals_parts[S2_count_2] = B_vals[B2] * ws;
          }
          STARDUST_MEET_WARP();
          STARDUST_MEET_WARP();
          if (lane == 0) {
            S2_crd_parts[S2_count_2] = j;
          }
          STARDUST_MEET_WARP();
          S2_count_2 = S2_count_2 + 1;
        }
      }
      STARDUST_MEET_WARP();
      if (lane == 0) {
        S2_pos[i + 1] = S2_count_2;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      S2_stop[chunk_2] = S2_count_2;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL sddmmSpmm1_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int64_t) S2_place, STARDUST_GLOBAL(int64_t) S2_stop, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t part_first = first[chunk_4];
    S2_place[chunk_4] = S2_stop[chunk_4] - B2_pos[part_first];
  }
}

STARDUST_KERNEL sddmmSpmm1_serial_3(sddmmSpmm1_serial_3_values* const values, stardust_device* const device) {
  int64_t S2_count_3 = values->S2_count_3;
  int64_t chunks = values->chunks;
  STARDUST_GLOBAL(int64_t) S2_place = values->S2_place;
  int64_t S2_place_capacity = values->S2_place_capacity;
  {
    S2_count_3 = S2_place[chunks];
  }
  values->S2_count_3 = S2_count_3;
  values->S2_place = S2_place;
  values->S2_place_capacity = S2_place_capacity;
}

STARDUST_KERNEL sddmmSpmm1_chunk_3(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int64_t) B2_pos, STARDUST_GLOBAL(int32_t) S2_crd, STARDUST_GLOBAL(int32_t) S2_crd_parts, STARDUST_GLOBAL(int64_t) S2_place, STARDUST_GLOBAL(int64_t) S2_pos, STARDUST_GLOBAL(int64_t) S2_stop, STARDUST_GLOBAL(float) S_vals, STARDUST_GLOBAL(float) S_vals_parts, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_3 = (int64_t)at_;
    const int64_t part_first_2 = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t S2_start = B2_pos[part_first_2];
    const int64_t S2_length = S2_stop[chunk_3] - S2_start;
    const int64_t S2_gap = S2_start - S2_place[chunk_3];
    for (int64_t fiber = 0, fiber_end = part_last - part_first_2; fiber < fiber_end; fiber++) {
      STARDUST_MEET_WARP();
      if (lane == 0) {
        S2_pos[part_first_2 + (fiber + 1)] = S2_pos[part_first_2 + (fiber + 1)] - S2_gap;
      }
      STARDUST_MEET_WARP();
    }
    STARDUST_MEET_WARP();
    {
      for (int64_t at = (int64_t)(0 + lane), at_end = S2_length; at < at_end; at += 32) {
        S2_crd[S2_start - S2_gap + at] = S2_crd_parts[S2_start + at];
      }
    }
    STARDUST_MEET_WARP();
    STARDUST_MEET_WARP();
    {
      for (int64_t at_2 = (int64_t)(0 + lane), at_2_end = S2_length; at_2 < at_2_end; at_2 += 32) {
        S_vals[S2_start - S2_gap + at_2] = S_vals_parts[S2_start + at_2];
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int sddmmSpmm1(const stardust_tensor* B, const stardust_tensor* Q, const stardust_tensor* K, stardust_tensor* S, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* B2_pos = 0;
  const int32_t* B2_crd = 0;
  const float* B_vals = 0;
  const int64_t Q2_dim = Q->levels[1].dim;
  const float* Q_vals = 0;
  const float* K_vals = 0;
  int64_t* S2_pos = 0;
  int64_t S2_pos_capacity = 0, S2_pos_length = 0;
  int32_t* S2_crd = 0;
  int64_t S2_crd_capacity = 0, S2_crd_length = 0;
  float* S_vals = 0;
  int64_t S_vals_capacity = 0, S_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int32_t* S2_crd_parts = 0;
  int64_t S2_crd_parts_capacity = 0;
  float* S_vals_parts = 0;
  int64_t S_vals_parts_capacity = 0;
  int64_t* S2_stop = 0;
  int64_t S2_stop_capacity = 0;
  int64_t* S2_place = 0;
  int64_t S2_place_capacity = 0;
  (void)threads;
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B_vals, B->vals);
  UPLOAD(Q_vals, Q->vals);
  UPLOAD(K_vals, K->vals);
  {
    int64_t work = int64_t();
    {
      sddmmSpmm1_serial_values values = {B1_dim, Q2_dim, work, B2_pos, S2_pos, S2_pos_capacity, S2_pos_length};
      SERIAL(sddmmSpmm1_serial, values);
      work = values.work;
      S2_pos = values.S2_pos;
      S2_pos_capacity = values.S2_pos_capacity;
      S2_pos_length = values.S2_pos_length;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(sddmmSpmm1_chunk, end_ - begin_, 1, false, begin_, end_, B1_dim, Q2_dim, chunks, work, B2_pos, first, gpu->device);
    }
    int64_t S2_most = int64_t();
    {
      sddmmSpmm1_serial_2_values values = {B1_dim, S2_most, B2_pos};
      SERIAL(sddmmSpmm1_serial_2, values);
      S2_most = values.S2_most;
    }
    DEVICE_ALLOCATE(S2_crd_parts, S2_most);
    DEVICE_ALLOCATE(S_vals_parts, S2_most);
    DEVICE_ALLOCATE(S2_stop, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sddmmSpmm1_chunk_2, end_ - begin_, 32, false, begin_, end_, Q2_dim, B2_crd, B2_pos, B_vals, K_vals, Q_vals, S2_crd_parts, S2_pos, S2_stop, S_vals_parts, first, gpu->device);
    }
    /* gather the parts of S */
    DEVICE_ALLOCATE(S2_place, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sddmmSpmm1_chunk_4, end_ - begin_, 1, false, begin_, end_, B2_pos, S2_place, S2_stop, first, gpu->device);
    }
    SCAN(S2_place, chunks);
    int64_t S2_count_3 = int64_t();
    {
      sddmmSpmm1_serial_3_values values = {S2_count_3, chunks, S2_place, S2_place_capacity};
      SERIAL(sddmmSpmm1_serial_3, values);
      S2_count_3 = values.S2_count_3;
      S2_place = values.S2_place;
      S2_place_capacity = values.S2_place_capacity;
    }
    DEVICE_RESERVE(S2_crd, S2_count_3);
    S2_crd_length = S2_count_3;
    DEVICE_RESERVE(S_vals, S2_count_3);
    S_vals_length = S2_count_3;
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sddmmSpmm1_chunk_3, end_ - begin_, 32, false, begin_, end_, B2_pos, S2_crd, S2_crd_parts, S2_place, S2_pos, S2_stop, S_vals, S_vals_parts, first, gpu->device);
    }
    DEVICE_RESERVE(S2_crd, S2_count_3);
    S2_crd_length = S2_count_3;
    DEVICE_RESERVE(S_vals, S2_count_3);
    S_vals_length = S2_count_3;
  }
  DOWNLOAD(S->levels[1].pos, S2_pos);
  DOWNLOAD(S->levels[1].crd, S2_crd);
  DOWNLOAD(S->vals, S_vals);
done:
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (Q_vals) gpu->release(gpu, (void*)Q_vals);
  if (K_vals) gpu->release(gpu, (void*)K_vals);
  if (S2_pos) gpu->release(gpu, (void*)S2_pos);
  if (S2_crd) gpu->release(gpu, (void*)S2_crd);
  if (S_vals) gpu->release(gpu, (void*)S_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (S2_crd_parts) gpu->release(gpu, (void*)S2_crd_parts);
  if (S_vals_parts) gpu->release(gpu, (void*)S_vals_parts);
  if (S2_stop) gpu->release(gpu, (void*)S2_stop);
  if (S2_place) gpu->release(gpu, (void*)S2_place);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return sddmmSpmm1(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct sddmmSpmm2_serial_values {
  int64_t S1_dim;
  int64_t V2_dim;
  int64_t work;
  const int64_t* S2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL sddmmSpmm2_serial(sddmmSpmm2_serial_values* const values, stardust_device* const device) {
  int64_t S1_dim = values->S1_dim;
  int64_t V2_dim = values->V2_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) S2_pos = values->S2_pos;
  {
    work = S1_dim + S2_pos[S1_dim] + S1_dim * V2_dim;
  }
  values->work = work;
}

STARDUST_KERNEL sddmmSpmm2_chunk(const int64_t begin_, const int64_t end_, const int64_t S1_dim, const int64_t V2_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) S2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = S1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + S2_pos[middle] + middle * V2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL sddmmSpmm2_chunk_2(const int64_t begin_, const int64_t end_, const int64_t V2_dim, STARDUST_GLOBAL(float) O_vals, STARDUST_INPUT(int32_t) S2_crd, STARDUST_INPUT(int64_t) S2_pos, STARDUST_INPUT(float) S_vals, STARDUST_INPUT(float) V_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* clear the row of O */
      STARDUST_MEET_WARP();
      {
        for (int64_t entry = (int64_t)(0 + lane), entry_end = V2_dim; entry < entry_end; entry += 32) {
          O_vals[i * V2_dim + entry] = 0.0f;
        }
      }
      STARDUST_MEET_WARP();
      /* forall(j in S2) */
      const int64_t S2_begin = S2_pos[i];
      const int64_t S2_end = S2_pos[i + 1];
      for (int64_t S2 = S2_begin, S2_end_2 = S2_end; S2 < S2_end_2; S2++) {
        const int64_t j = S2_crd[S2];
        /* forall(l): O(i,l) += S(i,j) * V(j,l) */
        for (int64_t l = 0, l_end = V2_dim; l < l_end; l++) {
          const int64_t V2 = j * V2_dim + l;
          const int64_t O2 = i * V2_dim + l;
          STARDUST_MEET_WARP();
          if (lane == 0) {
            O_vals[O2] += S_vals[S2] * V_vals[V2];
          }
          STARDUST_MEET_WARP();
        }
      }
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int sddmmSpmm2(const stardust_tensor* S, const stardust_tensor* V, stardust_tensor* O, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t S1_dim = S->levels[0].dim;
  const int64_t* S2_pos = 0;
  const int32_t* S2_crd = 0;
  const float* S_vals = 0;
  const int64_t V2_dim = V->levels[1].dim;
  const float* V_vals = 0;
  float* O_vals = 0;
  int64_t O_vals_capacity = 0, O_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(S2_pos, S->levels[1].pos);
  UPLOAD(S2_crd, S->levels[1].crd);
  UPLOAD(S_vals, S->vals);
  UPLOAD(V_vals, V->vals);
  {
    if ((double)S1_dim * (double)V2_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    DEVICE_RESERVE(O_vals, S1_dim * V2_dim);
    O_vals_length = S1_dim * V2_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      sddmmSpmm2_serial_values values = {S1_dim, V2_dim, work, S2_pos};
      SERIAL(sddmmSpmm2_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 32));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(sddmmSpmm2_chunk, end_ - begin_, 1, false, begin_, end_, S1_dim, V2_dim, chunks, work, S2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(sddmmSpmm2_chunk_2, end_ - begin_, 32, false, begin_, end_, V2_dim, O_vals, S2_crd, S2_pos, S_vals, V_vals, first, gpu->device);
    }
  }
  DOWNLOAD(O->vals, O_vals);
done:
  if (S2_pos) gpu->release(gpu, (void*)S2_pos);
  if (S2_crd) gpu->release(gpu, (void*)S2_crd);
  if (S_vals) gpu->release(gpu, (void*)S_vals);
  if (V_vals) gpu->release(gpu, (void*)V_vals);
  if (O_vals) gpu->release(gpu, (void*)O_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return sddmmSpmm2(tensors[0], tensors[1], tensors[2], gpu); }
#endif
