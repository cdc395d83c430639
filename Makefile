# `make` says what there is. Narrow with PKG and RUN:
#
#   make test PKG=./internal/store/... RUN=TestAccept

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help build page types run test lint bench fuzz cover clean

PKG ?= ./...
RUN ?=
ARGS ?= serve
BENCH ?= .
FUZZTIME ?= 10s
TIMEOUT ?= 15m

staticcheck := honnef.co/go/tools/cmd/staticcheck@v0.8.2
with_postgres := scripts/with-postgres.sh
only := $(if $(RUN),-run '$(RUN)')
whole := $(if $(RUN)$(filter-out ./...,$(PKG)),,yes)

# The product is built without cgo; the race detector is the one thing that needs it.
# Foreign code that is large and has no concurrency of its own is not watched by it:
# SQLite and regexp would take most of the time.
race = $(shell command -v "$$(go env CC)" >/dev/null && echo -race)
unwatched = $(if $(race),$(foreach lib,modernc.org/... regexp/...,'-gcflags=$(lib)=-race=false -d=checkptr=0'))
go_test = go test -vet=off -timeout $(TIMEOUT)

# Packages that take values and return values start no goroutine: there is nothing to race.
pure := audit chatter consolidate extract filter forget immersion inject reply review secret tokens when words
is_pure := /internal/($(subst $() ,|,$(pure)))(/|$$)
lint bench fuzz: export CGO_ENABLED := 0

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/souvenir, a static program
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o bin/souvenir ./cmd/souvenir

page: ## build the web page, ui/dist (it needs Node)
	scripts/page.sh build

types: ## write the types of the page's requests from our OpenAPI document
	scripts/page.sh types

run: build ## build and run it (ARGS=serve)
	bin/souvenir $(ARGS)

test: lint ## lint, then every test, under a private PostgreSQL; then the page (PKG=, RUN=)
	@$(if $(race),,echo "SKIPPED: race detector (it needs a C compiler, and there is none)")
	CGO_ENABLED=0 $(go_test) $(only) $$(go list $(PKG) | grep -E '$(is_pure)' || echo .)
	CGO_ENABLED=$(if $(race),1,0) $(if $(whole),scripts/page.sh beside) $(with_postgres) $(go_test) -parallel 6 $(race) $(unwatched) $(only) $$(go list $(PKG) | grep -vE '$(is_pure)' || echo .)
	$(if $(whole),scripts/page.sh drive)

lint: ## gofmt, go vet and staticcheck (PKG=)
	@IFS=$$'\n'; unformatted=$$(gofmt -l $$(go list -e -f '{{.Dir}}/*.go' $(PKG))); \
	if [ -n "$$unformatted" ]; then printf 'gofmt these:\n%s\n' "$$unformatted"; exit 1; fi
	go vet $(PKG)
	@if problem=$$(go run $(staticcheck) -version 2>&1 >/dev/null); then \
		echo go run $(staticcheck) $(PKG); go run $(staticcheck) $(PKG); \
	else \
		echo "SKIPPED: staticcheck (cannot be had: $$(tail -n 1 <<<"$$problem" | tr -d '\t'))"; \
	fi

bench: ## run the benchmarks (PKG=, BENCH=)
	$(with_postgres) go test -run '^$$' -bench '$(BENCH)' -benchmem -timeout $(TIMEOUT) $(PKG)

fuzz: ## run every fuzz target for a short time (PKG=, FUZZTIME=10s)
	@go test -list '^Fuzz' $(PKG) \
	| awk '/^Fuzz/ { name[n++] = $$1 } /^ok/ { for (i = 0; i < n; i++) print name[i], $$2; n = 0 }' \
	| while read -r target package; do \
		echo "$$target in $$package"; \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "$$package" </dev/null; \
	done

cover: ## run the tests and write coverage.out and coverage.html (PKG=, RUN=)
	$(with_postgres) $(go_test) $(only) -coverpkg=./... -coverprofile=coverage.out $(PKG)
	go tool cover -html=coverage.out -o coverage.html
	@go tool cover -func=coverage.out | tail -n 1

clean: ## remove what was built
	rm -rf bin coverage.out coverage.html ui/test-results
