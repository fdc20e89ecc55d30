// Type-checks Spatial programs in one run of scalac and stages them in one warm JVM; called by scripts/real-spatial.
//   argon.Check types|stage OUT LIMIT FILE.scala...
// One line for each program. Exit code 0 if all are right, 1 if one is not, and 75 after a time limit, which only the end
// of the JVM enforces: the caller starts again, and the programs that have a file OUT/NAME/result are not tried again.
package argon // a compiler's state is visible in its own package only

import java.io.{File, FileOutputStream, PrintStream}
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path, Paths, StandardCopyOption}

import scala.collection.JavaConverters._
import scala.reflect.internal.util.{BatchSourceFile, SourceFile}
import scala.tools.nsc.reporters.StoreReporter
import scala.tools.nsc.{Global, Settings}

/** A program's file, in a package of its own so that programs may share names. */
final class Source(path: String, number: Int, out: Path) {
  val name: String = new File(path).getName.stripSuffix(".scala")
  val packageName: String = s"program$number"
  val folder: Path = out.resolve(name)
  private val result = folder.resolve("result")

  /** The package stands on the first line, so that lines keep their numbers. */
  def text: SourceFile = {
    val text = new String(Files.readAllBytes(Paths.get(path)), "UTF-8")
    new BatchSourceFile(path, s"package $packageName; $text")
  }
  def isDone: Boolean = Files.exists(result)
  def failed: Boolean = new String(Files.readAllBytes(result)).startsWith("failed")

  def report(isRight: Boolean, sentence: String): Unit = {
    Files.createDirectories(folder)
    val written = Files.write(folder.resolve("result.part"), ((if (isRight) "right" else "failed") + "\n").getBytes)
    Check.console.println(s"$name: $sentence")
    Files.move(written, result, StandardCopyOption.ATOMIC_MOVE)
  }
}

object Check {
  val console: PrintStream = System.out
  private val stageArguments = Array("--noAreaModels", "--pir")
  private val stackBytes = 1L << 30

  def main(arguments: Array[String]): Unit = {
    val Array(goal, outName, limit) = arguments.take(3)
    val out = Paths.get(outName)
    val sources = arguments.drop(3).zipWithIndex.map { case (path, number) => new Source(path, number, out) }
    val classes = out.resolve("classes")
    if (!Files.exists(classes)) compile(sources, classes)
    if (goal == "types") sources.filterNot(_.isDone).foreach(_.report(isRight = true, "type-checks"))
    val loader = new java.net.URLClassLoader(Array(classes.toUri.toURL), getClass.getClassLoader)
    sources.filterNot(_.isDone).foreach(source => limited(source, limit.toInt) { stage(source, classes, loader) })
    Runtime.getRuntime.halt(if (sources.exists(_.failed)) 1 else 0) // Spatial leaves threads behind
  }

  /** Compiles all that is left without the programs that have errors, until there are none. */
  private def compile(sources: Array[Source], classes: Path): Unit = {
    Files.createDirectories(classes)
    val left = sources.filterNot(_.isDone)
    if (left.isEmpty) return
    val settings = new Settings(message => throw new IllegalArgumentException(message))
    settings.processArguments(System.getProperty("scalac.options").split(' ').toList, processAll = true)
    settings.classpath.value = System.getProperty("java.class.path")
    settings.outdir.value = classes.toString
    val reporter = new StoreReporter(settings)
    val compiler = new Global(settings, reporter)
    val sourceOf = left.map(source => source.text -> source).toMap
    new compiler.Run().compileSources(sourceOf.keys.toList)
    val errors = reporter.infos.toSeq.filter(_.severity == reporter.ERROR)
    for ((text, ofText) <- errors.groupBy(_.pos.source).toSeq.sortBy(_._1.path)) {
      val first = ofText.minBy(_.pos.line)
      val source = sourceOf.getOrElse(text, sys.error(s"scalac: ${first.msg}"))
      source.report(isRight = false, s"types: line ${first.pos.line}: ${first.msg.replaceAll("\\s+", " ").take(160)}")
    }
    if (errors.nonEmpty) compile(sources, classes)
  }

  private val system = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[com.sun.management.OperatingSystemMXBean]

  /** Ends the JVM where a program takes too much processor time: nothing else stops it surely. Counted is the time of the
    * process, since a program that fills the memory leaves its time to the collector. */
  private def limited(source: Source, seconds: Int)(work: => Unit): Unit = {
    val thread = new Thread(null, () => work, source.name, stackBytes)
    val end = system.getProcessCpuTime + seconds * 1000000000L
    thread.start()
    while (thread.isAlive && system.getProcessCpuTime < end) thread.join(200)
    if (!source.isDone) {
      source.report(isRight = false, if (thread.isAlive) s"staging: ran past $seconds s" else "staging: ended without a result")
      if (thread.isAlive) Runtime.getRuntime.halt(75)
    }
  }

  private def stage(source: Source, classes: Path, loader: ClassLoader): Unit = {
    val programs = programsOf(source, classes, loader)
    if (programs.isEmpty) return source.report(isRight = false, "staging: there is no program in the file")
    val start = system.getProcessCpuTime
    val said = programs.map(stageOne(source, _))
    val seconds = (system.getProcessCpuTime - start) / 1000000000L
    source.report(said.forall(_.isRight), said.map(_.merge).mkString("; ") + s", $seconds s")
  }

  /** The classes and objects that the compiler can start. */
  private def programsOf(source: Source, classes: Path, loader: ClassLoader): Seq[Class[_]] = {
    val names = classes.resolve(source.packageName).toFile.list.filter(_.endsWith(".class")).map(_.stripSuffix(".class"))
    names.sorted.map(name => loader.loadClass(s"${source.packageName}.$name")).filter { found =>
      classOf[Compiler].isAssignableFrom(found) && !java.lang.reflect.Modifier.isAbstract(found.getModifiers) &&
      (isObject(found) || found.getConstructors.exists(_.getParameterCount == 0))
    }
  }
  private def isObject(found: Class[_]) = found.getFields.exists(_.getName == "MODULE$")

  private def stageOne(source: Source, found: Class[_]): Either[String, String] = {
    val folder = source.folder.resolve(found.getSimpleName)
    Files.createDirectories(folder)
    val logFile = folder.resolve("stage.log")
    val log = new PrintStream(new FileOutputStream(logFile.toFile))
    System.setOut(log)
    val failure = Console.withOut(log) {
      try {
        val app = (if (isObject(found)) found.getField("MODULE$").get(null) else found.newInstance()).asInstanceOf[Compiler]
        try app.execute(stageArguments ++ Seq("--out", "--log", "--report").flatMap(kind => Seq(kind, s"$folder/${kind.drop(2)}")))
        finally app.IR.streams.values.foreach(_.close())
        None
      } catch { case problem: Throwable => problem.printStackTrace(log); Some(problem) }
      finally { System.setOut(console); log.close() }
    }
    val lines = Files.readAllLines(logFile).asScala.map(_.replaceAll("\u001b\\[[0-9;]*m", ""))
    val complaint = lines.find(line => line.startsWith("[error]") || line.startsWith("[bug]"))
    val pir = Files.walk(folder).iterator.asScala.find(_.getFileName.toString == "AccelMain.scala")
    (failure, pir) match {
      case (None, Some(text)) if complaint.isEmpty => Right(s"stages, ${Files.readAllLines(text).size} lines of PIR")
      case _ => Left("staging: " + complaint.orElse(failure.map(_.toString)).getOrElse("no PIR came out").take(200))
    }
  }
}
