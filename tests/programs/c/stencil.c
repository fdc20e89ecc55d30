struct stencil_loop {
  int64_t next_, end_;
  int status_;
  const int64_t u2_dim;
  const float* restrict c_vals;
  int64_t* restrict first;
  const float* restrict u_vals;
  const float* restrict u_view2_vals;
  const float* restrict u_view3_vals;
  const float* restrict u_view4_vals;
  const float* restrict u_view_vals;
  float* restrict v_vals;
};
static void stencil_part(void* shared) {
  struct stencil_loop* const loop_ = shared;
  const int64_t u2_dim = loop_->u2_dim;
  const float* restrict c_vals = loop_->c_vals;
  int64_t* restrict first = loop_->first;
  const float* restrict u_vals = loop_->u_vals;
  const float* restrict u_view2_vals = loop_->u_view2_vals;
  const float* restrict u_view3_vals = loop_->u_view3_vals;
  const float* restrict u_view4_vals = loop_->u_view4_vals;
  const float* restrict u_view_vals = loop_->u_view_vals;
  float* restrict v_vals = loop_->v_vals;
  for (int64_t part_; (part_ = next_part(&loop_->next_)) < loop_->end_;) {
    const int64_t chunk_2 = part_;
    const int64_t i_first = first[chunk_2];
    const int64_t i_last = first[chunk_2 + 1];
    /* forall(i) */
    for (int64_t i = i_first, i_end = i_last; i < i_end; i++) {
      /* forall(j): v(i,j) = u(i,j) + c * (u_view(i,j) + u_view2(i,j) + u_view3(i,j) + u_view4(i,j) - 4 * u(i,j)) */
      for (int64_t j = 0, j_end = u2_dim; j < j_end; j++) {
        const int64_t u2 = i * u2_dim + j;
        const int64_t u_view2_2 = i * u2_dim + j;
        const int64_t u_view22 = i * u2_dim + j;
        const int64_t u_view32 = i * u2_dim + j;
        const int64_t u_view42 = i * u2_dim + j;
        const int64_t v2 = i * u2_dim + j;
        v_vals[v2] = u_vals[u2] + c_vals[0] * (u_view_vals[u_view2_2] + u_view2_vals[u_view22] + u_view3_vals[u_view32] + u_view4_vals[u_view42] - 4.0f * u_vals[u2]);
      }
    }
  }
}

stardust_status stencil(const stardust_tensor* u, const stardust_tensor* c, const stardust_tensor* u_view, const stardust_tensor* u_view2, const stardust_tensor* u_view3, const stardust_tensor* u_view4, stardust_tensor* v, int32_t threads, stardust_runner* run) {
  const int64_t u1_dim = u->levels[0].dim;
  const int64_t u2_dim = u->levels[1].dim;
  const float* restrict u_vals = u->vals.data;
  const float* restrict c_vals = c->vals.data;
  const float* restrict u_view_vals = u_view->vals.data;
  const float* restrict u_view2_vals = u_view2->vals.data;
  const float* restrict u_view3_vals = u_view3->vals.data;
  const float* restrict u_view4_vals = u_view4->vals.data;
  float* restrict v_vals = v->vals.data;
  int64_t v_vals_capacity = v->vals.capacity, v_vals_length = 0;
  int status = STARDUST_OK;
  int64_t* restrict first = NULL;
  int64_t first_capacity = 0;
  if ((double)u1_dim * (double)u2_dim > 5.764607523034235e+17) {
    FAIL(STARDUST_TOO_LARGE, done);
  }
  RESIZE(v_vals, u1_dim * u2_dim, done);
  /* cut forall(i) into chunks of about equal work */
  const int64_t work = u1_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim + u1_dim * u2_dim;
  const int64_t chunks = max_i64(1, min_i64((int64_t)threads * 4, work / 8192));
  ALLOCATE(first, chunks + 1, done);
  for (int64_t chunk = 0, chunk_end = chunks + 1; chunk < chunk_end; chunk++) {
    int64_t low = 0;
    int64_t high = u1_dim;
    const int64_t share = div_i64(work * chunk, chunks);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (middle + middle * u2_dim + middle * u2_dim + middle * u2_dim + middle * u2_dim + middle * u2_dim + middle * u2_dim < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    first[chunk] = low;
  }
  /* run the chunks on threads */
  struct stencil_loop loop = {
    .next_ = 0, .end_ = chunks, .status_ = STARDUST_OK,
    .u2_dim = u2_dim,
    .c_vals = c_vals,
    .first = first,
    .u_vals = u_vals,
    .u_view2_vals = u_view2_vals,
    .u_view3_vals = u_view3_vals,
    .u_view4_vals = u_view4_vals,
    .u_view_vals = u_view_vals,
    .v_vals = v_vals,
  };
  run_parts(run, threads, loop.end_ - loop.next_, stencil_part, &loop);
done:
  free(first);
  v->vals = (stardust_array){v_vals, v_vals_length, v_vals_capacity};
  return (stardust_status)status;
}

/* The same for callers that have the tensors in an array. */
stardust_status stardust_entry(stardust_tensor* const* tensors, int32_t threads, stardust_runner* run) {
  return stencil(tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], tensors[6], threads, run);
}
