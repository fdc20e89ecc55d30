struct batchedMatmul_loop {
  int64_t next_, end_;
  int status_;
  const int64_t B2_dim;
  const int64_t B3_dim;
  const int64_t C3_dim;
  float* restrict A_vals;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const int32_t* restrict B3_crd;
  const int64_t* restrict B3_pos;
  const float* restrict B_vals;
  const float* restrict C_vals;
  int64_t* restrict first;
};
static void batchedMatmul_part(void* shared) {
  struct batchedMatmul_loop* const loop_ = shared;
  const int64_t B2_dim = loop_->B2_dim;
  const int64_t B3_dim = loop_->B3_dim;
  const int64_t C3_dim = loop_->C3_dim;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const int32_t* restrict B3_crd = loop_->B3_crd;
  const int64_t* restrict B3_pos = loop_->B3_pos;
  const float* restrict B_vals = loop_->B_vals;
  const float* restrict C_vals = loop_->C_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t b_first = first[chunk_2];
    const int64_t b_last = first[chunk_2 + 1];
    /* forall(b) */
    for (int64_t b = b_first, b_end = b_last; b < b_end; b++) {
      /* clear the row of A */
      for (int64_t entry = 0, entry_end = B2_dim * C3_dim; entry < entry_end; entry++) {
        A_vals[b * (B2_dim * C3_dim) + entry] = 0.0f;
      }
      /* forall(i in B2) */
      const int64_t B2_begin = B2_pos[b];
      const int64_t B2_end = B2_pos[b + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t i = B2_crd[B2];
        const int64_t A2 = b * B2_dim + i;
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        /* forall(j): A(b,i,j) += B(b,i,k) * C(b,k,j) */
        {
          int64_t j = 0, j_end = C3_dim;
          for (; j + 8 * lanes_f32_count <= j_end; j += 8 * lanes_f32_count) {
            lanes_f32 sum[8];
            for (int v_ = 0; v_ < 8; v_++) sum[v_] = ((const lanes_f32*)(A_vals + A2 * C3_dim + j))[v_];
            /* forall(k in B3) */
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t k = B3_crd[B3];
              const int64_t C2 = b * B3_dim + k;
              const int64_t C3 = C2 * C3_dim + j;
              for (int v_ = 0; v_ < 8; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C3))[v_];
            }
            for (int v_ = 0; v_ < 8; v_++) ((lanes_f32*)(A_vals + A2 * C3_dim + j))[v_] = sum[v_];
          }
          for (; j + 4 * lanes_f32_count <= j_end; j += 4 * lanes_f32_count) {
            lanes_f32 sum[4];
            for (int v_ = 0; v_ < 4; v_++) sum[v_] = ((const lanes_f32*)(A_vals + A2 * C3_dim + j))[v_];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t k = B3_crd[B3];
              const int64_t C2 = b * B3_dim + k;
              const int64_t C3 = C2 * C3_dim + j;
              for (int v_ = 0; v_ < 4; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C3))[v_];
            }
            for (int v_ = 0; v_ < 4; v_++) ((lanes_f32*)(A_vals + A2 * C3_dim + j))[v_] = sum[v_];
          }
          for (; j + 2 * lanes_f32_count <= j_end; j += 2 * lanes_f32_count) {
            lanes_f32 sum[2];
            for (int v_ = 0; v_ < 2; v_++) sum[v_] = ((const lanes_f32*)(A_vals + A2 * C3_dim + j))[v_];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t k = B3_crd[B3];
              const int64_t C2 = b * B3_dim + k;
              const int64_t C3 = C2 * C3_dim + j;
              for (int v_ = 0; v_ < 2; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C3))[v_];
            }
            for (int v_ = 0; v_ < 2; v_++) ((lanes_f32*)(A_vals + A2 * C3_dim + j))[v_] = sum[v_];
          }
          for (; j + lanes_f32_count <= j_end; j += lanes_f32_count) {
            lanes_f32 sum[1];
            for (int v_ = 0; v_ < 1; v_++) sum[v_] = ((const lanes_f32*)(A_vals + A2 * C3_dim + j))[v_];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t k = B3_crd[B3];
              const int64_t C2 = b * B3_dim + k;
              const int64_t C3 = C2 * C3_dim + j;
              for (int v_ = 0; v_ < 1; v_++) sum[v_] = sum[v_] + B_vals[B3] * ((const lanes_f32*)(C_vals + C3))[v_];
            }
            for (int v_ = 0; v_ < 1; v_++) ((lanes_f32*)(A_vals + A2 * C3_dim + j))[v_] = sum[v_];
          }
          for (; j + few_f32_count <= j_end; j += few_f32_count) {
            few_f32 sum_2[1];
            for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = ((const few_f32*)(A_vals + A2 * C3_dim + j))[v_];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t k = B3_crd[B3];
              const int64_t C2 = b * B3_dim + k;
              const int64_t C3 = C2 * C3_dim + j;
              for (int v_ = 0; v_ < 1; v_++) sum_2[v_] = sum_2[v_] + B_vals[B3] * ((const few_f32*)(C_vals + C3))[v_];
            }
            for (int v_ = 0; v_ < 1; v_++) ((few_f32*)(A_vals + A2 * C3_dim + j))[v_] = sum_2[v_];
          }
          for (; j < j_end; j++) {
            float sum_3 = A_vals[A2 * C3_dim + j];
            for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
              const int64_t k = B3_crd[B3];
              const int64_t C2 = b * B3_dim + k;
              const int64_t C3 = C2 * C3_dim + j;
              sum_3 += B_vals[B3] * C_vals[C3];
            }
            A_vals[A2 * C3_dim + j] = sum_3;
          }
        }
      }
    }
  }
}

stardust_status batchedMatmul(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t B3_dim = B->levels[2].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int64_t* restrict B3_pos = B->levels[2].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int32_t* restrict B3_crd = B->levels[2].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t C3_dim = C->levels[2].dim;
  const float* restrict C_vals = C->vals.data;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)B1_dim * (double)B2_dim * (double)C3_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(A_vals, B1_dim * B2_dim * C3_dim, done);
  /* cut forall(b) into chunks of about equal work */
  const int64_t work = B1_dim + B3_pos[B2_pos[B1_dim]] + B1_dim * B3_dim * C3_dim + B1_dim * B2_dim * C3_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B3_pos[B2_pos[middle]] + middle * B3_dim * C3_dim + middle * B2_dim * C3_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct batchedMatmul_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B2_dim = B2_dim,
    .B3_dim = B3_dim,
    .C3_dim = C3_dim,
    .A_vals = A_vals,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B3_crd = B3_crd,
    .B3_pos = B3_pos,
    .B_vals = B_vals,
    .C_vals = C_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, batchedMatmul_part, &loop);
done:
  free(first);
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return batchedMatmul(tensors[0], tensors[1], tensors[2], threads, run);
}
