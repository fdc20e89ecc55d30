struct ttmc_loop {
  int64_t next_, end_;
  int status_;
  const int64_t C2_dim;
  const int64_t D2_dim;
  float* restrict A_vals;
  const int32_t* restrict B1_crd;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const int32_t* restrict B3_crd;
  const int64_t* restrict B3_pos;
  const float* restrict B_vals;
  const float* restrict C_vals;
  const float* restrict D_vals;
  int64_t* restrict first;
  const int64_t B3_crd_length;
};
static void ttmc_part(void* shared) {
  struct ttmc_loop* const loop_ = shared;
  const int64_t C2_dim = loop_->C2_dim;
  const int64_t D2_dim = loop_->D2_dim;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B1_crd = loop_->B1_crd;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const int32_t* restrict B3_crd = loop_->B3_crd;
  const int64_t* restrict B3_pos = loop_->B3_pos;
  const float* restrict B_vals = loop_->B_vals;
  const float* restrict C_vals = loop_->C_vals;
  const float* restrict D_vals = loop_->D_vals;
  int64_t* restrict first = loop_->first;
  const int64_t B3_crd_length = loop_->B3_crd_length;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i in B1) */
    for (int64_t B1 = i_first, B1_end_2 = i_last; B1 < B1_end_2; B1++) {
      const int64_t i = B1_crd[B1];
      /* forall(l in B2) */
      const int64_t B2_begin = B2_pos[B1];
      const int64_t B2_end = B2_pos[B1 + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t l = B2_crd[B2];
        /* forall(m in B3) */
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
          const int64_t m = B3_crd[B3];
          if (B3 + 8 < B3_crd_length) {
            prefetch_row(D_vals + (int64_t)B3_crd[B3 + 8] * D2_dim, (D2_dim) * (int64_t)sizeof *D_vals);
          }
          /* forall(j) */
          for (int64_t j = 0, j_end = C2_dim; j < j_end; j++) {
            const int64_t C2 = l * C2_dim + j;
            const int64_t A2 = i * C2_dim + j;
            /* forall(k): A(i,j,k) += B(i,l,m) * C(l,j) * D(m,k) */
            for (int64_t k = 0, k_end = D2_dim; k < k_end; k++) {
              const int64_t D2 = m * D2_dim + k;
              const int64_t A3 = A2 * D2_dim + k;
              A_vals[A3] += B_vals[B3] * C_vals[C2] * D_vals[D2];
            }
          }
        }
      }
    }
  }
}

stardust_status ttmc(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* restrict B1_pos = B->levels[0].pos.data;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int64_t* restrict B3_pos = B->levels[2].pos.data;
  const int32_t* restrict B1_crd = B->levels[0].crd.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int32_t* restrict B3_crd = B->levels[2].crd.data;
  const int64_t B3_crd_length = B->levels[2].crd.length;
  const float* restrict B_vals = B->vals.data;
  const int64_t C2_dim = C->levels[1].dim;
  const float* restrict C_vals = C->vals.data;
  const int64_t D2_dim = D->levels[1].dim;
  const float* restrict D_vals = D->vals.data;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)B1_dim * (double)C2_dim * (double)D2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE_FILLED(A_vals, B1_dim * C2_dim * D2_dim, 0.0f, done);
  const int64_t B1_begin = B1_pos[0];
  const int64_t B1_end = B1_pos[1];
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_end + B3_pos[B2_pos[B1_end]];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
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
  /* run the chunks on threads */
  struct ttmc_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .C2_dim = C2_dim,
    .D2_dim = D2_dim,
    .A_vals = A_vals,
    .B1_crd = B1_crd,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B3_crd = B3_crd,
    .B3_pos = B3_pos,
    .B_vals = B_vals,
    .C_vals = C_vals,
    .D_vals = D_vals,
    .first = first,
    .B3_crd_length = B3_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, ttmc_part, &loop);
done:
  free(first);
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return ttmc(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
