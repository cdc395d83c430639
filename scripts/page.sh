#!/usr/bin/env bash
# The web page: its source is ui/, what was built from it is ui/dist.
#
#   scripts/page.sh build    build ui/dist
#   scripts/page.sh types    write ui/src/api/schema.ts from our OpenAPI document
#   scripts/page.sh check    check the source, and that both match it
#   scripts/page.sh drive    drive the page with a real browser
#   scripts/page.sh beside COMMAND...    check while a command runs: both are needed to pass
#
# Node 20.19 or newer is needed. What cannot be had for a check is skipped, and said. As
# root on a machine with apt, Chromium is installed where it is missing.
set -euo pipefail
cd "$(dirname "$0")/../ui"

work= # our temporary directory, removed on exit
reason= # why something cannot be had, for people

main() {
	work=$(mktemp -d "${TMPDIR:-/tmp}/souvenir-page.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	case "${1:-}" in
	build) needed && npm run --silent build ;;
	types) needed && document && types src/api/schema.ts ;;
	check) check_page ;;
	drive) drive_page ;;
	beside) shift && beside "$@" ;;
	*) say "usage: $0 build | types | check | drive | beside COMMAND..." && exit 2 ;;
	esac
}

say() { printf '%s\n' "$*" >&2; }

needed() { have_modules || { say "The page cannot be built: $reason"; exit 1; }; }

# --- what there is ------------------------------------------------------------------

have_modules() {
	if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
		reason="there is no Node here"
		return 1
	fi
	if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || a == 20 && b >= 19 ? 0 : 1)'; then
		reason="Node is $(node --version), and 20.19 is needed"
		return 1
	fi
	[ -n "${PAGE_FRESH:-}" ] || ! cmp -s package-lock.json node_modules/.locked || return 0
	if ! npm ci --no-audit --no-fund --loglevel=error >"$work/npm" 2>&1; then
		reason="npm ci: $(tail -n 1 "$work/npm")"
		return 1
	fi
	cp package-lock.json node_modules/.locked
}

have_chromium() {
	CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
	if [ -z "$CHROMIUM" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		say "Installing Chromium"
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk >"$work/apt" 2>&1 ||
			{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk; } >"$work/apt" 2>&1 || true
		CHROMIUM=$(command -v chromium || true)
	fi
	export CHROMIUM
	if [ -z "$CHROMIUM" ]; then
		reason="there is no Chromium here, and it cannot be installed${work:+: $(tail -n 1 "$work/apt" 2>/dev/null || true)}"
		return 1
	fi
}

# --- checks -------------------------------------------------------------------------

document() { (cd .. && CGO_ENABLED=0 go run ./cmd/souvenir openapi) >"$work/openapi.json"; }

types() {
	OPENAPI="$work/openapi.json" npm run --silent types >"$work/types.log" 2>&1 || { cat "$work/types.log" >&2; exit 1; }
	[ src/api/schema.ts = "$1" ] || cp src/api/schema.ts "$1"
}

check_page() {
	if ! have_modules; then
		say "SKIPPED: whether ui/dist matches its source ($reason)"
		return
	fi
	matches_document
	npm run --silent check
	matches_source
}

drive_page() {
	if ! have_modules || ! have_chromium; then
		say "SKIPPED: the page in a browser ($reason)"
		return
	fi
	npx playwright test
}

# beside shows what the check says when the command is done, so that they do not talk
# at the same time.
beside() {
	local status=0 checked=0
	check_page >"$work/checked" 2>&1 &
	(cd .. && "$@") || status=$?
	wait $! || checked=$?
	cat "$work/checked" >&2
	[ "$status" = 0 ] || exit "$status"
	return "$checked"
}

matches_document() {
	document
	npx openapi-typescript "$work/openapi.json" --root-types --root-types-no-schema-prefix -o "$work/schema.ts" >"$work/types.log" 2>&1 || { cat "$work/types.log" >&2; exit 1; }
	diff -q "$work/schema.ts" src/api/schema.ts >/dev/null || { say "ui/src/api/schema.ts is not what our OpenAPI document says. Run: make types"; exit 1; }
}

matches_source() {
	npx vite build --logLevel error --outDir "$work/dist" --emptyOutDir
	diff -rq "$work/dist" dist >"$work/diff" || { say "ui/dist is not what its source builds. Run: make page"; cat "$work/diff" >&2; exit 1; }
}

main "$@"
