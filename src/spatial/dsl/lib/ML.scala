// The library of `import spatial.lib.ML._`: layers of neural networks and support vector machines, for Accel and, as unstaged_…,
// for the host. The names and parameters are those of Spatial's library (stanford-ppl/spatial, src/spatial/lib), the text is ours.
object ML {
  // ---------------------------------------------------------------- sums: N terms, ip at a time; tiled: ts a tile, op tiles at a time
  def sum_flat[T:Num](N: scala.Int, ip: scala.Int)(input: I32 => T): T = {
    if (N == 1) input(0.to[I32])
    else {
      val sum = Reg[T]
      Reduce(sum)(N by 1 par Math.min(ip, N)) { i => input(i) } { _ + _ }
      sum.value
    }
  }
  def sum_tiled[T:Num](N: scala.Int, ts: scala.Int, op: scala.Int, ip: scala.Int)(input: I32 => T): T = {
    if (N <= ts) sum_flat[T](N, ip)(input)
    else {
      val total = Reg[T]
      Reduce(total)(N by ts par Math.min(N / ts, op)) { tile => sum_flat[T](ts, ip) { i => input(tile + i) } } { _ + _ }
      total.value
    }
  }
  def dp_flat[T:Num](N: scala.Int, ip: scala.Int)(input: I32 => (T, T)): T =
    sum_flat[T](N, ip) { i =>
      val (a, b) = input(i)
      a * b
    }
  def dp_tiled[T:Num](N: scala.Int, ts: scala.Int, op: scala.Int, ip: scala.Int)(input: I32 => (T, T)): T =
    sum_tiled[T](N, ts, op, ip) { i =>
      val (a, b) = input(i)
      a * b
    }

  // ---------------------------------------------------------------- activations, and their derivatives by input and output
  def identity[T:Num](x: T): T = x
  def identity_backward[T:Num](x: T, y: T): T = 1.to[T]
  def relu[T:Num](x: T): T = max(x, 0.to[T])
  def relu_backward[T:Num](x: T, y: T): T = mux(x > 0.to[T], 1.to[T], 0.to[T])
  def loss_squre_backward[T:Num](yhat: T, y: T): T = yhat - y

  // ---------------------------------------------------------------- layers: w is I x O, b has O words, on the chip
  def denselayer[T:Num](w: LUT2[T], b: LUT1[T], activation: T => T, in: I32 => T, nlout: (I32, T) => scala.Unit,
                        lout: (I32, T) => scala.Unit = { (i: I32, d: T) => () })
                       (ip: scala.Int = 16, mp: scala.Int = 1, op: scala.Int = 1): Option[T] = {
    val I = w.constDims(0)
    val O = w.constDims(1)
    def neuron(o: Int): T = {
      val linear = dp_tiled[T](I, ip, mp, ip) { i => (in(i), w(i, o)) } + b(o)
      lout(o, linear)
      val y = activation(linear)
      nlout(o, y)
      y
    }
    if (O == 1) Some(neuron(0))
    else {
      Foreach(O by 1 par op) { o => neuron(o) }
      None
    }
  }
  def sparselayer[T:Num](w: LUT2[T], b: LUT1[T], activation: T => T, in: I32 => T, nlout: (I32, T) => scala.Unit,
                         lout: (I32, T) => scala.Unit = { (i: I32, d: T) => () })
                        (ip: scala.Int = 16, mp: scala.Int = 1, op: scala.Int = 1): Option[T] =
    denselayer[T](w, b, activation, in, nlout, lout)(ip, mp, op)

  // The last layer is linear, the others have `activation`.
  def mlp_forward[T:Num](weights: Seq[LUT2[T]], biases: Seq[LUT1[T]], activation: T => T, input: I32 => T, output: (I32, T) => scala.Unit)
                        (ips: Seq[scala.Int] = List.fill(weights.size)(16), mps: Seq[scala.Int] = List.fill(weights.size)(1),
                         ops: Seq[scala.Int] = List.fill(weights.size)(1)): Unit = {
    val last = weights.size - 1
    val hidden = biases.take(last).map { b => SRAM[T](b.constDims.head) }
    (0 until weights.size).foreach { l =>
      val in: I32 => T = if (l == 0) input else { i => hidden(l - 1)(i) }
      val out: (I32, T) => scala.Unit = if (l == last) output else { (i, d) => hidden(l)(i) = d }
      denselayer[T](weights(l), biases(l), if (l == last) identity[T] else activation, in, out)(ips(l), mps(l), ops(l))
    }
  }

  // One step down the gradient of a batch: updates w and b, the result is the gradient by the layer's input.
  def denselayer_backward[T:Num](w: SRAM2[T], b: SRAM1[T], batch: scala.Int, learnRate: scala.Float, dactivation: (T, T) => T,
                                 in: (I32, I32) => T, nlout: (I32, I32) => T, lout: (I32, I32) => T, dnlout: (I32, I32) => T)
                                (opb: scala.Int = 1, tsb: scala.Int = 16, mpb: scala.Int = 1, ipb: scala.Int = 16,
                                 opo: scala.Int = 1, tso: scala.Int = 16, mpo: scala.Int = 1, ipo: scala.Int = 16,
                                 opi: scala.Int = 1): SRAM2[T] = {
    val I = w.constDims(0)
    val O = w.constDims(1)
    val din = SRAM[T](batch, I)
    def dlinear(n: I32, o: I32): T = dactivation(lout(n, o), nlout(n, o)) * dnlout(n, o)
    Foreach(batch by 1 par opb) { n =>
      Foreach(I by 1 par opi) { i => din(n, i) = sum_tiled[T](O, tso, mpo, ipo) { o => w(i, o) * dlinear(n, o) } }
    }
    Foreach(I by 1 par opi) { i =>
      Foreach(O by 1 par opo) { o =>
        val dw = sum_tiled[T](batch, tsb, mpb, ipb) { n => in(n, i) * dlinear(n, o) }
        w(i, o) = w(i, o) - dw / batch.to[T] * learnRate.to[T]
      }
    }
    Foreach(O by 1 par opo) { o =>
      val db = sum_tiled[T](batch, tsb, mpb, ipb) { n => dlinear(n, o) }
      b(o) = b(o) - db / batch.to[T] * learnRate.to[T]
    }
    din
  }

  // ---------------------------------------------------------------- support vector machines: V vectors, opv at a time; inputs: alpha, +1 or -1, kernel
  def SVMR_infer[T:Num](V: scala.Int, opv: scala.Int, b: T)(inputs: I32 => (T, T, T)): T = {
    val sum = Reg[T]
    Reduce(sum)(V by 1 par opv) { v =>
      val (alpha, y, kernel) = inputs(v)
      alpha * y * kernel
    } { _ + _ }
    sum.value + b
  }
  def SVMC_infer[T:Num](V: scala.Int, opv: scala.Int, b: T)(inputs: I32 => (T, T, T)): Bit = SVMR_infer[T](V, opv, b)(inputs) > 0.to[T]
  def inner_kernel[T:Num](N: scala.Int, ip: scala.Int)(vecs: I32 => (T, T)): T = dp_flat[T](N, ip)(vecs)
  def polynomial_kernel[T:Num](c: T, d: T, N: scala.Int, ip: scala.Int)(vecs: I32 => (T, T)): T = pow(dp_flat[T](N, ip)(vecs) + c, d)

  // ---------------------------------------------------------------- the same on the host
  def unstaged_relu[T](x: T): T = if (x > 0) x else x * 0
  def unstaged_sigmoid(x: scala.Float): scala.Float = 1 / (1 + math.exp(-x))
  def unstaged_dp[T](x: Seq[T], y: Seq[T]): T = x.zip(y).map { case (a, b) => a * b }.sum
  // The output of the layer, and its value before the activation.
  def unstaged_denselayer[T](in: Seq[T], w: Seq[Seq[T]], b: Seq[T], activation: T => T): (Seq[T], Seq[T]) = {
    val linear = w.transpose.zip(b).map { case (column, bias) => unstaged_dp(column, in) + bias }
    (linear.map { y => activation(y) }, linear)
  }
  def unstaged_mlp[T](weights: Seq[Seq[Seq[T]]], biases: Seq[Seq[T]], input: Seq[Seq[T]], activation: T => T): Seq[Seq[T]] =
    input.map { row =>
      weights.zip(biases).zipWithIndex.foldLeft(row) { case (x, ((w, b), l)) =>
        unstaged_denselayer(x, w, b, if (l == weights.size - 1) { y => y } else activation)._1
      }
    }

  // One step down the gradient: updates W and B; returns the changes, and the gradient by the layer's input.
  def unstaged_denselayer_backward[T](W: Seq[Seq[T]], B: Seq[T], in: Seq[Seq[T]], nlout: Seq[Seq[T]], lout: Seq[Seq[T]], dnlout: Seq[Seq[T]],
                                      dactivation: (T, T) => T, learnRate: T): (Seq[Seq[T]], Seq[T], Seq[Seq[T]]) = {
    val batch = in.size
    val dlinear = List.tabulate(batch) { n => List.tabulate(B.size) { o => dactivation(lout(n)(o), nlout(n)(o)) * dnlout(n)(o) } }
    val din = dlinear.map { row => W.map { weights => unstaged_dp(weights, row) } }
    val dW = in.transpose.map { x => dlinear.transpose.map { d => unstaged_dp(d, x) / batch * learnRate } }
    val dB = dlinear.transpose.map { d => d.sum / batch * learnRate }
    (0 until W.size).foreach { i => (0 until B.size).foreach { o => W(i)(o) = W(i)(o) - dW(i)(o) } }
    (0 until B.size).foreach { o => B(o) = B(o) - dB(o) }
    (dW, dB, din)
  }
  def unstaged_identity[T](x: T): T = x
  def unstaged_identity_backward[T](x: T, y: T): T = 1
  def unstaged_relu_backward[T](x: T, y: T): T = if (x > 0) 1 else 0
  def unstaged_loss_square[T](yhat: T, y: T): T = (yhat - y) * (yhat - y) / 2
  def unstaged_loss_square_backward[T](yhat: T, y: T): T = yhat - y
  def unstaged_inner_kernel[T](x: Seq[T], y: Seq[T]): T = unstaged_dp(x, y)
  def unstaged_polynomial_kernel[T](c: T, d: scala.Int)(x: Seq[T], y: Seq[T]): T = List.fill(d)(unstaged_dp(x, y) + c).product
  def unstaged_SVMR_infer[T](alphas: Seq[T], b: T, supportVectors: Seq[(Seq[T], Boolean)], kernel: (Seq[T], Seq[T]) => T)(x: Seq[T]): T =
    alphas.zip(supportVectors).map { case (alpha, (vector, y)) => (if (y) alpha else -alpha) * kernel(x, vector) }.sum + b
  def unstaged_SVMC_infer[T](alphas: Seq[T], b: T, supportVectors: Seq[(Seq[T], Boolean)], kernel: (Seq[T], Seq[T]) => T)(x: Seq[T]): Boolean =
    unstaged_SVMR_infer(alphas, b, supportVectors, kernel)(x) > 0
}
