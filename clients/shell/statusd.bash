# shellcheck shell=bash
# A client of statusd for bash 5: source this file. README.md explains it.
#
#   statusd_start [-p PROGRAM] [-r] [-t SECONDS] [OPTION…]     starts a daemon
#   statusd_call [-v VARIABLE] [-t SECONDS] METHOD [PARAMS]    makes a request and prints its result
#   statusd_each [METHOD…]                                     prints notifications, a line each
#   statusd_error [JQ ARGUMENTS]                               prints the last error
#   statusd_options                                            prints what can be done about it
#   statusd_recover [-v VARIABLE] [-t SECONDS] [FAILURE] OPTION   performs one of these options
#   statusd_stop [-t SECONDS]                                  waits for what is under way, and ends the daemon
#
# A process of its own reads what the daemon writes (lib/dispatcher). A shell cannot: `$(statusd_call …)` is
# another process, and so is the `statusd_each` behind a `while read`, and each would read what another waits
# for. Everything that these processes share is in a directory: lib/session.bash says what.

if ((BASH_VERSINFO[0] < 5)); then
  echo "statusd.bash: bash 5 is needed, this is $BASH_VERSION" >&2
  return 69
fi

_statusd_library=$(cd "${BASH_SOURCE[0]%/*}/lib" && pwd) || return
# Sourced in a function, a plain declaration would end with it.
declare -gA _statusd_directories=() # of each daemon, by its name
declare -g _statusd_count=0         # of requests and iterators, for names that are unique in this process
declare -g STATUSD_ERROR=

# shellcheck source=lib/session.bash
source "$_statusd_library/session.bash"
# shellcheck source=lib/start.bash
source "$_statusd_library/start.bash"
# shellcheck source=lib/params.bash
source "$_statusd_library/params.bash"
# shellcheck source=lib/call.bash
source "$_statusd_library/call.bash"
# shellcheck source=lib/failure.bash
source "$_statusd_library/failure.bash"
# shellcheck source=lib/each.bash
source "$_statusd_library/each.bash"
