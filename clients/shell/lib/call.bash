# shellcheck shell=bash
# Requests and their responses.

# Prints the result, or sets VARIABLE to it. An error is a sentence on standard error, and STATUSD_ERROR.
statusd_call() { # [-v VARIABLE] [-t SECONDS] METHOD [PARAMS]
  local - IFS=$' \t\n'
  set +efCu
  # These names are unlikely to be that of VARIABLE, which is the caller's.
  local _statusd_variable="" _statusd_seconds=${STATUSD_TIMEOUT:-} _statusd_status
  while [[ ${1-} == -[vt] && ${2-} ]]; do
    if [[ $1 == -v ]]; then _statusd_variable=$2; else _statusd_seconds=$2; fi
    shift 2
  done
  declare -g STATUSD_ERROR=""
  _statusd_check_call "$@" || return
  _statusd_find || return
  _statusd_read_params "${@:2}" || return
  _statusd_request "$_statusd_directory" "$1" "$_statusd_params" "$_statusd_seconds"
  _statusd_status=$?
  if ((_statusd_status != 0)); then return "$_statusd_status"; fi
  if [[ $_statusd_variable ]]; then
    printf -v "$_statusd_variable" %s "$_statusd_result"
  else
    printf '%s\n' "$_statusd_result"
  fi
}

_statusd_check_call() { # METHOD…
  if [[ $_statusd_variable && ! $_statusd_variable =~ ^[A-Za-z_][A-Za-z0-9_]*$ ]]; then
    _statusd_complain "-v takes the name of a variable, got $_statusd_variable"
    return 64
  fi
  if [[ $_statusd_seconds ]]; then _statusd_check_seconds "$_statusd_seconds" || return; fi
  if [[ ${1-} && $1 != -* ]]; then return 0; fi
  _statusd_complain "usage: statusd_call [-v VARIABLE] [-t SECONDS] METHOD [PARAMS]"
  return 64
}

# Sets _statusd_result. Otherwise the status says what would help, and a sentence on standard error says why.
_statusd_request() { # DIRECTORY METHOD PARAMS SECONDS
  local directory=$1 waiter id name status
  # The name of the method is in the id because the dispatcher looks at responses alone.
  name=${2//[^A-Za-z]/} id=${name:0:40}.$BASHPID.$((++_statusd_count))
  mkfifo "$directory/call.$id" || return 70
  exec {waiter}<>"$directory/call.$id" || return 70
  if ! _statusd_ask "$directory" "$id" "$2" "$3" "$4"; then
    rm -f "$directory/subscribed.$id"
    _statusd_give_up "$2" "$4"
  elif ! _statusd_wait "$directory" "$waiter" "$4"; then
    _statusd_withdraw "$directory" "{\"jsonrpc\":\"2.0\",\"method\":\"\$/cancelRequest\",\"params\":{\"id\":\"$id\"}}"
    _statusd_give_up "$2" "$4"
  # The directory may be gone by now, if another process has stopped the daemon.
  elif [[ $_statusd_word == response ]] && { IFS= read -r _statusd_response <"$directory/response.$id"; } 2>/dev/null
  then
    _statusd_open_response "$directory" "$id" "$2"
  else
    _statusd_explain_death "$directory" "$2"
  fi
  status=$?
  exec {waiter}>&-
  rm -f "$directory/call.$id" "$directory/response.$id"
  return "$status"
}

# Returns 1 where SECONDS have passed and others are still writing.
_statusd_ask() { # DIRECTORY ID METHOD PARAMS SECONDS
  local message
  # Whoever ends the session tells the calls that stand in the directory. This one does already.
  if [[ -e $1/ended || -e $1/stopping || ! -d $1 ]]; then
    printf 'ended\n' >&"$waiter"
    return
  fi
  if [[ $3 == subscribeLocation ]]; then printf '%s\n' "$4" >"$1/subscribed.$2"; fi
  _statusd_quote "$3"
  message="{\"jsonrpc\":\"2.0\",\"id\":\"$2\",\"method\":$_statusd_quoted${4:+,\"params\":$4}}"
  if [[ $5 ]]; then
    _statusd_send_in_turn "$1" "$message" "$5"
  else
    _statusd_send "$1" "$message" || : # The wait finds out why.
  fi
}

# Ends a request, behind it and before what is asked next; later where the daemon is stuck.
_statusd_withdraw() { # DIRECTORY MESSAGE
  _statusd_send_in_turn "$1" "$2" 1 || _statusd_send_aside "$1" "$2"
}

_statusd_give_up() { # METHOD SECONDS
  _statusd_complain "$1: no response came within $2 s"
  return 75
}

# The members of a response have a fixed order (docs/protocol.md, section 2), so a result is cut out as it is
# written: jq 1.6 would round its integers beyond 2^53.
_statusd_open_response() { # DIRECTORY ID METHOD
  local LC_ALL=C begin="{\"jsonrpc\":\"2.0\",\"id\":\"$2\"," body
  # An error without an id is that of a message whose id could not be read.
  if [[ $_statusd_response == '{"jsonrpc":"2.0","id":null,'* ]]; then begin='{"jsonrpc":"2.0","id":null,'; fi
  body=${_statusd_response:${#begin}}
  if _statusd_has_both "$body"; then
    _statusd_complain "$3: this program is no statusd: its response has a result and an error"
    return 76
  fi
  if [[ ${body:0:9} == '"result":' ]]; then
    declare -g _statusd_result=${body:9:${#body}-10}
    return 0
  fi
  declare -g STATUSD_ERROR=${body:8:${#body}-9}
  printf '%s\n' "$STATUSD_ERROR" >"$1/error"
  unset -v LC_ALL
  _statusd_explain_error "$3"
}

# Whether a response has both a result and an error. Their names may be anywhere in a value too, so jq decides.
_statusd_has_both() { # BODY
  if [[ $1 != *'"result":'* || $1 != *'"error":'* ]]; then return 1; fi
  jq --exit-status '.result != null and .error != null' <<<"{$1" >/dev/null 2>&1
}

_statusd_explain_death() { # DIRECTORY METHOD
  local status=70 sentence="the dispatcher of statusd was killed" tail=""
  if [[ -e $1/death ]]; then
    { read -r status sentence && IFS= read -r -d '' tail; } <"$1/death"
  elif [[ ! -d $1 || -e $1/stopping ]]; then
    sentence="statusd was stopped"
  fi
  # A stopped daemon ended well, but not for a call that waited.
  if [[ $status == 0 ]]; then status=70; fi
  _statusd_complain "$2: $sentence"
  if [[ $tail ]]; then printf '%s' "$tail" >&2; fi
  return "$status"
}
