// Prices of European options by the formula of Black and Scholes, with a polynomial for the normal distribution.
import spatial.dsl._

@spatial class BlackScholes extends SpatialTest {
  type T = Float
  val ts = 256
  val ip = 16
  val op = 1

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

  def main(args: Array[String]): Unit = {
    val n = 1024
    val kinds = Array.tabulate(n) { i => i % 2 }
    val spots = Array.tabulate(n) { i => (i % 50).to[T] + 50 }
    val strikes = Array.tabulate(n) { i => (i % 31).to[T] + 60 }
    val rates = Array.tabulate(n) { i => (i % 4).to[T] * 0.01f + 0.02f }
    val volatilities = Array.tabulate(n) { i => (i % 5).to[T] * 0.05f + 0.1f }
    val times = Array.tabulate(n) { i => (i % 8).to[T] * 0.25f + 0.25f }

    val kindDram = DRAM[Int](n)
    val spotDram = DRAM[T](n)
    val strikeDram = DRAM[T](n)
    val rateDram = DRAM[T](n)
    val volatilityDram = DRAM[T](n)
    val timeDram = DRAM[T](n)
    val priceDram = DRAM[T](n)
    setMem(kindDram, kinds)
    setMem(spotDram, spots)
    setMem(strikeDram, strikes)
    setMem(rateDram, rates)
    setMem(volatilityDram, volatilities)
    setMem(timeDram, times)

    Accel {
      Foreach(n by ts par op) { i =>
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

    val gold = Array.tabulate(n) { i => price(kinds(i), spots(i), strikes(i), rates(i), volatilities(i), times(i)) }
    println("price of option 0: " + getMem(priceDram)(0) + ", expected " + gold(0))
    assert(checkGold[T](priceDram, gold, 0.01))
  }
}
