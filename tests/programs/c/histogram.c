struct histogram_loop {
  int64_t next_, end_;
  int status_;
  int64_t* restrict first;
  int32_t* restrict h_part_vals;
  const int32_t* restrict w_vals;
};
static void histogram_part(void* shared) {
  struct histogram_loop* const loop_ = shared;
  int64_t* restrict first = loop_->first;
  int32_t* restrict h_part_vals = loop_->h_part_vals;
  const int32_t* restrict w_vals = loop_->w_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i): h_part(i) = w(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      h_part_vals[i] = w_vals[i];
    }
  }
}

stardust_status histogram(const stardust_tensor* w, stardust_tensor* h_part, int32_t threads, stardust_runner* run) {
  const int64_t w1_dim = w->levels[0].dim;
  const int32_t* restrict w_vals = w->vals.data;
  int32_t* restrict h_part_vals = h_part->vals.data;
  int64_t h_part_vals_capacity = h_part->vals.capacity, h_part_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  RESIZE(h_part_vals, w1_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, w1_dim / 16384));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = w1_dim;
    const int64_t share = div_i64(w1_dim * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct histogram_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .first = first,
    .h_part_vals = h_part_vals,
    .w_vals = w_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, histogram_part, &loop);
done:
  free(first);
  h_part->vals = (stardust_array){h_part_vals, h_part_vals_length, h_part_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return histogram(tensors[0], tensors[1], threads, run);
}
