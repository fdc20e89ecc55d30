// Overrides a kernel file by flags.
#include "driver/kernel_spec.h"

namespace stardust::driver {

KernelSpec merge(KernelSpec file, const KernelSpec& flags) {
  const auto mergeMap = [](auto& into, const auto& from) {
    for (const auto& [name, said] : from) into.insert_or_assign(name, said);
  };
  const auto mergeOne = [](auto& into, const auto& from) {
    if (from) into = from;
  };
  mergeOne(file.expression, flags.expression);
  mergeMap(file.formats, flags.formats);
  mergeMap(file.types, flags.types);
  mergeMap(file.fills, flags.fills);
  mergeMap(file.outputs, flags.outputs);
  mergeMap(file.bases, flags.bases);
  mergeMap(file.dims, flags.dims);
  mergeMap(file.pads, flags.pads);
  mergeMap(file.extents, flags.extents);
  mergeMap(file.settings, flags.settings);
  const bool flagsHaveSizes = !flags.dims.empty() || !flags.inputs.empty() || !flags.generators.empty();
  for (auto& [name, said] : file.generators) said.value.isDefault = flagsHaveSizes;
  // A tensor is either read or generated: the flag overrides the file.
  for (const auto& [name, said] : flags.inputs) file.generators.erase(name);
  for (const auto& [name, said] : flags.generators) file.inputs.erase(name);
  mergeMap(file.inputs, flags.inputs);
  for (auto [name, said] : flags.generators) {
    const auto before = file.generators.find(name);  // another density, with the same extents
    if (before != file.generators.end() && said.value.extents.empty()) {
      said.value.extents = before->second.value.extents;
      said.value.isDefault = true;
    }
    file.generators.insert_or_assign(name, said);
  }
  mergeOne(file.defaultType, flags.defaultType);
  mergeOne(file.machine, flags.machine);
  mergeOne(file.memory, flags.memory);
  mergeOne(file.processor, flags.processor);
  mergeOne(file.json, flags.json);
  mergeOne(file.target, flags.target);
  mergeOne(file.seed, flags.seed);
  mergeOne(file.threads, flags.threads);
  mergeOne(file.time, flags.time);
  if (!flags.commands.empty()) file.commands = flags.commands;
  file.prints.insert(file.prints.end(), flags.prints.begin(), flags.prints.end());
  return file;
}

}  // namespace stardust::driver
