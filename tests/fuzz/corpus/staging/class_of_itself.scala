class B extends B
@spatial class A extends B { def main(args: Array[String]): Unit = { B() } }
