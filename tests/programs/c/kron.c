stardust_status kron(const stardust_tensor* A, const stardust_tensor* B, stardust_tensor* K_part, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const float* restrict B_vals = B->vals.data;
  int64_t* restrict K_part3_pos = K_part->levels[2].pos.data;
  int64_t K_part3_pos_capacity = K_part->levels[2].pos.capacity, K_part3_pos_length = 0;
  int64_t* restrict K_part4_pos = K_part->levels[3].pos.data;
  int64_t K_part4_pos_capacity = K_part->levels[3].pos.capacity, K_part4_pos_length = 0;
  int32_t* restrict K_part3_crd = K_part->levels[2].crd.data;
  int64_t K_part3_crd_capacity = K_part->levels[2].crd.capacity, K_part3_crd_length = 0;
  int32_t* restrict K_part4_crd = K_part->levels[3].crd.data;
  int64_t K_part4_crd_capacity = K_part->levels[3].crd.capacity, K_part4_crd_length = 0;
  float* restrict K_part_vals = K_part->vals.data;
  int64_t K_part_vals_capacity = K_part->vals.capacity, K_part_vals_length = 0;
  int status = STARDUST_OK;
  (void)threads, (void)run;
  if ((double)A1_dim * (double)B1_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  int64_t K_part3_count = 0;
  RESIZE_FILLED(K_part3_pos, A1_dim * B1_dim + 1, 0, done);
  int64_t K_part4_count = 0;
  RESIZE_FILLED(K_part4_pos, 1, 0, done);
  /* forall(i) */
  for (int64_t i = 0, i_end = A1_dim; i < i_end; i++) {
    /* forall(k) */
    for (int64_t k = 0, k_end = B1_dim; k < k_end; k++) {
      const int64_t K_part2 = i * B1_dim + k;
      /* forall(j in A2) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      const int64_t K_part3_most = K_part3_count + (A2_end - A2_begin);
      GROW(K_part3_crd, K_part3_most, done);
      LENGTHEN(K_part3_crd, K_part3_most);
      GROW(K_part4_pos, K_part3_most + 1, done);
      LENGTHEN(K_part4_pos, K_part3_most + 1);
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        const int64_t K_part4_before = K_part4_count;
        /* forall(l in B2): K_part(i,k,j,l) = A(i,j) * B(k,l) */
        const int64_t B2_begin = B2_pos[k];
        const int64_t B2_end = B2_pos[k + 1];
        const int64_t K_part4_most = K_part4_count + (B2_end - B2_begin);
        GROW(K_part4_crd, K_part4_most, done);
        LENGTHEN(K_part4_crd, K_part4_most);
        GROW(K_part_vals, K_part4_most, done);
        LENGTHEN(K_part_vals, K_part4_most);
        for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
          const int64_t l = B2_crd[B2];
          K_part_vals[K_part4_count] = A_vals[A2] * B_vals[B2];
          K_part4_crd[K_part4_count] = l;
          K_part4_count += 1;
        }
        K_part4_pos[K_part3_count + 1] = K_part4_count;
        if (K_part4_count > K_part4_before) {
          K_part3_crd[K_part3_count] = j;
          K_part3_count += 1;
        }
      }
      K_part3_pos[K_part2 + 1] = K_part3_count;
    }
  }
  RESIZE(K_part3_crd, K_part3_count, done);
  RESIZE(K_part4_pos, K_part3_count + 1, done);
  RESIZE(K_part4_crd, K_part4_count, done);
  RESIZE(K_part_vals, K_part4_count, done);
done:
  K_part->levels[2].pos = (stardust_array){K_part3_pos, K_part3_pos_length, K_part3_pos_capacity};
  K_part->levels[3].pos = (stardust_array){K_part4_pos, K_part4_pos_length, K_part4_pos_capacity};
  K_part->levels[2].crd = (stardust_array){K_part3_crd, K_part3_crd_length, K_part3_crd_capacity};
  K_part->levels[3].crd = (stardust_array){K_part4_crd, K_part4_crd_length, K_part4_crd_capacity};
  K_part->vals = (stardust_array){K_part_vals, K_part_vals_length, K_part_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return kron(tensors[0], tensors[1], tensors[2], threads, run);
}
