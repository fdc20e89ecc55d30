struct convolution_loop {
  int64_t next_, end_;
  int status_;
  const int64_t X_view2_dim;
  const int64_t X_view3_dim;
  const int64_t X_view4_dim;
  const float* restrict W_vals;
  const int32_t* restrict X_view3_crd;
  const int64_t* restrict X_view3_pos;
  const int32_t* restrict X_view4_crd;
  const int64_t* restrict X_view4_pos;
  const float* restrict X_view_vals;
  float* restrict Y_vals;
  int64_t* restrict first;
};
static void convolution_part(void* shared) {
  struct convolution_loop* const loop_ = shared;
  const int64_t X_view2_dim = loop_->X_view2_dim;
  const int64_t X_view3_dim = loop_->X_view3_dim;
  const int64_t X_view4_dim = loop_->X_view4_dim;
  const float* restrict W_vals = loop_->W_vals;
  const int32_t* restrict X_view3_crd = loop_->X_view3_crd;
  const int64_t* restrict X_view3_pos = loop_->X_view3_pos;
  const int32_t* restrict X_view4_crd = loop_->X_view4_crd;
  const int64_t* restrict X_view4_pos = loop_->X_view4_pos;
  const float* restrict X_view_vals = loop_->X_view_vals;
  float* restrict Y_vals = loop_->Y_vals;
  int64_t* restrict first = loop_->first;
  float* restrict products = NULL;
  int64_t products_capacity = 0;
  int status = STARDUST_OK;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* clear the row of Y */
      for (int64_t entry = 0, entry_end = X_view3_dim; entry < entry_end; entry++) {
        Y_vals[i * X_view3_dim + entry] = 0.0f;
      }
      /* forall(k) */
      for (int64_t k = 0, k_end = X_view2_dim; k < k_end; k++) {
        const int64_t X_view2 = i * X_view2_dim + k;
        /* forall(j in X_view3) */
        const int64_t X_view3_begin = X_view3_pos[X_view2];
        const int64_t X_view3_end = X_view3_pos[X_view2 + 1];
        const int64_t first_entry = X_view4_pos[X_view3_begin];
        const int64_t entries = X_view4_pos[X_view3_end] - first_entry;
        if (entries <= 8192 && entries <= (X_view3_end - X_view3_begin) * 4) {
          /* multiply all entries of the fibers */
          ALLOCATE(products, entries, next);
          for (int64_t entry_2 = 0, entry_2_end = entries; entry_2 < entry_2_end; entry_2++) {
            products[entry_2] = X_view_vals[first_entry + entry_2] * W_vals[k * X_view4_dim + (int64_t)X_view4_crd[first_entry + entry_2]];
          }
          /* sum up each fiber */
          for (int64_t X_view3_2 = X_view3_begin, X_view3_2_end = X_view3_end; X_view3_2 < X_view3_2_end; X_view3_2++) {
            const int64_t j_2 = X_view3_crd[X_view3_2];
            const int64_t vY2_2 = i * X_view3_dim + j_2;
            float ws_2 = 0.0f;
            /* forall(l in X_view4): ws += X_view(i,k,j,l) * W(k,l) */
            const int64_t X_view4_begin_2 = X_view4_pos[X_view3_2];
            const int64_t X_view4_end_2 = X_view4_pos[X_view3_2 + 1];
            ws_2 += range_sum_f32(products, X_view4_begin_2 - first_entry, X_view4_end_2 - first_entry);
            /* Y(i,j) += ws */
            Y_vals[vY2_2] += ws_2;
          }
        } else {
          for (int64_t X_view3 = X_view3_begin, X_view3_end_2 = X_view3_end; X_view3 < X_view3_end_2; X_view3++) {
            const int64_t j = X_view3_crd[X_view3];
            const int64_t Y2 = i * X_view3_dim + j;
            float ws = 0.0f;
            /* forall(l in X_view4): ws += X_view(i,k,j,l) * W(k,l) */
            const int64_t X_view4_begin = X_view4_pos[X_view3];
            const int64_t X_view4_end = X_view4_pos[X_view3 + 1];
            ws += dot_f32(X_view_vals, X_view4_crd, W_vals + k * X_view4_dim, X_view4_begin, X_view4_end);
            /* Y(i,j) += ws */
            Y_vals[Y2] += ws;
          }
        }
      }
    }
  next:;
  }
  free(products);
  raise_status(&loop_->status_, status);
}

stardust_status convolution(const stardust_tensor* X_view, const stardust_tensor* W, stardust_tensor* Y, int32_t threads, stardust_runner* run) {
  const int64_t X_view1_dim = X_view->levels[0].dim;
  const int64_t X_view2_dim = X_view->levels[1].dim;
  const int64_t X_view3_dim = X_view->levels[2].dim;
  const int64_t X_view4_dim = X_view->levels[3].dim;
  const int64_t* restrict X_view3_pos = X_view->levels[2].pos.data;
  const int64_t* restrict X_view4_pos = X_view->levels[3].pos.data;
  const int32_t* restrict X_view3_crd = X_view->levels[2].crd.data;
  const int32_t* restrict X_view4_crd = X_view->levels[3].crd.data;
  const float* restrict X_view_vals = X_view->vals.data;
  const float* restrict W_vals = W->vals.data;
  float* restrict Y_vals = Y->vals.data;
  int64_t Y_vals_capacity = Y->vals.capacity, Y_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)X_view1_dim * (double)X_view3_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(Y_vals, X_view1_dim * X_view3_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = X_view1_dim + X_view4_pos[X_view3_pos[X_view1_dim * X_view2_dim]] + X_view1_dim * X_view3_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = X_view1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + X_view4_pos[X_view3_pos[middle * X_view2_dim]] + middle * X_view3_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct convolution_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .X_view2_dim = X_view2_dim,
    .X_view3_dim = X_view3_dim,
    .X_view4_dim = X_view4_dim,
    .W_vals = W_vals,
    .X_view3_crd = X_view3_crd,
    .X_view3_pos = X_view3_pos,
    .X_view4_crd = X_view4_crd,
    .X_view4_pos = X_view4_pos,
    .X_view_vals = X_view_vals,
    .Y_vals = Y_vals,
    .first = first,
  };
  run_parts(run, threads, loop.end_ - loop.next_, convolution_part, &loop);
  if (loop.status_ != STARDUST_OK) FAIL(loop.status_, done);
done:
  free(first);
  Y->vals = (stardust_array){Y_vals, Y_vals_length, Y_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return convolution(tensors[0], tensors[1], tensors[2], threads, run);
}
