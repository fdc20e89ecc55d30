struct mattransmul_loop {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict alpha_vals;
  const float* restrict beta_vals;
  int64_t* restrict first;
  const float* restrict x_vals;
  float* restrict y_vals;
  const float* restrict z_vals;
};
static void mattransmul_part(void* shared) {
  struct mattransmul_loop* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict alpha_vals = loop_->alpha_vals;
  const float* restrict beta_vals = loop_->beta_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict x_vals = loop_->x_vals;
  float* restrict y_vals = loop_->y_vals;
  const float* restrict z_vals = loop_->z_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float t = 0.0f;
      /* forall(j in A2): t += A(j,i) * x(j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      t += dot_f32(A_vals, A2_crd, x_vals, A2_begin, A2_end);
      /* y(i) = alpha * t + beta * z(i) */
      y_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + beta_vals[0] * z_vals[i];
    }
  }
}

stardust_status mattransmul(const stardust_tensor* alpha, const stardust_tensor* beta, const stardust_tensor* z, const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* y, int32_t threads, stardust_runner* run) {
  const float* restrict alpha_vals = alpha->vals.data;
  const float* restrict beta_vals = beta->vals.data;
  const int64_t z1_dim = z->levels[0].dim;
  const float* restrict z_vals = z->vals.data;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const float* restrict x_vals = x->vals.data;
  float* restrict y_vals = y->vals.data;
  int64_t y_vals_capacity = y->vals.capacity, y_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(y_vals, z1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = z1_dim + A2_pos[z1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = z1_dim;
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
  struct mattransmul_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .alpha_vals = alpha_vals,
    .beta_vals = beta_vals,
    .first = first,
    .x_vals = x_vals,
    .y_vals = y_vals,
    .z_vals = z_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, mattransmul_part, &loop);
done:
  free(first);
  y->vals = (stardust_array){y_vals, y_vals_length, y_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return mattransmul(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], threads, run);
}
