struct residual_loop {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict b_vals;
  int64_t* restrict first;
  const float* restrict x_vals;
  float* restrict y_vals;
};
static void residual_part(void* shared) {
  struct residual_loop* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict b_vals = loop_->b_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict x_vals = loop_->x_vals;
  float* restrict y_vals = loop_->y_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float t = 0.0f;
      /* forall(j in A2): t += A(i,j) * x(j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      t += dot_f32(A_vals, A2_crd, x_vals, A2_begin, A2_end);
      /* y(i) = b(i) - t */
      y_vals[i] = b_vals[i] - t;
    }
  }
}

stardust_status residual(const stardust_tensor* b, const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* y, int32_t threads, stardust_runner* run) {
  const int64_t b1_dim = b->levels[0].dim;
  const float* restrict b_vals = b->vals.data;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const float* restrict x_vals = x->vals.data;
  float* restrict y_vals = y->vals.data;
  int64_t y_vals_capacity = y->vals.capacity, y_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(y_vals, b1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = b1_dim + A2_pos[b1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = b1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + A2_pos[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct residual_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .b_vals = b_vals,
    .first = first,
    .x_vals = x_vals,
    .y_vals = y_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, residual_part, &loop);
done:
  free(first);
  y->vals = (stardust_array){y_vals, y_vals_length, y_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return residual(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
