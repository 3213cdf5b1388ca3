# Everything a fresh clone needs. `make run` and `make test` install what is missing, then do what they say;
# with the packages in place neither touches the network.

SWIFT   ?= swift
PREFIX  ?= /usr/local
DESTDIR ?=
BENCH   ?=
TESTS   ?=
FUZZ    ?=
SECONDS ?= 60
SOURCES := Sources Tests Plugins Package.swift

# One release build serves `run`, `install`, the end-to-end tests and the benchmarks. The Swift runtime goes in
# statically: the program starts in half the time and runs where no Swift is. It is linked for the addresses it runs at
# (-no-pie): else 80,000 pointers to them are written in at every start, a fifth of it and 1.5 MB.
# Without colours: they are part of the compiler's command, so that a build in a terminal and one in a pipe would each start anew.
RELEASE := $(SWIFT) build --no-color-diagnostics -c release --static-swift-stdlib -Xlinker -no-pie
BINARY  := .build/release/sundry
STAGE   := $(CURDIR)/.build/stage
SANITIZED := CoreDataSQLiteTests SundryKitTests SundryTerminalTests SundryScreensTests CoreDataTests

.DEFAULT_GOAL := help
.PHONY: help run build release cxx man test test-run soak soak-steps sanitize fuzz contract lint format bench install uninstall clean dependencies test-dependencies

help:
	@echo 'make run              install what is missing, build, open the demo on the full screen'
	@echo 'make test             install what the tests need, lint, run every test'
	@echo 'make install PREFIX=… a binary that needs no Swift, manual page, completions (DESTDIR is honoured)'
	@echo 'make uninstall | build | release | man | lint | format | bench | contract | soak | soak-steps | fuzz | sanitize | clean'

run: release
	@exec $(BINARY) --demo

build: dependencies
	$(SWIFT) build

release: dependencies cxx
	$(RELEASE) --product sundry

# The C++ runtime goes in statically too, of which Swift's needs little: another sixth of a start, and 1.3 MB. Linkers look
# first in the folder of what is built; where the toolchain has no such library, they find the shared one.
cxx:
	@folder=$$($(RELEASE) --show-bin-path) && mkdir -p "$$folder" && \
	for compiler in "$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang" clang cc; do \
	    library=$$("$$compiler" -print-file-name=libstdc++.a 2>/dev/null) || continue; \
	    if [ -f "$$library" ]; then ln -sf "$$library" "$$folder/libstdc++.a"; break; fi; \
	done

# Two builds: debug for the tests themselves, the release binary for the tests that drive the program. The second is
# staged as `make install` leaves it, so that what is tested is what is installed.
test: test-dependencies lint
	$(SWIFT) build --no-color-diagnostics --build-tests
	$(MAKE) install DESTDIR='$(STAGE)' PREFIX=/usr
	$(MAKE) test-run

test-run:
	SUNDRY_BINARY='$(STAGE)/usr/bin/sundry' $(SWIFT) test --skip-build $(TESTS)

# The same tests at full size: more rounds, more rows, more seeds.
soak: test-dependencies soak-steps
	$(SWIFT) build --no-color-diagnostics --build-tests
	$(MAKE) install DESTDIR='$(STAGE)' PREFIX=/usr
	SUNDRY_SOAK=1 $(MAKE) test-run TESTS='--skip GraphPropertyTests'

# Of these the random sequences of the object graph: 200 seeds of 10,000 steps, on SQLite and in memory, each step followed by
# a look at the whole graph. They are a package of their own, which is built with optimisation: they take a quarter of the time then.
# `SUNDRY_SEEDS=20 SUNDRY_STEPS=1000 make soak-steps` takes fewer.
soak-steps: test-dependencies
	SUNDRY_SOAK=1 $(SWIFT) test -c release -Xswiftc -enable-testing --package-path Tests/Soak --scratch-path .build/soak \
		--filter GraphPropertyTests

# libFuzzer over each reader of bytes from elsewhere, a minute each; `make fuzz FUZZ=predicate SECONDS=600` takes one alone, and longer. A
# package of its own, since all modules are built for it. What ends the program lies in .build/fuzz/TARGET then, and comes again
# with `.build/fuzz/release/fuzz .build/fuzz/TARGET TARGET FILE`. gold does not link it.
fuzz: dependencies
	$(SWIFT) build --no-color-diagnostics -c release -Xswiftc -enable-testing -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld \
		--package-path Tests/Fuzz --scratch-path .build/fuzz
	@for target in $(or $(FUZZ),$$(.build/fuzz/release/fuzz targets)); do \
	    echo "== $$target"; \
	    .build/fuzz/release/fuzz ".build/fuzz/$$target" "$$target" -max_total_time=$(SECONDS) -timeout=10 -rss_limit_mb=4096 \
	        -detect_leaks=0 -print_final_stats=0 -verbosity=0 || exit 1; \
	done

# Each sanitizer has a build folder of its own, and any report of it is a failure, also one of a process that a test started.
# Left out are tests that drive other programs. What is never let go of, as a model in use, is no leak, neither in the tests nor in
# the model compiler, which runs while they are built.
sanitize: test-dependencies
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/thread -Xswiftc -DTHREAD_SANITIZER
	@$(call sanitized,thread,TSAN_OPTIONS,suppressions=$(CURDIR)/Tests/Sanitizers/thread.txt)
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) build --build-tests --sanitize=address --scratch-path .build/address
	@$(call sanitized,address,ASAN_OPTIONS,detect_leaks=0)

# Each line of what a faithful Core Data must do, with the tests whose names begin with its number.
contract:
	@awk -f Tests/Contract/table.awk Tests/Contract/Lines.txt $$(find Tests -name '*.swift')

lint:
	$(SWIFT) format lint --strict -r $(SOURCES)

format:
	$(SWIFT) format -i -r $(SOURCES)

# The manual page is made from the tables of commands, options and keys; a test says when it is out of date.
man: release
	install -d Resources/man
	$(BINARY) help --man >Resources/man/sundry.1

# make bench BENCH='--filter insert --json out.json'; `--filter screen` takes the application alone, in a terminal of its own.
bench: release
	$(RELEASE) --product SundryBenchmarks
	.build/release/SundryBenchmarks $(BENCH)

install: release
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -s -m 755 $(BINARY) '$(DESTDIR)$(PREFIX)/bin/sundry'
	install -d '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 644 Resources/man/sundry.1 '$(DESTDIR)$(PREFIX)/share/man/man1/sundry.1'
	@$(call share,bash-completion/completions/sundry,completions bash)
	@$(call share,zsh/site-functions/_sundry,completions zsh)
	@$(call share,fish/vendor_completions.d/sundry.fish,completions fish)

uninstall:
	cd '$(DESTDIR)$(PREFIX)' && rm -f bin/sundry share/man/man1/sundry.1 share/bash-completion/completions/sundry \
		share/zsh/site-functions/_sundry share/fish/vendor_completions.d/sundry.fish

clean:
	rm -rf .build

# `libncursesw5-dev` is the name up to Debian 12; later releases know `libncurses-dev` alone.
dependencies:
	@$(call ensure,libncursesw5-dev|libncurses-dev libsqlite3-dev zlib1g-dev libmd-dev)

test-dependencies: dependencies
	@$(call ensure,tmux strace)

# $(call sanitized,SANITIZER,VARIABLE,OPTIONS): runs the tests, then shows what was reported. Target by target: what waits for an
# answer would wait for minutes while the long ones have all threads.
define sanitized
rm -f .build/$(1)/report.*; status=0; \
for tests in $(SANITIZED); do \
    $(2)='log_path=$(CURDIR)/.build/$(1)/report $(3)' .build/$(1)/debug/sundryPackageTests.xctest \
        --testing-library swift-testing --filter "^$$tests\." || status=$$?; \
done; \
if cat .build/$(1)/report.* 2>/dev/null; then status=1; fi; \
exit $$status
endef

# $(call share,FILE,ARGUMENTS): installs what the program prints, made from its tables and so never out of date.
define share
echo "install '$(DESTDIR)$(PREFIX)/share/$(1)'"; \
install -d "$$(dirname '$(DESTDIR)$(PREFIX)/share/$(1)')" && \
$(BINARY) $(2) >.build/share && install -m 644 .build/share '$(DESTDIR)$(PREFIX)/share/$(1)'
endef

# $(call ensure,PACKAGES): installs those that are missing. `a|b` is satisfied by either and installs the first that the
# package lists know. Without dpkg the compiler is left to say what is missing.
define ensure
command -v dpkg-query >/dev/null || exit 0; \
installed() { [ "$$(dpkg-query -W -f='$${db:Status-Status}' "$$1" 2>/dev/null)" = installed ]; }; \
missing=; \
for wanted in $(subst |,/,$(1)); do \
    names=$$(echo "$$wanted" | tr / ' '); found=; \
    for name in $$names; do if installed "$$name"; then found=1; fi; done; \
    [ -n "$$found" ] || missing="$$missing $$wanted"; \
done; \
[ -n "$$missing" ] || exit 0; \
sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
$$sudo apt-get update -q || exit 1; \
chosen=; \
for wanted in $$missing; do \
    for name in $$(echo "$$wanted" | tr / ' '); do \
        if apt-cache policy "$$name" | grep -q 'Candidate: [^(]'; then chosen="$$chosen $$name"; break; fi; \
    done; \
done; \
echo "installing$$chosen"; \
$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$chosen
endef
