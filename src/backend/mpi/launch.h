// Compiling the program of the ranks, and starting it under mpirun.
#pragma once

#include <atomic>
#include <string>

namespace stardust::mpi {

/// Compiles the C text with mpicc into the file `program`; `folder` holds temporary files. Throws Error (user) without
/// mpicc, (internal) with the first error of the compiler.
void compileProgram(const std::string& text, const std::string& folder, const std::string& program,
                    const std::atomic<bool>* cancelled = nullptr);

/// Runs the program on this computer with this many ranks, each on its files in `folder`. Returns when all have ended.
/// If a rank fails, MPI stops all of them, and Error (user) has the words of that rank. Throws Error (user) without
/// mpirun.
void launch(const std::string& program, const std::string& folder, int ranks, int runs,
            const std::atomic<bool>* cancelled = nullptr);

}  // namespace stardust::mpi
