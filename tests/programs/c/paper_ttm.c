struct ttm_loop {
  int64_t next_, end_;
  int status_;
  const int64_t C2_dim;
  int32_t* restrict A1_crd;
  int64_t* restrict A1_stop;
  int32_t* restrict A2_crd;
  int64_t* restrict A2_pos;
  int64_t* restrict A2_stop;
  float* restrict A_vals;
  const int32_t* restrict B1_crd;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const int32_t* restrict B3_crd;
  const int64_t* restrict B3_pos;
  const float* restrict B_vals;
  const int32_t* restrict C2_crd;
  const int64_t* restrict C2_pos;
  const float* restrict C_vals;
  int64_t* restrict first;
};
static void ttm_part(void* shared) {
  struct ttm_loop* const loop_ = shared;
  const int64_t C2_dim = loop_->C2_dim;
  int32_t* restrict A1_crd = loop_->A1_crd;
  int64_t* restrict A1_stop = loop_->A1_stop;
  int32_t* restrict A2_crd = loop_->A2_crd;
  int64_t* restrict A2_pos = loop_->A2_pos;
  int64_t* restrict A2_stop = loop_->A2_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B1_crd = loop_->B1_crd;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const int32_t* restrict B3_crd = loop_->B3_crd;
  const int64_t* restrict B3_pos = loop_->B3_pos;
  const float* restrict B_vals = loop_->B_vals;
  const int32_t* restrict C2_crd = loop_->C2_crd;
  const int64_t* restrict C2_pos = loop_->C2_pos;
  const float* restrict C_vals = loop_->C_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
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
        bool A_stored = false;
        /* clear the block of A */
        for (int64_t entry = 0, entry_end = C2_dim; entry < entry_end; entry++) {
          A_vals[A2_count_2 * C2_dim + entry] = 0.0f;
        }
        /* forall(l in B3) */
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        for (int64_t B3 = B3_begin, B3_end_2 = B3_end; B3 < B3_end_2; B3++) {
          const int64_t l = B3_crd[B3];
          /* forall(k in C2): A(i,j,k) += B(i,j,l) * C(k,l) */
          const int64_t C2_begin = C2_pos[l];
          const int64_t C2_end = C2_pos[l + 1];
          for (int64_t C2 = C2_begin, C2_end_2 = C2_end; C2 < C2_end_2; C2++) {
            const int64_t k = C2_crd[C2];
            const int64_t A3 = A2_count_2 * C2_dim + k;
            A_vals[A3] += B_vals[B3] * C_vals[C2];
            A_stored = true;
          }
        }
        if (A_stored) {
          A2_crd[A2_count_2] = j;
          A2_count_2 += 1;
        }
      }
      A2_pos[A1_count_2 + 1] = A2_count_2;
      if (A2_count_2 > A2_before) {
        A1_crd[A1_count_2] = i;
        A1_count_2 += 1;
      }
    }
    A1_stop[chunk_2] = A1_count_2;
    A2_stop[chunk_2] = A2_count_2;
  }
}

stardust_status ttm(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t* restrict B1_pos = B->levels[0].pos.data;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int64_t* restrict B3_pos = B->levels[2].pos.data;
  const int32_t* restrict B1_crd = B->levels[0].crd.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int32_t* restrict B3_crd = B->levels[2].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t C2_dim = C->levels[1].dim;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const float* restrict C_vals = C->vals.data;
  int64_t* restrict A1_pos = A->levels[0].pos.data;
  int64_t A1_pos_capacity = A->levels[0].pos.capacity, A1_pos_length = 0;
  int64_t* restrict A2_pos = A->levels[1].pos.data;
  int64_t A2_pos_capacity = A->levels[1].pos.capacity, A2_pos_length = 0;
  int32_t* restrict A1_crd = A->levels[0].crd.data;
  int64_t A1_crd_capacity = A->levels[0].crd.capacity, A1_crd_length = 0;
  int32_t* restrict A2_crd = A->levels[1].crd.data;
  int64_t A2_crd_capacity = A->levels[1].crd.capacity, A2_crd_length = 0;
  float* restrict A_vals = A->vals.data;
  int64_t A_vals_capacity = A->vals.capacity, A_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict A1_stop = NULL;
  int64_t A1_stop_capacity = 0;
  int64_t* restrict A2_stop = NULL;
  int64_t A2_stop_capacity = 0;
  RESIZE_FILLED(A1_pos, 2, 0, done);
  RESIZE_FILLED(A2_pos, 1, 0, done);
  const int64_t B1_begin = B1_pos[0];
  const int64_t B1_end = B1_pos[1];
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_end + B3_pos[B2_pos[B1_end]];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
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
  RESIZE(A1_crd, B1_end, done);
  RESIZE(A2_pos, B1_end + 1, done);
  A2_pos[0] = 0;
  ALLOCATE(A1_stop, chunks, done);
  const int64_t A2_most = B2_pos[B1_end];
  if ((double)A2_most * (double)C2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(A2_crd, A2_most, done);
  RESIZE(A_vals, A2_most * C2_dim, done);
  ALLOCATE(A2_stop, chunks, done);
  /* run the chunks on threads */
  struct ttm_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .C2_dim = C2_dim,
    .A1_crd = A1_crd,
    .A1_stop = A1_stop,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A2_stop = A2_stop,
    .A_vals = A_vals,
    .B1_crd = B1_crd,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B3_crd = B3_crd,
    .B3_pos = B3_pos,
    .B_vals = B_vals,
    .C2_crd = C2_crd,
    .C2_pos = C2_pos,
    .C_vals = C_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, ttm_part, &loop);
  /* close the gaps between the parts of A */
  int64_t A1_count_3 = 0;
  int64_t A2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t A1_length = A1_stop[chunk_3] - part_first;
    const int64_t A1_gap = part_first - A1_count_3;
    const int64_t A2_start = B2_pos[part_first];
    const int64_t A2_length = A2_stop[chunk_3] - A2_start;
    const int64_t A2_gap = A2_start - A2_count_3;
    if (A1_gap > 0) {
      memmove(A1_crd + A1_count_3, A1_crd + part_first, (size_t)(part_first + A1_length - part_first) * sizeof *A1_crd);
    }
    if (A1_gap > 0 || A2_gap > 0) {
      for (int64_t fiber = 0, fiber_end = A1_length; fiber < fiber_end; fiber++) {
        A2_pos[A1_count_3 + (fiber + 1)] = A2_pos[part_first + (fiber + 1)] - A2_gap;
      }
    }
    if (A2_gap > 0) {
      memmove(A2_crd + A2_count_3, A2_crd + A2_start, (size_t)(A2_start + A2_length - A2_start) * sizeof *A2_crd);
      memmove(A_vals + (A2_count_3 * C2_dim), A_vals + (A2_start * C2_dim), (size_t)(A2_start * C2_dim + A2_length * C2_dim - A2_start * C2_dim) * sizeof *A_vals);
    }
    A1_count_3 += A1_length;
    A2_count_3 += A2_length;
  }
  A1_pos[1] = A1_count_3;
  RESIZE(A1_crd, A1_count_3, done);
  RESIZE(A2_pos, A1_count_3 + 1, done);
  RESIZE(A2_crd, A2_count_3, done);
  RESIZE(A_vals, A2_count_3 * C2_dim, done);
done:
  free(first);
  free(A1_stop);
  free(A2_stop);
  A->levels[0].pos = (stardust_array){A1_pos, A1_pos_length, A1_pos_capacity};
  A->levels[1].pos = (stardust_array){A2_pos, A2_pos_length, A2_pos_capacity};
  A->levels[0].crd = (stardust_array){A1_crd, A1_crd_length, A1_crd_capacity};
  A->levels[1].crd = (stardust_array){A2_crd, A2_crd_length, A2_crd_capacity};
  A->vals = (stardust_array){A_vals, A_vals_length, A_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return ttm(tensors[0], tensors[1], tensors[2], threads, run);
}
