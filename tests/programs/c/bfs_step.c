struct bfsStep_loop {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict d_old_vals;
  int32_t* restrict d_vals;
  int64_t* restrict first;
};
static void bfsStep_part(void* shared) {
  struct bfsStep_loop* const loop_ = shared;
  const int32_t* restrict d_old_vals = loop_->d_old_vals;
  int32_t* restrict d_vals = loop_->d_vals;
  int64_t* restrict first = loop_->first;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): d(i) min= d_old(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      d_vals[i] = min_i32(d_vals[i], d_old_vals[i]);
    }
  }
}

struct bfsStep_loop_2 {
  int64_t next_, end_;
  int status_;
  const int32_t* restrict A2_crd;
  const int64_t* restrict A2_pos;
  const int32_t* restrict A_vals;
  int32_t* restrict d_vals;
  int64_t* restrict first_2;
  const int32_t* restrict x_vals;
};
static void bfsStep_part_2(void* shared) {
  struct bfsStep_loop_2* const loop_ = shared;
  const int32_t* restrict A2_crd = loop_->A2_crd;
  const int64_t* restrict A2_pos = loop_->A2_pos;
  const int32_t* restrict A_vals = loop_->A_vals;
  int32_t* restrict d_vals = loop_->d_vals;
  int64_t* restrict first_2 = loop_->first_2;
  const int32_t* restrict x_vals = loop_->x_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_4 = part_;
    const int64_t i_first_2 = first_2[chunk_4];
    const int64_t i_last_2 = first_2[chunk_4 + 1];
    /* forall(i) */
    for (int64_t i_2 = i_first_2, i_2_end = i_last_2; i_2 < i_2_end; i_2++) {
      int32_t ws = 2147483647;
      /* forall(j in A2): ws min= min(A(i,j), 1) + x(j) */
      const int64_t A2_begin = A2_pos[i_2];
      const int64_t A2_end = A2_pos[i_2 + 1];
      for (int64_t A2 = A2_begin, A2_end_2 = A2_end; A2 < A2_end_2; A2++) {
        const int64_t j = A2_crd[A2];
        ws = min_i32(ws, min_i32(A_vals[A2], 1) + x_vals[j]);
      }
      /* d(i) min= ws */
      if (A2_begin < A2_end) {
        d_vals[i_2] = min_i32(d_vals[i_2], ws);
      }
    }
  }
}

stardust_status bfsStep(const stardust_tensor* d_old, const stardust_tensor* A, const stardust_tensor* x, stardust_tensor* d, int32_t threads, stardust_runner* run) {
  const int64_t d_old1_dim = d_old->levels[0].dim;
  const int32_t* restrict d_old_vals = d_old->vals.data;
  const int64_t* restrict A2_pos = A->levels[1].pos.data;
  const int32_t* restrict A2_crd = A->levels[1].crd.data;
  const int32_t* restrict A_vals = A->vals.data;
  const int32_t* restrict x_vals = x->vals.data;
  int32_t* restrict d_vals = d->vals.data;
  int64_t d_vals_capacity = d->vals.capacity, d_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  int64_t* restrict first_2 = NULL;
  int64_t first_2_capacity = 0;
  RESIZE_FILLED(d_vals, d_old1_dim, 2147483647, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = d_old1_dim + A2_pos[d_old1_dim];
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = d_old1_dim;
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
  struct bfsStep_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .d_old_vals = d_old_vals,
    .d_vals = d_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, bfsStep_part, &loop);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work_2 = d_old1_dim + A2_pos[d_old1_dim];
  const int64_t chunks_2 = max_i64(1, min_i64((int64_t)threads * 4, work_2 / 16384));
  ALLOCATE(first_2, chunks_2 + 1, done);
  for (int64_t chunk_3 = 0, chunk_3_end = chunks_2 + 1; chunk_3 < chunk_3_end; chunk_3++) {
    int64_t low_2 = 0;
    int64_t high_2 = d_old1_dim;
    const int64_t share_2 = div_i64(work_2 * chunk_3, chunks_2);
    while (low_2 < high_2) {
      const int64_t middle_2 = low_2 + (high_2 - low_2) / 2;
      if (middle_2 + A2_pos[middle_2] < share_2) {
        low_2 = middle_2 + 1;
      } else {
        high_2 = middle_2;
      }
    }
    first_2[chunk_3] = low_2;
  }
  /* run the chunks on threads */
  struct bfsStep_loop_2 loop_2 = {
    .next_ = 0, .end_ = chunks_2, .status_ = STARDUST_OK,
    .A2_crd = A2_crd,
    .A2_pos = A2_pos,
    .A_vals = A_vals,
    .d_vals = d_vals,
    .first_2 = first_2,
    .x_vals = x_vals,
  };
  run_parts(run, threads, loop_2.end_ - loop_2.next_, bfsStep_part_2, &loop_2);
done:
  free(first);
  free(first_2);
  d->vals = (stardust_array){d_vals, d_vals_length, d_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return bfsStep(tensors[0], tensors[1], tensors[2], tensors[3], threads, run);
}
