struct sddmm_loop {
  int64_t next_, end_;
  int status_;
  const int64_t C2_dim;
  int32_t* restrict A2_crd;
  int64_t* restrict A2_pos;
  int64_t* restrict A2_stop;
  float* restrict A_vals;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const float* restrict C_vals;
  const float* restrict D_vals;
  int64_t* restrict first;
  const int64_t B2_crd_length;
};
static void sddmm_part(void* shared) {
  struct sddmm_loop* const loop_ = shared;
  const int64_t C2_dim = loop_->C2_dim;
  int32_t* restrict A2_crd = loop_->A2_crd;
  int64_t* restrict A2_pos = loop_->A2_pos;
  int64_t* restrict A2_stop = loop_->A2_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const float* restrict C_vals = loop_->C_vals;
  const float* restrict D_vals = loop_->D_vals;
  int64_t* restrict first = loop_->first;
  const int64_t B2_crd_length = loop_->B2_crd_length;
  float* restrict D_on = NULL;
  int64_t D_on_capacity = 0;
  float* restrict C_on = NULL;
  int64_t C_on_capacity = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = B2_pos[i_first];
    ALLOCATE(D_on, C2_dim, next);
    ALLOCATE(C_on, C2_dim, next);
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        const int64_t j = B2_crd[B2];
        if (B2 + 8 < B2_crd_length) {
          prefetch_row(D_vals + (int64_t)B2_crd[B2 + 8] * C2_dim, (C2_dim) * (int64_t)sizeof *D_vals);
        }
        float ws = 0.0f;
        /* clear D_on */
        for (int64_t D_on_at = 0, D_on_at_end = C2_dim; D_on_at < D_on_at_end; D_on_at++) {
          D_on[D_on_at] = 0.0f;
        }
        /* forall(k): D_on(k) = D(k,j) */
        for (int64_t k = 0, k_end = C2_dim; k < k_end; k++) {
          const int64_t D2 = j * C2_dim + k;
          D_on[k] = D_vals[D2];
        }
        /* clear C_on */
        for (int64_t C_on_at = 0, C_on_at_end = C2_dim; C_on_at < C_on_at_end; C_on_at++) {
          C_on[C_on_at] = 0.0f;
        }
        /* forall(k): C_on(k) = C(i,k) */
        for (int64_t k_2 = 0, k_2_end = C2_dim; k_2 < k_2_end; k_2++) {
          const int64_t C2 = i * C2_dim + k_2;
          C_on[k_2] = C_vals[C2];
        }
        float B_on = 0.0f;
        /* B_on = B(i,j) */
        B_on = B_vals[B2];
        /* forall(k): ws += B_on * C_on(k) * D_on(k) */
        SIMD_SUMS(+ : ws)
        for (int64_t k_3 = 0; k_3 < C2_dim; k_3++) {
          ws += B_on * C_on[k_3] * D_on[k_3];
        }
        /* A(i,j) = ws */
        if (C2_dim > 0) {
          A_vals[A2_count_2] = ws;
          A2_crd[A2_count_2] = j;
          A2_count_2 += 1;
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  next:;
  }
  free(D_on);
  free(C_on);
  raise_status(&loop_->status_, status);
}

stardust_status sddmm(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int64_t B2_crd_length = B->levels[1].crd.length;
  const float* restrict B_vals = B->vals.data;
  const int64_t C2_dim = C->levels[1].dim;
  const float* restrict C_vals = C->vals.data;
  const float* restrict D_vals = D->vals.data;
  int64_t* restrict A2_pos = A->levels[1].pos.data;
  int64_t A2_pos_capacity = A->levels[1].pos.capacity, A2_pos_length = 0;
  int32_t* restrict A2_crd = A->levels[1].crd.data;
  int64_t A2_crd_capacity = A->levels[1].crd.capacity, A2_crd_length = 0;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict A2_stop = NULL;
  int64_t A2_stop_capacity = 0;
  RESIZE_FILLED(A2_pos, B1_dim + 1, 0, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B2_pos[B1_dim] + B1_dim * C2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + middle * C2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t A2_most = B2_pos[B1_dim];
  RESIZE(A2_crd, A2_most, done);
  RESIZE(A_vals, A2_most, done);
  ALLOCATE(A2_stop, chunks, done);
  /* run the chunks on threads */
  struct sddmm_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .C2_dim = C2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A2_stop = A2_stop,
    .A_vals = A_vals,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .C_vals = C_vals,
    .D_vals = D_vals,
    .first = first,
    .B2_crd_length = B2_crd_length,
  };
  run_parts(run, threads, loop.end_ - loop.next_, sddmm_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* close the gaps between the parts of A */
  int64_t A2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = B2_pos[part_first];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_count_3;
    if (A2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = part_last - part_first; fiber < fiber_end; fiber++) {
        A2_pos[part_first + (fiber + 1)] = A2_pos[part_first + (fiber + 1)] - A2_gap;
      }
    }
    if (A2_gap > 0) {
      memmove(A2_crd + A2_count_3, A2_crd + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A2_crd);
      memmove(A_vals + A2_count_3, A_vals + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A_vals);
    }
    A2_count_3 += A2_length;
  }
  RESIZE(A2_crd, A2_count_3, done);
  RESIZE(A_vals, A2_count_3, done);
done:
  free(first);
  free(A2_stop);
  A->levels[1].pos = (stardust_array){A2_pos, A2_pos_length, A2_pos_capacity};
  A->levels[1].crd = (stardust_array){A2_crd, A2_crd_length, A2_crd_capacity};
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return sddmm(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
