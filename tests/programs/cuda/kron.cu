#include <stardust/runtime/stardust_cuda.h>

struct kron_serial_values {
  int64_t A1_dim;
  int64_t B1_dim;
  int64_t K_part3_count;
  int64_t K_part4_count;
  const int32_t* A2_crd;
  const int64_t* A2_pos;
  const float* A_vals;
  const int32_t* B2_crd;
  const int64_t* B2_pos;
  const float* B_vals;
  int32_t* K_part3_crd;
  int64_t K_part3_crd_capacity;
  int64_t K_part3_crd_length;
  int64_t* K_part3_pos;
  int64_t K_part3_pos_capacity;
  int64_t K_part3_pos_length;
  int32_t* K_part4_crd;
  int64_t K_part4_crd_capacity;
  int64_t K_part4_crd_length;
  int64_t* K_part4_pos;
  int64_t K_part4_pos_capacity;
  int64_t K_part4_pos_length;
  float* K_part_vals;
  int64_t K_part_vals_capacity;
  int64_t K_part_vals_length;
};

#if defined(STARDUST_EMULATED) || defined(__CUDACC__) || defined(__CUDA__)
STARDUST_KERNEL kron_serial(kron_serial_values* const values, stardust_device* const device) {
  int64_t A1_dim = values->A1_dim;
  int64_t B1_dim = values->B1_dim;
  int64_t K_part3_count = values->K_part3_count;
  int64_t K_part4_count = values->K_part4_count;
  STARDUST_INPUT(int32_t) A2_crd = values->A2_crd;
  STARDUST_INPUT(int64_t) A2_pos = values->A2_pos;
  STARDUST_INPUT(float) A_vals = values->A_vals;
  STARDUST_INPUT(int32_t) B2_crd = values->B2_crd;
  STARDUST_INPUT(int64_t) B2_pos = values->B2_pos;
  STARDUST_INPUT(float) B_vals = values->B_vals;
  STARDUST_GLOBAL(int32_t) K_part3_crd = values->K_part3_crd;
  int64_t K_part3_crd_capacity = values->K_part3_crd_capacity;
  int64_t K_part3_crd_length = values->K_part3_crd_length;
  STARDUST_GLOBAL(int64_t) K_part3_pos = values->K_part3_pos;
  int64_t K_part3_pos_capacity = values->K_part3_pos_capacity;
  int64_t K_part3_pos_length = values->K_part3_pos_length;
  STARDUST_GLOBAL(int32_t) K_part4_crd = values->K_part4_crd;
  int64_t K_part4_crd_capacity = values->K_part4_crd_capacity;
  int64_t K_part4_crd_length = values->K_part4_crd_length;
  STARDUST_GLOBAL(int64_t) K_part4_pos = values->K_part4_pos;
  int64_t K_part4_pos_capacity = values->K_part4_pos_capacity;
  int64_t K_part4_pos_length = values->K_part4_pos_length;
  STARDUST_GLOBAL(float) K_part_vals = values->K_part_vals;
  int64_t K_part_vals_capacity = values->K_part_vals_capacity;
  int64_t K_part_vals_length = values->K_part_vals_length;
  {
    RESIZE_FILLED(int64_t, K_part3_pos, A1_dim * B1_dim + 1, 0, done);
    K_part4_count = 0;
    RESIZE_FILLED(int64_t, K_part4_pos, 1, 0, done);
    /* forall(i) */
    for (int64_t i = 0, i_end = A1_dim; i < i_end; i++) {
      /* forall(k) */
      for (int64_t k = 0, k_end = B1_dim; k < k_end; k++) {
        const int64_t K_part2 = i * B1_dim + k;
        /* forall(j in A2) */
        const int64_t A2_begin = A2_pos[i];
        const int64_t A2_end = A2_pos[i + 1];
        const int64_t K_part3_most = K_part3_count + (A2_end - A2_begin);
        GROW(int32_t, K_part3_crd, K_part3_most, done);
        LENGTHEN(K_part3_crd, K_part3_most);
        GROW(int64_t, K_part4_pos, K_part3_most + 1, done);
        LENGTHEN(K_part4_pos, K_part3_most + 1);
        for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
          const int64_t j = A2_crd[A2];
          const int64_t K_part4_before = K_part4_count;
          /* forall(l in B2): K_part(i,k,j,l) = A(i,j) * B(k,l) */
          const int64_t B2_begin = B2_pos[k];
          const int64_t B2_end = B2_pos[k + 1];
          const int64_t K_part4_most = K_part4_count + (B2_end - B2_begin);
          GROW(int32_t, K_part4_crd, K_part4_most, done);
          LENGTHEN(K_part4_crd, K_part4_most);
          GROW(float, K_part_vals, K_part4_most, done);
          LENGTHEN(K_part_vals, K_part4_most);
          for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
            const int64_t l = B2_crd[B2];
            K_part_vals[K_part4_count] = A_vals[A2] * B_vals[B2];
            K_part4_crd[K_part4_count] = l;
            K_part4_count = K_part4_count + 1;
          }
          K_part4_pos[K_part3_count + 1] = K_part4_count;
          if (K_part4_count > K_part4_before) {
            K_part3_crd[K_part3_count] = j;
            K_part3_count = K_part3_count + 1;
          }
        }
        K_part3_pos[K_part2 + 1] = K_part3_count;
      }
    }
  }
done:;
  values->K_part3_count = K_part3_count;
  values->K_part4_count = K_part4_count;
  values->K_part3_crd = K_part3_crd;
  values->K_part3_crd_capacity = K_part3_crd_capacity;
  values->K_part3_crd_length = K_part3_crd_length;
  values->K_part3_pos = K_part3_pos;
  values->K_part3_pos_capacity = K_part3_pos_capacity;
  values->K_part3_pos_length = K_part3_pos_length;
  values->K_part4_crd = K_part4_crd;
  values->K_part4_crd_capacity = K_part4_crd_capacity;
  values->K_part4_crd_length = K_part4_crd_length;
  values->K_part4_pos = K_part4_pos;
  values->K_part4_pos_capacity = K_part4_pos_capacity;
  values->K_part4_pos_length = K_part4_pos_length;
  values->K_part_vals = K_part_vals;
  values->K_part_vals_capacity = K_part_vals_capacity;
  values->K_part_vals_length = K_part_vals_length;
}

#endif

#ifndef __CUDACC_RTC__
static int kron(const stardust_tensor* A, const stardust_tensor* B, stardust_tensor* K_part, stardust_gpu* gpu) {
  int status = STARDUST_OK;
  const int32_t threads = gpu->threads;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* A2_pos = 0;
  const int32_t* A2_crd = 0;
  const float* A_vals = 0;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* B2_pos = 0;
  const int32_t* B2_crd = 0;
  const float* B_vals = 0;
  int64_t* K_part3_pos = 0;
  int64_t K_part3_pos_capacity = 0, K_part3_pos_length = 0;
  int64_t* K_part4_pos = 0;
  int64_t K_part4_pos_capacity = 0, K_part4_pos_length = 0;
  int32_t* K_part3_crd = 0;
  int64_t K_part3_crd_capacity = 0, K_part3_crd_length = 0;
  int32_t* K_part4_crd = 0;
  int64_t K_part4_crd_capacity = 0, K_part4_crd_length = 0;
  float* K_part_vals = 0;
  int64_t K_part_vals_capacity = 0, K_part_vals_length = 0;
  (void)threads;
  UPLOAD(A2_pos, A->levels[1].pos);
  UPLOAD(A2_crd, A->levels[1].crd);
  UPLOAD(A_vals, A->vals);
  UPLOAD(B2_pos, B->levels[1].pos);
  UPLOAD(B2_crd, B->levels[1].crd);
  UPLOAD(B_vals, B->vals);
  {
    if ((double)A1_dim * (double)B1_dim > 5.764607523034235e+17) {
      STEP(STARDUST_TOO_LARGE);
    }
    int64_t K_part3_count = 0;
    int64_t K_part4_count = int64_t();
    {
      kron_serial_values values = {A1_dim, B1_dim, K_part3_count, K_part4_count, A2_crd, A2_pos, A_vals, B2_crd, B2_pos, B_vals, K_part3_crd, K_part3_crd_capacity, K_part3_crd_length, K_part3_pos, K_part3_pos_capacity, K_part3_pos_length, K_part4_crd, K_part4_crd_capacity, K_part4_crd_length, K_part4_pos, K_part4_pos_capacity, K_part4_pos_length, K_part_vals, K_part_vals_capacity, K_part_vals_length};
      SERIAL(kron_serial, values);
      K_part3_count = values.K_part3_count;
      K_part4_count = values.K_part4_count;
      K_part3_crd = values.K_part3_crd;
      K_part3_crd_capacity = values.K_part3_crd_capacity;
      K_part3_crd_length = values.K_part3_crd_length;
      K_part3_pos = values.K_part3_pos;
      K_part3_pos_capacity = values.K_part3_pos_capacity;
      K_part3_pos_length = values.K_part3_pos_length;
      K_part4_crd = values.K_part4_crd;
      K_part4_crd_capacity = values.K_part4_crd_capacity;
      K_part4_crd_length = values.K_part4_crd_length;
      K_part4_pos = values.K_part4_pos;
      K_part4_pos_capacity = values.K_part4_pos_capacity;
      K_part4_pos_length = values.K_part4_pos_length;
      K_part_vals = values.K_part_vals;
      K_part_vals_capacity = values.K_part_vals_capacity;
      K_part_vals_length = values.K_part_vals_length;
    }
    DEVICE_RESERVE(K_part3_crd, K_part3_count);
    K_part3_crd_length = K_part3_count;
    DEVICE_RESERVE(K_part4_pos, K_part3_count + 1);
    K_part4_pos_length = K_part3_count + 1;
    DEVICE_RESERVE(K_part4_crd, K_part4_count);
    K_part4_crd_length = K_part4_count;
    DEVICE_RESERVE(K_part_vals, K_part4_count);
    K_part_vals_length = K_part4_count;
  }
  DOWNLOAD(K_part->levels[2].pos, K_part3_pos);
  DOWNLOAD(K_part->levels[3].pos, K_part4_pos);
  DOWNLOAD(K_part->levels[2].crd, K_part3_crd);
  DOWNLOAD(K_part->levels[3].crd, K_part4_crd);
  DOWNLOAD(K_part->vals, K_part_vals);
done:
  if (A2_pos) gpu->release(gpu, (void*)A2_pos);
  if (A2_crd) gpu->release(gpu, (void*)A2_crd);
  if (A_vals) gpu->release(gpu, (void*)A_vals);
  if (B2_pos) gpu->release(gpu, (void*)B2_pos);
  if (B2_crd) gpu->release(gpu, (void*)B2_crd);
  if (B_vals) gpu->release(gpu, (void*)B_vals);
  if (K_part3_pos) gpu->release(gpu, (void*)K_part3_pos);
  if (K_part4_pos) gpu->release(gpu, (void*)K_part4_pos);
  if (K_part3_crd) gpu->release(gpu, (void*)K_part3_crd);
  if (K_part4_crd) gpu->release(gpu, (void*)K_part4_crd);
  if (K_part_vals) gpu->release(gpu, (void*)K_part_vals);
  return status;
}

/* The same for callers that have the tensors in an array. Returns a stardust_status. */
extern "C" int stardust_entry(stardust_tensor* const* tensors, stardust_gpu* gpu) { return kron(tensors[0], tensors[1], tensors[2], gpu); }
#endif
