struct spmv_loop {
  int64_t next_, end_;
  int status_;
  const int64_t A2_dim;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  int64_t* restrict first;
  const float* restrict x_vals;
  float* restrict y_vals;
};
static void spmv_part(void* shared) {
  struct spmv_loop* const loop_ = shared;
  const int64_t A2_dim = loop_->A2_dim;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict x_vals = loop_->x_vals;
  float* restrict y_vals = loop_->y_vals;
  float* restrict x_on = NULL;
  int64_t x_on_capacity = 0;
  float* restrict A_on = NULL;
  int64_t A_on_capacity = 0;
  bool* restrict A_on_stored = NULL;
  int64_t A_on_stored_capacity = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    ALLOCATE(x_on, A2_dim, next);
    ALLOCATE(A_on, A2_dim, next);
    ALLOCATE(A_on_stored, A2_dim, next);
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float ws = 0.0f;
      /* clear x_on */
      for (int64_t x_on_at = 0, x_on_at_end = A2_dim; x_on_at < x_on_at_end; x_on_at++) {
        x_on[x_on_at] = 0.0f;
      }
      /* forall(j): x_on(j) = x(j) */
      for (int64_t j = 0, j_end = A2_dim; j < j_end; j++) {
        x_on[j] = x_vals[j];
      }
      /* clear A_on */
      for (int64_t A_on_at = 0, A_on_at_end = A2_dim; A_on_at < A_on_at_end; A_on_at++) {
        A_on[A_on_at] = 0.0f;
      }
      for (int64_t A_on_at = 0, A_on_at_end = A2_dim; A_on_at < A_on_at_end; A_on_at++) {
        A_on_stored[A_on_at] = false;
      }
      /* forall(j in A2): A_on(j) = A(i,j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      int64_t A2_next = A2_begin;
      const int64_t A2_end_2 = A2_end;
      while (A2_next + 4 <= A2_end_2) {
        const int64_t j_2_2 = A2_crd[A2_next];
        const int64_t j_2_3 = A2_crd[A2_next + 1];
        const int64_t j_2_4 = A2_crd[A2_next + 2];
        const int64_t j_2_5 = A2_crd[A2_next + 3];
        A_on[j_2_2] = A_vals[A2_next];
        A_on[j_2_3] = A_vals[A2_next + 1];
        A_on[j_2_4] = A_vals[A2_next + 2];
        A_on[j_2_5] = A_vals[A2_next + 3];
        A_on_stored[j_2_2] = true;
        A_on_stored[j_2_3] = true;
        A_on_stored[j_2_4] = true;
        A_on_stored[j_2_5] = true;
        A2_next += 4;
      }
      for (int64_t A2 = A2_next, A2_end_3 = A2_end_2; A2 < A2_end_3; A2++) {
        const int64_t j_2 = A2_crd[A2];
        A_on[j_2] = A_vals[A2];
        A_on_stored[j_2] = true;
      }
      /* forall(j): ws += A_on(j) * x_on(j) */
      for (int64_t j_3 = 0, j_3_end = A2_dim; j_3 < j_3_end; j_3++) {
        if (A_on_stored[j_3]) {
          ws += A_on[j_3] * x_on[j_3];
        }
      }
      /* y(i) = ws */
      y_vals[i] = ws;
    }
  next:;
  }
  free(x_on);
  free(A_on);
  free(A_on_stored);
  raise_status(&loop_->status_, status);
}

stardust_status spmv(const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* y, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const float* restrict x_vals = x->vals.data;
  float* restrict y_vals = y->vals.data;
  int64_t y_vals_capacity = y->vals.capacity, y_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(y_vals, A1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = A1_dim + A2_pos[A1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = A1_dim;
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
  struct spmv_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_dim = A2_dim,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .first = first,
    .x_vals = x_vals,
    .y_vals = y_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, spmv_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
done:
  free(first);
  y->vals = (stardust_array){y_vals, y_vals_length, y_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return spmv(tensors[0], tensors[1], tensors[2], threads, run);
}
