struct elementwiseProduct_loop {
  int64_t next_, end_;
  int status_;
  const int64_t B2_dim;
  const bool C2_table_pays;
  int32_t* restrict A2_crd;
  int64_t* restrict A2_pos;
  int64_t* restrict A2_stop;
  float* restrict A_vals;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const float* restrict B_vals;
  const int32_t* restrict C2_crd;
  const int64_t* restrict C2_pos;
  const float* restrict C_vals;
  int64_t* restrict first;
};
static void elementwiseProduct_part(void* shared) {
  struct elementwiseProduct_loop* const loop_ = shared;
  const int64_t B2_dim = loop_->B2_dim;
  const bool C2_table_pays = loop_->C2_table_pays;
  int32_t* restrict A2_crd = loop_->A2_crd;
  int64_t* restrict A2_pos = loop_->A2_pos;
  int64_t* restrict A2_stop = loop_->A2_stop;
  float* restrict A_vals = loop_->A_vals;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const float* restrict B_vals = loop_->B_vals;
  const int32_t* restrict C2_crd = loop_->C2_crd;
  const int64_t* restrict C2_pos = loop_->C2_pos;
  const float* restrict C_vals = loop_->C_vals;
  int64_t* restrict first = loop_->first;
  int32_t* restrict C2_table = NULL;
  int64_t C2_table_capacity = 0, C2_table_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = B2_pos[i_first];
    ALLOCATE(C2_table, 0, next);
    C2_table_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2 ∩ C2): A(i,j) = B(i,j) * C(i,j) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      const int64_t B2_begin_2 = B2_pos[i];
      const int64_t B2_end_2 = B2_pos[i + 1];
      const int64_t C2_begin_2 = C2_pos[i];
      const int64_t C2_end_2 = C2_pos[i + 1];
      if (B2_end_2 - B2_begin_2 + (C2_end_2 - C2_begin_2) >= 8 && (C2_end_2 - C2_begin_2 > 0 && C2_end_2 <= 2147483647 && (C2_table_pays || B2_dim <= (B2_end_2 - B2_begin_2 + (C2_end_2 - C2_begin_2)) * 16))) {
        RESIZE_FILLED(C2_table, B2_dim, -1, next);
        /* write the positions of C2 into a table, and look them up */
        for (int64_t vC2_2 = C2_begin_2, C2_2_end = C2_end_2; vC2_2 < C2_2_end; vC2_2++) {
          C2_table[(int64_t)C2_crd[vC2_2]] = vC2_2;
        }
        if ((C2_end_2 - C2_begin_2) * 10 < B2_dim) {
          for (int64_t vB2_2 = B2_begin_2, B2_2_end = B2_end_2; vB2_2 < B2_2_end; vB2_2++) {
            const int64_t j_2 = B2_crd[vB2_2];
            const int64_t C2_at = C2_table[j_2];
            const bool C_has_j = C2_begin_2 <= C2_at && C2_at < C2_end_2;
            const int64_t C2_at_or_first = C_has_j ? C2_at : C2_begin_2;
            if (C_has_j) {
              A_vals[A2_count_2] = B_vals[vB2_2] * C_vals[C2_at_or_first];
              A2_crd[A2_count_2] = j_2;
              A2_count_2 += 1;
            }
          }
        } else {
          for (int64_t vB2_2_2 = B2_begin_2, B2_2_2_end = B2_end_2; vB2_2_2 < B2_2_2_end; vB2_2_2++) {
            const int64_t j_2_2 = B2_crd[vB2_2_2];
            const int64_t C2_at_2 = C2_table[j_2_2];
            const bool C_has_j_2 = C2_begin_2 <= C2_at_2 && C2_at_2 < C2_end_2;
            const int64_t C2_at_or_first_2 = C_has_j_2 ? C2_at_2 : C2_begin_2;
            A_vals[A2_count_2] = B_vals[vB2_2_2] * C_vals[C2_at_or_first_2];
            A2_crd[A2_count_2] = j_2_2;
            A2_count_2 += (int64_t)C_has_j_2;
          }
        }
      } else {
        int64_t B2 = B2_begin;
        int64_t C2 = C2_begin;
        while (B2 < B2_end && C2 < C2_end) {
          const int64_t B_j = B2_crd[B2];
          const int64_t C_j = C2_crd[C2];
          if (B_j == C_j) {
            A_vals[A2_count_2] = B_vals[B2] * C_vals[C2];
            A2_crd[A2_count_2] = B_j;
            A2_count_2 += 1;
          }
          B2 += (int64_t)(B_j <= C_j);
          C2 += (int64_t)(C_j <= B_j);
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  next:;
  }
  free(C2_table);
  raise_status(&loop_->status_, status);
}

stardust_status elementwiseProduct(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const float* restrict C_vals = C->vals.data;
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
  const bool C2_table_pays = B2_dim <= max_i64(4096, min_i64(4194304, (B2_pos[B1_dim] + C2_pos[B1_dim]) * 16));
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B2_pos[B1_dim] + C2_pos[B1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + C2_pos[middle] < share) {
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
  struct elementwiseProduct_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B2_dim = B2_dim,
    .C2_table_pays = C2_table_pays,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A2_stop = A2_stop,
    .A_vals = A_vals,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B_vals = B_vals,
    .C2_crd = C2_crd,
    .C2_pos = C2_pos,
    .C_vals = C_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, elementwiseProduct_part, &loop);
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
  return elementwiseProduct(tensors[0], tensors[1], tensors[2], threads, run);
}
