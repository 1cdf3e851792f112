# make run      build the program and open the dashboard on Modules.map
# make test     build and run all tests
# make build-times   print where the time of the tests' build goes
# make check    all checks that a change must pass: tests, format, imports, ownership
# make check-all   the same, a build with each combination of traits, and the slow checks
# make documentation  build the reference and the articles of all products with DocC
# make screenshots    take the README's picture of the dashboard again
# make example  run a server of modules and services, to attach to
# make install PREFIX=/usr/local   install an optimised program, its manual page and completions; make uninstall removes them
# make packages make the files of a release in .build-release-files: for Linux, Debian and Homebrew
# make release VERSION=1.0.0   check everything, make and try the packages, commit and tag; the upload is left
# make bench    measure an owned object, a dispatch, the screen and a recording, beside the usual alternatives

SWIFT ?= swift
MAP ?= Modules.map

# Swift passes the package's traits to the compiler in the order of a set. With another order, or another flag, it compiles
# everything again.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# Every target declares the targets that it imports.
CHECKED = --explicit-target-dependency-import-check error
TEST = .ci/test $(SWIFT) test --disable-xctest --no-parallel
# Backtraces name lines. What only a debugger reads takes a tenth of a build's time.
LEAN = -Xswiftc -gline-tables-only
# The compiler reads a module once. File by file, and once more for the module's interface, a first build takes 1.4 times
# the processor's time. `swift build` has a folder of its own: neither compiles everything again after the other.
WHOLE = $(LEAN) -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo
# Nothing is optimised. As a release build, because the compiler warns for each module of a debug build in one go.
UNOPTIMISED = -c release -Xswiftc -Onone $(LEAN) -Xswiftc -no-emit-module-separately-wmo --scratch-path .build-program
# What an app links is tested optimised, as people run it, and so is the screen. See Package.swift.
TESTED = $(WHOLE) --scratch-path .build-tests
tests test build-times modules goldens check-attach check-comparison check-programs check-memory: export ROLLCALL_OPTIMISED = 1

.PHONY: run program tests build-times modules show-program test check check-all words documentation api screenshots install uninstall check-install check-consumer check-macos check-intel check-traits test-uikit test-adapters check-storefront check-example check-soak example check-attach check-fleet check-comparison check-explanation check-programs packages check-packages release check-release bench format lint sanitize races check-memory check-instructions ways check-journal check-growth goldens clean

# The program, built fast: not optimised.
PROGRAM = "$$($(SWIFT) build $(UNOPTIMISED) --show-bin-path)/rollcall"
program:
	@.ci/install-tools
	@[ -d .build-program ] || echo "Building the program: about a minute, the first time."
	@$(BUILD) $(CHECKED) $(UNOPTIMISED) --product rollcall

run: program
	@$(PROGRAM) run $(MAP)

# The checks treat warnings as errors. Elsewhere, a warning of another compiler must not end a build.
check check-all: export ROLLCALL_WARNINGS_AS_ERRORS = 1

# The end-to-end tests, which mostly wait for the terminal, and half of the others, by the time that they take.
WAITING = RollcallTests
HALF = RollcallDashboardTests

# The tests, built.
tests:
	@.ci/install-tools tmux jq python3
	@$(BUILD) $(CHECKED) $(TESTED) --build-tests

# Where the time of the tests' build goes, by target: builds them anew, in a folder of its own. Needs python3.
build-times:
	@rm -rf .build-times
	@.ci/build-times $(SWIFT) build $(WHOLE) --build-tests --scratch-path .build-times

# One test at a time: the tests share one main actor and one thread pool, and the time limit of a test includes the time
# that it waits for its turn. Processes share nothing.
# These run the program that ROLLCALL_PROGRAM names, or else the one that was built with the tests.
test: tests
	.ci/tests '$(TEST) $(TESTED) --skip-build --ignore-lock --filter "$(WAITING)"' \
	  '$(TEST) $(TESTED) --skip-build --ignore-lock --filter "$(HALF)"' \
	  '$(TEST) $(TESTED) --skip-build --ignore-lock --skip "$(WAITING)" --skip "$(HALF)"'

# The tests come last, with the program that is installed.
check: lint words check-macos sanitize races check-install check-consumer test-uikit test-adapters check-storefront documentation
	ROLLCALL_PROGRAM="$$($(MAKE) -s show-program)" $(MAKE) test check-memory check-instructions check-journal

check-all: check check-intel check-growth check-programs check-traits check-example check-soak check-attach check-fleet check-comparison check-explanation check-packages check-release

# Count the words that hide who acts.
words:
	@.ci/words

# The modules of all products, built as the tests need them.
modules:
	@.ci/install-tools
	@ROLLCALL_TEST_TARGETS=" " $(BUILD) $(CHECKED) $(TESTED)
	@$(BUILD) $(WHOLE) --package-path Tests/Adapters --build-tests
	@$(BUILD) $(WHOLE) --package-path Tests/UIKit --build-tests

# The reference and the articles of all products, in .build-documentation. Warnings are errors, and every public symbol
# needs a docstring.
documentation: modules
	@.ci/documentation

# Records the public API of all products in Tests/API again. Review every change.
api: modules
	@.ci/documentation symbols
	@.ci/api record .build-documentation/symbols
	git status --short Tests/API

# The README's picture of the dashboard. Needs tmux and python3, and PyPI the first time.
screenshots: program
	@.ci/install-tools tmux
	@.ci/screenshots $(PROGRAM)

# A server of modules and services, on port 8080 or on PORT; see Examples/Server.
example:
	@.ci/install-tools sqlite
	@$(SWIFT) run --package-path Examples/Server notes

# The example server: its tests, then the program itself, over HTTP, with signals and with an attached dashboard.
check-example: program
	@.ci/install-tools sqlite
	$(BUILD) --package-path Examples/Server --build-tests
	$(TEST) --package-path Examples/Server --skip-build
	.ci/check-example $(PROGRAM) "$$($(BUILD) --package-path Examples/Server --show-bin-path)/notes"

# A million requests to the optimised example server while inspectors come and go: what it uses at the end, compared with
# what it used at the beginning.
check-soak:
	@.ci/install-tools sqlite
	$(BUILD) --package-path Examples/Server -c release --product notes
	folder="$$(mktemp -d)"; .ci/soak "$$($(BUILD) --package-path Examples/Server -c release --show-bin-path)/notes" "$$folder"; \
	status=$$?; rm -rf "$$folder"; exit $$status

# The delegate of Examples/Storefront before, during and after its migration: equal calls have equal results.
check-storefront:
	$(TEST) $(WHOLE) --package-path Examples/Storefront

# The tests of targets behind traits that are off by default.
test-adapters:
	$(BUILD) $(WHOLE) --package-path Tests/Adapters --build-tests
	$(TEST) $(WHOLE) --package-path Tests/Adapters --skip-build

# What `rollcall explain` says of launches whose times are known, and the steps of its article. Needs python3.
check-explanation: program
	@$(BUILD) --package-path Examples/SlowLaunch
	@.ci/check-explanation $(PROGRAM) \
	  "$$($(SWIFT) build --package-path Examples/SlowLaunch --show-bin-path)" \
	  Sources/RollcallTerminalDashboard/RollcallTerminalDashboard.docc/Explaining.md

# Kills attached dashboards, their applications, and both, 50 times each.
check-attach: tests
	ROLLCALL_ATTACH_ROUNDS=50 $(TEST) $(TESTED) --skip-build --filter clientsAndAppsMayBeKilled

# Manual/fleet.sql over a thousand recordings, and traces through a real collector. Needs python3, and PyPI on the first
# run.
check-fleet: program
	@.ci/check-fleet $(PROGRAM)

# The error rates of comparisons: how often equal launches are reported as different, and how often a slower module is
# found. 2,000 simulated comparisons of each kind.
check-comparison: tests
	ROLLCALL_NULL_COMPARISONS=2000 $(TEST) $(TESTED) --skip-build --filter ComparisonPowerTests

# Type-checks the sources for macOS, and what an app links for iOS, on Linux. Needs python3, and PyPI the first time.
check-macos:
	@.ci/install-tools
	@.ci/check-macos

# The same for Macs with Intel's processors.
check-intel:
	@.ci/install-tools
	@.ci/check-macos --intel

# The sources for UIKit, compiled against stand-ins and called through them.
test-uikit:
	@if [ "$$(uname -s)" = Darwin ]; then echo "skipped: the stand-ins have the names of the Mac's own modules"; \
	else $(TEST) $(WHOLE) --package-path Tests/UIKit; fi

# The build options of the program that is installed and measured. On Linux, Swift's libraries are linked statically:
# the program starts faster, uses less memory, and runs without an installed Swift.
OPTIMISED = -c release $(LEAN)
ifeq ($(shell uname -s),Linux)
OPTIMISED += --static-swift-stdlib -Xlinker -L.ci/link
VALGRIND = valgrind
endif

# Prints where the optimised program is.
show-program:
	@echo "$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall"

# PREFIX is the final location of the program, DESTDIR a folder that replaces / during the installation, BINARY an
# existing program.
PREFIX ?= /usr/local
DESTDIR ?=
BINARY ?=
export PREFIX DESTDIR BINARY

install:
	@set -e; if [ -z "$$BINARY" ]; then \
	  .ci/install-tools; \
	  $(BUILD) $(OPTIMISED) --product rollcall; \
	  BINARY="$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall"; \
	fi; \
	.ci/install install

uninstall:
	@.ci/install uninstall

# Installs the optimised program into a temporary folder, and tries it.
check-install:
	@$(BUILD) $(OPTIMISED) --product rollcall
	@.ci/check-install "$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall"

# The program in packages has ncurses linked statically, and searches libraries only where the system does.
PACKED = $(OPTIMISED) -Xlinker -L.ci/link/static --disable-local-rpath

# The files of a release, in .build-release-files, with the program that is built or with BINARY; see .ci/packages. ADDRESS is
# the project's page, by default git's remote `origin`.
packages:
	@set -e; if [ "$$(uname -s)" != Linux ]; then echo "skipped: the packages are for Linux"; exit; fi; \
	if [ -z "$$BINARY" ]; then \
	  .ci/install-tools; \
	  $(BUILD) $(PACKED) --product rollcall; \
	  BINARY="$$($(SWIFT) build $(PACKED) --show-bin-path)/rollcall"; \
	fi; \
	.ci/packages

# Installs, runs and removes the packages in a bare Debian. Needs root and debootstrap.
check-packages: packages
	@.ci/check-packages

# Makes the release VERSION: see "Make a release" in CONTRIBUTING.md.
release:
	@.ci/release

# Makes a release in a repository of its own, with a short check and with the program of the packages.
check-release: packages
	@set -e; BINARY="$${BINARY:-$$($(SWIFT) build $(PACKED) --show-bin-path)/rollcall}"; .ci/check-release

# A package that links the library without traits gets no third-party code.
check-consumer:
	@.ci/check-consumer

# The programs and libraries with each combination of traits, without the tests. They share one build folder: targets
# that do not depend on a trait are built once.
check-traits:
	$(BUILD) --scratch-path .build-traits --disable-default-traits
	$(BUILD) --scratch-path .build-traits --traits Maps
	$(BUILD) --scratch-path .build-traits --traits CommandLine
	$(BUILD) --scratch-path .build-traits --traits CommandLine,Maps
	$(BUILD) --scratch-path .build-traits --traits Services
	$(BUILD) --scratch-path .build-traits --traits Observability
	$(BUILD) --scratch-path .build-traits --traits CommandLine,Services,Observability

# The benchmarks, optimised, from their own package. SUBJECT is one or more of the six, and BENCH takes options:
# `make bench SUBJECT=Ownership BENCH=--check`. The screen benchmark alternates with htop, if it is installed.
SUBJECT ?= Ownership Dispatch Screen Recording Attach Linking
bench:
	@set -e; for subject in $(SUBJECT); do \
	  $(BUILD) --package-path Benchmarks -c release --product $${subject}Benchmarks; \
	  program=; \
	  if [ $$subject = Screen ] || [ $$subject = Attach ]; then \
	    $(BUILD) $(OPTIMISED) --product rollcall; \
	    program="$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall"; \
	  fi; \
	  benchmarks="$$($(BUILD) --package-path Benchmarks -c release --show-bin-path)"; \
	  if [ $$subject = Attach ]; then \
	    $(BUILD) --package-path Benchmarks -c release --product ScreenBenchmarks; \
	    "$$benchmarks/AttachBenchmarks" $(BENCH); \
	    "$$benchmarks/ScreenBenchmarks" $$program --attached $(BENCH); \
	  else \
	    "$$benchmarks/$${subject}Benchmarks" $$program $(BENCH); \
	  fi; \
	done

# The files in the project's format.
FORMATTED = Sources Tests Examples Package.swift Benchmarks/Sources Benchmarks/Package.swift

# Formats the sources.
format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)

lint:
	$(SWIFT) format lint --strict --recursive $(FORMATTED)
	@.ci/unsafe

# The tests of what an app links. The sanitizers take those of recordings that write files or check the format.
LINKED = ModuleLifecycleTests RollcallInspectionTests RollcallRecordingsTests RollcallDelegateReferencesTests RollcallStartupTasksTests RollcallFoundationTests
WRITING = RollcallRecordingsTests.(EntryFormat|FailingDisk|HarmedFile|Header|JournalLine|Killed|Line|Newer|Numbered|RecordingEnd|RecordingFollower|RecordingTests|Unwritten)
SANITIZED = ModuleLifecycleTests|RollcallInspectionTests|$(WRITING)|RollcallDelegateReferencesTests|RollcallStartupTasksTests|RollcallFoundationTests

# The C code of the terminal, which signal handlers share with threads. Its tests run in a process of their own.
TERMINAL = RollcallCursesTerminalTests

# With a check of the order in which locks are taken.
ORDERED = $(WHOLE) -Xswiftc -DROLLCALL_LOCK_ORDER

# $(call gate,FOLDER,TEST TARGETS,BUILD OPTIONS,TEST OPTIONS): tests, compiled with only what they need.
gate = export ROLLCALL_TEST_TARGETS="$(strip $2)"; \
	$(BUILD) $(ORDERED) --product rollcallPackageTests --scratch-path $1 $3 && \
	$(TEST) $(ORDERED) --skip-build --scratch-path $1 $3 $4 && \
	$(TEST) $(ORDERED) --skip-build --scratch-path $1 $3 --filter $(TERMINAL)

# The ownership tests, and those of the terminal, with the address and leak sanitizers.
sanitize:
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/lsan-suppressions:print_suppressions=0; export LSAN_OPTIONS; \
	$(call gate,.build-asan,$(LINKED) $(TERMINAL) RollcallSampleModulesTests RollcallDelegateLabTests,--sanitize=address, \
	  --filter '$(SANITIZED)|RollcallSampleModulesTests|RollcallDelegateLabTests.(Exp|Child)')

# The tests of the core and of the adapters with the thread sanitizer. The flag replaces a lock that the sanitizer does
# not understand. One test at a time: with hundreds of live tasks, the sanitizer's own tables became corrupt, and it
# looped forever when memory was freed. The tests of cycles use only one thread.
races:
	$(call gate,.build-tsan,$(LINKED) $(TERMINAL),--sanitize=thread -Xswiftc -DROLLCALL_PTHREAD_LOCK, \
	  --filter '$(SANITIZED)' --skip CycleTests)

# A hundred thousand random programs, compared with a naive model of the core.
check-programs: tests
	ROLLCALL_PROGRAMS=100000 $(TEST) $(TESTED) --skip-build --filter NetTests

# The memory of the program that is installed, while an inspector attaches to it and leaves.
check-memory: tests
	@.ci/install-tools $(VALGRIND)
	@$(BUILD) $(OPTIMISED) --product rollcall
	.ci/check-memory "$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall" \
	  $(TEST) $(TESTED) --skip-build --filter typedLinesDoTheSameAsKeys

# The instructions and allocations of a dispatch and of an owned object, compared with Benchmarks/Instructions.txt.
# ARGUMENTS=record writes that file. Needs python3.
check-instructions:
	@set -e; if [ -z "$(VALGRIND)" ]; then echo "skipped: valgrind is for Linux"; exit; fi; \
	.ci/install-tools $(VALGRIND) python3; \
	$(BUILD) --package-path Benchmarks -c release --product InstructionCounts; \
	.ci/instructions "$$($(SWIFT) build --package-path Benchmarks -c release --show-bin-path)/InstructionCounts" $(ARGUMENTS)

# The files of ModuleLifecycle that each event, and each owned object, passes.
ways:
	@set -e; if [ -z "$(VALGRIND)" ]; then echo "skipped: valgrind is for Linux"; exit; fi; \
	.ci/install-tools $(VALGRIND) python3; \
	$(BUILD) --package-path Benchmarks --product InstructionCounts; \
	.ci/ways "$$($(SWIFT) build --package-path Benchmarks --show-bin-path)/InstructionCounts"

# The memory that full journals take, compared with their capacity.
check-journal:
	@$(BUILD) --package-path Benchmarks -c release --product JournalMemory
	@"$$($(SWIFT) build --package-path Benchmarks -c release --show-bin-path)/JournalMemory"

# What grows faster than the number of modules, objects, events and the like, also of those in a recording. Needs python3.
check-growth:
	@set -e; if [ -z "$(VALGRIND)" ]; then echo "skipped: valgrind is for Linux"; exit; fi; \
	.ci/install-tools $(VALGRIND) python3; \
	$(BUILD) --package-path Benchmarks -c release --product InstructionCounts; \
	$(BUILD) $(OPTIMISED) --product rollcall; \
	.ci/growth "$$($(SWIFT) build --package-path Benchmarks -c release --show-bin-path)/InstructionCounts" \
	  "$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall"

# Records the golden screens, the manual page, and the table of forwarded methods in the article iOS.md again. Review
# every change.
goldens:
	ROLLCALL_RECORD_GOLDENS=1 $(SWIFT) test $(TESTED) --disable-xctest --filter 'RollcallDashboardTests.*GoldenTests|ForwardingTableTests|ManualTests' || true
	git status --short Tests/RollcallDashboardTests/Goldens Sources/RollcallUIKit/RollcallUIKit.docc Manual

clean:
	rm -rf .build .build-macos .build-ios .build-asan .build-tsan .build-program .build-tests .build-times .build-traits .build-fleet .build-documentation .build-screenshot .build-release-files .build-bare-root Benchmarks/.build Tests/UIKit/.build Tests/Adapters/.build Examples/*/.build
