# shellcheck shell=bash
# The beginning and the end of a daemon.

# Starts PROGRAM, else $STATUSD, else the statusd of the PATH, and makes sure that it is one. -r: start it again
# when it dies, four times in three minutes at most. It ends with this shell.
statusd_start() { # [-p PROGRAM] [-r] [-t SECONDS] [OPTION…]
  local - IFS=$' \t\n' program=${STATUSD:-statusd} restarts=0 seconds=10 name=${STATUSD_NAME:-statusd}
  set +efCu
  while [[ ${1-} == -[prt] ]]; do
    case $1 in
      -r) restarts=4 ;;
      -p) program=${2-} && shift ;;
      -t) seconds=${2-} && shift ;;
    esac
    shift
  done
  _statusd_check_seconds "$seconds" || return
  _statusd_check_start "$program" "$name" || return
  local directory
  directory=$(mktemp -d "${XDG_RUNTIME_DIR:-${TMPDIR:-/tmp}}/statusd.XXXXXXXXXX") || return 70
  mkfifo "$directory/in" || return 70
  _statusd_directories+=(["$name"]=$directory)
  # In a session of its own: a Ctrl-C is for the script, which decides what it means.
  setsid --fork bash "$_statusd_library/dispatcher" "$directory" "$BASHPID" "$restarts" "$program" "$@" \
    </dev/null >/dev/null 2>&1
  _statusd_greet "$directory" "$seconds"
}

_statusd_check_start() { # PROGRAM NAME
  local tool
  for tool in "$1" jq flock setsid; do
    if type -P "$tool" >/dev/null; then continue; fi
    if [[ $tool == "$1" ]]; then
      _statusd_complain "statusd_start: $tool cannot be started: install it with pip install statusd, or name it in \$STATUSD"
    else
      _statusd_complain "statusd_start: $tool cannot be started: install it"
    fi
    return 127
  done
  if [[ ! -d ${_statusd_directories[$2]-} ]]; then return 0; fi
  _statusd_complain "statusd_start: a daemon runs already by the name $2: stop it, or set STATUSD_NAME to another"
  return 64
}

# Makes sure that the program is a statusd, whose protocol this is.
_statusd_greet() { # DIRECTORY SECONDS
  local client='{"clientInfo":{"name":"statusd-shell","version":"0.1.0"}}' status=0 in
  # What a FIFO holds is gone once nobody has it open, and the dispatcher may be slow to.
  exec {in}<>"$1/in"
  _statusd_request "$1" initialize "$client" "$2" || status=$?
  exec {in}>&-
  if ((status == 0)); then
    if [[ $_statusd_result == '{"protocolVersion":"1","serverInfo":{"name":"statusd",'* ]]; then return 0; fi
    _statusd_complain "statusd_start: this client speaks protocol 1 of statusd, got $_statusd_result"
    status=76
  elif ((status == 75)); then
    _statusd_complain "statusd_start: this program is no statusd, or it is stuck"
    status=76
  fi
  : >"$1/stopping"
  _statusd_signal "$1" KILL
  _statusd_await_end "$1" 10 KILL 2>/dev/null
  _statusd_forget "$1"
  return "$status"
}

# Lets the daemon respond to what was asked, and waits for its end: SECONDS, and then as many more after a SIGTERM.
# A daemon that has died already is only cleared away.
statusd_stop() { # [-t SECONDS]
  local - IFS=$' \t\n' seconds=12 status=0
  set +efCu
  if [[ ${1-} == -t ]]; then seconds=${2-}; fi
  _statusd_check_seconds "$seconds" || return
  _statusd_find || return
  local directory=$_statusd_directory
  if [[ ! -e $directory/ended ]]; then
    : >"$directory/stopping"
    _statusd_shut_down "$directory" "$seconds"
    status=$?
  fi
  _statusd_forget "$directory"
  return "$status"
}

_statusd_shut_down() { # DIRECTORY SECONDS
  local status=70
  # The dispatcher closes the daemon's input behind the response, and the end comes by itself.
  _statusd_send_aside "$1" \
    "{\"jsonrpc\":\"2.0\",\"id\":\"shutdown.$BASHPID.$((++_statusd_count))\",\"method\":\"shutdown\"}"
  _statusd_await_end "$1" "$2" TERM KILL
  if [[ -e $1/death ]]; then IFS=' ' read -r status _ <"$1/death"; fi
  if [[ $status != 0 ]]; then _statusd_explain_death "$1" statusd_stop; fi
}

# Waits for the end of the session, and sends the next SIGNAL whenever SECONDS have passed.
_statusd_await_end() { # DIRECTORY SECONDS SIGNAL…
  local directory=$1 seconds=$2 fifo waiter="" signal
  fifo=$1/call.end.$BASHPID.$((++_statusd_count))
  mkfifo "$fifo" && exec {waiter}<>"$fifo" || return 70
  for signal in "${@:3}" ""; do
    # What is killed ends. The dispatcher only has to say so, which takes longer on a busy machine.
    if [[ ! $signal ]]; then seconds=60; fi
    # Whoever ends the session tells those that stand in the directory, as this one does by now.
    if [[ -e $directory/ended ]] || _statusd_wait "$directory" "$waiter" "$seconds"; then break; fi
    if [[ ! $signal ]]; then break; fi
    _statusd_complain "statusd_stop: the daemon did not end within $seconds s and gets a SIG$signal"
    _statusd_signal "$directory" "$signal"
  done
  exec {waiter}>&-
}

_statusd_signal() { # DIRECTORY NAME
  local daemon=""
  { IFS= read -r daemon <"$1/daemon"; } 2>/dev/null
  if [[ $daemon ]]; then kill -s "$2" "$daemon" 2>/dev/null; fi
}

# Lets the calls of other processes read what has come for them, for 10 s at most. Each has got its word by now.
_statusd_await_calls() { # DIRECTORY
  local fifo process limit
  _statusd_look_at_clock
  limit=$((_statusd_now + 1000))
  for fifo in "$1"/call.*; do
    process=${fifo%.*}
    process=${process##*.}
    while [[ $process != "$BASHPID" && -p $fifo ]] && kill -0 "$process" 2>/dev/null; do
      if ((_statusd_now >= limit)); then return; fi
      IFS= read -r -t 0.02 _ <>"$1/never"
      _statusd_look_at_clock
    done
  done
}

# Ends the dispatcher, which may wait to be asked how the daemon died.
_statusd_forget() { # DIRECTORY
  local collected name=${STATUSD_NAME:-statusd}
  : >"$1/stopping"
  exec {collected}<>"$1/collected" && printf '\n' >&"$collected" && exec {collected}>&-
  _statusd_await_calls "$1"
  rm -rf "$1"
  # unset expands a subscript once more.
  unset -v "_statusd_directories[${name@Q}]"
}
