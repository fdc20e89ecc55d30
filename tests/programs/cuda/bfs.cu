#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float not_equal_f32(float a, float b) { return a != b; }

struct bfs1_serial_values {
  int64_t s1_begin;
  int64_t s1_dim;
  int64_t s1_end;
  float* f_vals;
  int64_t f_vals_capacity;
  int64_t f_vals_length;
  const int64_t* s1_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs1_serial(bfs1_serial_values* const values, stardust_device* const device) {
  int64_t s1_begin = values->s1_begin;
  int64_t s1_dim = values->s1_dim;
  int64_t s1_end = values->s1_end;
  STARDUST_GLOBAL(float) f_vals = values->f_vals;
  int64_t f_vals_capacity = values->f_vals_capacity;
  int64_t f_vals_length = values->f_vals_length;
  STARDUST_INPUT(int64_t) s1_pos = values->s1_pos;
  {
    RESIZE_FILLED(float, f_vals, s1_dim, 0.0f, done);
    s1_begin = s1_pos[0];
    s1_end = s1_pos[1];
  }
done:;
  values->s1_begin = s1_begin;
  values->s1_end = s1_end;
  values->f_vals = f_vals;
  values->f_vals_capacity = f_vals_capacity;
  values->f_vals_length = f_vals_length;
}

STARDUST_KERNEL bfs1_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t s1_begin, const int64_t s1_end, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = s1_begin;
    int64_t high = s1_end;
    const int64_t share = div_i64(s1_end * chunk, chunks);
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

STARDUST_KERNEL bfs1_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(float) f_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(int32_t) s1_crd, STARDUST_INPUT(float) s_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i in s1): f(i) = s(i) != 0 */
    for (int64_t s1 = i_first, s1_end_2 = i_last; s1 < s1_end_2; s1++) {
      const int64_t i = s1_crd[s1];
      f_vals[i] = not_equal_f32(s_vals[s1], 0.0f);
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int bfs1(const stardust_tensor* s, stardust_tensor* f, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* s1_pos = 0;
  const int32_t* s1_crd = 0;
  const float* s_vals = 0;
  float* f_vals = 0;
  int64_t f_vals_capacity = 0, f_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(s1_pos, s->levels[0].pos);
  UPLOAD(s1_crd, s->levels[0].crd);
  UPLOAD(s_vals, s->vals);
  {
    int64_t s1_begin = int64_t();
    int64_t s1_end = int64_t();
    {
      bfs1_serial_values values = {s1_begin, s1_dim, s1_end, f_vals, f_vals_capacity, f_vals_length, s1_pos};
      SERIAL(bfs1_serial, values);
      s1_begin = values.s1_begin;
      s1_end = values.s1_end;
      f_vals = values.f_vals;
      f_vals_capacity = values.f_vals_capacity;
      f_vals_length = values.f_vals_length;
    }
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, s1_end / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfs1_chunk, end_ - begin_, 1, false, begin_, end_, chunks, s1_begin, s1_end, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfs1_chunk_2, end_ - begin_, 1, false, begin_, end_, f_vals, first, s1_crd, s_vals, gpu->device);
    }
  }
  DOWNLOAD(f->vals, f_vals);
done:
  if (s1_pos) gpu->release(gpu, (void*)s1_pos);
  if (s1_crd) gpu->release(gpu, (void*)s1_crd);
  if (s_vals) gpu->release(gpu, (void*)s_vals);
  if (f_vals) gpu->release(gpu, (void*)f_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs1(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float not_equal_f32(float a, float b) { return a != b; }

struct bfs2_serial_values {
  int64_t s1_begin;
  int64_t s1_dim;
  int64_t s1_end;
  const int64_t* s1_pos;
  float* v_vals;
  int64_t v_vals_capacity;
  int64_t v_vals_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs2_serial(bfs2_serial_values* const values, stardust_device* const device) {
  int64_t s1_begin = values->s1_begin;
  int64_t s1_dim = values->s1_dim;
  int64_t s1_end = values->s1_end;
  STARDUST_INPUT(int64_t) s1_pos = values->s1_pos;
  STARDUST_GLOBAL(float) v_vals = values->v_vals;
  int64_t v_vals_capacity = values->v_vals_capacity;
  int64_t v_vals_length = values->v_vals_length;
  {
    RESIZE_FILLED(float, v_vals, s1_dim, 0.0f, done);
    s1_begin = s1_pos[0];
    s1_end = s1_pos[1];
  }
done:;
  values->s1_begin = s1_begin;
  values->s1_end = s1_end;
  values->v_vals = v_vals;
  values->v_vals_capacity = v_vals_capacity;
  values->v_vals_length = v_vals_length;
}

STARDUST_KERNEL bfs2_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t s1_begin, const int64_t s1_end, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = s1_begin;
    int64_t high = s1_end;
    const int64_t share = div_i64(s1_end * chunk, chunks);
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

STARDUST_KERNEL bfs2_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(int32_t) s1_crd, STARDUST_INPUT(float) s_vals, STARDUST_GLOBAL(float) v_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i in s1): v(i) = s(i) != 0 */
    for (int64_t s1 = i_first, s1_end_2 = i_last; s1 < s1_end_2; s1++) {
      const int64_t i = s1_crd[s1];
      v_vals[i] = not_equal_f32(s_vals[s1], 0.0f);
    }
  }
}

#endif

#ifndef __CUDACC_RTC__
static int bfs2(const stardust_tensor* s, stardust_tensor* v, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* s1_pos = 0;
  const int32_t* s1_crd = 0;
  const float* s_vals = 0;
  float* v_vals = 0;
  int64_t v_vals_capacity = 0, v_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(s1_pos, s->levels[0].pos);
  UPLOAD(s1_crd, s->levels[0].crd);
  UPLOAD(s_vals, s->vals);
  {
    int64_t s1_begin = int64_t();
    int64_t s1_end = int64_t();
    {
      bfs2_serial_values values = {s1_begin, s1_dim, s1_end, s1_pos, v_vals, v_vals_capacity, v_vals_length};
      SERIAL(bfs2_serial, values);
      s1_begin = values.s1_begin;
      s1_end = values.s1_end;
      v_vals = values.v_vals;
      v_vals_capacity = values.v_vals_capacity;
      v_vals_length = values.v_vals_length;
    }
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, s1_end / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfs2_chunk, end_ - begin_, 1, false, begin_, end_, chunks, s1_begin, s1_end, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfs2_chunk_2, end_ - begin_, 1, false, begin_, end_, first, s1_crd, s_vals, v_vals, gpu->device);
    }
  }
  DOWNLOAD(v->vals, v_vals);
done:
  if (s1_pos) gpu->release(gpu, (void*)s1_pos);
  if (s1_crd) gpu->release(gpu, (void*)s1_crd);
  if (s_vals) gpu->release(gpu, (void*)s_vals);
  if (v_vals) gpu->release(gpu, (void*)v_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs2(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float not_equal_f32(float a, float b) { return a != b; }

struct bfs3_serial_values {
  int64_t s1_dim;
  float* d_vals;
  int64_t d_vals_capacity;
  int64_t d_vals_length;
  const int32_t* s1_crd;
  const int64_t* s1_pos;
  const float* s_vals;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs3_serial(bfs3_serial_values* const values, stardust_device* const device) {
  int64_t s1_dim = values->s1_dim;
  STARDUST_GLOBAL(float) d_vals = values->d_vals;
  int64_t d_vals_capacity = values->d_vals_capacity;
  int64_t d_vals_length = values->d_vals_length;
  STARDUST_INPUT(int32_t) s1_crd = values->s1_crd;
  STARDUST_INPUT(int64_t) s1_pos = values->s1_pos;
  STARDUST_INPUT(float) s_vals = values->s_vals;
  {
    const int64_t s1_begin = s1_pos[0];
    const int64_t s1_end = s1_pos[1];
    int64_t s1 = s1_begin;
    for (int64_t i = 0, i_end = s1_dim; i < i_end; i++) {
      while (s1 < s1_end && (int64_t)s1_crd[s1] < i) {
        s1 = s1 + 1;
      }
      const bool s_has_i = s1 < s1_end && (int64_t)s1_crd[s1] == i;
      d_vals[i] = not_equal_f32(s_has_i ? s_vals[s1] : 0.0f, 0.0f) - 1.0f;
    }
  }
  values->d_vals = d_vals;
  values->d_vals_capacity = d_vals_capacity;
  values->d_vals_length = d_vals_length;
}

#endif

#ifndef __CUDACC_RTC__
static int bfs3(const stardust_tensor* s, stardust_tensor* d, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t s1_dim = s->levels[0].dim;
  const int64_t* s1_pos = 0;
  const int32_t* s1_crd = 0;
  const float* s_vals = 0;
  float* d_vals = 0;
  int64_t d_vals_capacity = 0, d_vals_length = 0;
  (void)threads;
  UPLOAD(s1_pos, s->levels[0].pos);
  UPLOAD(s1_crd, s->levels[0].crd);
  UPLOAD(s_vals, s->vals);
  {
    DEVICE_RESERVE(d_vals, s1_dim);
    d_vals_length = s1_dim;
    /* forall(i): d(i) = (s(i) != 0) - 1 */
    {
      bfs3_serial_values values = {s1_dim, d_vals, d_vals_capacity, d_vals_length, s1_crd, s1_pos, s_vals};
      SERIAL(bfs3_serial, values);
      d_vals = values.d_vals;
      d_vals_capacity = values.d_vals_capacity;
      d_vals_length = values.d_vals_length;
    }
  }
  DOWNLOAD(d->vals, d_vals);
done:
  if (s1_pos) gpu->release(gpu, (void*)s1_pos);
  if (s1_crd) gpu->release(gpu, (void*)s1_crd);
  if (s_vals) gpu->release(gpu, (void*)s_vals);
  if (d_vals) gpu->release(gpu, (void*)d_vals);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs3(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

struct bfs4_serial_values {
  const float* level_old_vals;
  float* level_vals;
  int64_t level_vals_capacity;
  int64_t level_vals_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs4_serial(bfs4_serial_values* const values, stardust_device* const device) {
  STARDUST_INPUT(float) level_old_vals = values->level_old_vals;
  STARDUST_GLOBAL(float) level_vals = values->level_vals;
  int64_t level_vals_capacity = values->level_vals_capacity;
  int64_t level_vals_length = values->level_vals_length;
  {
    level_vals[0] = level_old_vals[0] + 1.0f;
  }
  values->level_vals = level_vals;
  values->level_vals_capacity = level_vals_capacity;
  values->level_vals_length = level_vals_length;
}

#endif

#ifndef __CUDACC_RTC__
static int bfs4(const stardust_tensor* level_old, stardust_tensor* level, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const float* level_old_vals = 0;
  float* level_vals = 0;
  int64_t level_vals_capacity = 0, level_vals_length = 0;
  (void)threads;
  UPLOAD(level_old_vals, level_old->vals);
  {
    DEVICE_RESERVE(level_vals, 1);
    level_vals_length = 1;
    /* level = level_old + 1 */
    {
      bfs4_serial_values values = {level_old_vals, level_vals, level_vals_capacity, level_vals_length};
      SERIAL(bfs4_serial, values);
      level_vals = values.level_vals;
      level_vals_capacity = values.level_vals_capacity;
      level_vals_length = values.level_vals_length;
    }
  }
  DOWNLOAD(level->vals, level_vals);
done:
  if (level_old_vals) gpu->release(gpu, (void*)level_old_vals);
  if (level_vals) gpu->release(gpu, (void*)level_vals);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs4(tensors[0], tensors[1], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float logical_and_f32(float a, float b) { return a != 0 && b != 0; }
STARDUST_BOTH float logical_or_f32(float a, float b) { return a != 0 || b != 0; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfs5_serial_values {
  int64_t A1_dim;
  int64_t work;
  const int64_t* A2_pos;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs5_serial(bfs5_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t work = values->work;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  {
    work = A1_dim + A2_pos[A1_dim];
  }
  values->work = work;
}

STARDUST_KERNEL bfs5_chunk(const int64_t begin_, const int64_t end_, const int64_t A1_dim, const int64_t chunks, const int64_t work, STARDUST_INPUT(int64_t) A2_pos, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = A1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
}

STARDUST_KERNEL bfs5_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(int32_t) A2_crd, STARDUST_INPUT(int64_t) A2_pos, STARDUST_INPUT(float) A_vals, STARDUST_INPUT(float) f_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) n_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        float ws = 0.0f;
        /* forall(j in A2): ws ||= A(i,j) && f(j) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
          const int64_t j = A2_crd[A2];
          ws = logical_or_f32(ws, logical_and_f32(A_vals[A2], f_vals[j]));
        }
        /* n(i) = ws */
        n_vals[i] = ws;
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int bfs5(const stardust_tensor* A, const stardust_tensor* f, stardust_tensor* n, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const float* f_vals = 0;
  float* n_vals = 0;
  int64_t n_vals_capacity = 0, n_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(f_vals, f->vals);
  {
    DEVICE_RESERVE(n_vals, A1_dim);
    n_vals_length = A1_dim;
    /* cut forall(i) into chunks of about equal work */
    int64_t work = int64_t();
    {
      bfs5_serial_values values = {A1_dim, work, A2_pos};
      SERIAL(bfs5_serial, values);
      work = values.work;
    }
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfs5_chunk, end_ - begin_, 1, false, begin_, end_, A1_dim, chunks, work, A2_pos, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfs5_chunk_2, end_ - begin_, 32, false, begin_, end_, A2_crd, A2_pos, A_vals, f_vals, first, n_vals, gpu->device);
    }
  }
  DOWNLOAD(n->vals, n_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (f_vals) gpu->release(gpu, (void*)f_vals);
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs5(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float logical_and_f32(float a, float b) { return a != 0 && b != 0; }
STARDUST_BOTH float logical_not_f32(float a) { return a == 0; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs6_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t n1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = n1_dim;
    const int64_t share = div_i64(n1_dim * chunk, chunks);
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

STARDUST_KERNEL bfs6_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(float) f_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) n_vals, STARDUST_INPUT(float) v_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): f(i) = n(i) && !v(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        f_vals[i] = logical_and_f32(n_vals[i], logical_not_f32(v_vals[i]));
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int bfs6(const stardust_tensor* n, const stardust_tensor* v, stardust_tensor* f, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t n1_dim = n->levels[0].dim;
  const float* n_vals = 0;
  const float* v_vals = 0;
  float* f_vals = 0;
  int64_t f_vals_capacity = 0, f_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  (void)threads;
  UPLOAD(n_vals, n->vals);
  UPLOAD(v_vals, v->vals);
  {
    DEVICE_RESERVE(f_vals, n1_dim);
    f_vals_length = n1_dim;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, n1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfs6_chunk, end_ - begin_, 1, false, begin_, end_, chunks, n1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfs6_chunk_2, end_ - begin_, 32, false, begin_, end_, f_vals, first, n_vals, v_vals, gpu->device);
    }
  }
  DOWNLOAD(f->vals, f_vals);
done:
  if (n_vals) gpu->release(gpu, (void*)n_vals);
  if (v_vals) gpu->release(gpu, (void*)v_vals);
  if (f_vals) gpu->release(gpu, (void*)f_vals);
  if (first) gpu->release(gpu, (void*)first);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs6(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH float logical_or_f32(float a, float b) { return a != 0 || b != 0; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
STARDUST_BOTH float not_equal_f32(float a, float b) { return a != b; }

struct bfs7_serial_values {
  int64_t v_old1_dim;
  float* v_vals;
  int64_t v_vals_capacity;
  int64_t v_vals_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs7_serial(bfs7_serial_values* const values, stardust_device* const device) {
  int64_t v_old1_dim = values->v_old1_dim;
  STARDUST_GLOBAL(float) v_vals = values->v_vals;
  int64_t v_vals_capacity = values->v_vals_capacity;
  int64_t v_vals_length = values->v_vals_length;
  {
    RESIZE_FILLED(float, v_vals, v_old1_dim, 0.0f, done);
  }
done:;
  values->v_vals = v_vals;
  values->v_vals_capacity = v_vals_capacity;
  values->v_vals_length = v_vals_length;
}

STARDUST_KERNEL bfs7_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t v_old1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = v_old1_dim;
    const int64_t share = div_i64(v_old1_dim * chunk, chunks);
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

STARDUST_KERNEL bfs7_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(int64_t) first, STARDUST_INPUT(float) v_old_vals, STARDUST_GLOBAL(float) v_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): v(i) ||= v_old(i) != 0 */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        v_vals[i] = logical_or_f32(v_vals[i], not_equal_f32(v_old_vals[i], 0.0f));
      }
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL bfs7_chunk_3(const int64_t begin_, const int64_t end_, const int64_t chunks_2, const int64_t v_old1_dim, STARDUST_GLOBAL(int64_t) first_2, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_3 = (int64_t)at_;
    int64_t low_2 = 0;
    int64_t high_2 = v_old1_dim;
    const int64_t share_2 = div_i64(v_old1_dim * chunk_3, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_3] = low_2;
  }
}

STARDUST_KERNEL bfs7_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) f_vals, STARDUST_GLOBAL(int64_t) first_2, STARDUST_GLOBAL(float) v_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i): v(i) ||= f(i) != 0 */
    STARDUST_MEET_WARP();
    {
      for (int64_t i_2 = (int64_t)(i_first_2 + lane), i_2_end = i_last_2; i_2 < i_2_end; i_2 += 32) {
        v_vals[i_2] = logical_or_f32(v_vals[i_2], not_equal_f32(f_vals[i_2], 0.0f));
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int bfs7(const stardust_tensor* v_old, const stardust_tensor* f, stardust_tensor* v, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t v_old1_dim = v_old->levels[0].dim;
  const float* v_old_vals = 0;
  const float* f_vals = 0;
  float* v_vals = 0;
  int64_t v_vals_capacity = 0, v_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int64_t* first_2 = 0;
  int64_t first_2_capacity = 0;
  (void)threads;
  UPLOAD(v_old_vals, v_old->vals);
  UPLOAD(f_vals, f->vals);
  {
    {
      bfs7_serial_values values = {v_old1_dim, v_vals, v_vals_capacity, v_vals_length};
      SERIAL(bfs7_serial, values);
      v_vals = values.v_vals;
      v_vals_capacity = values.v_vals_capacity;
      v_vals_length = values.v_vals_length;
    }
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, v_old1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfs7_chunk, end_ - begin_, 1, false, begin_, end_, chunks, v_old1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfs7_chunk_2, end_ - begin_, 32, false, begin_, end_, first, v_old_vals, v_vals, gpu->device);
    }
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads, v_old1_dim / 256));
    DEVICE_ALLOCATE(first_2, chunks_2 + 1);
    {
      const int64_t begin_ = 0, end_ = chunks_2 + 1;
      GRID(bfs7_chunk_3, end_ - begin_, 1, false, begin_, end_, chunks_2, v_old1_dim, first_2, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks_2;
      GRID(bfs7_chunk_4, end_ - begin_, 32, false, begin_, end_, f_vals, first_2, v_vals, gpu->device);
    }
  }
  DOWNLOAD(v->vals, v_vals);
done:
  if (v_old_vals) gpu->release(gpu, (void*)v_old_vals);
  if (f_vals) gpu->release(gpu, (void*)f_vals);
  if (v_vals) gpu->release(gpu, (void*)v_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (first_2) gpu->release(gpu, (void*)first_2);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs7(tensors[0], tensors[1], tensors[2], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

/* NaN if either is. */
STARDUST_BOTH float max_f32(float a, float b) { return a > b || a != a ? a : b; }
STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfs8_serial_values {
  int64_t d_old1_dim;
  float* d_vals;
  int64_t d_vals_capacity;
  int64_t d_vals_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs8_serial(bfs8_serial_values* const values, stardust_device* const device) {
  int64_t d_old1_dim = values->d_old1_dim;
  STARDUST_GLOBAL(float) d_vals = values->d_vals;
  int64_t d_vals_capacity = values->d_vals_capacity;
  int64_t d_vals_length = values->d_vals_length;
  {
    RESIZE_FILLED(float, d_vals, d_old1_dim, -INFINITY, done);
  }
done:;
  values->d_vals = d_vals;
  values->d_vals_capacity = d_vals_capacity;
  values->d_vals_length = d_vals_length;
}

STARDUST_KERNEL bfs8_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t d_old1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = d_old1_dim;
    const int64_t share = div_i64(d_old1_dim * chunk, chunks);
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

STARDUST_KERNEL bfs8_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) d_old_vals, STARDUST_GLOBAL(float) d_vals, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) max= d_old(i) */
    STARDUST_MEET_WARP();
    {
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        d_vals[i] = max_f32(d_vals[i], d_old_vals[i]);
      }
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL bfs8_chunk_3(const int64_t begin_, const int64_t end_, const int64_t chunks_2, const int64_t d_old1_dim, STARDUST_GLOBAL(int64_t) first_2, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk_3 = (int64_t)at_;
    int64_t low_2 = 0;
    int64_t high_2 = d_old1_dim;
    const int64_t share_2 = div_i64(d_old1_dim * chunk_3, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_3] = low_2;
  }
}

STARDUST_KERNEL bfs8_chunk_4(const int64_t begin_, const int64_t end_, STARDUST_GLOBAL(float) d_vals, STARDUST_INPUT(float) f_vals, STARDUST_GLOBAL(int64_t) first_2, STARDUST_INPUT(float) level_vals, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_4 = (int64_t)at_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i): d(i) max= f(i) * (level + 1) - 1 */
    STARDUST_MEET_WARP();
    {
      for (int64_t i_2 = (int64_t)(i_first_2 + lane), i_2_end = i_last_2; i_2 < i_2_end; i_2 += 32) {
        d_vals[i_2] = max_f32(d_vals[i_2], f_vals[i_2] * (level_vals[0] + 1.0f) - 1.0f);
      }
    }
    STARDUST_MEET_WARP();
  }
}

#endif

#ifndef __CUDACC_RTC__
static int bfs8(const stardust_tensor* d_old, const stardust_tensor* f, const stardust_tensor* level, stardust_tensor* d, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t d_old1_dim = d_old->levels[0].dim;
  const float* d_old_vals = 0;
  const float* f_vals = 0;
  const float* level_vals = 0;
  float* d_vals = 0;
  int64_t d_vals_capacity = 0, d_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  int64_t* first_2 = 0;
  int64_t first_2_capacity = 0;
  (void)threads;
  UPLOAD(d_old_vals, d_old->vals);
  UPLOAD(f_vals, f->vals);
  UPLOAD(level_vals, level->vals);
  {
    {
      bfs8_serial_values values = {d_old1_dim, d_vals, d_vals_capacity, d_vals_length};
      SERIAL(bfs8_serial, values);
      d_vals = values.d_vals;
      d_vals_capacity = values.d_vals_capacity;
      d_vals_length = values.d_vals_length;
    }
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, d_old1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfs8_chunk, end_ - begin_, 1, false, begin_, end_, chunks, d_old1_dim, first, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfs8_chunk_2, end_ - begin_, 32, false, begin_, end_, d_old_vals, d_vals, first, gpu->device);
    }
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads, d_old1_dim / 256));
    DEVICE_ALLOCATE(first_2, chunks_2 + 1);
    {
      const int64_t begin_ = 0, end_ = chunks_2 + 1;
      GRID(bfs8_chunk_3, end_ - begin_, 1, false, begin_, end_, chunks_2, d_old1_dim, first_2, gpu->device);
    }
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks_2;
      GRID(bfs8_chunk_4, end_ - begin_, 32, false, begin_, end_, d_vals, f_vals, first_2, level_vals, gpu->device);
    }
  }
  DOWNLOAD(d->vals, d_vals);
done:
  if (d_old_vals) gpu->release(gpu, (void*)d_old_vals);
  if (f_vals) gpu->release(gpu, (void*)f_vals);
  if (level_vals) gpu->release(gpu, (void*)level_vals);
  if (d_vals) gpu->release(gpu, (void*)d_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (first_2) gpu->release(gpu, (void*)first_2);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs8(tensors[0], tensors[1], tensors[2], tensors[3], gpu); }
#endif
#include <stardust/runtime/stardust_cuda.h>

STARDUST_BOTH int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }
STARDUST_BOTH int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }

struct bfs9_serial_values {
  int64_t chunks;
  float ws;
  float* left_vals;
  int64_t left_vals_capacity;
  int64_t left_vals_length;
  float* ws_parts;
  int64_t ws_parts_capacity;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL bfs9_chunk(const int64_t begin_, const int64_t end_, const int64_t chunks, const int64_t f1_dim, STARDUST_GLOBAL(int64_t) first, stardust_device* const device) {
  const int64_t at_ = begin_ + (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at_ >= end_) return;
  {
    const int64_t chunk = (int64_t)at_;
    int64_t low = 0;
    int64_t high = f1_dim;
    const int64_t share = div_i64(f1_dim * chunk, chunks);
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

STARDUST_KERNEL bfs9_chunk_2(const int64_t begin_, const int64_t end_, STARDUST_INPUT(float) f_vals, STARDUST_GLOBAL(int64_t) first, STARDUST_GLOBAL(float) ws_parts, stardust_device* const device) {
  const int64_t at_ = begin_ + ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (at_ >= end_) return;
  const int32_t lane = (int32_t)(threadIdx.x % 32);
  {
    const int64_t chunk_2 = (int64_t)at_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i): ws += f(i) */
    {
      float ws_part_lane = 0.0f;
      for (int64_t i = (int64_t)(i_first + lane), i_end = i_last; i < i_end; i += 32) {
        ws_part_lane = ws_part_lane + f_vals[i];
      }
      ws_part = stardust_sum()(ws_part, stardust_reduce_warp<stardust_sum>(ws_part_lane));
    }
    STARDUST_MEET_WARP();
    if (lane == 0) {
      ws_parts[chunk_2] = ws_part;
    }
    STARDUST_MEET_WARP();
  }
}

STARDUST_KERNEL bfs9_serial(bfs9_serial_values* const values, stardust_device* const device) {
  int64_t chunks = values->chunks;
  float ws = values->ws;
  STARDUST_GLOBAL(float) left_vals = values->left_vals;
  int64_t left_vals_capacity = values->left_vals_capacity;
  int64_t left_vals_length = values->left_vals_length;
  STARDUST_GLOBAL(float) ws_parts = values->ws_parts;
  int64_t ws_parts_capacity = values->ws_parts_capacity;
  {
    for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
      ws = ws + ws_parts[chunk_3];
    }
    /* left = ws */
    left_vals[0] = ws;
  }
  values->ws = ws;
  values->left_vals = left_vals;
  values->left_vals_capacity = left_vals_capacity;
  values->left_vals_length = left_vals_length;
  values->ws_parts = ws_parts;
  values->ws_parts_capacity = ws_parts_capacity;
}

#endif

#ifndef __CUDACC_RTC__
static int bfs9(const stardust_tensor* f, stardust_tensor* left, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t f1_dim = f->levels[0].dim;
  const float* f_vals = 0;
  float* left_vals = 0;
  int64_t left_vals_capacity = 0, left_vals_length = 0;
  int64_t* first = 0;
  int64_t first_capacity = 0;
  float* ws_parts = 0;
  int64_t ws_parts_capacity = 0;
  (void)threads;
  UPLOAD(f_vals, f->vals);
  {
    DEVICE_RESERVE(left_vals, 1);
    left_vals_length = 1;
    float ws = 0.0f;
    /* cut forall(i) into chunks of about equal work */
    const int64_t chunks = max_i64(1, min_i64((int64_t)threads, f1_dim / 256));
    DEVICE_ALLOCATE(first, chunks + 1);
    {
      const int64_t begin_ = 0, end_ = chunks + 1;
      GRID(bfs9_chunk, end_ - begin_, 1, false, begin_, end_, chunks, f1_dim, first, gpu->device);
    }
    DEVICE_ALLOCATE(ws_parts, chunks);
    /* run the chunks on threads */
    {
      const int64_t begin_ = 0, end_ = chunks;
      GRID(bfs9_chunk_2, end_ - begin_, 32, false, begin_, end_, f_vals, first, ws_parts, gpu->device);
    }
    /* reduce ws over the chunks */
    {
      bfs9_serial_values values = {chunks, ws, left_vals, left_vals_capacity, left_vals_length, ws_parts, ws_parts_capacity};
      SERIAL(bfs9_serial, values);
      ws = values.ws;
      left_vals = values.left_vals;
      left_vals_capacity = values.left_vals_capacity;
      left_vals_length = values.left_vals_length;
      ws_parts = values.ws_parts;
      ws_parts_capacity = values.ws_parts_capacity;
    }
  }
  DOWNLOAD(left->vals, left_vals);
done:
  if (f_vals) gpu->release(gpu, (void*)f_vals);
  if (left_vals) gpu->release(gpu, (void*)left_vals);
  if (first) gpu->release(gpu, (void*)first);
  if (ws_parts) gpu->release(gpu, (void*)ws_parts);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return bfs9(tensors[0], tensors[1], gpu); }
#endif
