# make run    build what is needed and open the dashboard on Modules.map
# make test   build and run all tests
# make check  everything that has to be in order before a change lands: tests, format, imports, ownership
# make check-all   the same, the package built with each combination of its traits, and what takes long
# make example  a server of modules and services, to attach to
# make install PREFIX=/usr/local   an optimised program, its manual page and its completions; make uninstall takes them away
# make bench  what an owned object, a dispatch, the screen and a recording cost, beside the usual ways to do the same

SWIFT ?= swift
MAP ?= Modules.map

.PHONY: run test check check-all install uninstall check-install check-consumer check-traits test-uikit test-adapters check-storefront check-example example check-attach check-fleet check-comparison bench format lint imports sanitize races optimized goldens clean

run:
	@.ci/install-tools
	@$(SWIFT) build --product rollcall
	@"$$($(SWIFT) build --show-bin-path)/rollcall" run $(MAP)

# One test at a time: the tests share one main actor and one pool of threads, and a test that waits for its turn looks to
# its time limit like one that hangs.
test:
	@.ci/install-tools tmux
	@$(SWIFT) build --build-tests
	.ci/test $(SWIFT) test --skip-build --disable-xctest --no-parallel

check: lint imports sanitize races optimized check-install check-consumer test-uikit test

check-all: check check-traits test-adapters check-storefront check-example check-attach check-fleet check-comparison

# A server of modules and services, on port 8080 unless PORT names another; see Examples/Server.
example:
	@.ci/install-tools sqlite
	@$(SWIFT) run --package-path Examples/Server notes

# The example server: its tests, and then the program itself, over HTTP, by signals and with a dashboard attached.
check-example:
	@.ci/install-tools sqlite
	$(SWIFT) build --product rollcall
	$(SWIFT) build --package-path Examples/Server --build-tests
	.ci/test $(SWIFT) test --package-path Examples/Server --skip-build --disable-xctest --no-parallel
	.ci/check-example "$$($(SWIFT) build --show-bin-path)/rollcall" "$$($(SWIFT) build --package-path Examples/Server --show-bin-path)/notes"

# The delegate of Examples/Storefront before, halfway and after: the same calls do the same.
check-storefront:
	.ci/test $(SWIFT) test --package-path Examples/Storefront --disable-xctest --no-parallel

# The tests of what is behind traits that are off by default.
test-adapters:
	$(SWIFT) build --package-path Tests/Adapters --build-tests
	.ci/test $(SWIFT) test --package-path Tests/Adapters --skip-build --disable-xctest --no-parallel

# Attached dashboards and the applications that they are attached to, killed 50 times each, and both.
check-attach:
	@$(SWIFT) build --build-tests
	ROLLCALL_ATTACH_ROUNDS=50 $(SWIFT) test --skip-build --disable-xctest --no-parallel --filter clientsAndAppsMayBeKilled

# Manual/fleet.sql over a thousand recordings, and traces through a real collector. Needs python3, and PyPI the first time.
check-fleet:
	@$(SWIFT) build --product rollcall
	@.ci/check-fleet "$$($(SWIFT) build --show-bin-path)/rollcall"

# How often launches that do not differ are said to, and how often a module that became slower is found: 2,000 invented
# comparisons of each kind.
check-comparison:
	ROLLCALL_NULL_COMPARISONS=2000 ROLLCALL_TEST_TARGETS=ComparisonTests \
	  $(SWIFT) test --disable-xctest --no-parallel -c release -Xswiftc -enable-testing --scratch-path .build-release \
	  --filter ComparisonPowerTests

# The sources for UIKit, compiled and called against stand-ins.
test-uikit:
	.ci/test $(SWIFT) test --package-path Tests/UIKit --disable-xctest --no-parallel

# How the program is built that is installed and measured. On Linux it has Swift's libraries in it: so it starts in less
# time and memory, and runs where Swift is not installed.
OPTIMISED = -c release
ifeq ($(shell uname -s),Linux)
OPTIMISED += --static-swift-stdlib -Xlinker -L.ci/link
endif

# PREFIX is where the program will live, DESTDIR a folder that stands for / meanwhile, BINARY a program that is there
# already.
PREFIX ?= /usr/local
DESTDIR ?=
BINARY ?=
export PREFIX DESTDIR BINARY

install:
	@set -e; if [ -z "$$BINARY" ]; then \
	  .ci/install-tools; \
	  $(SWIFT) build $(OPTIMISED) --product rollcall; \
	  BINARY="$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall"; \
	fi; \
	.ci/install install

uninstall:
	@.ci/install uninstall

# What `make install` would install, of the program that the tests have built: tried in a folder of its own.
check-install:
	@$(SWIFT) build --product rollcall
	@.ci/check-install "$$($(SWIFT) build --show-bin-path)/rollcall"

# What a package gets that links the library without traits: nothing that others made.
check-consumer:
	@.ci/check-consumer

# The package with each combination of its traits, the programs and libraries without their tests. One folder is enough:
# what does not depend on a trait is built once.
check-traits:
	$(SWIFT) build --scratch-path .build-traits --disable-default-traits
	$(SWIFT) build --scratch-path .build-traits --traits Maps
	$(SWIFT) build --scratch-path .build-traits --traits CommandLine
	$(SWIFT) build --scratch-path .build-traits --traits CommandLine,Maps
	$(SWIFT) build --scratch-path .build-traits --traits Services
	$(SWIFT) build --scratch-path .build-traits --traits Observability
	$(SWIFT) build --scratch-path .build-traits --traits CommandLine,Services,Observability

# The benchmarks, optimised, from a package of their own. SUBJECT is one or more of the five, and BENCH takes options:
# `make bench SUBJECT=Ownership BENCH=--check`. The screen's takes turns with htop, if there is one.
SUBJECT ?= Ownership Dispatch Screen Recording Attach
bench:
	@set -e; for subject in $(SUBJECT); do \
	  $(SWIFT) build --package-path Benchmarks -c release --product $${subject}Benchmarks; \
	  program=; \
	  if [ $$subject = Screen ] || [ $$subject = Attach ]; then \
	    $(SWIFT) build $(OPTIMISED) --product rollcall; \
	    program="$$($(SWIFT) build $(OPTIMISED) --show-bin-path)/rollcall"; \
	  fi; \
	  benchmarks="$$($(SWIFT) build --package-path Benchmarks -c release --show-bin-path)"; \
	  if [ $$subject = Attach ]; then \
	    $(SWIFT) build --package-path Benchmarks -c release --product ScreenBenchmarks; \
	    "$$benchmarks/AttachBenchmarks" $(BENCH); \
	    "$$benchmarks/ScreenBenchmarks" $$program --attached $(BENCH); \
	  else \
	    "$$benchmarks/$${subject}Benchmarks" $$program $(BENCH); \
	  fi; \
	done

# What is kept in the project's format.
FORMATTED = Sources Tests Examples Package.swift Benchmarks/Sources Benchmarks/Package.swift

# The sources, in the project's format.
format:
	$(SWIFT) format --in-place --recursive $(FORMATTED)

lint:
	$(SWIFT) format lint --strict --recursive $(FORMATTED)

# Every import is of a target that the importing target declares.
imports:
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

# The tests of writing recordings and of their format, which the sanitizers look at, too.
RECORDING = RecordingsTests.(EntryFormat|FailingDisk|HarmedFile|Header|JournalLine|Killed|Line|Newer|Numbered|RecordingEnd|RecordingFollower|RecordingTests|Unwritten)

# The tests of ownership again, with every access and every leak checked.
sanitize:
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/lsan-suppressions:print_suppressions=0 .ci/test $(SWIFT) test --disable-xctest --no-parallel --sanitize=address --scratch-path .build-asan \
	  --filter 'ModuleLifecycleTests|InspectionTests|$(RECORDING)|DelegateReferencesTests|StartupTasksTests|FoundationAdaptersTests|SampleModulesTests|DelegateLabTests.(Exp|Child)'

# The tests of the core and of the adapters again, with every access from several threads checked. The flag swaps a lock
# that the sanitizer does not understand. One test at a time: with hundreds of tasks alive at once the sanitizer's own
# tables became corrupt, and it looped without end when memory was freed. The tests of cycles have one thread only.
races:
	.ci/test $(SWIFT) test --disable-xctest --no-parallel --sanitize=thread -Xswiftc -DROLLCALL_PTHREAD_LOCK --scratch-path .build-tsan \
	  --filter 'ModuleLifecycleTests|InspectionTests|$(RECORDING)|DelegateReferencesTests|StartupTasksTests|FoundationAdaptersTests' --skip CycleTests

# The tests of ownership again, optimised: what is destroyed when must not depend on the optimiser; and a hundred thousand
# random keys. Of the other tests nothing is compiled: that takes minutes, and the optimiser of Swift 6.3.1 crashes on one.
optimized:
	ROLLCALL_TEST_TARGETS="ModuleLifecycleTests RecordingsTests DelegateReferencesTests StartupTasksTests FoundationAdaptersTests SampleModulesTests DashboardTests" \
	  .ci/test $(SWIFT) test --disable-xctest --no-parallel -c release -Xswiftc -enable-testing --scratch-path .build-release \
	  --filter 'ModuleLifecycleTests|$(RECORDING)|DelegateReferencesTests|StartupTasksTests|FoundationAdaptersTests|SampleModulesTests|MonkeyTests'

# Records the golden screens, the manual page, and the table of what UIKitForwarding forwards, in Documentation/iOS.md, anew;
# look at all that changed.
goldens:
	ROLLCALL_RECORD_GOLDENS=1 $(SWIFT) test --disable-xctest --filter 'DashboardTests.*GoldenTests|ForwardingTableTests|ManualTests' || true
	git status --short Tests/DashboardTests/Goldens Documentation Manual

clean:
	rm -rf .build .build-asan .build-tsan .build-release .build-traits .build-fleet Benchmarks/.build
