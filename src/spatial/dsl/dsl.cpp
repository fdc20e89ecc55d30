#include "spatial/dsl/dsl.h"

#include "spatial/dsl/language.h"
#include "spatial/dsl/names/names.h"
#include "spatial/dsl/words/random_words.h"

namespace stardust::dsl {

Dsl::Dsl(Tree file, scala::Request request, Accelerate run)
    : accelerate(std::move(run)),
      loops(stage, words, memories, decisions,
            [this](const Value& f, Values arguments, const Location& where) {
              return invoke(f, std::move(arguments), where);
            }),
      evaluator(std::move(file), std::move(request),
                {words, staging, objects, rules, [this](Names& names) { addNames(names, *this); }, language()}) {}

spatial::Program Dsl::staged(const Block& block) {
  spatial::Program program;
  program.name = evaluator.outcome.name;
  program.isSpeculative = true;
  memories.beginStaging();
  loops.beginStaging();
  const Into into(stage, &program.accel);
  memories.hostScalars.addResultRegs();
  if (block.isForever)
    loops.foreach ({series({{}, {}, {}, makeNumber(int32, std::int64_t{1}), true, false})}, block.body, nullptr,
                   block.where);
  else loops.keepEffect(invoke(block.body, {}, block.where), block.where);
  program.accel = memories.hostScalars.withHostValues(withRandomWords(program.accel));
  memories.streams.connect(program.accel);
  memories.sparse.declareResults(program.accel);
  memories.merges.place(program.accel);
  memories.endStaging(program.accel);
  return program;
}

}  // namespace stardust::dsl
