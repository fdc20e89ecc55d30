struct triangles_loop {
  int64_t next_, end_;
  int status_;
  const int64_t A2_dim;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const int32_t* restrict A_vals;
  int64_t* restrict first;
  int32_t* restrict ws_parts;
};
static void triangles_part(void* shared) {
  struct triangles_loop* const loop_ = shared;
  const int64_t A2_dim = loop_->A2_dim;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const int32_t* restrict A_vals = loop_->A_vals;
  int64_t* restrict first = loop_->first;
  int32_t* restrict ws_parts = loop_->ws_parts;
  int32_t* restrict A2_table = NULL;
  int64_t A2_table_capacity = 0, A2_table_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    int32_t ws_part = 0;
    ALLOCATE(A2_table, 0, next);
    A2_table_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      const int64_t A2_first = A2_pos[i];
      const int64_t A2_end_5 = A2_pos[i + 1];
      const bool A2_in_table = A2_end_5 - A2_first > 0 && A2_end_5 <= 2147483647 && (A2_dim <= 4096 || A2_dim <= (A2_end_5 - A2_first + A2_pos[A2_dim]) * 16);
      if (A2_in_table) {
        RESIZE_FILLED(A2_table, A2_dim, -1, next);
        /* write the positions of A2 into a table, and look them up */
        for (int64_t vA2_5 = A2_first, A2_5_end = A2_end_5; vA2_5 < A2_5_end; vA2_5++) {
          A2_table[(int64_t)A2_crd[vA2_5]] = vA2_5;
        }
      }
      /* forall(j in A2) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        /* forall(k in A2 ∩ A2): ws += A(i,j) * A(j,k) * A(i,k) */
        const int64_t A2_begin_2 = A2_pos[j];
        const int64_t A2_end_2_2 = A2_pos[j + 1];
        const int64_t A2_begin_3 = A2_pos[i];
        const int64_t A2_end_3 = A2_pos[i + 1];
        if (A2_in_table) {
          const int64_t A2_begin_4 = A2_pos[j];
          const int64_t A2_end_4 = A2_pos[j + 1];
          int64_t A2_4_next = A2_begin_4;
          if (A2_4_next + 4 <= A2_end_4) {
            int32_t ws_part_2 = 0;
            int32_t ws_part_3 = 0;
            int32_t ws_part_4 = 0;
            while (A2_4_next + 4 <= A2_end_4) {
              const int64_t vA2_4_2 = A2_4_next;
              const int64_t k_2_2 = A2_crd[vA2_4_2];
              const int64_t A2_at_2 = A2_table[k_2_2];
              const bool A_has_k_2 = A2_first <= A2_at_2 && A2_at_2 < A2_end_5;
              const int64_t A2_at_or_first_2 = A_has_k_2 ? A2_at_2 : A2_first;
              ws_part += masked_i32(A_has_k_2, A_vals[A2] * A_vals[vA2_4_2] * A_vals[A2_at_or_first_2]);
              const int64_t vA2_4_3 = A2_4_next + 1;
              const int64_t k_2_3 = A2_crd[vA2_4_3];
              const int64_t A2_at_3 = A2_table[k_2_3];
              const bool A_has_k_3 = A2_first <= A2_at_3 && A2_at_3 < A2_end_5;
              const int64_t A2_at_or_first_3 = A_has_k_3 ? A2_at_3 : A2_first;
              ws_part_2 += masked_i32(A_has_k_3, A_vals[A2] * A_vals[vA2_4_3] * A_vals[A2_at_or_first_3]);
              const int64_t vA2_4_4 = A2_4_next + 2;
              const int64_t k_2_4 = A2_crd[vA2_4_4];
              const int64_t A2_at_4 = A2_table[k_2_4];
              const bool A_has_k_4 = A2_first <= A2_at_4 && A2_at_4 < A2_end_5;
              const int64_t A2_at_or_first_4 = A_has_k_4 ? A2_at_4 : A2_first;
              ws_part_3 += masked_i32(A_has_k_4, A_vals[A2] * A_vals[vA2_4_4] * A_vals[A2_at_or_first_4]);
              const int64_t vA2_4_5 = A2_4_next + 3;
              const int64_t k_2_5 = A2_crd[vA2_4_5];
              const int64_t A2_at_5 = A2_table[k_2_5];
              const bool A_has_k_5 = A2_first <= A2_at_5 && A2_at_5 < A2_end_5;
              const int64_t A2_at_or_first_5 = A_has_k_5 ? A2_at_5 : A2_first;
              ws_part_4 += masked_i32(A_has_k_5, A_vals[A2] * A_vals[vA2_4_5] * A_vals[A2_at_or_first_5]);
              A2_4_next += 4;
            }
            ws_part = ws_part + ws_part_2 + (ws_part_3 + ws_part_4);
          }
          for (int64_t vA2_4 = A2_4_next, A2_4_end = A2_end_4; vA2_4 < A2_4_end; vA2_4++) {
            const int64_t k_2 = A2_crd[vA2_4];
            const int64_t A2_at = A2_table[k_2];
            const bool A_has_k = A2_first <= A2_at && A2_at < A2_end_5;
            const int64_t A2_at_or_first = A_has_k ? A2_at : A2_first;
            ws_part += masked_i32(A_has_k, A_vals[A2] * A_vals[vA2_4] * A_vals[A2_at_or_first]);
          }
        } else {
          int64_t vA2_2 = A2_begin_2;
          int64_t vA2_3 = A2_begin_3;
          while (vA2_2 < A2_end_2_2 && vA2_3 < A2_end_3) {
            const int64_t A_k = A2_crd[vA2_2];
            const int64_t A_k_2 = A2_crd[vA2_3];
            if (A_k == A_k_2) {
              ws_part += A_vals[A2] * A_vals[vA2_2] * A_vals[vA2_3];
            }
            vA2_2 += (int64_t)(A_k <= A_k_2);
            vA2_3 += (int64_t)(A_k_2 <= A_k);
          }
        }
      }
    }
    ws_parts[chunk_2] = ws_part;
  next:;
  }
  free(A2_table);
  raise_status(&loop_->status_, status);
}

stardust_status triangles(const stardust_tensor* A, stardust_tensor* t, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const int32_t* restrict A_vals = A->vals.data;
  int32_t* restrict t_vals = t->vals.data;
  int64_t t_vals_capacity = t->vals.capacity, t_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int32_t* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  RESIZE(t_vals, 1, done);
  int32_t ws = 0;
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = A1_dim + A2_pos[A1_dim] + A2_pos[A1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = A1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] + A2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  ALLOCATE(ws_parts, chunks, done);
  /* run the chunks on threads */
  struct triangles_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_dim = A2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .first = first,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, triangles_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* reduce ws over the chunks */
  for (int64_t chunk_3 = 0, chunk_3_end = chunks; chunk_3 < chunk_3_end; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* t = ws */
  t_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  t->vals = (stardust_array){t_vals, t_vals_length, t_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return triangles(tensors[0], tensors[1], threads, run);
}
