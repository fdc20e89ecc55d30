struct pagerankStep_loop {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const float* restrict A_vals;
  const float* restrict alpha_vals;
  const float* restrict beta_vals;
  int64_t* restrict first;
  const float* restrict p_vals;
  float* restrict r_vals;
  const float* restrict w_vals;
};
static void pagerankStep_part(void* shared) {
  struct pagerankStep_loop* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const float* restrict A_vals = loop_->A_vals;
  const float* restrict alpha_vals = loop_->alpha_vals;
  const float* restrict beta_vals = loop_->beta_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict p_vals = loop_->p_vals;
  float* restrict r_vals = loop_->r_vals;
  const float* restrict w_vals = loop_->w_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      float t = 0.0f;
      /* forall(j in A2): t += A(i,j) * w(j) * p(j) */
      const int64_t A2_begin = A2_pos[i];
      const int64_t A2_end = A2_pos[i + 1];
      int64_t A2_next = A2_begin;
      if (A2_next + 4 <= A2_end) {
        float t_2 = 0.0f;
        float t_3 = 0.0f;
        float t_4 = 0.0f;
        while (A2_next + 4 <= A2_end) {
          const int64_t vA2_2 = A2_next;
          const int64_t j_2 = A2_crd[vA2_2];
          t += A_vals[vA2_2] * w_vals[j_2] * p_vals[j_2];
          const int64_t vA2_3 = A2_next + 1;
          const int64_t j_3 = A2_crd[vA2_3];
          t_2 += A_vals[vA2_3] * w_vals[j_3] * p_vals[j_3];
          const int64_t vA2_4 = A2_next + 2;
          const int64_t j_4 = A2_crd[vA2_4];
          t_3 += A_vals[vA2_4] * w_vals[j_4] * p_vals[j_4];
          const int64_t vA2_5 = A2_next + 3;
          const int64_t j_5 = A2_crd[vA2_5];
          t_4 += A_vals[vA2_5] * w_vals[j_5] * p_vals[j_5];
          A2_next += 4;
        }
        t = t + t_2 + (t_3 + t_4);
      }
      for (int64_t A2 = A2_next, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        t += A_vals[A2] * w_vals[j] * p_vals[j];
      }
      /* r(i) = alpha * t + beta */
      r_vals[i] = (A2_begin < A2_end ? alpha_vals[0] * t : 0.0f) + beta_vals[0];
    }
  }
}

stardust_status pagerankStep(const stardust_tensor* alpha, const stardust_tensor* beta, const stardust_tensor* A, const stardust_tensor* w, const stardust_tensor* p, stardust_tensor* r, int32_t threads, stardust_runner* run) {
  const float* restrict alpha_vals = alpha->vals.data;
  const float* restrict beta_vals = beta->vals.data;
  const int64_t A1_dim = A->levels[0].dim;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const float* restrict A_vals = A->vals.data;
  const float* restrict w_vals = w->vals.data;
  const float* restrict p_vals = p->vals.data;
  float* restrict r_vals = r->vals.data;
  int64_t r_vals_capacity = r->vals.capacity, r_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(r_vals, A1_dim, done);
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
  struct pagerankStep_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .alpha_vals = alpha_vals,
    .beta_vals = beta_vals,
    .first = first,
    .p_vals = p_vals,
    .r_vals = r_vals,
    .w_vals = w_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, pagerankStep_part, &loop);
done:
  free(first);
  r->vals = (stardust_array){r_vals, r_vals_length, r_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return pagerankStep(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], threads, run);
}
