# cmake --install: headers, libraries, the CLI, the machine files, and the package that find_package(stardust) finds.
