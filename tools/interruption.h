// Ctrl-C (SIGINT), SIGTERM and SIGHUP (of a terminal that is closed): what is going on is asked to stop, and ended
// where it cannot be asked.
#pragma once

#include <atomic>

namespace stardust::tools {

inline constexpr int interruptedCode = 130;  // as a shell says it: 128 + SIGINT

/// Each of the signals sets the flag that is returned. What does not look at it within a second (a file that is read, a
/// kernel that runs natively) is ended there and then, with the message and the exit code of an interruption. A SIGHUP
/// that whoever started the tool has it ignore (nohup) stays ignored.
const std::atomic<bool>& catchInterruptions();

/// From here on nothing is ended: files are being written, or children looked after, and the flag is looked at.
void onlyAsk();

/// Says so, with a help if there is one; returns the exit code.
int tellInterrupted(const char* what = "", const char* help = "");

}  // namespace stardust::tools
