// h_part(i) = w(i)
// formats:  w:d  h_part:d
// cin:      forall(i, h_part(i) = w(i))
import spatial.dsl._

class Histogram_0 extends Histogram()

@spatial abstract class Histogram(
  ip: scala.Int = 16,
  bp: scala.Int = 1
) extends SpatialTest {
  type T = Int

  def main(args: Array[String]): Unit = {
    val w_vals_in = loadCSV1D[T]("w_vals.csv")
    assert(w_vals_in.length === 200)
    val w_vals_dram = DRAM[T](w_vals_in.length)
    setMem(w_vals_dram, w_vals_in)
    val h_part_vals_dram = DRAM[T](200)

    Accel {
      val w_vals = SRAM[T](200)               // w(i): values
      w_vals load w_vals_dram(0::200 par ip)  // w(i): values
      val h_part_vals = SRAM[T](200)          // h_part(i): values
      Foreach(200 by 1 par ip) { i =>         // loop i
        h_part_vals(i) = w_vals(i)  // h_part(i): values
      }
      h_part_vals_dram(0::200 par ip) store h_part_vals  // h_part(i): values
    }

    val h_part_vals_gold = loadCSV1D[T]("h_part_vals_gold.csv")
    assert(checkGold[T](h_part_vals_dram, h_part_vals_gold))
  }
}
