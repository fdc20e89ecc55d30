struct innerprod_loop {
  int64_t next_, end_;
  int status_;
  const int64_t B3_dim;
  const bool C3_table_pays;
  const int32_t* restrict B2_crd;
  const int64_t* restrict B2_pos;
  const int32_t* restrict B3_crd;
  const int64_t* restrict B3_pos;
  const float* restrict B_vals;
  const int32_t* restrict C2_crd;
  const int64_t* restrict C2_pos;
  const int32_t* restrict C3_crd;
  const int64_t* restrict C3_pos;
  const float* restrict C_vals;
  int64_t* restrict first;
  float* restrict ws_parts;
};
static void innerprod_part(void* shared) {
  struct innerprod_loop* const loop_ = shared;
  const int64_t B3_dim = loop_->B3_dim;
  const bool C3_table_pays = loop_->C3_table_pays;
  const int32_t* restrict B2_crd = loop_->B2_crd;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const int32_t* restrict B3_crd = loop_->B3_crd;
  const int64_t* restrict B3_pos = loop_->B3_pos;
  const float* restrict B_vals = loop_->B_vals;
  const int32_t* restrict C2_crd = loop_->C2_crd;
  const int64_t* restrict C2_pos = loop_->C2_pos;
  const int32_t* restrict C3_crd = loop_->C3_crd;
  const int64_t* restrict C3_pos = loop_->C3_pos;
  const float* restrict C_vals = loop_->C_vals;
  int64_t* restrict first = loop_->first;
  float* restrict ws_parts = loop_->ws_parts;
  float* restrict C_vals_row = NULL;
  int64_t C_vals_row_capacity = 0, C_vals_row_length = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    ALLOCATE(C_vals_row, 0, next);
    C_vals_row_length = 0;
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j in B2 ∩ C2) */
      const int64_t B2_begin = B2_pos[i];
      const int64_t B2_end = B2_pos[i + 1];
      const int64_t C2_begin = C2_pos[i];
      const int64_t C2_end = C2_pos[i + 1];
      int64_t B2 = B2_begin;
      int64_t C2 = C2_begin;
      while (B2 < B2_end && C2 < C2_end) {
        const int64_t B_j = B2_crd[B2];
        const int64_t C_j = C2_crd[C2];
        if (B_j == C_j) {
          /* forall(k in B3 ∩ C3): ws += B(i,j,k) * C(i,j,k) */
          const int64_t B3_begin = B3_pos[B2];
          const int64_t B3_end = B3_pos[B2 + 1];
          const int64_t C3_begin = C3_pos[C2];
          const int64_t C3_end = C3_pos[C2 + 1];
          const int64_t B3_begin_2 = B3_pos[B2];
          const int64_t B3_end_2 = B3_pos[B2 + 1];
          const int64_t C3_begin_2 = C3_pos[C2];
          const int64_t C3_end_2 = C3_pos[C2 + 1];
          if (B3_end_2 - B3_begin_2 + (C3_end_2 - C3_begin_2) >= 32 && (C3_end_2 - C3_begin_2 > 0 && C3_end_2 <= 2147483647 && (C3_table_pays || B3_dim <= (B3_end_2 - B3_begin_2 + (C3_end_2 - C3_begin_2)) * 16))) {
            int64_t vB3_3 = B3_begin;
            int64_t vC3_3 = C3_begin;
            RESIZE_FILLED(C_vals_row, B3_dim, 0.0f, next);
            /* scatter C_vals into C_vals_row */
            for (int64_t p = vC3_3, p_end = C3_end; p < p_end; p++) {
              C_vals_row[(int64_t)C3_crd[p]] = C_vals[p];
            }
            const float products = dot_f32(B_vals, B3_crd, C_vals_row, vB3_3, B3_end);
            if (products == products) {
              ws_part += products;
            } else {
              ws_part += sparse_dot_f32(B_vals, B3_crd, vB3_3, B3_end, C_vals, C3_crd, vC3_3, C3_end);
            }
            /* clear C_vals_row */
            for (int64_t p_2 = vC3_3, p_2_end = C3_end; p_2 < p_2_end; p_2++) {
              C_vals_row[(int64_t)C3_crd[p_2]] = 0.0f;
            }
          } else {
            int64_t B3 = B3_begin;
            int64_t C3 = C3_begin;
            ws_part += sparse_dot_f32(B_vals, B3_crd, B3, B3_end, C_vals, C3_crd, C3, C3_end);
          }
        }
        B2 += (int64_t)(B_j <= C_j);
        C2 += (int64_t)(C_j <= B_j);
      }
    }
    ws_parts[chunk_2] = ws_part;
  next:;
  }
  free(C_vals_row);
  raise_status(&loop_->status_, status);
}

stardust_status innerprod(const stardust_tensor* B, const stardust_tensor* C, stardust_tensor* alpha, int32_t threads, stardust_runner* run) {
  const int64_t B1_dim = B->levels[0].dim;
  const int64_t B3_dim = B->levels[2].dim;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int64_t* restrict B3_pos = B->levels[2].pos.data;
  const int32_t* restrict B2_crd = B->levels[1].crd.data;
  const int32_t* restrict B3_crd = B->levels[2].crd.data;
  const float* restrict B_vals = B->vals.data;
  const int64_t* restrict C2_pos = C->levels[1].pos.data;
  const int64_t* restrict C3_pos = C->levels[2].pos.data;
  const int32_t* restrict C2_crd = C->levels[1].crd.data;
  const int32_t* restrict C3_crd = C->levels[2].crd.data;
  const float* restrict C_vals = C->vals.data;
  float* restrict alpha_vals = alpha->vals.data;
  int64_t alpha_vals_capacity = alpha->vals.capacity, alpha_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  float* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  const bool C3_table_pays = B3_dim <= max_i64(4096, min_i64(32768, (B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]]) * 16));
  RESIZE(alpha_vals, 1, done);
  float ws = 0.0f;
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_dim + B3_pos[B2_pos[B1_dim]] + C3_pos[C2_pos[B1_dim]];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = B1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + B3_pos[B2_pos[middle]] + C3_pos[C2_pos[middle]] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  ALLOCATE(ws_parts, chunks, done);
  /* run the chunks on threads */
  struct innerprod_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B3_dim = B3_dim,
    .C3_table_pays = C3_table_pays,
    .B2_crd = B2_crd,
    .B2_pos = B2_pos,
    .B3_crd = B3_crd,
    .B3_pos = B3_pos,
    .B_vals = B_vals,
    .C2_crd = C2_crd,
    .C2_pos = C2_pos,
    .C3_crd = C3_crd,
    .C3_pos = C3_pos,
    .C_vals = C_vals,
    .first = first,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, innerprod_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
  /* reduce ws over the chunks */
  SIMD_SUMS(+ : ws)
  for (int64_t chunk_3 = 0; chunk_3 < chunks; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* alpha = ws */
  alpha_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  alpha->vals = (stardust_array){alpha_vals, alpha_vals_length, alpha_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return innerprod(tensors[0], tensors[1], tensors[2], threads, run);
}
