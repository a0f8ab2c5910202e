# shellcheck shell=bash
# What the processes of a session share: a directory that only its owner can read.
#
#   in              FIFO: messages for the daemon. Its writers take turns by `lock`.
#   call.ID         FIFO of a call that waits; the dispatcher writes a word there: `response` or `ended`
#   response.ID     the response, as it came
#   each.PID.N      FIFO of a statusd_each that waits; a word there means that there is news
#   news.NUMBER     `METHOD PARAMS`: the newest notification of its resource or subscription
#   subscribed.ID   the params of a call of subscribeLocation, which its response does not repeat
#   daemon, dispatcher   their process ids
#   collected       FIFO: a word there means that stderr has come to its end, or that the session was stopped
#   never           FIFO without a word
#   stderr          the last lines that the daemon wrote there
#   death           how the last daemon ended: `STATUS SENTENCE`, and then those lines
#   ended           exists when there will be no further daemon
#   stopping        exists once statusd_stop was called
#   error           the last error, from whatever process of the script
#
# A FIFO is always opened for reading and writing: that never blocks, whoever else has it open (fifo(7)).

_statusd_complain() { # SENTENCE: on standard error
  printf 'statusd: %s\n' "$1" >&2
}

# Sets _statusd_directory to that of the daemon which STATUSD_NAME names.
_statusd_find() {
  declare -g _statusd_directory=${_statusd_directories[${STATUSD_NAME:-statusd}]-}
  if [[ -d $_statusd_directory ]]; then return 0; fi
  _statusd_complain "no daemon runs${STATUSD_NAME:+ by the name $STATUSD_NAME}: call statusd_start first"
  return 64
}

_statusd_check_seconds() { # SECONDS
  if [[ $1 =~ ^[0-9]{1,7}(\.[0-9]{1,9})?$ ]]; then return 0; fi
  _statusd_complain "a time is a number of seconds like 2.5, got $1"
  return 64
}

# Sets _statusd_now to the hundredths of seconds since the system started, which no setting of the clock changes.
_statusd_look_at_clock() {
  local uptime
  IFS=' ' read -r uptime _ </proc/uptime
  declare -g _statusd_now=$((10#${uptime/./}))
}

# Sets _statusd_word to what is written to a FIFO. Returns 1 when SECONDS have passed; without SECONDS they never do.
_statusd_wait() { # DIRECTORY DESCRIPTOR SECONDS
  local LC_ALL=C whole=${3%.*} fraction=00 limit="" left dispatcher=0 part
  declare -g _statusd_word=""
  if [[ $3 ]]; then
    if [[ $3 == *.* ]]; then fraction=${3#*.}0; fi
    _statusd_look_at_clock
    limit=$((_statusd_now + 10#$whole * 100 + 10#${fraction:0:2}))
  fi
  while :; do
    left=100
    if [[ $limit ]]; then
      _statusd_look_at_clock
      left=$((limit - _statusd_now))
      if ((left <= 0)); then return 1; fi
    fi
    # The word comes when it comes. That somebody killed the dispatcher, who should write it, shows once a second.
    if ((left > 100)); then left=100; fi
    printf -v left '%d.%02d' $((left / 100)) $((left % 100))
    part=""
    if IFS= read -r -t "$left" -u "$2" part; then
      _statusd_word+=$part
      return 0
    fi
    # A time that is over amid a word leaves its rest in the pipe; one that is over behind it leaves nothing.
    _statusd_word+=$part
    if [[ $_statusd_word == @(response|ended|news) ]]; then return 0; fi
    { IFS= read -r dispatcher <"$1/dispatcher"; } 2>/dev/null
    if [[ -d $1 ]] && kill -0 "$dispatcher" 2>/dev/null; then continue; fi
    # It may have written just before its end.
    if ! IFS= read -r -t 0 -u "$2"; then
      _statusd_word=ended
      return 0
    fi
  done
}

_statusd_send() { # DIRECTORY MESSAGE
  _statusd_frame "$2"
  _statusd_write "$1" "$_statusd_framed"
}

# Sets _statusd_framed to a message with its header. The line end is part of the message, so that what a daemon has
# not read can be read away in lines.
_statusd_frame() { # MESSAGE
  local LC_ALL=C
  printf -v _statusd_framed 'Content-Length: %d\r\n\r\n%s\n' "$((${#1} + 1))" "$1"
}

# Writes to the daemon. A pipe takes no more than 4,096 bytes as one piece, hence the lock.
_statusd_write() { # DIRECTORY TEXT
  local lock
  exec {lock}>>"$1/lock" || return
  flock "$lock" && _statusd_pour "$@"
  exec {lock}>&-
}

# For whoever has the lock.
_statusd_pour() { # DIRECTORY TEXT
  local in
  exec {in}<>"$1/in" || return
  printf %s "$2" >&"$in"
  exec {in}>&-
}

# Does so without waiting for room in the pipe, which is full where the daemon is stuck.
_statusd_send_aside() { # DIRECTORY MESSAGE
  (_statusd_send "$@" >/dev/null 2>&1 &)
}

# Does so too, but waits SECONDS for its turn: what is sent next, such as the end of a request, comes behind it.
# Returns 1 where the turn has not come, and nothing was sent.
_statusd_send_in_turn() { # DIRECTORY MESSAGE SECONDS
  local lock status=0
  # Where the session has ended meanwhile, whoever waits finds it out.
  { exec {lock}>>"$1/lock"; } 2>/dev/null || return 0
  _statusd_frame "$2"
  if ! flock --wait "$3" "$lock"; then
    status=1
  elif ! _statusd_pour_at_once "$1" "$_statusd_framed"; then
    # The lock is that of this process too, until it has written.
    (_statusd_pour "$1" "$_statusd_framed" >/dev/null 2>&1 &)
  fi
  exec {lock}>&-
  return "$status"
}

# Writes a text whole, or returns 1: what fills at most a page of the pipe is written in one piece (pipe(7)).
_statusd_pour_at_once() { # DIRECTORY TEXT
  local LC_ALL=C
  if ((${#2} > 4096)); then return 1; fi
  printf %s "$2" | dd bs=4096 iflag=fullblock of="$1/in" oflag=nonblock conv=nocreat,notrunc status=none 2>/dev/null
}
