// The words of a command line, as TACO's users write them, and what is said where they are no flags of ours.
#pragma once

#include <CLI/CLI.hpp>

namespace stardust::tools {

/// Throws CLI::Success for --help and --version, and Error (user) for words that cannot be understood.
void parse(CLI::App& app, int argc, char** argv);

}  // namespace stardust::tools
