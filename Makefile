# Every target first installs missing Debian packages (as root; otherwise it prints their names and stops).
# Working on one room? `cmake --build build --target stardust_tensor unit_tensor` builds just that.
BUILD := build
PREFIX := /usr/local
export NINJA_STATUS := [%f/%t] 
export CTEST_OUTPUT_ON_FAILURE := 1

.PHONY: run tool build install test all python test-python test-python-sanitized bench-python bench check-speed bench-cpu cliffs fuzz differential format clean help playground-core
.DEFAULT_GOAL := help
# Options of CMake, if the environment of the Python package has what it needs.
python_if_there = $$(cmp --silent python/requirements.txt $(BUILD)/python-venv/requirements.txt && echo -DSTARDUST_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(BUILD))/python-venv/bin/python3)

run: tool             ## Compile SpMV on a real matrix to Spatial, check it, and time it on the simulated Capstan
	@$(BUILD)/stardust run examples/spmv.sd -i=A:examples/data/bcsstk13.mtx.gz --memory=hbm2e,ddr4-2133x4,ideal --spatial=out/spmv.scala

tool: $(BUILD)/build.ninja
	@scripts/quietly cmake --build $(BUILD) --target stardust

build: $(BUILD)/build.ninja ## Build the command-line tool, build/stardust, and the libraries for C and C++
	@scripts/quietly cmake --build $(BUILD) --target stardust_installed

install: build        ## Install the tool, the libraries and their headers below PREFIX=/usr/local
	@scripts/quietly cmake --install $(BUILD) --prefix $(abspath $(PREFIX:~%=$(HOME)%))
	@echo "Installed below $(PREFIX)"

test: all             ## Build everything, and run all tests
	@ctest --test-dir $(BUILD) --parallel 2 --timeout 300 --no-tests=error

all:
	@scripts/setup build tests bench python
	@scripts/python_environment $(BUILD)/python-venv python/requirements.txt || echo "The Python package is left out."
	@scripts/quietly cmake -S . -B $(BUILD) -G Ninja -DSTARDUST_TESTS=ON -DSTARDUST_BENCH=ON $(python_if_there)
	@scripts/quietly cmake --build $(BUILD)

python:               ## Build the Python package for the interpreter of build/python-venv, which it makes: build/python-venv/bin/python3
	@scripts/setup build python
	@scripts/python_environment $(BUILD)/python-venv python/requirements.txt
	@scripts/quietly cmake -S . -B $(BUILD) -G Ninja -DSTARDUST_PYTHON=ON -DPython_EXECUTABLE=$(abspath $(BUILD))/python-venv/bin/python3
	@scripts/quietly cmake --build $(BUILD) --target stardust_python stardust
	@echo "$(abspath $(BUILD))/python" >"$$($(BUILD)/python-venv/bin/python3 -c 'import site; print(site.getsitepackages()[0])')/stardust.pth"

test-python: python   ## Test the Python package; FLAGS=… for pytest
	@$(BUILD)/python-venv/bin/python3 -m pytest $(FLAGS)

test-python-sanitized: python  ## Test the bindings of the Python package under address and undefined-behaviour sanitizers
	@scripts/quietly cmake --build $(BUILD) --target stardust_python_sanitized
	@LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	  PYTHONPATH=$(abspath $(BUILD))/python-sanitized PYTHONMALLOC=malloc \
	  $(BUILD)/python-venv/bin/python3 -m pytest -m "not slow" -k "not large and not leak and not interrupt" \
	  python/tests/test_calls.py python/tests/test_complex.py python/tests/test_assignment.py python/tests/test_objects.py $(FLAGS)

bench-python: python  ## Compare the Python package with SciPy and other peers that are installed
	@scripts/python_environment $(BUILD)/python-peers python/bench/requirements.txt || echo "What is missing is left out."
	@mkdir -p bench/results
	@PYTHONPATH=$(abspath $(BUILD))/python $(BUILD)/python-peers/bin/python3 python/bench/bench.py bench/results/python.json
	@$(BUILD)/python-peers/bin/python3 python/bench/bench.py --print=bench/results/python.json >docs/results/python.md

bench: all            ## Run the benchmarks, and write build/bench/*.json
	@scripts/bench $(BUILD)

check-speed: tool     ## Count the instructions of the compile paths and the simulator, and compare with the recorded counts
	@scripts/setup valgrind
	@scripts/check_speed $(BUILD)/stardust

bench-cpu: all        ## Compare the CPU kernels with Eigen, GraphBLAS, SciPy, MKL and librsb; DATA=DIR for the paper's data
	@scripts/setup peers || echo "What is missing is left out."
	@scripts/python_environment $(BUILD)/bench-python bench/cpu/python/requirements.txt || echo "What is missing is left out."
	@mkdir -p bench/results
	@scripts/quietly cmake -S . -B $(BUILD) -DSTARDUST_BENCH_PEERS=ON
	@scripts/quietly cmake --build $(BUILD) --target cpu_bench
	@$(BUILD)/bench/cpu_bench bench/results/cpu.json $(or $(DATA),$(wildcard ../shared/data))
	@$(BUILD)/bench/cpu_bench --print=bench/results/cpu.json >docs/results/cpu.md

cliffs: tool          ## Look for expressions and formats that are slower than they have to be; FLAGS=--quick for a sample
	@scripts/setup cliffs
	@scripts/cliffs $(FLAGS) $(BUILD)/stardust

fuzz:                 ## Run every parser and reader under libFuzzer, SECONDS=600 each
	@scripts/fuzz $(or $(SECONDS),600)

differential:         ## Compare all executors on CASES=1000000 random assignments (SEED=1)
	@STARDUST_CASES=$(or $(CASES),1000000) STARDUST_SEED=$(or $(SEED),1) $(BUILD)/tests/semantics_driver -tc='*random assignments*' \
	  && echo "differential: passed" || { echo "differential: FAILED"; exit 1; }

playground-core:      ## Compile the portable rooms for WebAssembly (docs/internals/playground.md)
	@scripts/setup build playground
	@scripts/quietly emcmake cmake -S playground/core -B build-playground -G Ninja
	@scripts/quietly cmake --build build-playground --target portable

format:               ## Format all sources with clang-format
	@scripts/format

clean:                ## Remove the build folders
	@rm -rf build build-fuzz build-sanitize build-playground

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' Makefile

# The first configuration builds the tool only; `make test` adds the tests, and a later `make run` leaves them in.
$(BUILD)/build.ninja: | setup-build
	@echo "Building $(BUILD)/stardust; the first time takes a few minutes"
	@scripts/quietly cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release -DSTARDUST_TESTS=OFF -DSTARDUST_BENCH=OFF

.PHONY: setup-build
setup-build:
	@scripts/setup build
