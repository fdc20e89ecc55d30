struct tensorNorm_loop {
  int64_t next_, end_;
  int status_;
  const int64_t* restrict B2_pos;
  const int64_t* restrict B3_pos;
  const float* restrict B_vals;
  int64_t* restrict first;
  float* restrict ws_parts;
};
static void tensorNorm_part(void* shared) {
  struct tensorNorm_loop* const loop_ = shared;
  const int64_t* restrict B2_pos = loop_->B2_pos;
  const int64_t* restrict B3_pos = loop_->B3_pos;
  const float* restrict B_vals = loop_->B_vals;
  int64_t* restrict first = loop_->first;
  float* restrict ws_parts = loop_->ws_parts;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    float ws_part = 0.0f;
    /* forall(i in B1) */
    for (int64_t B1 = i_first, B1_end_2 = i_last; B1 < B1_end_2; B1++) {
      /* forall(j in B2) */
      const int64_t B2_begin = B2_pos[B1];
      const int64_t B2_end = B2_pos[B1 + 1];
      for (int64_t B2 = B2_begin, B2_end_2 = B2_end; B2 < B2_end_2; B2++) {
        /* forall(k in B3): ws += B(i,j,k) * B(i,j,k) */
        const int64_t B3_begin = B3_pos[B2];
        const int64_t B3_end = B3_pos[B2 + 1];
        SIMD_SUMS(+ : ws_part)
        for (int64_t B3 = B3_begin; B3 < B3_end; B3++) {
          ws_part += B_vals[B3] * B_vals[B3];
        }
      }
    }
    ws_parts[chunk_2] = ws_part;
  }
}

stardust_status tensorNorm(const stardust_tensor* B, stardust_tensor* n, int32_t threads, stardust_runner* run) {
  const int64_t* restrict B1_pos = B->levels[0].pos.data;
  const int64_t* restrict B2_pos = B->levels[1].pos.data;
  const int64_t* restrict B3_pos = B->levels[2].pos.data;
  const float* restrict B_vals = B->vals.data;
  float* restrict n_vals = n->vals.data;
  int64_t n_vals_capacity = n->vals.capacity, n_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  float* restrict ws_parts = NULL;
  int64_t ws_parts_capacity = 0;
  RESIZE(n_vals, 1, done);
  float ws = 0.0f;
  const int64_t B1_begin = B1_pos[0];
  const int64_t B1_end = B1_pos[1];
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = B1_end + B3_pos[B2_pos[B1_end]];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
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
  ALLOCATE(ws_parts, chunks, done);
  /* run the chunks on threads */
  struct tensorNorm_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .B2_pos = B2_pos,
    .B3_pos = B3_pos,
    .B_vals = B_vals,
    .first = first,
    .ws_parts = ws_parts,
  };
  run_parts(run, threads, loop.end_ - loop.next_, tensorNorm_part, &loop);
  /* reduce ws over the chunks */
  SIMD_SUMS(+ : ws)
  for (int64_t chunk_3 = 0; chunk_3 < chunks; chunk_3++) {
    ws += ws_parts[chunk_3];
  }
  /* n = ws */
  n_vals[0] = ws;
done:
  free(first);
  free(ws_parts);
  n->vals = (stardust_array){n_vals, n_vals_length, n_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return tensorNorm(tensors[0], tensors[1], threads, run);
}
