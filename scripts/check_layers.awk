# See scripts/check_layers. Input: layers.txt, src/CMakeLists.txt, then the sources.

function complain(text) {
  print text
  broken = 1
}

# Whether a list of rooms, and of files of rooms ("driver/outputs"), contains the current file.
function isNamed(list, room,    stem) {
  stem = FILENAME
  sub(/^src\//, "", stem)
  sub(/\.[a-z]+$/, "", stem)
  return index(list, " " room " ") || index(list, " " stem " ")
}

# Sets below[room, other] for everything on which `room` builds, including itself.
function reach(top, room,    i, n, parts) {
  if ((top, room) in below) return
  below[top, room] = 1
  n = split(direct[room], parts, " ")
  for (i = 1; i <= n; i++) reach(top, parts[i])
}

# The room of the innermost folder that is a room; "" if there is none.
function roomOf(path,    folder, name) {
  if (path ~ /^src\//) {
    folder = path
    while (sub(/\/[^\/]*$/, "", folder))
      if (folder in roomIn) return roomIn[folder]
    return ""
  }
  name = path
  sub(/^include\//, "", name)
  return (name in owner) ? owner[name] : owner["stardust/*"]
}

function sorted(words,    i, j, n, parts, swap, text) {
  n = split(words, parts, " ")
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && parts[j - 1] > parts[j]; j--) {
      swap = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = swap
    }
  for (i = 1; i <= n; i++) text = text " " parts[i]
  return text
}

FILENAME == "layers.txt" {
  sub(/#.*/, "")
  if ($0 !~ /:/) next
  name = $1
  sub(/:$/, "", name)
  $1 = ""
  if (name ~ /^</) library[substr(name, 2, length(name) - 2)] = $0 " "
  else if (name ~ /^"/) generated[substr(name, 2, length(name) - 2)] = $0 " "
  else if (name ~ /^[0-9]+$/) {
    number = name
    knowing = $2
    spelling = $0 " "
  } else if (name ~ /^stardust\//) owner[name] = $1 $2
  else direct[name] = $0
  next
}

FILENAME == "src/CMakeLists.txt" {
  if ($0 !~ /^stardust_room\(/) next
  line = $0
  gsub(/^stardust_room\(|\).*$/, "", line)
  n = split(line, word, " ")
  linked = ""
  inside = 0
  folder = word[1]
  for (i = 2; i <= n; i++) {
    if (word[i] == "FOLDER") folder = word[i + 1]
    if (word[i] ~ /^[A-Z]+$/) inside = (word[i] == "DEPENDS")
    else if (inside) linked = linked " " word[i]
  }
  roomIn["src/" folder] = word[1]
  seen[word[1]] = 1
  if (!(word[1] in direct)) complain(FILENAME ":" FNR ": room " word[1] " is not in layers.txt")
  else if (sorted(linked) != sorted(direct[word[1]]))
    complain(FILENAME ":" FNR ": " word[1] " links" sorted(linked) ", layers.txt says" sorted(direct[word[1]]))
  next
}

FNR == 1 {
  room = roomOf(FILENAME)
  if (!(room in direct)) complain(FILENAME ": it lies in no room of layers.txt")
  reach(room, room)
}

number && $0 ~ "(^|[^A-Za-z0-9_.-])" number "([^A-Za-z0-9_]|$)" {
  if (!((room, knowing) in below) && index(spelling, " " room " ") == 0)
    complain(FILENAME ":" FNR ": " number " is for rooms that build on " knowing ": take it as a value")
}

/^[ \t]*#[ \t]*include[ \t]*["<]/ {
  line = $0
  sub(/^[ \t]*#[ \t]*include[ \t]*/, "", line)
  target = substr(line, 2)
  sub(/[">].*$/, "", target)
  if (line ~ /^</) {
    for (prefix in library)
      if (index(target, prefix) == 1 && !isNamed(library[prefix], room))
        complain(FILENAME ":" FNR ": <" target "> is only for" library[prefix])
    next
  }
  if (target in generated) {
    if (index(generated[target], " " room " ") == 0) complain(FILENAME ":" FNR ": \"" target "\" is only for" generated[target])
    next
  }
  path = (target ~ /^stardust\//) ? "include/" target : "src/" target
  if (FILENAME ~ /^include\// && target !~ /^stardust\//)
    complain(FILENAME ":" FNR ": a public header includes \"" target "\"; users have only include/stardust/")
  else if (target !~ /\//)
    complain(FILENAME ":" FNR ": write \"" target "\" with its room: \"room/" target "\"")
  else if (!((room, roomOf(path)) in below))
    complain(FILENAME ":" FNR ": " room " may not include " roomOf(path) " (\"" target "\")")
}

END {
  for (name in direct)
    if (!(name in seen)) complain("layers.txt: room " name " is not in src/CMakeLists.txt")
  exit broken
}
