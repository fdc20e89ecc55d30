#include "tune/winners_file.h"

#include "files/file_lock.h"
#include "files/files.h"
#include "files/user_cache.h"

namespace stardust::tune {

std::string defaultWinnersFile() { return inUserCache("tuned.json"); }

Winners readWinners(const std::string& file) {
  if (!pathExists(file)) return {};
  return Winners(makeSource(file, readText(file)));
}

void keepWinner(const std::string& file, const Winner& winner) {
  const FileLock lock(file + ".lock");
  Winners winners = readWinners(file);
  winners.add(winner);
  writeFile(file, winners.print());
}

}  // namespace stardust::tune
