// Instruction set extensions of this processor, by CPUID.
#include <fmt/format.h>

#include "backend/cpu/compiler.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#include <sys/utsname.h>
#endif

namespace stardust::cpu {

#if defined(__x86_64__) || defined(__i386__)

std::string processorFeatures() {
  std::string features = "x86";
  // 1: family, model and stepping, features (without ebx, which identifies the core); 7: extended features; 0x80000001:
  // features of AMD.
  for (const unsigned leaf : {1u, 7u, 0x80000001u}) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid_count(leaf, 0, &a, &b, &c, &d);
    features += fmt::format(" {:08x}{:08x}{:08x}{:08x}", a, leaf == 7 ? b : 0, c, d);
  }
  return features;
}

#else

std::string processorFeatures() {
  utsname system{};
  uname(&system);
  return fmt::format("{} {:x} {:x}", system.machine, getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
}

#endif

}  // namespace stardust::cpu
