// Prices of European options by the formula of Black and Scholes, with a polynomial for the normal distribution: once with the machine's exp, ln and
// sqrt, and once with series for them. Those make a body of so many operations that it takes a chain of units, in which what was loaded waits for
// what is computed from it. The FIFO in front of each unit holds 16 vectors, so the longest wait sets the pace.
import spatial.dsl._

class BlackScholes extends ExactOptions(1024, 256)
class FewOptions extends OptionSeries(4096)
class BlackScholes_0 extends OptionSeries(131072)

abstract class ExactOptions(options: scala.Int, ts: scala.Int) extends Options(options, ts) {
  def normal(x: T): T = {
    val magnitude = abs(x)
    val k = 1.to[T] / (1.to[T] + magnitude * 0.2316419f)
    val density = exp(-(magnitude * magnitude) * 0.5f) * 0.39894228f
    val poly = ((((k * 1.330274429f - 1.821255978f) * k + 1.781477937f) * k - 0.356563782f) * k + 0.319381530f) * k
    val tail = density * poly
    mux(x < 0.to[T], tail, 1.to[T] - tail)
  }

  def price(kind: Int, spot: T, strike: T, rate: T, volatility: T, time: T): T = {
    val spread = volatility * sqrt(time)
    val d1 = (ln(spot / strike) + (volatility * volatility * 0.5f + rate) * time) / spread
    val d2 = d1 - spread
    val discounted = strike * exp(-rate * time)
    val n1 = normal(d1)
    val n2 = normal(d2)
    val call = spot * n1 - discounted * n2
    val put = discounted * (1.to[T] - n2) - spot * (1.to[T] - n1)
    mux(kind == 0, call, put)
  }
}

abstract class OptionSeries(options: scala.Int) extends Options(options, 1024) {
  // The share of a normal distribution below x.
  def below(x: T): T = {
    val magnitude = abs(x)
    val density = exp_taylor((magnitude ** 2) * -0.05f) * 0.39894228040143270286f
    val k = 1.to[T] / (magnitude * 0.2316419f + 1.0f)
    val k2 = k ** 2
    val k3 = k2 * k
    val k4 = k3 * k
    val k5 = k4 * k
    val first = k * 0.319381530f
    val rest = k2 * -0.356563782f + k3 * 1.781477937f + k4 * -1.821255978f + k5 * 1.330274429f
    val tail = (rest + first) * density
    mux(x < 0.0f, tail, -tail + 1.0f)
  }

  def price(kind: Int, spot: T, strike: T, rate: T, volatility: T, time: T): T = {
    val drift = (rate + (volatility ** 2) * 0.5f) * time + log_taylor(spot / strike)
    val spread = volatility * sqrt_approx(time)
    val moneyness = drift / (spread ** 2)
    val n1 = below(moneyness)
    val n2 = below(moneyness - spread)
    val discounted = strike * exp_taylor(-rate * time)
    val put = discounted * (-n2 + 1.0f) - spot * (-n1 + 1.0f)
    val call = spot * n1 - discounted * n2
    mux(kind == 0, put, call)
  }
}

@spatial abstract class Options(options: scala.Int, ts: scala.Int) extends SpatialTest {
  type T = Float
  val ip = 16

  def price(kind: Int, spot: T, strike: T, rate: T, volatility: T, time: T): T

  def main(args: Array[String]): Unit = {
    val kinds = Array.tabulate(options) { i => i % 2 }
    val spots = Array.tabulate(options) { i => (i % 50).to[T] * 0.01f + 0.5f }
    val strikes = Array.tabulate(options) { i => (i % 31).to[T] * 0.01f + 0.6f }
    val rates = Array.tabulate(options) { i => (i % 4).to[T] * 0.01f + 0.02f }
    val volatilities = Array.tabulate(options) { i => (i % 5).to[T] * 0.05f + 0.3f }
    val times = Array.tabulate(options) { i => (i % 8).to[T] * 0.1f + 0.25f }

    val kindDram = DRAM[Int](options)
    val spotDram = DRAM[T](options)
    val strikeDram = DRAM[T](options)
    val rateDram = DRAM[T](options)
    val volatilityDram = DRAM[T](options)
    val timeDram = DRAM[T](options)
    val priceDram = DRAM[T](options)
    setMem(kindDram, kinds)
    setMem(spotDram, spots)
    setMem(strikeDram, strikes)
    setMem(rateDram, rates)
    setMem(volatilityDram, volatilities)
    setMem(timeDram, times)

    Accel {
      Foreach(options by ts) { i =>
        val kind = SRAM[Int](ts)
        val spot = SRAM[T](ts)
        val strike = SRAM[T](ts)
        val rate = SRAM[T](ts)
        val volatility = SRAM[T](ts)
        val time = SRAM[T](ts)
        val result = SRAM[T](ts)
        Parallel {
          kind load kindDram(i :: i + ts par ip)
          spot load spotDram(i :: i + ts par ip)
          strike load strikeDram(i :: i + ts par ip)
          rate load rateDram(i :: i + ts par ip)
          volatility load volatilityDram(i :: i + ts par ip)
          time load timeDram(i :: i + ts par ip)
        }
        Foreach(ts par ip) { j => result(j) = price(kind(j), spot(j), strike(j), rate(j), volatility(j), time(j)) }
        priceDram(i :: i + ts par ip) store result
      }
    }

    val gold = Array.tabulate(options) { i => price(kinds(i), spots(i), strikes(i), rates(i), volatilities(i), times(i)) }
    val prices = getMem(priceDram)
    println("price of option 0: " + prices(0) + ", expected " + gold(0))
    assert(checkGold[T](priceDram, gold, 0.001))
  }
}
