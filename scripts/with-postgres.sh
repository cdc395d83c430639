#!/usr/bin/env bash
# Runs a command against a private PostgreSQL with pgvector, and removes it afterwards.
#
#   scripts/with-postgres.sh go test ./...
#   scripts/with-postgres.sh bash -c 'psql "$SOUVENIR_TEST_POSTGRES"'
#
# The command finds the database in SOUVENIR_TEST_POSTGRES; if the caller has set that
# already, it is used as it is. As root on a machine with apt, what is missing is
# installed. Where PostgreSQL cannot be had, the command runs all the same, with the
# reason in SOUVENIR_TEST_POSTGRES_SKIP. The exit status is the command's.
set -euo pipefail

oldest_postgres=15
oldest_pgvector=0.8
pgvector_suite=trixie # the Debian release whose pgvector source we build where there is no package
debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg
setup_lock=/run/souvenir-test-postgres.lock

work=   # our temporary directory, removed on exit
server= # directory of the PostgreSQL programs in use
reason= # why PostgreSQL cannot be had, for people
port=   # where the private cluster listens

main() {
	[ $# -gt 0 ] || usage
	unset SOUVENIR_TEST_POSTGRES_SKIP
	[ -z "${SOUVENIR_TEST_POSTGRES:-}" ] || exec "$@"

	trap clean_up EXIT
	trap 'interrupted 1' HUP
	trap 'interrupted 2' INT
	trap 'interrupted 15' TERM
	work=$(mktemp -d "${TMPDIR:-/tmp}/souvenir-pg.XXXXXX")

	if find_server || install_missing; then
		start_cluster
		export SOUVENIR_TEST_POSTGRES="postgres://souvenir@127.0.0.1:$port/souvenir?sslmode=disable"
	else
		say "SKIPPED: PostgreSQL tests ($reason)"
		export SOUVENIR_TEST_POSTGRES_SKIP="$reason"
	fi
	run_command "$@"
}

usage() {
	say "usage: $0 COMMAND [ARGUMENT...]"
	exit 2
}

say() { printf '%s\n' "$*" >&2; }

# --- finding ------------------------------------------------------------------------

# find_server sets server to the newest PostgreSQL that has pgvector. Otherwise it
# leaves the newest one there is, if any, and says in reason what is missing.
find_server() {
	local dir newest=
	while read -r dir; do
		newest=${newest:-$dir}
		if has_pgvector "$dir"; then
			server=$dir
			return 0
		fi
	done < <(servers)
	server=$newest
	reason="PostgreSQL $oldest_postgres or newer is not installed"
	[ -z "$server" ] || reason="pgvector $oldest_pgvector or newer is not installed for PostgreSQL $(major "$server")"
	return 1
}

# servers prints the directories of complete PostgreSQL installations, newest first.
servers() {
	local dir
	server_dirs | while read -r dir; do
		is_server "$dir" && printf '%s\t%s\n' "$(major "$dir")" "$dir"
	done | sort -rn | cut -f2
}

# server_dirs prints where to look. Debian keeps the server programs out of PATH.
server_dirs() {
	printf '%s\n' /usr/lib/postgresql/*/bin
	! command -v pg_config >/dev/null || pg_config --bindir 2>/dev/null
	! command -v postgres >/dev/null || dirname "$(readlink -f "$(command -v postgres)")"
}

is_server() {
	local program
	for program in initdb pg_config pg_ctl postgres psql; do
		[ -f "$1/$program" ] && [ -x "$1/$program" ] || return 1
	done
	[ "$(major "$1")" -ge "$oldest_postgres" ]
}

# major prints a server's major version: "postgres (PostgreSQL) 15.18 (Debian …)" is 15.
major() { "$1/postgres" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/'; }

# has_pgvector also wants the SQL beside the control file: it is copied last, so a
# half-finished installation does not count.
has_pgvector() {
	local dir version
	dir=$("$1/pg_config" --sharedir)/extension
	[ -r "$dir/vector.control" ] || return 1
	version=$(sed -n "s/^default_version *= *'\(.*\)'.*/\1/p" "$dir/vector.control")
	at_least "$version" "$oldest_pgvector" && [ -r "$dir/vector--$version.sql" ]
}

at_least() { printf '%s\n' "$2" "$1" | sort -V -C; }

# --- installing ---------------------------------------------------------------------

# install_missing gets PostgreSQL and pgvector once per machine. Runs that start at the
# same time wait for the first, then find its work done.
install_missing() {
	if [ "$(id -u)" -ne 0 ]; then
		reason+=" and this is not root"
		return 1
	fi
	if ! command -v apt-get >/dev/null; then
		reason+=" and there is no apt to install it with"
		return 1
	fi
	local status=0
	exec 9>"$setup_lock"
	flock 9
	find_server || install_and_find || status=$?
	exec 9>&-
	return "$status"
}

install_and_find() {
	logged "apt-get update" apt_get update || true # old lists may still do
	if [ -z "$server" ]; then
		logged "installing PostgreSQL" apt_get install postgresql || return 1
		find_server && return 0
		[ -n "$server" ] || return 1
	fi
	if has_pgvector_package; then
		logged "installing pgvector" apt_get install "$(pgvector_package)" || return 1
	else
		logged "installing what pgvector is built with" \
			apt_get install "postgresql-server-dev-$(major "$server")" gcc libc6-dev make || return 1
		logged "building pgvector from Debian's source package" build_pgvector || return 1
	fi
	find_server
}

# logged runs one step quietly. If the step fails, its last words are shown, and it
# becomes the reason.
logged() {
	local step=$1
	shift
	say "with-postgres: $step"
	"$@" >"$work/setup.log" 2>&1 </dev/null && return 0
	tail -n 15 "$work/setup.log" >&2
	reason="$step did not work"
	return 1
}

# apt_get never asks, and waits for other users of apt. A service that a package starts
# must not inherit our lock, or it would hold it for as long as it runs.
apt_get() {
	DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
		-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" 9>&-
}

pgvector_package() { printf 'postgresql-%s-pgvector' "$(major "$server")"; }

has_pgvector_package() {
	local version
	version=$(apt-cache policy "$(pgvector_package)" | awk '/Candidate:/ { print $2 }')
	[ -n "$version" ] && [ "$version" != "(none)" ] && at_least "$version" "$oldest_pgvector"
}

# build_pgvector drops the flags of a make we may run under, so that RUN= and PKG= of
# ours do not reach the Makefile of pgvector. OPTFLAGS= keeps the build free of
# instructions that another machine of the same image may not have.
build_pgvector() {
	local dir=$work/pgvector mirror
	local make=(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES
		make -C "$dir/src" OPTFLAGS= PG_CONFIG="$server/pg_config")
	for mirror in $(debian_mirrors); do
		fetch_pgvector "$mirror" "$dir" && "${make[@]}" -j2 && "${make[@]}" install && return 0
	done
	echo "no Debian mirror among apt's sources gave us a pgvector that builds"
	return 1
}

# debian_mirrors prints the mirrors this machine uses for Debian. We let apt read its own
# sources, whichever of its two formats they are in.
debian_mirrors() {
	# shellcheck disable=SC2016 # apt fills in $(REPO_URI)
	apt-get indextargets --format '$(REPO_URI)' \
		'Created-By: Packages' 'Origin: Debian' 'Component: main' | awk '!seen[$0]++'
}

# fetch_pgvector unpacks the source package into DIR/src. apt works in a directory of
# ours, so the machine's own configuration stays as it is, and checks what it fetches
# against the signature of the Debian archive.
fetch_pgvector() {
	local mirror=$1 dir=$2
	local apt=(apt_get -o Dir::Etc::sourcelist="$dir/sources.list" -o Dir::Etc::sourceparts=-
		-o Dir::State::lists="$dir/lists" -o Dir::Cache="$dir/cache" -o APT::Sandbox::User=root
		-o Acquire::AllowInsecureRepositories=false -o APT::Get::AllowUnauthenticated=false)
	rm -rf "$dir"
	mkdir -p "$dir/lists/partial" "$dir/cache" "$dir/src"
	printf 'deb-src [signed-by=%s] %s %s main\n' "$debian_keyring" "$mirror" "$pgvector_suite" >"$dir/sources.list"
	"${apt[@]}" update &&
		(cd "$dir" && "${apt[@]}" source --download-only pgvector) &&
		tar -xf "$dir"/pgvector_*.orig.tar.* -C "$dir/src" --strip-components=1
}

# --- the private cluster ------------------------------------------------------------

# start_cluster makes a database that is fast and forgets everything: it lives as long as
# the command, so nothing has to survive a crash.
start_cluster() {
	must "creating the cluster" create_cluster
	must "starting PostgreSQL" start_on_free_port
	must "creating the database" create_database
}

# must runs one step of a PostgreSQL we do have. That it fails is an error, not a skip.
must() {
	local step=$1
	shift
	"$@" >>"$work/cluster.log" 2>&1 </dev/null && return 0
	say "with-postgres: $step did not work:"
	tail -n 30 "$work/cluster.log" "$work/postgres/log" >&2 2>/dev/null || true
	exit 1
}

create_cluster() {
	chmod 711 "$work"
	mkdir -m 700 "$work/postgres"
	[ "$(id -u)" -ne 0 ] || chown "$(owner):" "$work/postgres"
	as_owner "$server/initdb" --pgdata="$work/postgres/data" --username=souvenir --auth=trust \
		--encoding=UTF8 --locale="$(utf8_locale)" --no-sync --no-instructions &&
		settings | as_owner tee -a "$work/postgres/data/postgresql.conf"
}

settings() {
	cat <<-SETTINGS
		listen_addresses = '127.0.0.1'
		unix_socket_directories = '$work/postgres'
		max_connections = 200
		fsync = off
		synchronous_commit = off
		full_page_writes = off
	SETTINGS
}

# start_on_free_port lets PostgreSQL itself find out whether a port is free: asking first
# and binding later would race with others. Ports the kernel hands out by itself are avoided.
start_on_free_port() {
	local log=$work/postgres/log
	for _ in {1..20}; do
		port=$((20000 + RANDOM % 12000))
		as_owner "$server/pg_ctl" start -w -t 60 -s -D "$work/postgres/data" -l "$log" -o "-p $port" && return 0
		as_owner grep -q 'Address already in use' "$log" || return 1
		as_owner rm -f "$log"
	done
	return 1
}

create_database() {
	local psql=(as_owner "$server/psql" -X -q -v ON_ERROR_STOP=1 -h "$work/postgres" -p "$port" -U souvenir)
	"${psql[@]}" -d postgres -c 'create database souvenir' &&
		"${psql[@]}" -d souvenir -c 'create extension vector'
}

# as_owner runs a program as the cluster's user, because PostgreSQL refuses to be root.
# It leaves our directory, which that user may not be allowed to enter.
as_owner() (
	cd /
	[ "$(id -u)" -eq 0 ] || exec "$@"
	exec runuser -u "$(owner)" -- "$@"
)

owner() { id -un postgres 2>/dev/null || echo nobody; }

# utf8_locale sorts by code point everywhere, so that tests see one order.
utf8_locale() {
	if locale -a 2>/dev/null | grep -qix 'C\.utf-\?8'; then echo C.UTF-8; else echo C; fi
}

# --- the command, and the end -------------------------------------------------------

# run_command runs it in the background, because bash answers a signal only between
# foreground commands. Background commands ignore Ctrl-C and read nothing; this one
# should behave as if it were in the foreground, so both are undone.
run_command() {
	(
		trap - EXIT HUP INT QUIT TERM
		exec "$@"
	) <&0 &
	wait $!
}

# interrupted ends on signal number $1: first the command, then, on exit, the cluster.
interrupted() {
	local pid
	trap '' HUP INT TERM
	for pid in $(jobs -p); do end_tree "$pid"; done
	exit $((128 + $1))
}

# end_tree ends a process and everything below it, such as the test programs that
# `go test` would leave behind. It begins with an interrupt, on which go removes its
# temporary files, and grows less polite every five seconds.
end_tree() {
	local pids signal
	pids=$(tree "$1")
	for signal in INT TERM KILL; do
		# shellcheck disable=SC2086 # one word for each process
		kill "-$signal" $pids 2>/dev/null || return 0
		wait_gone "$pids"
	done
}

wait_gone() {
	for _ in {1..50}; do
		# shellcheck disable=SC2086
		kill -0 $1 2>/dev/null || return 0
		sleep 0.1
	done
}

tree() {
	local child
	echo "$1"
	for child in $(pgrep -P "$1" 2>/dev/null); do tree "$child"; done
}

clean_up() {
	local status=$?
	trap '' HUP INT TERM
	if [ -n "$work" ]; then
		[ ! -e "$work/postgres/data/postmaster.pid" ] ||
			as_owner "$server/pg_ctl" stop -s -m immediate -D "$work/postgres/data" >/dev/null || true
		rm -rf "$work"
	fi
	exit "$status"
}

main "$@"
