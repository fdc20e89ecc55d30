// Statements.
#include "capstan/lower/accel.h"

#include <fmt/format.h>

#include <algorithm>

#include "capstan/lower/operators.h"
#include "spatial/build.h"

namespace stardust::spatial {

using notation::AssignOp;
using placement::MemoryType;

Body Accel::lower() {
  frames_.open("");
  const AccessPlan& result = plan_.result();
  switch (result.assembly) {
    case placement::Assembly::Counted: assemble(); break;
    case placement::Assembly::Reserved: assembleInTurn(); break;
    case placement::Assembly::Shared: shareStructure(result); [[fallthrough]];
    case placement::Assembly::None: statement(plan_.stmt);
  }
  return frames_.close().body;
}

Expr Accel::bind(Frame& frame, const std::string& key, const std::string& wanted, Expr value, const std::string& note) {
  const std::string bound = names_.fresh(wanted);
  frame.body.push_back(val(bound, std::move(value), note));
  return frame.known[key] = name(bound);
}

void Accel::statement(const cin::Stmt& stmt) {
  match(
      stmt->kind, [&](const cin::Forall& s) { loop(s); }, [&](const cin::Assign& s) { assign(s); },
      [&](const cin::Where& s) {
        produce(s.producer);
        statement(s.consumer);
      },
      [&](const cin::Map& s) { statement(s.body); }, [&](const cin::SuchThat& s) { statement(s.body); },
      [&](const cin::Sequence& s) {
        statement(s.first);
        statement(s.second);
      });
}

// A nest of loops none of which is over a variable of the left-hand side: it reduces to one value.
bool Accel::isReduction(const cin::Stmt& stmt) const {
  const cin::Assign& assign = mainAssignment(stmt);
  if (assign.op == AssignOp::Set) return false;
  const auto binds = [&](const notation::IndexVar& var) { return static_cast<bool>(bodyOf(stmt, var)); };
  return std::none_of(assign.lhs.indices.begin(), assign.lhs.indices.end(), [&](const auto& var) {
    const auto derived = plan_.derived.find(var);
    if (derived == plan_.derived.end()) return binds(var);
    const auto& loops = derived->second.loops;
    return std::any_of(loops.begin(), loops.end(), binds);
  });
}

void Accel::loop(const cin::Forall& forall) {
  const cin::Stmt self = cin::forall(forall.var, forall.body);
  if (isReduction(self)) {
    const cin::Assign& assign = mainAssignment(self);
    if (pass_ == Pass::Fill) deliver(assign, sum(self), self);
    else mark(assign.lhs, self);
    return;
  }
  const int ordinal = reservedBy(forall.var);
  if (ordinal >= 0) reserve(forall, ordinal);
  Domain domain = open(forall.var);
  if (ordinal >= 0) passReserved(domain, ordinal);
  if (passesCoordinates(forall)) fillBlock(forall);
  else statement(forall.body);
  Frame frame = frames_.close();
  const bool isFillPass = plan_.result().assembly == placement::Assembly::Counted && frames_.depth() == 1;
  const std::string purpose = pass_ == Pass::Count ? ": finding which entries are stored"
                              : isFillPass         ? ": filling " + written(plan_.result().access)
                                                   : "";
  const std::string note = loopOver(forall.var) + purpose;
  frames_.innermost().body.push_back(foreachOf(std::move(domain), std::move(frame.body), note));
}

void Accel::produce(const cin::Stmt& producer) {
  const cin::Stmt stmt = withoutMaps(producer);
  if (const auto* nested = std::get_if<cin::Where>(&stmt->kind)) {
    produce(nested->producer);
    produce(nested->consumer);
    return;
  }
  const Access& target = mainAssignment(stmt).lhs;
  if (target.tensor.order() > 0) {
    fill(target, stmt);
    return;
  }
  define(stmt);
  if (pass_ == Pass::Count) return;
  const std::string key = "value " + target.tensor.name;
  if (const auto* assign = std::get_if<cin::Assign>(&stmt->kind)) {
    const Expr computed = value(assign->rhs);
    bind(frames_.innermost(), key, target.tensor.name, computed, written(assign->rhs));
  } else {
    const Expr total = sum(stmt);
    frames_.innermost().known[key] = total;
  }
}

Expr Accel::summand(const cin::Assign& assign) {
  const Expr computed = value(assign.rhs);
  if (!notation::reducesAll(assign.op)) return computed;
  const Condition stored = present(assign.rhs, true);
  return stored ? mux(*stored, computed, identity(assign.op)) : computed;
}

// The value of a reduction, emitted into the innermost body.
Expr Accel::sum(const cin::Stmt& stmt) {
  return match(
      stmt->kind,
      [&](const cin::Forall& s) {
        const cin::Assign& assign = mainAssignment(s.body);
        const std::string note = fmt::format("{}: {}", reductionOver(s.var, assign.op), written(assign.rhs));
        const std::string accumulator = names_.fresh(assign.lhs.tensor.workspace && assign.lhs.tensor.order() == 0
                                                         ? assign.lhs.tensor.name
                                                         : assign.lhs.tensor.name + "_sum");
        Domain domain = open(s.var);
        const Expr term = sum(s.body);
        Frame frame = frames_.close();
        frames_.innermost().body.push_back(reg(accumulator, Type::T, note));
        frames_.innermost().body.push_back(
            reduceOf(std::move(domain), accumulator, std::move(frame.body), term, reductionOf(assign.op).reduce, note));
        return name(accumulator);
      },
      [&](const cin::Assign& s) { return summand(s); },
      [&](const cin::Where& s) {
        produce(s.producer);
        return sum(s.consumer);
      },
      [&](const cin::Sequence& s) {
        const AssignOp op = mainAssignment(s.first).op;
        const Expr first = sum(s.first);
        return binary(reductionOf(op).combine, first, sum(s.second));
      },
      [&](const cin::Map& s) { return sum(s.body); }, [&](const cin::SuchThat& s) { return sum(s.body); });
}

void Accel::assign(const cin::Assign& assign) {
  const cin::Stmt self = cin::assign(assign.lhs, assign.op, assign.rhs);
  if (pass_ == Pass::Fill) deliver(assign, summand(assign), self);
  else mark(assign.lhs, self);
}

// Where `stmt` has a term; empty: always.
Accel::Condition Accel::found(const cin::Stmt& stmt) {
  const Terms count = terms(stmt);
  return count.always ? Condition() : Condition(count.stored);
}

// A value that `stmt` computed goes to where the left-hand side is kept.
void Accel::deliver(const cin::Assign& assign, const Expr& computed, const cin::Stmt& stmt) {
  const Access& lhs = assign.lhs;
  if (lhs.tensor.order() == 0) {
    if (lhs.tensor.workspace) frames_.innermost().known["value " + lhs.tensor.name] = computed;
    else deliverScalar(assign, computed);
    return;
  }
  const AccessPlan& target = plan_.of(lhs);
  if (target.computesStructure()) {
    storeEntry(lhs, computed, found(stmt));
    return;
  }
  // min=, max= and *= into memory happen only where there is a term; a sum may add the zero of an absent one.
  Condition stored;
  const bool reducesAll = notation::reducesAll(target.reduction);
  if (reducesAll && std::holds_alternative<cin::Assign>(stmt->kind)) stored = present(assign.rhs, true);
  if (lhs.tensor.workspace) {
    deliverInto(lhs, computed, stored, stmt);
  } else if (target.values == MemoryType::Fifo) {
    emit(frames_.innermost(), enq(resultMemory(target), computed), valuesOf(lhs));
  } else {
    const std::string memory = resultMemory(target);
    AccessPlan used = target;
    used.access = lhs;
    accumulate(target, memory, index(used), computed, stored);
  }
}

// Several assignments to a scalar combine; the last of them sets it.
void Accel::deliverScalar(const cin::Assign& assign, const Expr& computed) {
  const std::string key = "result so far";
  Frame& top = frames_.of("");
  const auto before = top.known.find(key);
  Expr combined = computed;
  if (before != top.known.end()) combined = binary(reductionOf(assign.op).combine, before->second, computed);
  top.known[key] = combined;
  ++scalarWrites_;
  const auto all = assignmentsIn(plan_.stmt);
  const auto writers = std::count_if(all.begin(), all.end(), [&](const cin::Assign& other) {
    return other.lhs.tensor.name == assign.lhs.tensor.name;
  });
  if (scalarWrites_ == writers)
    emit(frames_.innermost(), set(host_.scalarResult(assign.lhs.tensor), combined), valuesOf(assign.lhs));
}

std::string Accel::memoryOf(const std::string& key) const {
  const auto known = frames_.find(key);
  if (!known) failInternal("a memory is used before it is allocated: " + key);
  return std::get<Name>((*known)->kind).name;
}

// Writes, or combines with what is there; nowhere if `stored` does not hold.
void Accel::accumulate(const AccessPlan& target, const std::string& memory, const Expr& at, const Expr& computed,
                       const Condition& stored) {
  const Expr address = stored ? mux(*stored, at, lit(-1)) : at;
  const AssignOp op = target.reduction;
  const Stmt stmt = op != AssignOp::Set ? update({memory, address, computed, reductionOf(op).rmw, "unordered"})
                    : target.values == MemoryType::Sram ? write(memory, address, computed)
                                                        : sparseWrite(memory, address, computed);
  emit(frames_.innermost(), stmt, valuesOf(target.access));
}

}  // namespace stardust::spatial
