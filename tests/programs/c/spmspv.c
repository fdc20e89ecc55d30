struct spmspv_loop {
  int64_t next_, end_;
  int status_;
  const bool x1_in_table;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  int64_t* restrict first;
  const int32_t* restrict x1_crd;
  const int64_t* restrict x1_pos;
  const float* restrict x_vals;
  float* restrict x_vals_row;
  float* restrict y_vals;
};
static void spmspv_part(void* shared) {
  struct spmspv_loop* const loop_ = shared;
  const bool x1_in_table = loop_->x1_in_table;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  int64_t* restrict first = loop_->first;
  const int32_t* restrict x1_crd = loop_->x1_crd;
  const int64_t* restrict x1_pos = loop_->x1_pos;
  const float* restrict x_vals = loop_->x_vals;
  float* restrict x_vals_row = loop_->x_vals_row;
  float* restrict y_vals = loop_->y_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float ws = 0.0f;
      /* forall(j in A2 ∩ x1): ws += A(i,j) * x(j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      const int64_t x1_begin = x1_pos[0];
      const int64_t x1_end = x1_pos[1];
      if (x1_in_table) {
        int64_t vA2_3 = A2_begin;
        int64_t x1_3 = x1_begin;
        const float products = dot_f32(A_vals, A2_crd, x_vals_row, vA2_3, A2_end);
        if (products == products) {
          ws += products;
        } else {
          ws += seldom_dot_f32(A_vals, A2_crd, vA2_3, A2_end, x_vals, x1_crd, x1_3, x1_end);
        }
      } else {
        int64_t A2 = A2_begin;
        int64_t x1 = x1_begin;
        ws += seldom_dot_f32(A_vals, A2_crd, A2, A2_end, x_vals, x1_crd, x1, x1_end);
      }
      /* y(i) = ws */
      y_vals[i] = ws;
    }
  }
}

stardust_status spmspv(const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* y, int32_t threads, stardust_runner* run) {
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t A2_dim = A->levels[1].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const int64_t* restrict x1_pos = x->levels[0].pos.data;
  const int32_t* restrict x1_crd = x->levels[0].crd.data;
  const float* restrict x_vals = x->vals.data;
  float* restrict y_vals = y->vals.data;
  int64_t y_vals_capacity = y->vals.capacity, y_vals_length = 0;
  int status = STARDUST_OK;
  float* restrict x_vals_row = NULL;
  int64_t x_vals_row_capacity = 0, x_vals_row_length = 0;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  const int64_t x1_first = x1_pos[0];
  const int64_t x1_end_2 = x1_pos[1];
  const bool x1_in_table = x1_end_2 - x1_first > 0 && (A2_dim <= 4096 || A2_dim <= (x1_end_2 - x1_first + A2_pos[A1_dim]) * 16);
  ALLOCATE(x_vals_row, 0, done);
  x_vals_row_length = 0;
  if (x1_in_table) {
    RESIZE_FILLED(x_vals_row, A2_dim, 0.0f, done);
    /* scatter x_vals into x_vals_row */
    for (int64_t p = x1_first, p_end = x1_end_2; p < p_end; p++) {
      x_vals_row[(int64_t)x1_crd[p]] = x_vals[p];
    }
  }
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
  struct spmspv_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .x1_in_table = x1_in_table,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .first = first,
    .x1_crd = x1_crd,
    .x1_pos = x1_pos,
    .x_vals = x_vals,
    .x_vals_row = x_vals_row,
    .y_vals = y_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, spmspv_part, &loop);
done:
  free(x_vals_row);
  free(first);
  y->vals = (stardust_array){y_vals, y_vals_length, y_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return spmspv(tensors[0], tensors[1], tensors[2], threads, run);
}
