# shellcheck shell=bash
# For the dispatcher: another daemon in place of one that died, asked for what that was asked for.

declare -A polling=()       # params of setAutoPolling, by resource and arguments
declare -A subscriptions=() # params of subscribeLocation, by the id of the subscription
declare -a starts=()        # when a daemon was started again, in hundredths of seconds
count=0                     # of restarts
asked=0                     # requests of such starts
is_over=""                  # once the script has asked for the end
writer=""
period=18000

may_restart() {
  local uptime now
  if ((restarts == 0)) || [[ $spoiled || $is_over || ! $has_responded || -e $directory/stopping ]]; then return 1; fi
  if ! kill -0 "$client" 2>/dev/null; then return 1; fi
  IFS=' ' read -r uptime _ </proc/uptime
  now=$((10#${uptime/./}))
  if ((${#starts[@]} >= restarts && now - starts[-restarts] < period)); then return 1; fi
  starts+=("$now")
  count=$((count + 1))
}

# Reads away what the daemon that died has not read: its callers are told of the death.
forget_requests() {
  if [[ $writer ]]; then kill "$writer" 2>/dev/null; fi
  # A long line may take more than a second.
  while IFS= read -r -t 0 -u "$input"; do IFS= read -r -t 1 -u "$input" _; done
}

# Asks a new daemon for what the one before was asked for.
begin_again() {
  local key id
  local messages=""
  forget_news
  request "initialize.again.$count" initialize '{"clientInfo":{"name":"statusd-shell","version":"0.1.0"}}'
  for key in "${!polling[@]}"; do request "setAutoPolling.again.$((++asked))" setAutoPolling "${polling[$key]}"; done
  for key in "${!subscriptions[@]}"; do
    id=subscribeLocation.again.$((++asked))
    printf '%s\n' "${subscriptions[$key]}" >|"$directory/subscribed.$id"
    request "$id" subscribeLocation "${subscriptions[$key]}"
  done
  # The new daemon has ids of its own.
  subscriptions=()
  # Not by this process, which reads: the pipe is full where the daemon dies early.
  _statusd_write "$directory" "$messages" {collected}>&- &
  writer=$!
}

request() { # ID METHOD PARAMS
  _statusd_frame "{\"jsonrpc\":\"2.0\",\"id\":\"$1\",\"method\":\"$2\"${3:+,\"params\":$3}}"
  messages+=$_statusd_framed
}

# Learns from a result what a further daemon has to be asked for. The id of a request begins with its method.
note_result() { # ID RESULT
  local params=""
  case ${1%%.*} in
    shutdown | exit)
      is_over=yes
      # The daemon responds to what it has read, and ends.
      exec {input}>&-
      ;;
    setAutoPolling) note_polling "$2" ;;
    # Of keepTrying, whose result is within that of the recovery.
    retry) if [[ $2 == *'"optionId":"keepTrying"'* ]]; then note_polling "${2#*'"result":'}"; fi ;;
    subscribeLocation)
      { IFS= read -r params <"$directory/subscribed.$1"; } 2>/dev/null
      rm -f "$directory/subscribed.$1"
      subscriptions[$(subscription_of "$2")]=$params
      ;;
    unsubscribeLocation) unset -v "subscriptions[$(subscription_of "$2")]" ;;
    initialize) if [[ $1 == initialize.again.* ]]; then take_notification '$/restarted' "{\"restarts\":$count}}" 0 ""; fi ;;
  esac
}

subscription_of() { # RESULT
  local id=${1#'{"subscriptionId":"'}
  printf %s "${id%%\"*}"
}

note_polling() { # RESULT
  local pattern='^(\{"resource":.*),"autoPolling":\{"enabled":(true|false),"interval":([0-9.eE+-]+)[,}]'
  if [[ ! $1 =~ $pattern ]]; then return; fi
  polling[${BASH_REMATCH[1]}]="${BASH_REMATCH[1]},\"enabled\":${BASH_REMATCH[2]},\"interval\":${BASH_REMATCH[3]}}"
}
