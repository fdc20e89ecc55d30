// Parsing of the command line, including TACO's spelling of flags, and errors for unknown words.
#pragma once

#include <CLI/CLI.hpp>

namespace stardust::tools {

/// Throws CLI::Success for --help and --version, and Error (user) for a malformed command line.
void parse(CLI::App& app, int argc, char** argv);

}  // namespace stardust::tools
