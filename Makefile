# make run    build what is needed and open the dashboard on Modules.map
# make test   build and run all tests
# make check  everything that has to be in order before a change lands: tests, format, imports, ownership

SWIFT ?= swift
MAP ?= Modules.map

.PHONY: run test check format lint imports sanitize races goldens clean

run:
	@.ci/install-tools
	@$(SWIFT) build --product rollcall
	@"$$($(SWIFT) build --show-bin-path)/rollcall" run $(MAP)

test:
	@.ci/install-tools tmux
	$(SWIFT) test --disable-xctest

check: lint imports sanitize races test

# The sources, in the project's format.
format:
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

lint:
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift

# Every import is of a target that the importing target declares.
imports:
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error

# The tests of ownership again, with every access and every leak checked.
sanitize:
	LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/lsan-suppressions:print_suppressions=0 $(SWIFT) test --disable-xctest --sanitize=address --scratch-path .build-asan \
	  --filter 'ModuleLifecycleTests|FoundationAdaptersTests|SampleModulesTests|DelegateLabTests.(Exp|Child)'

# The core's tests again, with every access from several threads checked. The flag swaps a lock that the sanitizer
# does not understand.
races:
	$(SWIFT) test --disable-xctest --sanitize=thread -Xswiftc -DROLLCALL_PTHREAD_LOCK --scratch-path .build-tsan \
	  --filter ModuleLifecycleTests

# Records the golden screens anew; look at every one that changed.
goldens:
	ROLLCALL_RECORD_GOLDENS=1 $(SWIFT) test --disable-xctest --filter DashboardTests.GoldenTests || true
	git status --short Tests/DashboardTests/Goldens

clean:
	rm -rf .build .build-asan .build-tsan
