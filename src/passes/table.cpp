#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "backend/cpu/passes/dead_fills.h"
#include "backend/cpu/passes/dot_products.h"
#include "backend/cpu/passes/fiber_unions.h"
#include "backend/cpu/passes/grouped_stores.h"
#include "backend/cpu/passes/multiple_accumulators.h"
#include "backend/cpu/passes/prefetch_rows.h"
#include "backend/cpu/passes/register_tiles.h"
#include "backend/cpu/passes/scattered_dots.h"
#include "backend/cpu/passes/segmented_dots.h"
#include "backend/cpu/passes/segmented_sums.h"
#include "backend/cpu/passes/unroll_and_jam.h"
#include "backend/cpu/passes/word_sums.h"
#include "backend/cuda/passes/grids.h"
#include "backend/cuda/passes/lanes.h"
#include "backend/cuda/passes/scatters.h"
#include "loops/dead_code.h"
#include "loops/idioms/expand.h"
#include "loops/profile/clock_loops.h"
#include "loops/profile/count_work.h"
#include "passes/pass.h"
#include "schedule/automatic.h"
#include "schedule/search.h"
#include "spatial/passes/buffers.h"
#include "spatial/passes/dead_code.h"
#include "spatial/passes/dead_memories.h"
#include "spatial/passes/dependences.h"
#include "spatial/passes/inline_values.h"
#include "spatial/passes/loop_carried.h"
#include "spatial/passes/read_registers.h"
#include "spatial/passes/split_bodies.h"

namespace stardust::passes {
namespace {

using schedule::Rows;

// A pass that depends on the code only.
template <class Form, class Rewrite>
std::function<Code(Code, const Settings&)> rewrite(Rewrite pass) {
  return [pass](const Code& code, const Settings&) -> Code { return pass(std::get<Form>(code)); };
}

Pass onCin(const char* name, const char* summary, cin::Stmt (*pass)(const cin::Stmt&)) {
  return {name, Ir::Cin, Ir::Cin, summary, {}, rewrite<cin::Stmt>(pass)};
}

// Passes that reorder loops apply only to statements without loop commands in the schedule.
Pass onUnscheduled(const char* name, const char* summary, cin::Stmt (*pass)(const cin::Stmt&)) {
  return {name,
          Ir::Cin,
          Ir::Cin,
          summary,
          "no command in the schedule that changes loops",
          [pass](const Code& code, const Settings& settings) -> Code {
            return schedule::schedulesLoops(settings.commands) ? code : Code(pass(std::get<cin::Stmt>(code)));
          }};
}

Pass onLoops(const char* name, const char* summary, loops::Function (*pass)(const loops::Function&)) {
  return {name, Ir::Loops, Ir::Loops, summary, {}, rewrite<loops::Function>(pass)};
}

Pass onLoops(const char* name, const char* summary,
             loops::Function (*pass)(const loops::Function&, const machine::Processor&)) {
  return {
      name, Ir::Loops, Ir::Loops, summary, "the processor", [pass](const Code& code, const Settings& settings) -> Code {
        return pass(std::get<loops::Function>(code), settings.loops.processor);
      }};
}

Pass onSpatial(const char* name, const char* summary, spatial::Program (*pass)(spatial::Program),
               const char* establishes = "") {
  const auto run = [pass](Code code, const Settings&) -> Code {
    spatial::Program& program = std::get<spatial::Lowered>(code).program;
    program = pass(std::move(program));
    return code;
  };
  return {name, Ir::Spatial, Ir::Spatial, summary, {}, run, establishes};
}

Code concretize(const Code& code, const Settings& settings) {
  return cin::concretize(std::get<notation::Assignment>(code), settings.sums,
                         schedule::namedWorkspaces(settings.commands), settings.orders);
}

Code applySchedule(const Code& code, const Settings& settings) {
  return schedule::apply(std::get<cin::Stmt>(code), settings.commands);
}

// Preconditions of planning for a user-written statement.
void requirePlannable(const cin::Stmt& stmt) {
  for (const notation::Access& access : cin::allAccesses(stmt))
    if (access.tensor.order() > 0 && access.tensor.dims.empty())
      failUser(fmt::format("the extents of {} are not known", access.tensor.name), {},
               "a plan counts the words of each array", "declare them, as in tensor A: ds float 600 500");
  for (const cin::Relation& relation : cin::relationsOf(stmt))
    if (std::holds_alternative<cin::Pos>(relation))
      failUnsupported(fmt::format("{} on the accelerator", cin::print(relation)), {},
                      "its loops visit coordinates, and no unit finds the row of a position");
}

Code plan(const Code& code, const Settings& settings) {
  const auto& stmt = std::get<cin::Stmt>(code);
  requirePlannable(stmt);
  return placement::plan(stmt, settings.limits, settings.facts);
}

Code lowerToSpatial(const Code& code, const Settings& settings) {
  return spatial::lower(std::get<placement::Plan>(code), settings.spatial);
}

Code lowerToLoops(const Code& code, const Settings& settings) {
  return loops::lower(std::get<cin::Stmt>(code), settings.function, settings.loops);
}

cin::Stmt withWorkspaces(const cin::Stmt& stmt) { return schedule::insertWorkspaces(stmt, Rows::Collected); }
cin::Stmt withSparseWorkspaces(const cin::Stmt& stmt) { return schedule::insertWorkspaces(stmt, Rows::InMemory); }

std::vector<Pass> all() {
  const char* const extents = "the extents of all tensors";
  return {
      {"concretize", Ir::Notation, Ir::Cin, "makes loops for index variables, and places the sums", "sums, commands",
       concretize},
      onUnscheduled("rows-innermost", "moves loops along dense rows inside loops that reduce", schedule::rowsInnermost),
      {"schedule", Ir::Cin, Ir::Cin, "applies the commands of the schedule, one by one", "commands", applySchedule},
      onCin("insert-workspaces", "collects sparse results that are computed out of order in workspaces",
            withWorkspaces),
      onCin("insert-sparse-workspaces", "the same, but dense rows accumulate in memory", withSparseWorkspaces),
      onCin("accelerate-reductions", "reduces innermost loops into scalars, mapped to Reduce",
            schedule::accelerateReductions),
      onUnscheduled("hoist-factors", "moves the common factors of all terms out of a sum", schedule::hoistFactors),
      onCin("bulk-transfers", "turns loops that copy elements into transfers", schedule::bulkTransfers),
      {"plan", Ir::Cin, Ir::Plan, "binds each array to a memory", std::string("limits, facts, ") + extents, plan},
      {"lower-to-spatial", Ir::Plan, Ir::Spatial, "a program for the accelerator", "spatial", lowerToSpatial},
      onSpatial("dead-code", "removes dead values and memories", spatial::withoutDeadCode, "unused-read"),
      onSpatial("dead-memories",
                "removes registers, SRAMs and FIFOs that are never read, and loops that only write them",
                spatial::withoutDeadMemories),
      onSpatial("loop-carried", "turns registers that keep a value between iterations into memories",
                spatial::withCarriedRegs),
      onSpatial("dependences", "splits bodies that read their own writes into stages; lanes that may meet take turns",
                spatial::withOrderedAccesses),
      onSpatial("inline-values", "inlines values with one use", spatial::withInlinedValues),
      onSpatial("split-bodies", "splits bodies whose reads have too many uses, or whose units have too many inputs",
                spatial::withSplitBodies),
      onSpatial("read-registers", "reads registers with .value where Scala requires it", spatial::withRegistersRead,
                "register-value"),
      onSpatial("buffers", "declares .buffer where iterations overlap", spatial::withBuffers, "buffer-hazard"),
      {"lower-to-loops", Ir::Cin, Ir::Loops, "a function of loops, branches, loads and stores",
       "function, loops, the processor", lowerToLoops},
      onLoops("dead-code", "removes dead variables, arrays and parameters", loops::withoutDeadCode),
      onLoops("fiber-unions", "adds two or more sparse fibers without branches", loops::withFiberUnions),
      onLoops("prefetch-rows", "prefetches the rows that the next coordinates select", loops::withPrefetchedRows),
      onLoops("register-tiles", "keeps sums of rows in register tiles", loops::withRegisterTiles),
      onLoops("dead-fills", "removes the initialisation of rows that a register tile overwrites",
              loops::withoutDeadFills),
      onLoops("dot-products", "turns loops over products of a fiber into dot products", loops::withDotProducts),
      onLoops("scattered-dots", "scatters long fibers into a row, and multiplies with it", loops::withScatteredDots),
      onLoops("segmented-dots", "turns dot products of consecutive fibers into one segmented reduction",
              loops::withSegmentedDots),
      onLoops("segmented-sums", "stores the products of short fibers, and sums them by segment",
              loops::withSegmentedSums),
      onLoops("word-sums", "adds up along bit vectors word by word", loops::withWordSums),
      onLoops("multiple-accumulators", "uses several accumulators for sums of gathered elements",
              loops::withMultipleAccumulators),
      onLoops("unroll-and-jam", "unrolls and jams loops that reduce along rows", loops::withUnrollAndJam),
      onLoops("group-stores", "groups scattered stores by array", loops::withGroupedStores),
      onLoops("expand-idioms", "plain loops stand for idioms of processors", loops::withoutIdioms),
      onLoops("gpu-idioms", "plain loops stand for the idioms that GPUs lack", loops::withGpuIdioms),
      onLoops("gpu-scatters", "makes loops that scatter parallel: atomically, or with copies of the arrays",
              loops::withScatters),
      onLoops("gpu-grids", "spreads parallel loops, and loops that store one element each, over a GPU",
              loops::withGrids),
      onLoops("gpu-lanes", "gives iterations of a grid to warps whose lanes share the work", loops::withLanes),
      onLoops("count-work", "counts iterations, and accesses to arrays, in a further result", loops::withCountedWork),
      onLoops("clock-loops", "measures the time of each loop that has a note, in a further result",
              loops::withClockedLoops),
  };
}

}  // namespace

std::string nameOf(Ir ir) {
  switch (ir) {
    case Ir::Notation: return "notation";
    case Ir::Cin: return "cin";
    case Ir::Plan: return "plan";
    case Ir::Spatial: return "spatial";
    case Ir::Loops: return "loops";
  }
  failInternal("a form without a name");
}

const std::vector<Pass>& table() {
  static const std::vector<Pass> passes = all();
  return passes;
}

namespace {

// How a user obtains code of a form.
std::string sourcesOf(Ir form) {
  std::vector<std::string> sources;
  if (form != Ir::Plan) sources.push_back(fmt::format("--ir={}", nameOf(form)));
  for (const Pass& pass : table())
    if (pass.gives == form && pass.takes != form) sources.push_back(pass.name + " before it");
  return fmt::format("{}", fmt::join(sources, ", or "));
}

}  // namespace

const Pass& find(const std::string& name, Ir takes) {
  for (const Pass& pass : table())
    if (pass.takes == takes && pass.name == name) return pass;
  std::vector<std::string> names;
  const Pass* other = nullptr;
  for (const Pass& pass : table()) {
    if (pass.name == name) other = &pass;
    if (pass.takes == takes) names.push_back(pass.name);
  }
  if (other)
    failUser(fmt::format("the pass {} takes {}, and here is {}", name, nameOf(other->takes), nameOf(takes)), {}, {},
             sourcesOf(other->takes));
  const auto similar = nearest(name, names);
  failUser(fmt::format("there is no pass {} that takes {}", name, nameOf(takes)), {}, {},
           similar ? fmt::format("did you mean {}?", *similar) : "stardust opt --list shows all passes");
}

Pipeline concatenated(const std::vector<Pipeline>& pipelines) {
  Pipeline all;
  for (const Pipeline& pipeline : pipelines) all.insert(all.end(), pipeline.begin(), pipeline.end());
  return all;
}

Code run(const Pipeline& pipeline, Code code, const Settings& settings, const Instrumentation& around) {
  for (const std::string& name : pipeline) {
    const Pass& pass = find(name, irOf(code));
    const auto once = [&] { return pass.run(std::move(code), settings); };
    code = around ? around(pass, code, once) : once();
  }
  return code;
}

}  // namespace stardust::passes
