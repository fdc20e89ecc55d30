// A description with one of its values replaced, for what a run tries out.
#pragma once

#include <string>

#include "machine/description.h"

namespace stardust::machine {

/// The description with another value (TOML; a text may stand without quotes) for the parameter at a dotted path,
/// "ag.outstandingBursts". Its hash is that of the new text; the value is judged when that is parsed. Throws Error
/// (user) at `where`: there is no such parameter.
Description withParameter(Description description, const std::string& path, const std::string& value,
                          const Location& where);

}  // namespace stardust::machine
