// The C program that every rank runs: a kernel of the CPU target, and the exchange of values around it.
#pragma once

#include <string>

namespace stardust::mpi {

/// The whole C file: the kernel's text, which contains its runtime, and a main function with calls of MPI. The program
/// takes FOLDER and RUNS. Rank r reads FOLDER/r.in (rank_file.h) and writes FOLDER/r.out.
std::string programOf(const std::string& kernel);

}  // namespace stardust::mpi
