// Query 6 of TPC-H: the revenue of discounted line items, by filter and sum.
import spatial.dsl._

class TPCHQ6_0 extends TPCHQ6
class TPCHQ6_1 extends TPCHQ6(op = 1, ip = 1)
class TPCHQ6_5 extends TPCHQ6(op = 3)

@spatial abstract class TPCHQ6(
  N: scala.Int = 1024,
  ts: scala.Int = 64,
  op: scala.Int = 1,
  ip: scala.Int = 16
) extends SpatialTest {
  type T = Int
  val firstDate = 0
  val lastDate = 9999
  val mostQuantity = 24

  def revenue(dates: Array[Int], quantities: Array[Int], discounts: Array[T], prices: Array[T]): T = {
    val dateDram = DRAM[Int](N)
    val quantityDram = DRAM[Int](N)
    val discountDram = DRAM[T](N)
    val priceDram = DRAM[T](N)
    val out = ArgOut[T]
    setMem(dateDram, dates)
    setMem(quantityDram, quantities)
    setMem(discountDram, discounts)
    setMem(priceDram, prices)
    Accel {
      val total = Reg[T]
      Reduce(total)(N by ts par op) { i =>
        val date = SRAM[Int](ts)
        val quantity = SRAM[Int](ts)
        val discount = SRAM[T](ts)
        val price = SRAM[T](ts)
        Parallel {
          date load dateDram(i :: i + ts par ip)
          quantity load quantityDram(i :: i + ts par ip)
          discount load discountDram(i :: i + ts par ip)
          price load priceDram(i :: i + ts par ip)
        }
        Reduce(Reg[T])(ts par ip) { j =>
          val d = date(j)
          val valid = d > firstDate && d < lastDate && quantity(j) < mostQuantity && discount(j) >= 5
          mux(valid, price(j) * discount(j), 0.to[T])
        } { _ + _ }
      } { _ + _ }
      out := total
    }
    getArg(out)
  }

  def main(args: Array[String]): Unit = {
    val dates = Array.tabulate(N) { i => i % 256 }
    val quantities = Array.tabulate(N) { i => (i * 7) % 50 }
    val discounts = Array.tabulate(N) { i => i % 11 }
    val prices = Array.tabulate(N) { i => 100 + i % 13 }
    val result = revenue(dates, quantities, discounts, prices)
    val counts = Array.tabulate(N) { i =>
      dates(i) > firstDate && dates(i) < lastDate && quantities(i) < mostQuantity && discounts(i) >= 5
    }
    val gold = Array.tabulate(N) { i => if (counts(i)) prices(i) * discounts(i) else 0 }.reduce { _ + _ }
    println("expected " + gold + ", got " + result)
    assert(gold == result)
  }
}
