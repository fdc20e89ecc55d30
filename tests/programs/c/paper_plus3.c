struct plus3_loop {
  int64_t next_, end_;
  int status_;
  const int64_t B2_dim;
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
  const int32_t* restrict D2_crd;
  const int64_t* restrict D2_pos;
  const float* restrict D_vals;
  int64_t* restrict first;
};
static void plus3_part(void* shared) {
  struct plus3_loop* const loop_ = shared;
  const int64_t B2_dim = loop_->B2_dim;
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
  const int32_t* restrict D2_crd = loop_->D2_crd;
  const int64_t* restrict D2_pos = loop_->D2_pos;
  const float* restrict D_vals = loop_->D_vals;
  int64_t* restrict first = loop_->first;
  float* restrict row = NULL;
  int64_t row_capacity = 0, row_length = 0;
  bool* restrict row_stored = NULL;
  int64_t row_stored_capacity = 0, row_stored_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int64_t A2_count_2 = B2_pos[i_first] + C2_pos[i_first] + D2_pos[i_first];
    ALLOCATE(row, 0, next);
    row_length = 0;
    ALLOCATE(row_stored, 0, next);
    row_stored_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in (B2 ∪ C2) ∪ D2): A(i,j) = B(i,j) + C(i,j) + D(i,j) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      const int64_t D2_begin = D2_pos[i];
      const int64_t D2_end = D2_pos[i + 1];
      if ((B2_end - B2_begin + (C2_end - C2_begin) + (D2_end - D2_begin)) * 40 >= B2_dim) {
        RESIZE_FILLED(row, B2_dim, 0.0f, next);
        RESIZE_FILLED(row_stored, B2_dim, false, next);
        /* forall(j in B2): row(j) = B(i,j) */
        const int64_t B2_begin_2 = B2_pos[i];
        const int64_t B2_end_2 = B2_pos[i + 1];
        int64_t B2_2_next = B2_begin_2;
        const int64_t B2_2_end = B2_end_2;
        while (B2_2_next + 4 <= B2_2_end) {
          const int64_t j_2_2 = B2_crd[B2_2_next];
          const int64_t j_2_3 = B2_crd[B2_2_next + 1];
          const int64_t j_2_4 = B2_crd[B2_2_next + 2];
          const int64_t j_2_5 = B2_crd[B2_2_next + 3];
          row[j_2_2] = B_vals[B2_2_next];
          row[j_2_3] = B_vals[B2_2_next + 1];
          row[j_2_4] = B_vals[B2_2_next + 2];
          row[j_2_5] = B_vals[B2_2_next + 3];
          row_stored[j_2_2] = true;
          row_stored[j_2_3] = true;
          row_stored[j_2_4] = true;
          row_stored[j_2_5] = true;
          B2_2_next += 4;
        }
        for (int64_t vB2_2 = B2_2_next, B2_2_end_2 = B2_2_end; vB2_2 < B2_2_end_2; vB2_2++) {
          const int64_t j_2 = B2_crd[vB2_2];
          row[j_2] = B_vals[vB2_2];
          row_stored[j_2] = true;
        }
        /* forall(j in C2): row(j) += C(i,j) */
        const int64_t C2_begin_2 = C2_pos[i];
        const int64_t C2_end_2 = C2_pos[i + 1];
        int64_t C2_2_next = C2_begin_2;
        const int64_t C2_2_end = C2_end_2;
        while (C2_2_next + 4 <= C2_2_end) {
          const int64_t j_3_2 = C2_crd[C2_2_next];
          const int64_t j_3_3 = C2_crd[C2_2_next + 1];
          const int64_t j_3_4 = C2_crd[C2_2_next + 2];
          const int64_t j_3_5 = C2_crd[C2_2_next + 3];
          row[j_3_2] += C_vals[C2_2_next];
          row[j_3_3] += C_vals[C2_2_next + 1];
          row[j_3_4] += C_vals[C2_2_next + 2];
          row[j_3_5] += C_vals[C2_2_next + 3];
          row_stored[j_3_2] = true;
          row_stored[j_3_3] = true;
          row_stored[j_3_4] = true;
          row_stored[j_3_5] = true;
          C2_2_next += 4;
        }
        for (int64_t vC2_2 = C2_2_next, C2_2_end_2 = C2_2_end; vC2_2 < C2_2_end_2; vC2_2++) {
          const int64_t j_3 = C2_crd[vC2_2];
          row[j_3] += C_vals[vC2_2];
          row_stored[j_3] = true;
        }
        /* forall(j in D2): row(j) += D(i,j) */
        const int64_t D2_begin_2 = D2_pos[i];
        const int64_t D2_end_2 = D2_pos[i + 1];
        int64_t D2_2_next = D2_begin_2;
        const int64_t D2_2_end = D2_end_2;
        while (D2_2_next + 4 <= D2_2_end) {
          const int64_t j_4_2 = D2_crd[D2_2_next];
          const int64_t j_4_3 = D2_crd[D2_2_next + 1];
          const int64_t j_4_4 = D2_crd[D2_2_next + 2];
          const int64_t j_4_5 = D2_crd[D2_2_next + 3];
          row[j_4_2] += D_vals[D2_2_next];
          row[j_4_3] += D_vals[D2_2_next + 1];
          row[j_4_4] += D_vals[D2_2_next + 2];
          row[j_4_5] += D_vals[D2_2_next + 3];
          row_stored[j_4_2] = true;
          row_stored[j_4_3] = true;
          row_stored[j_4_4] = true;
          row_stored[j_4_5] = true;
          D2_2_next += 4;
        }
        for (int64_t vD2_2 = D2_2_next, D2_2_end_2 = D2_2_end; vD2_2 < D2_2_end_2; vD2_2++) {
          const int64_t j_4 = D2_crd[vD2_2];
          row[j_4] += D_vals[vD2_2];
          row_stored[j_4] = true;
        }
        /* pack row into A */
        A2_count_2 = pack_f32(row, row_stored, B2_dim, A2_crd, A_vals, A2_count_2, 0.0f);
      } else {
        int64_t B2 = B2_begin;
        int64_t C2 = C2_begin;
        int64_t D2 = D2_begin;
        while (B2 < B2_end && C2 < C2_end && D2 < D2_end) {
          const int64_t B_j = B2_crd[B2];
          const int64_t C_j = C2_crd[C2];
          const int64_t D_j = D2_crd[D2];
          const int64_t j = min_i64(min_i64(B_j, C_j), D_j);
          const bool B_has_j = B_j == j;
          const bool C_has_j = C_j == j;
          const bool D_has_j = D_j == j;
          A_vals[A2_count_2] = masked_f32(B_has_j, B_vals[B2]) + masked_f32(C_has_j, C_vals[C2]) + masked_f32(D_has_j, D_vals[D2]);
          A2_crd[A2_count_2] = j;
          A2_count_2 += 1;
          B2 += (int64_t)B_has_j;
          C2 += (int64_t)C_has_j;
          D2 += (int64_t)D_has_j;
        }
        while (B2 < B2_end || C2 < C2_end || D2 < D2_end) {
          const int64_t B_j = B2 < B2_end ? (int64_t)B2_crd[B2] : B2_dim;
          const int64_t C_j = C2 < C2_end ? (int64_t)C2_crd[C2] : B2_dim;
          const int64_t D_j = D2 < D2_end ? (int64_t)D2_crd[D2] : B2_dim;
          const int64_t j = min_i64(min_i64(B_j, C_j), D_j);
          const bool B_has_j = B_j == j;
          const bool C_has_j = C_j == j;
          const bool D_has_j = D_j == j;
          A_vals[A2_count_2] = (B_has_j ? B_vals[B2] : 0.0f) + (C_has_j ? C_vals[C2] : 0.0f) + (D_has_j ? D_vals[D2] : 0.0f);
          A2_crd[A2_count_2] = j;
          A2_count_2 += 1;
          if (B_has_j) {
            B2 += 1;
          }
          if (C_has_j) {
            C2 += 1;
          }
          if (D_has_j) {
            D2 += 1;
          }
        }
      }
      A2_pos[i + 1] = A2_count_2;
    }
    A2_stop[chunk_2] = A2_count_2;
  next:;
  }
  free(row);
  free(row_stored);
  raise_status(&loop_->status_, status);
}

stardust_status plus3(const stardust_tensor* B, const stardust_tensor* C, const stardust_tensor* D, stardust_tensor* A, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B2_dim = B->levels[1].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const float* restrict C_vals = C->vals.data;
  const int64_t* restrict D2_pos = D->levels[1].pos.data;
  const int32_t* restrict D2_crd = D->levels[1].crd.data;
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
  const int64_t work = B1_dim + B2_pos[B1_dim] + C2_pos[B1_dim] + D2_pos[B1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B2_pos[middle] + C2_pos[middle] + D2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  const int64_t A2_most = B2_pos[B1_dim] + C2_pos[B1_dim] + D2_pos[B1_dim];
  RESIZE(A2_crd, A2_most, done);
  RESIZE(A_vals, A2_most, done);
  ALLOCATE(A2_stop, chunks, done);
  /* run the chunks on threads */
  struct plus3_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B2_dim = B2_dim,
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
    .D2_crd = D2_crd,
    .D2_pos = D2_pos,
    .D_vals = D_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, plus3_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* close the gaps between the parts of A */
  int64_t A2_count_3 = 0;
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    const int64_t part_first = first[chunk_3];
    const int64_t part_last = first[chunk_3 + 1];
    const int64_t A2_start = B2_pos[part_first] + C2_pos[part_first] + D2_pos[part_first];
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
  return plus3(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
