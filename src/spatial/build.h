// Builders of Spatial IR nodes for lowering and tests, in place of aggregate initializers.
#pragma once

#include "spatial/nodes.h"

namespace stardust::spatial {

Expr lit(std::int64_t value);  ///< type Int
Expr lit(double value, Type type);
Expr name(std::string name);
Expr value(std::string name);  ///< name.value of a register
Expr unary(UnaryOp op, Expr operand);
/// Folds integer identities (x+0, 1*x, 0*x, literal op literal), to keep printed programs readable.
Expr binary(BinaryOp op, Expr left, Expr right);
Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr read(std::string memory, Expr index);
Expr sparseRead(std::string memory, Expr index);
Expr deq(std::string fifo);
Expr length(std::string array);

Stmt val(std::string name, Expr value, std::string note = {});
Stmt memory(std::string name, MemoryKind kind, Type type, Expr size, std::string note = {}, Expr par = {});
Stmt reg(std::string name, Type type, std::string note = {});
Stmt alias(std::string memory, std::string dram);
Stmt load(std::string memory, std::string dram, Expr begin, Expr end, Expr par, std::string note = {});
Stmt store(std::string dram, Expr begin, Expr end, Expr par, std::string memory, std::string note = {});
Stmt streamLoad(std::string dram, Expr base, Expr length, std::string fifo, std::string note = {});
Stmt streamStore(std::string dram, Expr base, std::string fifo, Expr length, std::string note = {});
Stmt write(std::string memory, Expr index, Expr value);
Stmt sparseWrite(std::string memory, Expr index, Expr value);
Stmt update(Rmw rmw);
Stmt genBitVector(Expr bits, Expr length, std::string indices, std::string words, std::string note = {});
Stmt enq(std::string fifo, Expr value, Expr enable = {});
Stmt set(std::string reg, Expr value);
Counter upTo(Expr end, Expr par);
Stmt foreach (Counter counter, std::string iterator, Body body, std::string note = {});
Stmt reduce(std::string reg, Counter counter, std::string iterator, Body body, Expr value, ReduceOp op,
            std::string note = {});

Stmt foreach (Scan scan, std::vector<std::string> iterators, Body body, std::string note = {});
Stmt reduce(std::string reg, Scan scan, std::vector<std::string> iterators, Body body, Expr value, ReduceOp op,
            std::string note = {});
Expr mux(Expr condition, Expr ifTrue, Expr ifFalse);
Expr rmw(Rmw rmw);

bool equal(const Expr& a, const Expr& b);
bool equal(const Stmt& a, const Stmt& b);
bool equal(const Program& a, const Program& b);  ///< compares notes and header, but not source locations

}  // namespace stardust::spatial
